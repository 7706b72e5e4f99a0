//! How logs grow: with what changes, not with what there is.

mod support;

use std::rc::Rc;
use std::time::{Duration, Instant};

use futures::executor::block_on;
use state_graph::{END, Graph, GraphBuilder, History, MemoryStore, NodeContext, Route, START};
use support::work::{Note, Work, WorkUpdate};
use support::{Edges, Loop, Recorded, log_of, single};

fn again(times: u32) -> impl Fn(&Work) -> Loop {
    move |state| if state.notes.len() < times as usize { Loop::Again } else { Loop::Stop }
}

async fn say(_: &Work, cx: &NodeContext<'_, Work>) -> state_graph::NodeResult<Work> {
    Ok(WorkUpdate::new().notes(Note::new(format!("something of a usual length, written in step {}", cx.step()))))
}

/// Adds a message in each superstep.
fn plain(times: u32) -> Graph<'static, Work> {
    GraphBuilder::new().node("again", say).edge(START, "again").route("again", again(times)).compile().unwrap()
}

/// Adds a message each time in a subgraph of the same state.
fn shared(times: u32) -> Graph<'static, Work> {
    let builder = GraphBuilder::new().node("again", single("say", say));
    builder.edge(START, "again").route("again", again(times)).compile().unwrap()
}

/// Four nodes in each superstep, one of which asks a deferred node to run in the end.
fn wide(times: u32) -> Graph<'static, Work> {
    let quiet =
        async |_: &Work, cx: &NodeContext<'_, Work>| Ok(WorkUpdate::new().seen([(cx.node().to_owned(), cx.step())]));
    let again = again(times);
    let builder =
        GraphBuilder::new().node("again", say).node("b", quiet).node("c", quiet).node("d", quiet).node("last", quiet);
    let builder = builder.path([START, "again", "last", END]).defer("last");
    let builder = builder.path([START, "b", END]).path([START, "c", END]).path([START, "d", END]);
    builder
        .route("again", move |state: &Work| match again(state) {
            Loop::Again => vec![Wide::Again, Wide::B, Wide::C, Wide::D],
            Loop::Stop => vec![Wide::Stop],
        })
        .compile()
        .unwrap()
}

#[derive(Route)]
enum Wide {
    Again,
    B,
    C,
    D,
    #[route(end)]
    Stop,
}

fn log(graph: &Graph<'static, Work>) -> Vec<u8> {
    let store = Rc::new(MemoryStore::default());
    let run = graph.invoke(Work::default()).limit(u32::MAX);
    block_on(run.recorded(&store).into_future()).unwrap();
    log_of(&store)
}

type Looping = fn(u32) -> Graph<'static, Work>;

#[test]
fn a_step_takes_as_many_bytes_late_in_a_run_as_early() {
    // Where a step copies the state, fewer of them show it too.
    let cases: [(&str, Looping, u32); 3] = [("plain", plain, 10_000), ("shared", shared, 1500), ("wide", wide, 1500)];
    for (name, graph, most) in cases {
        let per_step = |steps: u32| log(&graph(steps)).len() / steps as usize;
        let (few, many) = (per_step(100), per_step(most));
        // The whole state, written now and then, adds to that, in proportion.
        assert!(many < few + few / 2, "{name}: {few} bytes for each of 100 steps, {many} for each of {most}");
        assert!(few < 1200, "{name}: {few}");
    }
}

fn fastest(work: impl Fn()) -> Duration {
    #[allow(clippy::disallowed_methods)] // What takes long is the question.
    let timed = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(|_| timed()).min().unwrap_or_default()
}

#[test]
fn reading_takes_time_in_proportion_to_the_log() {
    let cases: [(Looping, u32, u32); 2] = [(plain, 500, 10_000), (shared, 100, 1500)];
    for (graph, few, many) in cases {
        let read = |steps| {
            let graph = graph(steps);
            let log = log(&graph);
            let time = fastest(|| {
                let history = History::<Work>::read(&log).unwrap();
                assert_eq!(history.state(history.head()).unwrap().notes.len(), steps as usize);
            });
            (log.len(), time)
        };
        let (small, large) = (read(few), read(many));
        let (bytes, time) = (large.0 as f64 / small.0 as f64, large.1.as_secs_f64() / small.1.as_secs_f64());
        // With the square it would take another fifteen times as long.
        assert!(time < bytes * 4.0, "{bytes} times the bytes took {time} times as long");
    }
}
