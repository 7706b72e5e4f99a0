//! Progress notifications while an agent works.

use crate::RequestId;
use crate::message::notification;
use protocol::{Decision, Event};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Longest message, in letters.
const MOST_LETTERS: usize = 200;

/// Sends progress notifications, if the client asked for them. The number counts notifications, as the total is not known.
pub(crate) struct Progress<'a> {
    token: Option<RequestId>,
    sent: Cell<u32>,
    is_writing: Cell<bool>,
    /// What tools were called with, by the call's id.
    called_with: RefCell<BTreeMap<String, String>>,
    send: &'a dyn Fn(Value),
}

impl<'a> Progress<'a> {
    pub fn new(token: Option<RequestId>, send: &'a dyn Fn(Value)) -> Self {
        Self { token, sent: Cell::new(0), is_writing: Cell::new(false), called_with: RefCell::default(), send }
    }

    pub fn on_event(&self, event: &Event) {
        let Some(token) = &self.token else { return };
        if let Event::ToolStarted { id, arguments, .. } = event {
            self.called_with.borrow_mut().insert(id.clone(), subject(arguments));
        }
        // Of the pieces of an answer only the first is reported.
        let writes = matches!(event, Event::AnswerText { .. });
        if writes && self.is_writing.replace(true) {
            return;
        }
        let Some(message) = self.sentence(event) else { return };
        self.sent.set(self.sent.get() + 1);
        let params = json!({ "progressToken": token, "progress": self.sent.get(), "message": shortened(&message) });
        (self.send)(notification("notifications/progress", params));
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::PlanMade { steps, .. } => format!("plan: {}", steps.join("; ")),
            Event::StepStarted { index, description } => format!("step {}: {description}", index + 1),
            Event::ToolFinished { id, name, summary, .. } => {
                // Without a text argument there is no subject.
                let subject = self.called_with.borrow_mut().remove(id).unwrap_or_default();
                format!("{name}{subject}: {summary}")
            }
            Event::Decided { decision: Decision::Continue, reason } => format!("looking further: {reason}"),
            Event::Decided { decision: Decision::Finish, reason } => format!("enough evidence: {reason}"),
            Event::AnswerText { .. } => "writing the answer".to_owned(),
            Event::Retrying { why, wait_ms, .. } => format!("trying again in {wait_ms} ms: {why}"),
            _ => return None,
        })
    }
}

/// A space and the first argument that is text, where there is one.
fn subject(arguments: &str) -> String {
    let given: Option<Value> = serde_json::from_str(arguments).ok();
    let first = given.as_ref().and_then(|given| given.as_object()?.values().find_map(Value::as_str));
    first.map_or_else(String::new, |text| format!(" `{text}`"))
}

fn shortened(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
