//! Checkpoints: vectors 21, 26, 28 and 29, forks and replays, changes from outside, breakpoints, the limit and what else
//! must survive the end of a process.

mod support;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::log::{Header, excerpt};
use state_graph::{
    CheckpointSource, CheckpointStore, Durability, END, Graph, GraphBuilder, Halt, History, LogEnd, LogError,
    MemoryStore, NodeContext, NodeError, NodeOptions, RetryPolicy, Route, Run, RunError, START, State, TaskContext,
    Update,
};
use support::work::{Work, WorkUpdate};
use support::{Edges, Index, RUN, Recorded, Session, ask, chain, log_of, looping, named, single};

fn add(amount: i64) -> impl state_graph::Node<Work> {
    async move |_: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().total(amount))
}

/// Where the checkpoints of a log come from, newest first.
fn sources(history: &History<Work>) -> Vec<CheckpointSource> {
    let mut sources: Vec<_> = history.checkpoints().map(|checkpoint| checkpoint.source).collect();
    sources.reverse();
    sources
}

/// The id of the first checkpoint after which this node runs.
fn before(history: &History<Work>, node: &str) -> u64 {
    history.checkpoints().find(|checkpoint| checkpoint.next.contains(&node)).unwrap().id
}

#[test]
fn vector_21_pending_writes_are_kept_and_their_tasks_not_run_again() {
    for restores in [false, true] {
        let (ones, twos) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
        let (count_ones, count_twos) = (ones.clone(), twos.clone());
        let one = async move |_: &Work, _: &NodeContext<'_, Work>| {
            count_ones.set(count_ones.get() + 1);
            Ok(WorkUpdate::new().total(2))
        };
        let two = async move |_: &Work, _: &NodeContext<'_, Work>| {
            count_twos.set(count_twos.get() + 1);
            if count_twos.get() < 5 { Err(NodeError::msg("not yet")) } else { Ok(WorkUpdate::new().total(3)) }
        };
        let twice = RetryPolicy { attempts: 2, delay_ms: 0.0, jitter: false, ..RetryPolicy::default() };
        let graph = GraphBuilder::new()
            .node("one", one)
            .node_with("two", two, NodeOptions::new().retry(twice))
            .path([START, "one", END])
            .path([START, "two", END])
            .compile()
            .unwrap();
        let mut run = Session::new(&graph, Work { total: 1, ..Work::default() }, restores);
        for attempts in [2, 4] {
            let error = run.drive().unwrap_err();
            assert_eq!(error.to_string(), "node \"two\" failed in step 1: not yet");
            assert_eq!((run.state().total, ones.get(), twos.get()), (1, 1, attempts));
            let history = run.history();
            let finished = history.finished_tasks().map(|task| (task.node, task.update.to_json().unwrap().to_string()));
            // LangGraph shows the value 3 here: it applies what is pending to what it shows. Here pending writes are shown apart.
            assert_eq!(finished.collect::<Vec<_>>(), [("one", r#"{"total":2}"#.to_owned())]);
            assert_eq!(history.failure(), Some((Some("two"), "node \"two\" failed in step 1: not yet")));
            // A restored run has forgotten that it failed.
            assert_eq!(run.invocation().retry(), !restores);
        }
        assert_eq!((run.end().total, ones.get(), twos.get()), (6, 1, 5));
    }
}

fn one_ten_hundred() -> Graph<'static, Work> {
    let builder = GraphBuilder::new().node("node_a", add(10)).node("node_b", add(100));
    builder.path([START, "node_a", "node_b", END]).compile().unwrap()
}

#[test]
fn vector_26_a_fork_does_not_apply_what_was_pending() {
    let graph = one_ten_hundred();
    let mut run = Session::new(&graph, Work { total: 1, ..Work::default() }, false);
    assert_eq!(run.end().total, 111);
    let id = before(&run.history(), "node_a");
    let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, id)).unwrap().unwrap();
    fork.run_mut().update_state(WorkUpdate::new().total(20), Some("node_a")).unwrap();
    assert_eq!(block_on(fork.into_future()).unwrap().total, 121);
    let history = run.history();
    assert_eq!(history.line_of(history.head()), [0, 3, 4]);
    assert_eq!(history.state(2).unwrap().total, 111, "the old branch is as it was");
    assert_eq!(sources(&history)[1], CheckpointSource::Fork);
}

