//! Checks the citations of a stored run against the open repository.
//!
//! A log is a file that anybody can have written, and the repository changes. So none of its citations and evidence is
//! trusted: ids are computed again from path, lines and text, an excerpt has to be the beginning of those lines, and a
//! citation has to refer to evidence for which all of that is true.

use crate::Verifier;
use crate::citations::encloses;
use change_set::ChangeSet;
use protocol::{Citation, Event, Evidence, SpanCheck, TimedEvent};
use std::collections::BTreeSet;

/// Whether `events` hold citations or evidence.
pub fn cites(events: &[TimedEvent]) -> bool {
    events.iter().any(|timed| match timed.event.innermost() {
        Event::Answer { citations, .. } => !citations.is_empty(),
        event => !evidence(event).is_empty(),
    })
}

/// Sets the `check` of every span in `events`: whether the repository holds it now.
///
/// # Errors
/// If the repository could not be read: a sentence for display. The events are then not changed.
pub async fn recheck(events: &mut [TimedEvent], verifier: &dyn Verifier) -> Result<(), String> {
    recheck_over(events, verifier, &ChangeSet::default()).await
}

/// The same for a run that proposes changes: whether the repository holds a span with them or without.
///
/// # Errors
/// As for [`recheck`].
pub async fn recheck_over(
    events: &mut [TimedEvent],
    verifier: &dyn Verifier,
    changes: &ChangeSet,
) -> Result<(), String> {
    let recorded: Vec<&Evidence> = events.iter().flat_map(|timed| evidence(&timed.event)).collect();
    let holding = verifier.recheck_over(&recorded, changes).await.map_err(|failure| failure.to_string())?;
    let held: BTreeSet<_> =
        recorded.iter().zip(&holding).filter(|(_, holds)| **holds).flat_map(|(it, _)| keys(it)).collect();
    let mut holding = holding.into_iter();
    for timed in events.iter_mut() {
        for evidence in evidence_mut(&mut timed.event) {
            evidence.check = outcome(holding.next() == Some(true));
        }
    }
    for citation in events.iter_mut().flat_map(|timed| citations_mut(&mut timed.event)) {
        citation.check = outcome(held.contains(&key_of(citation)));
    }
    Ok(())
}

/// An event as a log has it, of which nothing is known; `None` for events that no node records: a log that has them was
/// not written by a run.
pub(super) fn as_recorded(event: &Event) -> Option<Event> {
    let is_recorded = matches!(
        event,
        Event::PlanMade { .. }
            | Event::StepStarted { .. }
            | Event::ToolStarted { .. }
            | Event::ToolFinished { .. }
            | Event::FindingAdded { .. }
            | Event::Decided { .. }
            | Event::ModelUsed { .. }
            | Event::ApprovalGiven { .. }
            | Event::QuestionAnswered { .. }
            | Event::StepFinished { .. }
            | Event::Fallback { .. }
            | Event::Changed { .. }
            | Event::Scored { .. }
            | Event::Routed { .. }
            | Event::Graded { .. }
            | Event::Reviewed { .. }
            | Event::Remembered { .. }
            | Event::Classified { .. }
            | Event::Delegated { .. }
            | Event::CommandStarted { .. }
            | Event::CommandFinished { .. }
            | Event::Verified { .. }
            | Event::Cached { .. }
            | Event::Masked { .. }
            | Event::Answer { .. }
    );
    let mut event = is_recorded.then(|| event.clone())?;
    evidence_mut(&mut event).iter_mut().for_each(|evidence| evidence.check = SpanCheck::Unchecked);
    citations_mut(&mut event).iter_mut().for_each(|citation| citation.check = SpanCheck::Unchecked);
    Some(event)
}

fn outcome(holds: bool) -> SpanCheck {
    if holds { SpanCheck::Verified } else { SpanCheck::Stale }
}

/// Id, path, lines and symbol.
type Key = (String, String, u32, u32, Option<String>);

/// In the name of what the lines are a part of, and, as runs of earlier versions cite a call, of what is called.
fn keys(it: &Evidence) -> [Key; 2] {
    [encloses(it), it.symbol.as_ref()]
        .map(|symbol| (it.id.clone(), it.path.clone(), it.start_line, it.end_line, symbol.cloned()))
}

fn key_of(it: &Citation) -> Key {
    (it.id.clone(), it.path.clone(), it.start_line, it.end_line, it.symbol.clone())
}

fn evidence(event: &Event) -> &[Evidence] {
    match event.innermost() {
        Event::ToolFinished { evidence, .. } | Event::FindingAdded { evidence, .. } => evidence,
        _ => &[],
    }
}

fn evidence_mut(event: &mut Event) -> &mut [Evidence] {
    match event {
        Event::ToolFinished { evidence, .. } | Event::FindingAdded { evidence, .. } => evidence,
        Event::Inside { event: inner, .. } => evidence_mut(inner),
        _ => &mut [],
    }
}

fn citations_mut(event: &mut Event) -> &mut [Citation] {
    match event {
        Event::Answer { citations, .. } => citations,
        Event::Inside { event: inner, .. } => citations_mut(inner),
        _ => &mut [],
    }
}
