//! Edits: where they go, those that do not match, and the check that they have to pass.

use crate::chat::*;
use crate::support::answered;
use crate::support::world::{asked, yes};
use agent::policy::Mode;
use agent::verify::Verification;
use code_runner::scripted::exit;
use model::scripted::Scripted;
use protocol::{Approval, AskOptions};
use serde_json::json;

const TEN_LINES: &str = "//- a.py\none = 1\ntwo = 2\nthree = 3\nsame = 0\nfive = first(1) + second(2)\nsix = 6\nseven = 7\nsame = 0\nnine = 9\nten = 10\n";

/// Asks for a change of `a.py`, which the model makes with these answers.
fn change(answers: Vec<Scripted>) -> Chat {
    let script = [vec![intent("edit")], answers].concat();
    let chat = Chat::over(TEN_LINES, script);
    answered(chat.ask("Change a.py"));
    chat
}

#[test]
fn vector_08_the_line_is_a_hint_and_the_quoted_text_decides() {
    let chat = change(vec![edits("a.py", &[(3, "five = first(1)", "five = third(1)")])]);
    let state = chat.state();
    // What follows on the line stays.
    assert!(changed(&state.changes, "a.py").contains("\nfive = third(1) + second(2)\n"));
    assert_eq!(state.remarks, ["`a.py` line 5: exactly as quoted; the model named line 3"]);
    assert!(state.response.contains("- `a.py` line 5: exactly as quoted"), "{}", state.response);

    let chat = change(vec![edits("a.py", &[(9, "same = 0", "other = 0")])]);
    let state = chat.state();
    assert!(
        changed(&state.changes, "a.py").contains("same = 0\nfive")
            && changed(&state.changes, "a.py").contains("other = 0\nnine")
    );
    assert!(
        state.remarks[0].starts_with("`a.py` line 8: ") && state.remarks[0].contains("nearest"),
        "{:?}",
        state.remarks
    );

    let absent = edits("a.py", &[(2, "two = 22", "two = 3")]);
    let chat = change(vec![absent, edits("a.py", &[(2, "two = 2", "two = 3")])]);
    let state = chat.state();
    assert!(changed(&state.changes, "a.py").contains("two = 3\n"));
    let again = &chat.prompts(EDIT)[1];
    assert!(
        again.contains("Your last answer could not be used") && again.contains("`old` is not in the text"),
        "{again}"
    );
    assert!(again.contains("two = 2"), "the nearest lines are shown");
    assert_eq!((state.working.retry_count, state.working.last_error), (1, None));
}

