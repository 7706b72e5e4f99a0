//! The state of the page: one set of signals, shared by every component. `actions` change it.

mod changes;
mod intake;
mod later;
mod links;
mod moves;
mod overview;
mod reading;
mod runs;

pub use changes::ChangesState;
pub use intake::{FolderAccess, FolderState, HostedState};
pub use later::{LaterModule, LaterPart, LaterView};
pub use links::LinkState;
pub use moves::{Moves, Wanted};
pub use overview::OverviewState;
pub use reading::{Card, NamedPlace, Reading};
pub use runs::{ForkFrom, RunHandle, Runs};

use crate::engine::EngineClient;
use crate::history::{History, Place};
use crate::preferences::{self, Theme};
use crate::text::{LineIndex, Region};
use leptos::prelude::*;
use protocol::{
    AgentInfo, ArrivingRepository, Citation, CommitView, Direction, Evidence, Failure, FileView, KnownKey, Meaning,
    ModelChoice, Neighbourhood, ProfileName, Progress, RepositoryOverview, SpanCheck, StorageKind, StoredRepository,
    SymbolPage,
};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    #[default]
    Overview,
    Code,
    Graph,
    Run,
    Changes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    Files,
    #[default]
    Ask,
    Detail,
}

/// The dialogs; at most one is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    Palette,
    Model,
    Skipped,
    Keys,
    Fork,
    /// Lines that a run cites, beside the present ones.
    Lines,
    /// A commit with what it changed.
    Commit,
    Storage,
    /// What agents remember.
    Memory,
    /// Servers of tools.
    Tools,
    /// The editor and the host that links to code lead to.
    Links,
}

/// What the engine reported when it started: the reply to `Hello`.
#[derive(Debug, Clone, PartialEq)]
pub struct Welcome {
    pub storage: StorageKind,
    pub agents: Vec<AgentInfo>,
    pub sample_bytes: Option<u64>,
}

/// A repository that is being imported or opened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Arrival {
    /// The request to the engine; `None` while the browser still lists files.
    pub request: Option<u32>,
    pub name: String,
    /// True for a stored repository, false for an import.
    pub reopening: bool,
    pub progress: Option<Progress>,
    /// When its phase began, in milliseconds since 1970.
    pub phase_since: f64,
    /// When it was reported last.
    pub advanced_at: f64,
    /// Files that the browser has listed so far.
    pub listed: u32,
    pub stopping: bool,
    /// The open repository with changes that were just written: its conversation stays.
    pub is_update: bool,
    /// What of it can be used already.
    pub repository: Option<ArrivingRepository>,
}

impl Arrival {
    /// Takes a report, at a time in milliseconds since 1970.
    pub fn advance(&mut self, progress: Progress, now: f64) {
        if self.progress.is_none_or(|before| before.phase != progress.phase || before.total != progress.total) {
            self.phase_since = now;
        }
        self.advanced_at = now;
        self.progress = Some(match self.progress {
            // Of a wait only the time is new.
            Some(before) if progress.wait_ms > 0 && before.phase == progress.phase => {
                Progress { wait_ms: progress.wait_ms, ..before }
            }
            _ => progress,
        });
    }
}

#[derive(Debug, PartialEq)]
pub struct OpenFile {
    pub view: FileView,
    pub lines: LineIndex,
    /// What can be folded.
    pub regions: Vec<Region>,
}

impl OpenFile {
    pub fn new(view: FileView) -> Self {
        let lines = LineIndex::new(&view.text);
        let regions = crate::text::regions(&view.text, &lines, &view.outline);
        Self { view, lines, regions }
    }
}

