//! Questions to the outside and their answers: vectors 22 to 25, and what else can happen to a run that waits. All of it
//! in one process, and with a process that ends at each halt.

mod support;

use std::cell::Cell;
use std::rc::Rc;

use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::{
    END, Graph, GraphBuilder, Halt, History, NodeContext, NodeError, Resume, ResumeError, Route, START, StoreErrorKind,
    Subgraph,
};
use support::work::{Work, WorkUpdate};
use support::{Edges, RUN, Session, around, log_of_end, named, single};

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
    for mut run in Session::both(&single("n", age), &Work::default()) {
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
    for mut run in Session::both(&single("n", two), &Work { value: 6, ..Work::default() }) {
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
    let builder = GraphBuilder::new().node("a", ask).node("b", ask).node("plain", named);
    builder.path([START, "a", END]).path([START, "b", END]).path([START, "plain", END]).compile().unwrap()
}

#[test]
fn vector_24_one_answer_for_two_questions_is_an_error_and_a_map_answers_both() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        let ids: Vec<String> = run.asked().into_iter().map(|asked| asked.id).collect();
        assert!(ids[0].starts_with("a:1:0:0:") && ids[1].starts_with("b:1:1:0:"), "{ids:?}");
        let error = run.invocation().resume(json!("yes")).unwrap_err();
        assert_eq!(error, ResumeError::Several(ids.clone()));
        let message = format!("2 interrupts are pending, so answers must be given by id: {}", ids.join(", "));
        assert_eq!(error.to_string(), message);
        let answers = ids.into_iter().map(|id| (id.clone(), json!(format!("yes {}", &id[..7]))));
        run.resume(answers.collect::<Resume>());
        assert_eq!(run.end().log, ["yes a:1:0:0", "yes b:1:1:0", "plain"]);
    }
}

