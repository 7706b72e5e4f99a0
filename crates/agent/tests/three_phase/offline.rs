//! The offline model: questions are looked up and answered, exact edits are made, small faults are repaired, and anything
//! else is an honest "needs a language model".

use crate::script::ask;
use crate::support::answered;
use crate::world::{World, fifteen_with};
use agent::verify::Verification;
use agent::{Agent, Controls};
use fixtures::{BUG, BUG_PYTHON, SHOP};
use offline_model::OfflineModel;

#[track_caller]
fn answer(world: &World, request: &str) -> String {
    let (asked, on) = (ask(request), world.listening());
    let model = OfflineModel::new();
    let work = async |agent: &Agent<'_>| agent.ask(asked, &Controls::default(), on).await;
    answered(world.process_with(&model, None, work).unwrap()).markdown
}

#[test]
fn both_spellings_of_a_fault_are_repaired_without_a_key() {
    for (fixture, path, text) in [(BUG, "main.js", "i <= end"), (BUG_PYTHON, "main.py", "range(start, end + 1)")] {
        let world = World::new(fixture, vec![]).running(fifteen_with(path, text));
        let answer = answer(&world, &format!("fix the bug in {path}"));
        assert!(world.proposed(path).unwrap().contains(text), "{answer}");
        assert!(matches!(world.state().verification, Verification::Passed { .. }), "{answer}");
    }
}

#[test]
fn a_question_is_looked_up_and_answered_with_what_proves_it() {
    let world = World::new(SHOP, vec![]);
    let answer = answer(&world, "Who calls total_price?");
    assert!(answer.contains("submit") && answer.contains("[[1]]"), "{answer}");
    assert!(answer.contains("without a language model"), "{answer}");
    assert!(world.state().changes.is_empty());
}

#[test]
fn a_file_is_explained() {
    let world = World::new(SHOP, vec![]);
    let answer = answer(&world, "explain shop/pricing.py");
    assert!(answer.contains("total_price") && answer.contains("[[1]]"), "{answer}");
}

#[test]
fn an_exact_edit_is_made_by_the_agent() {
    let world = World::new(SHOP, vec![]);
    let answer = answer(&world, "add a docstring to `discount`");
    assert!(world.proposed("shop/pricing.py").unwrap().contains("TODO: document `discount`"), "{answer}");
    assert!(
        world.nodes().ends_with("delegate > execute > execute_tools > execute > execute_tools > execute > review"),
        "{}",
        world.nodes()
    );
}

#[test]
fn what_no_rule_can_do_needs_a_language_model_and_changes_nothing() {
    for request in ["implement a faster parser", "fix the discount in shop/pricing.py"] {
        let world = World::new(SHOP, vec![]);
        let answer = answer(&world, request);
        assert!(answer.contains("needs a language model"), "{request}: {answer}");
        assert!(world.state().changes.is_empty(), "{request}");
    }
}

#[test]
fn an_edit_that_does_not_fit_ends_with_the_tools_own_words() {
    let world = World::new(SHOP, vec![]);
    let answer = answer(&world, "rename `no_such` to `other`");
    assert!(answer.contains("no_such") && world.state().changes.is_empty(), "{answer}");
}
