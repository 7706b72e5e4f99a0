//! `run_command`. Reads `input`, `changes`, `grants`, `outputs`, `queue`; writes `selected_command`, `queue`, `grants`,
//! `outputs`, `feedback_history`, `response`, `working`. Its graph returns to it: a program is chosen, then the person is
//! asked, then it runs, each in a superstep of its own; so a program that may have run is never run again unasked.

mod choose;
mod program;

use super::turn::{at, feedback};
use crate::Acting;
use crate::calls::{CallQueue, CallRunner, Stepped};
use crate::graphs::Setting;
use crate::nodes::proposed::fenced;
use crate::secrets;
use crate::verify::{Verification, Verified};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext, Toolbox};
use agent_memory::Feedback;
use choose::Chosen;
use code_runner::{Command, End, Ran};
use codebase::Reader;
use model::{ModelClient, ToolCall};
use program::RunProgram;
use state_graph::{Node, NodeContext, NodeError, NodeResult};
use std::cell::RefCell;

/// Lines of the output that an answer shows.
const LINES: usize = 200;
/// Most characters of them.
const SHOWN_CHARS: usize = 20_000;
/// Most characters of standard output, and of standard error, that the feedback history keeps.
const FEEDBACK_CHARS: [usize; 2] = [1_000, 500];

/// Runs a program.
pub struct RunCommand<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for RunCommand<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        if !state.queue.is_empty() {
            return self.step(state, cx).await;
        }
        let update = at(state, "choose the program", self.setting, cx);
        Ok(match self.choose(state, cx).await? {
            Chosen::Nothing(why) => update.response(why),
            Chosen::Compared { command, verified } => compared(update, command, *verified, self.noted(cx)),
            Chosen::Program(command) => {
                let arguments = program::arguments_of(&command);
                let call = ToolCall { id: String::new(), name: program::NAME.to_owned(), arguments };
                let queue = CallQueue::of(vec![call], &format!("s{}", cx.step()));
                update.selected_command(Some(command.argv)).queue(queue)
            }
        })
    }
}

impl RunCommand<'_> {
    fn noted(&self, cx: &RunContext<'_>) -> Feedback {
        feedback(cx.node(), self.setting, cx.now())
    }

    async fn step(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<IntentRouterStateUpdate, NodeError> {
        let ended = RefCell::new(None);
        let reader = super::repository(self.repository)?;
        let Some(runner) = self.setting.services.runner.as_deref() else {
            let said = "Nothing ran: nothing runs programs here.";
            return Ok(at(state, "run", self.setting, cx).queue(CallQueue::default()).response(said));
        };
        let program = RunProgram { runner, reader, cx, ended: &ended };
        let tools = Toolbox::new().with(program);
        let calls = CallRunner { tools: &tools, ..self.setting.calls() };
        let Stepped { queue, ran, grants, .. } = calls.step(state.queue.clone(), state.view(), cx).await?;
        let mut update = grants.into_iter().fold(at(state, "run", self.setting, cx), IntentRouterStateUpdate::grants);
        update = ran.iter().map(|ran| ran.output.clone()).fold(update, IntentRouterStateUpdate::outputs);
        let Some(ran) = ran.first().filter(|_| queue.is_empty()) else { return Ok(update.queue(queue)) };
        // It is set together with the queue; a stored run, which anyone can have written, may lack it.
        let argv = state.selected_command.clone().unwrap_or_default();
        let command = code_runner::Command::new(argv).to_string();
        let (feedback, said) = match ended.take() {
            Some(ended) => over(&command, &ended, self.noted(cx)),
            None => not_run(&command, &ran.summary, self.noted(cx)),
        };
        Ok(update.queue(queue).feedback_history(feedback).response(said))
    }
}

