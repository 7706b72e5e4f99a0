//! From a snapshot and facts to a [`Codebase`], with reports of progress.

#[cfg(test)]
mod tests;

use crate::facts_of::{FactsOf, of_file};
use crate::update::Base;
use crate::{Codebase, lists};
use call_graph::{CallGraph, CallGraphBuilder, SourceFile};
use compact_sort::CompactSort;
use facts::{FactsError, FileFacts, Manifest};
use futures::FutureExt;
use search_index::{FileDocument, Histories, SearchIndex, SearchIndexBuilder};
use source::{FileEntry, FileId, SkipReason, Skipped, Snapshot, Span};
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use survey::{FileSurvey, SurveyBuilder};

/// Files indexed between two reports of progress.
const FILES_A_STEP: usize = 64;
/// Files indexed while facts are waited for, before it is looked whether any have come.
const UNPARSED_A_STEP: usize = 4;
/// Work of the call graph between two reports: some tens of milliseconds in a browser.
const UNITS_A_STEP: u32 = 20_000;

/// Why facts were not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The id is of another snapshot.
    #[error("there is no file number {0} in the repository")]
    NoSuchFile(u32),
    /// Facts of this file were given before.
    #[error("`{0}` was parsed twice")]
    Twice(String),
    /// The facts contradict themselves or the file.
    #[error("the facts of `{path}` do not fit it: {why}")]
    BadFacts {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Files are added to the search index.
    Indexing,
    /// The search index is put together.
    Packing,
    /// Calls are resolved.
    Linking,
}

/// How far a build is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What comes next.
    pub phase: Phase,
    /// Files that are through this phase; of linking, a share of them.
    pub done: u32,
    /// Files in all.
    pub total: u32,
}

/// Builds a [`Codebase`].
///
/// Give the facts of [`pending`](Self::pending) files as they arrive (each is indexed at once, while others are still
/// being parsed); then [`build`](Self::build), or [`finish`](Self::finish) where nobody waits for reports. A file whose
/// facts never come is indexed as text; one that could not be parsed ([`give_up`](Self::give_up)) is also listed.
pub struct CodebaseBuilder {
    snapshot: Snapshot,
    facts: Vec<FactsOf>,
    /// What each file adds to the lists, by file.
    surveyed: Vec<Option<Arc<FileSurvey>>>,
    /// By file.
    indexed: Vec<bool>,
    /// Files that could not be parsed, and why.
    given_up: Vec<(FileId, SkipReason)>,
    done: u32,
    /// Files below this are indexed.
    next: usize,
    /// Files below this are indexed or have a parser.
    next_unparsed: usize,
    index: SearchIndexBuilder,
    lists: SurveyBuilder,
    /// The codebase that is brought up to date.
    base: Option<Base>,
    beside: Beside,
}

/// Runs a piece of work at some time soon: on a thread of its own where a host has threads.
pub type Beside = fn(Box<dyn FnOnce() + Send>);

/// The search index, while it is put together and after.
enum Packing {
    Running(mpsc::Receiver<SearchIndex>),
    Done(Arc<SearchIndex>),
}

impl Packing {
    fn start(index: SearchIndexBuilder, beside: Beside) -> Self {
        let (sender, packed) = mpsc::channel();
        // Nobody receives it any more where the build was cancelled.
        beside(Box::new(move || drop(sender.send(index.finish()))));
        Self::Running(packed)
    }

    /// Waits for it.
    fn index(&mut self) -> Arc<SearchIndex> {
        if let Self::Running(packed) = self {
            *self = Self::Done(Arc::new(packed.recv().expect("the work was run to its end")));
        }
        match self {
            Self::Done(index) => Arc::clone(index),
            Self::Running(_) => unreachable!("it was waited for"),
        }
    }
}

