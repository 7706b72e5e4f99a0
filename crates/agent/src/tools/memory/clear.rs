//! `memory_clear`: deletes all values of a scope.

use super::{MemoryTool, Of, Remembering, said};
use crate::CallingRun;
use crate::policy::Effect;
use agent_memory::MemoryStore;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemoryClear {
    /// Whom the values belong to.
    scope: Of,
}

impl MemoryTool for MemoryClear {
    const NAME: &'static str = "memory_clear";
    const DESCRIPTION: &'static str =
        "Delete everything that is stored for the person, the repository or the conversation.";
    const EFFECT: Effect<'static> = Effect::Memory;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r> {
        Box::pin(async move {
            let scope = self.scope.scope(run);
            let count = memory.clear(scope).await?;
            let values = if count == 1 { "value" } else { "values" };
            Ok(said(format!("Deleted {count} {values} of the {scope}."), format!("deleted {count} {values}")))
        })
    }
}
