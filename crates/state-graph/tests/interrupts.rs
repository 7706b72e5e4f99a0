//! Questions to the outside and their answers: vectors 22 to 25, and what else can happen to a run that waits. All of it
//! in one process, and with a process that ends at each halt.

mod support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::{
    AnswerError, END, Graph, GraphBuilder, Halt, Node, NodeContext, Resume, ResumeError, Route, RunError, START,
};
use support::work::{Work, WorkUpdate};
use support::{Session, named};

fn one_node(node: impl Node<Work> + 'static) -> Graph<'static, Work> {
    GraphBuilder::new().node("n", node).edge(START, "n").edge("n", END).compile().unwrap()
}

/// Asks one question and writes the answer.
async fn ask(_: &Work, cx: &NodeContext<'_, Work>) -> Result<WorkUpdate, state_graph::NodeError> {
    let answer: String = cx.interrupt(cx.node()).await?;
    Ok(WorkUpdate::new().log([answer]))
}

#[test]
fn vector_22_an_interrupt_in_a_loop() {
    let age = async |_: &Work, cx: &NodeContext<'_, Work>| {
        let mut question = "asked".to_owned();
        loop {
            let age: i64 = cx.interrupt(&question).await?;
            if age >= 18 {
                return Ok(WorkUpdate::new().value(age));
            }
            question = format!("invalid: {age}");
        }
    };
    for mut run in Session::both(&one_node(age), &Work::default()) {
        let mut asked = run.questions();
        for answer in [13, 15] {
            run.resume(json!(answer));
            asked.extend(run.questions());
        }
        assert_eq!(asked, ["asked", "invalid: 13", "invalid: 15"]);
        run.resume(json!(19));
        assert_eq!(run.end().value, 19);
    }
}

#[test]
fn vector_23_answers_match_by_the_order_of_calls() {
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let two = async move |state: &Work, cx: &NodeContext<'_, Work>| {
        counted.set(counted.get() + 1);
        let first: String = cx.interrupt("first?").await?;
        let second: String = cx.interrupt("second?").await?;
        Ok(WorkUpdate::new().log([first, second]).value(state.value + 1))
    };
    for mut run in Session::both(&one_node(two), &Work { value: 6, ..Work::default() }) {
        calls.set(0);
        assert_eq!(run.questions(), ["first?"]);
        run.resume(json!("one"));
        assert_eq!(run.questions(), ["second?"]);
        run.resume(json!("two"));
        let end = run.end();
        assert_eq!((end.log, end.value), (vec!["one".to_owned(), "two".to_owned()], 7));
        assert_eq!(calls.get(), 3, "the node runs from its top each time");
    }
}

fn two_askers() -> Graph<'static, Work> {
    let edges = [(START, "a"), (START, "b"), (START, "plain"), ("a", END), ("b", END), ("plain", END)];
    let builder = GraphBuilder::new().node("a", ask).node("b", ask).node("plain", named);
    edges.iter().fold(builder, |builder, (from, to)| builder.edge(*from, *to)).compile().unwrap()
}

#[test]
fn vector_24_one_answer_for_two_questions_is_an_error_and_a_map_answers_both() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        let ids: Vec<String> = run.asked().into_iter().map(|asked| asked.id).collect();
        assert_eq!(ids, ["a:1:0:0", "b:1:1:0"]);
        let error = run.invocation().resume(json!("yes")).unwrap_err();
        assert_eq!(error, ResumeError::Several(ids.clone()));
        assert_eq!(error.to_string(), "2 interrupts are pending, so answers must be given by id: a:1:0:0, b:1:1:0");
        let answers = ids.into_iter().map(|id| (id.clone(), json!(format!("yes {id}"))));
        run.resume(answers.collect::<Resume>());
        assert_eq!(run.end().log, ["yes a:1:0:0", "yes b:1:1:0", "plain"]);
    }
}

#[test]
fn a_map_may_answer_some_and_the_others_stay_pending() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        assert_eq!(run.asked().len(), 2);
        run.resume([("b:1:1:0".to_owned(), json!("b first"))].into_iter().collect::<Resume>());
        assert_eq!(run.questions(), ["a"]);
        // Only one is left, so no id is needed.
        run.resume(json!("then a"));
        assert_eq!(run.end().log, ["then a", "b first", "plain"]);
    }
}

