//! Stored runs: listed, shown, deleted, exported and imported.

use crate::failure;
use crate::port::Port;
use crate::repository_store::file_name;
use crate::run_store::RunStore;
use agent::{About, CodebaseVerifier, ConversationFile, StoredRun, recheck_over, summarise};
use codebase::Reader;
use compact_sort::CompactSort;
use git_history::Repository;
use host_web::{LockGuard, TimeoutTimer, sentence};
use model::Timer;
use protocol::{Command, Failure, FailureKind, ModelChoice, Reply, RunStatus, RunSummary};
use source::ContentHash;
use state_graph::log::Header;
use state_graph::{LogEnd, LogError, StoreError, StoreErrorKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Longest wait for a run to be put away, in milliseconds.
const PUT_AWAY: u64 = 2_000;
/// Time between two looks at whether it is, in milliseconds.
const LOOK_EVERY: u64 = 20;

/// The runs of the open repository.
pub struct Runs<'e> {
    pub store: RunStore,
    /// Ids of the runs that this engine works on.
    pub active: &'e RefCell<BTreeSet<String>>,
    /// Reads the repository that they are about.
    pub reader: Reader,
    /// Its git data, if it came with any.
    pub history: Option<Rc<Repository>>,
}

impl Runs<'_> {
    /// Answers a command that changes no run.
    pub async fn answer(&self, command: Command, port: &Port) -> Result<Reply, Failure> {
        match command {
            Command::Runs => self.list().await,
            Command::OpenRun { run } => {
                let stored = self.stored(&run).await?;
                let (mut events, changes) = (stored.events(), stored.proposed_changes().map_err(unusable)?);
                let verifier = CodebaseVerifier::new(&self.reader).with_history(self.history.clone());
                let checked = recheck_over(&mut events, &verifier, &changes).await;
                checked.map_err(|why| failure::internal(format!("What the run cites could not be checked: {why}")))?;
                events.into_iter().for_each(|event| port.event(event));
                self.run(&run).await
            }
            Command::Checkpoint { run, checkpoint } => {
                let view = self.stored(&run).await?.view(checkpoint).map_err(unusable)?;
                Ok(Reply::Checkpoint { view })
            }
            Command::CompareCheckpoints { run, from, to } => {
                let changes = self.stored(&run).await?.changes(from, to).map_err(unusable)?;
                Ok(Reply::Changes { changes })
            }
            Command::DeleteRun { run } => {
                let lock = self.at_rest(&run).await?;
                self.store.port().remove(&run).await.map_err(refused)?;
                drop(lock);
                // Where there is still too little room, the others are listed as not stored.
                drop(self.store.store_again().await);
                self.list().await
            }
            Command::ExportRun { run } => {
                let bytes = self.log(&run).await?;
                let question = About::peek(&bytes).map(|about| about.question).unwrap_or(run);
                Ok(Reply::Download { name: file_name(&question, "run", ".run"), bytes })
            }
            Command::ExportConversation { name, runs } => self.export(name, runs).await,
            _ => Err(failure::internal("This is no command about runs.")),
        }
    }

    pub async fn run(&self, run: &str) -> Result<Reply, Failure> {
        let active = self.is_active(run).await;
        self.run_that_is(run, active).await
    }

    /// A run with its checkpoints. `active` is given, because a lock that was just released may still be seen as held.
    pub async fn run_that_is(&self, run: &str, active: bool) -> Result<Reply, Failure> {
        let log = self.log(run).await?;
        let mut summary = summarise(&log, active).map_err(unusable)?;
        summary.not_stored = !self.store.is_stored(run);
        let stored = StoredRun::read(&log).map_err(unusable)?;
        Ok(Reply::Run { run: summary, checkpoints: stored.checkpoints() })
    }

    /// The id of the conversation that a run belongs to; `None` where there is no such run.
    pub async fn conversation(&self, run: &str) -> Result<Option<String>, Failure> {
        let Some(log) = self.store.port().read(run).await.map_err(refused)? else { return Ok(None) };
        let about = About::peek(&log).map_err(unusable)?;
        Ok(Some(About { run: run.to_owned(), ..about }.conversation().to_owned()))
    }

    /// The folder that a run is limited to; `None` where it is not, or there is no such run.
    pub async fn folder(&self, run: &str) -> Result<Option<String>, Failure> {
        let Some(log) = self.store.port().read(run).await.map_err(refused)? else { return Ok(None) };
        Ok(About::peek(&log).map_err(unusable)?.options.folder)
    }

    pub async fn stored(&self, run: &str) -> Result<StoredRun, Failure> {
        StoredRun::read(&self.log(run).await?).map_err(unusable)
    }

    async fn log(&self, run: &str) -> Result<Vec<u8>, Failure> {
        let log = self.store.port().read(run).await.map_err(refused)?;
        log.ok_or_else(|| failure::not_found("This run is no longer stored."))
    }

    /// Newest first. What can't be read is listed with the reason, so that it can be deleted or taken elsewhere.
    async fn list(&self) -> Result<Reply, Failure> {
        let store = self.store.port();
        let mut runs = Vec::new();
        for run in store.runs().await.map_err(refused)? {
            let log = store.read(&run).await.map_err(refused)?;
            let Some(log) = log.filter(|log| self.store.owns(log)) else { continue };
            match summarise(&log, false) {
                Ok(mut summary) => {
                    summary.not_stored = !self.store.is_stored(&run);
                    let unfinished = matches!(summary.status, RunStatus::Interrupted | RunStatus::AwaitingApproval);
                    if unfinished && self.is_active(&run).await {
                        summary.status = RunStatus::Running;
                    }
                    runs.push(summary);
                }
                // The tab was closed before anything was written: nothing is lost with it.
                Err(LogError::Empty) if !self.is_active(&run).await => {
                    // An empty log that cannot be removed is tried again with the next list.
                    let _ = store.remove(&run).await;
                }
                Err(error) => runs.push(unreadable(run, &log, &error)),
            }
        }
        runs.compact_sort_by(|a, b| b.started_at.total_cmp(&a.started_at).then_with(|| a.id.cmp(&b.id)));
        Ok(Reply::Runs { runs })
    }

    /// Locks a run that is not being worked on. One that has just been suspended or has ended is still being put away: it is
    /// waited for, for [`PUT_AWAY`].
    ///
    /// # Errors
    /// It is being worked on, here or in another tab.
    pub async fn at_rest(&self, run: &str) -> Result<LockGuard, Failure> {
        for _ in 0..PUT_AWAY / LOOK_EVERY {
            let is_active = self.active.borrow().contains(run);
            if let (false, Some(lock)) = (is_active, self.store.lock(run).await) {
                return Ok(lock);
            }
            TimeoutTimer.sleep(LOOK_EVERY).await;
        }
        Err(failure::busy_run())
    }

    pub async fn is_active(&self, run: &str) -> bool {
        self.active.borrow().contains(run) || self.store.lock(run).await.is_none()
    }

    /// The runs of a conversation in one file.
    async fn export(&self, name: String, runs: Vec<String>) -> Result<Reply, Failure> {
        let mut logs = Vec::new();
        for run in &runs {
            logs.push(self.log(run).await?);
        }
        let bytes = ConversationFile { name: name.clone(), logs }.to_bytes();
        Ok(Reply::Download { name: file_name(&name, "conversation", ".conversation"), bytes })
    }

    /// Stores the runs of a file. The reply is about the first; with it the conversation and its name, where the file has one.
    pub async fn import(&self, bytes: Vec<u8>) -> Result<(Reply, Option<(String, String)>), Failure> {
        let file = ConversationFile::read(&bytes).map_err(|error| {
            failure::bad_input(format!("{}. Nothing was imported.", sentence(&error).trim_end_matches('.')))
        })?;
        let Some(file) = file else {
            let run = self.import_run(bytes, None, &mut BTreeMap::new()).await?;
            return Ok((self.run(&run).await?, None));
        };
        // All are read before any is stored.
        file.logs.iter().try_for_each(|log| StoredRun::read(log).map(drop).map_err(unusable))?;
        // Never that of another conversation: it depends on what the file holds, whatever the runs in it say.
        let conversation = format!("file-{}", ContentHash::of(&bytes));
        let (mut names, mut first) = (BTreeMap::new(), None);
        for log in file.logs {
            let run = self.import_run(log, Some(&conversation), &mut names).await?;
            first.get_or_insert(run);
        }
        let first = first.ok_or_else(|| failure::bad_input("The file holds no run."))?;
        Ok((self.run(&first).await?, Some((conversation, file.name)).filter(|(_, name)| !name.is_empty())))
    }

    /// Stores a run from a file and returns its name. A run that is stored already is left as it is; another run of the same id
    /// gets a new one, which `names` holds by the old. The model in the file is replaced by the offline model: the person
    /// chooses one.
    async fn import_run(
        &self,
        bytes: Vec<u8>,
        conversation: Option<&str>,
        names: &mut BTreeMap<String, String>,
    ) -> Result<String, Failure> {
        let stored = StoredRun::read(&bytes).map_err(unusable)?.about;
        let instead_of = stored.instead_of.as_ref().and_then(|of| names.get(of).cloned());
        let mut about = About { conversation: conversation.map(str::to_owned), instead_of, ..stored.imported() };
        about.options.model = ModelChoice::Offline;
        let (store, first) = (self.store.port(), about.run.clone());
        for copy in 1.. {
            let name = if copy == 1 { first.clone() } else { format!("{first}-{copy}") };
            about.run.clone_from(&name);
            let header = serde_json::to_value(&about).expect("a header is JSON: it has string keys only");
            let log = Header::replace_about(&bytes, header).map_err(unusable)?;
            match store.read(&name).await.map_err(refused)? {
                Some(there) if there == log || (conversation.is_none() && there == bytes) => {}
                Some(_) => continue,
                None => {
                    store.append(&name, LogEnd::NEW, &log).await.map_err(refused)?;
                    self.store.release().await;
                }
            }
            names.insert(first, name.clone());
            return Ok(name);
        }
        Err(failure::internal("No free name for the run."))
    }
}

