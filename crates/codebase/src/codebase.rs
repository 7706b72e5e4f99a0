//! The parts, and how they hang together.

use crate::StorageError;
use crate::lists::Lists;
use crate::scope::Scope;
use crate::symbol_finder::SymbolFinder;
use crate::test_index::TestIndex;
use call_graph::{CallGraph, SymbolId, WholeGraph};
use code_words::misspelt::Misspelt;
use code_words::path;
use paging::{Loaded, Missing, Pages};
use search_index::{Finder, LearnedVectors, Meanings, SearchIndex};
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileId, Language, RepoPath, Snapshot};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use survey::FileSurvey;

/// Letters up to which what was typed may be the first letters of a name's parts, where not all names are fetched.
const INITIALS: usize = 6;

/// A snapshot with its call graph and search index. Immutable. Clones share all of it.
///
/// In memory as a whole, or read in pages of an index: then a question may need a page that is not loaded, and its answer
/// counts only if none was missing. [`Reader`](crate::Reader) ensures that.
#[derive(Debug, Clone)]
pub struct Codebase {
    snapshot: Snapshot,
    graph: Arc<CallGraph>,
    index: Arc<SearchIndex>,
    /// Files that a grammar could not wholly read: how many errors each. By file.
    syntax_errors: Arc<[(FileId, u32)]>,
    symbols: Arc<SymbolFinder>,
    path_finder: Arc<Finder>,
    /// Where each line of a file starts; made when a file is first looked at.
    line_starts: Arc<[OnceLock<Box<[u32]>>]>,
    /// Whether a file is seldom what is asked for, by its path; of each symbol it is asked.
    asides: Arc<[OnceLock<bool>]>,
    /// Set where it is read in pages.
    paged: Option<Paged>,
    /// `None` for an index that was made before lists were kept.
    lists: Option<Lists>,
    /// What definitions mean, where its searches are to know it.
    meanings: Option<Arc<dyn Meanings>>,
    /// What each file adds to the lists, by file: of one that was built, and not read.
    surveyed: Option<Arc<[Arc<FileSurvey>]>>,
    /// The folder that its questions are limited to.
    scope: Option<Scope>,
}

/// What a codebase that is read in pages has beside the tables of its parts.
#[derive(Debug, Clone)]
pub(crate) struct Paged {
    /// By file: the snapshot has none.
    pub texts: Pages<String>,
    /// Page faults of all tables.
    pub missing: Missing,
    pub precomputed: Arc<Precomputed>,
    /// `None` where only the list of tests itself is kept.
    pub tests: Option<TestIndex>,
}

/// What takes all of a codebase to compute, so that it is stored with an index.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Precomputed {
    pub skipped: u32,
    pub suggestions: Vec<String>,
    /// Most called first.
    pub most_called: Vec<SymbolId>,
}

impl Codebase {
    pub(crate) fn assemble(
        snapshot: Snapshot,
        graph: CallGraph,
        index: impl Into<Arc<SearchIndex>>,
        syntax_errors: Vec<(FileId, u32)>,
    ) -> Self {
        let symbols = graph.whole().map_or_else(SymbolFinder::default, SymbolFinder::of_all).into();
        let path_finder = Finder::new(snapshot.files.iter().map(|file| file.path.as_str())).into();
        let line_starts = (0..snapshot.files.len()).map(|_| OnceLock::new()).collect();
        let asides = (0..snapshot.files.len()).map(|_| OnceLock::new()).collect();
        let (paged, lists, meanings, surveyed, scope) = (None, None, None, None, None);
        let (graph, index, syntax_errors) = (graph.into(), index.into(), syntax_errors.into());
        Self {
            snapshot,
            graph,
            index,
            syntax_errors,
            symbols,
            path_finder,
            line_starts,
            asides,
            paged,
            lists,
            meanings,
            surveyed,
            scope,
        }
    }

    /// Whether a file is seldom what is asked for: a test, an example, generated.
    pub(crate) fn is_aside_file(&self, file: FileId) -> bool {
        let judge = || {
            let path = self.snapshot.file(file).path.as_str();
            path::is_aside(path) || path::is_generated(path)
        };
        *self.asides[file.0 as usize].get_or_init(judge)
    }

