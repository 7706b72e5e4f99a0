//! The files that a request to edit is about.

use super::Edit;
use crate::IntentRouterState;
use crate::nodes::intent_router::places::{Places, existing, find};
use crate::nodes::intent_router::{repository, unreadable};
use source::RepoPath;
use state_graph::NodeError;

/// Most files whose texts are shown.
const FILES: usize = 12;

impl Edit<'_> {
    /// The files whose texts are shown: those that the request names, else those of the conversation, else those that a
    /// search finds. What was edited in this turn is among them.
    pub(super) async fn files(&self, state: &IntentRouterState, places: &Places) -> Result<Vec<String>, NodeError> {
        let mut wanted: Vec<String> = state.edited.clone();
        if !places.named.is_empty() {
            wanted.extend(places.named.iter().cloned());
        } else if state.read_files.iter().next().is_some() {
            wanted.extend(state.read_files.iter().cloned());
        } else {
            wanted.extend(places.likely());
        }
        let reader = repository(self.repository)?;
        existing(reader, &state.changes, &wanted, FILES).await.map_err(unreadable)
    }

    /// The files around which a check is looked for.
    pub(super) async fn about(&self, state: &IntentRouterState) -> Result<Vec<RepoPath>, NodeError> {
        let reader = repository(self.repository)?;
        let places = find(reader, &state.changes, &state.input).await.map_err(unreadable)?;
        // A file that exists has a path.
        Ok(places.named.iter().filter_map(|path| RepoPath::parse(path).ok()).collect())
    }
}