#[test]
fn vector_09_more_than_thirty_edits_of_a_file_are_refused_as_a_whole() {
    let lines: String = (0..31).map(|n| format!("value{n:02} = 0\n")).collect();
    let many: Vec<(u32, String, String)> =
        (0..31).map(|n| (n + 1, format!("value{n:02} = 0"), format!("value{n:02} = 1"))).collect();
    let many: Vec<(u32, &str, &str)> =
        many.iter().map(|(line, old, new)| (*line, old.as_str(), new.as_str())).collect();
    let script = vec![intent("edit"), edits("a.py", &many), text(r#"{"reason": "too many"}"#)];
    let chat = Chat::over(&format!("//- a.py\n{lines}"), script);
    let answer = answered(chat.ask("Change a.py")).markdown;
    assert!(chat.state().changes.is_empty());
    assert!(chat.prompts(EDIT)[1].contains("31 edits of `a.py` were given, 30 are taken at once"));
    assert!(answer.starts_with("too many"), "{answer}");
}

#[test]
fn edits_that_never_match_end_the_turn_after_four_answers() {
    let absent = || edits("a.py", &[(2, "nowhere", "x")]);
    let chat = change(vec![absent(), absent(), absent(), absent()]);
    let state = chat.state();
    assert_eq!((chat.model_calls.get(), state.working.retry_count), (5, 4));
    assert!(state.changes.is_empty() && state.working.last_error.is_some());
    assert!(
        state.response.starts_with("The edits could not be made; the model was asked 4 times."),
        "{}",
        state.response
    );
}

#[test]
fn one_edit_that_does_not_match_leaves_all_files_as_they_were() {
    let both = json!([
        { "file": "a.py", "edits": [{ "line": 1, "old": "one = 1", "new": "one = 2" }] },
        { "file": "b.py", "edits": [{ "line": 1, "old": "nowhere", "new": "x" }] },
    ]);
    let chat = change(vec![text(&both.to_string()), text("[]")]);
    assert!(chat.state().changes.is_empty());
    assert!(chat.prompts(EDIT)[1].contains("b.py"));
}

#[test]
fn a_model_may_call_a_tool_that_edits_and_no_other() {
    let moved = Scripted::call("move_file", json!({ "source": "a.py", "destination": "b.py" }));
    let chat = change(vec![Scripted::call("read_file", json!({ "file_path": "a.py" })), moved]);
    assert!(chat.prompts(EDIT)[1].contains("`read_file` is no tool that edits files here"));
    assert_eq!(chat.state().changes.len(), 2, "one path is gone, another is new");
}

#[test]
fn edits_are_asked_about_where_the_person_wants_that() {
    let asking = || AskOptions { mode: Mode::AskBeforeEdits, ..AskOptions::default() };
    let script = || vec![intent("edit"), edits("a.py", &[(1, "one = 1", "one = 2")])];
    let chat = Chat::over(TEN_LINES, script());
    let call = asked(chat.ask_with("Change a.py", asking()));
    assert!(call.diff.as_deref().is_some_and(|diff| diff.contains("+one = 2")), "{call:?}");
    let answer = answered(chat.resume(yes(&call))).markdown;
    assert!(answer.contains("+one = 2"), "{answer}");
    assert_eq!(chat.model_calls.get(), 2, "the model is not asked again");

    let chat = Chat::over(TEN_LINES, script());
    asked(chat.ask_with("Change a.py", asking()));
    let answer = answered(chat.resume(Some(Approval { note: "not now".into(), ..Approval::default() }))).markdown;
    assert!(answer.starts_with("No file is changed:") && answer.contains("not now"), "{answer}");
    assert!(chat.state().changes.is_empty());
}

fn right() -> Scripted {
    edits("main.py", &[(2, "range(1, 5)", "range(1, 6)")])
}

#[test]
fn vector_10_a_failed_check_is_answered_with_other_edits() {
    let wrong = || edits("main.py", &[(2, "range(1, 5)", "range(0, 5)")]);
    let better = edits("main.py", &[(2, "range(0, 5)", "range(1, 6)")]);
    let chat = Chat::over(SUM, vec![intent("edit"), wrong(), better])
        .running(vec![exit(1, "10\n", "expected 15"), exit(0, "15\n", "")]);
    let answer = answered(chat.ask_with("Let main.py sum to 5", checked())).markdown;
    // Each asks the model in one superstep, and makes the edits in the next.
    assert_eq!(chat.nodes(), "route > edit > edit > verify > edit > edit > verify > finish");
    let state = chat.state();
    assert_eq!(state.fix_attempts, 1);
    assert!(matches!(state.verification, Verification::Passed { .. }), "{:?}", state.verification);
    assert!(answer.contains("Passed after 1 other attempt"), "{answer}");
    assert!(chat.prompts(EDIT)[1].contains("expected 15"), "the model sees the failure");

    let step = |n: u32| edits("main.py", &[(2, &format!("range({n}, 5)"), &format!("range({}, 5)", n + 1))]);
    let script = vec![intent("edit"), step(1), step(2), step(3), step(4)];
    let failing = (0..4).map(|n| exit(1, "", &format!("failure {n}"))).collect();
    let chat = Chat::over(SUM, script).running(failing);
    let answer = answered(chat.ask_with("Let main.py sum to 5", checked())).markdown;
    assert_eq!(chat.prompts(EDIT).len(), 4);
    assert_eq!(chat.nodes().matches("verify").count(), 4);
    let state = chat.state();
    assert!(matches!(state.verification, Verification::Failed { .. }) && state.fix_attempts == 3);
    assert!(answer.contains("Failed after 3 other attempts. Look at it yourself:"), "{answer}");
    assert!(chat.prompts(EDIT)[2].contains("Try another way") && !chat.prompts(EDIT)[1].contains("Try another way"));

    let chat = Chat::over(SUM, vec![intent("edit"), wrong(), text("[]")]).running(vec![exit(1, "", "no")]);
    let answer = answered(chat.ask_with("Let main.py sum to 5", checked())).markdown;
    assert_eq!(chat.nodes(), "route > edit > edit > verify > edit > finish");
    assert!(answer.starts_with("No further change was proposed.") && answer.contains("Failed"), "{answer}");
}

#[test]
fn a_request_about_a_failure_shows_the_output_first() {
    let chat =
        Chat::over(SUM, vec![intent("edit"), right()]).running(vec![exit(1, "10", "15 wanted"), exit(0, "15", "")]);
    answered(chat.ask_with("Fix the sum in main.py", checked()));
    assert!(chat.prompts(EDIT)[0].contains("15 wanted") && chat.prompts(EDIT)[0].contains("Nothing is edited yet."));
    assert_eq!(chat.nodes(), "route > edit > edit > edit > verify > finish");
    assert!(chat.commands()[0].changes.is_empty() && chat.commands()[1].changes.len() == 1);
}

#[test]
fn nothing_runs_so_nothing_is_verified() {
    let chat = Chat::over(SUM, vec![intent("edit"), right()]);
    let answer = answered(chat.ask("Let main.py sum to 5")).markdown;
    assert!(answer.contains("Not verified: nothing runs programs here."), "{answer}");
}

#[test]
fn the_last_changes_of_the_conversation_are_taken_back() {
    let script = vec![
        intent("edit"),
        right(),
        intent("edit"),
        edits("main.py", &[(1, "total = 0", "total = 1")]),
        intent("read"),
        intent("undo"),
        intent("undo"),
    ];
    let chat = Chat::over(SUM, script);
    chat.turn("Let main.py sum to 5", AskOptions::default());
    chat.turn("Let main.py begin at 1", AskOptions::default());
    let answer = chat.turn("undo that", AskOptions { mode: Mode::AskBeforeEdits, ..AskOptions::default() }).markdown;
    assert!(answer.contains("is undone: main.py"), "{answer}");
    let state = chat.last_state();
    assert_eq!(state.undone, ["main.py"]);
    assert!(
        changed(&state.changes, "main.py").contains("total = 0") && changed(&state.changes, "main.py").contains("1, 6")
    );
    chat.turn("undo", AskOptions::default());
    assert!(chat.last_state().changes.is_empty());
    let answer = chat.turn("undo", AskOptions::default()).markdown;
    assert!(answer.starts_with("Nothing was taken back"), "{answer}");
}

#[test]
fn small_changes_are_tried_where_the_model_has_no_edit() {
    let fixture = format!("{SUM}//- expected.txt\n15\n");
    let sums = |asked: &code_runner::scripted::Asked| {
        let text = asked.changes.iter().find_map(|file| file.text.clone());
        let inclusive = text.is_some_and(|text| text.contains("range(1, 5 + 1)") || text.contains("range(1, 6)"));
        Ok(exit(0, if inclusive { "15\n" } else { "10\n" }, ""))
    };
    let chat = Chat::over(&fixture, vec![intent("edit"), text(r#"{"reason": "I do not see it"}"#)]).answering(sums);
    let options = AskOptions { allow_run: true, ..AskOptions::default() };
    let answer = answered(chat.ask_with("Fix the sum in main.py", options)).markdown;
    assert_eq!(chat.nodes(), "route > edit > edit > edit > verify > finish");
    let state = chat.state();
    assert!(matches!(state.verification, Verification::Passed { .. }), "{answer}");
    assert!(changed(&state.changes, "main.py").contains("range(1, 5 + 1)"), "{answer}");
    assert!(answer.contains("trial"), "{answer}");
}
