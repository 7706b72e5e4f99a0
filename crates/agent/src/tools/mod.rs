//! Tools, one in each file. A tool has a typed struct of arguments (the model gets its JSON schema), validates the
//! arguments, and returns text for the model and the spans in it.

mod acting;
mod append_file;
mod apply_patch;
mod arguments;
mod ask_person;
mod calls;
mod changes;
mod copy_file;
mod delete_file;
mod edit;
mod edit_file;
mod failure;
mod find_files;
mod get_callees;
mod get_callers;
mod grep;
mod lint;
mod list_directory;
mod memory;
mod move_file;
mod outline;
mod read_file;
mod read_tool_output;
mod read_value;
mod reading;
mod rename_symbol;
mod repo_map;
#[cfg(test)]
mod repository_tests;
mod search_codebase;
mod set_value;
mod undo;
mod withheld;
mod write_file;

pub use acting::ActingServices;
pub use failure::{IndexFailure, ToolError};

pub use arguments::{arguments, spec};
pub(crate) use withheld::mask_parts;

use get_callees::GetCallees;
use get_callers::GetCallers;
use list_directory::ListDirectory;
use read_file::ReadFile;
use reading::{Over, Reading, ReadingTool};
use search_codebase::SearchCodebase;

use crate::SyntaxCheck;

use crate::outputs::ToolOutputs;
use crate::policy::{Effect, Policy};
use change_set::{ChangeSet, Update};
use codebase::Reader;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use protocol::Evidence;
use serde_json::Value;
use source::RepoPath;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolOutput {
    /// The text that is sent to the model.
    pub text: String,
    /// One line for display.
    pub summary: String,
    /// The spans in `text`; an answer may cite their ids.
    pub evidence: Vec<Evidence>,
    /// What the call proposes to change: applied, in order, to the run's change set once the call may run.
    pub updates: Vec<Update>,
    /// Each file that `updates` changes, for people.
    pub changed: Vec<ChangedFile>,
    /// The key under which the call has stored something in the agent's memory.
    pub remembered: Option<String>,
    /// Secrets that are masked in `text` already, by kind.
    pub masked: BTreeMap<&'static str, usize>,
}

/// What one call changes in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path.
    pub path: RepoPath,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
    /// A unified diff.
    pub diff: String,
}

/// What a call is given of its run.
#[derive(Clone, Copy)]
pub struct CallContext<'c> {
    /// The call's id, which names the group of its changes.
    pub id: &'c str,
    /// The proposed changes so far.
    pub changes: &'c ChangeSet,
    /// The whole outputs of earlier calls.
    pub outputs: &'c ToolOutputs,
}

/// A function that a model may call.
///
/// A call changes nothing outside the run, unless its [`effect`](Self::effect) [lasts](Effect::lasts): edits are proposed in
/// its [`ToolOutput`]. So a call that edits may be made to show what it would change, and made again.
pub trait Tool {
    /// Its name, description and arguments, for the model.
    fn spec(&self) -> ToolSpec;

    /// What a call with these arguments does; arguments that do not fit are judged by the tool as a whole.
    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Read
    }

    /// Runs the tool. `arguments` come from the model and must be validated.
    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>>;
}

/// The tools of a run.
#[derive(Default, Clone)]
pub struct Toolbox<'a> {
    tools: Vec<Rc<dyn Tool + 'a>>,
    /// Checks the files that a call has changed.
    syntax: Option<SyntaxCheck<'a>>,
}

/// The reading tools, in the order in which models see them.
const READING: [Reading; 5] = [
    Reading::of::<SearchCodebase>(),
    Reading::of::<ReadFile>(),
    Reading::of::<ListDirectory>(),
    Reading::of::<GetCallers>(),
    Reading::of::<GetCallees>(),
];

impl<'a> Toolbox<'a> {
    /// A toolbox without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The reading tools over a codebase.
    pub fn over(reader: &'a Reader) -> Self {
        READING.iter().fold(Self::new(), |tools, tool| tools.with(Over { reader, tool }))
    }

    /// The specifications of the reading tools, for hosts whose codebase is not open yet.
    pub fn reading_specs() -> Vec<ToolSpec> {
        READING.iter().map(|tool| (tool.spec)()).collect()
    }

    /// With a check of the files that calls change.
    #[must_use]
    pub fn checking(self, syntax: SyntaxCheck<'a>) -> Self {
        Self { syntax: Some(syntax), ..self }
    }

    /// The check of the files that calls change; `None` if the host has set none.
    pub fn syntax(&self) -> Option<&SyntaxCheck<'a>> {
        self.syntax.as_ref()
    }

    /// Adds a tool.
    #[must_use]
    pub fn with(mut self, tool: impl Tool + 'a) -> Self {
        self.tools.push(Rc::new(tool));
        self
    }

    /// The specifications of the tools, for the model.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.tools.iter().map(|tool| tool.spec()).collect()
    }

    /// These tools and those of the other box.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        self.tools.extend(others.tools.iter().cloned());
        self.syntax = self.syntax.or_else(|| others.syntax.clone());
        self
    }

    /// Only the tools that a run under this policy can use.
    #[must_use]
    pub fn offered(&self, policy: &Policy) -> Self {
        let of_use = |tool: &&Rc<dyn Tool + 'a>| policy.offers(tool.effect(&Value::Null));
        Self { tools: self.tools.iter().filter(of_use).cloned().collect(), syntax: self.syntax.clone() }
    }

    /// The tool of this name.
    ///
    /// # Errors
    /// [`ToolError::Unknown`], which lists those that there are.
    pub fn get(&self, name: &str) -> Result<&dyn Tool, ToolError> {
        let tool = self.tools.iter().find(|tool| tool.spec().name == name);
        tool.map(|tool| &**tool).ok_or_else(|| {
            let known = self.specs().into_iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
            ToolError::Unknown { name: name.to_owned(), known }
        })
    }

    /// Runs a tool by name, outside of a run: nothing is proposed before it, and what it proposes is the caller's. Secrets
    /// in its result are masked.
    pub async fn call(&self, name: &str, arguments: &Value) -> Result<ToolOutput, ToolError> {
        let (changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
        let context = CallContext { id: "call", changes: &changes, outputs: &outputs };
        let mut output = self.get(name)?.call(arguments, context).await?;
        mask_parts(&mut output);
        Ok(output)
    }
}
