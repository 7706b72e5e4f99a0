//! Tools, one in each file. A tool has a typed struct of arguments (the model gets its JSON schema), validates the
//! arguments, and returns text for the model and the spans in it.

mod acting;
mod append_file;
mod apply_patch;
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

use get_callees::GetCallees;
use get_callers::GetCallers;
use list_directory::ListDirectory;
use read_file::ReadFile;
use search_codebase::SearchCodebase;

use crate::SyntaxCheck;
use withheld::without_secrets_of;

use crate::outputs::ToolOutputs;
use crate::policy::{Effect, Policy};
use change_set::{ChangeSet, Update};
use codebase::{Bounded, Cut, Overlaid, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use protocol::Evidence;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use source::RepoPath;
use std::collections::{BTreeMap, BTreeSet};
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

    /// Runs a tool by name, outside of a run: nothing is proposed before it, and what it proposes is the caller's.
    pub async fn call(&self, name: &str, arguments: &Value) -> Result<ToolOutput, ToolError> {
        let (changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
        self.get(name)?.call(arguments, CallContext { id: "call", changes: &changes, outputs: &outputs }).await
    }
}

/// A tool that asks one question of the codebase as the run's changes leave it: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
trait ReadingTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError>;
}

/// The reading tools, in the order in which models see them.
const READING: [Reading; 5] = [
    Reading::of::<SearchCodebase>(),
    Reading::of::<ReadFile>(),
    Reading::of::<ListDirectory>(),
    Reading::of::<GetCallers>(),
    Reading::of::<GetCallees>(),
];

/// What a call asks of the codebase as the run's changes leave it.
type Asks = Box<dyn Fn(Overlaid<'_>) -> Result<ToolOutput, ToolError>>;

/// A [`ReadingTool`] as a row of a table, without its type: what runs it is compiled once for all.
struct Reading {
    spec: fn() -> ToolSpec,
    read: fn(&Value) -> Result<Asks, ToolError>,
}

impl Reading {
    const fn of<T: ReadingTool + 'static>() -> Self {
        Self {
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            read: |value| {
                let given: T = arguments(T::NAME, value)?;
                Ok(Box::new(move |over| given.run(over)))
            },
        }
    }
}

/// A reading tool over a codebase.
struct Over<'a> {
    reader: &'a Reader,
    tool: &'static Reading,
}

impl Tool for Over<'_> {
    fn spec(&self) -> ToolSpec {
        (self.tool.spec)()
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(answer(self.reader, self.tool, arguments, cx.changes))
    }
}

/// A specification, with the JSON schema of `A`.
pub fn spec<A: JsonSchema>(name: &str, description: &str) -> ToolSpec {
    specified(name, description, schemars::schema_for!(A).to_value())
}

fn specified(name: &str, description: &str, mut parameters: Value) -> ToolSpec {
    if let Some(schema) = parameters.as_object_mut() {
        // Providers reject or waste tokens on these.
        schema.remove("$schema");
        schema.remove("title");
    }
    ToolSpec { name: name.to_owned(), description: description.to_owned(), parameters }
}

/// Reads arguments. The error is sent to the model, so it suggests what to do.
pub fn arguments<A: DeserializeOwned>(tool: &'static str, value: &Value) -> Result<A, ToolError> {
    refuse_text(tool, value)?;
    A::deserialize(value).map_err(|error| ToolError::Arguments { tool, why: error.to_string() })
}

/// Refuses arguments that are a string: JSON that could not be read.
fn refuse_text(tool: &'static str, value: &Value) -> Result<(), ToolError> {
    let Value::String(raw) = value else { return Ok(()) };
    let beginning: String = raw.chars().take(200).collect();
    let why = match model::json::read(raw) {
        Err(error) => format!("they are not JSON ({error}): {beginning}"),
        Ok(_) => format!("they are no JSON object: {beginning}"),
    };
    Err(ToolError::Arguments { tool, why })
}

/// Reads the arguments and runs the tool, again whenever a part of the index had to be fetched.
async fn answer(reader: &Reader, tool: &Reading, value: &Value, changes: &ChangeSet) -> Result<ToolOutput, ToolError> {
    let ask = (tool.read)(value)?;
    let answer = reader.ask_bounded(|codebase| {
        let over = Overlaid::new(codebase, changes);
        let output = ask(over)?;
        let shown: BTreeSet<String> = output.evidence.iter().map(|found| found.path.clone()).collect();
        Ok(without_secrets_of(over, shown.iter().map(String::as_str), output))
    });
    let Bounded { answer, cut } = answer.await.map_err(IndexFailure::from)?;
    match cut {
        None => answer,
        Some(cut) => partial(answer, cut),
    }
}

/// An answer for which more of the index was wanted than one question may read: marked as partial, because something that was not found
/// may be in the rest.
fn partial(answer: Result<ToolOutput, ToolError>, cut: Cut) -> Result<ToolOutput, ToolError> {
    match answer {
        Ok(mut output) => {
            output.text += &format!("\n\nThis may be incomplete: {cut}. Ask for something narrower.");
            output.summary += " (not all of the index was read)";
            Ok(output)
        }
        Err(ToolError::Failed(_)) => Err(ToolError::Failed(format!("{cut}; ask for something narrower"))),
        Err(other) => Err(other),
    }
}