    /// Whether it has the lists of what the repository has; one of stored bytes of before there were lists has none.
    pub fn has_lists(&self) -> bool {
        self.lists.is_some()
    }

    /// The same, whose questions are limited to a folder. Lists are filtered here where they are in memory, and else when their
    /// pages are loaded: of one that is read in pages none may be loaded yet.
    pub(crate) fn within(&self, scope: Option<Scope>) -> Self {
        let scoped = Self { scope, ..self.clone() };
        let lists = match scoped.scope.as_ref().and(scoped.lists.as_ref()).and_then(|lists| lists.in_memory()) {
            Some(pages) => Some(Lists::whole(pages.iter().map(|page| scoped.entries_in_scope(page.clone())).collect())),
            None => scoped.lists.clone(),
        };
        Self { lists, ..scoped }
    }

    /// The folder that its questions are limited to; `None` where they are about all of it.
    pub fn scope(&self) -> Option<&Scope> {
        self.scope.as_ref()
    }

    /// The same, read in pages.
    pub(crate) fn in_pages(self, paged: Paged) -> Self {
        Self { paged: Some(paged), ..self }
    }

    /// With the lists of what it has.
    pub(crate) fn with_lists(self, lists: Option<Lists>) -> Self {
        Self { lists, ..self }
    }

    /// With what each file adds to the lists, so that an update need not look at all files again.
    pub(crate) fn with_surveyed(self, surveyed: Option<Vec<Arc<FileSurvey>>>) -> Self {
        Self { surveyed: surveyed.map(Arc::from), ..self }
    }

    pub(crate) fn surveyed(&self) -> Option<&[Arc<FileSurvey>]> {
        self.surveyed.as_deref()
    }

    /// With a table of learned words: searches in words sort their first hits once more. One that is read in pages stays as
    /// it is, because all functions of the files of fifty hits are looked at, and their texts are more than what is shown.
    #[must_use]
    pub fn with_learned_words(self, table: Arc<learned_words::Table>) -> Self {
        let files = self.snapshot.files.len();
        let made = || Arc::new(LearnedVectors::new(table, files)) as Arc<dyn Meanings>;
        let meanings = self.paged.is_none().then(made);
        Self { meanings, ..self }
    }

    pub(crate) fn meanings(&self) -> Option<&dyn Meanings> {
        self.meanings.as_deref()
    }

    pub(crate) fn lists(&self) -> Option<&Lists> {
        self.lists.as_ref()
    }

    pub(crate) fn paged(&self) -> Option<&Paged> {
        self.paged.as_ref()
    }

    /// The call graph with all its symbols and edges at hand.
    ///
    /// # Errors
    /// [`StorageError::InPages`].
    pub(crate) fn whole_graph(&self) -> Result<&WholeGraph, StorageError> {
        self.graph.whole().ok_or(StorageError::InPages)
    }