#[test]
fn a_map_may_answer_some_and_the_others_stay_pending() {
    for mut run in Session::both(&two_askers(), &Work::default()) {
        let asked = run.asked();
        assert_eq!(asked.len(), 2);
        run.resume([(asked[1].id.clone(), json!("b first"))].into_iter().collect::<Resume>());
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
    for mut run in Session::both(&single("n", both), &Work::default()) {
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
    for mut run in Session::both(&single("n", ask), &Work::default()) {
        assert_eq!(run.invocation().resume(json!(1)), Err(ResumeError::NothingPending));
        let asked = run.asked();
        let wrong: Resume = [("x".to_owned(), Value::Null)].into_iter().collect();
        let error = run.invocation().resume(wrong).unwrap_err();
        let message = format!("no interrupt with the id \"x\" is pending; pending: {}", asked[0].id);
        assert_eq!(error.to_string(), message);
        let none: Resume = [].into_iter().collect();
        assert_eq!(run.invocation().resume(none), Err(ResumeError::NoAnswer(vec![asked[0].id.clone()])));
        assert_eq!(run.asked(), asked);
        run.resume(json!("fits"));
        // Given twice, as by two people: the first counts, and the second learns of it.
        let id = asked[0].id.clone();
        let again: Resume = [(id.clone(), json!("late"))].into_iter().collect();
        let late = run.invocation().resume(again).unwrap_err();
        assert_eq!(late.to_string(), format!("the interrupt {id:?} is answered already"));
        assert_eq!(run.end().log, ["fits"]);
        assert_eq!(run.invocation().resume(json!(1)), Err(ResumeError::NothingPending));
        let late: Resume = [(id.clone(), json!("later"))].into_iter().collect();
        assert_eq!(run.invocation().resume(late), Err(ResumeError::Unknown { id, pending: Vec::new() }));
    }
}

#[test]
fn an_answer_of_another_type_opens_its_question_again_with_the_reason() {
    for graph in [single("n", ask), around("sub", single("n", ask)), around("sub", around("sub", single("n", ask)))] {
        for mut run in Session::both(&graph, &Work::default()) {
            let first = run.asked().remove(0);
            assert_eq!(first.refused, None);
            for wrong in [json!(7), json!(7), json!({ "no": "text" })] {
                run.resume(wrong.clone());
                let again = run.asked().remove(0);
                assert_eq!((&again.id, &again.value), (&first.id, &first.value));
                let refused = again.refused.unwrap();
                assert_eq!(refused.answer, wrong);
                assert!(refused.why.starts_with("the answer does not fit: invalid type: "), "{}", refused.why);
                assert!(refused.why.ends_with("expected a string"), "{}", refused.why);
            }
            run.resume(json!("fits"));
            assert_eq!(run.end().log, ["fits"]);
        }
    }
}

#[test]
fn an_answer_is_not_given_to_another_question() {
    // What it asks leave for depends on something outside that changes.
    let command = Rc::new(std::cell::RefCell::new("ls"));
    let (wanted, ran) = (command.clone(), Rc::new(std::cell::RefCell::new(Vec::new())));
    let log = ran.clone();
    let careful = async move |_: &Work, cx: &NodeContext<'_, Work>| {
        let command = *wanted.borrow();
        let leave: bool = cx.interrupt(format!("run {command}?")).await?;
        if leave {
            log.borrow_mut().push(command);
        }
        Ok(WorkUpdate::new())
    };
    for mut run in Session::both(&single("n", careful), &Work::default()) {
        *command.borrow_mut() = "ls";
        let first = run.asked().remove(0);
        *command.borrow_mut() = "rm";
        run.resume(json!(true));
        let second = run.asked().remove(0);
        assert_eq!((first.value, second.value), (json!("run ls?"), json!("run rm?")));
        assert_ne!(first.id, second.id, "a late answer to the first is none to the second");
        assert!(ran.borrow().is_empty(), "nothing ran without leave");
        // Asked for the first again, it has the answer to that.
        *command.borrow_mut() = "ls";
        run.resume(json!(false));
        run.end();
        assert_eq!(ran.take(), ["ls"]);
    }
}

#[test]
fn a_fork_asks_under_an_id_of_its_own() {
    let graph = single("n", ask);
    let mut run = Session::new(&graph, Work::default(), false);
    let first = run.asked().remove(0);
    run.resume(json!("yes"));
    run.end();
    let mut ids = vec![first.id.clone()];
    for _ in 0..2 {
        let mut fork = block_on(graph.restore_at(run.memory.clone(), support::RUN, 0)).unwrap().unwrap();
        let Halt::Interrupted(asked) = block_on(fork.drive()).unwrap() else { panic!("it asks") };
        let late: Resume = [(first.id.clone(), json!("late"))].into_iter().collect();
        assert!(matches!(fork.resume(late), Err(ResumeError::Unknown { .. })));
        // The same in another process.
        drop(fork);
        let mut fork = block_on(graph.restore(run.memory.clone(), support::RUN)).unwrap().unwrap();
        assert_eq!(block_on(fork.drive()).unwrap(), Halt::Interrupted(asked.clone()));
        ids.push(asked[0].id.clone());
    }
    ids.dedup();
    assert_eq!(ids.len(), 3, "{ids:?}");
}

/// Asks in the graph itself, one subgraph deep and two deep, all in one superstep.
fn three_levels() -> Graph<'static, Work> {
    let enter = |state: &Work| Work { tag: format!("{}+", state.tag), ..Work::default() };
    let side_by_side =
        |builder: GraphBuilder<'static, Work>| builder.path([START, "ask", "last", END]).path([START, "sub", "last"]);
    let asking = async |state: &Work, cx: &NodeContext<'_, Work>| {
        let answer: String = cx.interrupt(format!("{}?", state.tag)).await?;
        Ok(WorkUpdate::new().log([format!("{}{answer}", state.tag)]))
    };
    let level = || GraphBuilder::new().node("ask", asking).node("last", named);
    let innermost = level().path([START, "ask", "last", END]).compile().unwrap();
    let middle = side_by_side(level().node("sub", Subgraph::new(innermost, enter, log_of_end))).compile().unwrap();
    side_by_side(level().node("sub", Subgraph::new(middle, enter, log_of_end))).compile().unwrap()
}