impl CodebaseBuilder {
    /// Brings a codebase up to date: of files that are as they were in `before`, what the index has of them is taken over, where
    /// their facts are [known](Self::reuse) or they have none. Calls are not resolved again where no edit can have changed one. The
    /// result equals that of [`new`](Self::new). `before` must have been made by this build of the program, and with the
    /// facts that `reuse` is given.
    pub fn over(before: Rc<Codebase>, snapshot: Snapshot) -> Self {
        let base = Base::new(before, &snapshot);
        Self { base, ..Self::new(snapshot) }
    }

    /// Nothing parsed yet.
    pub fn new(snapshot: Snapshot) -> Self {
        let files = snapshot.files.len();
        Self {
            snapshot,
            facts: (0..files).map(|_| FactsOf::None).collect(),
            surveyed: vec![None; files],
            indexed: vec![false; files],
            given_up: Vec::new(),
            done: 0,
            next: 0,
            next_unparsed: 0,
            index: SearchIndexBuilder::new(),
            lists: SurveyBuilder::new(),
            base: None,
            beside: |work| work(),
        }
    }

    /// Puts the search index together beside the linking of calls; without this before it.
    pub fn set_beside(&mut self, beside: Beside) {
        self.beside = beside;
    }

    /// What commits say of the files, to be searched beside their text. It may be given at any time before the build.
    pub fn set_histories(&mut self, histories: Histories) {
        self.index.set_histories(histories);
    }

    /// The snapshot.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The files that have a parser and no facts yet, in path order.
    pub fn pending(&self) -> Vec<FileId> {
        let wanted = |id: &FileId| self.snapshot.file(*id).language.is_parsed() && !self.indexed[id.0 as usize];
        self.snapshot.ids().filter(wanted).collect()
    }

    /// Takes the facts of a file, in any order. Facts that say that the parser
    /// [stopped](FileFacts::stopped) are as good as [`give_up`](Self::give_up).
    pub fn add_facts(&mut self, file: FileId, facts: FileFacts) -> Result<(), BuildError> {
        let entry = self.not_indexed(file)?;
        let fits = facts.validate().map_err(|error| error.to_string()).and_then(|()| check_spans(&facts, entry.len));
        fits.map_err(|why| BuildError::BadFacts { path: entry.path.as_str().to_owned(), why })?;
        if facts.stopped.is_some() {
            return self.give_up(file, SkipReason::TookTooLong);
        }
        let facts = of_file(&self.snapshot.file(file).path, facts);
        self.facts[file.0 as usize] = FactsOf::Read(Box::new(facts));
        self.index_file(file);
        Ok(())
    }

    /// Takes facts that were made of the same text and language and taken before; with the codebase that is brought up to date
    /// also what it has of the file.
    pub(crate) fn add_known(&mut self, file: FileId, bytes: &Arc<[u8]>) -> Result<(), BuildError> {
        let at = file.0 as usize;
        let path = || self.snapshot.file(file).path.as_str().to_owned();
        let unreadable = |error: FactsError| BuildError::BadFacts { path: path(), why: error.to_string() };
        if !self.base.as_mut().is_some_and(|base| base.keeps_parsed(file)) {
            return self.add_facts(file, FileFacts::from_bytes(bytes).map_err(unreadable)?);
        }
        self.not_indexed(file)?;
        self.surveyed[at] = self.base.as_ref().and_then(|base| base.survey(file));
        self.facts[at] = match self.surveyed[at] {
            Some(_) => FactsOf::Kept(Arc::clone(bytes)),
            None => {
                let facts = FileFacts::from_bytes(bytes).map_err(unreadable)?;
                FactsOf::Read(Box::new(of_file(&self.snapshot.file(file).path, facts)))
            }
        };
        self.survey_file(file);
        Ok(())
    }

    pub(crate) fn base_mut(&mut self) -> &mut Option<Base> {
        &mut self.base
    }

