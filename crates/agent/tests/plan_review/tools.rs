//! The made-up tools.

use crate::support::world::World;
use crate::support::yield_once;
use agent::policy::Effect;
use agent::verify::verified_by;
use agent::{CallContext, Tool, ToolError, ToolOutput, Toolbox};
use change_set::Update;
use code_runner::Command;
use code_runner::scripted::exit;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use model::scripted::Scripted;
use serde_json::Value;

/// A world in which the model answers by this script.
pub fn world_with(script: Vec<Scripted>) -> World {
    World::over(script, tools, |_| true)
}

fn tools(world: &World) -> Toolbox<'_> {
    let command = RunCommand(world, vec!["pytest".to_owned()]);
    Toolbox::new().with(Read(world)).with(Write).with(command).with(ReadBack)
}

/// `read`: a text that the test chooses, by its argument `of`.
struct Read<'w>(&'w World);

impl Tool for Read<'_> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("read", "Reads something.")
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            self.0.ran.borrow_mut().push(format!("read {}", cx.id));
            let text = match arguments["of"].as_str() {
                Some("nothing") => return Err(ToolError::Failed("there is nothing".to_owned())),
                Some("much") => format!("{}{}", "a".repeat(1_000), "b".repeat(6_000)),
                // 7,000 characters in lines.
                Some("lines") => (1..=700).map(|n| format!("line {n:04}\n")).collect(),
                _ => "def f(): pass".to_owned(),
            };
            Ok(ToolOutput { text, summary: "read".to_owned(), ..ToolOutput::default() })
        })
    }
}

/// `write_file`: proposes a new file.
struct Write;

impl Tool for Write {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("write_file", "Writes a file.")
    }

    fn effect<'a>(&'a self, _: &'a Value) -> Effect<'a> {
        Effect::Edit
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            let path = source::RepoPath::parse(arguments["path"].as_str().unwrap_or_default())
                .map_err(|error| ToolError::Failed(error.to_string()))?;
            let mut proposal = cx.changes.propose(cx.id);
            proposal.create(&path, None, "x = 1\n").map_err(|error| ToolError::Failed(error.to_string()))?;
            let updates = proposal.finish().into_iter().map(Update::Change).collect();
            let changed = agent::ChangedFile { path, added: 1, removed: 0, diff: "+x = 1\n".to_owned() };
            let (text, summary) = ("Written.".to_owned(), "1 file".to_owned());
            Ok(ToolOutput { text, summary, updates, changed: vec![changed], ..ToolOutput::default() })
        })
    }
}

/// `run_command`: counts how often it ran.
struct RunCommand<'w>(&'w World, Vec<String>);

impl Tool for RunCommand<'_> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("run_command", "Runs a program.")
    }

    fn effect<'a>(&'a self, _: &'a Value) -> Effect<'a> {
        Effect::Run { argv: (&*self.1).into(), folder: "".into() }
    }

    fn call<'t>(&'t self, given: &'t Value, _: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            self.0.commands.set(self.0.commands.get() + 1);
            yield_once().await;
            if given["fails"] == true {
                // The tool did what it was to do; the program failed.
                let command = Command::new(self.1.iter());
                let ran = exit(1, "1 failed", "");
                let (text, summary) = (ran.stdout.clone(), ran.end.to_string());
                let verified = Some(verified_by(&command, &ran));
                return Ok(ToolOutput { text, summary, verified, ..ToolOutput::default() });
            }
            Ok(ToolOutput { text: "2 passed".into(), summary: "exit 0".into(), ..ToolOutput::default() })
        })
    }
}

/// `read_tool_output`: a line of an earlier output.
struct ReadBack;

impl Tool for ReadBack {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("read_tool_output", "Reads an earlier output.")
    }

    fn call<'t>(&'t self, given: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        let line = given["start"].as_u64().map(|line| line as usize);
        let read = cx.outputs.read(given["id"].as_str().unwrap_or_default(), line, line);
        let read = read.map_err(|error| ToolError::Failed(error.to_string()));
        Box::pin(async move { read.map(|text| ToolOutput { text, ..ToolOutput::default() }) })
    }
}