#[test]
fn vector_28_a_fork_continues_with_the_edited_state() {
    let graph = chain(["a", "b"]).compile().unwrap();
    for restores in [false, true] {
        let mut run = Session::new(&graph, Work::default(), restores);
        assert_eq!(run.end().log, ["a", "b"]);
        let id = before(&run.history(), "b");
        let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, id)).unwrap().unwrap();
        fork.run_mut().update_state(WorkUpdate::new().log(["x".to_owned()]), None).unwrap();
        assert_eq!(block_on(fork.into_future()).unwrap().log, ["a", "x", "b"]);
        assert_eq!(run.history().state(2).unwrap().log, ["a", "b"]);
    }
}

#[test]
fn vector_29_a_replay_from_before_an_interrupt_asks_again() {
    let graph = chain(["a"]).node("ask", ask).node("b", named).path(["a", "ask", "b", END]);
    let graph = graph.compile().unwrap();
    for restores in [false, true] {
        let mut run = Session::new(&graph, Work::default(), restores);
        run.asked();
        run.resume(json!("first"));
        assert_eq!(run.end().log, ["a", "first", "b"]);
        let id = before(&run.history(), "ask");
        let mut replay = block_on(graph.restore_at(run.memory.clone(), RUN, id)).unwrap().unwrap();
        let Halt::Interrupted(asked) = block_on(replay.drive()).unwrap() else { panic!("it asks again") };
        assert_eq!(asked.len(), 1, "the old answer is dropped");
        if restores {
            drop(replay);
            replay = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
        }
        replay.resume(json!("second")).unwrap();
        assert_eq!(block_on(replay.drive()).unwrap(), Halt::Done);
        assert_eq!(replay.run().state().log, ["a", "second", "b"]);
        use CheckpointSource::{Fork, Input, Loop};
        assert_eq!(sources(&run.history()), [Loop, Loop, Fork, Loop, Loop, Loop, Input]);
        assert_eq!(run.history().state(3).unwrap().log, ["a", "first", "b"]);
    }
}

#[test]
fn new_input_to_an_older_checkpoint_is_a_fork_with_input() {
    let graph = chain(["a", "b"]).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), false);
    run.end();
    let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, 1)).unwrap().unwrap();
    fork.run_mut().input(WorkUpdate::new().log(["more".to_owned()])).unwrap();
    assert_eq!(block_on(fork.into_future()).unwrap().log, ["a", "more", "a", "b"]);
    use CheckpointSource::{Fork, Input, Loop};
    assert_eq!(sources(&run.history()), [Loop, Loop, Input, Fork, Loop, Loop, Input]);
    assert_eq!(run.history().state(2).unwrap().log, ["a", "b"]);
}

#[test]
fn a_replay_without_changes_ends_as_the_original_did() {
    let graph = one_ten_hundred();
    let mut run = Session::new(&graph, Work { total: 1, ..Work::default() }, false);
    run.end();
    for id in 0..3 {
        let replay = block_on(graph.restore_at(run.memory.clone(), RUN, id)).unwrap().unwrap();
        assert_eq!(block_on(replay.into_future()).unwrap().total, 111);
    }
    assert!(matches!(
        block_on(graph.restore_at(run.memory.clone(), RUN, 99)).err(),
        Some(RunError::Log(LogError::NoCheckpoint(99)))
    ));
}

#[test]
fn a_killed_fork_is_restored_as_the_fork() {
    let graph = chain(["a", "b", "c"]).compile().unwrap();
    let run = &mut Session::new(&graph, Work::default(), false);
    run.end();
    let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, 1)).unwrap().unwrap();
    fork.run_mut().update_state(WorkUpdate::new().log(["x".to_owned()]), None).unwrap();
    let pause = state_graph::CancelToken::new();
    pause.cancel();
    let mut fork = fork.pause(pause);
    assert!(matches!(block_on(fork.drive()).unwrap(), Halt::Paused(_)));
    drop(fork);
    let restored = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
    assert_eq!(restored.run().state().log, ["a", "x", "b"]);
    assert_eq!(block_on(restored.into_future()).unwrap().log, ["a", "x", "b", "c"]);
}

