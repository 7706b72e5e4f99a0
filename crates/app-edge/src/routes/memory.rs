//! `GET /v1/repos/{id}/memory`, `PUT` and `DELETE` of it

use crate::access::{Caller, Scope};
use crate::api::memory::{ConversationKept, Memory, PutValue, ScopeName, ScopeValues, Value};
use crate::api::repos::{Deleted, Stored};
use crate::failure::{Failure, FailureKind};
use crate::http::{Operation, json_answer};
use crate::request_context::RequestContext;
use crate::{memory, names};
use agent::cache::Answers;
use agent_memory::{self as remembered, ConversationMemory, MemoryError, MemoryFile, MemoryStore, Origin};
use host_edge::WorkerClock;
use state_graph::Clock;
use std::rc::Rc;
use worker::Response;

/// Lists, stores and deletes what is remembered for the caller's token, the repository and a conversation.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let id = cx.variables.get("id");
    cx.repository(id, Scope::Ask).await?;
    let Caller::Bearer(bearer) = &cx.caller else {
        return Err(Failure::new(FailureKind::Unauthorized, "Nothing is remembered for callers without a token."));
    };
    let conversation = cx.parameter("conversation");
    conversation.map_or(Ok(()), names::check_conversation)?;
    let memory = memory::of_token(&cx.env, &bearer.name, id, conversation).ok_or_else(no_objects)?;
    match cx.route.operation {
        Operation::ListMemory => json_answer(200, &listed(&memory, conversation).await),
        Operation::PutMemory => {
            let PutValue { key, value } = cx.json().await?;
            let origin = Origin::person(WorkerClock.now_ms());
            memory.put(scope(cx, conversation)?, &key, &value, origin).await.map_err(refused)?;
            json_answer(200, &Stored { stored: key })
        }
        _ => delete(cx, &*memory, conversation).await,
    }
}

async fn listed(memory: &Rc<dyn MemoryStore>, conversation: Option<&str>) -> Memory {
    let mut scopes = vec![(ScopeName::Person, remembered::Scope::Person)];
    scopes.push((ScopeName::Repository, remembered::Scope::Repository));
    scopes.extend(conversation.map(|id| (ScopeName::Conversation, remembered::Scope::Conversation(id))));
    let mut lists = Vec::new();
    for (name, scope) in scopes {
        let (values, why) = match memory.list(scope).await {
            Ok(entries) => (Some(entries.into_iter().map(Value::from).collect()), None),
            Err(error) => (None, Some(error.to_string())),
        };
        lists.push(ScopeValues { scope: name, values, why });
    }
    let conversation = match conversation {
        Some(id) => Some(ConversationMemory::load(&**memory, id).await.map(|kept| size(&kept)).into()),
        None => None,
    };
    Memory { scopes: lists, conversation, answers: Answers::of(&**memory).count().await.into() }
}

fn size(kept: &ConversationMemory) -> ConversationKept {
    let (exchanges, outcomes) = (kept.qa.len(), kept.feedback.len());
    ConversationKept { exchanges, outcomes, files: kept.read_files.len() }
}

/// Deletes a value, or all of a scope: the file as a whole, so that a damaged one goes too.
async fn delete(
    cx: &RequestContext,
    memory: &dyn MemoryStore,
    conversation: Option<&str>,
) -> Result<Response, Failure> {
    let name = cx.required("scope")?;
    if name == "answers" {
        Answers::of(memory).clear().await.map_err(refused)?;
        return json_answer(200, &Deleted { deleted: name.to_owned() });
    }
    let scope = scope(cx, conversation)?;
    let Some(key) = cx.parameter("key") else {
        memory.files().remove(MemoryFile::Values(scope)).await.map_err(refused)?;
        if let remembered::Scope::Conversation(id) = scope {
            ConversationMemory::forget(memory, id).await.map_err(refused)?;
        }
        return json_answer(200, &Deleted { deleted: name.to_owned() });
    };
    match memory.delete(scope, key).await.map_err(refused)? {
        true => json_answer(200, &Deleted { deleted: key.to_owned() }),
        false => Err(Failure::not_found(format!("Nothing is stored under this key for the {scope}."))),
    }
}

/// The scope that the query names.
fn scope<'c>(cx: &RequestContext, conversation: Option<&'c str>) -> Result<remembered::Scope<'c>, Failure> {
    match (cx.required("scope")?, conversation) {
        ("person", _) => Ok(remembered::Scope::Person),
        ("repository", _) => Ok(remembered::Scope::Repository),
        ("conversation", Some(id)) => Ok(remembered::Scope::Conversation(id)),
        ("conversation", None) => Err(Failure::bad("`conversation` is missing in the query: which one is meant?")),
        _ => Err(Failure::bad("`scope` has to be `person`, `repository` or `conversation`.")),
    }
}

fn no_objects() -> Failure {
    Failure::new(FailureKind::Unavailable, "The deployment has no Durable Objects bound as MEMORY.")
}

fn refused(error: MemoryError) -> Failure {
    let kind = match error {
        MemoryError::Key | MemoryError::TooLarge { .. } | MemoryError::NoScope(_) => FailureKind::BadRequest,
        MemoryError::TooManyKeys(_) | MemoryError::Damaged { .. } | MemoryError::Busy(_) => FailureKind::Conflict,
        MemoryError::Files(_) => FailureKind::Unavailable,
    };
    Failure::new(kind, format!("{error}."))
}
