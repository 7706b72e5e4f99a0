//! What a client is told while an agent works.

use crate::message::{RequestId, notification};
use protocol::{Decision, Event};
use serde_json::{Value, json};
use std::cell::Cell;

/// Longest message, in letters.
const MOST_LETTERS: usize = 200;

/// Tells a client how far its request is, if it wants to know. Progress counts what was told, as its end is not known.
pub(crate) struct Progress<'a> {
    token: Option<RequestId>,
    told: Cell<u32>,
    is_writing: Cell<bool>,
    send: &'a dyn Fn(Value),
}

impl<'a> Progress<'a> {
    pub fn new(token: Option<RequestId>, send: &'a dyn Fn(Value)) -> Self {
        Self { token, told: Cell::new(0), is_writing: Cell::new(false), send }
    }

    pub fn hear(&self, event: &Event) {
        let Some(token) = &self.token else { return };
        // The first piece of an answer stands for all of them.
        let writes = matches!(event, Event::AnswerText { .. });
        if writes && self.is_writing.replace(true) {
            return;
        }
        let Some(message) = sentence(event) else { return };
        self.told.set(self.told.get() + 1);
        let params = json!({ "progressToken": token, "progress": self.told.get(), "message": shortened(&message) });
        (self.send)(notification("notifications/progress", params));
    }
}

fn sentence(event: &Event) -> Option<String> {
    Some(match event {
        Event::PlanMade { steps, .. } => format!("plan: {}", steps.join("; ")),
        Event::StepStarted { index, description } => format!("step {}: {description}", index + 1),
        Event::ToolFinished { name, summary, .. } => format!("{name}: {summary}"),
        Event::Decided { decision: Decision::Continue, reason } => format!("looking further: {reason}"),
        Event::Decided { decision: Decision::Finish, reason } => format!("enough evidence: {reason}"),
        Event::AnswerText { .. } => "writing the answer".to_owned(),
        Event::Retrying { why, wait_ms, .. } => format!("trying again in {wait_ms} ms: {why}"),
        _ => return None,
    })
}

fn shortened(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