/// A program that ran. `noted`: by whom and when.
fn over(command: &str, ran: &Ran, noted: Feedback) -> (Feedback, String) {
    let exit_code = if let End::Exit(code) = ran.end { Some(code) } else { None };
    let (stdout, stderr) = (secrets::mask(&ran.stdout).text, secrets::mask(&ran.stderr).text);
    let mut said = format!("`{command}`: {}.", ran.end);
    for (name, text) in [("Standard output", &stdout), ("Standard error", &stderr)] {
        if !text.trim().is_empty() {
            said += &format!("\n\n{name}{}", fenced("text", &last_lines(text)).replacen("```", ":\n\n```", 1));
        }
    }
    if stdout.trim().is_empty() && stderr.trim().is_empty() {
        said += " It has written nothing.";
    }
    let error = (!ran.succeeded()).then(|| {
        let parts = [(&stdout, FEEDBACK_CHARS[0]), (&stderr, FEEDBACK_CHARS[1])];
        let parts = parts.map(|(text, most)| end_of(text.trim(), most).to_owned());
        let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}: {}", ran.end, said.join("\n"))
    });
    let command = Some(command.to_owned());
    (Feedback { error, command, exit_code, success: ran.succeeded(), ..noted }, said)
}

/// A program that ran and whose output was compared with what it is to be.
fn compared(
    update: IntentRouterStateUpdate,
    command: Command,
    verified: Verified,
    noted: Feedback,
) -> IntentRouterStateUpdate {
    let Verified { verification, failure, grants, .. } = verified;
    let (said, error) = match (&verification, failure) {
        (Verification::Passed { what }, _) => (format!("Passed: {what}."), None),
        (Verification::NotRun { why }, _) => (format!("Nothing ran: {why}."), Some(why.clone())),
        (Verification::Failed { report }, failure) => {
            let details =
                failure.map_or_else(String::new, |failure| format!("\n\n{}", fenced("text", &failure.report)));
            (format!("Failed: {report}.{details}"), Some(report.clone()))
        }
    };
    let (success, text) = (error.is_none(), command.to_string());
    let feedback = Feedback { error, command: Some(text), success, ..noted };
    let update = update.selected_command(Some(command.argv)).verification(verification).feedback_history(feedback);
    grants.into_iter().fold(update, IntentRouterStateUpdate::grants).response(said)
}

/// A program that did not run.
fn not_run(command: &str, why: &str, noted: Feedback) -> (Feedback, String) {
    let feedback = Feedback { error: Some(why.to_owned()), command: Some(command.to_owned()), ..noted };
    (feedback, format!("`{command}` did not run. {why}"))
}

/// The last lines of a text, with a note on those before.
fn last_lines(text: &str) -> String {
    let text = text.trim_end();
    let shown = end_of(text, SHOWN_CHARS);
    let lines: Vec<&str> = shown.lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    let before = text.lines().count().saturating_sub(last.len());
    let note = if before == 0 { String::new() } else { format!("[{before} lines before these are not shown]\n") };
    format!("{note}{}", last.join("\n"))
}

/// At most so many characters of the end of a text.
fn end_of(text: &str, chars: usize) -> &str {
    let surplus = text.chars().count().saturating_sub(chars);
    text.char_indices().nth(surplus).map_or("", |(at, _)| &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use code_runner::scripted::exit;

    #[test]
    fn the_last_lines_of_a_long_output_are_shown() {
        let text: String = (1..=500).map(|n| format!("line {n}\n")).collect();
        let shown = last_lines(&text);
        assert!(shown.starts_with("[300 lines before these are not shown]\nline 301\n") && shown.ends_with("line 500"));
        assert_eq!(last_lines("a\nb\n"), "a\nb");
    }

    #[test]
    fn a_failure_is_kept_with_its_exit_code_and_the_ends_of_its_output() {
        let (feedback, said) = over("python main.py", &exit(1, "out\n", &"e".repeat(2_000)), Feedback::default());
        assert_eq!((feedback.exit_code, feedback.success), (Some(1), false));
        assert_eq!(
            feedback.error.unwrap().chars().filter(|c| *c == 'e').count(),
            500 + "exit code".matches('e').count()
        );
        assert!(said.starts_with("`python main.py`: exit code 1.\n\nStandard output:\n\n```text\nout\n```"), "{said}");
    }
}
