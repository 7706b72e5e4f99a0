//! `memory_delete`: deletes a value.

use super::{MemoryTool, Of, Remembering, said};
use crate::CallingRun;
use crate::policy::Effect;
use agent_memory::MemoryStore;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemoryDelete {
    /// The key.
    key: String,
    /// Whom the value belongs to; the repository if left out.
    #[serde(default)]
    scope: Of,
}

impl MemoryTool for MemoryDelete {
    const NAME: &'static str = "memory_delete";
    const DESCRIPTION: &'static str = "Delete a stored value.";
    const EFFECT: Effect<'static> = Effect::Memory;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r> {
        Box::pin(async move {
            let (key, scope) = (&self.key, self.scope.scope(run));
            Ok(match memory.delete(scope, key).await? {
                true => said(format!("Deleted `{key}` of the {scope}."), format!("deleted `{key}`")),
                false => said(format!("Not found: nothing is stored under `{key}` for the {scope}."), "not found"),
            })
        })
    }
}
