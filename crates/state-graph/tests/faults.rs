//! Faults in the code around the engine: panics, numbers without a JSON form, types that can't read what they write.

mod support;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use futures::executor::block_on;
use serde::{Deserialize, Serialize};
use state_graph::{
    END, Graph, GraphBuilder, Halt, History, Invocation, MemoryStore, NodeContext, NodeResult, Route, RunError, START,
    State, Subgraph, SubgraphEnd,
};
use support::{Edges, RUN, Recorded, log_of, single, yields};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Sums {
    #[channel(append)]
    log: Vec<String>,
    ratio: f64,
    maybe: Option<f32>,
    #[channel(reduce = add_unless_it_is_13)]
    total: i64,
}

fn add_unless_it_is_13(total: &mut i64, write: i64) {
    assert!(write != 13, "the reducer panics");
    *total += write;
}

#[derive(Route)]
enum On {
    Last,
    #[route(end)]
    Stop,
}

async fn last(_: &Sums, cx: &NodeContext<'_, Sums>) -> NodeResult<Sums> {
    Ok(SumsUpdate::new().log([cx.node().to_owned()]))
}

/// Where it panics, the first time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Reducer,
    Route,
    RouteOfOneOfTwo,
}

fn panicking(place: Place) -> Graph<'static, Sums> {
    let once = Rc::new(Cell::new(true));
    let (first, again) = (once.clone(), once.clone());
    let work = async move |_: &Sums, cx: &NodeContext<'_, Sums>| {
        let total = if place == Place::Reducer && first.replace(false) { 13 } else { 1 };
        Ok(SumsUpdate::new().log([cx.node().to_owned()]).total(total))
    };
    let route = move |_: &Sums| {
        assert!(place == Place::Reducer || !again.replace(false), "the route panics");
        if place == Place::Reducer { On::Stop } else { On::Last }
    };
    let mut builder = GraphBuilder::new().node("work", work).node("last", last).edge(START, "work").edge("last", END);
    if place == Place::RouteOfOneOfTwo {
        builder = builder.node("beside", last).path([START, "beside", END]);
    }
    builder.route("work", route).compile().unwrap()
}

fn drive_quietly(run: &mut Invocation<'_, Sums>) -> std::thread::Result<Result<Halt, RunError>> {
    catch_unwind(AssertUnwindSafe(|| block_on(run.drive())))
}

#[test]
fn a_run_in_which_something_panicked_continues_from_its_log_alone() {
    for place in [Place::Reducer, Place::Route, Place::RouteOfOneOfTwo] {
        let (graph, store) = (panicking(place), Rc::new(MemoryStore::default()));
        let mut run = graph.invoke(Sums::default()).recorded(&store);
        drive_quietly(&mut run).expect_err("it panics");
        let log = log_of(&store);
        for _ in 0..2 {
            let error = drive_quietly(&mut run).expect("it panics no more").expect_err("it is poisoned");
            assert!(matches!(error, RunError::Poisoned { step: 1 }), "{place:?}: {error}");
            assert!(!run.retry(), "{place:?}");
            assert!(matches!(run.run_mut().input(SumsUpdate::new()), Err(RunError::Poisoned { .. })));
            assert!(matches!(run.run_mut().update_state(SumsUpdate::new(), None), Err(RunError::Poisoned { .. })));
        }
        assert_eq!(log_of(&store), log, "{place:?}: nothing is stored of a superstep that is half done");
        let mut restored = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
        assert_eq!(restored.run().state(), &Sums::default());
        assert_eq!(drive_quietly(&mut restored).unwrap().unwrap(), Halt::Done);
        assert_eq!(restored.run().state().total, 1, "{place:?}");
        let history: History<Sums> = History::read(&log_of(&store)).unwrap();
        assert_eq!(&history.state(history.head()).unwrap(), restored.run().state());
    }
}

#[test]
fn a_panic_in_a_subgraph_does_not_let_the_graph_around_it_end_well() {
    let sub = panicking(Place::Reducer);
    let leave = |end: SubgraphEnd<Sums>| Ok(SumsUpdate::new().log(end.state.log).total(end.state.total));
    let builder = GraphBuilder::new().node("sub", Subgraph::new(sub, |_: &Sums| Sums::default(), leave));
    let graph = builder.path([START, "sub", END]).compile().unwrap();
    let mut run = graph.invoke(Sums::default());
    drive_quietly(&mut run).expect_err("it panics");
    for _ in 0..2 {
        let error = drive_quietly(&mut run).unwrap().expect_err("the subgraph is poisoned");
        assert!(error.to_string().contains("a reducer or a route panicked in step 1"), "{error}");
        assert!(run.retry());
    }
}

/// Writes this beside a sibling that finishes before or after it.
fn writing(update: fn() -> SumsUpdate, pause: u32) -> Graph<'static, Sums> {
    let write = async move |_: &Sums, _: &NodeContext<'_, Sums>| {
        yields(pause).await;
        Ok(update())
    };
    let beside = async |_: &Sums, cx: &NodeContext<'_, Sums>| {
        yields(2).await;
        last(&Sums::default(), cx).await
    };
    let builder = GraphBuilder::new().node("write", write).node("beside", beside);
    builder.path([START, "write", END]).path([START, "beside", END]).compile().unwrap()
}

#[test]
fn a_number_without_a_json_form_is_refused_before_it_makes_the_log_unreadable() {
    type Case = (fn() -> SumsUpdate, &'static str);
    let cases: [Case; 4] = [
        (|| SumsUpdate::new().ratio(f64::NAN), "ratio[0]: NaN has no form in JSON"),
        (|| SumsUpdate::new().ratio(f64::INFINITY), "ratio[0]: infinity has no form in JSON"),
        (|| SumsUpdate::new().maybe(Some(f32::NEG_INFINITY)), "maybe[0]: minus infinity has no form in JSON"),
        (|| SumsUpdate::new().ratio(1.0).maybe(Some(f32::NAN)), "maybe[0]: NaN has no form in JSON"),
    ];
    for (update, why) in cases {
        for pause in [0, 5] {
            let (graph, store) = (writing(update, pause), Rc::new(MemoryStore::default()));
            let mut run = graph.invoke(Sums::default()).recorded(&store);
            let error = block_on(run.drive()).unwrap_err();
            assert_eq!(error.to_string(), format!("step 1 can't be recorded (node \"write\"): {why}"));
            let history: History<Sums> = History::read(&log_of(&store)).unwrap();
            assert_eq!(history.state(history.head()).unwrap(), Sums::default());
            assert!(history.failure().is_some());
        }
    }
    let start = Sums { ratio: f64::NAN, ..Sums::default() };
    let store = Rc::new(MemoryStore::default());
    let mut run = writing(SumsUpdate::new, 0).invoke(start).recorded(&store);
    assert!(matches!(block_on(run.drive()), Err(RunError::Encode { node: None, .. })));
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct OneWay {
    value: Odd,
}

/// Written as a text and read as a number.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
struct Odd(u32);

impl Serialize for Odd {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_str("odd")
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_type_that_cannot_read_what_it_writes_is_found_at_its_first_write() {
    let write = async |_: &OneWay, _: &NodeContext<'_, OneWay>| Ok(OneWayUpdate::new().value(Odd(1)));
    let graph = single("n", write);
    let store = Rc::new(MemoryStore::default());
    let mut run = graph.invoke(OneWay::default()).recorded(&store);
    let error = block_on(run.drive()).unwrap_err().to_string();
    assert!(
        error.contains("what was written can't be read back: invalid type: string \"odd\", expected u32"),
        "{error}"
    );
}
