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
mod delegate;
mod delete_file;
mod describe_symbol;
mod edit;
mod edit_file;
mod failure;
mod find_files;
mod get_callees;
mod get_callers;
mod git;
mod grep;
mod impact;
mod implementations;
mod lint;
mod list_directory;
mod mcp;
mod memory;
mod move_file;
mod outline;
mod path;
mod programs;
mod read_file;
mod read_tool_output;
mod read_value;
mod reading;
mod references;
mod relations;
mod relatives;
mod rename_symbol;
mod repo_map;
#[cfg(test)]
mod repository_tests;
mod search_codebase;
mod set_value;
mod supertypes;
mod survey;
mod undo;
mod web;
mod withheld;
mod write_file;

pub use acting::ActingServices;
pub use failure::{IndexFailure, ToolError};

pub use arguments::{arguments, spec};
pub(crate) use delegate::handover;
pub(crate) use withheld::{mask_parts, without_secrets_of};

use describe_symbol::DescribeSymbol;
use get_callees::GetCallees;
use get_callers::GetCallers;
use list_directory::ListDirectory;
use read_file::ReadFile;
use reading::{Over, Reading, ReadingTool};
use search_codebase::SearchCodebase;

use crate::{RunContext, SyntaxCheck};

use crate::outputs::ToolOutputs;
use crate::policy::{Effect, Policy};
use crate::verify::Verification;
use agent_memory::{Origin, Source};
use change_set::{ChangeSet, Update};
use codebase::Reader;
use futures::future::{LocalBoxFuture, ready};
use model::ToolSpec;
use protocol::Evidence;
use serde_json::Value;
use source::RepoPath;
use state_graph::Clock;
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
    /// What a program that the call ran says of the proposed changes; `None` where it ran none.
    pub verified: Option<Verification>,
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
    /// The run, for what outlives it; `None` for a call outside of a run, which stores nothing.
    pub run: Option<&'c CallingRun>,
    /// The node that makes the call, to report what happens meanwhile; `None` where a call is only tried, or made outside of a
    /// run.
    pub node: Option<&'c RunContext<'c>>,
}

/// The run that makes calls, as what it stores names it.
#[derive(Clone, Default)]
pub struct CallingRun {
    /// Its id.
    pub id: String,
    /// Its agent.
    pub agent: String,
    /// The id of the conversation that it belongs to.
    pub conversation: String,
    /// The time in milliseconds since 1970; `None` where the host gives none.
    pub wall_clock: Option<Rc<dyn Clock>>,
    /// The folder of the repository that it is limited to.
    pub folder: Option<String>,
}

impl CallingRun {
    /// The origin of what the run stores now by this tool or node.
    pub fn origin(&self, by: &str) -> Origin {
        let (run, agent, by) = (self.id.clone(), self.agent.clone(), by.to_owned());
        Origin { source: Source::Run { run, agent, by }, stored_at: self.now() }
    }

    /// The time in milliseconds since 1970, where it is known.
    pub fn now(&self) -> Option<f64> {
        self.wall_clock.as_ref().map(|clock| clock.now_ms())
    }
}

/// The arguments of a call once it is definite: `None` where they stay as they are.
pub type Prepared<'t> = LocalBoxFuture<'t, Result<Option<Value>, ToolError>>;

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

    /// Whether the result of a call depends on its arguments, the repository and the proposed changes alone, so that the same
    /// call has the same result.
    fn depends_on_repository_alone(&self) -> bool {
        false
    }

    /// Makes a call definite before anything is decided about it: what its arguments leave open is written into them, so that
    /// the policy and the person see what will happen. It has no effect, and may be repeated.
    ///
    /// # Errors
    /// Why the call can't be made at all. Then nobody is asked about it, and it is not made.
    fn prepare<'t>(&'t self, _arguments: &'t Value, _cx: CallContext<'t>) -> Prepared<'t> {
        Box::pin(ready(Ok(None)))
    }

    /// Looks up what the effect of a call depends on and only another server knows. Called before the call is decided about,
    /// and again right before it is made.
    fn look_up<'t>(&'t self, _arguments: &'t Value) -> LocalBoxFuture<'t, ()> {
        Box::pin(ready(()))
    }

    /// What a person should see of a call, beside its arguments, to decide about it: a unified diff. Calls that only propose
    /// edits show what they would change.
    fn to_decide(&self, _arguments: &Value) -> Option<String> {
        None
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
const READING: [Reading; 12] = [
    Reading::of::<SearchCodebase>(),
    Reading::of::<ReadFile>(),
    Reading::of::<ListDirectory>(),
    Reading::of::<GetCallers>(),
    Reading::of::<GetCallees>(),
    Reading::of::<references::References>(),
    Reading::of::<implementations::Implementations>(),
    Reading::of::<supertypes::Supertypes>(),
    Reading::of::<impact::Impact>(),
    Reading::of::<path::Path>(),
    Reading::of::<DescribeSymbol>(),
    Reading::of::<survey::Survey>(),
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
        let of_use = |tool: &&Rc<dyn Tool + 'a>| policy.offers(&tool.effect(&Value::Null));
        Self { tools: self.tools.iter().filter(of_use).cloned().collect(), syntax: self.syntax.clone() }
    }

    /// The same tools without the one that hands tasks to others.
    pub(crate) fn without_delegation(&self) -> Self {
        let stays = |tool: &&Rc<dyn Tool + 'a>| tool.effect(&Value::Null) != Effect::Delegate;
        Self { tools: self.tools.iter().filter(stays).cloned().collect(), ..self.clone() }
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
        let context = CallContext { id: "call", changes: &changes, outputs: &outputs, run: None, node: None };
        let mut output = self.get(name)?.call(arguments, context).await?;
        mask_parts(&mut output);
        Ok(output)
    }
}
