//! Addresses of places: the fragment of the page's URL.
//!
//! `#/repo/ID`, then nothing or one of `/file/PATH:FIRST-LAST`, `/symbol/PATH:NAME`, `/graph/PATH:NAME?depth=2`, `/run/RUN`,
//! `/run/RUN/CHECKPOINT`, `/answer/RUN`, `/conversation/ID`, `/tab/NAME`. Everything in an address keeps its name when the
//! repository is imported again: a symbol is its file and its qualified name. An address can be written by anybody.

mod parse;
mod percent;

use crate::strings;
pub use parse::{AddressError, parse};

use crate::history::Place;
use crate::workbench::Tab;
pub use percent::encoded;
use protocol::Direction;
use std::fmt;

/// The tabs of the detail pane with their names in addresses.
const TABS: [(Tab, &str); 5] = [
    (Tab::Overview, "overview"),
    (Tab::Code, "code"),
    (Tab::Graph, "graph"),
    (Tab::Run, "run"),
    (Tab::Changes, "changes"),
];

/// A place in a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The repository's name in addresses.
    pub repository: String,
    pub spot: Spot,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// The repository as a whole.
    Repository,
    /// A file, with its lines if any.
    File(Place),
    Symbol(SymbolName),
    Graph {
        symbol: SymbolName,
        /// 1 to 3.
        depth: u32,
        direction: Direction,
    },
    Run {
        run: String,
        checkpoint: Option<u64>,
    },
    /// A run's answer in its conversation.
    Answer(String),
    Conversation(String),
    Tab(Tab),
}

/// A symbol by names that stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolName {
    /// The file that defines it.
    pub path: String,
    /// Its qualified name.
    pub name: String,
    /// Where the file defines several of that name: the first line of this one.
    pub line: Option<u32>,
}

impl Spot {
    /// Whether going from here to there is only a change of the same view, which is no step of the browser's history.
    pub fn is_same_view(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Graph { symbol, .. }, Self::Graph { symbol: other, .. }) => symbol == other,
            (Self::Run { run, .. }, Self::Run { run: other, .. }) => run == other,
            // The tab fills with what it shows first.
            (Self::Tab(Tab::Graph), Self::Graph { .. }) | (Self::Tab(Tab::Run), Self::Run { .. }) => true,
            (Self::Repository, Self::Conversation(_)) => true,
            _ => self == other,
        }
    }
}

/// The fragment, with its `#`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#/repo/{}", encoded(&self.repository))?;
        match &self.spot {
            Spot::Repository => Ok(()),
            Spot::File(place) => write!(f, "/file/{}{}", encoded(&place.path), lines(place)),
            Spot::Symbol(symbol) => write!(f, "/symbol/{symbol}"),
            Spot::Graph { symbol, depth, direction } => write!(f, "/graph/{symbol}{}", query(*depth, *direction)),
            Spot::Run { run, checkpoint: None } => write!(f, "/run/{}", encoded(run)),
            Spot::Run { run, checkpoint: Some(checkpoint) } => write!(f, "/run/{}/{checkpoint}", encoded(run)),
            Spot::Answer(run) => write!(f, "/answer/{}", encoded(run)),
            Spot::Conversation(conversation) => write!(f, "/conversation/{}", encoded(conversation)),
            Spot::Tab(tab) => write!(f, "/tab/{}", tab_name(*tab)),
        }
    }
}

impl fmt::Display for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", encoded(&self.path), encoded(&self.name))?;
        self.line.map_or(Ok(()), |line| write!(f, "@{line}"))
    }
}

/// The lines of a place as people write them, with the colon before; empty for a file as a whole.
pub fn lines(place: &Place) -> String {
    match (place.start, place.end) {
        (0, _) => String::new(),
        (start, end) if end <= start => format!(":{start}"),
        (start, end) => format!(":{start}-{end}"),
    }
}

fn query(depth: u32, direction: Direction) -> String {
    let direction = match direction {
        Direction::Both => None,
        Direction::Callers => Some("direction=callers"),
        Direction::Callees => Some("direction=callees"),
    };
    let depth = (depth > 1).then(|| format!("depth={depth}"));
    let parts: Vec<String> = depth.into_iter().chain(direction.map(str::to_owned)).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

pub fn tab_name(tab: Tab) -> &'static str {
    TABS.iter().find(|(known, _)| *known == tab).expect("every tab has a name").1
}

/// What a window or a tab of the browser is called while it shows a place: the place first, because the end is cut off.
/// `question` gives the question of a run.
pub fn title(spot: &Spot, repository: &str, question: impl Fn(&str) -> Option<String>) -> String {
    let asked = |run: &str| question(run).unwrap_or_else(|| strings::address_title_a_run().to_owned());
    let place = match spot {
        Spot::Repository => None,
        Spot::File(place) => Some(format!("{}{}", crate::text::file_name(&place.path), lines(place))),
        Spot::Symbol(symbol) => Some(symbol.name.clone()),
        Spot::Graph { symbol, .. } => Some(strings::address_title_calls(&symbol.name)),
        Spot::Run { run, .. } => Some(strings::address_title_run(asked(run))),
        Spot::Answer(run) => Some(asked(run)),
        Spot::Conversation(conversation) => question(conversation),
        Spot::Tab(tab) => Some(match *tab {
            Tab::Graph => strings::common_graph().to_owned(),
            Tab::Run => strings::common_run().to_owned(),
            Tab::Changes => strings::common_changes().to_owned(),
            _ => return format!("{repository} - Quarry"),
        }),
    };
    match place {
        Some(place) => format!("{place} - {repository} - Quarry"),
        None => format!("{repository} - Quarry"),
    }
}

#[cfg(test)]
mod tests;
