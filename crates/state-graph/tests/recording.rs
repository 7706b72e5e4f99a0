//! What gets into a log when things go wrong: stores that refuse, writes that are repeated, values without a JSON form,
//! recording that starts late.

mod support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use state_graph::log::{Outline, excerpt};
use state_graph::{
    CheckpointStore, Durability, END, Graph, GraphBuilder, Halt, History, Invocation, LogEnd, LogError, MemoryStore,
    NodeContext, NodeResult, Route, Run, RunError, RunEventKind, START, State, StoreError, StoreErrorKind, WhenFull,
};
use support::dying::DyingStore;
use support::effects::Effects;
use support::examples::EXAMPLES;
use support::work::Work;
use support::{Edges, RUN, Recorded, chain, history_of, log_of, named, subgraph, to_end, yields};

/// Refuses each append once.
struct Grudging {
    memory: Rc<MemoryStore>,
    refuses: Cell<bool>,
    /// Stores the bytes and reports that it refused them, against the contract of a store.
    stores_anyway: bool,
}

impl Grudging {
    fn new(stores_anyway: bool) -> Rc<Self> {
        Rc::new(Self { memory: Rc::default(), refuses: Cell::new(true), stores_anyway })
    }
}

impl CheckpointStore for Grudging {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            yields(1).await;
            let refuses = self.refuses.replace(!self.refuses.get());
            if !refuses || self.stores_anyway {
                self.memory.append(run, end, bytes).await?;
            }
            if refuses { Err(StoreError::new(StoreErrorKind::Full, "no room")) } else { Ok(()) }
        })
    }

    support::reads_from_memory!();
}

/// Drives a run to its end against a store that refuses.
fn drive_on(run: &mut Invocation<'_, Work>) -> u32 {
    let mut refused = 0;
    loop {
        match block_on(to_end(run)) {
            Ok(()) => return refused,
            Err(RunError::Store { error, .. }) => assert_eq!(error.kind, StoreErrorKind::Full),
            Err(error) => panic!("{error}"),
        }
        refused += 1;
        assert!(refused < 300);
    }
}

#[test]
fn what_a_store_refuses_is_written_first_when_the_run_continues() {
    for durability in [Durability::Step, Durability::Exit] {
        for &(name, graph) in EXAMPLES {
            let effects = Effects::new(1);
            let graph = graph(&effects);
            let store = Grudging::new(false);
            let run = graph.invoke(Work::default()).limit(200);
            let mut run = run.checkpoints(store.clone(), RUN, durability, Value::Null);
            let refused = drive_on(&mut run);
            assert!(refused >= if durability == Durability::Step { 3 } else { 1 }, "{name}");
            assert!(effects.done().values().all(|&times| times == 1), "{name}: {:?}", effects.done());
            let history = history_of(&store.memory);
            assert!(history.is_done(), "{name}");
            assert_eq!(&history.state(history.head()).unwrap(), run.run().state(), "{name}");
        }
    }
}

#[test]
fn a_write_that_was_stored_although_it_was_reported_as_failed_is_not_stored_twice() {
    for durability in [Durability::Step, Durability::Exit] {
        for &(name, graph) in EXAMPLES {
            let plain = Rc::new(MemoryStore::default());
            let mut expected = graph(&Effects::new(1)).invoke(Work::default()).limit(200);
            expected = expected.checkpoints(plain.clone(), RUN, durability, Value::Null);
            block_on(to_end(&mut expected)).unwrap();

            let store = Grudging::new(true);
            let mut run = graph(&Effects::new(1)).invoke(Work::default()).limit(200);
            run = run.checkpoints(store.clone(), RUN, durability, Value::Null);
            drive_on(&mut run);
            assert_eq!(repeated(&log_of(&store.memory)), repeated(&log_of(&plain)), "{name}");
            let history = history_of(&store.memory);
            assert_eq!(&history.state(history.head()).unwrap(), expected.run().state(), "{name}");
        }
    }
}