    /// Takes what a parser returned for a file. Where that is not facts that fit the file, the file is indexed as text and
    /// listed ([`SkipReason::ParserFailed`]). Returns whether the facts were taken.
    ///
    /// # Errors
    /// [`BuildError::NoSuchFile`] and [`BuildError::Twice`].
    pub fn add_parsed(&mut self, file: FileId, facts: Result<FileFacts, FactsError>) -> Result<bool, BuildError> {
        let why = match facts.map(|facts| self.add_facts(file, facts)) {
            Ok(Err(BuildError::BadFacts { why, .. })) => why,
            Ok(added) => return added.map(|()| true),
            Err(error) => error.to_string(),
        };
        self.give_up(file, SkipReason::ParserFailed { why })?;
        Ok(false)
    }

    /// Indexes a file as text, without facts, and lists it with the reason why it has none.
    pub fn give_up(&mut self, file: FileId, reason: SkipReason) -> Result<(), BuildError> {
        self.not_indexed(file)?;
        self.given_up.push((file, reason));
        self.index_file(file);
        Ok(())
    }

    fn not_indexed(&self, file: FileId) -> Result<&FileEntry, BuildError> {
        let at = file.0 as usize;
        let Some(entry) = self.snapshot.files.get(at) else { return Err(BuildError::NoSuchFile(file.0)) };
        if self.indexed[at] { Err(BuildError::Twice(entry.path.as_str().to_owned())) } else { Ok(entry) }
    }

    /// Does all that is left. `report` is called before each piece, some tens of milliseconds in a browser, and awaited: there
    /// a host lets other work run, or cancels.
    ///
    /// # Errors
    /// The error of `report`, with which it cancels.
    pub async fn build<E>(self, report: impl AsyncFnMut(Progress) -> Result<(), E>) -> Result<Codebase, E> {
        self.build_and_show(report, None).await
    }

    /// The same; `show` is given what there is once all is indexed, before calls are resolved. It has the definitions and the
    /// search, and no calls. Not called where calls need not be resolved again.
    ///
    /// # Errors
    /// As of [`build`](Self::build).
    pub async fn build_showing<E>(
        self,
        report: impl AsyncFnMut(Progress) -> Result<(), E>,
        show: &mut dyn FnMut(Codebase),
    ) -> Result<Codebase, E> {
        self.build_and_show(report, Some(show)).await
    }

    async fn build_and_show<E>(
        mut self,
        mut report: impl AsyncFnMut(Progress) -> Result<(), E>,
        show: Option<&mut dyn FnMut(Codebase)>,
    ) -> Result<Codebase, E> {
        let total = self.indexed.len() as u32;
        while self.done < total {
            report(Progress { phase: Phase::Indexing, done: self.done, total }).await?;
            self.index_some();
        }
        report(Progress { phase: Phase::Packing, done: total, total }).await?;
        self.list_unread();
        let manifests = self.read_manifests();
        let mut packing = self.pack();
        if let Some(graph) = self.base.as_ref().and_then(|base| base.moved_graph(&self.facts)) {
            report(Progress { phase: Phase::Linking, done: total, total }).await?;
            return Ok(self.assemble(packing.index(), graph));
        }
        for at in 0..self.facts.len() {
            if at.is_multiple_of(FILES_A_STEP) {
                report(Progress { phase: Phase::Linking, done: 0, total }).await?;
            }
            self.read_facts(at);
        }
        let files = self.source_files();
        if let Some(show) = show {
            show(Codebase::unlinked(self.snapshot.clone(), &files, packing.index()));
        }
        let mut linker = CallGraphBuilder::new(&files).with_manifests(&manifests);
        let mut is_linked = false;
        while !is_linked {
            let done = u64::from(total) * u64::from(linker.progress()) / 1000;
            report(Progress { phase: Phase::Linking, done: done as u32, total }).await?;
            is_linked = linker.step(UNITS_A_STEP);
        }
        let graph = linker.finish().into();
        report(Progress { phase: Phase::Linking, done: total, total }).await?;
        Ok(self.assemble(packing.index(), graph))
    }

    /// Does all that is left at once.
    pub fn finish(self) -> Codebase {
        let built = self.build(async |_| Ok::<(), Infallible>(())).now_or_never();
        let Ok(codebase) = built.expect("a report that is ready at once waits for nothing");
        codebase
    }