#[test]
fn questions_two_subgraphs_deep_have_ids_of_their_own_and_are_answered_in_any_order() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        for mut run in Session::both(&three_levels(), &Work::default()) {
            let asked = run.asked();
            let without_hash = |id: &'_ str| id[..id.len() - 9].to_owned();
            let shown: Vec<_> =
                asked.iter().map(|asked| (without_hash(&asked.id), &*asked.node, &asked.value)).collect();
            assert_eq!(
                shown,
                [
                    ("ask:1:0:0".to_owned(), "ask", &json!("?")),
                    ("sub:1:1/ask:1:0:0".to_owned(), "sub", &json!("+?")),
                    ("sub:1:1/sub:1:1/ask:1:0:0".to_owned(), "sub", &json!("++?")),
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
fn an_edited_state_in_the_middle_of_a_superstep_starts_it_again() {
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
fn an_edited_state_in_the_middle_of_a_subgraph_starts_that_again() {
    let see =
        async |state: &Work, _: &NodeContext<'_, Work>| Ok(WorkUpdate::new().log([format!("saw {:?}", state.log)]));
    let sub = GraphBuilder::new().node("see", see).node("ask", ask).path([START, "see", "ask"]);
    let sub = sub.edge("ask", END).compile().unwrap();
    let graph = single("sub", sub);
    for mut run in Session::both(&graph, &Work::default()) {
        assert_eq!(run.asked().len(), 1);
        run.invocation().run_mut().update_state(WorkUpdate::new().log(["edited".to_owned()]), None).unwrap();
        assert_eq!(run.asked().len(), 1);
        run.resume(json!("yes"));
        assert_eq!(run.end().log, ["edited", "saw [\"edited\"]", "yes"]);
    }
}

#[test]
fn awaiting_a_suspended_run_is_an_error_that_names_its_questions() {
    let stopped = block_on(single("n", ask).invoke(Work::default()).into_future()).unwrap_err();
    let message = stopped.to_string();
    assert!(message.starts_with("the run waits for answers to \"n:1:0:0:"), "{message}");
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

#[test]
fn an_amended_run_keeps_what_was_asked_and_answered() {
    let graph = two_askers();
    let mut run = Session::new(&graph, Work::default(), true);
    let asked = run.asked();
    run.resume([(asked[0].id.clone(), json!("old"))].into_iter().collect::<Resume>());
    let asked = run.asked();
    let amended = |text: &str| graph.amend(&run.history(), WorkUpdate::new().log([text.to_owned()])).unwrap();
    let (first, late) = (amended("amended"), amended("late"));
    block_on(first.store(&*run.memory, RUN)).unwrap();
    let history: History<Work> = run.history();
    assert_eq!(history.questions().into_iter().map(|(id, _)| id).collect::<Vec<_>>(), [asked[0].id.as_str()]);
    assert_eq!(history.finished_tasks().map(|task| task.node).collect::<Vec<_>>(), ["a", "plain"]);
    let mut restored = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
    restored.resume(json!("new")).unwrap();
    assert_eq!(block_on(restored.drive()).unwrap(), Halt::Done);
    assert_eq!(restored.run().state().log, ["amended", "old", "new", "plain"]);
    let conflict = block_on(late.store(&*run.memory, RUN)).unwrap_err();
    assert_eq!(conflict.kind, StoreErrorKind::Conflict, "nobody writes over what another has written");
}

#[test]
fn an_amended_run_is_at_its_end_paused_or_failed_as_before() {
    let fails = async |state: &Work, _: &NodeContext<'_, Work>| {
        if state.log.contains(&"amended".to_owned()) {
            return Ok(WorkUpdate::new().log(["b".to_owned()]));
        }
        Err(NodeError::msg("not yet"))
    };
    let graph = GraphBuilder::new().node("a", named).node("b", fails).path([START, "a", "b", END]).compile().unwrap();
    let mut run = Session::new(&graph, Work::default(), true);
    let amend = |run: &Session<'_>, text: &str| {
        let amendment = graph.amend(&run.history(), WorkUpdate::new().log([text.to_owned()])).unwrap();
        block_on(amendment.store(&*run.memory, RUN)).unwrap();
        run.history()
    };
    run.pause();
    assert!(matches!(run.drive(), Ok(Halt::Paused(_))));
    let before = run.history().stopped();
    assert!(before.is_some() && amend(&run, "looked at").stopped() == before);

    let mut restored = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
    let error = block_on(restored.drive()).unwrap_err().to_string();
    let history = amend(&run, "amended");
    assert_eq!(history.failure(), Some((Some("b"), error.as_str())));

    let mut restored = block_on(graph.restore(run.memory.clone(), RUN)).unwrap().unwrap();
    assert_eq!(block_on(restored.drive()).unwrap(), Halt::Done);
    assert_eq!(restored.run().state().log, ["a", "looked at", "amended", "b"]);
    let history = amend(&run, "after");
    assert!(history.is_done());
    assert_eq!(history.state(history.head()).unwrap().log, ["a", "looked at", "amended", "b", "after"]);
}
