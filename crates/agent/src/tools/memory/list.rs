//! `memory_list`: the keys of what is remembered.

use super::{MemoryTool, Of, Remembering, provenance, said};
use crate::CallingRun;
use crate::policy::Effect;
use agent_memory::{Entry, MemoryStore};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::tools) struct MemoryList {
    /// Whom the values belong to; the repository if left out.
    #[serde(default)]
    scope: Of,
}

impl MemoryTool for MemoryList {
    const NAME: &'static str = "memory_list";
    const DESCRIPTION: &'static str = "List the keys under which values are stored, and who stored each.";
    const EFFECT: Effect<'static> = Effect::Read;

    fn run<'r>(self, memory: &'r dyn MemoryStore, run: &'r CallingRun) -> Remembering<'r> {
        Box::pin(async move {
            let scope = self.scope.scope(run);
            let entries = memory.list(scope).await?;
            if entries.is_empty() {
                return Ok(said(format!("Nothing is stored for the {scope}."), "nothing stored"));
            }
            let row = |entry: &Entry| {
                format!("{}  ({} bytes, {})", entry.key, entry.value.len(), provenance(entry.origin.as_ref()))
            };
            let rows: Vec<String> = entries.iter().map(row).collect();
            let count = if rows.len() == 1 { "1 key".to_owned() } else { format!("{} keys", rows.len()) };
            Ok(said(rows.join("\n"), count))
        })
    }
}
