//! How a run stands, for clients.

use super::record::Record;
use super::runner::Runner;
use crate::api::runs::{Run, Status};
use crate::failure::Failure;
use protocol::{Event, caveat};
use serde::Deserialize;
use serde_json::{Value, json};

/// The run as it stands.
pub fn report(runner: &Runner, record: &Record) -> Result<Run, Failure> {
    let journal = runner.journal()?;
    let document = |kind: &str| -> Result<Option<Value>, Failure> {
        let told = journal.last_of(kind)?;
        Ok(told.and_then(|told| serde_json::from_str(&told.data).ok()))
    };
    let status = record.status();
    let answer = document("answer")?.filter(|_| status == Status::Answered);
    let asked = document("approval_asked")?.filter(|_| status == Status::AwaitingApproval);
    let commission = &record.commission;
    Ok(Run {
        run: commission.run.clone(),
        repo: commission.repo.clone(),
        question: commission.question.clone(),
        agent: commission.options.agent.clone(),
        status,
        outcome: record.standing.as_ref().and_then(|outcome| serde_json::to_value(outcome).ok()),
        answer: answer.as_ref().and_then(answered),
        calls: asked.and_then(|it| it["calls"].as_array().cloned()).unwrap_or_default(),
        spent: record.spent,
        last_event: journal.last()?.map(|last| last.id),
        asked_at: commission.asked_at,
    })
}

/// The answer of the event that brought it.
fn answered(event: &Value) -> Option<Value> {
    let Ok(Event::Answer { markdown, citations, dropped }) = Event::deserialize(event) else { return None };
    let caveat = caveat(&markdown, &citations);
    Some(json!({ "markdown": markdown, "citations": citations, "dropped": dropped, "caveat": caveat }))
}