    /// The text of a file of the snapshot.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn text(&self, file: FileId) -> Loaded<&str> {
        match &self.paged {
            None => Ok(self.snapshot.text(file)),
            Some(Paged { texts, .. }) => Ok(texts.get(file.0 as usize)?.expect("every file has a text")),
        }
    }

    /// What of a file is searched ([`source::embedded::searched`]), of the same length and lines as its text.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub(crate) fn searched(&self, file: FileId) -> Loaded<Cow<'_, str>> {
        Ok(source::embedded::searched(&self.snapshot.file(file).path, self.text(file)?))
    }

    /// The code of a file ([`source::embedded::code_of`]), of the same length and lines as its text.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub(crate) fn code(&self, file: FileId) -> Loaded<Cow<'_, str>> {
        Ok(source::embedded::code_of(&self.snapshot.file(file).path, self.text(file)?))
    }

    /// The hash of the text of a file of the snapshot.
    ///
    /// # Errors
    /// The page of its text is not loaded: an index that is read in pages stores no hashes.
    pub fn hash_of(&self, file: FileId) -> Loaded<ContentHash> {
        match &self.paged {
            None => Ok(self.snapshot.file(file).hash),
            Some(_) => Ok(ContentHash::of(self.text(file)?.as_bytes())),
        }
    }

    /// The files. Their text is in it only where the codebase is in memory as a whole: ask [`text`](Self::text).
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The language of a file; by its name where there is no such file.
    pub fn language_of(&self, path: &RepoPath) -> Language {
        let file = self.snapshot.find(path.as_str()).map(|file| self.snapshot.file(file).language);
        file.unwrap_or_else(|| Language::detect(path))
    }

    /// Who calls whom.
    pub fn graph(&self) -> &CallGraph {
        &self.graph
    }

    /// The search index.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// Files that a grammar could not wholly read, with the number of errors.
    pub fn syntax_errors(&self) -> &[(FileId, u32)] {
        &self.syntax_errors
    }

    /// The symbols that may have a name like what was typed: all of them, unless their names are too much to fetch.
    /// `all_names`: how many bytes of names are not too much.
    pub(crate) fn symbol_finder(&self, typed: &str, all_names: usize) -> Cow<'_, SymbolFinder> {
        let Some(graph) = self.graph.paged() else { return Cow::Borrowed(&self.symbols) };
        let all = graph.bytes_of_names() <= all_names;
        let typed: String = typed.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        // A name is not begun like this only once all pages that could hold such a name are there.
        let is_complete = || self.paged().is_none_or(|paged| paged.missing.is_empty());
        let mut named = graph.named_from(if all { "" } else { &typed });
        if !all && named.is_empty() && is_complete() {
            named = Misspelt::new(&typed).map_or_else(Vec::new, |word| graph.named_near(&word));
        }
        // The first letters of parts, as `gun` for `get_user_name`: among the names of that letter.
        if !all && named.is_empty() && is_complete() && typed.chars().count() <= INITIALS {
            named =
                typed.chars().next().map_or_else(Vec::new, |first| graph.named_from(first.encode_utf8(&mut [0; 4])));
        }
        Cow::Owned(SymbolFinder::of_named(named))
    }

    pub(crate) fn path_finder(&self) -> &Finder {
        &self.path_finder
    }

    /// Lines `start..=end` of a file, from 1, without the last one's line end. `Ok(None)` where the file has not all of
    /// them.
    ///
    /// # Errors
    /// The page of its text is not loaded.
    pub fn lines(&self, file: FileId, start: u32, end: u32) -> Loaded<Option<&str>> {
        let text = self.text(file)?;
        let range = self.line_range(file, text, start, end);
        let lines = range.and_then(|Range { start, end }| text.get(start..end));
        Ok(lines.map(|lines| lines.trim_end_matches('\n').trim_end_matches('\r')))
    }

    pub(crate) fn line_range(&self, file: FileId, text: &str, start: u32, end: u32) -> Option<Range<usize>> {
        let starts = self.line_starts[file.0 as usize].get_or_init(|| line_starts(text));
        range_in(starts, text, start, end)
    }
}

/// The bytes of lines `start..=end` of a text that is not kept; None where it has not all of them.
pub(crate) fn range_of_lines(text: &str, start: u32, end: u32) -> Option<Range<usize>> {
    range_in(&line_starts(text), text, start, end)
}

fn range_in(starts: &[u32], text: &str, start: u32, end: u32) -> Option<Range<usize>> {
    let first = *starts.get(start.checked_sub(1)? as usize)? as usize;
    let last = end.checked_sub(1).filter(|last| start <= *last + 1 && (*last as usize) < starts.len())? as usize;
    Some(first..starts.get(last + 1).map_or(text.len(), |next| *next as usize))
}

/// Number of lines, as a snapshot counts them: an empty text has none.
pub(crate) fn lines_in(text: &str) -> u32 {
    if text.is_empty() { 0 } else { line_starts(text).len() as u32 }
}

/// An empty text is one empty line; a newline at the end starts no further line.
fn line_starts(text: &str) -> Box<[u32]> {
    let after_newlines = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
    std::iter::once(0).chain(after_newlines.filter(|next| (*next as usize) < text.len())).collect()
}
