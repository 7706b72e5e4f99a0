//! The reducer: applies events to a [`RunView`].

use super::command::Finished;
use super::{Finding, PlanStep, Row, RowKind, RowState, RunState, RunView, StepState};
use crate::strings;
use protocol::{
    Asked, Event, Evidence, Failure, FailureKind, ModelInfo, NodeRun, RunOutcome, SpanCheck, TimedEvent, TokenUsage,
    node_path,
};
use std::sync::Arc;

impl RunView {
    pub fn apply(&mut self, timed: TimedEvent) {
        let TimedEvent { at_ms, event, .. } = timed;
        self.ms = self.ms.max(at_ms);
        self.grounds.add(&event);
        match event {
            Event::RunStarted { run, question, agent, model } => {
                (self.run, self.question, self.agent) = (run, question, agent);
                self.answered_by(Some(model));
            }
            Event::NodeStarted { node, step, path } => {
                let node = node_path(&path, &node);
                let kind = RowKind::Node { step, wrote: Vec::new(), tokens: None, text: String::new() };
                self.push(node.clone(), at_ms, None, kind);
                self.node = Some(node);
            }
            Event::NodeFinished { node, ms, wrote, path, .. } => self.finish_node(&node, &path, ms, wrote),
            Event::PlanMade { steps, iteration, fallback } => {
                let step = |text| PlanStep { text, state: StepState::Waiting, began_ms: 0.0, ms: None };
                self.plan = steps.into_iter().map(step).collect();
                (self.iteration, self.fallback) = (iteration, fallback);
            }
            Event::StepStarted { index, description } => self.start_step(index as usize, description, at_ms),
            Event::ToolStarted { id, name, arguments } => {
                let (summary, output) = (String::new(), String::new());
                let kind = RowKind::Tool { call: id, name, arguments, summary, output, evidence: Vec::new() };
                self.push_here(at_ms, None, kind);
            }
            Event::ToolFinished { id, ok, summary, output, evidence, ms, .. } => {
                self.finish_tool(&id, ok, summary, output, evidence, ms);
            }
            Event::FindingAdded { key, text, evidence } => {
                self.end_step(&key, at_ms);
                let evidence = self.keep(evidence);
                self.add_finding(Finding { key, text, evidence });
            }
            Event::Decided { decision, reason } => {
                self.decision = Some((decision, reason.clone()));
                self.push_here(at_ms, Some(0.0), RowKind::Decision { decision, reason });
            }
            Event::ModelText { node, text } => self.with_node(&node, |_, shown, _| shown.push_str(&text)),
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
            Event::ModelUsed { node, model, usage, charge, .. } => {
                self.spend(usage, charge);
                self.answered_by(model);
                self.retrying = None;
                self.add_tokens(&node, usage);
            }
            Event::Retrying { node, why, attempt, wait_ms } => {
                let why = strings::run_attempt(why, attempt, crate::text::duration(wait_ms as f64));
                self.retrying = Some(why.clone());
                self.forget_thought(&node);
                self.push(node, at_ms, Some(0.0), RowKind::Retry { why });
            }
            Event::Answer { markdown, citations, dropped } => {
                (self.answer, self.citations, self.dropped) = (markdown, citations, dropped);
            }
            Event::RunFinished { outcome, ms } => self.finish(outcome, ms),
            Event::Checkpointed { checkpoint, step, next } => self.checkpoint(checkpoint, step, at_ms, next),
            Event::ApprovalAsked { calls, interrupt } => self.ask(interrupt, Asked::Calls { calls }),
            Event::ApprovalGiven { allowed, note } => self.approved(&allowed, note, at_ms),
            Event::QuestionAsked { question, options, interrupt } => {
                self.note(at_ms, strings::run_asks(), question.clone());
                self.ask(Some(interrupt), Asked::Question { question, options });
            }
            Event::QuestionAnswered { answer } => self.note(at_ms, strings::run_was_answered(), answer),
            Event::StepFinished { index, ok, summary } => {
                self.end_numbered_step(index as usize, ok, at_ms);
                self.note(at_ms, if ok { strings::run_step_done() } else { strings::run_step_failed() }, summary);
            }
            Event::Fallback { node, why } => {
                self.forget_thought(&node);
                self.note(at_ms, strings::run_other_way(), why);
            }
            Event::ReasoningText { node, text } => self.think(node, &text),
            Event::Reasoned { node, text } => self.thought(node, text),
            Event::NodeFailed { why, retry_in_ms: Some(_), .. } => self.note(at_ms, strings::run_failed_again(), why),
            // The run's end says it, or what its graph does instead.
            Event::NodeFailed { retry_in_ms: None, .. } => {}
            Event::Changed { path, added, removed, diff } => {
                self.changed += 1;
                self.note(at_ms, &strings::run_changed(path, added, removed), diff);
            }
            Event::Scored { score, threshold, reason } => {
                self.note(at_ms, &strings::run_scored(score, threshold), reason);
            }
            Event::Routed { tools, reason } if tools.is_empty() => {
                self.note(at_ms, strings::run_chose_answer(), reason)
            }
            Event::Routed { tools, reason } => self.note(at_ms, &strings::run_chose(tools.join(", ")), reason),
            Event::Graded { relevant, of } => self.note(at_ms, &strings::run_graded(relevant, of), String::new()),
            Event::Reviewed { verdict, reason, advice } => {
                self.note(at_ms, &strings::run_review(verdict), format!("{reason}\n{advice}").trim().to_owned());
            }
            Event::Classified { kind, confidence, reason } => {
                let kind = kind.replace('_', " ");
                let words = match confidence {
                    Some(percent) => strings::run_takes_as_surely(kind, percent),
                    None => strings::run_takes_as(kind),
                };
                self.note(at_ms, &words, reason);
            }
            Event::Delegated { to, task } => self.note(at_ms, &strings::run_handed_to(to), task),
            Event::CommandStarted { id, argv, folder, place } => self.start_command(id, argv, folder, place, at_ms),
            Event::CommandOutput { id, error, text } => self.add_output(&id, error, &text),
            Event::CommandFinished { id, exit, ended, ms, stdout, stderr } => {
                self.finish_command(&id, Finished { exit, ended, ms, stdout, stderr });
            }
            Event::Verified { passed, report } => {
                let words = match passed {
                    None => strings::run_not_verified(),
                    Some(true) => strings::run_verified(),
                    Some(false) => strings::run_verified_failed(),
                };
                self.note(at_ms, words, report);
            }
            Event::Inside { path, event } => self.apply_inside(path.join(" / "), *event, at_ms),
            Event::Cached { what, stored_at } => {
                self.push_here(at_ms, Some(0.0), RowKind::Cached { what, stored_at });
            }
            Event::Remembered { key } => self.note(at_ms, strings::run_remembered(), key),
            Event::Masked { place, summary } => self.note(at_ms, &strings::run_secrets(place), summary),
            Event::Steered { text } => {
                self.take_message(&text);
                self.note(at_ms, strings::run_took_message(), text);
            }
            Event::Limited { folder } => self.folder = Some(folder),
            Event::NotesRead { paths } => self.note(at_ms, &strings::run_read(paths.join(", ")), String::new()),
            Event::EarlierTurns { left_out, shortened } => {
                let said = protocol::earlier_turns(left_out, shortened);
                self.note(at_ms, &said, String::new());
                self.earlier = Some(said);
            }
            Event::RunResumed { checkpoint, model } => {
                self.answered_by(model);
                self.resumed(checkpoint, at_ms);
            }
        }
    }

