//! The events of a stored run, with citations checked against the repository if that can be read.

use super::run_sources::{recorded_reader, source_folder};
use crate::arguments::Place;
use crate::git::Git;
use crate::output;
use agent::record::cites;
use agent::{CodebaseVerifier, StoredRun, recheck_over};
use anyhow::Result;
use futures::executor::block_on;
use protocol::{Citation, Event, TimedEvent};
use std::path::Path;

/// The run's events. If there is no repository to compare with, the reason is printed to stderr, and citations are not
/// checked.
///
/// # Errors
/// If the repository named on the command line cannot be read.
pub fn events(stored: &StoredRun, repository: Option<&Path>) -> Result<Vec<TimedEvent>> {
    let mut events = stored.events();
    if cites(&events) {
        let changes = stored.proposed_changes()?;
        let place = Place { repository: repository.map(Path::to_owned), ..Place::default() };
        let checked = recorded_reader(&stored.about, repository)?.and_then(|reader| {
            // Without a folder, no commit holds; lines are compared all the same.
            let folder = source_folder(&stored.about, &place).ok().flatten();
            let verifier = CodebaseVerifier::new(&reader).with_history(Git::of(folder.as_deref()).history);
            block_on(recheck_over(&mut events, &verifier, &changes))
        });
        if let Err(why) = checked {
            output::note(format!("citations are not checked: {why}"));
        }
    }
    Ok(events)
}

/// The citations of the run's answer.
pub fn citations(events: &[TimedEvent]) -> &[Citation] {
    let answer = events.iter().rev().find_map(|timed| match &timed.event {
        Event::Answer { citations, .. } => Some(citations.as_slice()),
        _ => None,
    });
    // A run without an answer cites nothing.
    answer.unwrap_or_default()
}
