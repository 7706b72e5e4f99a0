//! Suspending and resuming: checkpoints, approvals, and the status of the stored run.

use super::{MessageState, RowKind, RunState, RunView, StepState};
use crate::strings;
use crate::text::length;
use protocol::{CheckpointSource, CheckpointSummary, RunStatus, RunSummary};

impl RunView {
    /// Adds a checkpoint from its event, which has less than the stored checkpoint: [`settle`](Self::settle) replaces it.
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

    /// Adds the person's decision about the proposed calls; that a call ran is an event of its own.
    pub(super) fn approved(&mut self, allowed: &[String], note: String, at_ms: f64) {
        let words = match length(allowed) {
            0 => strings::run_no_call_may_run().to_owned(),
            count => strings::run_calls_may_run(count),
        };
        self.push_here(at_ms, Some(0.0), RowKind::Approval { words, note });
    }

    /// Marks the run as running; [`cancel_resume`](Self::cancel_resume) reverts that.
    pub fn begin_resume(&mut self) {
        self.held = Some(std::mem::replace(&mut self.state, RunState::Running));
    }

    /// Restores the state before [`begin_resume`](Self::begin_resume); false where the run was resumed meanwhile.
    pub fn cancel_resume(&mut self) -> bool {
        let held = self.held.take();
        let is_held = held.is_some();
        held.into_iter().for_each(|state| self.suspend(state));
        is_held
    }

    /// Continues after `checkpoint`. The output of an interrupted node is discarded, because the node runs again.
    pub(super) fn resumed(&mut self, checkpoint: u64, at_ms: f64) {
        self.held = None;
        // What is still open is asked again when the run is suspended again.
        self.open.clear();
        self.messages.retain(|message| message.state != MessageState::Returned);
        self.suspend(RunState::Running);
        for step in self.plan.iter_mut().filter(|step| step.state == StepState::Stopped) {
            (step.state, step.ms) = (StepState::Running, None);
        }
        self.since.clear();
        self.answer.clear();
        self.citations.clear();
        self.tip = Some(checkpoint);
        self.push(String::new(), at_ms, Some(0.0), RowKind::Resumed);
    }

    /// A stored run with the status that its events show: one that has ended may still be listed as running, because its lock is
    /// released a moment later.
    pub fn status_of(&self, mut stored: RunSummary) -> RunSummary {
        if stored.status == RunStatus::Running {
            stored.status = match &self.state {
                RunState::Done => RunStatus::Answered,
                RunState::Cancelled => RunStatus::Cancelled,
                RunState::Paused { .. } => RunStatus::Paused,
                RunState::AwaitingApproval => RunStatus::AwaitingApproval,
                RunState::Failed { message, .. } => RunStatus::Failed { message: message.clone() },
                RunState::Running | RunState::Interrupted | RunState::Elsewhere => RunStatus::Running,
            };
        }
        stored
    }

    /// Takes over status and checkpoints of the stored run, after its events.
    pub fn settle(&mut self, stored: RunSummary, checkpoints: Vec<CheckpointSummary>) {
        self.is_recorded = false;
        (self.run, self.question, self.agent) = (stored.id, stored.question, stored.agent);
        (self.forked_from, self.checkpoints) = (stored.forked_from, checkpoints);
        self.is_imported = stored.imported;
        self.tip = self.checkpoints.last().map(|last| last.id);
        self.ms = self.ms.max(stored.ms);
        let state = match (stored.status, &self.state) {
            // The event's failure has advice, the stored status has not.
            (RunStatus::Failed { .. }, RunState::Failed { .. }) => return,
            (RunStatus::Failed { message }, _) => RunState::Failed { message, advice: None },
            (RunStatus::Running, _) => RunState::Elsewhere,
            (RunStatus::Paused, RunState::Paused { .. }) => return,
            (RunStatus::Paused, _) => RunState::Paused { why: None },
            (RunStatus::AwaitingApproval, _) => RunState::AwaitingApproval,
            (RunStatus::Answered, _) => RunState::Done,
            (RunStatus::Cancelled, _) => RunState::Cancelled,
            (RunStatus::Interrupted, _) => RunState::Interrupted,
        };
        if self.state != state {
            self.suspend(state);
        }
    }
}

#[cfg(test)]
mod tests;
