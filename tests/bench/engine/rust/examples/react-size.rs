//! The engine's ReAct example as a page would hold it: the graph, the driver and the log, and nothing that prints.

#[path = "../../../../../crates/state-graph/examples/react/graph.rs"]
mod graph;

use std::rc::Rc;

use futures::executor::block_on;
use graph::{AgentState, Chat, ScriptedModel, react};
use state_graph::{CheckpointStore, Durability, MemoryStore, RunEventKind};

fn main() {
    let model = ScriptedModel;
    let Ok(graph) = react(&model) else { return };
    let input = AgentState { messages: vec![Chat::new("human", "Where is the answer?")], ..AgentState::default() };
    let store: Rc<dyn CheckpointStore> = Rc::new(MemoryStore::default());
    let mut steps = 0_u32;
    let run = graph.invoke(input).limit(150).on_event(|event| {
        steps += u32::from(matches!(event.kind, RunEventKind::StepFinished { .. }));
    });
    let end = block_on(run.checkpoints(store, "run", Durability::Step, serde_json::Value::Null).into_future());
    std::hint::black_box(end.is_ok());
    std::hint::black_box(steps);
}
