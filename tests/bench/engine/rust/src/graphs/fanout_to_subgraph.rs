//! A subgraph per subject; each takes 12 steps.

use crate::letters::letters;
use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use state_graph::{
    CompileError, END, GraphBuilder, NodeContext, NodeResult, Route, START, State, Subgraph, SubgraphEnd,
};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Joke {
    subject: String,
    jokes: Vec<String>,
}

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Overall {
    subjects: Vec<String>,
    /// The subject of a dispatched task.
    subject: String,
    #[channel(append)]
    jokes: Vec<String>,
}

#[derive(Route)]
enum Each {
    GenerateJoke,
}

#[derive(Route)]
enum AfterBump {
    Bump,
    #[route(end)]
    Enough,
}

async fn edit(state: &Joke, _: &NodeContext<'_, Joke>) -> NodeResult<Joke> {
    Ok(JokeUpdate::new().subject(format!("{} - hohoho", state.subject)))
}

async fn generate(state: &Joke, _: &NodeContext<'_, Joke>) -> NodeResult<Joke> {
    Ok(JokeUpdate::new().jokes(vec![format!("Joke about {}", state.subject)]))
}

async fn bump(state: &Joke, _: &NodeContext<'_, Joke>) -> NodeResult<Joke> {
    let first = state.jokes.first().map(String::as_str).unwrap_or_default();
    Ok(JokeUpdate::new().jokes(vec![format!("{first} a")]))
}

fn after_bump(state: &Joke) -> AfterBump {
    if state.jokes.iter().all(|joke| joke.ends_with(&" a".repeat(10))) { AfterBump::Enough } else { AfterBump::Bump }
}

fn each(state: &Overall) -> Vec<(Each, Overall)> {
    let argument = |subject: &String| Overall { subject: subject.clone(), ..Overall::default() };
    state.subjects.iter().map(|subject| (Each::GenerateJoke, argument(subject))).collect()
}

pub fn case(count: usize) -> Result<Box<dyn Case>, CompileError> {
    let joke = GraphBuilder::new()
        .node("edit", edit)
        .node("generate", generate)
        .node("bump", bump)
        .edge(START, "edit")
        .edge("edit", "generate")
        .edge("generate", "bump")
        .route("bump", after_bump)
        .compile()?;
    let into = |state: &Overall| Joke { subject: state.subject.clone(), ..Joke::default() };
    let out = |end: SubgraphEnd<Joke>| Ok(OverallUpdate::new().jokes(end.state.jokes));
    let graph = GraphBuilder::new()
        .node("generate_joke", Subgraph::new(joke, into, out))
        .dispatch(START, each)
        .edge("generate_joke", END)
        .compile()?;
    let input = Overall { subjects: (0..count).map(|_| letters(1000)).collect(), ..Overall::default() };
    Ok(GraphCase::boxed(graph, input, |end| end.jokes.iter().map(|joke| joke.len() as u64).sum()))
}
