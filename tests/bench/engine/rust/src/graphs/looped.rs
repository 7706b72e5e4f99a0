//! One node that counts.

use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, GraphBuilder, NodeContext, NodeResult, Route, START, State};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Count {
    count: usize,
}

#[derive(Route)]
enum More {
    Increment,
    #[route(end)]
    Enough,
}

async fn increment(state: &Count, _: &NodeContext<'_, Count>) -> NodeResult<Count> {
    Ok(CountUpdate::new().count(state.count + 1))
}

pub fn case(steps: usize) -> Result<Box<dyn Case>, CompileError> {
    let graph = GraphBuilder::new()
        .node("increment", increment)
        .edge(START, "increment")
        .route("increment", move |state: &Count| if state.count < steps { More::Increment } else { More::Enough })
        .compile()?;
    Ok(GraphCase::boxed(graph, Count::default(), |end| end.count as u64))
}
