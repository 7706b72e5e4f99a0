//! Where the repository has what a request speaks of: files that it names, places of a search, its symbols.

use crate::evidence::{described, of_span};
use crate::text_calls::{Paths, files_named};
use crate::{IndexFailure, ToolOutput};
use change_set::ChangeSet;
use codebase::{Now, Overlaid, Reader};
use protocol::{Basis, Evidence, Relation};
use source::RepoPath;

/// Places of a search whose files are read where nobody chooses.
const HITS: usize = 8;
/// Files of the repository that a prompt lists.
const LISTED: usize = 200;

/// Where the repository has what a request speaks of.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// The files that it names, each once.
    pub named: Vec<String>,
    /// The best places of a search for it, without secrets.
    pub matches: Vec<Evidence>,
    /// The files of the repository, as many as a prompt lists.
    pub files: Vec<String>,
    /// How many files there are.
    pub all: usize,
}

impl Places {
    /// The files of the best places and those that are named, each once.
    pub fn likely(&self) -> Vec<String> {
        let mut likely: Vec<String> = Vec::new();
        for path in self.named.iter().chain(self.matches.iter().map(|found| &found.path)) {
            if !likely.contains(path) {
                likely.push(path.clone());
            }
        }
        likely
    }
}

/// The paths of a repository with the proposed changes in it.
struct Proposed<'a>(Overlaid<'a>);

impl Paths for Proposed<'_> {
    fn is_file(&self, path: &str) -> bool {
        RepoPath::parse(path).is_ok_and(|path| self.0.has(&path))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.is_folder(path)
    }
}

/// Looks for what a request speaks of.
///
/// # Errors
/// The index could not be read.
pub(super) async fn find(reader: &Reader, changes: &ChangeSet, request: &str) -> Result<Places, IndexFailure> {
    let found = reader.ask_bounded(|codebase| {
        let over = Overlaid::new(codebase, changes);
        let named = files_named(request, &Proposed(over));
        let paths = over.paths();
        let files = paths.iter().take(LISTED).map(|path| path.to_string()).collect();
        Places { named, matches: matches(over, request), files, all: paths.len() }
    });
    Ok(found.await.map_err(IndexFailure::from)?.answer)
}

fn matches(over: Overlaid<'_>, request: &str) -> Vec<Evidence> {
    let hits = over.codebase().search(request, HITS);
    let evidence = hits.iter().filter_map(|hit| {
        // What is gone is no match; a page that is not loaded is noted, and the question runs again.
        let Ok(Now::Here(span)) = over.now(&hit.span) else { return None };
        let found = of_span(over, &span, Relation::Hit, Basis::Search { score: hit.score });
        Some(hit.symbol.as_ref().map_or_else(|| found.clone(), |symbol| described(found.clone(), symbol)))
    });
    let mut output = ToolOutput { evidence: evidence.collect(), ..ToolOutput::default() };
    crate::tools::mask_parts(&mut output);
    output.evidence
}

/// Those of these paths that are files, each once and at most so many.
///
/// # Errors
/// The index could not be read.
pub(super) async fn existing(
    reader: &Reader,
    changes: &ChangeSet,
    paths: &[String],
    most: usize,
) -> Result<Vec<String>, IndexFailure> {
    let found = reader.ask_bounded(|codebase| {
        let proposed = Proposed(Overlaid::new(codebase, changes));
        let mut files: Vec<String> = Vec::new();
        for path in paths.iter().map(|path| path.trim().trim_start_matches("./").to_owned()) {
            if files.len() < most && proposed.is_file(&path) && !files.contains(&path) {
                files.push(path);
            }
        }
        files
    });
    Ok(found.await.map_err(IndexFailure::from)?.answer)
}
