//! Questions: ask, stop, follow the run.

use crate::engine::Exchange;
use crate::run::{RunState, RunView, StepState};
use crate::shims;
use crate::workbench::{Pane, RunHandle, Workbench};
use leptos::prelude::*;
use protocol::{AskOptions, Command, Failure, FailureKind, MessageBody, Turn};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Most earlier turns sent along.
const LONGEST_HISTORY: usize = 20;

impl Workbench {
    /// Asks. Nothing happens while another question is worked on, or without a question or a repository.
    pub fn ask(self, question: String) {
        let question = question.trim().to_owned();
        if question.is_empty() || self.is_asking() || self.overview.with_untracked(Option::is_none) {
            return;
        }
        let agent = self.agent.get_untracked();
        let options = AskOptions { agent: agent.clone(), model: self.model.get_untracked(), ..AskOptions::default() };
        let history = self.turns();
        let exchange = self.engine.send(Command::Ask { question: question.clone(), history, options });
        let run = RunHandle { id: exchange.id, view: RwSignal::new(RunView::new(question, agent)) };
        self.runs.update(|runs| runs.push(run));
        self.pane.set(Pane::Ask);
        spawn_local(self.follow(run, exchange));
    }

    /// Stops the question that is worked on.
    pub fn stop_asking(self) {
        let running = self.runs.with_untracked(|runs| runs.last().copied());
        let Some(run) = running.filter(|run| run.view.with_untracked(RunView::is_running)) else { return };
        self.cancel(run.id);
    }

    /// Tells the engine to stop a request, and sees to it that it does.
    pub(super) fn cancel(self, request: u32) {
        spawn_local(async move {
            if let Err(failure) = self.engine.call(Command::Cancel { request }).await {
                self.report(failure);
            }
        });
        spawn_local(self.engine.watch_stop(request));
    }

    fn turns(self) -> Vec<Turn> {
        self.runs.with_untracked(|runs| {
            let from = runs.len().saturating_sub(LONGEST_HISTORY);
            runs[from..].iter().filter_map(|run| run.view.with_untracked(RunView::turn)).collect()
        })
    }

    /// Takes the run's events in, all of a frame at once.
    async fn follow(self, run: RunHandle, mut exchange: Exchange) {
        while let Some(first) = exchange.next().await {
            let _ = JsFuture::from(shims::next_frame()).await;
            let mut bodies = vec![first];
            while let Some(body) = exchange.ready() {
                bodies.push(body);
            }
            let before = run.view.with_untracked(running_step);
            run.view.update(|view| bodies.into_iter().for_each(|body| take(view, body)));
            self.announce_progress(run, before);
        }
        // Never a run that waits for ever.
        run.view.update(|view| view.fail(unfinished()));
    }

    fn announce_progress(self, run: RunHandle, before: Option<String>) {
        run.view.with_untracked(|view| match &view.state {
            RunState::Running => {
                let now = running_step(view);
                if let Some(step) = now.clone().filter(|_| now != before) {
                    self.announce(format!("Working on: {step}"));
                }
            }
            RunState::Done => {
                self.announce(format!("The answer is complete, with {} citations.", view.citations.len()))
            }
            RunState::Cancelled => self.announce("Stopped. What was found is kept."),
            RunState::Failed { message, .. } => self.announce(message.clone()),
        });
    }
}

fn take(view: &mut RunView, body: MessageBody) {
    match body {
        MessageBody::Event { event } => view.apply(event),
        MessageBody::Failed { failure } => view.fail(failure),
        MessageBody::Done { .. } | MessageBody::Progress { .. } => {}
    }
}

fn running_step(view: &RunView) -> Option<String> {
    view.plan.iter().find(|step| step.state == StepState::Running).map(|step| step.text.clone())
}

fn unfinished() -> Failure {
    let message = "The run ended without an answer. What was found is kept.".to_owned();
    Failure { kind: FailureKind::Internal, message, advice: Some("Ask again.".to_owned()) }
}
