//! What another agent reports that runs inside a node: rows of its own nodes, and nothing of what the run as a whole has,
//! such as its plan, its findings and its answer.

use super::{RowKind, RunView};
use crate::strings;
use protocol::{Event, TimedEvent};

impl RunView {
    /// Applies what a node inside of a node reports; `node` is the path to it.
    pub(super) fn apply_inside(&mut self, node: String, event: Event, at_ms: f64) {
        let around = self.node.replace(node.clone());
        match event {
            Event::PlanMade { steps, .. } => self.note(at_ms, strings::run_plans(), steps.join("\n")),
            Event::StepStarted { description, .. } => self.note(at_ms, strings::run_step(), description),
            Event::StepFinished { ok, summary, .. } => {
                self.note(at_ms, if ok { strings::run_step_done() } else { strings::run_step_failed() }, summary);
            }
            Event::Decided { decision, reason } => {
                self.push_here(at_ms, Some(0.0), RowKind::Decision { decision, reason })
            }
            Event::Answer { markdown, .. } => self.note(at_ms, strings::run_answers(), markdown),
            // The answer holds them as a whole, and the results of tools the evidence.
            Event::AnswerText { .. } | Event::AnswerRestarted | Event::CitationAdded { .. } => {}
            Event::FindingAdded { key, text, .. } => self.note(at_ms, &strings::run_found(key), text),
            Event::ModelUsed { usage, charge, .. } => {
                self.spend(usage, charge);
                self.add_tokens(&node, usage);
            }
            event => self.apply(TimedEvent { seq: 0, at_ms, event }),
        }
        self.node = around;
    }
}
