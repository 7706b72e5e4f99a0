use super::*;
use crate::Note;
use crate::verify::Failure;

fn every(state: &IntentRouterState) -> [String; 5] {
    [
        route(state, "{}"),
        plan_read(state, &[], &["a.py".to_owned()], 2, "{}"),
        read(state, "the files", &[], &["of `a.py` 1 of 2 lines were read".to_owned()]),
        edit(state, "the files", &[], "{}"),
        argv(state, "{}"),
    ]
}

#[test]
fn every_placeholder_is_filled() {
    let state = IntentRouterState { input: "How does `x` work?".to_owned(), ..Default::default() };
    let names = ["input", "schema", "steering", "history", "found", "read", "listed", "files", "preferences"];
    let rest = ["notes", "results", "left_out", "failures", "check", "again", "commands"];
    for prompt in every(&state) {
        let open = names.iter().chain(&rest).find(|name| prompt.contains(&format!("{{{name}}}")));
        assert_eq!(open, None, "{prompt}");
        assert!(prompt.contains("How does `x` work?"), "{prompt}");
    }
}

#[test]
fn preferences_notes_and_messages_reach_who_writes() {
    let notes = vec![Note { path: "AGENTS.md".to_owned(), text: "Use tabs.".to_owned() }];
    let mut state = IntentRouterState { notes, steering: vec!["Only Python".to_owned()], ..Default::default() };
    state.memory.preferences.insert("add_docstrings".to_owned(), true);
    let [route, _, read, edit, _] = every(&state);
    for prompt in [read, edit] {
        assert!(prompt.contains("## AGENTS.md\nUse tabs.") && prompt.contains("- add_docstrings: yes"), "{prompt}");
        assert!(prompt.contains("meanwhile: Only Python"), "{prompt}");
    }
    assert!(!route.contains("Use tabs."), "what a file says is no wish of the person");
}

#[test]
fn three_pairs_with_short_answers_are_shown() {
    let mut state = IntentRouterState::default();
    let exchange = |n: u32| Exchange { run: "r".into(), q: format!("question {n}"), a: "a".repeat(1_000) };
    (0..5).for_each(|n| state.qa.add(exchange(n)));
    let prompt = edit(&state, "", &[], "");
    assert!(!prompt.contains("question 1") && prompt.contains("question 2"), "{prompt}");
    assert_eq!(prompt.matches(&"a".repeat(200)).count(), 3);
    assert!(!prompt.contains(&"a".repeat(201)));
}

#[test]
fn from_the_second_attempt_on_another_way_is_asked_for() {
    let failure = Failure { hash: String::new(), headline: "exit code 1".into(), report: "15 expected".into() };
    let with = |fix_attempts| IntentRouterState { failure: Some(failure.clone()), fix_attempts, ..Default::default() };
    let prompt = |fix_attempts| edit(&with(fix_attempts), "", &[], "");
    assert!(prompt(1).contains("it still fails") && !prompt(1).contains("another way"));
    assert!(prompt(2).contains("attempt 2 to make it pass. Try another way") && prompt(2).contains("15 expected"));
}
