//! A change of the state of a stored run beside its work.

use std::rc::Rc;

use serde_json::Value;

use super::data::Phase;
use super::error::RunError;
use super::machine::Run;
use crate::graph::Graph;
use crate::log::{History, Record};
use crate::state::State;
use crate::store::{CheckpointStore, LogEnd, StoreError};

/// What a change adds to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendment {
    /// Where the log ends that was read.
    pub end: LogEnd,
    /// What is to be appended there.
    pub bytes: Vec<u8>,
}

impl Amendment {
    /// Appends it.
    ///
    /// # Errors
    /// [`StoreErrorKind::Conflict`](crate::StoreErrorKind::Conflict) where someone else has written since the log was read;
    /// nothing is changed then.
    pub async fn store(&self, store: &dyn CheckpointStore, run: &str) -> Result<(), StoreError> {
        store.append(run, self.end, &self.bytes).await
    }
}

impl<S: State> Graph<'_, S> {
    /// Changes the state of a stored run from outside and leaves all else as it is: what runs next, what was done, asked
    /// and answered of the superstep under way, why it failed or stopped. [`Run::update_state`] starts that superstep again.
    ///
    /// # Errors
    /// When the log is of another graph, or a channel refuses the update.
    pub fn amend(&self, history: &History<S>, update: S::Update) -> Result<Amendment, RunError> {
        let mut run = Run::restore(self, history)?.recording(Value::Null);
        run.guarded(|run| run.amend_state(update))??;
        let failure = history.failure();
        if let Some((node, error)) = failure {
            let (node, error) = (node.map(str::to_owned), error.to_owned());
            run.note(&Record::Failed { step: run.data.step, node, error, again: false });
        }
        if let Some(why) = history.stopped() {
            run.note(&Record::Stopped { step: run.data.step, why });
        }
        match (run.data.failed.take(), run.take_unpersisted()) {
            (Some(error), _) => Err(error),
            (None, bytes) => Ok(Amendment { end: history.end(), bytes: bytes.unwrap_or_else(Vec::new) }),
        }
    }
}

impl<S: State> Run<'_, S> {
    fn amend_state(&mut self, mut update: S::Update) -> Result<(), RunError> {
        self.begin_log();
        self.write("input", &mut update)?;
        Rc::make_mut(&mut self.data.state).apply(&mut [update.clone()]);
        self.record_change(&update, None);
        // A checkpoint ends what came before it, so what was under way is recorded again.
        self.record_under_way();
        if let Phase::Running(slots) = &self.data.phase {
            let child = |(index, slot): (u32, &super::slots::Slot<S>)| Some((index, slot.child.clone()?));
            let children: Vec<_> = (0_u32..).zip(slots.all()).filter_map(child).collect();
            let step = self.data.step;
            for (index, lines) in children {
                lines.iter().for_each(|line| self.note(&Record::Child { step, index, line: line.clone() }));
            }
        }
        if self.data.passed && matches!(self.data.phase, Phase::Ready(_)) {
            self.record_proceed();
        }
        Ok(())
    }
}
