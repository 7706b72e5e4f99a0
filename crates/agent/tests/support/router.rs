//! What the tests of `tool-router` share: made-up tools, the model's answers, and what a run did.

use crate::support::world::World;
use crate::support::{question, yield_once};
use agent::policy::Effect;
use agent::{AskError, CallContext, ChangedFile, Controls, Question, RunEnd, Tool, ToolError, ToolOutput, Toolbox};
use change_set::Update;
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use model::scripted::Scripted;
use protocol::{AskOptions, Event, Evidence, TimedEvent};
use serde_json::{Value, json};

/// A world in which the model answers by this script.
pub fn world_with(script: Vec<Scripted>) -> World {
    World::over(script, tools, |evidence| evidence.hash == "good")
}

fn tools(world: &World) -> Toolbox<'_> {
    let fake = |name, effect| Fake { world, name, effect };
    Toolbox::new()
        .with(fake("search_codebase", Effect::Read))
        .with(fake("lookup", Effect::Read))
        .with(fake("write_file", Effect::Edit))
        .with(fake("web_search", Effect::Net { origin: "https://docs.example".into() }))
}

/// A span of `a.py`, whose id is `c` and a number.
pub fn chunk(n: u32) -> Evidence {
    let excerpt = format!("text of passage {n}");
    Evidence { hash: "good".to_owned(), excerpt, ..Evidence::of_lines(format!("c{n}"), "a.py", n, n) }
}

/// A made-up tool; what it did is noted.
struct Fake<'w> {
    world: &'w World,
    name: &'static str,
    effect: Effect<'static>,
}

impl Fake<'_> {
    fn result(&self, arguments: &Value, cx: CallContext<'_>) -> Result<ToolOutput, ToolError> {
        let output = |text: &str, evidence| ToolOutput {
            text: text.to_owned(),
            summary: format!("{} worked", self.name),
            evidence,
            ..ToolOutput::default()
        };
        match self.name {
            "search_codebase" if arguments["query"] == "other words" => {
                Ok(output("passages 5 to 10", (5..=10).map(chunk).collect()))
            }
            "search_codebase" => Ok(output("passages 1 to 6", (1..=6).map(chunk).collect())),
            "web_search" => Ok(output("The manual says: call it twice. https://docs.example", Vec::new())),
            "write_file" => {
                let path = source::RepoPath::parse("new.py").expect("it is a path");
                let mut proposal = cx.changes.propose(cx.id);
                proposal.create(&path, None, "x = 1\n").map_err(|error| ToolError::Failed(error.to_string()))?;
                let changed = ChangedFile { path, added: 1, removed: 0, diff: "+x = 1\n".to_owned() };
                let updates = proposal.finish().into_iter().map(Update::Change).collect();
                Ok(ToolOutput { updates, changed: vec![changed], ..output("Written.", Vec::new()) })
            }
            _ => Ok(output("it is in a.py [[c42]]", vec![chunk(42)])),
        }
    }
}

impl Tool for Fake<'_> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>(self.name, "A made-up tool.")
    }

    fn effect<'a>(&'a self, _: &'a Value) -> Effect<'a> {
        self.effect.clone()
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            self.world.ran.borrow_mut().push(format!("{} {arguments}", self.name));
            self.result(arguments, cx)
        })
    }
}

pub fn what_is_f() -> Question {
    question("What is f?", options())
}

pub fn options() -> AskOptions {
    AskOptions { agent: "tool-router".to_owned(), ..AskOptions::default() }
}

pub fn text(text: &str) -> Scripted {
    Scripted::text(text)
}

pub fn score(score: u32) -> Scripted {
    Scripted::text(json!({"score": score, "reasoning": "so it seems", "in_scope": true}).to_string())
}

/// Chooses these calls.
pub fn execute(calls: &[(&str, Value)]) -> Scripted {
    let calls: Vec<Value> =
        calls.iter().map(|(tool, arguments)| json!({"tool_name": tool, "tool_args": arguments})).collect();
    Scripted::text(json!({"action": "execute_tool", "tool_calls": calls, "reasoning": "needed"}).to_string())
}

pub fn retrieve(query: &str) -> Scripted {
    execute(&[("search_codebase", json!({ "query": query }))])
}

pub fn lookup(word: &str) -> Scripted {
    execute(&[("lookup", json!({ "word": word }))])
}

pub fn generate() -> Scripted {
    Scripted::text(json!({"action": "generate", "tool_calls": [], "reasoning": "enough"}).to_string())
}

/// Judges these passages as relevant, and no others.
pub fn relevant(numbers: &[u32]) -> Scripted {
    let grades: Vec<Value> = (1..=10)
        .map(|n| json!({"id": format!("c{n}"), "relevant": numbers.contains(&n), "reasoning": "judged"}))
        .collect();
    Scripted::text(json!({ "grades": grades }).to_string())
}

/// Asks, and pauses at the end of the router's superstep.
pub fn ask_and_pause_after_the_choice(world: &World) -> Result<RunEnd, AskError> {
    let controls = Controls::default();
    let pause = controls.pause.clone();
    let mut listen = world.listening();
    let on = move |event: TimedEvent| {
        if matches!(&event.event, Event::NodeStarted { node, .. } if node == "router") {
            pause.cancel();
        }
        listen(event);
    };
    world.process(None, async |agent| agent.ask(what_is_f(), &controls, on).await).expect("it is not killed")
}

/// How much of what was judged is relevant, for each round.
pub fn graded(world: &World) -> Vec<(u32, u32)> {
    let graded = |event: &Event| match event {
        Event::Graded { relevant, of } => Some((*relevant, *of)),
        _ => None,
    };
    world.events.borrow().iter().filter_map(graded).collect()
}

/// The last prompt.
pub fn last_prompt(world: &World) -> String {
    world.model.requests().last().unwrap()[0].content.clone()
}
