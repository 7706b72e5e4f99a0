//! The measured graphs, one file each; the same as in `../../python/engine.py`.

mod add_messages;
mod chat;
mod fanout_to_subgraph;
mod history;
mod looped;
mod react_agent;
mod sequential;
mod wide_state;

use crate::run::Case;

/// The case of that name: a graph, then its sizes, with colons between: `wide_state:25:300`.
pub fn case(name: &str) -> Result<Box<dyn Case>, String> {
    let mut words = name.split(':');
    let kind = words.next().unwrap_or_default();
    let sizes: Vec<usize> = words.map_while(|word| word.parse().ok()).collect();
    let made = match (kind, &*sizes) {
        ("sequential", &[count]) => sequential::case(count),
        ("fanout_to_subgraph", &[count]) => fanout_to_subgraph::case(count),
        ("react_agent", &[calls]) => react_agent::case(calls),
        ("wide_state", &[keys, limit]) => wide_state::case(keys, limit),
        ("loop", &[steps]) => looped::case(steps),
        ("history", &[steps]) => history::case(steps),
        ("add_messages", &[before, more]) => Ok(add_messages::case(before, more)),
        _ => return Err(format!("no case is called {name}")),
    };
    made.map_err(|error| error.to_string())
}