/// How many lines of a log are there more than once; a failure may well happen twice.
fn repeated(log: &[u8]) -> usize {
    let text = std::str::from_utf8(log).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains(r#"{"failed":"#)).collect();
    lines.len() - lines.iter().collect::<std::collections::BTreeSet<_>>().len()
}

/// Logs written before stores compared lengths may hold a write twice.
#[test]
fn a_write_that_is_in_a_log_twice_is_read_once() {
    for &(name, graph) in EXAMPLES {
        let plain = Rc::new(MemoryStore::default());
        let store = Rc::new(DyingStore::new(&plain, None, 0));
        let effects = Effects::new(1);
        let graph = graph(&effects);
        let mut expected = graph.invoke(Work::default()).limit(200).recorded(&store);
        block_on(to_end(&mut expected)).unwrap();
        let (log, mut twice_log, mut at) = (log_of(&plain), Vec::new(), 0);
        for length in store.appends.take() {
            twice_log.extend_from_slice(&log[at..at + length].repeat(2));
            at += length;
        }
        let (once, twice) = (history_of(&plain), History::<Work>::read(&twice_log).unwrap());
        let ids = |history: &History<Work>| history.checkpoints().map(|c| (c.id, c.ran.len())).collect::<Vec<_>>();
        assert_eq!(ids(&twice), ids(&once), "{name}");
        for (id, _) in ids(&once) {
            assert_eq!(twice.state(id).unwrap(), once.state(id).unwrap(), "{name} at {id}");
            let part = excerpt(&twice_log, id, Value::Null).unwrap();
            assert_eq!(History::<Work>::read(&part).unwrap().state(id).unwrap(), once.state(id).unwrap());
        }
        assert!(Outline::read(&twice_log).unwrap().done, "{name}");
        // At every place in it, the log is one from which the run can continue.
        let ends: Vec<usize> = (1..=twice_log.len()).filter(|&end| twice_log[end - 1] == b'\n').collect();
        for end in ends {
            let cut = Rc::new(MemoryStore::default());
            block_on(cut.append(RUN, LogEnd::NEW, &twice_log[..end])).unwrap();
            let Some(restored) = block_on(graph.restore(cut.clone(), RUN)).unwrap() else { continue };
            let mut restored = restored.limit(200);
            block_on(to_end(&mut restored)).unwrap_or_else(|error| panic!("{name}, {end} bytes: {error}"));
            assert_eq!(restored.run().state(), expected.run().state(), "{name}, {end} bytes");
        }
    }
}

#[test]
fn a_store_that_refuses_stops_the_run_and_fails_no_node_however_deep() {
    let around = |graph: Graph<'static, Work>| {
        let builder = GraphBuilder::new().node("sub", subgraph(graph)).node("beside", named);
        let builder = builder.path([START, "sub", END]).path([START, "beside", END]);
        builder.compile().unwrap()
    };
    let graph = around(around(chain(["a", "b"]).compile().unwrap()));
    let store = Grudging::new(false);
    let mut run = graph.invoke(Work::default()).recorded(&store);
    let mut refused = 0;
    loop {
        match block_on(run.drive()) {
            Ok(halt) => break assert_eq!(halt, Halt::Done),
            Err(error) => assert!(matches!(error, RunError::Store { .. }), "{error}"),
        }
        refused += 1;
        assert!(!run.retry(), "no node failed, and there is nothing to retry");
    }
    assert!(refused > 5);
    assert_eq!(run.run().state().log, ["beside", "beside", "a", "b"]);
    let history = history_of(&store.memory);
    assert_eq!(&history.state(history.head()).unwrap(), run.run().state());
    assert!(history.failure().is_none());
}

#[test]
fn a_run_taken_from_its_driver_has_what_was_not_stored() {
    let graph = chain(["a", "b"]).compile().unwrap();
    let store = Grudging::new(false);
    let mut run = graph.invoke(Work::default()).recorded(&store);
    assert!(matches!(block_on(run.drive()), Err(RunError::Store { .. })));
    store.refuses.set(false);
    let run = run.into_run();
    let again = Invocation::new(run).recorded(&store.memory);
    assert_eq!(block_on(again.into_future()).unwrap().log, ["a", "b"]);
    let history = history_of(&store.memory);
    assert_eq!(history.state(history.head()).unwrap().log, ["a", "b"]);
}

/// A number that only some of the time has a JSON form.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
struct Fussy(i64);

impl Serialize for Fussy {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        if self.0 < 0 { Err(serde::ser::Error::custom("it is negative")) } else { self.0.serialize(serializer) }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, State)]
struct Odd {
    number: Fussy,
    #[channel(append)]
    log: Vec<String>,
}

/// Writes this once, then 1; the others write their names.
fn odd(first: i64) -> (Graph<'static, Odd>, Rc<RefCell<Vec<&'static str>>>) {
    async fn quick(_: &Odd, cx: &NodeContext<'_, Odd>) -> NodeResult<Odd> {
        yields(if cx.node() == "slow" { 5 } else { 0 }).await;
        Ok(OddUpdate::new().log([cx.node().to_owned()]))
    }
    let ran = Rc::new(RefCell::new(Vec::new()));
    let order = ran.clone();
    let odd = async move |_: &Odd, _: &NodeContext<'_, Odd>| {
        order.borrow_mut().push("odd");
        let number = if order.borrow().len() == 1 { first } else { 1 };
        Ok(OddUpdate::new().number(Fussy(number)))
    };
    let builder = GraphBuilder::new().node("odd", odd).node("slow", quick).node("last", quick);
    let builder = builder.path([START, "odd", "last"]).path([START, "slow", "last"]);
    (builder.edge("last", END).compile().unwrap(), ran)
}

