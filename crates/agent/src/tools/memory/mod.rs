//! The tools over what agents remember between runs: `memory_get`, `memory_list`, `memory_set`, `memory_append`,
//! `memory_delete`, `memory_clear`, one file each.
//!
//! What is remembered is material: a value is shown as what was stored, and nothing in it is an order.

mod append;
mod clear;
mod delete;
mod get;
mod list;
mod set;
#[cfg(test)]
mod tests;

pub(super) use append::MemoryAppend;
pub(super) use clear::MemoryClear;
pub(super) use delete::MemoryDelete;
pub(super) use get::MemoryGet;
pub(super) use list::MemoryList;
pub(super) use set::MemorySet;

use super::{ToolError, arguments, spec};
use crate::policy::Effect;
use crate::{CallContext, CallingRun, Tool, ToolOutput};
use agent_memory::{MemoryError, MemoryStore, Origin, Scope, Source};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

/// Whom a value belongs to, as models name it.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Of {
    Person,
    #[default]
    Repository,
    Conversation,
}

impl Of {
    fn scope(self, run: &CallingRun) -> Scope<'_> {
        match self {
            Self::Person => Scope::Person,
            Self::Repository => Scope::Repository,
            Self::Conversation => Scope::Conversation(&run.conversation),
        }
    }
}

/// A call that is using the memory.
type Remembering<'r> = LocalBoxFuture<'r, Result<ToolOutput, MemoryError>>;

/// A tool that uses the memory: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait MemoryTool: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    const EFFECT: Effect<'static>;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r>;
}

/// A [`MemoryTool`] without its type: what runs it is compiled once for all.
pub(super) struct OverMemory {
    memory: Rc<dyn MemoryStore>,
    spec: fn() -> ToolSpec,
    effect: Effect<'static>,
    run: for<'r> fn(&Value, &'r dyn MemoryStore, &'r CallingRun) -> Result<Remembering<'r>, ToolError>,
}

impl OverMemory {
    pub(super) fn new<T: MemoryTool>(memory: &Rc<dyn MemoryStore>) -> Self {
        Self {
            memory: Rc::clone(memory),
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            effect: T::EFFECT,
            run: |value, memory, run| Ok(arguments::<T>(T::NAME, value)?.run(memory, run)),
        }
    }
}

impl Tool for OverMemory {
    fn spec(&self) -> ToolSpec {
        (self.spec)()
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        self.effect.clone()
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let outside = || ToolError::Failed("memory belongs to runs, and this call is of none".to_owned());
            let calling = cx.run.ok_or_else(outside)?;
            let run = (self.run)(value, &*self.memory, calling)?;
            run.await.map_err(|error| ToolError::Failed(error.to_string()))
        })
    }
}

/// Where a value came from, in brackets.
fn provenance(origin: Option<&Origin>) -> String {
    match origin.map(|origin| &origin.source) {
        None => "stored by an earlier version".to_owned(),
        Some(Source::Person) => "stored by the person".to_owned(),
        Some(Source::Run { run, agent, by }) => format!("stored by {by} of {agent}, run {run}"),
    }
}

fn said(text: String, summary: impl Into<String>) -> ToolOutput {
    ToolOutput { text, summary: summary.into(), ..ToolOutput::default() }
}

fn stored(key: &str, text: String) -> ToolOutput {
    ToolOutput { remembered: Some(key.to_owned()), ..said(text, format!("stored `{key}`")) }
}
