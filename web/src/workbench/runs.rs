//! Runs as the page holds them: the conversation, the list of what is stored, the checkpoint that is looked at.

use crate::run::RunView;
use leptos::prelude::*;
use protocol::{CheckpointView, FieldChange, ModelInfo, RunSummary};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunHandle {
    /// Names it on the page: the request that first brought it.
    pub id: u32,
    /// The request that works on it; the last one where it is suspended.
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

/// Everything the page holds of runs.
#[derive(Clone, Copy)]
pub struct Runs {
    /// The page's own: what belongs to a part of the page goes away with that part.
    owner: StoredValue<Owner>,
    /// The conversation, oldest first.
    pub conversation: RwSignal<Vec<RunHandle>>,
    /// The run on screen on the right; `None` for the last of the conversation.
    pub chosen: RwSignal<Option<RunHandle>>,
    /// What is stored with the open repository, newest first.
    pub stored: RwSignal<Vec<RunSummary>>,
    /// Runs that were suspended when the repository was opened, and can be resumed.
    pub offered: RwSignal<Vec<RunHandle>>,
    /// Whether tools wait for a person.
    pub is_asked_first: RwSignal<bool>,
    /// Now, milliseconds since 1970, to the minute.
    pub now: RwSignal<f64>,
    /// The checkpoint that is looked at.
    pub at: Walk,
    /// A fork that is being made.
    pub fork: RwSignal<Option<ForkFrom>>,
}

/// A walk through a run's checkpoints: the one that is looked at.
#[derive(Clone, Copy)]
pub struct Walk {
    /// Which; `None` for the run as it is now.
    pub id: RwSignal<Option<u64>>,
    /// It, with its state.
    pub shown: RwSignal<Option<Arc<CheckpointView>>>,
    /// What changed since the checkpoint before, once asked for.
    pub changes: RwSignal<Option<Arc<Vec<FieldChange>>>>,
    /// Whether changes are shown in place of the state.
    pub is_comparing: RwSignal<bool>,
    /// Why nothing is.
    pub problem: RwSignal<Option<String>>,
}

/// A fork that is being made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForkFrom {
    pub run: String,
    /// The last checkpoint that is kept.
    pub checkpoint: u64,
    /// The question at that checkpoint.
    pub question: String,
    /// The plan at that checkpoint; empty before there is one.
    pub plan: Vec<String>,
    /// True where nothing comes after it.
    pub is_end: bool,
    /// The run came from a file.
    pub is_imported: bool,
    /// Who answered last.
    pub answered_by: Option<ModelInfo>,
}

impl Runs {
    pub fn new() -> Self {
        Self {
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            conversation: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(None),
            stored: RwSignal::new(Vec::new()),
            offered: RwSignal::new(Vec::new()),
            is_asked_first: RwSignal::new(crate::preferences::load("approve").unwrap_or(false)),
            now: RwSignal::new(js_sys::Date::now()),
            at: Walk {
                id: RwSignal::new(None),
                shown: RwSignal::new(None),
                changes: RwSignal::new(None),
                is_comparing: RwSignal::new(false),
                problem: RwSignal::new(None),
            },
            fork: RwSignal::new(None),
        }
    }

    /// A run that `request` asks for; it lives as long as the page.
    pub fn make(self, request: u32, view: RunView) -> RunHandle {
        let make = || RunHandle { id: request, request: RwSignal::new(request), view: RwSignal::new(view) };
        self.owner.get_value().with(make)
    }

    pub fn shown(self) -> Option<RunHandle> {
        self.chosen.get().or_else(|| self.conversation.with(|runs| runs.last().copied()))
    }

    /// The run that works.
    pub fn working(self) -> Option<RunHandle> {
        self.conversation.with(|runs| runs.iter().copied().find(|run| run.is_running()))
    }

    /// The run of this name in the conversation.
    pub fn called(self, name: &str) -> Option<RunHandle> {
        let is_it = |run: &RunHandle| run.view.with_untracked(|view| view.run == name);
        self.conversation.with_untracked(|runs| runs.iter().copied().find(is_it))
    }

    /// Updates a run from its stored state.
    pub fn store(self, run: RunSummary) {
        self.stored.update(|runs| match runs.iter_mut().find(|known| known.id == run.id) {
            Some(known) => *known = run,
            None => runs.insert(0, run),
        });
    }

    /// Shows a run on the right, as it is now.
    pub fn show(self, run: Option<RunHandle>) {
        self.chosen.set(run);
        self.at.id.set(None);
        self.at.shown.set(None);
        self.at.changes.set(None);
        self.at.problem.set(None);
    }

    /// Forgets everything of the repository that was open.
    pub fn clear(self) {
        self.show(None);
        self.fork.set(None);
        self.conversation.set(Vec::new());
        self.offered.set(Vec::new());
        self.stored.set(Vec::new());
    }
}
