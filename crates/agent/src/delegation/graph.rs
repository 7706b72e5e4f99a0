//! The graph in which tasks that were handed over run side by side: a node for each.

use super::{Delegate, DelegatesState, DelegatesStateUpdate, Delegation, Handover, Reply};
use crate::graphs::{Parts, Setting, with_state};
use crate::nodes::ask_model::{ask, stream_text};
use crate::report::record;
use crate::{RunContext, RunState, Start};
use change_set::ChangeSet;
use model::{ChatRequest, Message, ModelClient, Role, Task};
use protocol::Event;
use state_graph::{
    END, Graph, GraphBuilder, NodeContext, NodeError, NodeFailure, NodeOptions, START, Subgraph, SubgraphEnd,
};

type Builder<'a> = GraphBuilder<'a, DelegatesState>;

/// Builds the graph; the same for the same tasks, so that a run that was killed goes on in it.
pub(super) fn graph<'a>(
    tasks: &'a [Handover],
    settings: &'a [Setting<'a>],
    delegation: Delegation<'a>,
    changes: &'a ChangeSet,
) -> Result<Graph<'a, DelegatesState>, NodeError> {
    let mut builder = GraphBuilder::new();
    for ((number, task), setting) in (1..).zip(tasks).zip(settings) {
        let name = match (task.to, tasks.len()) {
            (Delegate::Agent(kind), 1) => kind.name().to_owned(),
            (Delegate::Agent(kind), _) => format!("{} {number}", kind.name()),
            (Delegate::Model(profile), 1) => format!("{} model", profile.as_str()),
            (Delegate::Model(profile), _) => format!("{} model {number}", profile.as_str()),
        };
        builder = match task.to {
            Delegate::Agent(kind) => with_state!(kind, S => {
                let parts = Parts {
                    models: delegation.models,
                    verifier: delegation.verifier,
                    repository: delegation.repository,
                    setting,
                };
                agent::<S>(builder, &name, task, &parts, changes)?
            }),
            Delegate::Model(profile) => {
                let model = delegation.models.get(profile);
                let node = async move |_: &DelegatesState, cx: &NodeContext<'_, DelegatesState>| {
                    let answer = asked_once(model, &task.task, cx).await?;
                    Ok(DelegatesStateUpdate::new().replies([Reply { text: answer, ..answered(task) }]))
                };
                builder.node_with(name.clone(), node, failing(task))
            }
        };
        builder = builder.edge(START, name.clone()).edge(name, END);
    }
    builder.compile().map_err(NodeError::from)
}

/// Adds a node in which an agent carries out the task.
fn agent<'a, S: RunState>(
    builder: Builder<'a>,
    name: &str,
    task: &'a Handover,
    parts: &Parts<'a>,
    changes: &'a ChangeSet,
) -> Result<Builder<'a>, NodeError> {
    let enter = move |_: &DelegatesState| {
        let changes = if S::ACTS { changes.clone() } else { ChangeSet::default() };
        S::starting(Start { question: &task.task, changes, ..Start::default() })
    };
    let leave = move |end: SubgraphEnd<S>| {
        let updates = match S::acts() {
            Some(acts) => changes.toward((acts.changes)(&end.state), &task.call)?,
            None => Vec::new(),
        };
        let evidence = end.state.evidence();
        let mut text = without_numbers(end.state.response());
        if !evidence.is_empty() {
            text += "\n\nBased on:";
            evidence.iter().for_each(|it| text += &format!("\n[[{}]] {}", it.id, it.place()));
        }
        if !S::ACTS && !changes.is_empty() {
            text += "\n\nIt has read the repository without the changes that this run proposes.";
        }
        Ok(DelegatesStateUpdate::new().replies([Reply { text, evidence, updates, ..answered(task) }]))
    };
    Ok(builder.node_with(name, Subgraph::new(S::graph(parts)?, enter, leave), failing(task)))
}

/// Asks a model once, without tools.
async fn asked_once(model: &dyn ModelClient, task: &str, cx: &RunContext<'_>) -> Result<String, NodeError> {
    let request = ChatRequest::new(vec![Message::new(Role::User, task)], Task::Free);
    let response = ask(model, &request, cx, &mut stream_text(cx)).await?;
    let answer = response.message.content;
    if answer.trim().is_empty() {
        return Err(NodeError::msg("the model gave an empty answer"));
    }
    record(cx, Event::Answer { markdown: answer.clone(), citations: Vec::new(), dropped: 0 });
    Ok(answer)
}

fn answered(task: &Handover) -> Reply {
    Reply { call: task.call.clone(), ok: true, text: String::new(), evidence: Vec::new(), updates: Vec::new() }
}

/// A task that failed is answered with the reason. What ends every run, such as an index that cannot be read, ends this one.
fn failing<'a>(task: &'a Handover) -> NodeOptions<'a, DelegatesState> {
    NodeOptions::new().on_error(move |_: &DelegatesState, failure: &NodeFailure<'_>| {
        if failure.attempts.last().is_some_and(NodeError::is_permanent) {
            return Err(NodeError::msg(failure.message()).permanent());
        }
        let text = format!("{} could not do it: {}", task.to.name(), failure.message());
        Ok(DelegatesStateUpdate::new().replies([Reply { ok: false, text, ..answered(task) }]))
    })
}

/// An answer without the numbers of its citations, which count within it alone.
fn without_numbers(markdown: &str) -> String {
    let mut parts = markdown.split("[[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("]]") {
            Some((number, rest)) if !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) => {
                text.truncate(text.trim_end_matches(' ').len());
                text += rest;
            }
            _ => text = text + "[[" + part,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_citations_are_left_out_and_nothing_else() {
        let markdown = "It adds [[1]]. See `a[[0]]` [[12]], and [[x]] or [[ 3 ]] and [[";
        assert_eq!(without_numbers(markdown), "It adds. See `a`, and [[x]] or [[ 3 ]] and [[");
    }
}
