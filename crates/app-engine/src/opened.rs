//! The open repository.

use crate::failure;
use crate::repository_store::{GitData, Identity};
use agent::cache::ToolCache;
use codebase::{Codebase, ParsedFiles, Reader};
use protocol::{CallStats, Failure, FailureKind, RepositoryOrigin, RepositoryOverview, StorageKind, StoredRepository};
use std::rc::Rc;

#[derive(Clone)]
pub struct Opened {
    pub codebase: Rc<Codebase>,
    /// What tools have read of it for earlier runs.
    pub tool_cache: Rc<ToolCache>,
    /// Its storage key.
    pub id: String,
    /// The identity under which its runs are stored.
    pub identity: Identity,
    /// Where its runs are stored: in memory if it could not be stored itself, because then nothing stored refers to
    /// them.
    pub runs: StorageKind,
    /// Its git data, if it came with any.
    pub git: GitData,
    /// The state on a git host that it was imported from.
    pub origin: Option<RepositoryOrigin>,
    /// What an update can start from.
    pub basis: Basis,
}

/// What an update of a repository can start from.
#[derive(Clone)]
pub enum Basis {
    /// The codebase, and the facts of its files, both made in this visit.
    Built(Rc<ParsedFiles>),
    /// The codebase, which this build of the engine made and stored; its facts are stored with it.
    Stored,
    /// Facts alone: another build made the codebase.
    Facts,
}

impl Opened {
    /// A reader for an agent's tools.
    pub fn reader(&self) -> Reader {
        Reader::whole(Rc::clone(&self.codebase))
    }

    /// The same for a run that is limited to a folder, where one is named.
    pub fn reader_of(&self, folder: Option<&str>) -> Result<Reader, Failure> {
        let Some(folder) = folder else { return Ok(self.reader()) };
        self.reader().with_scope(folder).map_err(|error| {
            let advice = Some("Choose another folder, or ask about the whole repository.");
            failure::failure(FailureKind::BadInput, host_web::sentence(&error), advice)
        })
    }

    /// Its counts and state, for the page.
    pub fn overview(
        &self,
        ready_ms: f64,
        storage: StorageKind,
        not_stored: Option<String>,
        earlier: Option<StoredRepository>,
    ) -> RepositoryOverview {
        let overview = self.codebase.overview();
        let calls = &overview.calls;
        RepositoryOverview {
            id: self.id.clone(),
            name: overview.name,
            files: overview.files,
            bytes: overview.bytes,
            symbols: overview.symbols,
            languages: overview.languages.iter().map(|s| (s.language.name().to_owned(), s.files)).collect(),
            calls: CallStats {
                sites: calls.call_sites,
                proven: calls.proven,
                possible: calls.possible,
                unresolved: calls.unresolved_internal,
                // A name that the repository defines nowhere leads out of it, to a library or the language.
                external: calls.external + calls.builtin + calls.unknown_names,
                work_limit: calls.work_limit,
            },
            skipped: overview.skipped,
            decoded: overview.decoded,
            syntax_errors: overview.syntax_errors,
            ready_ms,
            suggestions: self.codebase.suggested_questions(),
            storage,
            not_stored,
            earlier,
            git: self.git.sentence.clone(),
            origin: self.origin.clone().map(Box::new),
            link: self.identity.link(),
            host_page: self
                .git
                .origin
                .clone()
                .or_else(|| self.origin.as_ref().map(|it| format!("{}/{}", it.site, it.path))),
            commit: self.git.commit.clone().or_else(|| self.origin.as_ref().map(|it| it.commit.clone())),
        }
    }
}
