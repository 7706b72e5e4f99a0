//! Graphs that run as nodes of other graphs: vector 27, and everything that must reach through them.

mod support;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::{
    CancelToken, Command, Durability, END, Graph, GraphBuilder, Halt, History, InnerTask, MemoryStore, NodeContext,
    NodeError, Route, RunError, RunEvent, RunEventKind, START, Subgraph, SubgraphEnd,
};
use support::work::{Note, Work, WorkUpdate};
use support::{Edges, RUN, Session, around, chain, looping, named, single, subgraph, yields};

fn shared_around(name: &'static str, graph: Graph<'static, Work>) -> Graph<'static, Work> {
    single(name, graph)
}

/// LangGraph: a node of the subgraph returns `Command(graph=Command.PARENT, goto=...)`. Here it ends the subgraph with a
/// label, and a route of the outer graph maps the label to a node, so that its diagram shows it.
#[test]
fn vector_27_a_command_in_a_subgraph_that_goes_to_the_parent() {
    #[derive(Route)]
    enum Inside {
        Inner,
        #[route(end)]
        Done,
    }
    #[derive(Route)]
    enum Outside {
        Handler,
        #[route(end)]
        Done,
    }
    let decide = async |state: &Work, cx: &NodeContext<'_, Work>| -> Result<Command<Work, Inside>, NodeError> {
        let command = Command::update(WorkUpdate::new().log([cx.node().to_owned()]));
        Ok(match state.value {
            0 => command.exit("handler"),
            1 => command.goto(Inside::Inner),
            _ => command.goto(Inside::Done),
        })
    };
    let sub = GraphBuilder::new().node("decide", decide).node("inner", named);
    let sub = sub.edge(START, "decide").edge("inner", END).compile().unwrap();
    let leave = |end: SubgraphEnd<Work>| {
        let command = Command::update(WorkUpdate::new().log(end.state.log));
        Ok(command.goto(if end.exit.as_deref() == Some("handler") { Outside::Handler } else { Outside::Done }))
    };
    let enter = |state: &Work| Work { value: state.value, ..Work::default() };
    let builder = GraphBuilder::new().node("sub", Subgraph::new(sub, enter, leave));
    let graph = builder.node("handler", named).edge(START, "sub").edge("handler", END).compile().unwrap();
    let edges = graph.structure().edges;
    let shown = edges.iter().any(|edge| edge.from == "sub" && edge.to == "handler" && edge.outcome == Some("handler"));
    assert!(shown);
    for (value, log) in [(0, vec!["decide", "handler"]), (1, vec!["decide", "inner"]), (2, vec!["decide"])] {
        for mut run in Session::both(&graph, &Work { value, ..Work::default() }) {
            assert_eq!(run.end().log, log);
        }
    }
}

#[test]
fn a_subgraph_that_failed_is_tried_again_from_where_it_failed() {
    for (wrap, depth) in
        [(around as fn(_, _) -> _, 1), (shared_around as fn(_, _) -> _, 1), (around as fn(_, _) -> _, 2)]
    {
        let (ran, failures) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(2)));
        let (count, left) = (ran.clone(), failures.clone());
        let first = async move |_: &Work, cx: &NodeContext<'_, Work>| {
            count.set(count.get() + 1);
            Ok(WorkUpdate::new().log([cx.node().to_owned()]))
        };
        let failing = async move |_: &Work, cx: &NodeContext<'_, Work>| {
            if left.get() > 0 {
                left.set(left.get() - 1);
                return Err(NodeError::msg("not yet"));
            }
            Ok(WorkUpdate::new().log([cx.node().to_owned()]))
        };
        let sub = GraphBuilder::new().node("first", first).node("failing", failing);
        let sub = sub.path([START, "first", "failing", END]).compile().unwrap();
        let graph = (0..depth).fold(sub, |graph, _| wrap("sub", graph));
        for mut run in Session::both(&graph, &Work::default()) {
            ran.set(0);
            failures.set(2);
            for _ in 0..2 {
                let error = run.drive().unwrap_err().to_string();
                assert!(error.starts_with("node \"sub\" failed in step 1, inside it \""), "{error}");
                assert!(error.ends_with("failing\": not yet"), "{error}");
                run.invocation().retry();
            }
            assert_eq!(run.end().log, ["first", "failing"]);
            assert_eq!(ran.get(), 1);
        }
    }
}

