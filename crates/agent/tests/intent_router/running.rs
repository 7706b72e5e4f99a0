//! Programs that requests ask to run.

use crate::chat::*;
use crate::support::answered;
use crate::support::world::{asked, yes};
use agent::RunEnd;
use code_runner::End;
use code_runner::scripted::exit;
use protocol::{Approval, AskOptions};

fn unasked() -> AskOptions {
    AskOptions { allow_run: true, ..AskOptions::default() }
}

#[test]
fn vector_06_a_declined_program_does_not_run() {
    let chat = Chat::over(SUM, vec![intent("run_command")]).running(vec![exit(0, "10", "")]);
    let call = asked(chat.ask("run python main.py"));
    assert_eq!(call.name, "run_command");
    assert!(call.arguments.contains(r#""argv":["python","main.py"]"#), "{}", call.arguments);
    let answer = answered(chat.resume(Some(Approval { note: "not now".into(), ..Approval::default() }))).markdown;
    assert!(answer.starts_with("`python main.py` did not run.") && answer.contains("not now"), "{answer}");
    assert!(chat.commands().is_empty());
    let state = chat.state();
    let feedback = state.feedback_history.iter().next().unwrap();
    assert_eq!((feedback.success, feedback.exit_code), (false, None));
}

#[test]
fn vector_07_a_failure_is_known_to_the_next_edit() {
    let script = vec![intent("run_command"), intent("edit"), text("[]")];
    let chat = Chat::over(SUM, script).running(vec![exit(1, "10\n", "15 expected")]);
    let answer = chat.turn("run python main.py", unasked()).markdown;
    assert!(answer.starts_with("`python main.py`: exit code 1."), "{answer}");
    assert!(answer.contains("Standard error:\n\n```text\n15 expected\n```"), "{answer}");
    let state = chat.last_state();
    assert_eq!(state.feedback_history.iter().next().unwrap().exit_code, Some(1));
    chat.turn("Change main.py", unasked());
    let prompt = &chat.prompts(EDIT)[0];
    assert!(prompt.contains("`python main.py` (exit code 1)") && prompt.contains("15 expected"), "{prompt}");
}

#[test]
fn tests_are_what_the_project_is_checked_with() {
    let chat = Chat::over(SUM, vec![intent("read")]).running(vec![exit(0, "fine", "")]);
    let answer = answered(chat.ask_with("run the tests", checked())).markdown;
    assert_eq!(chat.commands()[0].command.argv, ["python", "check.py"]);
    assert!(answer.starts_with("`python check.py`: exit code 0."), "{answer}");
    let fixture = format!("{SUM}//- expected.txt\n15\n");
    let chat = Chat::over(&fixture, vec![intent("run_command")]).running(vec![exit(0, "10\n", "")]);
    let answer = answered(chat.ask_with("run tests", unasked())).markdown;
    assert!(answer.starts_with("Failed: ") && answer.contains("should be `15`"), "{answer}");
}

#[test]
fn without_a_program_nothing_runs_and_that_is_said() {
    let chat = Chat::over(SUM, vec![intent("run_command"), text("[]")]).running(vec![exit(0, "", "")]);
    let answer = answered(chat.ask_with("run the formatter", unasked())).markdown;
    assert!(answer.starts_with("Nothing ran: the request names no program."), "{answer}");
    let chat = Chat::over(SUM, vec![intent("run_command")]).running(vec![exit(0, "", "")]);
    let answer = answered(chat.ask_with("run `rm -rf /`", unasked())).markdown;
    assert!(answer.starts_with("Nothing ran: `rm` does not run here"), "{answer}");
    assert!(chat.commands().is_empty());
    let chat = Chat::over(SUM, vec![intent("run_command")]);
    let answer = answered(chat.ask("run python main.py")).markdown;
    assert!(answer.starts_with("Nothing ran: nothing runs programs here."), "{answer}");
}

#[test]
fn a_model_names_the_program_where_the_words_do_not() {
    let script = vec![intent("run_command"), text(r#"["python3", "main.py"]"#)];
    let chat = Chat::over(SUM, script).running(vec![exit(0, "10", "")]);
    answered(chat.ask_with("start the main program", unasked()));
    assert_eq!(chat.commands()[0].command.argv, ["python", "main.py"]);
}

#[test]
fn a_program_that_is_stopped_has_no_exit_code() {
    let stopped = code_runner::Ran { end: End::TimedOut(30_000), ..exit(0, "", "") };
    let chat = Chat::over(SUM, vec![intent("run_command")]).running(vec![stopped]);
    let answer = answered(chat.ask_with("run main.py", unasked())).markdown;
    assert!(answer.starts_with("`python main.py`: stopped after its 30 s."), "{answer}");
    assert_eq!(chat.commands()[0].command.limits.time_ms, 30_000);
    assert_eq!(chat.state().feedback_history.iter().next().unwrap().exit_code, None);
}

#[test]
fn a_program_runs_once_and_never_twice_without_a_yes() {
    let chat = || Chat::over(SUM, vec![intent("run_command")]).running(vec![exit(0, "10", ""), exit(0, "10", "")]);
    let mut lost = 0;
    for polls in 0.. {
        let chat = chat();
        let call = asked(chat.ask("run python main.py"));
        if let Some(end) = chat.resume_in(Some(polls), yes(&call)) {
            answered(end);
            break;
        }
        let before = chat.commands().len();
        let mut end = chat.resume(None);
        if let Ok(RunEnd::Awaiting(_)) = &end {
            let again = asked(end);
            if again.may_have_run {
                lost += 1;
                assert_eq!(chat.commands().len(), before, "it did not run without a yes");
            }
            end = chat.resume(yes(&again));
        }
        answered(end);
        assert!(chat.commands().len() <= before + 1, "killed after {polls} polls");
    }
    assert!(lost > 0, "a kill while it runs was among them");
}