fn unreadable(run: String, log: &[u8], error: &LogError) -> RunSummary {
    RunSummary {
        question: format!("{run} (cannot be read)"),
        id: run.clone(),
        agent: String::new(),
        model: ModelChoice::Offline,
        imported: false,
        status: RunStatus::Failed { message: sentence(error) },
        started_at: 0.0,
        ms: 0.0,
        steps: 0,
        bytes: log.len() as u64,
        forked_from: None,
        not_stored: false,
        conversation: run,
        instead_of: None,
    }
}

/// A log that cannot be used. It is not changed.
fn unusable(error: LogError) -> Failure {
    let advice = match error {
        LogError::Newer { .. } => "Reload the page to get its newest version. The run is kept.",
        LogError::OtherState { .. } | LogError::NoNode { .. } | LogError::OtherGraph { .. } => {
            "It was made by another version of Quarry. The run is kept; ask the question again."
        }
        _ => "The run is kept as it is; it can be exported or deleted.",
    };
    failure::failure(FailureKind::BadInput, sentence(&error), Some(advice))
}

pub fn refused(error: StoreError) -> Failure {
    let advice = match error.kind {
        StoreErrorKind::Full => Some(failure::MAKE_ROOM),
        StoreErrorKind::Conflict => Some("Another tab works on this run. Open the run again."),
        _ => None,
    };
    failure::failure(FailureKind::Storage, sentence(&error), advice)
}