#[test]
fn a_pause_stops_within_a_subgraph_at_the_end_of_its_superstep() {
    let deep = around("outer", around("inner", chain(["a", "b", "c"]).compile().unwrap()));
    for mut run in Session::both(&deep, &Work::default()) {
        let mut pauses = 0;
        loop {
            run.pause();
            match run.drive().unwrap() {
                Halt::Paused(pause) => assert_eq!(pause.next, ["outer"]),
                Halt::Done => break,
                Halt::Interrupted(_) => panic!("nothing is asked"),
            }
            pauses += 1;
            assert_eq!(run.history().stopped(), Some(state_graph::log::StopReason::Paused));
        }
        assert_eq!(pauses, 2, "after a and after b");
        assert_eq!(run.state().log, ["a", "b", "c"]);
    }
}

#[test]
fn siblings_of_a_paused_subgraph_finish_first() {
    let sub = chain(["a", "b"]).compile().unwrap();
    let slow = async |_: &Work, cx: &NodeContext<'_, Work>| {
        yields(20).await;
        Ok(WorkUpdate::new().log([cx.node().to_owned()]))
    };
    let builder = GraphBuilder::new().node("sub", subgraph(sub)).node("slow", slow);
    let graph = builder.path([START, "sub", END]).path([START, "slow", END]).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), true);
    run.pause();
    let Ok(Halt::Paused(pause)) = run.drive() else { panic!("it is paused") };
    assert_eq!(pause.next, ["sub"]);
    assert_eq!(run.history().finished_tasks().map(|task| task.node).collect::<Vec<_>>(), ["slow"]);
    assert_eq!(run.end().log, ["slow", "a", "b"]);
}

#[test]
fn a_node_in_a_subgraph_may_cancel_the_run() {
    let token = RefCell::new(CancelToken::new());
    let token = Rc::new(token);
    let own = token.clone();
    let stop = async move |_: &Work, cx: &NodeContext<'_, Work>| {
        own.borrow().cancel();
        Ok(WorkUpdate::new().log([cx.node().to_owned()]))
    };
    let sub = GraphBuilder::new().node("stop", stop).node("then", named).path([START, "stop", "then"]);
    let graph = around("outer", around("sub", sub.edge("then", END).compile().unwrap()));
    for mut run in Session::both(&graph, &Work::default()) {
        token.replace(CancelToken::new());
        run.with(|invocation| invocation.cancel(token.borrow().clone()));
        let error = run.drive().unwrap_err();
        assert_eq!(error.to_string(), "cancelled in step 1 while \"outer\" ran");
        run.with(|invocation| invocation.cancel(CancelToken::new()));
        assert_eq!(run.end().log, ["stop", "then"], "it continues from where it was");
    }
}

#[test]
fn a_subgraph_counts_its_own_steps_against_the_limit_of_the_run() {
    let graph = around("sub", looping(|state| state.log.len() < 40));
    let stopped = block_on(graph.invoke(Work::default()).into_future()).unwrap_err();
    assert!(stopped.to_string().contains("the limit of 25 steps is reached: 25 ran"), "{stopped}");
    for mut run in Session::both(&graph, &Work::default()) {
        run.with(|invocation| invocation.limit(39));
        assert!(matches!(run.drive(), Err(RunError::Node { .. })));
        // With a higher limit it continues from there.
        run.with(|invocation| invocation.limit(40));
        run.invocation().retry();
        assert_eq!(run.end().log.len(), 40);
    }
}

fn saying() -> Graph<'static, Work> {
    let say = async |_: &Work, cx: &NodeContext<'_, Work>| {
        yields(cx.step() % 3).await;
        Ok(WorkUpdate::new().notes(Note::new(cx.node())).notes(Note::new("again")))
    };
    let builder = GraphBuilder::new().node("x", say).node("y", say).edge(START, "x").edge(START, "y");
    builder.edge("x", END).edge("y", END).compile().unwrap()
}

