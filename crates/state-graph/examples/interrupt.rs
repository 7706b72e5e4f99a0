//! A graph with an interrupt: a person approves a payment, and the process may end before the answer comes. Run it with
//! `cargo run -p state-graph --example interrupt`.

#![allow(clippy::print_stdout)] // An example prints.

use std::rc::Rc;

use futures::executor::block_on;
use serde::{Deserialize, Serialize};
use serde_json::json;
use state_graph::{
    CheckpointStore, CompileError, Durability, END, Graph, GraphBuilder, Halt, MemoryStore, NodeResult, START, State,
};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Payment {
    euros: u32,
    outcome: String,
}

/// Asks, and runs again from its top when there is an answer.
async fn approve(payment: &Payment, cx: &PaymentContext<'_>) -> NodeResult<Payment> {
    let approved: bool = cx.interrupt(json!({ "question": format!("Pay {} euros?", payment.euros) })).await?;
    Ok(PaymentUpdate::new().outcome(if approved { "paid" } else { "refused" }))
}

fn graph() -> Result<Graph<'static, Payment>, CompileError> {
    GraphBuilder::new().node("approve", approve).edge(START, "approve").edge("approve", END).compile()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store: Rc<dyn CheckpointStore> = Rc::new(MemoryStore::default());

    // One process asks and ends.
    let payment = Payment { euros: 20, ..Payment::default() };
    let mut run = graph()?.invoke(payment).checkpoints(store.clone(), "payment-1", Durability::Step, json!(null));
    if let Halt::Interrupted(asked) = block_on(run.drive())? {
        println!("{} asks {}", asked[0].node, asked[0].value);
    }
    drop(run);

    // Another one has the answer.
    let mut run = block_on(graph()?.restore(store, "payment-1"))?.ok_or("the run is not stored")?;
    block_on(run.drive())?;
    run.resume(json!(true))?;
    block_on(run.drive())?;
    println!("the payment is {}", run.run().state().outcome);
    Ok(())
}