#[test]
fn an_update_without_a_json_form_names_its_field_and_is_not_taken_for_done() {
    let (graph, ran) = odd(-1);
    let store = Rc::new(MemoryStore::default());
    let mut run = graph.invoke(Odd::default()).recorded(&store);
    let error = block_on(run.drive()).unwrap_err();
    assert_eq!(error.to_string(), "step 1 can't be recorded (node \"odd\"): number[0]: it is negative");
    assert!(run.retry());
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
    assert_eq!((run.run().state().number.0, ran.borrow().len()), (1, 2));
    let history: History<Odd> = History::read(&log_of(&store)).unwrap();
    assert_eq!(&history.state(history.head()).unwrap(), run.run().state());
}

#[test]
fn the_last_update_of_a_step_without_a_json_form_lets_the_step_run_again() {
    async fn quick(_: &Odd, cx: &NodeContext<'_, Odd>) -> NodeResult<Odd> {
        Ok(OddUpdate::new().log([cx.node().to_owned()]))
    }
    let calls = Rc::new(Cell::new(0));
    let count = calls.clone();
    let odd = async move |_: &Odd, _: &NodeContext<'_, Odd>| {
        yields(3).await;
        count.set(count.get() + 1);
        Ok(OddUpdate::new().number(Fussy(if count.get() == 1 { -1 } else { 1 })))
    };
    let builder = GraphBuilder::new().node("odd", odd).node("quick", quick).edge(START, "odd").edge(START, "quick");
    let graph = builder.edge("odd", END).edge("quick", END).compile().unwrap();
    let store = Rc::new(MemoryStore::default());
    let mut run = graph.invoke(Odd::default()).recorded(&store);
    assert!(matches!(block_on(run.drive()), Err(RunError::Encode { .. })));
    assert_eq!(run.run().state(), &Odd::default());
    assert!(run.retry());
    block_on(run.drive()).unwrap();
    let expected = Odd { number: Fussy(1), log: vec!["quick".to_owned()] };
    assert_eq!(run.run().state(), &expected);
    let history: History<Odd> = History::read(&log_of(&store)).unwrap();
    assert_eq!(history.state(history.head()).unwrap(), expected);
}

#[test]
fn a_checkpoint_without_a_json_form_is_made_up_for_by_the_next() {
    #[derive(Route)]
    enum To {
        Item,
    }
    // The argument of a dispatched task is in the checkpoint, and is not negative when it is tried again.
    let first = Rc::new(Cell::new(true));
    let once = first.clone();
    let item =
        async |state: &Odd, _: &NodeContext<'_, Odd>| Ok(OddUpdate::new().log([format!("item {}", state.number.0)]));
    let start = async |_: &Odd, _: &NodeContext<'_, Odd>| Ok(OddUpdate::new().log(["start".to_owned()]));
    let argument = move |_: &Odd| {
        let number = if once.replace(false) { -1 } else { 2 };
        vec![(To::Item, Odd { number: Fussy(number), ..Odd::default() })]
    };
    let builder = GraphBuilder::new().node("start", start).node("item", item).edge(START, "start");
    let graph = builder.dispatch("start", argument).edge("item", END).compile().unwrap();
    let store = Rc::new(MemoryStore::default());
    let mut run = graph.invoke(Odd::default()).recorded(&store);
    assert!(matches!(block_on(run.drive()), Err(RunError::Encode { node: None, .. })));
    // Killed here, the step runs again.
    let restored = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
    assert!(restored.run().state().log.is_empty());
    // In this process it continues, and its next checkpoint has it all.
    assert!(run.retry());
    block_on(run.drive()).unwrap();
    assert_eq!(run.run().state().log, ["start", "item -1"]);
    let history: History<Odd> = History::read(&log_of(&store)).unwrap();
    assert_eq!(&history.state(history.head()).unwrap(), run.run().state());
}