#[test]
fn an_excerpt_is_the_run_up_to_a_checkpoint() {
    let builder = GraphBuilder::new().node("a", named).node("b", named).node("c", named);
    let graph = builder.path([START, "a", "c", END]).path([START, "b", "c"]).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), false);
    let end = run.end();
    let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, 1)).unwrap().unwrap();
    fork.run_mut().update_state(WorkUpdate::new().value(5), None).unwrap();
    let fork_end = block_on(fork.into_future()).unwrap();
    let (log, history) = (log_of(&run.memory), run.history());
    for (id, end) in [(0, &end), (1, &end), (2, &end), (3, &fork_end), (4, &fork_end)] {
        let bytes = excerpt(&log, id, json!("a part")).unwrap();
        let part: History<Work> = History::read(&bytes).unwrap();
        assert_eq!(part.header().about, "a part");
        assert_eq!(part.head(), id);
        let line = history.line_of(id);
        assert_eq!(part.checkpoints().map(|checkpoint| checkpoint.id).collect::<Vec<_>>(), line);
        for id in line {
            assert_eq!(part.state(id).unwrap(), history.state(id).unwrap());
        }
        let store = Rc::new(MemoryStore::default());
        block_on(store.append("part", LogEnd::NEW, &bytes)).unwrap();
        let restored = block_on(graph.restore(store.clone(), "part")).unwrap().unwrap();
        assert_eq!(&block_on(restored.into_future()).unwrap(), end, "from {id}");
    }
    assert!(matches!(excerpt(&log, 9, Value::Null), Err(LogError::NoCheckpoint(9))));
}

#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, State)]
struct Other {
    total: i64,
}

#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, State)]
#[serde(default)]
struct Unlike {
    nothing: i64,
}

#[test]
fn a_log_of_another_state_graph_or_format_is_recognised_and_kept() {
    let graph = one_ten_hundred();
    let mut run = Session::new(&graph, Work::default(), false);
    run.end();
    let log = log_of(&run.memory);
    let other = History::<Other>::read(&log).err().unwrap();
    let message =
        "the log was written for another state: its field `total` has the channel `reduce` there and `overwrite` here";
    assert_eq!(other.to_string(), message);
    let other = History::<Unlike>::read(&log).err().unwrap();
    let message = "the log was written for another state: it has none of the fields of this graph's state";
    assert_eq!(other.to_string(), message);

    let text = String::from_utf8(log.clone()).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let newer = header[9..].replacen("\"state_graph_log\":1", "\"state_graph_log\":2", 1);
    let newer = format!("{:08x} {newer}\n{rest}", crc32fast::hash(newer.as_bytes()));
    let error = History::<Work>::read(newer.as_bytes()).err().unwrap();
    assert_eq!(error.to_string(), "the log has format 2, this build reads up to 1");
    assert!(matches!(Header::peek(newer.as_bytes()), Err(LogError::Newer { found: 2 })));
    assert_eq!(log_of(&run.memory), log);
    assert!(
        block_on(graph.restore(run.memory.clone(), "no such run"))
            .is_err_and(|error| matches!(error, RunError::Store { .. }))
    );
    assert!(block_on(graph.restore(run.memory.clone(), "nothing")).unwrap().is_none());
}

#[test]
fn a_new_run_does_not_write_into_an_older_one() {
    let graph = one_ten_hundred();
    let mut run = Session::new(&graph, Work::default(), false);
    run.end();
    let log = log_of(&run.memory);
    let again = graph.invoke(Work::default()).recorded(&run.memory);
    let stopped = block_on(again.into_future()).unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "step 0 could not be stored: there is a run \"run\" already; restore it, remove it, or choose another name"
    );
    assert_eq!(log_of(&run.memory), log);
}

fn paused_at(halt: Result<Halt, RunError>) -> (Vec<String>, Vec<String>) {
    match halt.unwrap() {
        Halt::Paused(pause) => (pause.before, pause.after),
        other => panic!("it is not paused: {other:?}"),
    }
}

fn names<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).into()
}