    /// Ends the run with a failure of the request; no effect on a run that has ended.
    pub fn fail(&mut self, failure: Failure) {
        let Failure { kind, message, advice } = failure;
        self.is_recorded = false;
        self.finish(
            if kind == FailureKind::Cancelled { RunOutcome::Cancelled } else { RunOutcome::Failed { message, advice } },
            self.ms,
        );
    }

    /// Adds a row of the node that runs now; between nodes it belongs to none.
    pub(super) fn push_here(&mut self, at_ms: f64, ms: Option<f64>, kind: RowKind) {
        self.push(self.node.clone().unwrap_or_default(), at_ms, ms, kind);
    }

    /// Adds a row that says one thing, with more of it to unfold.
    pub(super) fn note(&mut self, at_ms: f64, words: &str, note: String) {
        self.push_here(at_ms, Some(0.0), RowKind::Note { words: words.to_owned(), note });
    }

    pub(super) fn push(&mut self, node: String, at_ms: f64, ms: Option<f64>, kind: RowKind) {
        let state = if ms.is_some() { RowState::Done } else { RowState::Running };
        self.rows.push(Arc::new(Row { id: self.made, node, at_ms, ms, state, kind }));
        self.made += 1;
    }

    /// Adds a finding. One with the same key, from a node that ran twice, is replaced.
    fn add_finding(&mut self, finding: Finding) {
        self.findings.retain(|known| known.key != finding.key);
        self.findings.push(Arc::new(finding));
    }

    /// Changes the latest row that `find` accepts.
    fn change(&mut self, find: impl Fn(&Row) -> bool, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.rows.iter_mut().rev().find(|row| find(row)) {
            change(Arc::make_mut(row));
        }
    }

    /// Changes the latest row of a node, by its name or by its path.
    fn with_node(&mut self, name: &str, with: impl FnOnce(&mut Vec<String>, &mut String, &mut Option<(u32, u32)>)) {
        let is_inside = |row: &Row| row.node.strip_suffix(name).is_some_and(|outer| outer.ends_with(" / "));
        let is_it = |row: &Row| matches!(row.kind, RowKind::Node { .. }) && (row.node == name || is_inside(row));
        self.change(is_it, |row| {
            if let RowKind::Node { wrote, text, tokens, .. } = &mut row.kind {
                with(wrote, text, tokens);
            }
        });
    }

