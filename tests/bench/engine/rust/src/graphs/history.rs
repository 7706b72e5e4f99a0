//! One node that appends a line of 100 letters: a state that grows, as an agent's does.

use crate::letters::letters;
use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, GraphBuilder, NodeContext, Route, START, State};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct History {
    #[channel(append)]
    lines: Vec<String>,
}

#[derive(Route)]
enum More {
    Write,
    #[route(end)]
    Enough,
}

pub fn case(steps: usize) -> Result<Box<dyn Case>, CompileError> {
    let line = letters(100);
    let write = async move |_: &History, _: &NodeContext<'_, History>| Ok(HistoryUpdate::new().lines([line.clone()]));
    let graph = GraphBuilder::new()
        .node("write", write)
        .edge(START, "write")
        .route("write", move |state: &History| if state.lines.len() < steps { More::Write } else { More::Enough })
        .compile()?;
    Ok(GraphCase::boxed(graph, History::default(), |end| end.lines.len() as u64))
}
