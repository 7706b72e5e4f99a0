//! Calls that were made before, over the same snapshot and the same proposed changes.

use super::runner::{CallRunner, Known};
use crate::cache::{KnownOutput, ToolCache};
use crate::policy::Effect;
use crate::report::record;
use crate::{RunContext, ToolOutput};
use change_set::ChangeSet;
use model::ToolCall;
use protocol::Event;

impl CallRunner<'_> {
    /// The result of an earlier call that is still true, reported as such: of this run by `known`, else of any run over the
    /// same snapshot.
    pub(super) fn earlier(
        &self,
        call: &ToolCall,
        changes: &ChangeSet,
        known: &Known<'_>,
        cx: &RunContext<'_>,
    ) -> Option<ToolOutput> {
        let (output, stored_at) = match known(call, changes) {
            Some(output) => (output, None),
            None => {
                let KnownOutput { output, run, stored_at } =
                    self.keeping(call)?.get(call, changes, self.run.folder.as_deref())?;
                (output, stored_at.filter(|_| run != self.run.id))
            }
        };
        record(cx, Event::Cached { what: call.name.clone(), stored_at });
        Some(output)
    }

    /// Keeps the output of a call, where it may be.
    pub(super) fn keep(&self, call: &ToolCall, changes: &ChangeSet, output: &ToolOutput) {
        if let Some(cache) = self.keeping(call) {
            let (output, run) = (output.clone(), self.run.id.clone());
            let known = KnownOutput { output, run, stored_at: self.run.now() };
            cache.put(call, changes, self.run.folder.as_deref(), known);
        }
    }

    /// The cache, for a call whose result may be kept.
    fn keeping(&self, call: &ToolCall) -> Option<&ToolCache> {
        let tool = self.tools.get(&call.name).ok()?;
        let may = tool.depends_on_repository_alone() && tool.effect(&call.arguments) == Effect::Read;
        self.services.tool_cache.as_deref().filter(|_| may)
    }
}
