//! `memory_delete`: deletes a value.

use super::{MemoryTool, Of, Remembering, said};
use crate::policy::Effect;
use agent_memory::{MemoryStore, Scope};
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

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

    fn run(self, memory: Rc<dyn MemoryStore>) -> Remembering {
        Box::pin(async move {
            let (key, scope) = (&self.key, Scope::from(self.scope));
            Ok(match memory.delete(scope, key).await? {
                true => said(format!("Deleted `{key}` of the {scope}."), format!("deleted `{key}`")),
                false => said(format!("Not found: nothing is stored under `{key}` for the {scope}."), "not found"),
            })
        })
    }
}