    /// As [`finish`](Self::finish), with as much work for linking as is given.
    #[cfg(test)]
    pub(crate) fn finish_with_most_notes(mut self, most: u64) -> Codebase {
        self.index_some();
        assert_eq!(self.done as usize, self.indexed.len(), "a repository of few files");
        let index = self.pack().index();
        self.list_unread();
        let manifests = self.read_manifests();
        let linker = CallGraphBuilder::new(&self.source_files()).with_manifests(&manifests);
        let graph = linker.with_most_notes(most).finish();
        self.assemble(index, graph.into())
    }

    fn pack(&mut self) -> Packing {
        let index = std::mem::take(&mut self.index);
        match &self.base {
            Some(base) => Packing::Done(Arc::new(base.pack(index))),
            None => Packing::start(index, self.beside),
        }
    }

    /// Reads the facts of a file that was taken over.
    fn read_facts(&mut self, at: usize) {
        if let FactsOf::Kept(bytes) = &self.facts[at] {
            let facts = FileFacts::from_bytes(bytes).expect("facts that were taken before are taken again");
            self.facts[at] = FactsOf::Read(Box::new(of_file(&self.snapshot.files[at].path, facts)));
        }
    }

    fn assemble(self, index: Arc<SearchIndex>, graph: CallGraph) -> Codebase {
        let errors_of = |(file, facts): (FileId, &FactsOf)| match facts {
            FactsOf::None => None,
            FactsOf::Kept(_) => self.base.as_ref().map(|base| (file, base.syntax_errors(file))),
            FactsOf::Read(facts) => Some((file, facts.syntax_errors)),
        };
        let counts = self.snapshot.ids().zip(&self.facts).filter_map(errors_of);
        let errors = counts.filter(|(_, count)| *count > 0).collect();
        let mut lists = self.lists.finish();
        if let Some(graph) = graph.whole() {
            lists = lists::with_main_types(lists, graph, &self.snapshot);
        }
        let partly_of = |(file, facts): (FileId, &FactsOf)| match facts {
            FactsOf::None => None,
            FactsOf::Kept(_) => Some((file, self.base.as_ref()?.parsed_in_part(file)?)),
            FactsOf::Read(facts) => {
                let lines = facts.error_places.iter().map(|place| place.line).collect();
                let reason = SkipReason::SyntaxErrors { count: facts.syntax_errors, lines };
                (facts.syntax_errors > 0).then_some((file, reason))
            }
        };
        let partly: Vec<(FileId, SkipReason)> = self.snapshot.ids().zip(&self.facts).filter_map(partly_of).collect();
        let snapshot = with_given_up(self.snapshot, self.given_up.into_iter().chain(partly).collect());
        let surveyed = self.surveyed.into_iter().collect::<Option<Vec<_>>>();
        Codebase::assemble(snapshot, graph, index, errors).with_lists(lists::whole(lists)).with_surveyed(surveyed)
    }

    /// Indexes some of the files that have no facts, as text.
    fn index_some(&mut self) {
        let mut left = FILES_A_STEP;
        while self.next < self.indexed.len() && left > 0 {
            if !self.indexed[self.next] {
                self.index_file(FileId(self.next as u32));
                left -= 1;
            }
            self.next += 1;
        }
    }

    /// Indexes some of the files that have no parser, and are never [pending](Self::pending): for a host that waits for facts.
    /// Returns whether there were any.
    pub fn index_unparsed(&mut self) -> bool {
        let mut left = UNPARSED_A_STEP;
        while self.next_unparsed < self.indexed.len() && left > 0 {
            let file = FileId(self.next_unparsed as u32);
            if !self.indexed[self.next_unparsed] && !self.snapshot.file(file).language.is_parsed() {
                self.index_file(file);
                left -= 1;
            }
            self.next_unparsed += 1;
        }
        left < UNPARSED_A_STEP
    }

