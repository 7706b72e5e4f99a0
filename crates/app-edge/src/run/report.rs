//! The state of a run, for clients.

use super::context::RunContext;
use super::record::Record;
use crate::api::runs::{Run, Status};
use crate::failure::Failure;
use protocol::{Event, Grounds, caveat};
use serde::Deserialize;
use serde_json::{Value, json};

/// The run with its answer, or with the tool calls that wait for approval.
pub fn report(run: &RunContext, record: &Record) -> Result<Run, Failure> {
    let events = run.events()?;
    let document = |kind: &str| -> Result<Option<Value>, Failure> {
        let last = events.last_of(kind)?;
        Ok(last.map(|event| serde_json::from_str(&event.data)).transpose().map_err(worker::Error::from)?)
    };
    let status = record.status();
    let answer = document("answer")?.filter(|_| status == Status::Answered);
    let asked = document("approval_asked")?.filter(|_| status == Status::AwaitingApproval);
    // A run asks one thing at a time: the later of the two.
    let number = |event: &Option<Value>| event.as_ref().and_then(|event| event["seq"].as_u64());
    let question = document("question_asked")?.filter(|_| status == Status::AwaitingApproval);
    let (asked, question) = if number(&question) > number(&asked) { (None, question) } else { (asked, None) };
    let mut grounds = Grounds::default();
    for event in [document("changed")?, document("verified")?].into_iter().flatten() {
        grounds.add(&Event::deserialize(&event).map_err(worker::Error::from)?);
    }
    let spec = &record.spec;
    Ok(Run {
        run: spec.run.clone(),
        repo: spec.repo.clone(),
        question: spec.question.clone(),
        agent: spec.options.agent.clone(),
        status,
        outcome: record.outcome.as_ref().map(serde_json::to_value).transpose().map_err(worker::Error::from)?,
        answer: answer.as_ref().and_then(|answer| answered(answer, grounds)),
        // None where the run waits for no approval.
        calls: asked.and_then(|it| it["calls"].as_array().cloned()).unwrap_or_default(),
        asked: question
            .map(|it| json!({ "question": it["question"], "options": it["options"], "interrupt": it["interrupt"] })),
        changes: record.changes.clone(),
        spent: record.spent,
        last_event: events.last()?.map(|last| last.id),
        asked_at: spec.asked_at,
    })
}

/// The answer of the event that brought it.
fn answered(event: &Value, grounds: Grounds) -> Option<Value> {
    let Ok(Event::Answer { markdown, citations, dropped }) = Event::deserialize(event) else { return None };
    let caveat = caveat(&markdown, &citations, grounds);
    Some(json!({ "markdown": markdown, "citations": citations, "dropped": dropped, "caveat": caveat }))
}
