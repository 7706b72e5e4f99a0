//! `memory_set`: stores a value.

use super::{MemoryTool, Of, Remembering, stored};
use crate::CallingRun;
use crate::policy::Effect;
use agent_memory::MemoryStore;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemorySet {
    /// The key, 200 bytes at most.
    key: String,
    /// The value, 20 KB at most.
    value: String,
    /// Whom the value belongs to; the repository if left out.
    #[serde(default)]
    scope: Of,
}

impl MemoryTool for MemorySet {
    const NAME: &'static str = "memory_set";
    const DESCRIPTION: &'static str =
        "Store a value for later runs, in place of the one under this key. Only what the person would want kept.";
    const EFFECT: Effect<'static> = Effect::Memory;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r> {
        Box::pin(async move {
            let (key, scope) = (&self.key, self.scope.scope(run));
            memory.put(scope, key, &self.value, run.origin(Self::NAME)).await?;
            Ok(stored(key, format!("Stored under `{key}` for the {scope}: {} bytes.", self.value.len())))
        })
    }
}