#[test]
fn breakpoints_hold_until_passed_whatever_process_it_is() {
    let graph = chain(["a", "b", "c", "d"]).breakpoint_before("b").breakpoint_after("c").compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        for _ in 0..3 {
            assert_eq!(paused_at(run.drive()), (names(["b"]), names([])));
            assert_eq!(run.state().log, ["a"]);
        }
        assert!(run.invocation().proceed());
        for _ in 0..3 {
            assert_eq!(paused_at(run.drive()), (names([]), names(["c"])));
            assert_eq!(run.state().log, ["a", "b", "c"]);
        }
        assert!(run.invocation().proceed());
        assert_eq!(run.end().log, ["a", "b", "c", "d"]);
        assert!(!run.invocation().proceed());
    }
}

#[test]
fn breakpoints_of_one_run_hold_in_it_alone() {
    let graph = chain(["a", "b", "c"]).compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        let set = |run: &mut Session<'_>| run.with(|invocation| invocation.pause_before(["c", "no such node"]));
        set(&mut run);
        assert_eq!(paused_at(run.drive()), (names(["c"]), names([])));
        set(&mut run);
        assert!(run.invocation().proceed());
        assert_eq!(run.end().log, ["a", "b", "c"]);
    }
    for mut run in Session::both(&graph, &Work::default()) {
        run.with(|invocation| invocation.pause_after(["a"]));
        assert_eq!(paused_at(run.drive()), (names([]), names(["a"])));
        run.invocation().proceed();
        assert_eq!(run.end().log, ["a", "b", "c"]);
    }
}

#[test]
fn a_breakpoint_holds_again_in_a_fork_and_after_an_edit() {
    let graph = chain(["a", "b"]).breakpoint_after("a").breakpoint_before("b").compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), false);
    assert_eq!(paused_at(run.drive()), (names(["b"]), names(["a"])));
    run.invocation().run_mut().update_state(WorkUpdate::new().value(1), None).unwrap();
    assert_eq!(paused_at(run.drive()), (names(["b"]), names([])), "after an edit nothing has just run");
    run.invocation().proceed();
    run.end();
    let mut fork = block_on(graph.restore_at(run.memory.clone(), RUN, 1)).unwrap().unwrap();
    assert_eq!(paused_at(block_on(fork.drive())), (names(["b"]), names(["a"])));
    drop(fork);
    let mut fork = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
    assert_eq!(paused_at(block_on(fork.drive())), (names(["b"]), names(["a"])), "restored from the fork's checkpoint");
}

#[test]
fn the_limit_counts_the_same_fresh_and_resumed() {
    for pause in [false, true] {
        let graph = looping(|state| !state.log.len().is_multiple_of(8));
        for mut run in Session::both(&graph, &Work::default()) {
            // One superstep at a time, or as far as it goes.
            let drive = |run: &mut Session<'_>, limit| loop {
                run.with(|invocation| invocation.limit(limit));
                if pause {
                    run.pause();
                }
                match run.drive() {
                    Ok(Halt::Paused(_)) => {}
                    end => return end,
                }
            };
            let error = drive(&mut run, 7).unwrap_err().to_string();
            assert!(
                error.starts_with("the limit of 7 steps is reached: 7 ran, and \"again\" would run next"),
                "{error}"
            );
            run.invocation().retry();
            assert_eq!(drive(&mut run, 8).unwrap(), Halt::Done);
            assert_eq!(run.state().log.len(), 8);
            // New input starts a new count.
            run.invocation().run_mut().input(WorkUpdate::new().value(1)).unwrap();
            let error = drive(&mut run, 7).unwrap_err().to_string();
            assert!(error.starts_with("the limit of 7 steps is reached: 7 ran"), "{error}");
            run.invocation().retry();
            assert_eq!(drive(&mut run, 8).unwrap(), Halt::Done);
            assert_eq!((run.state().log.len(), run.invocation().run().steps()), (16, 16));
        }
    }
}

