//! Runs and histories from a store.

use std::rc::Rc;

use serde_json::Value;

use crate::{CheckpointStore, Durability, Graph, History, Invocation, LogError, Run, RunError, State};

impl<'a, S: State> Graph<'a, S> {
    /// Reads the log of a run. A torn last line is cut off in the store too; anything else that is wrong with the log
    /// leaves it as it is. None if there is no such run, or its process ended before anything of it was stored.
    ///
    /// # Errors
    /// When the store refuses or the log can't be read.
    pub async fn history(&self, store: &dyn CheckpointStore, run: &str) -> Result<Option<History<S>>, RunError> {
        let refused = |error| RunError::Store { step: 0, error };
        let Some(bytes) = store.read(run).await.map_err(refused)? else { return Ok(None) };
        let history = match History::read(&bytes) {
            Err(LogError::Empty) => return Ok(None),
            history => history?,
        };
        let (valid, torn) = history.torn();
        if torn > 0 {
            store.truncate(run, valid).await.map_err(refused)?;
        }
        Ok(Some(history))
    }

    /// A run from its log, to be driven on; what it does is recorded there. None if there is no such run.
    ///
    /// # Errors
    /// When the store refuses, or the log can't be read or is of another graph.
    pub async fn restore(
        &self,
        store: Rc<dyn CheckpointStore + 'a>,
        run: &str,
    ) -> Result<Option<Invocation<'a, S>>, RunError> {
        let Some(history) = self.history(&*store, run).await? else { return Ok(None) };
        let restored = Run::restore(self, &history)?;
        Ok(Some(Invocation::new(restored).checkpoints(store, run, Durability::Step, Value::Null)))
    }

    /// A run as it was at a checkpoint, to go on from there in the same log: see [`Run::restore_at`]. None if there is
    /// no such run.
    ///
    /// # Errors
    /// When the store refuses, or the log can't be read, is of another graph or has no such checkpoint.
    pub async fn restore_at(
        &self,
        store: Rc<dyn CheckpointStore + 'a>,
        run: &str,
        checkpoint: u64,
    ) -> Result<Option<Invocation<'a, S>>, RunError> {
        let Some(history) = self.history(&*store, run).await? else { return Ok(None) };
        let restored = Run::restore_at(self, &history, checkpoint)?;
        Ok(Some(Invocation::new(restored).checkpoints(store, run, Durability::Step, Value::Null)))
    }
}
