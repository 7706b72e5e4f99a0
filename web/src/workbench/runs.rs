//! Runs as the page holds them: the conversation, the list of stored runs, the selected checkpoint.

use crate::run::RunView;
use leptos::prelude::*;
use protocol::{CheckpointView, FieldChange, ModelInfo, RunSummary};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunHandle {
    /// Identifies it on the page: the id of the request that first loaded or started it.
    pub id: u32,
    /// The request that runs it; the last one where it is suspended.
    pub request: RwSignal<u32>,
    pub view: RwSignal<RunView>,
}

impl RunHandle {
    pub fn is_running(self) -> bool {
        self.view.with(RunView::is_running)
    }

    /// The id of its element in the conversation.
    pub fn element(self) -> String {
        format!("run-{}", self.id)
    }

    /// Its name in storage; empty before it has started.
    pub fn name(self) -> String {
        self.view.with_untracked(|view| view.run.clone())
    }
}

#[derive(Clone, Copy, Default)]
pub struct Runs {
    /// Owns the signals of runs, so that they live as long as the page and not as the component that made them.
    owner: StoredValue<Owner>,
    /// The conversation, oldest first.
    pub conversation: RwSignal<Vec<RunHandle>>,
    /// The run on screen on the right; `None` for the last of the conversation.
    pub chosen: RwSignal<Option<RunHandle>>,
    /// What is stored with the open repository, newest first.
    pub stored: RwSignal<Vec<RunSummary>>,
    /// Runs that were suspended when the repository was opened, and can be resumed.
    pub offered: RwSignal<Vec<RunHandle>>,
    /// What is typed in the ask box and was not sent.
    pub draft: RwSignal<String>,
    /// Whether tool calls wait for the person's approval.
    pub is_asked_first: RwSignal<bool>,
    /// The present time in milliseconds since 1970, updated each minute.
    pub now: RwSignal<f64>,
    pub at: Walk,
    /// The fork that the dialog is about.
    pub fork: RwSignal<Option<ForkFrom>>,
}

/// The selected checkpoint of the run on screen.
#[derive(Clone, Copy, Default)]
pub struct Walk {
    /// `None` for the run as it is now.
    pub id: RwSignal<Option<u64>>,
    /// The checkpoint with its state, once loaded.
    pub shown: RwSignal<Option<Arc<CheckpointView>>>,
    /// What changed since the previous checkpoint, once loaded.
    pub changes: RwSignal<Option<Arc<Vec<FieldChange>>>>,
    pub is_comparing: RwSignal<bool>,
    /// Why nothing is shown.
    pub problem: RwSignal<Option<String>>,
}

/// What a fork starts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForkFrom {
    pub run: String,
    pub checkpoint: u64,
    pub question: String,
    /// The plan at that checkpoint; empty before there is one.
    pub plan: Vec<String>,
    /// True where no node follows the checkpoint.
    pub is_end: bool,
    pub is_imported: bool,
    pub answered_by: Option<ModelInfo>,
}

impl Runs {
    /// Sets what is not empty on a new page. Must be called in the page's outermost component.
    pub fn initialise(self) {
        self.owner.set_value(Owner::current().expect("a component has an owner"));
        self.is_asked_first.set(crate::preferences::load("approve", |text| text.parse().ok()).unwrap_or(false));
        self.now.set(js_sys::Date::now());
    }

    /// A handle for the run of a request; it lives as long as the page.
    pub fn make(self, request: u32, view: RunView) -> RunHandle {
        let make = || RunHandle { id: request, request: RwSignal::new(request), view: RwSignal::new(view) };
        self.owner.get_value().with(make)
    }

    pub fn shown(self) -> Option<RunHandle> {
        self.chosen.get().or_else(|| self.conversation.with(|runs| runs.last().copied()))
    }

    pub fn working(self) -> Option<RunHandle> {
        self.conversation.with(|runs| runs.iter().copied().find(|run| run.is_running()))
    }

    pub fn store(self, run: RunSummary) {
        self.stored.update(|runs| match runs.iter_mut().find(|known| known.id == run.id) {
            Some(known) => *known = run,
            None => runs.insert(0, run),
        });
    }

    /// Shows a run in the detail pane, as it is now; `None` for the last of the conversation.
    pub fn show(self, run: Option<RunHandle>) {
        self.chosen.set(run);
        self.at.id.set(None);
        self.at.shown.set(None);
        self.at.changes.set(None);
        self.at.problem.set(None);
    }

    /// Resets everything that belongs to the repository that was open.
    pub fn clear(self) {
        self.show(None);
        self.fork.set(None);
        self.conversation.set(Vec::new());
        self.offered.set(Vec::new());
        self.draft.set(String::new());
        self.stored.set(Vec::new());
    }
}