    fn finish_node(&mut self, node: &str, path: &[String], ms: f64, wrote: Vec<String>) {
        let name = node_path(path, node);
        // Checkpoints and the diagram are those of the agent's own graph.
        if path.is_empty() {
            self.since.push(NodeRun { node: name.clone(), ms, wrote: wrote.clone() });
            self.visited.insert(name.clone());
        }
        self.with_node(&name, |fields, _, _| *fields = wrote);
        let is_it = |row: &Row| row.node == name && matches!(row.kind, RowKind::Node { .. });
        self.change(is_it, |row| (row.ms, row.state) = (Some(ms), RowState::Done));
        if self.node.as_ref() == Some(&name) {
            self.node = path.split_last().map(|(inner, outer)| node_path(outer, inner));
        }
    }

    pub(super) fn add_tokens(&mut self, node: &str, usage: Option<TokenUsage>) {
        let Some(usage) = usage else { return };
        self.with_node(node, |_, _, tokens| {
            let (input, output) = tokens.unwrap_or_default();
            *tokens = Some((input.saturating_add(usage.input), output.saturating_add(usage.output)));
        });
    }

    /// Starts a step of the plan. Where its text differs from the plan's, a fork has changed the plan: the steps after it are
    /// not known any more.
    fn start_step(&mut self, index: usize, description: String, at_ms: f64) {
        self.end_running_steps(StepState::Done, at_ms);
        if self.plan.get(index).is_none_or(|step| step.text != description) {
            self.plan.truncate(index);
            let step = PlanStep { text: description, state: StepState::Waiting, began_ms: 0.0, ms: None };
            self.plan.push(step);
        }
        if let Some(step) = self.plan.get_mut(index) {
            (step.state, step.began_ms) = (StepState::Running, at_ms);
        }
    }

    fn end_running_steps(&mut self, ended: StepState, at_ms: f64) {
        for step in self.plan.iter_mut().filter(|step| step.state == StepState::Running) {
            (step.state, step.ms) = (ended, Some(at_ms - step.began_ms));
        }
    }

    /// Ends the step that a finding's key (`step_{index}: ...`) names.
    fn end_step(&mut self, key: &str, at_ms: f64) {
        let index = key.strip_prefix("step_").and_then(|rest| rest.split(':').next()).and_then(|n| n.parse().ok());
        if let Some(index) = index {
            self.end_numbered_step(index, true, at_ms);
        }
    }

    /// Ends a step if it is running.
    fn end_numbered_step(&mut self, index: usize, ok: bool, at_ms: f64) {
        let ended = if ok { StepState::Done } else { StepState::Stopped };
        if let Some(step) = self.plan.get_mut(index).filter(|step| step.state == StepState::Running) {
            (step.state, step.ms) = (ended, Some(at_ms - step.began_ms));
        }
    }

    fn finish_tool(&mut self, id: &str, is_ok: bool, line: String, given: String, spans: Vec<Evidence>, took_ms: f64) {
        let spans = self.keep(spans);
        let is_it = |row: &Row| row.ms.is_none() && matches!(&row.kind, RowKind::Tool { call, .. } if call == id);
        self.change(is_it, |row| {
            (row.ms, row.state) = (Some(took_ms), if is_ok { RowState::Done } else { RowState::Failed });
            if let RowKind::Tool { summary, output, evidence, .. } = &mut row.kind {
                (*summary, *output, *evidence) = (line, given, spans);
            }
        });
    }

    /// Stores each span once, by id. A run from a file may use one id for several: a verified one has priority.
    fn keep(&mut self, evidence: Vec<Evidence>) -> Vec<Arc<Evidence>> {
        let mut keep = |span: Evidence| match self.evidence.get(&span.id) {
            Some(known) if **known == span => Arc::clone(known),
            known => {
                let is_better = known.is_none_or(|known| known.check != SpanCheck::Verified);
                let span = Arc::new(span);
                if is_better {
                    self.evidence.insert(span.id.clone(), Arc::clone(&span));
                }
                span
            }
        };
        evidence.into_iter().map(&mut keep).collect()
    }

    fn answered_by(&mut self, model: Option<ModelInfo>) {
        let Some(model) = model else { return };
        if model.provider != "offline" && !self.hosts.contains(&model.provider) {
            self.hosts.push(model.provider.clone());
        }
        self.model = Some(model);
    }

    fn finish(&mut self, outcome: RunOutcome, ms: f64) {
        if self.state != RunState::Running {
            return;
        }
        self.ms = ms;
        self.suspend(match outcome {
            RunOutcome::Answered => RunState::Done,
            RunOutcome::Cancelled => RunState::Cancelled,
            RunOutcome::Failed { message, advice } => RunState::Failed { message, advice },
            RunOutcome::Paused { why } => RunState::Paused { why },
            RunOutcome::AwaitingApproval => RunState::AwaitingApproval,
        });
    }

    /// Puts the run into `state`, and marks whatever was running as stopped.
    pub(super) fn suspend(&mut self, state: RunState) {
        let ended = if state == RunState::Done { StepState::Done } else { StepState::Stopped };
        self.end_running_steps(ended, self.ms);
        for row in self.rows.iter_mut().filter(|row| row.state == RowState::Running) {
            Arc::make_mut(row).state = RowState::Stopped;
        }
        (self.node, self.retrying, self.loading) = (None, None, None);
        (self.is_pausing, self.state) = (false, state);
    }
}
