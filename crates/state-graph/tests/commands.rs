//! Commands: an update and where to go, from the node itself. Vectors 17, 18 and 20.

mod support;

use futures::executor::block_on;
use state_graph::{Command, END, Graph, GraphBuilder, NodeContext, NodeError, Route, RunError, START};
use support::work::{Work, WorkUpdate};
use support::{Edges, Index, Session, ask, chain, named};

fn invoke(graph: &Graph<'_, Work>, start: Work) -> Work {
    block_on(graph.invoke(start).into_future()).unwrap()
}

#[derive(Route)]
enum Step {
    Step1,
    Step2,
    Step3,
    Step4,
    #[route(end)]
    Nothing,
}

/// A plan as LangGraph's test has it, of names and lists of names: each node takes its first entry off and goes there.
fn planned() -> Graph<'static, Work> {
    let node = async move |state: &Work, cx: &NodeContext<'_, Work>| -> Result<Command<Work, Step>, NodeError> {
        let update = WorkUpdate::new().log([cx.node().to_owned()]);
        if cx.node() == "step2" {
            // Runs in the same superstep as step3, which follows the rest of the plan.
            return Ok(Command::update(update));
        }
        let Some((first, rest)) = state.tag.split_once(' ') else {
            return Ok(Command::update(update).goto(Step::Nothing));
        };
        let command = Command::update(update.tag(rest));
        Ok(first.split('+').fold(command, |command, name| {
            command.goto(match name {
                "step1" => Step::Step1,
                "step2" => Step::Step2,
                "step3" => Step::Step3,
                _ => Step::Step4,
            })
        }))
    };
    let names = ["start", "step1", "step2", "step3", "step4"];
    let builder = names.into_iter().fold(GraphBuilder::new(), |builder, name| builder.node(name, node));
    builder.edge(START, "start").compile().unwrap()
}

#[test]
fn vector_20_a_plan_of_names_and_lists_of_names() {
    let plan = |tag: &str| Work { tag: tag.to_owned(), ..Work::default() };
    for mut run in Session::both(&planned(), &plan("step1 step2+step3 step4 ")) {
        assert_eq!(run.end().log, ["start", "step1", "step2", "step3", "step4"]);
    }
    assert_eq!(invoke(&planned(), plan("")).log, ["start"]);
}

#[test]
fn the_update_is_applied_before_the_target_runs_and_plain_edges_are_taken_too() {
    #[derive(Route)]
    enum To {
        B,
    }
    let command = async |_: &Work, _: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
        Ok(Command::update(WorkUpdate::new().value(7)).goto(To::B))
    };
    let see = async |state: &Work, cx: &NodeContext<'_, Work>| {
        Ok(WorkUpdate::new().log([format!("{} sees {}", cx.node(), state.value)]))
    };
    let builder = GraphBuilder::new().node("a", command).node("b", see).node("c", see);
    let builder = builder.path([START, "a", "c", END]).edge("b", END);
    assert_eq!(invoke(&builder.compile().unwrap(), Work::default()).log, ["b sees 7", "c sees 7"]);
}

#[test]
fn a_goto_and_an_edge_to_the_same_node_run_it_once_and_a_dispatch_once_more() {
    #[derive(Route)]
    enum To {
        B,
    }
    let command = async |_: &Work, _: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
        let argument = Work { value: 1, ..Work::default() };
        Ok(Command::update(WorkUpdate::new()).goto(To::B).goto(To::B).dispatch(To::B, argument))
    };
    let see = async |state: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().log([state.value.to_string()]));
    let builder = GraphBuilder::new().node("a", command).node("b", see);
    let builder = builder.path([START, "a", "b", END]);
    assert_eq!(invoke(&builder.compile().unwrap(), Work::default()).log, ["0", "1"]);
}

#[test]
fn an_exit_ends_the_whole_graph_with_the_superstep() {
    #[derive(Route)]
    enum To {
        #[route(end)]
        End,
    }
    let leave = async |_: &Work, cx: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
        Ok(Command::update(WorkUpdate::new().log([cx.node().to_owned()])).goto(To::End).exit("enough"))
    };
    // Its sibling has a next, a deferred node waits, and a join is half complete: none of it runs.
    let builder = chain(["a", "b"]).node("leave", leave).node("last", named).node("met", named);
    let builder = builder.edge(START, "leave").path([START, "last", END]).join(["leave", "b"], "met");
    let graph = builder.edge("met", END).defer("last").compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        assert_eq!(run.end().log, ["a", "leave"]);
        assert_eq!(run.invocation().run().exit(), Some("enough"));
        run.invocation().run_mut().input(WorkUpdate::new()).unwrap();
        assert_eq!(run.end().log.len(), 4, "new input starts again");
    }
}