#[derive(Route)]
enum ToAsk {
    Ask,
}

#[test]
fn vector_25_five_dispatched_tasks_ask_and_one_map_answers_them_in_order() {
    let item = async |state: &Work, cx: &NodeContext<'_, Work>| {
        let answer: String = cx.interrupt(&state.tag).await?;
        Ok(WorkUpdate::new().log([format!("{}: {answer}", state.tag)]))
    };
    let all = |_: &Work| {
        let argument = |tag: &str| (ToAsk::Ask, Work { tag: tag.to_owned(), ..Work::default() });
        ["a", "b", "c", "d", "e"].map(argument).into()
    };
    let graph = GraphBuilder::new().node("ask", item).dispatch(START, all).edge("ask", END).compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        let asked = run.asked();
        let answers = asked.iter().rev().map(|asked| (asked.id.clone(), json!(format!("to {}", asked.value))));
        run.resume(answers.collect::<Resume>());
        assert_eq!(run.end().log, ["a", "b", "c", "d", "e"].map(|tag| format!("{tag}: to {:?}", tag)));
    }
}

#[test]
fn two_questions_asked_at_once_may_be_answered_one_at_a_time() {
    let both = async |_: &Work, cx: &NodeContext<'_, Work>| {
        let (one, two) = futures::join!(cx.interrupt::<i64>("one"), cx.interrupt::<i64>("two"));
        Ok(WorkUpdate::new().value(one? * 10 + two?))
    };
    for mut run in Session::both(&one_node(both), &Work::default()) {
        let asked = run.asked();
        assert_eq!(asked.len(), 2);
        run.resume([(asked[1].id.clone(), json!(2))].into_iter().collect::<Resume>());
        assert_eq!(run.questions(), ["one"]);
        run.resume(json!(1));
        assert_eq!(run.end().value, 12);
    }
}

#[test]
fn answers_that_do_not_fit_change_nothing() {
    for mut run in Session::both(&one_node(ask), &Work::default()) {
        assert_eq!(run.invocation().resume(json!(1)), Err(ResumeError::NothingPending));
        let asked = run.asked();
        let wrong: Resume = [("x".to_owned(), Value::Null)].into_iter().collect();
        let error = run.invocation().resume(wrong).unwrap_err();
        assert_eq!(error.to_string(), "no interrupt with the id \"x\" is pending; pending: n:1:0:0");
        assert_eq!(run.asked(), asked);
        run.resume(json!("fits"));
        assert_eq!(run.end().log, ["fits"]);
        assert_eq!(run.invocation().resume(json!(1)), Err(ResumeError::NothingPending));
    }
}

#[test]
fn an_answer_of_another_type_fails_the_node_and_says_so() {
    let mut run = Session::new(&one_node(ask), Work::default(), false);
    run.asked();
    run.resume(json!(7));
    let Err(RunError::Node { error, .. }) = run.drive() else { panic!("a number is no text") };
    assert_eq!(error.downcast_ref::<AnswerError>().unwrap().node, "n");
}

/// Asks in the graph itself, one subgraph deep and two deep, all in one superstep.
fn three_levels() -> Graph<'static, Work> {
    let enter = |state: &Work| Work { tag: format!("{}+", state.tag), ..Work::default() };
    let leave = |end: Work| WorkUpdate::new().log(end.log);
    let side_by_side = |builder: GraphBuilder<'static, Work>| {
        builder.edge(START, "ask").edge(START, "sub").edge("ask", "last").edge("sub", "last").edge("last", END)
    };
    let asking = async |state: &Work, cx: &NodeContext<'_, Work>| {
        let answer: String = cx.interrupt(format!("{}?", state.tag)).await?;
        Ok(WorkUpdate::new().log([format!("{}{answer}", state.tag)]))
    };
    let level = || GraphBuilder::new().node("ask", asking).node("last", named);
    let innermost = level().edge(START, "ask").edge("ask", "last").edge("last", END).compile().unwrap();
    let middle = side_by_side(level().subgraph("sub", innermost, enter, leave)).compile().unwrap();
    side_by_side(level().subgraph("sub", middle, enter, leave)).compile().unwrap()
}

