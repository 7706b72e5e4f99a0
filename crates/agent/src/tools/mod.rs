//! Tools: one a file. A tool has a typed argument struct (its JSON schema is what the model sees), checks what it is
//! given, and returns text for the model and spans for everyone else.

mod calls;
mod failure;
mod get_callees;
mod get_callers;
mod list_directory;
mod read_file;
mod search_codebase;

pub use failure::{IndexFailure, ToolError};
pub use get_callees::GetCallees;
pub use get_callers::GetCallers;
pub use list_directory::ListDirectory;
pub use read_file::ReadFile;
pub use search_codebase::SearchCodebase;

use codebase::{Bounded, Codebase, Cut, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use protocol::Evidence;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a tool answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolOutput {
    /// For the model.
    pub text: String,
    /// One line for people.
    pub summary: String,
    /// The spans in `text`; their ids are what an answer may cite.
    pub evidence: Vec<Evidence>,
}

/// Something a model may call.
pub trait Tool {
    /// Its name, description and arguments, for the model.
    fn spec(&self) -> ToolSpec;

    /// Runs. Must not trust `arguments`.
    fn call<'t>(&'t self, arguments: &'t Value) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>>;
}

/// The tools of an agent.
#[derive(Default)]
pub struct Toolbox<'a> {
    tools: Vec<Box<dyn Tool + 'a>>,
}

impl<'a> Toolbox<'a> {
    /// No tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The five reading tools over a codebase.
    pub fn over(reader: &'a Reader) -> Self {
        Self::new()
            .with(SearchCodebase { reader })
            .with(ReadFile { reader })
            .with(ListDirectory { reader })
            .with(GetCallers { reader })
            .with(GetCallees { reader })
    }

    /// The specs of the five reading tools, where there is no codebase yet.
    pub fn reading_specs() -> Vec<ToolSpec> {
        vec![
            SearchCodebase::described(),
            ReadFile::described(),
            ListDirectory::described(),
            GetCallers::described(),
            GetCallees::described(),
        ]
    }

    /// Adds a tool.
    #[must_use]
    pub fn with(mut self, tool: impl Tool + 'a) -> Self {
        self.tools.push(Box::new(tool));
        self
    }

    /// Their specs, for a model.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.tools.iter().map(|tool| tool.spec()).collect()
    }

    /// Runs a tool by name.
    pub async fn call(&self, name: &str, arguments: &Value) -> Result<ToolOutput, ToolError> {
        let Some(tool) = self.tools.iter().find(|tool| tool.spec().name == name) else {
            let known = self.specs().into_iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
            return Err(ToolError::Unknown { name: name.to_owned(), known });
        };
        tool.call(arguments).await
    }
}

/// A spec with the schema of `A`.
pub fn spec<A: JsonSchema>(name: &str, description: &str) -> ToolSpec {
    let mut parameters = schemars::schema_for!(A).to_value();
    if let Some(schema) = parameters.as_object_mut() {
        // Providers reject or waste tokens on these.
        schema.remove("$schema");
        schema.remove("title");
    }
    ToolSpec { name: name.to_owned(), description: description.to_owned(), parameters }
}

/// Reads arguments. The model reads the error, so it names what to do.
pub fn arguments<A: DeserializeOwned>(tool: &'static str, value: &Value) -> Result<A, ToolError> {
    if let Value::String(raw) = value {
        let beginning: String = raw.chars().take(200).collect();
        let why = match model::json::read(raw) {
            Err(error) => format!("they are not JSON ({error}): {beginning}"),
            Ok(_) => format!("they are no JSON object: {beginning}"),
        };
        return Err(ToolError::Arguments { tool, why });
    }
    A::deserialize(value).map_err(|error| ToolError::Arguments { tool, why: error.to_string() })
}

/// For a tool that asks the codebase: reads its arguments and runs, as often as parts of the index have to be fetched.
fn answer<'t, A: DeserializeOwned + 't>(
    tool: &'static str,
    reader: &'t Reader,
    value: &'t Value,
    run: impl Fn(&Codebase, &A) -> Result<ToolOutput, ToolError> + 't,
) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
    Box::pin(async move {
        let given: A = arguments(tool, value)?;
        let answer = reader.ask_bounded(|codebase| run(codebase, &given)).await;
        let Bounded { answer, cut } = answer.map_err(IndexFailure::from)?;
        match cut {
            None => answer,
            Some(cut) => partial(answer, cut),
        }
    })
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
