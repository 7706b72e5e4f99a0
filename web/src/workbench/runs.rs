//! Runs as the page holds them: the conversation, the list of stored runs, the selected checkpoint.

use crate::run::RunView;
use leptos::prelude::*;
use protocol::{CheckpointView, FieldChange, ModelInfo, RunSummary};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Which conversation that is: the id of its first run. `None` for one that has not begun.
    pub current: RwSignal<Option<String>>,
    /// All runs on the page, of any conversation: one that works goes on while another conversation is on screen.
    pub loaded: RwSignal<Vec<RunHandle>>,
    /// Of questions that were asked again, by the first run: the run that is shown. The newest where none was chosen.
    pub picked: RwSignal<BTreeMap<u32, u32>>,
    /// Questions whose answers are shown side by side, by the first run.
    pub side_by_side: RwSignal<BTreeSet<u32>>,
    /// The names that the person has given to conversations.
    pub names: RwSignal<BTreeMap<String, String>>,
    /// The run that was opened from the list or by its address.
    pub looked_at: RwSignal<Option<RunHandle>>,
    /// The run on screen on the right; `None` for the last of the conversation.
    pub chosen: RwSignal<Option<RunHandle>>,
    /// What is stored with the open repository, newest first.
    pub stored: RwSignal<Vec<RunSummary>>,
    /// Runs that were suspended when the repository was opened, and can be resumed.
    pub offered: RwSignal<Vec<RunHandle>>,
    /// What is typed in the ask box and was not sent.
    pub draft: RwSignal<String>,
    /// A question that is asked once the repository is open that is being imported.
    pub waiting: RwSignal<Option<String>>,
    /// The folder that what is asked next is limited to; `None` for the whole repository.
    pub folder: RwSignal<Option<String>>,
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
        let run = self.owner.get_value().with(make);
        self.loaded.update(|runs| runs.push(run));
        run
    }

    /// The run of this name, where it is on the page.
    pub fn named(self, name: &str) -> Option<RunHandle> {
        self.loaded.with_untracked(|runs| runs.iter().rev().find(|run| run.name() == name).copied())
    }

    /// The questions of the conversation, each with its runs: one, or more where it was asked again. Oldest first.
    pub fn questions(self) -> Vec<Vec<RunHandle>> {
        let mut questions: Vec<Vec<RunHandle>> = Vec::new();
        for run in self.conversation.get() {
            let of = run.view.with(|view| view.instead_of.clone());
            let is_of = |other: &RunHandle| of.as_ref().is_some_and(|of| other.view.with(|view| view.run == *of));
            match questions.iter_mut().find(|runs| runs.iter().any(is_of)) {
                Some(runs) => runs.push(run),
                None => questions.push(vec![run]),
            }
        }
        questions
    }

    /// The run of a question that is shown, and that a later question goes on from.
    pub fn pick(self, question: &[RunHandle]) -> Option<RunHandle> {
        let chosen = question.first().and_then(|first| self.picked.with(|picked| picked.get(&first.id).copied()));
        question.iter().find(|run| Some(run.id) == chosen).or(question.last()).copied()
    }

    /// Chooses the run that is shown of the question that `first` asked first.
    pub fn choose(self, first: RunHandle, run: RunHandle) {
        self.picked.update(|picked| {
            picked.insert(first.id, run.id);
        });
    }

    /// Has the newest run of that question shown.
    pub fn pick_newest(self, first: RunHandle) {
        self.picked.update(|picked| {
            picked.remove(&first.id);
        });
    }

    /// Whether the conversation came from a file: nothing is asked in it.
    pub fn is_read_only(self) -> bool {
        self.conversation.with(|runs| runs.iter().any(|run| run.view.with(|view| view.is_imported)))
    }

    /// The conversation that a stored run is shown in: its own, for a fork that of the run it came from.
    pub fn conversation_of(self, run: &RunSummary) -> String {
        self.stored.with(|stored| conversation_among(stored, run))
    }

    pub fn shown(self) -> Option<RunHandle> {
        self.chosen.get().or_else(|| self.conversation.with(|runs| runs.last().copied()))
    }

    pub fn working(self) -> Option<RunHandle> {
        self.loaded.with(|runs| runs.iter().copied().find(|run| run.is_running()))
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

    /// Puts a conversation on screen.
    pub fn show_conversation(self, id: Option<String>, runs: Vec<RunHandle>) {
        self.show(None);
        self.looked_at.set(None);
        self.picked.set(BTreeMap::new());
        self.side_by_side.set(BTreeSet::new());
        self.offered.update(|offered| offered.retain(|run| !runs.contains(run)));
        self.conversation.set(runs);
        self.current.set(id);
    }

    /// Resets everything that belongs to the repository that was open.
    pub fn clear(self) {
        self.show(None);
        self.fork.set(None);
        self.show_conversation(None, Vec::new());
        self.loaded.set(Vec::new());
        self.names.set(BTreeMap::new());
        self.offered.set(Vec::new());
        self.draft.set(String::new());
        self.folder.set(None);
        self.stored.set(Vec::new());
    }
}

/// As [`Runs::conversation_of`].
fn conversation_among(stored: &[RunSummary], run: &RunSummary) -> String {
    let mut run = run;
    // A chain of forks is as long as there are runs; a file can hold one that leads to itself.
    for _ in 0..stored.len() {
        let began_one = run.conversation == run.id;
        let origin = run.forked_from.as_ref().filter(|_| began_one);
        match origin.and_then(|origin| stored.iter().find(|other| other.id == origin.run)) {
            Some(origin) => run = origin,
            None => break,
        }
    }
    match run.conversation.as_str() {
        // Of an engine that does not say.
        "" => run.id.clone(),
        conversation => conversation.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ModelChoice, RunOrigin, RunStatus};

    fn run(id: &str, conversation: &str, forked_from: Option<&str>) -> RunSummary {
        RunSummary {
            id: id.to_owned(),
            question: String::new(),
            agent: String::new(),
            model: ModelChoice::Offline,
            imported: false,
            status: RunStatus::Answered,
            started_at: 0.0,
            ms: 0.0,
            steps: 0,
            bytes: 0,
            forked_from: forked_from.map(|run| RunOrigin { run: run.to_owned(), checkpoint: 0 }),
            not_stored: false,
            conversation: conversation.to_owned(),
            instead_of: None,
        }
    }

    #[test]
    fn a_fork_is_shown_in_the_conversation_that_it_came_from() {
        let stored = [
            run("a", "a", None),
            run("b", "a", None),
            run("f", "f", Some("b")),
            run("g", "g", Some("f")),
            run("h", "h", Some("gone")),
            run("x", "x", Some("x")),
        ];
        let of = |id: &str| conversation_among(&stored, stored.iter().find(|run| run.id == id).unwrap());
        assert_eq!(["a", "b", "f", "g", "h", "x"].map(of), ["a", "a", "a", "a", "h", "x"]);
    }
}
