//! Caches that an isolate keeps from one request to the next: open indexes, and for some seconds which repositories are
//! published.
//!
//! The one global of the workspace: the platform gives each request an `Env` and no place for state that outlives the
//! request. It holds caches only, so an isolate that starts with empty ones gives the same answers, only slower.

use crate::api::repos::Repository;
use crate::catalog::Catalog;
use crate::failure::Failure;
use codebase::{Bounds, Reader};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How long a cached entry about a published repository is used.
const FRESH_MS: f64 = 5_000.0;
/// The largest number of open indexes.
const MOST_OPEN: usize = 16;
/// Bytes of pages that one open index may hold between questions, before compression. An isolate has 128 MB for all.
const ONE_HOLDS: u64 = 24 << 20;
/// Bytes that all of them may hold; the least recently used goes first.
const ALL_HOLD: u64 = 40 << 20;

/// What one question may read: an isolate has 128 MB, and a request a thousand calls of other services.
const BOUNDS: Bounds = Bounds { pages: limits::index::EDGE_QUESTION_PAGES, bytes: limits::index::EDGE_QUESTION_BYTES };

thread_local! {
    static ISOLATE: Rc<Isolate> = Rc::new(Isolate::default());
}

#[derive(Default)]
pub struct Isolate {
    published: RefCell<HashMap<String, (Option<Repository>, f64)>>,
    /// Most recently used first.
    open: RefCell<Vec<Open>>,
}

struct Open {
    repo: String,
    snapshot: String,
    reader: Rc<Reader>,
}

impl Isolate {
    pub fn current() -> Rc<Self> {
        ISOLATE.with(Rc::clone)
    }

    /// A published repository, as it was at most five seconds ago.
    pub async fn published(&self, catalog: &Catalog, id: &str, now_ms: f64) -> Result<Option<Repository>, Failure> {
        if let Some((known, at)) = self.published.borrow().get(id)
            && (0.0..FRESH_MS).contains(&(now_ms - at))
        {
            return Ok(known.clone());
        }
        let found = catalog.find(id).await?;
        let mut published = self.published.borrow_mut();
        published.retain(|_, (_, at)| (0.0..FRESH_MS).contains(&(now_ms - *at)));
        published.insert(id.to_owned(), (found.clone(), now_ms));
        Ok(found)
    }

    /// Removes a repository from the caches, because it was changed by this isolate.
    pub fn forget(&self, id: &str) {
        self.published.borrow_mut().remove(id);
        self.open.borrow_mut().retain(|open| open.repo != id);
    }

    /// The open index of a published repository.
    pub async fn reader(&self, catalog: &Catalog, repository: &Repository) -> Result<Rc<Reader>, Failure> {
        if let Some(reader) = self.take_open(repository) {
            return Ok(reader);
        }
        let reader = Rc::new(
            Reader::open(Rc::new(catalog.source(&repository.id))).await?.with_budget(ONE_HOLDS).with_bounds(BOUNDS),
        );
        let opened = Open {
            repo: repository.id.clone(),
            // What is published may have changed since it was looked up: what was opened is what counts.
            snapshot: reader.snapshot_id(),
            reader: Rc::clone(&reader),
        };
        let mut open = self.open.borrow_mut();
        open.retain(|other| other.repo != opened.repo);
        open.insert(0, opened);
        bound(&mut open);
        Ok(reader)
    }

    fn take_open(&self, repository: &Repository) -> Option<Rc<Reader>> {
        let mut open = self.open.borrow_mut();
        let at = open.iter().position(|open| open.repo == repository.id && open.snapshot == repository.snapshot)?;
        let found = open.remove(at);
        let reader = Rc::clone(&found.reader);
        open.insert(0, found);
        bound(&mut open);
        Some(reader)
    }
}

/// Closes the least recently used where there are too many or they hold too much. The first one stays.
fn bound(open: &mut Vec<Open>) {
    open.truncate(MOST_OPEN);
    let mut held = 0;
    open.retain(|open| {
        held += open.reader.loaded_bytes();
        held <= ALL_HOLD
    });
}
