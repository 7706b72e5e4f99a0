//! `memory_list`: the keys of what is remembered.

use super::{MemoryTool, Of, Remembering, said};
use crate::policy::Effect;
use agent_memory::{MemoryStore, Scope};
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemoryList {
    /// Whom the values belong to; the repository if left out.
    #[serde(default)]
    scope: Of,
}

impl MemoryTool for MemoryList {
    const NAME: &'static str = "memory_list";
    const DESCRIPTION: &'static str = "List the keys under which earlier runs stored values.";
    const EFFECT: Effect<'static> = Effect::Read;

    fn run(self, memory: Rc<dyn MemoryStore>) -> Remembering {
        Box::pin(async move {
            let scope = Scope::from(self.scope);
            let entries = memory.list(scope).await?;
            if entries.is_empty() {
                return Ok(said(format!("Nothing is stored for the {scope}."), "nothing stored"));
            }
            let rows: Vec<String> =
                entries.iter().map(|entry| format!("{}  ({} bytes)", entry.key, entry.bytes)).collect();
            let count = if rows.len() == 1 { "1 key".to_owned() } else { format!("{} keys", rows.len()) };
            Ok(said(rows.join("\n"), count))
        })
    }
}
