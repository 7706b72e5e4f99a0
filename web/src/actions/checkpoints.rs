//! Inspecting a run's checkpoints, and forking from one.

use crate::run::RunView;
use crate::shims;
use crate::workbench::{Dialog, ForkFrom, RunHandle, Workbench};
use leptos::prelude::*;
use protocol::{CheckpointView, Command, Failure, ModelChoice, Reply};
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Selects a checkpoint of the run on screen; `None` for the run as it is now.
    pub fn choose_checkpoint(self, id: Option<u64>) {
        let at = self.runs.at;
        if at.id.get_untracked() == id {
            return;
        }
        at.id.set(id);
        at.changes.set(None);
        at.problem.set(None);
        if id.is_none() {
            at.shown.set(None);
        }
        self.load_checkpoint();
    }

    /// Shows the changes since the previous checkpoint in place of the state, or the state again.
    pub fn compare(self, is_comparing: bool) {
        self.runs.at.is_comparing.set(is_comparing);
        self.load_checkpoint();
    }

    /// Loads what is missing of the selected checkpoint.
    fn load_checkpoint(self) {
        let at = self.runs.at;
        let (Some(run), Some(checkpoint)) = (untrack(|| self.runs.shown()), at.id.get_untracked()) else { return };
        let parent = run.view.with_untracked(|view| view.checkpoint_called(checkpoint).and_then(|known| known.parent));
        let is_here = at.shown.with_untracked(|it| it.as_ref().is_some_and(|it| it.checkpoint.id == checkpoint));
        if !is_here {
            self.fetch(run, checkpoint, Command::Checkpoint { run: run.name(), checkpoint });
        }
        if let Some(from) = parent.filter(|_| at.is_comparing.get_untracked()) {
            self.fetch(run, checkpoint, Command::CompareCheckpoints { run: run.name(), from, to: checkpoint });
        }
    }

    fn fetch(self, run: RunHandle, checkpoint: u64, command: Command) {
        let at = self.runs.at;
        spawn_local(async move {
            let reply = self.engine.call(command).await;
            // The person may have selected another meanwhile.
            if untrack(|| self.runs.shown()) != Some(run) || at.id.get_untracked() != Some(checkpoint) {
                return;
            }
            match reply {
                Ok(Reply::Checkpoint { view }) => at.shown.set(Some(Arc::new(view))),
                Ok(Reply::Changes { changes }) => at.changes.set(Some(Arc::new(changes))),
                Ok(_) => {}
                Err(Failure { message, .. }) => {
                    at.shown.set(None);
                    at.problem.set(Some(message));
                }
            }
        });
    }

    /// Opens the dialog that asks what is to change in a fork from this checkpoint.
    pub fn plan_fork(self, run: RunHandle, at: &CheckpointView) {
        let field = |name: &str| at.fields.iter().find(|field| field.name == name);
        // Before the planner has run there is no plan.
        let plan = field("plan").map(|field| shims::string_list(&field.json)).unwrap_or_default();
        self.runs.fork.set(Some(ForkFrom {
            run: run.name(),
            checkpoint: at.checkpoint.id,
            question: run.view.with_untracked(|view| view.question.clone()),
            plan: plan.iter().filter_map(|step: JsValue| step.as_string()).collect(),
            is_end: at.checkpoint.next.is_empty(),
            is_imported: run.view.with_untracked(|view| view.is_imported),
            answered_by: run.view.with_untracked(|view| view.model.clone()),
        }));
        self.dialog.set(Some(Dialog::Fork));
    }

    pub fn fork(self, from: ForkFrom, question: Option<String>, plan: Option<Vec<String>>, model: ModelChoice) {
        if self.is_busy() {
            return;
        }
        self.dialog.set(None);
        let agent = untrack(|| self.runs.shown()).map(|run| run.view.with_untracked(|view| view.agent.clone()));
        // Its first event names the agent, should the run on screen be gone.
        let view = RunView::new(question.clone().unwrap_or(from.question), agent.unwrap_or_default());
        let mut view = view.answered_with(model.clone());
        view.is_imported = from.is_imported;
        let profiles = self.profiles_beside(&model);
        let command = Command::ForkRun { run: from.run, checkpoint: from.checkpoint, question, plan, model, profiles };
        let exchange = self.engine.send(command);
        self.begin(view, exchange);
    }
}