#[test]
fn messages_of_subgraphs_side_by_side_and_in_loops_have_ids_of_their_own() {
    let notes = |end: SubgraphEnd<Work>| {
        Ok(WorkUpdate::new().notes(end.state.notes.iter().cloned().collect::<Vec<_>>()).log(["went".to_owned()]))
    };
    let own = |graph| Subgraph::new(graph, |_: &Work| Work::default(), notes);
    let builder = GraphBuilder::new()
        .node("one", own(saying()))
        .node("two", own(single("deep", own(saying()))))
        .node("three", saying())
        .node("again", named);
    let builder = builder.join(["one", "two", "three"], "again").edge("again", "one").edge("again", "two");
    let graph = builder
        .edge(START, "one")
        .edge(START, "two")
        .edge(START, "three")
        .edge("again", "three")
        .node("stop", named)
        .route("again", |state: &Work| if state.log.len() < 9 { ToStop::End } else { ToStop::Stop })
        .edge("stop", END);
    let graph = graph.compile().unwrap();
    let mut ends = Vec::new();
    for mut run in Session::both(&graph, &Work { notes: [Note::new("first")].into_iter().collect(), ..Work::default() })
    {
        run.with(|invocation| invocation.limit(8));
        assert!(matches!(run.drive(), Err(RunError::Limit { .. })));
        let notes = run.state().notes.clone();
        let ids: BTreeSet<_> = notes.iter().map(|note| note.id.clone().unwrap()).collect();
        assert_eq!((notes.len(), ids.len()), (1 + 4 * 12, 1 + 4 * 12));
        ends.push(notes);
    }
    assert_eq!(ends[0], ends[1]);
}

#[derive(Route)]
enum ToStop {
    Stop,
    #[route(end)]
    End,
}

#[test]
fn a_shared_subgraph_writes_what_its_nodes_wrote_as_if_they_were_here() {
    let many = async |state: &Work, cx: &NodeContext<'_, Work>| {
        let update = WorkUpdate::new().log([format!("{} sees {}", cx.node(), state.value)]).value(state.value + 1);
        let update = update.topic([format!("written by {}", cx.node())]).seen([(cx.node().to_owned(), 1)]).total(2);
        Ok(update.ready([if cx.node() == "a" { "left" } else { "right" }]).notes(Note::new(cx.node())).scratch(7))
    };
    let nodes = || GraphBuilder::new().node("a", many).node("b", many).edge("a", "b");
    let flat = nodes().edge(START, "a").edge("b", END).compile().unwrap();
    let shared = shared_around("sub", flat.clone());
    let start = Work { value: 3, log: vec!["before".to_owned()], ..Work::default() };
    let expected = block_on(flat.invoke(start.clone()).into_future()).unwrap();
    assert_eq!(
        (&*expected.topic, expected.ready.is_open(), expected.scratch),
        (["written by b".to_owned()].as_slice(), true, 7)
    );
    let mut end = block_on(shared.invoke(start).into_future()).unwrap();
    // Only the ids of messages depend on the graph in which they were written.
    let texts = |work: &Work| work.notes.iter().map(|note| note.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&end), texts(&expected));
    end.notes = expected.notes.clone();
    assert_eq!(end, expected);
}

#[test]
fn events_of_a_subgraph_carry_the_path_to_it() {
    let say = async |_: &Work, cx: &NodeContext<'_, Work>| {
        cx.emit("hello".to_owned());
        Ok(WorkUpdate::new())
    };
    let sub = single("n", say);
    let graph = around("outer", around("inner", sub));
    let mut events = Vec::new();
    let listen = |event: RunEvent<'_, String>| match event.kind {
        RunEventKind::Custom { node, payload, .. } => events.push(format!("{}/{node}: {payload}", event.path)),
        RunEventKind::StepFinished { next, .. } => events.push(format!("{}/ {next:?}", event.path)),
        _ => {}
    };
    block_on(graph.invoke(Work::default()).on_event(listen).into_future()).unwrap();
    assert_eq!(events, ["outer:inner/n: hello", "outer:inner/ []", "outer/ []", "/ []"]);
}

