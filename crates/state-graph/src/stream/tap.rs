//! Makes a stream's items of a run's events.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use super::item::{DebugItem, StreamItem, StreamKind, StreamMode};
use crate::node::{AnyState, AnyUpdate, RunEvent, RunEventKind, TaskId};
use crate::state::State;

/// Collects items until the stream's reader takes them.
pub(super) struct Tap<S: State> {
    modes: BTreeSet<StreamMode>,
    pub(super) items: VecDeque<StreamItem<S>>,
    /// By the tasks around a graph, its state as it was last reported.
    values: BTreeMap<Vec<TaskId>, Value>,
    /// Messages that were reported, whole or in pieces.
    messages: BTreeSet<String>,
}

impl<S: State> Tap<S> {
    pub(super) fn new(modes: &[StreamMode]) -> Self {
        let modes = modes.iter().copied().collect();
        Self { modes, items: VecDeque::new(), values: BTreeMap::new(), messages: BTreeSet::new() }
    }

    fn includes(&self, mode: StreamMode) -> bool {
        self.modes.contains(&mode)
    }

    pub(super) fn take_in(&mut self, event: &RunEvent<'_, S::Event>) {
        match &event.kind {
            RunEventKind::Started { state } => {
                self.values.remove(event.tasks);
                self.values(event, *state);
            }
            RunEventKind::NodeStarted { node } => {
                self.debug(event, || Ok(DebugItem::Task { node: (*node).to_owned() }))
            }
            RunEventKind::NodeFinished { node, update, duration } => self.finished(event, node, *update, *duration),
            RunEventKind::NodeFailed { node, error, duration, retry_in } => self.debug(event, || {
                let (node, result) = ((*node).to_owned(), Err(error.to_string()));
                Ok(DebugItem::TaskResult { node, result, ms: *duration, retry_in: *retry_in })
            }),
            RunEventKind::Custom { node, payload, recorded } if self.includes(StreamMode::Custom) => {
                let (node, payload) = ((*node).to_owned(), payload.clone());
                self.put(event, StreamKind::Custom { node, payload, recorded: *recorded });
            }
            RunEventKind::Token { node, message, text } if self.includes(StreamMode::Messages) => {
                self.messages.insert((*message).to_owned());
                let [node, message, text] = [node, message, text].map(|text| (*text).to_owned());
                self.put(event, StreamKind::Token { node, message, text });
            }
            RunEventKind::StepFinished { state, next, checkpoint } => {
                self.values(event, *state);
                self.debug(event, || {
                    Ok(DebugItem::Checkpoint { id: *checkpoint, state: state.to_json()?, next: next.to_vec() })
                });
            }
            RunEventKind::Unstored { error } => {
                self.debug(event, || Ok(DebugItem::Unstored { why: error.to_string() }));
            }
            // The last item reports that.
            RunEventKind::Interrupted { .. } | RunEventKind::Paused { .. } => {}
            RunEventKind::Custom { .. } | RunEventKind::Token { .. } => {}
        }
    }

    fn finished(&mut self, event: &RunEvent<'_, S::Event>, node: &str, update: &dyn AnyUpdate, ms: Option<f64>) {
        let node = node.to_owned();
        if self.includes(StreamMode::Updates) {
            let item = update.to_json().map(|update| StreamKind::Update { node: node.clone(), update });
            self.put_or_why(event, StreamMode::Updates, item);
        }
        // Another state's fields are not known to be messages.
        if self.includes(StreamMode::Messages)
            && let Some(update) = update.get::<S::Update>()
        {
            match (update as &dyn AnyUpdate).to_text().and_then(|text| serde_json::from_str(&text)) {
                Ok(fields) => self.whole_messages(event, &node, &fields),
                Err(why) => self.put_or_why(event, StreamMode::Messages, Err(why)),
            }
        }
        self.debug(event, || Ok(DebugItem::TaskResult { node, result: Ok(update.to_json()?), ms, retry_in: None }));
    }

    /// The messages in the update's fields of messages: each field is a list of writes, a write a list of changes.
    fn whole_messages(&mut self, event: &RunEvent<'_, S::Event>, node: &str, fields: &Value) {
        for channel in S::CHANNELS.iter().filter(|channel| channel.kind == "messages") {
            let writes = fields.get(channel.name).and_then(Value::as_array).into_iter().flatten();
            for message in writes.filter_map(Value::as_array).flatten().filter_map(|change| change.get("put")) {
                let id = message.get("id").and_then(Value::as_str);
                if id.is_none_or(|id| self.messages.insert(id.to_owned())) {
                    self.put(event, StreamKind::Message { node: node.to_owned(), message: message.clone() });
                }
            }
        }
    }

    fn values(&mut self, event: &RunEvent<'_, S::Event>, state: &dyn AnyState) {
        if !self.includes(StreamMode::Values) {
            return;
        }
        match state.to_json() {
            Ok(value) if self.values.get(event.tasks) == Some(&value) => {}
            Ok(value) => {
                self.values.insert(event.tasks.to_vec(), value.clone());
                self.put(event, StreamKind::Values(value));
            }
            Err(why) => self.put_or_why(event, StreamMode::Values, Err(why)),
        }
    }

    fn debug(&mut self, event: &RunEvent<'_, S::Event>, item: impl FnOnce() -> serde_json::Result<DebugItem>) {
        if self.includes(StreamMode::Debug) {
            self.put_or_why(event, StreamMode::Debug, item().map(StreamKind::Debug));
        }
    }

    fn put_or_why(
        &mut self,
        event: &RunEvent<'_, S::Event>,
        mode: StreamMode,
        kind: serde_json::Result<StreamKind<S>>,
    ) {
        self.put(event, kind.unwrap_or_else(|why| StreamKind::Unwritable { mode, why: why.to_string() }));
    }

    fn put(&mut self, event: &RunEvent<'_, S::Event>, kind: StreamKind<S>) {
        self.items.push_back(StreamItem {
            at: event.at,
            step: event.step,
            path: event.path.to_owned(),
            tasks: event.tasks.to_vec(),
            kind,
        });
    }
}
