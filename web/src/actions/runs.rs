//! Stored runs: list, open, resume, delete, export and import.

use crate::run::RunView;
use crate::shims;
use crate::strings;
use crate::workbench::{Pane, RunHandle, Tab, Workbench};
use js_sys::{Promise, Uint8Array};
use leptos::prelude::*;
use protocol::{Command, Failure, FailureKind, ModelChoice, PersonAnswer, Reply, RunStatus, RunSummary};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Most suspended runs that are offered for resuming; the others are in the list.
const MOST_OFFERED: usize = 3;

impl Workbench {
    /// Loads the list of stored runs and returns once it is up to date.
    pub async fn list_runs(self) {
        self.take_runs(Command::Runs).await;
    }

    /// Loads the list of stored runs, goes to where the page is wanted, and offers to resume runs that are suspended.
    pub(super) fn offer_runs(self) {
        spawn_local(async move {
            self.take_runs(Command::Runs).await;
            self.list_names().await;
            if let Some(wanted) = self.moves.wanted.try_update(Option::take).flatten() {
                let turn = self.begin_going();
                self.go(wanted, turn).await;
                self.end_going(turn);
            }
            let is_here = |run: &RunSummary| {
                let named = self.runs.named(&run.id);
                named.is_some_and(|run| self.runs.conversation.with_untracked(|runs| runs.contains(&run)))
            };
            let waits = |run: &&RunSummary| {
                matches!(run.status, RunStatus::Interrupted | RunStatus::Paused | RunStatus::AwaitingApproval)
            };
            let waiting: Vec<_> = self.runs.stored.with_untracked(|runs| {
                runs.iter().filter(waits).filter(|run| !is_here(run)).take(MOST_OFFERED).cloned().collect()
            });
            for stored in waiting {
                // Its events show where it was suspended.
                let (run, exchange) = self.read(stored);
                self.runs.offered.update(|runs| runs.push(run));
                self.follow(run, exchange).await;
            }
        });
    }

    pub(super) fn read(self, stored: RunSummary) -> (RunHandle, crate::engine::Exchange) {
        let exchange = self.engine.send(Command::OpenRun { run: stored.id.clone() });
        let view = RunView::recorded(stored);
        (self.runs.make(exchange.id, view), exchange)
    }

    /// Shows a stored run in its conversation; it is read only where it is not on the page already.
    pub fn open_run(self, stored: RunSummary) {
        self.stop_going();
        if let Some(run) = self.in_its_conversation(&stored) {
            self.look_at(run);
            self.runs.looked_at.set(Some(run));
        }
    }

    /// Puts the conversation of a stored run on screen, if it is not; `None` where it is no longer stored.
    pub(super) fn in_its_conversation(self, stored: &RunSummary) -> Option<RunHandle> {
        let is_here = |run: &RunHandle| self.runs.conversation.with_untracked(|runs| runs.contains(run));
        let here = || self.runs.named(&stored.id).filter(is_here);
        here().or_else(|| {
            self.open_conversation(&untrack(|| self.runs.conversation_of(stored)));
            here()
        })
    }

    /// Shows a run of the page, with its conversation.
    pub fn look_at(self, run: RunHandle) {
        let is_here = self.runs.conversation.with_untracked(|runs| runs.contains(&run));
        let name = run.name();
        let stored = self.runs.stored.with_untracked(|runs| runs.iter().find(|stored| stored.id == name).cloned());
        if let (false, Some(stored)) = (is_here, stored) {
            self.open_conversation(&untrack(|| self.runs.conversation_of(&stored)));
        }
        self.runs.offered.update(|runs| runs.retain(|offered| *offered != run));
        let question = untrack(|| self.runs.questions()).into_iter().find(|question| question.contains(&run));
        if let Some(first) = question.and_then(|question| question.first().copied()) {
            self.runs.choose(first, run);
        }
        self.runs.show(Some(run));
        self.pane.set(Pane::Ask);
        // After the frame in which a conversation that was just opened is scrolled to its end.
        request_animation_frame(move || request_animation_frame(move || shims::reveal(&run.element())));
    }

    pub fn show_run(self, run: RunHandle) {
        self.runs.show(Some(run));
        self.show_tab(Tab::Run);
    }

    /// Reads a stored run again: another tab may have continued it.
    pub fn read_again(self, run: RunHandle) {
        let name = run.name();
        let stored = self.runs.stored.with_untracked(|runs| runs.iter().find(|stored| stored.id == name).cloned());
        if let Some(stored) = stored {
            let (again, exchange) = self.read(stored);
            self.runs.loaded.update(|runs| runs.retain(|other| *other != run));
            let replace = |other: &mut RunHandle| {
                if *other == run {
                    *other = again;
                }
            };
            self.runs.conversation.update(|runs| runs.iter_mut().for_each(replace));
            self.look_at(again);
            spawn_local(self.follow(again, exchange));
        }
    }

    /// Resumes a suspended run with `model`, and with the person's answer where it waits for one.
    pub fn resume(self, run: RunHandle, answer: Option<PersonAnswer>, model: ModelChoice) {
        if self.is_busy() {
            let message = strings::runs_busy().to_owned();
            let advice = Some(strings::runs_busy_advice().to_owned());
            return self.report(Failure { kind: FailureKind::Busy, message, advice });
        }
        self.look_at(run);
        // The button that was pressed goes away, and the focus with it.
        request_animation_frame(move || crate::keys::focus(&run.element()));
        let answering = Some(model.clone());
        let profiles = self.profiles_beside(&model);
        let exchange = self.engine.send(Command::ResumeRun { run: run.name(), answer, model, profiles });
        run.request.set(exchange.id);
        run.view.update(|view| {
            view.answering = answering;
            view.begin_resume();
        });
        spawn_local(self.follow(run, exchange));
    }

    /// Deletes a run and returns once the list is up to date.
    pub async fn delete_run(self, name: String) {
        if self.take_runs(Command::DeleteRun { run: name.clone() }).await {
            self.forget_deleted();
            self.announce(strings::runs_deleted());
        }
    }

    pub fn export_run(self, name: String) {
        spawn_local(async move {
            if let Some(Reply::Download { name, bytes }) = self.call(Command::ExportRun { run: name }).await {
                shims::download_bytes(&name, "application/octet-stream", &bytes);
            }
        });
    }

    /// Imports a run file and shows the run. `file` resolves to the file's bytes.
    pub fn import_run(self, file: Promise) {
        spawn_local(async move {
            let bytes = match JsFuture::from(file).await {
                Ok(bytes) => bytes.unchecked_into::<Uint8Array>().to_vec(),
                Err(error) => {
                    let message = shims::error_text(&error);
                    return self.report(Failure { kind: FailureKind::BadInput, message, advice: None });
                }
            };
            if let Some(Reply::Run { run, .. }) = self.call(Command::ImportRun { bytes }).await {
                // With it may have come the others of its conversation.
                self.list_runs().await;
                self.list_names().await;
                self.open_run(run);
            }
        });
    }

    /// Sends a command whose reply lists the runs; false where it failed.
    async fn take_runs(self, command: Command) -> bool {
        let reply = self.engine.call(command).await;
        self.runs.now.set(js_sys::Date::now());
        match reply {
            Ok(Reply::Runs { runs }) => self.runs.stored.set(runs),
            Ok(_) => {}
            // The repository may be closed by now.
            Err(failure) if failure.kind == FailureKind::NotFound => return false,
            Err(failure) => {
                self.report(failure);
                return false;
            }
        }
        true
    }
}