#[test]
fn an_exit_waits_for_the_siblings_and_survives_the_process() {
    #[derive(Route)]
    enum To {
        #[route(end)]
        End,
        Never,
    }
    let leave = async |state: &Work, _: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
        let to = if state.value > 0 { To::End } else { To::Never };
        Ok(Command::update(WorkUpdate::new()).goto(to).exit("enough"))
    };
    let builder = GraphBuilder::new().node("leave", leave).node("ask", ask).node("never", named);
    let builder = builder.edge(START, "leave").path([START, "ask", "never", END]);
    for mut run in Session::both(&builder.compile().unwrap(), &Work::default()) {
        run.asked();
        run.resume(serde_json::json!("answered"));
        assert_eq!(run.end().log, ["answered"]);
        assert_eq!(run.invocation().run().exit(), Some("enough"));
        run.invocation().run_mut().update_state(WorkUpdate::new(), None).unwrap();
        assert_eq!(run.invocation().run().exit(), None, "the run continues after an edit");
    }
}

#[test]
fn a_step_that_is_refused_exits_nothing() {
    #[derive(Route)]
    enum To {
        #[route(end)]
        End,
    }
    let leave = async |_: &Work, _: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
        Ok(Command::update(WorkUpdate::new()).goto(To::End).exit("enough"))
    };
    let builder = GraphBuilder::new().node("n", leave).edge(START, "n").route("n", |_: &Work| Index(7));
    let graph = builder.compile().unwrap();
    let mut run = graph.invoke(Work::default());
    assert!(matches!(block_on(run.drive()), Err(RunError::Route { index: 7, .. })));
    assert_eq!(run.run().exit(), None);
    assert!(!run.retry(), "it would only happen again");
}

/// Vector 14 with a deferred end: rewrite -> {analyzer -> r1, r2} -> qa.
#[test]
fn vector_17_a_deferred_node_runs_last_and_once() {
    let answer = async |state: &Work, _: &NodeContext<'_, Work>| {
        let mut docs = state.topic.clone();
        docs.extend(state.log.iter().filter(|line| line.starts_with("doc")).cloned());
        docs.sort();
        Ok(WorkUpdate::new().log([format!("qa({})", docs.join(","))]))
    };
    fn retriever(docs: [&'static str; 2]) -> impl state_graph::Node<Work> {
        async move |_: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().log(docs.map(str::to_owned)))
    }
    let builder = GraphBuilder::new().node("rewrite", named).node("analyzer", named).node("qa", answer);
    let builder = builder.node("r1", retriever(["doc1", "doc2"])).node("r2", retriever(["doc3", "doc4"])).defer("qa");
    let builder = builder.path([START, "rewrite", "analyzer", "r1", "qa", END]).path(["rewrite", "r2", "qa"]);
    let graph = builder.edge("rewrite", "qa").compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        let end = run.end().log;
        assert_eq!(end.last().unwrap(), "qa(doc1,doc2,doc3,doc4)");
        assert_eq!(end.iter().filter(|line| line.starts_with("qa")).count(), 1);
    }
}

/// a -> {b, c} -> d, where b (and c, if `twice`) overwrites the log.
fn overwriting(twice: bool) -> Graph<'static, Work> {
    let overwrite =
        async |_: &Work, cx: &NodeContext<'_, Work>| Ok(WorkUpdate::new().overwrite_log(vec![cx.node().to_owned()]));
    let builder = GraphBuilder::new().node("a", named).node("b", overwrite).node("d", named);
    let builder = if twice { builder.node("c", overwrite) } else { builder.node("c", named) };
    builder.path([START, "a", "b", "d", END]).path(["a", "c", "d"]).compile().unwrap()
}

#[test]
fn vector_18_an_overwrite_drops_the_other_writes_of_its_step() {
    let start = Work { log: vec!["START".to_owned()], ..Work::default() };
    for mut run in Session::both(&overwriting(false), &start) {
        assert_eq!(run.end().log, ["b", "d"]);
        // The log has the same.
        let history = run.history();
        assert_eq!(history.state(history.head()).unwrap().log, ["b", "d"]);
    }
    for mut run in Session::both(&overwriting(true), &start) {
        let error = run.drive().unwrap_err();
        assert!(matches!(error, RunError::Channel { step: 2, .. }));
        assert_eq!(
            error.to_string(),
            "step 2: `log` can be overwritten only once per step, but \"b\" and \"c\" both overwrote it"
        );
        assert_eq!(run.state().log, ["START", "a"]);
        // A change from outside lets the run continue.
        run.invocation().run_mut().update_state(WorkUpdate::new(), Some("b")).unwrap();
        assert_eq!(run.end().log, ["START", "a", "d"]);
    }
}
