//! A codebase to ask, wherever its parts are: in memory, in a folder, on a static host, in an object store.
//!
//! Every question is a pure function of a [`Codebase`]. A [`Reader`] runs it: what the question touches and is not there
//! yet is noted, fetched from an [`IndexSource`], and the question is run again, until nothing was missing. So there is one
//! implementation of each question for every host.

mod bounds;
#[cfg(test)]
mod hostile;
pub mod listing;
mod source;
#[cfg(test)]
pub(crate) mod tests;
mod vectors;

pub use bounds::{Bounded, Bounds};
pub use source::IndexSource;

use crate::storage::directory::{Head, MANIFEST, Manifest, length_of, name_of, parse_manifest, unpack};
use crate::{Codebase, Cut, QuestionError, Scope, StorageError};
use ::source::Snapshot;
use dense_search::Table;
use futures::stream::{self, StreamExt, TryStreamExt};
use limits::index::PAGE_BYTES;
use paging::PageId;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Bytes of pages, before compression, that a reader holds by default.
const BUDGET: u64 = 256 * 1024 * 1024;
/// Chunks fetched at a time.
const AT_A_TIME: usize = 16;
/// Times that a question is run before it is cut; questions take two to six.
const ROUNDS: usize = 100;
/// Of the pages that a question may still read, the share fetched at a time: so that something is left for what they
/// refer to.
const SHARE: u32 = 2;

/// Asks a codebase. Cheap to share by [`Rc`]; belongs to one thread.
pub struct Reader {
    codebase: RefCell<Rc<Codebase>>,
    lazy: Option<Lazy>,
    /// The folder that questions are limited to.
    scope: Option<Scope>,
}

/// What it takes to fetch pages.
struct Lazy {
    source: Rc<dyn IndexSource>,
    manifest: Manifest,
    head: Head,
    snapshot: Snapshot,
    held: Cell<u64>,
    budget: u64,
    bounds: Bounds,
}

impl Reader {
    /// Over a codebase that is in memory as a whole.
    pub fn whole(codebase: impl Into<Rc<Codebase>>) -> Self {
        Self { codebase: RefCell::new(codebase.into()), lazy: None, scope: None }
    }

    /// Opens an index directory: reads its manifest and head, and of the rest what questions touch.
    ///
    /// # Errors
    /// The error of the source, or what is wrong with the index.
    pub async fn open(source: Rc<dyn IndexSource>) -> Result<Self, StorageError> {
        let manifest = parse_manifest(&source.read(MANIFEST).await?)?;
        let head = listing::read_head(&manifest, &*source).await?;
        let snapshot = head.snapshot()?;
        let codebase = RefCell::new(Rc::new(head.codebase(snapshot.clone())));
        let (held, bounds) = (Cell::new(0), Bounds::default());
        let lazy = Lazy { source, manifest, head, snapshot, held, budget: BUDGET, bounds };
        Ok(Self { codebase, lazy: Some(lazy), scope: None })
    }

    /// Holds at most about this many bytes of pages, before compression, between questions.
    #[must_use]
    pub fn with_budget(mut self, bytes: u64) -> Self {
        if let Some(lazy) = &mut self.lazy {
            lazy.budget = bytes;
        }
        self
    }

    /// A question reads at most this much.
    #[must_use]
    pub fn with_bounds(mut self, bounds: Bounds) -> Self {
        if let Some(lazy) = &mut self.lazy {
            lazy.bounds = bounds;
        }
        self
    }