#[derive(Clone, Copy, Default)]
pub struct GraphState {
    /// The symbols that were in the middle.
    pub history: RwSignal<History<u32>>,
    /// 1 to 3.
    pub depth: RwSignal<u32>,
    pub direction: RwSignal<Direction>,
    pub shown: RwSignal<Option<Arc<Neighbourhood>>>,
    /// Why nothing is shown.
    pub problem: RwSignal<Option<String>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Where on screen, in pixels: left, bottom of the chip.
    pub at: (f64, f64),
    pub citation: Citation,
    /// Its lines, where a tool returned them in that run.
    pub evidence: Option<Arc<Evidence>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedLines {
    pub path: String,
    pub start: u32,
    pub end: u32,
    /// Their text as the run recorded it.
    pub text: Option<String>,
    /// Whether the repository still holds them.
    pub check: SpanCheck,
}

/// The comparison of recorded lines with the present file.
#[derive(Clone, Copy, Default)]
pub struct LinesState {
    /// As the run recorded them.
    pub was: RwSignal<Option<RecordedLines>>,
    /// The present lines, or why there are none; `None` while the file is read.
    pub now: RwSignal<Option<Result<String, String>>>,
}

/// Everything the page holds.
#[derive(Clone, Copy, Default)]
pub struct Workbench {
    pub engine: EngineClient,
    pub welcome: RwSignal<Option<Welcome>>,
    pub stored: RwSignal<Vec<StoredRepository>>,
    pub overview: RwSignal<Option<Arc<RepositoryOverview>>>,
    pub arrival: RwSignal<Option<Arrival>>,
    /// Counts the repositories that came on screen: with another number, files are of another state.
    pub shown: RwSignal<u32>,
    pub runs: Runs,
    pub moves: Moves,
    pub links: LinkState,
    pub places: RwSignal<History<Place>>,
    pub file: RwSignal<Option<Arc<OpenFile>>>,
    pub file_problem: RwSignal<Option<String>>,
    pub symbol: RwSignal<Option<Arc<SymbolPage>>>,
    /// What a name that was clicked may mean, where that is not certain.
    pub meaning: RwSignal<Option<Arc<Meaning>>>,
    pub graph: GraphState,
    pub reading: Reading,
    pub tab: RwSignal<Tab>,
    pub pane: RwSignal<Pane>,
    pub lines: LinesState,
    /// The commit in the dialog, or why there is none; `None` while it is read.
    pub commit: RwSignal<Option<Result<Arc<CommitView>, String>>>,
    pub changes: ChangesState,
    pub hosted: HostedState,
    pub folder: FolderState,
    /// The repository at first sight.
    pub glance: OverviewState,
    pub dialog: RwSignal<Option<Dialog>>,
    /// Whether a repository seems about to come.
    pub is_prepared: RwSignal<bool>,
    /// The part of the page that draws the panes and what dialogs show.
    pub later: RwSignal<LaterPart>,
    /// The last failure that no part of the page shows itself.
    pub notice: RwSignal<Option<Failure>>,
    pub preview: RwSignal<Option<Preview>>,
    pub announced: RwSignal<String>,
    pub model: RwSignal<ModelChoice>,
    /// The most tokens that a run may use; `None` for no limit.
    pub max_tokens: RwSignal<Option<u64>>,
    /// The names of other models at the same endpoint, by the kind of work that they are for.
    pub profiles: RwSignal<BTreeMap<ProfileName, String>>,
    /// Origins for which the engine holds a key.
    pub keys: RwSignal<Vec<KnownKey>>,
    pub agent: RwSignal<String>,
    pub theme: RwSignal<Theme>,
    /// Counts changes of the theme: diagrams are drawn again at each.
    pub colours: RwSignal<u32>,
}

impl Workbench {
    pub fn new() -> Self {
        let bench = Self::default();
        bench.runs.initialise();
        bench.graph.depth.set(1);
        // Nothing stored, or nothing that this version knows: the offline model, and the system's theme.
        bench.model.set(preferences::load("model", preferences::model_from_text).unwrap_or_default());
        bench.reading.wrap.set(preferences::load("wrap", |text| Some(text == "yes")).unwrap_or(false));
        bench.reading.hide_tests.set(preferences::load("hide-tests", |text| Some(text == "yes")).unwrap_or(false));
        bench.agent.set("plan-react".to_owned());
        bench.max_tokens.set(preferences::load("max-tokens", preferences::limit_from_text));
        let profiles = preferences::load("profiles", |text| Some(preferences::profiles_from_text(text)));
        // Nothing stored: one model for everything.
        bench.profiles.set(profiles.unwrap_or_default());
        bench.theme.set(preferences::load("theme", Theme::from_name).unwrap_or_default());
        bench
    }

    pub fn get() -> Self {
        expect_context()
    }

    pub fn is_asking(self) -> bool {
        self.runs.working().is_some()
    }

    /// The highlighted lines: the current place.
    pub fn lit(self) -> Option<Place> {
        self.places.with(|places| places.current().cloned())
    }
}
