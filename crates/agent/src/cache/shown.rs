//! Shows a kept answer, after its citations were verified again.

use super::KeptAnswer;
use crate::record::recheck_over;
use crate::report::{emit, record};
use crate::{IndexFailure, RunContext, Verifier};
use change_set::ChangeSet;
use protocol::{Event, EventCounter, SpanCheck, TimedEvent, UnnumberedEvent};

/// Shows a kept answer as that of this run: false where the repository with the proposed changes no longer holds all that it
/// cites. Then nothing is shown, and the question is to be asked again.
///
/// What it cites is recorded as a finding, so that the stored run can be verified like any other.
///
/// # Errors
/// That the repository could not be read.
pub async fn show(
    kept: &KeptAnswer,
    verifier: &dyn Verifier,
    changes: &ChangeSet,
    cx: &RunContext<'_>,
) -> Result<bool, IndexFailure> {
    let finding = Event::FindingAdded {
        key: "kept answer".to_owned(),
        text: format!("The answer of an earlier run, `{}`: nothing that it depends on has changed.", kept.run),
        evidence: kept.evidence.clone(),
    };
    let KeptAnswer { markdown, citations, dropped, stored_at, .. } = kept.clone();
    let answer = Event::Answer { markdown, citations, dropped };
    let mut counter = EventCounter::default();
    let mut events: Vec<TimedEvent> =
        [finding, answer].into_iter().map(|event| counter.number(UnnumberedEvent { at_ms: 0.0, event })).collect();
    recheck_over(&mut events, verifier, changes).await.map_err(IndexFailure::new)?;
    if !events.iter().all(|timed| holds(&timed.event)) {
        return Ok(false);
    }
    record(cx, Event::Cached { what: "answer".to_owned(), stored_at });
    for TimedEvent { event, .. } in events {
        if let Event::Answer { markdown, citations, .. } = &event {
            citations.iter().for_each(|citation| emit(cx, Event::CitationAdded { citation: citation.clone() }));
            emit(cx, Event::AnswerText { text: markdown.clone() });
        }
        record(cx, event);
    }
    Ok(true)
}

fn holds(event: &Event) -> bool {
    match event {
        Event::Answer { citations, .. } => citations.iter().all(|citation| citation.check == SpanCheck::Verified),
        Event::FindingAdded { evidence, .. } => evidence.iter().all(|found| found.check == SpanCheck::Verified),
        _ => true,
    }
}
