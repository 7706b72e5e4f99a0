//! Interrupts: what a run asks a person, and the answers.

use crate::RunContext;
use crate::outputs::ToolOutputs;
use crate::report::record;
use crate::tools::CallContext;
use crate::{Tool, ToolError, ToolOutput};
use change_set::ChangeSet;
use model::ToolCall;
use protocol::{Approval, Asked, Event, PersonReply, ProposedCall};
use serde::{Deserialize, Serialize};
use state_graph::NodeError;

/// An approval, as this and earlier versions store it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    Reply(PersonReply),
    Bare(Approval),
}

/// A reply that decides about calls.
#[derive(Deserialize)]
#[serde(try_from = "Given")]
struct Decided(Approval);

impl TryFrom<Given> for Decided {
    type Error = &'static str;

    fn try_from(given: Given) -> Result<Self, Self::Error> {
        match given {
            Given::Reply(PersonReply::Approval { approval }) | Given::Bare(approval) => Ok(Self(approval)),
            Given::Reply(PersonReply::Text { .. }) => Err("the run asks which calls may run"),
        }
    }
}

/// A reply in words.
#[derive(Deserialize)]
#[serde(try_from = "PersonReply")]
struct Words(String);

impl TryFrom<PersonReply> for Words {
    type Error = &'static str;

    fn try_from(reply: PersonReply) -> Result<Self, Self::Error> {
        match reply {
            PersonReply::Text { text } => Ok(Self(text)),
            PersonReply::Approval { .. } => Err("the run asks a question, which wants a text"),
        }
    }
}

/// Waits until a person has decided about calls, for as long as it takes: the run is stored meanwhile.
pub(crate) async fn ask_about(asked: impl Serialize, cx: &RunContext<'_>) -> Result<Approval, NodeError> {
    let Decided(approval) = cx.interrupt(asked).await?;
    record(cx, Event::ApprovalGiven { allowed: approval.allowed.clone(), note: approval.note.clone() });
    Ok(approval)
}

/// As [`ask_about`], with everything that a person should see of the calls.
pub(super) async fn ask_person(calls: Vec<ProposedCall>, cx: &RunContext<'_>) -> Result<Approval, NodeError> {
    ask_about(Asked::Calls { calls }, cx).await
}

#[derive(Deserialize)]
struct Question {
    question: String,
    #[serde(default)]
    options: Vec<String>,
}

/// Asks the person what the model wants to know. Arguments that do not fit are the tool's to refuse.
pub(super) async fn ask_question(
    tool: &dyn Tool,
    call: &ToolCall,
    changes: &ChangeSet,
    outputs: &ToolOutputs,
    cx: &RunContext<'_>,
) -> Result<ToolOutput, ToolError> {
    // The tool checks the arguments.
    tool.call(&call.arguments, CallContext { id: &call.id, changes, outputs, run: None, node: None }).await?;
    let Question { question, options } = Question::deserialize(&call.arguments)
        .map_err(|error| ToolError::Arguments { tool: "ask_person", why: error.to_string() })?;
    let answer = cx.interrupt(Asked::Question { question, options }).await;
    let Words(answer) = answer.map_err(|error| ToolError::Failed(error.to_string()))?;
    record(cx, Event::QuestionAnswered { answer: answer.clone() });
    let summary = answer.lines().next().map_or_else(|| "no words".to_owned(), |line| line.chars().take(80).collect());
    Ok(ToolOutput { text: format!("The person answered: {answer}"), summary, ..ToolOutput::default() })
}

/// A call as a person sees it.
pub(super) fn proposed(call: &ToolCall, why: String) -> ProposedCall {
    let (id, name, arguments) = (call.id.clone(), call.name.clone(), call.arguments.to_string());
    ProposedCall { id, name, arguments, why, ..ProposedCall::default() }
}

/// The beginning of the result of a call that a person did not allow.
const DECLINED: &str = "The person did not allow this call, so it did not run.";

/// The result of a call that a person did not allow, as the model gets it.
pub(crate) fn declined(approval: &Approval) -> String {
    format!("{DECLINED}{}", note(approval))
}

/// Whether the result of a failed call says that a person did not allow it.
pub(crate) fn was_declined(result: &str) -> bool {
    result.starts_with(DECLINED)
}

/// What the person added, as a sentence behind another.
pub(crate) fn note(approval: &Approval) -> String {
    match approval.note.trim() {
        "" => String::new(),
        reason => format!(" They said: {reason}"),
    }
}