    /// Questions search, list and read only below this folder, written as loosely as for
    /// [`list_directory`](Codebase::list_directory); the root is no limit. Calls are followed everywhere: a caller outside of the
    /// folder is one. The notes for agents at the root ([`NOTES`](crate::NOTES)) stay readable.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn with_scope(mut self, folder: &str) -> Result<Self, QuestionError> {
        self.scope = Scope::read(&self.codebase.borrow(), folder)?;
        let whole = match &self.lazy {
            Some(lazy) => Rc::new(lazy.head.codebase(lazy.snapshot.clone())),
            None => Rc::clone(&self.codebase.borrow()),
        };
        self.codebase = RefCell::new(Rc::new(whole.within(self.scope.clone())));
        Ok(self)
    }

    /// Another reader of the same repository, limited to a folder as by [`with_scope`](Self::with_scope). Questions to this one
    /// stay as they are. An index is opened again, with the same bounds.
    ///
    /// # Errors
    /// The index could not be opened, or within: there is no such folder.
    pub async fn limited_to(&self, folder: &str) -> Result<Result<Self, QuestionError>, StorageError> {
        let other = match &self.lazy {
            Some(lazy) => Self::open(Rc::clone(&lazy.source)).await?.with_budget(lazy.budget).with_bounds(lazy.bounds),
            None => Self::whole(Rc::clone(&self.codebase.borrow())),
        };
        Ok(other.with_scope(folder))
    }

    /// The path of the folder that questions are limited to; `None` where they are not.
    pub fn scope(&self) -> Option<&str> {
        self.scope.as_ref().map(Scope::folder)
    }

    /// Runs a question. It may run several times, so it must be pure.
    ///
    /// # Errors
    /// A part that the question needs could not be fetched or is damaged, or it needs more than one may read
    /// ([`StorageError::TooMuch`]).
    pub async fn ask<T>(&self, question: impl Fn(&Codebase) -> T) -> Result<T, StorageError> {
        let Bounded { answer, cut } = self.ask_bounded(question).await?;
        match cut {
            None => Ok(answer),
            Some(cut) => Err(StorageError::TooMuch(cut)),
        }
    }

    /// The same for a question whose answer is of use without all that it wants: beyond what one question may read it is
    /// made of what was read until then.
    ///
    /// # Errors
    /// A part that the question needs could not be fetched or is damaged.
    pub async fn ask_bounded<T>(&self, question: impl Fn(&Codebase) -> T) -> Result<Bounded<T>, StorageError> {
        let mut answer = None;
        let cut = self.rounds(&mut |codebase| answer = Some(question(codebase))).await?;
        Ok(Bounded { answer: answer.expect("the question was asked"), cut })
    }

    /// Asks until nothing was missing, or no more may be read: then what was read is returned. Compiled once for all
    /// questions.
    async fn rounds(&self, ask: &mut dyn FnMut(&Codebase)) -> Result<Option<Cut>, StorageError> {
        let codebase = Rc::clone(&self.codebase.borrow());
        let Some(lazy) = &self.lazy else {
            ask(&codebase);
            return Ok(None);
        };
        let (mut read, mut ended) = (Cut::default(), false);
        let faults = &codebase.paged().expect("a codebase of a head is read in pages").missing;
        for round in 1.. {
            faults.take();
            ask(&codebase);
            let missing = faults.take();
            if missing.is_empty() || ended || round == ROUNDS || read.pages >= lazy.bounds.pages {
                self.let_go(lazy);
                return Ok((!missing.is_empty()).then_some(read));
            }
            ended = !lazy.fetch(&codebase, missing, &mut read).await?;
        }
        unreachable!("the rounds end")
    }

    /// The vectors of its definitions, all of them; `None` where it has none.
    ///
    /// # Errors
    /// They cannot be read, or are damaged or of another version ([`StorageError::Vectors`]).
    pub async fn vectors(&self) -> Result<Option<Table>, StorageError> {
        let Some(lazy) = &self.lazy else { return Ok(None) };
        let Some(file) = &lazy.manifest.vectors else { return Ok(None) };
        let codebase = Rc::clone(&self.codebase.borrow());
        vectors::read(file, &*lazy.source, &codebase).await.map(Some)
    }

    /// What the person calls the repository.
    pub fn name(&self) -> String {
        self.codebase.borrow().snapshot().name.clone()
    }

    /// Names the content: see [`Snapshot::id`].
    pub fn snapshot_id(&self) -> String {
        match &self.lazy {
            Some(lazy) => lazy.manifest.snapshot.clone(),
            None => self.codebase.borrow().snapshot().id().to_string(),
        }
    }

    /// The manifest, where this is an index directory.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.lazy.as_ref().map(|lazy| &lazy.manifest)
    }

    /// Bytes of pages held, before compression.
    pub fn loaded_bytes(&self) -> u64 {
        self.lazy.as_ref().map_or(0, |lazy| lazy.held.get())
    }

    /// Over its budget it forgets every page: what is asked for again comes from a cache near by.
    fn let_go(&self, lazy: &Lazy) {
        if lazy.held.get() > lazy.budget {
            lazy.held.set(0);
            let anew = lazy.head.codebase(lazy.snapshot.clone());
            self.codebase.replace(Rc::new(anew.within(self.scope.clone())));
        }
    }
}

impl Lazy {
    /// Fetches what is missing, or a share of it where that is much; false once no more may be read.
    async fn fetch(&self, codebase: &Codebase, mut missing: Vec<PageId>, read: &mut Cut) -> Result<bool, StorageError> {
        missing.truncate((self.bounds.pages - read.pages).div_ceil(SHARE) as usize);
        let mut chunks = stream::iter(missing)
            .map(|id| async move {
                let hash = self.head.chunk(id)?;
                Ok::<_, StorageError>((id, hash, self.source.read(&name_of(&hash)).await?))
            })
            .buffer_unordered(AT_A_TIME);
        while let Some((id, hash, chunk)) = chunks.try_next().await? {
            read.pages += 1;
            if read.bytes + length_of(&chunk).unwrap_or(0) > self.bounds.bytes {
                return Ok(false);
            }
            let bytes = unpack(&chunk, &hash, PAGE_BYTES)?;
            read.bytes += bytes.len() as u64;
            self.held.set(self.held.get() + bytes.len() as u64);
            self.head.load(codebase, id, &bytes)?;
        }
        Ok(true)
    }
}