#[test]
fn restoring_a_run_whose_subgraph_has_changed_is_an_error() {
    let paused = |graph: &Graph<'static, Work>| {
        let mut run = Session::new(graph, Work::default(), false);
        run.pause();
        assert!(matches!(run.drive(), Ok(Halt::Paused(_))));
        run.memory
    };
    let memory = paused(&around("sub", chain(["a", "b"]).compile().unwrap()));
    let changed = around("sub", chain(["a", "c"]).compile().unwrap());
    let restored = block_on(changed.restore(memory.clone(), RUN));
    // The outer graph is the same, so the error comes now or when the subgraph is resumed.
    let error = match restored {
        Err(error) => error,
        Ok(run) => block_on(run.unwrap().drive()).unwrap_err(),
    };
    assert!(error.to_string().contains("at the node \"b\", which its graph has no more"), "{error}");
    assert!(History::<Work>::read(&support::log_of(&memory)).is_ok());
}

#[test]
fn a_breakpoint_in_a_subgraph_is_a_question_to_the_outside() {
    let sub = chain(["a", "b"]).breakpoint_before("b").compile().unwrap();
    for mut run in Session::both(&around("outer", around("inner", sub)), &Work::default()) {
        let asked = run.asked();
        assert_eq!(asked[0].value, json!({ "breakpoint": { "before": ["b"], "after": [] } }));
        assert_eq!(run.asked(), asked);
        run.resume(Value::Null);
        assert_eq!(run.end().log, ["a", "b"]);
    }
}

#[test]
fn two_levels_of_subgraphs_and_a_failing_sibling_repeat_nothing() {
    let (done, fails) = (Rc::new(RefCell::new(Vec::<String>::new())), Rc::new(Cell::new(3)));
    let (finished, left) = (done.clone(), fails.clone());
    let work = move |name: &'static str| {
        let finished = finished.clone();
        async move |_: &Work, _: &NodeContext<'_, Work>| {
            yields(2).await;
            finished.borrow_mut().push(name.to_owned());
            Ok(WorkUpdate::new().log([name.to_owned()]))
        }
    };
    let failing = async move |_: &Work, _: &NodeContext<'_, Work>| {
        // Late enough for the subgraph beside it to have got somewhere.
        yields(9).await;
        left.set(left.get() - 1);
        if left.get() > 0 { Err(NodeError::msg("no")) } else { Ok(WorkUpdate::new()) }
    };
    let sub =
        ["a", "b", "c", "d"].into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, work(name)));
    let sub = sub.path([START, "a", "b", "c", "d", END]).compile().unwrap();
    let builder = GraphBuilder::new().node("sub", subgraph(around("deep", sub))).node("failing", failing);
    let builder = builder.path([START, "sub", END]).path([START, "failing", END]);
    let graph = builder.compile().unwrap();
    for stored in [false, true] {
        fails.set(3);
        done.borrow_mut().clear();
        let mut run = graph.invoke(Work::default());
        if stored {
            run = run.checkpoints(Rc::new(MemoryStore::default()), RUN, Durability::Step, Value::Null);
        }
        let mut errors = 0;
        while block_on(run.drive()).is_err() {
            errors += 1;
            assert!(run.retry());
        }
        assert_eq!((errors, &*done.borrow().join(" ")), (2, "a b c d"));
        assert_eq!(run.run().state().log, ["a", "b", "c", "d"]);
    }
}

#[derive(state_graph::Route)]
enum ToSub {
    Sub,
}

#[test]
fn events_and_errors_name_the_task_and_subgraph_they_come_from() {
    // The same subgraph twice in one superstep; in the second a node of it fails.
    let work = async |state: &Work, cx: &NodeContext<'_, Work>| {
        cx.emit(state.tag.clone());
        if state.tag == "second" { Err(state_graph::NodeError::msg("it fails")) } else { Ok(WorkUpdate::new()) }
    };
    let deep = single("work", work);
    let middle = GraphBuilder::new()
        .node("deep", Subgraph::new(deep, Work::clone, |_: SubgraphEnd<Work>| Ok(WorkUpdate::new())));
    let middle = middle.path([START, "deep", END]).compile().unwrap();
    let both =
        |_: &Work| ["first", "second"].map(|tag| (ToSub::Sub, Work { tag: tag.to_owned(), ..Work::default() })).into();
    let graph = GraphBuilder::new()
        .node("sub", Subgraph::new(middle, Work::clone, |_: SubgraphEnd<Work>| Ok(WorkUpdate::new())));
    let graph = graph.dispatch(START, both).edge("sub", END).compile().unwrap();
    let mut emitted = Vec::new();
    let listen = |event: RunEvent<'_, String>| {
        let tasks: Vec<_> = event.tasks.iter().map(|task| (task.step(), task.index())).collect();
        if let RunEventKind::Custom { payload, .. } = event.kind {
            emitted.push((payload, event.path.to_owned(), tasks));
        }
    };
    let error = block_on(graph.invoke(Work::default()).on_event(listen).into_future()).unwrap_err().error;
    let path = || "sub:deep".to_owned();
    assert_eq!(
        emitted,
        [
            ("first".to_owned(), path(), vec![(1, 0), (1, 0), (1, 0)]),
            ("second".to_owned(), path(), vec![(1, 1), (1, 0), (1, 0)]),
        ]
    );
    assert_eq!(error.to_string(), "node \"sub\" failed in step 1, inside it \"deep:work\": it fails");
    let state_graph::RunError::Node { task, error, .. } = error else { panic!("{error}") };
    assert_eq!((task.index(), error.path()), (1, "deep:work"));
}

