//! A chain of nodes that do nothing.

use super::chat::Chat;
use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, END, GraphBuilder, Messages, NodeContext, START, State};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Conversation {
    #[channel(messages)]
    messages: Messages<Chat>,
}

pub fn case(count: usize) -> Result<Box<dyn Case>, CompileError> {
    let ran = Rc::new(Cell::new(0));
    let mut builder = GraphBuilder::new();
    let mut before = START.to_owned();
    for index in 0..count {
        let (name, ran) = (format!("node_{index}"), ran.clone());
        let nothing = async move |_: &Conversation, _: &NodeContext<'_, Conversation>| {
            ran.set(ran.get() + 1);
            Ok(ConversationUpdate::new())
        };
        builder = builder.node(&*name, nothing).edge(before, &*name);
        before = name;
    }
    let graph = builder.edge(before, END).compile()?;
    Ok(GraphCase::boxed(graph, Conversation::default(), move |_| ran.take()))
}
