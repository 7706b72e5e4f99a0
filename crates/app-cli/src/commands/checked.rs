//! A stored run with what it cites compared with the repository, where that is at hand.

use super::still_there::reader_at_hand;
use crate::output;
use agent::record::cites;
use agent::{CodebaseVerifier, StoredRun, recheck};
use anyhow::Result;
use futures::executor::block_on;
use protocol::{Citation, Event, TimedEvent};
use std::path::Path;

/// The run's events. Where there is no repository to compare with, stderr says why, and their citations are unchecked.
///
/// # Errors
/// The repository named here cannot be read.
pub fn events(stored: &StoredRun, repository: Option<&Path>) -> Result<Vec<TimedEvent>> {
    let mut events = stored.events();
    if cites(&events) {
        let checked = reader_at_hand(&stored.about, repository)?
            .and_then(|reader| block_on(recheck(&mut events, &CodebaseVerifier::new(&reader))));
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
    answer.unwrap_or_default()
}
