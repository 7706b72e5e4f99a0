//! `memory_append`: adds to a value.

use super::{MemoryTool, Of, Remembering, stored};
use crate::CallingRun;
use crate::policy::Effect;
use agent_memory::MemoryStore;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemoryAppend {
    /// The key, 200 bytes at most.
    key: String,
    /// The text to add at the end; the whole value may have 20 KB.
    value: String,
    /// Whom the value belongs to; the repository if left out.
    #[serde(default)]
    scope: Of,
}

impl MemoryTool for MemoryAppend {
    const NAME: &'static str = "memory_append";
    const DESCRIPTION: &'static str = "Add a text at the end of a stored value, or store it where there is none.";
    const EFFECT: Effect<'static> = Effect::Memory;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r> {
        Box::pin(async move {
            let (key, scope) = (&self.key, self.scope.scope(run));
            memory.append(scope, key, &self.value, run.origin(Self::NAME)).await?;
            Ok(stored(key, format!("Added {} bytes to `{key}` of the {scope}.", self.value.len())))
        })
    }
}