#[test]
fn a_run_that_is_recorded_from_its_middle_on_can_be_restored() {
    let ask = async |_: &Work, cx: &NodeContext<'_, Work>| {
        let (one, two): (Value, Value) = (cx.interrupt("one").await?, cx.interrupt("two").await?);
        Ok(support::work::WorkUpdate::new().log([one.to_string(), two.to_string()]))
    };
    let builder =
        chain(["a"]).node("ask", ask).node("beside", named).node("b", named).edge("a", "ask").edge("a", "beside");
    let graph = builder.path(["ask", "b", END]).edge("beside", END).compile().unwrap();
    let mut run = graph.invoke(Work::default());
    assert!(matches!(block_on(run.drive()), Ok(Halt::Interrupted(_))));
    run.resume(json!(1)).unwrap();
    assert!(matches!(block_on(run.drive()), Ok(Halt::Interrupted(_))));
    let store = Rc::new(MemoryStore::default());
    let mut run = run.recorded(&store);
    let Ok(Halt::Interrupted(asked)) = block_on(run.drive()) else { panic!("it asks") };
    drop(run);
    let mut run = block_on(graph.restore(store, RUN)).unwrap().unwrap();
    assert_eq!(run.run().interrupts(), asked);
    assert_eq!(asked[0].value, "two");
    run.resume(json!(2)).unwrap();
    assert_eq!(block_on(run.into_future()).unwrap().log, ["a", "1", "2", "beside", "b"]);
}

#[test]
fn a_log_cut_off_in_its_first_write_is_no_run_and_makes_room_for_one() {
    let graph = chain(["a"]).compile().unwrap();
    let whole = Rc::new(MemoryStore::default());
    let first = |store: &Rc<MemoryStore>| graph.invoke(Work::default()).recorded(store);
    block_on(first(&whole).into_future()).unwrap();
    let log = log_of(&whole);
    let header = log.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let checkpoint = header + log[header..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for cut in [1, header - 1, header, header + 1, checkpoint - 1] {
        let store = Rc::new(MemoryStore::default());
        block_on(store.append(RUN, LogEnd::NEW, &log[..cut])).unwrap();
        assert!(matches!(History::<Work>::read(&log[..cut]), Err(LogError::Empty)));
        assert!(block_on(graph.restore(store.clone(), RUN)).unwrap().is_none());
        block_on(first(&store).into_future()).unwrap();
        assert_eq!(log_of(&store), log, "cut at {cut}");
    }
    let run = Run::restore(&graph, &History::read(&log[..checkpoint]).unwrap()).unwrap();
    assert_eq!(run.steps(), 0);
}

fn plain_run(store: &Rc<MemoryStore>) -> Graph<'static, Work> {
    let graph = chain(["a", "b", "c"]).compile().unwrap();
    let run = graph.invoke(Work::default()).recorded(store);
    block_on(run.pause_before(["b"]).into_future()).unwrap_err();
    graph
}

#[test]
fn reading_a_run_that_is_being_written_changes_nothing_of_it() {
    let store = Rc::new(MemoryStore::default());
    let graph = plain_run(&store);
    // Its writer is in the middle of a line.
    let (log, half) = (log_of(&store), b"5f3a");
    let end = LogEnd::at(log.len() as u64);
    block_on(store.append(RUN, end, half)).unwrap();
    let history = block_on(graph.history(&*store, RUN)).unwrap().unwrap();
    assert_eq!(history.torn(), (log.len() as u64, 4));
    let mut restored = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
    let mut fork = block_on(graph.restore_at(store.clone(), RUN, 0)).unwrap().unwrap();
    assert_eq!(log_of(&store), [&log[..], half].concat(), "reading cuts nothing");
    // The first writer continues; the one that read meanwhile gets a conflict and writes nothing.
    let end = LogEnd::at(end.length + 4);
    block_on(store.append(RUN, end, b"the rest\n")).unwrap();
    let written = log_of(&store);
    for loser in [&mut restored, &mut fork] {
        let error = block_on(to_end(loser)).unwrap_err();
        assert!(matches!(&error, RunError::Store { error, .. } if error.kind == StoreErrorKind::Conflict), "{error}");
        assert!(error.to_string().contains("someone else has written to the run \"run\""), "{error}");
        assert_eq!(log_of(&store), written);
    }
}