#[test]
fn input_continues_a_run_that_ended_failed_or_waits() {
    let fails = Rc::new(Cell::new(true));
    let failing = fails.clone();
    let node = async move |state: &Work, cx: &NodeContext<'_, Work>| {
        if failing.get() {
            return Err(NodeError::msg("no"));
        }
        if state.value == 1 {
            cx.interrupt::<Value>("?").await?;
        }
        Ok(WorkUpdate::new().log([format!("value {}", state.value)]))
    };
    let graph = single("n", node);
    for mut run in Session::both(&graph, &Work::default()) {
        fails.set(true);
        assert!(matches!(run.drive(), Err(RunError::Node { .. })));
        fails.set(false);
        run.invocation().run_mut().input(WorkUpdate::new().value(1)).unwrap();
        run.asked();
        run.invocation().run_mut().input(WorkUpdate::new().value(2)).unwrap();
        assert_eq!(run.end().log, ["value 2"]);
        run.invocation().run_mut().input(WorkUpdate::new().value(3)).unwrap();
        assert_eq!(run.end().log, ["value 2", "value 3"]);
        assert_eq!(run.invocation().run().steps(), 2, "steps that were given up do not count");
        use CheckpointSource::{Input, Loop};
        assert_eq!(sources(&run.history()), [Loop, Input, Loop, Input, Input, Input]);
    }
}

#[test]
fn a_refused_change_changes_nothing() {
    let graph = chain(["a"]).node("ask", ask).path(["a", "ask", END]).compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        let asked = run.asked();
        let length = log_of(&run.memory).len();
        let twice = || WorkUpdate::new().value(1).value(2);
        let invocation = run.invocation();
        assert!(matches!(invocation.run_mut().input(twice()), Err(RunError::Channel { .. })));
        assert!(matches!(invocation.run_mut().update_state(twice(), None), Err(RunError::Channel { .. })));
        let unknown = invocation.run_mut().update_state(WorkUpdate::new(), Some("nobody"));
        assert_eq!(unknown.unwrap_err().to_string(), "there is no node \"nobody\"");
        assert_eq!(run.asked(), asked);
        assert_eq!(log_of(&run.memory).len(), length);
        run.resume(json!("yes"));
        assert_eq!(run.end().log, ["a", "yes"]);
    }
}

#[test]
fn an_edit_by_a_route_that_fails_changes_nothing() {
    let route = |state: &Work| Index(usize::from(state.value > 0));
    let graph = GraphBuilder::new().node("n", named).edge(START, "n").route("n", route).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), true);
    run.end();
    let edit = run.invocation().run_mut().update_state(WorkUpdate::new().value(1), Some("n"));
    assert!(matches!(edit, Err(RunError::Route { .. })));
    assert_eq!(run.state().value, 0);
    assert_eq!(run.end().log, ["n"]);
}

#[test]
fn an_edit_in_the_name_of_a_node_continues_after_it() {
    let graph = chain(["a", "b", "c"]).compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        run.end();
        let edit = WorkUpdate::new().log(["edited".to_owned()]);
        run.invocation().run_mut().update_state(edit, Some("b")).unwrap();
        assert_eq!(run.end().log, ["a", "b", "c", "edited", "c"]);
        let history = run.history();
        let edited = history.checkpoint(4).unwrap();
        assert_eq!((edited.source, &*edited.next), (CheckpointSource::Update, ["c"].as_slice()));
    }
}

#[test]
fn a_join_that_is_half_complete_and_a_deferred_node_survive_an_edit_and_a_process() {
    let nodes = ["a", "fast", "slow", "slower", "last", "met"];
    let builder = nodes.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, named));
    let builder = builder.path([START, "a", "last", END]).edge("a", "fast").path(["a", "slow", "slower"]);
    let graph = builder.join(["fast", "slower"], "met").edge("met", END).defer("last").compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        run.with(|invocation| invocation.pause_before(["slower"]));
        assert_eq!(paused_at(run.drive()).0, ["slower"]);
        run.invocation().run_mut().update_state(WorkUpdate::new().value(1), None).unwrap();
        run.invocation().proceed();
        assert_eq!(run.end().log, ["a", "fast", "slow", "slower", "met", "last"]);
    }
}

#[test]
fn what_was_dispatched_keeps_its_argument_in_another_process() {
    #[derive(Route)]
    enum To {
        Item,
    }
    let item = async |state: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().log([state.tag.clone()]));
    let all = |_: &Work| ["x", "y"].map(|tag| (To::Item, Work { tag: tag.to_owned(), ..Work::default() })).into();
    let graph =
        chain(["a"]).node("item", item).dispatch("a", all).edge("item", END).breakpoint_before("item").compile();
    for mut run in Session::both(&graph.unwrap(), &Work::default()) {
        assert_eq!(paused_at(run.drive()).0, ["item", "item"]);
        run.invocation().proceed();
        assert_eq!(run.end().log, ["a", "x", "y"]);
    }
}

