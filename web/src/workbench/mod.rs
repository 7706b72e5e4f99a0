//! What the page holds: one set of signals, shared by every component. What can be done with them is in `actions`.

mod runs;

pub use runs::{ForkFrom, RunHandle, Runs};

use crate::engine::EngineClient;
use crate::history::{History, Place};
use crate::preferences::{self, Theme};
use crate::text::LineIndex;
use leptos::prelude::*;
use protocol::{
    Citation, Direction, Evidence, Failure, FileView, KnownKey, Meaning, ModelChoice, Neighbourhood, Progress,
    RepositoryOverview, SpanCheck, StorageKind, StoredRepository, SymbolPage,
};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Code,
    /// A symbol's neighbourhood.
    Graph,
    Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// Repositories and files.
    Files,
    /// The conversation.
    Ask,
    Detail,
}

/// What lies over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    Palette,
    Model,
    Skipped,
    /// The keys.
    Keys,
    Fork,
    /// Lines that a run cites beside those of now.
    Lines,
    Storage,
}

/// What the engine reported when it started.
#[derive(Debug, Clone, PartialEq)]
pub struct Welcome {
    pub storage: StorageKind,
    pub agents: Vec<String>,
    /// Bytes of the bundled sample.
    pub sample_bytes: Option<u64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// The request; `None` while the browser still lists files.
    pub request: Option<u32>,
    pub name: String,
    /// True for a repository that is opened again.
    pub reopening: bool,
    pub progress: Option<Progress>,
    /// Files the browser has listed so far.
    pub listed: u32,
    /// True once the person has asked to stop.
    pub stopping: bool,
}

#[derive(Debug, PartialEq)]
pub struct OpenFile {
    pub view: FileView,
    pub lines: LineIndex,
}

#[derive(Clone, Copy)]
pub struct GraphState {
    /// Symbols walked through.
    pub history: RwSignal<History<u32>>,
    /// 1 to 3.
    pub depth: RwSignal<u32>,
    pub direction: RwSignal<Direction>,
    pub shown: RwSignal<Option<Arc<Neighbourhood>>>,
    /// Why nothing is.
    pub problem: RwSignal<Option<String>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Where on screen, in pixels: left, bottom of the chip.
    pub at: (f64, f64),
    pub citation: Citation,
    /// Its lines, where a tool returned them.
    pub evidence: Option<Arc<Evidence>>,
}

/// Lines as a run recorded them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedLines {
    pub path: String,
    /// First line.
    pub start: u32,
    pub end: u32,
    /// Their text as the run recorded it.
    pub text: Option<String>,
    /// Whether the repository holds them.
    pub check: SpanCheck,
}

/// Recorded lines that are looked at.
#[derive(Clone, Copy)]
pub struct LinesState {
    /// As the run has them.
    pub was: RwSignal<Option<RecordedLines>>,
    /// What is there now, or why nothing is; `None` while the file is read.
    pub now: RwSignal<Option<Result<String, String>>>,
}

/// Everything the page holds.
#[derive(Clone, Copy)]
pub struct Workbench {
    pub engine: EngineClient,
    /// What it reported when it started.
    pub welcome: RwSignal<Option<Welcome>>,
    pub stored: RwSignal<Vec<StoredRepository>>,
    pub overview: RwSignal<Option<Arc<RepositoryOverview>>>,
    pub arrival: RwSignal<Option<Arrival>>,
    pub runs: Runs,
    pub places: RwSignal<History<Place>>,
    pub file: RwSignal<Option<Arc<OpenFile>>>,
    /// Why there is none.
    pub file_problem: RwSignal<Option<String>>,
    pub symbol: RwSignal<Option<Arc<SymbolPage>>>,
    /// What a name that was clicked may mean, where that is not certain.
    pub meaning: RwSignal<Option<Arc<Meaning>>>,
    pub graph: GraphState,
    pub tab: RwSignal<Tab>,
    pub pane: RwSignal<Pane>,
    /// Recorded lines that are looked at.
    pub lines: LinesState,
    /// What lies over the page.
    pub dialog: RwSignal<Option<Dialog>>,
    /// The last failure that belongs nowhere else.
    pub notice: RwSignal<Option<Failure>>,
    pub preview: RwSignal<Option<Preview>>,
    /// The last announcement to screen readers.
    pub announced: RwSignal<String>,
    pub model: RwSignal<ModelChoice>,
    /// Which origins there are keys for.
    pub keys: RwSignal<Vec<KnownKey>>,
    pub agent: RwSignal<String>,
    pub theme: RwSignal<Theme>,
    /// Counts changes of colour, so that diagrams are drawn anew.
    pub colours: RwSignal<u32>,
}

impl Workbench {
    pub fn new() -> Self {
        Self {
            engine: EngineClient::new(),
            welcome: RwSignal::new(None),
            stored: RwSignal::new(Vec::new()),
            overview: RwSignal::new(None),
            arrival: RwSignal::new(None),
            runs: Runs::new(),
            places: RwSignal::new(History::default()),
            file: RwSignal::new(None),
            file_problem: RwSignal::new(None),
            symbol: RwSignal::new(None),
            meaning: RwSignal::new(None),
            graph: GraphState {
                history: RwSignal::new(History::default()),
                depth: RwSignal::new(1),
                direction: RwSignal::new(Direction::Both),
                shown: RwSignal::new(None),
                problem: RwSignal::new(None),
            },
            tab: RwSignal::new(Tab::Code),
            pane: RwSignal::new(Pane::Ask),
            lines: LinesState { was: RwSignal::new(None), now: RwSignal::new(None) },
            dialog: RwSignal::new(None),
            notice: RwSignal::new(None),
            preview: RwSignal::new(None),
            announced: RwSignal::new(String::new()),
            model: RwSignal::new(preferences::load("model").unwrap_or_default()),
            keys: RwSignal::new(Vec::new()),
            agent: RwSignal::new("plan-react".to_owned()),
            theme: RwSignal::new(preferences::load("theme").unwrap_or_default()),
            colours: RwSignal::new(0),
        }
    }

    /// The page that this component belongs to.
    pub fn get() -> Self {
        expect_context()
    }

    /// True while a question is worked on.
    pub fn is_asking(self) -> bool {
        self.runs.working().is_some()
    }

    /// The lines that are lit.
    pub fn lit(self) -> Option<Place> {
        self.places.with(|places| places.current().cloned())
    }
}
