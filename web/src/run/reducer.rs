//! Events to [`RunView`].

use super::{Finding, PlanStep, Row, RowKind, RunState, RunView, StepState};
use protocol::{Event, Evidence, Failure, FailureKind, RunOutcome, TimedEvent, TokenUsage};
use std::sync::Arc;

impl RunView {
    /// Takes the next event in.
    pub fn apply(&mut self, timed: TimedEvent) {
        let TimedEvent { seq, at_ms, event } = timed;
        self.ms = self.ms.max(at_ms);
        match event {
            Event::RunStarted { question, agent, model, .. } => {
                (self.question, self.agent, self.model) = (question, agent, Some(model));
            }
            Event::NodeStarted { node, step } => {
                let kind = RowKind::Node { step, wrote: Vec::new(), tokens: None, text: String::new() };
                self.push(seq, node.clone(), at_ms, None, kind);
                self.node = Some(node);
            }
            Event::NodeFinished { node, ms, wrote, .. } => self.finish_node(node, ms, wrote),
            Event::PlanMade { steps, iteration, fallback } => {
                let step = |text| PlanStep { text, state: StepState::Waiting, began_ms: 0.0, ms: None };
                self.plan = steps.into_iter().map(step).collect();
                (self.iteration, self.fallback) = (iteration, fallback);
            }
            Event::StepStarted { index, description } => self.start_step(index as usize, description, at_ms),
            Event::ToolStarted { id, name, arguments } => {
                let (summary, output) = (String::new(), String::new());
                let kind = RowKind::Tool { call: id, name, arguments, summary, output, evidence: Vec::new() };
                self.push(seq, self.node.clone().unwrap_or_default(), at_ms, None, kind);
            }
            Event::ToolFinished { id, ok, summary, output, evidence, ms, .. } => {
                self.finish_tool(&id, ok, summary, output, evidence, ms);
            }
            Event::FindingAdded { key, text, evidence } => {
                self.end_step(&key, at_ms);
                let evidence = self.keep(evidence);
                self.findings.push(Arc::new(Finding { key, text, evidence }));
            }
            Event::Decided { decision, reason } => {
                self.decision = Some((decision, reason.clone()));
                let node = self.node.clone().unwrap_or_default();
                self.push(seq, node, at_ms, Some(0.0), RowKind::Decision { decision, reason });
            }
            Event::ModelText { node, text } => self.with_node(&node, |_, said, _| said.push_str(&text)),
            Event::AnswerText { text } => {
                self.retrying = None;
                self.answer.push_str(&text);
            }
            Event::AnswerRestarted => {
                self.answer.clear();
                self.citations.clear();
            }
            Event::CitationAdded { citation } => {
                self.citations.retain(|known| known.number != citation.number);
                self.citations.push(citation);
            }
            Event::ModelUsed { node, usage, .. } => {
                self.retrying = None;
                self.add_tokens(&node, usage);
            }
            Event::Retrying { node, why, attempt, wait_ms } => {
                let why = format!("{why} Attempt {attempt} in {}.", crate::text::duration(wait_ms as f64));
                self.retrying = Some(why.clone());
                self.push(seq, node, at_ms, Some(0.0), RowKind::Retry { why });
            }
            Event::Answer { markdown, citations, dropped } => {
                (self.answer, self.citations, self.dropped) = (markdown, citations, dropped);
            }
            Event::RunFinished { outcome, ms } => self.finish(outcome, ms),
            Event::Checkpointed { .. }
            | Event::ApprovalAsked { .. }
            | Event::ApprovalGiven { .. }
            | Event::RunResumed { .. } => {}
        }
    }

    /// Ends the run where the engine itself failed it.
    pub fn fail(&mut self, failure: Failure) {
        let Failure { kind, message, advice } = failure;
        self.finish(
            if kind == FailureKind::Cancelled { RunOutcome::Cancelled } else { RunOutcome::Failed { message, advice } },
            self.ms,
        );
    }

    fn push(&mut self, id: u32, node: String, at_ms: f64, ms: Option<f64>, kind: RowKind) {
        self.rows.push(Arc::new(Row { id, node, at_ms, ms, ok: true, kind }));
    }

