//! What a person did with the proposed changes of a stored run: written into its log, without working on the run.

use super::{Agent, AskError};
use crate::RunState;
use crate::citations::OfRecorded;
use crate::graphs::{AgentKind, with_state};
use crate::models::RunModels;
use crate::record::About;
use change_set::{ChangeSet, SetError, Update};
use model::scripted::ScriptedModelClient;
use state_graph::{CheckpointStore, History, LogError, RunError, StoreError};
use std::rc::Rc;

/// Why a run was not amended. Nothing is changed then.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// There is no such run, or its graph does not compile.
    #[error(transparent)]
    Run(#[from] AskError),
    /// The log cannot be read, or not be continued.
    #[error("the stored run can't be used: {0}")]
    Log(#[from] LogError),
    /// Its log ends in the middle of a superstep: a process works on it, or ended there.
    #[error("the run `{0}` is at work, or its process ended in the middle: let it end, or resume it, then try again")]
    Working(String),
    /// Its agent only reads.
    #[error("`{0}` proposes no changes")]
    ReadsOnly(String),
    /// The run's change set refuses an update.
    #[error(transparent)]
    Refused(#[from] SetError),
    /// The engine refuses the update.
    #[error("the run could not be changed: {0}")]
    Engine(#[from] RunError),
    /// The store refuses, or somebody else has written to the run meanwhile.
    #[error("the run could not be stored: {0}")]
    Store(#[from] StoreError),
}

/// As [`Agent::settle`], for a host that has no agent at hand: it takes neither a model nor a repository.
///
/// # Errors
/// Why nothing was changed.
pub async fn settle(store: Rc<dyn CheckpointStore>, run: &str, updates: Vec<Update>) -> Result<ChangeSet, SettleError> {
    let model = ScriptedModelClient::new([]);
    let agent = Agent::of_log(&model, store);
    agent.settle(run, updates).await
}

impl Agent<'_> {
    /// Applies updates to the proposed changes of a stored run, in order and all or none, and gives the set afterwards.
    /// What the run waits for, and how it ended, stays as it was. A run that this process works on must not be given: it
    /// would find that its log has grown, and stop.
    ///
    /// # Errors
    /// Why nothing was changed; see [`SettleError`].
    pub async fn settle(&self, run: &str, updates: Vec<Update>) -> Result<ChangeSet, SettleError> {
        let log = self.store.read(run).await.map_err(SettleError::Store)?;
        let log = log.ok_or_else(|| AskError::NoRun(run.to_owned()))?;
        let about = About { run: run.to_owned(), ..About::peek(&log)? };
        with_state!(AgentKind::named(&about.options.agent)?, S => self.settle_as::<S>(&about, &log, updates).await)
    }

    async fn settle_as<S: RunState>(
        &self,
        about: &About,
        log: &[u8],
        updates: Vec<Update>,
    ) -> Result<ChangeSet, SettleError> {
        let acts = S::acts().ok_or_else(|| SettleError::ReadsOnly(about.options.agent.clone()))?;
        let history = History::<S>::read(log)?;
        let rests = history.is_done()
            || history.failure().is_some()
            || history.stopped().is_some()
            || !history.questions().is_empty();
        if !rests {
            return Err(SettleError::Working(about.run.clone()));
        }
        let mut changes = (acts.changes)(&history.state(history.head())?).clone();
        for update in &updates {
            changes.apply(update)?;
        }
        let verifier = OfRecorded(&*self.verifier);
        let models = RunModels::new(self.models, Rc::default());
        let setting = self.setting::<S>(about, false, &models, &verifier);
        let graph = S::graph(&self.parts(&setting, &models, &verifier)).map_err(AskError::from)?;
        let amendment = graph.amend(&history, (acts.write_changes)(S::Update::default(), updates))?;
        amendment.store(&*self.store, &about.run).await?;
        Ok(changes)
    }
}

#[cfg(test)]
mod tests;
