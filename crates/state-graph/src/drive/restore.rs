//! Runs and histories from a store.

use std::rc::Rc;

use serde_json::Value;

use super::invocation::Invocation;
use super::sink::Durability;
use crate::graph::Graph;
use crate::log::{History, LogError};
use crate::run::{Run, RunError};
use crate::state::State;
use crate::store::CheckpointStore;

impl<'a, S: State> Graph<'a, S> {
    /// Reads the log of a run; changes nothing, so the run may be worked on meanwhile. A last line that is torn (or that
    /// is just being written) is left out. None if there is no such run, or its process ended before anything of it was
    /// stored.
    ///
    /// # Errors
    /// When the store refuses or the log can't be read.
    pub async fn history(&self, store: &dyn CheckpointStore, run: &str) -> Result<Option<History<S>>, RunError> {
        let refused = |error| RunError::Store { step: 0, error };
        let Some(bytes) = store.read(run).await.map_err(refused)? else { return Ok(None) };
        match History::read(&bytes) {
            Err(LogError::Empty) => Ok(None),
            history => Ok(Some(history?)),
        }
    }

    /// A run from its log, to be driven on; what it does is recorded there, after what was read now: a torn last line is
    /// cut off as the first is written. Should someone else write to the log meanwhile, they win, and this run
    /// stops with a [`StoreErrorKind::Conflict`](crate::StoreErrorKind::Conflict). None if there is no such run.
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

    /// A run as it was at a checkpoint, to continue from there in the same log: see [`Run::restore_at`]. None if there is
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
