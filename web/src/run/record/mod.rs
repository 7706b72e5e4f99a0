//! A run that is suspended and resumed: checkpoints, approvals, and the status of the stored run.

use super::{RowKind, RunState, RunView, StepState};
use crate::text::plural;
use protocol::{CheckpointSource, CheckpointSummary, RunStatus, RunSummary};

impl RunView {
    /// A checkpoint of this stretch. The events of a run that works hold less than what is stored: see
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

    /// The person's answer about proposed calls; whether each ran is in its own events.
    pub(super) fn approved(&mut self, allowed: &[String], note: String, at_ms: f64) {
        self.proposed.clear();
        let words = match u32::try_from(allowed.len()).unwrap_or(u32::MAX) {
            0 => "no call may run".to_owned(),
            count => format!("{} may run", plural(count, "call")),
        };
        let node = self.node.clone().unwrap_or_default();
        self.push(node, at_ms, Some(0.0), RowKind::Approval { words, note });
    }

    /// Marks the run as resuming; [`cancel_resume`](Self::cancel_resume) takes it back.
    pub fn begin_resume(&mut self) {
        self.held = Some(std::mem::replace(&mut self.state, RunState::Running));
    }

    /// Restores the state before [`begin_resume`](Self::begin_resume), where no event has come since. False where one has.
    pub fn cancel_resume(&mut self) -> bool {
        let held = self.held.take();
        let is_held = held.is_some();
        held.into_iter().for_each(|state| self.suspend(state));
        is_held
    }

    /// Resumes. The output of an interrupted node is void: it runs again.
    pub(super) fn resumed(&mut self, checkpoint: u64, at_ms: f64) {
        self.held = None;
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

    /// The stored run with the status that its events show: one whose last event came here is not running, even where its
    /// lock is released a moment later.
    pub fn status_of(&self, mut stored: RunSummary) -> RunSummary {
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

    /// Takes over the stored run's status, once its events are in.
    pub fn settle(&mut self, stored: RunSummary, checkpoints: Vec<CheckpointSummary>) {
        self.is_recorded = false;
        (self.run, self.question, self.agent) = (stored.id, stored.question, stored.agent);
        (self.forked_from, self.checkpoints) = (stored.forked_from, checkpoints);
        self.is_imported = stored.imported;
        self.tip = self.checkpoints.last().map(|last| last.id);
        self.ms = self.ms.max(stored.ms);
        let state = match (stored.status, &self.state) {
            // The event holds the advice as well.
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
            self.suspend(state);
        }
    }
}

#[cfg(test)]
mod tests;
