//! A run that stands still and goes on: checkpoints, a person's word, and how the stored run stands.

use super::{RowKind, RunState, RunView, StepState};
use crate::text::plural;
use protocol::{CheckpointSource, CheckpointSummary, RunStatus, RunSummary};

impl RunView {
    /// A checkpoint of this stretch. What is told while a run works is less than what is stored: see
    /// [`settle`](Self::settle).
    pub(super) fn checkpoint(&mut self, id: u64, step: u32, at_ms: f64, next: Vec<String>) {
        let ran = std::mem::take(&mut self.since);
        let source = match (ran.is_empty(), self.checkpoints.is_empty()) {
            (false, _) => CheckpointSource::Loop,
            (true, true) => CheckpointSource::Input,
            (true, false) => CheckpointSource::Update,
        };
        let parent = self.tip.replace(id);
        self.checkpoints.retain(|known| known.id != id);
        self.checkpoints.push(CheckpointSummary { id, parent, source, step, at_ms, ran, next });
    }

    /// The person's word on the calls that were proposed; each call tells for itself whether it ran.
    pub(super) fn approved(&mut self, allowed: &[String], note: String, at_ms: f64) {
        self.proposed.clear();
        let words = match u32::try_from(allowed.len()).unwrap_or(u32::MAX) {
            0 => "no call may run".to_owned(),
            count => format!("{} may run", plural(count, "call")),
        };
        let node = self.node.clone().unwrap_or_default();
        self.push(node, at_ms, Some(0.0), RowKind::Approval { words, note });
    }

    /// Is about to go on; [`hold_on`](Self::hold_on) takes it back.
    pub fn go_on(&mut self) {
        self.held = Some(std::mem::replace(&mut self.state, RunState::Running));
    }

    /// Stands as it did before [`go_on`](Self::go_on), where no event has come since. False where one has.
    pub fn hold_on(&mut self) -> bool {
        let held = self.held.take();
        let is_held = held.is_some();
        held.into_iter().for_each(|state| self.stand(state));
        is_held
    }

    /// Goes on. What a broken-off node had said is void: it runs anew.
    pub(super) fn resumed(&mut self, checkpoint: u64, at_ms: f64) {
        self.held = None;
        self.stand(RunState::Running);
        for step in self.plan.iter_mut().filter(|step| step.state == StepState::Stopped) {
            (step.state, step.ms) = (StepState::Running, None);
        }
        self.since.clear();
        self.answer.clear();
        self.citations.clear();
        self.tip = Some(checkpoint);
        self.push(String::new(), at_ms, Some(0.0), RowKind::Resumed);
    }

    /// How the stored run stands, given what its events said: one whose end was heard here is not worked on, even
    /// where its lock is a moment slower than its last event.
    pub fn heard(&self, mut stored: RunSummary) -> RunSummary {
        if stored.status == RunStatus::Running {
            stored.status = match &self.state {
                RunState::Done => RunStatus::Answered,
                RunState::Cancelled => RunStatus::Cancelled,
                RunState::Paused => RunStatus::Paused,
                RunState::AwaitingApproval => RunStatus::AwaitingApproval,
                RunState::Failed { message, .. } => RunStatus::Failed { message: message.clone() },
                RunState::Running | RunState::Interrupted | RunState::Elsewhere => RunStatus::Running,
            };
        }
        stored
    }

    /// Takes in how the stored run stands, once its events are in.
    pub fn settle(&mut self, stored: RunSummary, checkpoints: Vec<CheckpointSummary>) {
        self.is_recorded = false;
        (self.run, self.question, self.agent) = (stored.id, stored.question, stored.agent);
        (self.forked_from, self.checkpoints) = (stored.forked_from, checkpoints);
        self.is_imported = stored.imported;
        self.tip = self.checkpoints.last().map(|last| last.id);
        self.ms = self.ms.max(stored.ms);
        let state = match (stored.status, &self.state) {
            // The event says what to do as well.
            (RunStatus::Failed { .. }, RunState::Failed { .. }) => return,
            (RunStatus::Failed { message }, _) => RunState::Failed { message, advice: None },
            (RunStatus::Running, _) => RunState::Elsewhere,
            (RunStatus::Paused, _) => RunState::Paused,
            (RunStatus::AwaitingApproval, _) => RunState::AwaitingApproval,
            (RunStatus::Answered, _) => RunState::Done,
            (RunStatus::Cancelled, _) => RunState::Cancelled,
            (RunStatus::Interrupted, _) => RunState::Interrupted,
        };
        if self.state != state {
            self.stand(state);
        }
    }
}

#[cfg(test)]
mod tests;