#[test]
fn durability_exit_writes_once_when_the_driver_stops() {
    let graph = chain(["a"]).node("ask", ask).node("b", named).path(["a", "ask", "b", END]);
    let graph = graph.compile().unwrap();
    let memory = Rc::new(MemoryStore::default());
    let store = Rc::new(support::dying::DyingStore::new(&memory, None, 2));
    let mut run = graph.invoke(Work::default()).checkpoints(store.clone(), RUN, Durability::Exit, Value::Null);
    assert!(matches!(block_on(run.drive()), Ok(Halt::Interrupted(_))));
    assert_eq!(store.appends.borrow().len(), 1);
    run.resume(json!("yes")).unwrap();
    {
        // Dropped in the middle of its only write.
        let mut driver = Box::pin(run.drive());
        assert!(support::poll_times(driver.as_mut(), 2).is_none());
    }
    assert_eq!(block_on(run.drive()).unwrap(), Halt::Done);
    assert_eq!(store.appends.borrow().len(), 2);
    let restored = block_on(graph.restore(memory, RUN)).unwrap().unwrap();
    assert_eq!(restored.run().state(), run.run().state());
    assert_eq!(restored.run().state().log, ["a", "yes", "b"]);
}

#[test]
fn a_run_that_is_driven_by_hand_can_be_recorded_and_restored() {
    let graph = chain(["a", "b"]).compile().unwrap();
    let (mut run, mut log) = (graph.start(Work::default()).recording(Value::Null), Vec::new());
    loop {
        match run.next() {
            state_graph::Next::Persist(bytes) => log.extend(bytes),
            state_graph::Next::Tasks(tasks) => {
                for task in tasks {
                    let cx = TaskContext::new(task.node(), task.step(), &|_| {});
                    let result = block_on(graph.execute(&task, &cx));
                    run.complete(task.id(), result);
                }
            }
            state_graph::Next::Done => break,
            _ => {}
        }
        let restored = Run::restore(&graph, &History::read(&log).unwrap()).unwrap();
        assert!(run.state().log.starts_with(&restored.state().log));
    }
    assert_eq!(History::<Work>::read(&log).unwrap().state(2).unwrap().log, ["a", "b"]);
}

#[test]
fn a_history_shows_what_ran_and_what_changed() {
    let graph = chain(["a", "b"]).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), false);
    run.end();
    let history = run.history();
    assert!(history.is_done());
    let ran: Vec<Vec<&str>> = history.checkpoints().map(|c| c.ran.iter().map(|task| task.node).collect()).collect();
    assert_eq!(ran, [vec![], vec!["a"], vec!["b"]]);
    let changes = history.diff(0, 2).unwrap();
    let changes: BTreeMap<_, _> = changes.into_iter().map(|change| (change.field, change.after.unwrap())).collect();
    assert_eq!(changes, BTreeMap::from([("log".to_owned(), json!(["a", "b"]))]));
    assert!(history.diff(2, 2).unwrap().is_empty());
}

#[test]
fn random_numbers_and_ids_continue_in_another_process() {
    let draw = async |_: &Work, cx: &NodeContext<'_, Work>| {
        let note = support::work::Note::new("without an id");
        Ok(WorkUpdate::new().log([cx.random().to_string()]).notes(note))
    };
    let drawing = || GraphBuilder::new().node("a", draw).node("b", draw).path([START, "a", "b"]);
    let sub = drawing().edge("b", END).breakpoint_before("b").compile().unwrap();
    let graph = drawing().node("sub", sub).path(["b", "sub", END]).breakpoint_before("b").compile().unwrap();
    let ends = Session::both(&graph, &Work::default()).map(|mut run| {
        run.with(|invocation| invocation.seed(9));
        paused_at(run.drive());
        run.invocation().proceed();
        run.asked();
        run.resume(Value::Null);
        run.end()
    });
    assert_eq!(ends[0], ends[1]);
    let numbers: std::collections::BTreeSet<_> = ends[0].log.iter().collect();
    let ids: std::collections::BTreeSet<_> = ends[0].notes.iter().map(|note| note.id.as_ref()).collect();
    assert_eq!((numbers.len(), ids.len()), (4, 4));
}
