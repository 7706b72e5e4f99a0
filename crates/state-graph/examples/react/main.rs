//! A ReAct loop with a scripted model: how an agent uses the engine. Run it with `cargo run -p state-graph --example
//! react`.

#![allow(clippy::print_stdout)] // An example prints.

mod graph;

use graph::{AgentEvent, AgentState, Chat, ScriptedModel, react};
use state_graph::{CancelToken, RunEventKind};
use state_graph_diagrams::Diagram;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = ScriptedModel;
    let graph = react(&model)?;
    println!("{}", Diagram::of(&graph).ascii());
    let input = AgentState { messages: vec![Chat::new("human", "Where is the answer?")], ..AgentState::default() };
    let run = graph.invoke(input).limit(150).cancel(CancelToken::new()).on_event(|event| match event.kind {
        RunEventKind::NodeStarted { node } => println!("{}. {node}", event.step),
        RunEventKind::NodeFinished { update, .. } => println!("   {}", update.to_json().unwrap_or_default()),
        RunEventKind::Custom { payload, .. } => {
            let AgentEvent::ToolStarted(tool) = payload;
            println!("   calls {tool}");
        }
        _ => {}
    });
    let end = futures::executor::block_on(run.into_future())?;
    println!("{}", end.response);
    Ok(())
}
