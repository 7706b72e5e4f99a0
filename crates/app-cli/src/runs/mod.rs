//! Stored runs: their folder, ids and locks.

mod folder;
mod lock;
mod name;

pub use folder::private as private_folder;
pub use lock::RunLock;

use agent::{About, StoredRun, summarise};
use agent_memory::MemoryStore;
use anyhow::{Context, Result, anyhow, bail};
use futures::executor::block_on;
use host_native::{FileCheckpointStore, MemoryFolder};
use protocol::RunSummary;
use source::ContentHash;
use state_graph::store::check_run_name;
use state_graph::{CheckpointStore, LogEnd};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub struct Runs {
    folder: PathBuf,
    store: Rc<FileCheckpointStore>,
}

/// An entry of the list of runs: a log in the folder.
pub struct Listed {
    pub id: String,
    pub bytes: u64,
    /// The summary of the run and its header, or why they cannot be read.
    pub run: Result<(RunSummary, About)>,
}

impl Runs {
    /// The folder named on the command line, or the system's.
    pub fn open(named: Option<&OsStr>) -> Result<Self> {
        let named = named.filter(|named| !named.is_empty()).map(PathBuf::from);
        let folder = named.or_else(folder::by_default).context("name the folder of runs: --runs DIR")?;
        Ok(Self { store: Rc::new(FileCheckpointStore::new(&folder)), folder })
    }

    /// The store as the port of `state-graph`.
    pub fn store(&self) -> Rc<dyn CheckpointStore> {
        Rc::clone(&self.store) as _
    }

    /// What agents remember about this repository, in a folder beside the runs.
    pub fn memory(&self, repository: &str) -> Rc<dyn MemoryStore> {
        let name = ContentHash::of(repository.as_bytes()).to_string();
        Rc::new(MemoryFolder::memory(self.folder.join("memory"), name))
    }

    /// The file with what the person trusts of servers of tools, beside the runs.
    pub fn trust_file(&self) -> PathBuf {
        self.folder.join("mcp-trust.json")
    }

    /// The id of a new run, which is locked for this process.
    pub async fn begin(&self) -> Result<(String, RunLock)> {
        private_folder().recursive(true).create(&self.folder).with_context(|| self.folder.display().to_string())?;
        for _ in 0..100 {
            let id = name::fresh();
            if let Some(lock) = RunLock::take(&self.folder, &id)?
                && self.store.read(&id).await?.is_none()
            {
                return Ok((id, lock));
            }
        }
        bail!("there is no free id for a run in {}", self.folder.display())
    }

    /// A run to continue, which is locked for this process.
    pub fn take(&self, id: &str) -> Result<(StoredRun, RunLock)> {
        self.log(id)?;
        let lock = self.lock(id)?;
        Ok((self.read(id)?, lock))
    }

    fn lock(&self, id: &str) -> Result<RunLock> {
        RunLock::take(&self.folder, id)?.with_context(|| format!("another process works on the run {id}"))
    }

    pub fn has(&self, id: &str) -> Result<bool> {
        Ok(block_on(self.store.read(id))?.is_some())
    }

    pub fn log(&self, id: &str) -> Result<Vec<u8>> {
        check_run_name(id).map_err(|_| unknown(id))?;
        block_on(self.store.read(id))?.ok_or_else(|| unknown(id))
    }

    pub fn read(&self, id: &str) -> Result<StoredRun> {
        let stored = StoredRun::read(&self.log(id)?).with_context(|| format!("the run {id} can't be used"))?;
        // The agent stores a run under the name in its log, which would be another file.
        if stored.about.run != id {
            bail!(
                "the file {id}.run holds the run {}; take it in with `quarry runs import {}`",
                stored.about.run,
                self.folder.join(format!("{id}.run")).display()
            );
        }
        Ok(stored)
    }

    pub fn summary(&self, id: &str) -> Result<RunSummary> {
        let log = self.log(id)?;
        Ok(summarise(&log, lock::is_held(&self.folder, id))?)
    }

    /// Every run, newest first; after them logs that cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let mut listed = Vec::new();
        for id in block_on(self.store.runs())? {
            match block_on(self.store.read(&id)) {
                Ok(Some(log)) => listed.push(self.listed(id, &log)),
                // Deleted meanwhile.
                Ok(None) => {}
                Err(error) => listed.push(Listed { id, bytes: 0, run: Err(error.into()) }),
            }
        }
        let began = |listed: &Listed| listed.run.as_ref().map_or(f64::NEG_INFINITY, |(summary, _)| summary.started_at);
        listed.sort_by(|a, b| began(b).total_cmp(&began(a)).then_with(|| b.id.cmp(&a.id)));
        Ok(listed)
    }

    fn listed(&self, id: String, log: &[u8]) -> Listed {
        let run = summarise(log, lock::is_held(&self.folder, &id)).and_then(|summary| Ok((summary, About::peek(log)?)));
        let run = run.map(|(summary, about)| (RunSummary { id: id.clone(), ..summary }, about));
        Listed { id, bytes: log.len() as u64, run: run.map_err(Into::into) }
    }

    pub fn remove(&self, id: &str) -> Result<()> {
        self.log(id)?;
        let _lock = self.lock(id)?;
        Ok(block_on(self.store.remove(id))?)
    }

    /// Stores a log under an id that is not used yet.
    pub fn add(&self, id: &str, log: &[u8]) -> Result<()> {
        private_folder().recursive(true).create(&self.folder).with_context(|| self.folder.display().to_string())?;
        let _lock = self.lock(id)?;
        if self.has(id)? {
            bail!("there is a run {id} already");
        }
        Ok(block_on(self.store.append(id, LogEnd::NEW, log))?)
    }
}

fn unknown(id: &str) -> anyhow::Error {
    anyhow!("there is no stored run `{id}`; `quarry runs` lists them")
}

/// The path of a repository as a run stores it: absolute, so that it does not depend on the working directory.
pub fn absolute(path: &Path) -> String {
    let absolute = path.canonicalize().or_else(|_| std::path::absolute(path));
    absolute.unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// Milliseconds since 1970.
pub fn wall_ms() -> f64 {
    name::since_1970().as_secs_f64() * 1000.0
}