    fn index_file(&mut self, file: FileId) {
        let entry = self.snapshot.file(file);
        let facts = self.facts[file.0 as usize].read();
        let is_kept = facts.is_none() && self.base.as_mut().is_some_and(|base| base.keeps_text(file, entry.language));
        if is_kept {
            self.surveyed[file.0 as usize] = self.base.as_ref().and_then(|base| base.survey(file));
        } else {
            let text = &self.snapshot.searched(file);
            self.index.add_file(FileDocument { file, path: &entry.path, language: entry.language, text, facts });
        }
        self.survey_file(file);
    }

    fn survey_file(&mut self, file: FileId) {
        let entry = self.snapshot.file(file);
        let facts = self.facts[file.0 as usize].read();
        let survey = self.surveyed[file.0 as usize].get_or_insert_with(|| {
            let (path, text) = (entry.path.as_str(), self.snapshot.searched(file));
            Arc::new(FileSurvey::of(file, path, entry.language, &text, facts))
        });
        self.lists.add_surveyed(file, survey);
        self.indexed[file.0 as usize] = true;
        self.done += 1;
    }

    /// Lists the files whose code cannot be read in place.
    fn list_unread(&mut self) {
        for id in self.snapshot.ids() {
            let why = source::embedded::unread(&self.snapshot.file(id).path, self.snapshot.text(id));
            self.given_up.extend(why.map(|why| (id, SkipReason::ParserFailed { why })));
        }
    }

    /// The manifests of the repository's projects. One that is not read is listed: its project's modules are found by folders.
    fn read_manifests(&mut self) -> Vec<Manifest> {
        let mut manifests = Vec::new();
        for id in self.snapshot.ids() {
            let path = &self.snapshot.file(id).path;
            if !project_manifests::is_manifest(path.file_name()) {
                continue;
            }
            match project_manifests::read(path, self.snapshot.text(id)) {
                Ok(manifest) => manifests.extend(manifest),
                Err(error) => self.given_up.push((id, SkipReason::ParserFailed { why: error.to_string() })),
            }
        }
        manifests
    }

    fn source_files(&self) -> Vec<SourceFile<'_>> {
        let files = self.snapshot.ids().zip(&self.facts).filter_map(|(id, facts)| {
            let entry = self.snapshot.file(id);
            Some(SourceFile { id, path: &entry.path, language: entry.language, facts: facts.read()? })
        });
        files.collect()
    }
}

/// The snapshot with what could not be parsed in its list, in place of what an earlier build listed.
fn with_given_up(mut snapshot: Snapshot, given_up: Vec<(FileId, SkipReason)>) -> Snapshot {
    let is_of_parsing = |reason: &SkipReason| {
        matches!(reason, SkipReason::TookTooLong | SkipReason::ParserFailed { .. } | SkipReason::SyntaxErrors { .. })
    };
    let before = snapshot.skipped.iter().filter(|entry| !is_of_parsing(&entry.reason)).cloned();
    let path = |id: FileId| snapshot.file(id).path.as_str().to_owned();
    let now = given_up.into_iter().map(|(id, reason)| Skipped { path: path(id), reason });
    let mut skipped: Vec<Skipped> = before.chain(now).collect();
    skipped.compact_sort();
    snapshot.skipped = skipped.into();
    snapshot
}

/// Every span must lie in the file; `facts` itself does not know how long that is.
fn check_spans(facts: &FileFacts, len: u32) -> Result<(), String> {
    let sound = |span: &Span| {
        span.start <= span.end && span.end <= len && 0 < span.start_line && span.start_line <= span.end_line
    };
    let definitions = facts.definitions.iter().all(|d| sound(&d.span) && sound(&d.name_span));
    let chunks = facts.chunks.iter().all(|chunk| sound(&chunk.span));
    let calls = facts.calls.iter().all(|call| sound(&call.span));
    if definitions && chunks && calls { Ok(()) } else { Err("a span lies outside the file".to_owned()) }
}