#[test]
fn questions_two_subgraphs_deep_have_ids_of_their_own_and_are_answered_in_any_order() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        for mut run in Session::both(&three_levels(), &Work::default()) {
            let asked = run.asked();
            let shown: Vec<_> = asked.iter().map(|asked| (&*asked.id, &*asked.node, &asked.value)).collect();
            assert_eq!(
                shown,
                [
                    ("ask:1:0:0", "ask", &json!("?")),
                    ("sub:1:1/ask:1:0:0", "sub", &json!("+?")),
                    ("sub:1:1/sub:1:1/ask:1:0:0", "sub", &json!("++?")),
                ]
            );
            let mut pending: Vec<String> = asked.into_iter().map(|asked| asked.id).collect();
            let all = pending.clone();
            for place in order {
                run.resume([(all[place].clone(), json!(format!("{place}")))].into_iter().collect::<Resume>());
                pending.retain(|id| *id != all[place]);
                if !pending.is_empty() {
                    assert_eq!(run.asked().into_iter().map(|asked| asked.id).collect::<Vec<_>>(), pending);
                }
            }
            assert_eq!(run.end().log, ["0", "+1", "++2", "last", "last", "last"]);
        }
    }
}

#[test]
fn new_input_discards_what_was_asked() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        assert_eq!(run.asked().len(), 2);
        run.invocation().run_mut().input(WorkUpdate::new().value(5)).unwrap();
        assert_eq!(run.invocation().resume(json!("late")), Err(ResumeError::NothingPending));
        let asked = run.asked();
        assert_eq!(asked.len(), 2, "it starts again from the start");
        run.resume(asked.into_iter().map(|asked| (asked.id, json!("yes"))).collect::<Resume>());
        let end = run.end();
        assert_eq!((end.log.len(), end.value), (3, 5));
        assert_eq!(run.invocation().run().steps(), 1, "the step that was given up does not count");
    }
}

#[test]
fn an_edited_state_in_the_middle_of_a_superstep_starts_it_anew() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        let asked = run.asked();
        run.resume([(asked[0].id.clone(), json!("old"))].into_iter().collect::<Resume>());
        run.asked();
        run.invocation().run_mut().update_state(WorkUpdate::new().log(["edited".to_owned()]), None).unwrap();
        let asked = run.asked();
        assert_eq!(asked.len(), 2, "answers to the old tasks are forgotten");
        run.resume(asked.into_iter().map(|asked| (asked.id, json!("new"))).collect::<Resume>());
        assert_eq!(run.end().log, ["edited", "new", "new", "plain"]);
    }
}

#[test]
fn an_edited_state_in_the_middle_of_a_subgraph_starts_that_anew() {
    let see =
        async |state: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().log([format!("saw {:?}", state.log)]));
    let sub = GraphBuilder::new().node("see", see).node("ask", ask).edge(START, "see").edge("see", "ask");
    let sub = sub.edge("ask", END).compile().unwrap();
    let graph = GraphBuilder::new().shared_subgraph("sub", sub).edge(START, "sub").edge("sub", END).compile().unwrap();
    for mut run in Session::both(&graph, &Work::default()) {
        assert_eq!(run.asked().len(), 1);
        run.invocation().run_mut().update_state(WorkUpdate::new().log(["edited".to_owned()]), None).unwrap();
        assert_eq!(run.asked().len(), 1);
        run.resume(json!("yes"));
        assert_eq!(run.end().log, ["edited", "saw [\"edited\"]", "yes"]);
    }
}

#[test]
fn a_run_that_waits_is_awaited_to_an_error_that_says_for_what() {
    let stopped = block_on(one_node(ask).invoke(Work::default()).into_future()).unwrap_err();
    assert_eq!(stopped.to_string(), "the run waits for answers to \"n:1:0:0\"");
}

#[test]
fn driving_a_waiting_run_asks_again_and_runs_nothing() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        let asked = run.asked();
        let length = support::log_of(&run.memory).len();
        assert_eq!(run.asked(), asked);
        assert_eq!(run.drive().unwrap(), Halt::Interrupted(asked));
        assert_eq!(support::log_of(&run.memory).len(), length, "nothing new is recorded");
    }
}
