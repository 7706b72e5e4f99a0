//! A repository with changes, for the tests of tools that read it.

use super::{ActingServices, CallContext, ToolError, ToolOutput, Toolbox};
use crate::outputs::ToolOutputs;
use change_set::{ChangeSet, Proposal, SetError, Update};
use codebase::{Overlaid, Reader};
use futures::executor::block_on;
use serde_json::Value;
use source::{ContentHash, RepoPath};

pub(super) struct Repository {
    reader: Reader,
    changes: ChangeSet,
}

pub(super) fn shop() -> Repository {
    Repository::new(fixtures::SHOP)
}

/// A text without the ids of spans.
pub(super) fn without_ids(text: &str) -> String {
    let mut parts = text.split(" [[");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.split_once("]]").map_or(part, |(_, rest)| rest))
}

impl Repository {
    pub(super) fn new(fixture: &str) -> Self {
        Self { reader: Reader::whole(fixtures::codebase(fixture)), changes: ChangeSet::default() }
    }

    pub(super) fn write(&mut self, path: &str, text: &str) {
        self.propose(path, |proposal, path, base| proposal.write(path, base, text));
    }

    pub(super) fn delete(&mut self, path: &str) {
        self.propose(path, |proposal, path, base| proposal.delete(path, base));
    }

    fn propose(
        &mut self,
        path: &str,
        change: impl Fn(&mut Proposal, &RepoPath, Option<ContentHash>) -> Result<(), SetError>,
    ) {
        let path = RepoPath::parse(path).unwrap();
        let mut proposal = self.changes.propose("test");
        let base = block_on(self.reader.ask(|codebase| Overlaid::new(codebase, &self.changes).base_hash(&path)));
        change(&mut proposal, &path, base.unwrap().unwrap()).unwrap();
        proposal.finish().into_iter().for_each(|change| self.changes.apply(&Update::Change(change)).unwrap());
    }

    pub(super) fn call(&self, tool: &str, arguments: Value) -> Result<ToolOutput, ToolError> {
        let tools = Toolbox::over(&self.reader).and(&Toolbox::acting(&self.reader, &ActingServices::default()));
        let cx =
            CallContext { id: "call", changes: &self.changes, outputs: &ToolOutputs::default(), run: None, node: None };
        block_on(tools.get(tool)?.call(&arguments, cx))
    }

    /// The text of the result, or the error.
    pub(super) fn text(&self, tool: &str, arguments: Value) -> String {
        self.call(tool, arguments).map_or_else(|error| format!("Error: {error}"), |output| output.text)
    }
}
