//! Programs of a run, as rows of the timeline.

use super::{CommandRow, Row, RowKind, RowState, RunView};
use crate::strings;
use crate::text::bytes;
use std::sync::Arc;

/// Most bytes of a stream that are shown while a program runs: the last ones.
const LIVE_BYTES: usize = 20_000;

/// How a program ended, as its event has it.
pub(super) struct Finished {
    pub exit: Option<i32>,
    pub ended: String,
    pub ms: f64,
    pub stdout: String,
    pub stderr: String,
}

impl RunView {
    pub(super) fn start_command(&mut self, id: String, argv: Vec<String>, folder: String, place: String, at_ms: f64) {
        let (stdout, stderr, ended) = (String::new(), String::new(), String::new());
        self.push_here(at_ms, None, RowKind::Command(CommandRow { id, argv, folder, place, stdout, stderr, ended }));
    }

    /// Notes how much of what a program needs is loaded; all of it ends the note.
    pub fn loads(&mut self, what: &str, done: u64, total: u64) {
        let words = || strings::run_loading(what, bytes(done), bytes(total));
        self.loading = (done < total && self.is_running()).then(words);
    }

    /// Adds live output to the program's row.
    pub(super) fn add_output(&mut self, id: &str, is_error: bool, text: &str) {
        self.with_command(id, |_, command| {
            let stream = if is_error { &mut command.stderr } else { &mut command.stdout };
            stream.push_str(text);
            if let Some(over) = stream.len().checked_sub(LIVE_BYTES) {
                stream.replace_range(..stream.ceil_char_boundary(over), "");
            }
        });
    }

    pub(super) fn finish_command(&mut self, id: &str, finished: Finished) {
        let Finished { exit, ended, ms, stdout, stderr } = finished;
        self.loading = None;
        self.with_command(id, |row, command| {
            *row = (Some(ms), if exit == Some(0) { RowState::Done } else { RowState::Failed });
            (command.ended, command.stdout, command.stderr) = (ended, stdout, stderr);
        });
    }

    /// Changes the row of a program that has not ended: its time and state, and the rest.
    fn with_command(&mut self, id: &str, change: impl FnOnce(&mut (Option<f64>, RowState), &mut CommandRow)) {
        let is_it = |row: &Row| row.ms.is_none() && matches!(&row.kind, RowKind::Command(it) if it.id == id);
        let Some(row) = self.rows.iter_mut().rev().find(|row| is_it(row)) else { return };
        let row = Arc::make_mut(row);
        let mut ended = (row.ms, row.state);
        if let RowKind::Command(command) = &mut row.kind {
            change(&mut ended, command);
        }
        (row.ms, row.state) = ended;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;

    const STARTED: &str =
        r#"{"type":"command_started","id":"c1","argv":["node","-e","1 + 1"],"folder":"lib","place":"this tab"}"#;

    fn command(view: &RunView) -> (&Row, &CommandRow) {
        let found = view.rows.iter().find_map(|row| match &row.kind {
            RowKind::Command(command) => Some((row.as_ref(), command)),
            _ => None,
        });
        found.expect("a row for the program")
    }

    #[test]
    fn output_is_shown_while_the_program_runs_with_its_streams_apart() {
        let output = |error: bool, text: &str| {
            format!(r#"{{"type":"command_output","id":"c1","error":{error},"text":"{text}"}}"#)
        };
        let lines = [STARTED.to_owned(), output(false, "a\\n"), output(true, "bad"), output(false, "b\\n")];
        let view = run(&lines.join("\n"));
        let (row, command) = command(&view);
        assert_eq!((row.state, row.ms), (RowState::Running, None));
        assert_eq!((command.stdout.as_str(), command.stderr.as_str()), ("a\nb\n", "bad"));
        assert_eq!((command.words().as_str(), command.folder.as_str()), ("node -e \"1 + 1\"", "lib"));
    }

    #[test]
    fn what_is_loaded_for_a_program_is_shown_until_it_is_there() {
        let mut view = run(STARTED);
        view.loads("Python", 1_500_000, 14_000_000);
        assert_eq!(view.loading.as_deref(), Some("Loading Python, once: 1.5 MB of 14.0 MB."));
        view.loads("Python", 14_000_000, 14_000_000);
        assert_eq!(view.loading, None);
    }

    #[test]
    fn a_long_live_output_keeps_its_end() {
        let text = "é".repeat(LIVE_BYTES);
        let more = format!(r#"{{"type":"command_output","id":"c1","error":false,"text":"{text}end"}}"#);
        let view = run(&[STARTED, &more].join("\n"));
        let (_, command) = command(&view);
        assert!(command.stdout.len() <= LIVE_BYTES && command.stdout.ends_with("éend"));
    }

    #[test]
    fn how_it_ended_is_shown_with_the_output_of_the_event() {
        let ended = |exit: &str| {
            format!(
                r#"{{"type":"command_finished","id":"c1","exit":{exit},"ended":"it ended","ms":12,"stdout":"all","stderr":""}}"#
            )
        };
        for (exit, state) in [("0", RowState::Done), ("1", RowState::Failed), ("null", RowState::Failed)] {
            let view = run(&[STARTED, &ended(exit)].join("\n"));
            let (row, command) = command(&view);
            assert_eq!((row.state, row.ms), (state, Some(12.0)), "{exit}");
            assert_eq!((command.ended.as_str(), command.stdout.as_str()), ("it ended", "all"));
        }
    }
}