#[test]
fn of_two_writers_that_resume_a_run_one_wins_and_the_other_gets_a_conflict() {
    let store = Rc::new(MemoryStore::default());
    let graph = plain_run(&store);
    let torn = [&log_of(&store)[..], b"torn"].concat();
    block_on(store.remove(RUN)).unwrap();
    block_on(store.append(RUN, LogEnd::NEW, &torn)).unwrap();
    let restore = || block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
    let (mut winner, mut loser) = (restore(), restore());
    block_on(to_end(&mut winner)).unwrap();
    assert!(matches!(block_on(to_end(&mut loser)), Err(RunError::Store { .. })));
    // Driving on does not help; reading the log again does.
    assert!(matches!(block_on(to_end(&mut loser)), Err(RunError::Store { .. })));
    let history = history_of(&store);
    assert_eq!((history.torn().1, history.is_done()), (0, true));
    assert_eq!(history.state(history.head()).unwrap(), winner.run().state().tracked());
    assert!(history.is_done() && restore().run().state().log == ["a", "b", "c"]);
}

#[test]
fn a_run_that_was_deleted_while_it_was_worked_on_is_not_started_again_half_way() {
    let store = Rc::new(MemoryStore::default());
    let graph = plain_run(&store);
    let mut run = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
    block_on(store.remove(RUN)).unwrap();
    let error = block_on(to_end(&mut run)).unwrap_err();
    assert!(error.to_string().ends_with("the log of the run \"run\" is gone: someone else has deleted it"), "{error}");
    assert_eq!(block_on(store.runs()).unwrap(), Vec::<String>::new());
}

/// Takes so many appends; then it is full.
struct Small {
    memory: Rc<MemoryStore>,
    room: Cell<u32>,
}

impl CheckpointStore for Small {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            yields(1).await;
            let full = || StoreError::new(StoreErrorKind::Full, "no room");
            self.room.set(self.room.get().checked_sub(1).ok_or_else(full)?);
            self.memory.append(run, end, bytes).await
        })
    }

    support::reads_from_memory!();
}

#[test]
fn a_run_whose_store_is_full_continues_unstored_if_it_may_and_reports_that_once() {
    for durability in [Durability::Step, Durability::Exit] {
        for &(name, graph) in EXAMPLES {
            for room in 0..4 {
                let expected = {
                    let mut run = graph(&Effects::new(1)).invoke(Work::default()).limit(200);
                    block_on(to_end(&mut run)).unwrap();
                    run.run().state().clone()
                };
                let store = Rc::new(Small { memory: Rc::default(), room: Cell::new(room) });
                let (unstored, late) = (Cell::new(0), Cell::new(0));
                let listener = |event: state_graph::RunEvent<'_, String>| match event.kind {
                    RunEventKind::Unstored { error } => {
                        assert_eq!(error.kind, StoreErrorKind::Full);
                        unstored.set(unstored.get() + 1);
                    }
                    RunEventKind::StepFinished { checkpoint: Some(_), .. } if unstored.get() > 0 => {
                        late.set(late.get() + 1);
                    }
                    _ => {}
                };
                let effects = Effects::new(1);
                let graph = graph(&effects);
                let run = graph.invoke(Work::default()).limit(200).on_event(listener);
                let run = run.checkpoints(store.clone(), RUN, durability, Value::Null);
                let mut run = run.when_full(WhenFull::Continue);
                block_on(to_end(&mut run)).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(run.run().state(), &expected, "{name}");
                assert!(effects.done().values().all(|&times| times == 1), "{name}");
                let was_full = store.room.get() == 0 && unstored.get() == 1;
                assert!(was_full || unstored.get() == 0 && !log_of(&store.memory).is_empty(), "{name}");
                assert_eq!(late.get(), 0, "{name}: a superstep that is not stored has no checkpoint");
                // What was stored until then is a run that another process can resume.
                if let Some(mut restored) = block_on(graph.restore(store.memory.clone(), RUN)).unwrap() {
                    block_on(to_end(&mut restored)).unwrap();
                    assert!(history_of(&store.memory).is_done(), "{name}");
                }
            }
        }
    }
}

#[test]
fn a_run_that_stopped_because_its_store_is_full_continues_as_it_is_asked_to() {
    let graph = chain(["a", "b", "c"]).compile().unwrap();
    let start_full = || {
        let store = Rc::new(Small { memory: Rc::default(), room: Cell::new(2) });
        let mut run = graph.invoke(Work::default()).recorded(&store);
        assert!(
            matches!(block_on(run.drive()), Err(RunError::Store { error, .. }) if error.kind == StoreErrorKind::Full)
        );
        (store, run)
    };
    // Room is made.
    let (store, mut run) = start_full();
    store.room.set(9);
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
    assert!(history_of(&store.memory).is_done());
    // No room is made, and the run continues unstored.
    let (store, mut run) = start_full();
    run.continue_unstored();
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
    assert_eq!(run.run().state().log, ["a", "b", "c"]);
    assert_eq!(history_of(&store.memory).checkpoints().count(), 2);
}