    /// Changes the latest row that `find` knows.
    fn change(&mut self, find: impl Fn(&Row) -> bool, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.rows.iter_mut().rev().find(|row| find(row)) {
            change(Arc::make_mut(row));
        }
    }

    fn with_node(&mut self, name: &str, with: impl FnOnce(&mut Vec<String>, &mut String, &mut Option<(u32, u32)>)) {
        let is_it = |row: &Row| row.node == name && matches!(row.kind, RowKind::Node { .. });
        self.change(is_it, |row| {
            if let RowKind::Node { wrote, text, tokens, .. } = &mut row.kind {
                with(wrote, text, tokens);
            }
        });
    }

    fn finish_node(&mut self, node: String, ms: f64, wrote: Vec<String>) {
        self.with_node(&node, |fields, _, _| *fields = wrote);
        self.change(|row| row.node == node && matches!(row.kind, RowKind::Node { .. }), |row| row.ms = Some(ms));
        if self.node.as_ref() == Some(&node) {
            self.node = None;
        }
        self.visited.insert(node);
    }

    fn add_tokens(&mut self, node: &str, usage: Option<TokenUsage>) {
        let Some(usage) = usage else { return };
        self.with_node(node, |_, _, tokens| {
            let (input, output) = tokens.unwrap_or_default();
            *tokens = Some((input.saturating_add(usage.input), output.saturating_add(usage.output)));
        });
    }

    fn start_step(&mut self, index: usize, description: String, at_ms: f64) {
        self.end_running_steps(StepState::Done, at_ms);
        if let Some(step) = self.plan.get_mut(index) {
            (step.text, step.state, step.began_ms) = (description, StepState::Running, at_ms);
        }
    }

    fn end_running_steps(&mut self, ended: StepState, at_ms: f64) {
        for step in self.plan.iter_mut().filter(|step| step.state == StepState::Running) {
            (step.state, step.ms) = (ended, Some(at_ms - step.began_ms));
        }
    }

    /// Ends the step that a finding's key names.
    fn end_step(&mut self, key: &str, at_ms: f64) {
        let index = key.strip_prefix("step_").and_then(|rest| rest.split(':').next()).and_then(|n| n.parse().ok());
        let step = index.and_then(|index: usize| self.plan.get_mut(index));
        if let Some(step) = step.filter(|step| step.state == StepState::Running) {
            (step.state, step.ms) = (StepState::Done, Some(at_ms - step.began_ms));
        }
    }

    fn finish_tool(&mut self, id: &str, is_ok: bool, line: String, given: String, spans: Vec<Evidence>, took_ms: f64) {
        let spans = self.keep(spans);
        let is_it = |row: &Row| row.ms.is_none() && matches!(&row.kind, RowKind::Tool { call, .. } if call == id);
        self.change(is_it, |row| {
            (row.ok, row.ms) = (is_ok, Some(took_ms));
            if let RowKind::Tool { summary, output, evidence, .. } = &mut row.kind {
                (*summary, *output, *evidence) = (line, given, spans);
            }
        });
    }

    /// Keeps each span once, by id.
    fn keep(&mut self, evidence: Vec<Evidence>) -> Vec<Arc<Evidence>> {
        evidence
            .into_iter()
            .map(|span| Arc::clone(self.evidence.entry(span.id.clone()).or_insert_with(|| Arc::new(span))))
            .collect()
    }

    fn finish(&mut self, outcome: RunOutcome, ms: f64) {
        if !self.is_running() {
            return;
        }
        let ended = if outcome == RunOutcome::Answered { StepState::Done } else { StepState::Stopped };
        self.end_running_steps(ended, ms);
        (self.ms, self.node, self.retrying) = (ms, None, None);
        self.state = match outcome {
            RunOutcome::Answered => RunState::Done,
            RunOutcome::Cancelled | RunOutcome::Paused | RunOutcome::AwaitingApproval => RunState::Cancelled,
            RunOutcome::Failed { message, advice } => RunState::Failed { message, advice },
        };
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