/// What ran, outermost first: `outer/inner: what it recorded`.
fn recorded(log: &[u8]) -> Vec<String> {
    fn inside(path: &str, tasks: Vec<InnerTask<String>>, out: &mut Vec<String>) {
        for task in tasks {
            let path = format!("{path}/{}", task.node);
            inside(&path, task.inside, out);
            let end = if task.under_way { " at work".to_owned() } else { format!(" wrote {}", task.wrote.join(" ")) };
            out.push(format!("{path} in {}: {}{end}", task.step, task.events.join(" ")));
        }
    }
    let history = History::<Work>::read(log).unwrap();
    let mut out = Vec::new();
    for id in history.line_of(history.head()) {
        for task in history.checkpoint(id).unwrap().ran {
            inside(task.node, task.inside.tasks().unwrap(), &mut out);
            out.push(format!("{}: {}", task.node, task.events.join(" ")));
        }
    }
    for (node, at_work) in history.subgraphs_under_way() {
        inside(node, at_work.tasks().unwrap(), &mut out);
        out.push(format!("{node}: at work"));
    }
    out
}

#[test]
fn what_ran_inside_a_subgraph_is_read_from_the_log() {
    let say = async |_: &Work, cx: &NodeContext<'_, Work>| {
        cx.record(format!("said by {}", cx.node()));
        if cx.node() == "b" {
            cx.interrupt::<Value>(json!("go on?")).await?;
        }
        Ok(WorkUpdate::new().log([cx.node().to_owned()]).value(1))
    };
    let sub = GraphBuilder::new().node("a", say).node("b", say).path([START, "a", "b", END]).compile().unwrap();
    let graph = around("outer", shared_around("inner", sub));
    for mut run in Session::both(&graph, &Work::default()) {
        run.asked();
        let log = support::log_of(&run.memory);
        let first = "outer/inner/a in 1: said by a wrote value log";
        assert_eq!(recorded(&log), [first, "outer/inner in 1:  at work", "outer: at work"]);
        run.resume(json!(true));
        run.end();
        let log = support::log_of(&run.memory);
        let whole =
            [first, "outer/inner/b in 2: said by b wrote value log", "outer/inner in 1:  wrote value log", "outer: "];
        assert_eq!(recorded(&log), whole);
        // A fork shows it as well.
        let head = History::<Work>::read(&log).unwrap().head();
        assert_eq!(recorded(&state_graph::log::excerpt(&log, head, Value::Null).unwrap()), whole);
    }
}

#[test]
fn subgraphs_within_each_other_are_read_to_a_depth() {
    let read = || {
        let deep = (0..40).fold(chain(["a"]).compile().unwrap(), |graph, _| shared_around("sub", graph));
        let mut run = Session::new(&deep, Work::default(), true);
        run.end();
        let history = History::<Work>::read(&support::log_of(&run.memory)).unwrap();
        let ran = &history.checkpoint(history.head()).unwrap().ran[0];
        ran.inside.tasks::<String>().unwrap_err().to_string()
    };
    // Without optimisation, so many futures within each other need more than a test's stack.
    let reading = std::thread::Builder::new().stack_size(256 << 20).spawn(read).unwrap();
    let error = reading.join().unwrap();
    assert!(error.ends_with("more than 32 subgraphs are within each other"), "{error}");
}
