//! Programs that agents run: over which files, and what a person sees of them while they run. Whether one may run is
//! decided before ([`crate::policy`]).

use crate::report::{emit, record};
use crate::{IndexFailure, RunContext};
use change_set::ChangeSet;
use code_runner::{Command, End, FileChange, Job, Ran, RunError, Runner, Stream};
use codebase::{Overlaid, Reader};
use protocol::Event;

/// Most bytes of the end of each stream that the event of a program's end shows.
const SHOWN_BYTES: usize = 20 * 1024;

/// The files that a run sees otherwise than the base has them.
///
/// # Errors
/// The index could not be read, or the base no longer has a file that was moved.
pub async fn files(reader: &Reader, changes: &ChangeSet) -> Result<Vec<FileChange>, IndexFailure> {
    let texts = reader.ask(|codebase| Overlaid::new(codebase, changes).changed_texts()).await?;
    let texts = texts.map_err(|error| IndexFailure::new(error.to_string()))?;
    Ok(texts.into_iter().map(|(path, text)| FileChange { path, text }).collect())
}

/// Runs a program and reports it: that it has started, its output live, how it ended. `id` is unique within the run.
///
/// # Errors
/// That it could not be started, which is reported too.
pub async fn run(
    runner: &dyn Runner,
    id: &str,
    command: &Command,
    changes: &[FileChange],
    cx: &RunContext<'_>,
) -> Result<Ran, RunError> {
    let (argv, folder) = (command.argv.clone(), command.folder.clone());
    record(cx, Event::CommandStarted { id: id.to_owned(), argv, folder, place: runner.place().to_owned() });
    let mut on_output = |stream, text: &str| {
        if !text.is_empty() {
            let error = stream == Stream::Error;
            emit(cx, Event::CommandOutput { id: id.to_owned(), error, text: text.to_owned() });
        }
    };
    let ran = runner.run(Job { command, changes }, &mut on_output).await;
    record(cx, finished(id, &ran));
    ran
}

fn finished(id: &str, ran: &Result<Ran, RunError>) -> Event {
    let id = id.to_owned();
    match ran {
        Ok(Ran { end, stdout, stderr, ms }) => {
            let exit = if let End::Exit(code) = end { Some(*code) } else { None };
            let (stdout, stderr) = (last_lines(stdout).to_owned(), last_lines(stderr).to_owned());
            Event::CommandFinished { id, exit, ended: end.to_string(), ms: *ms, stdout, stderr }
        }
        Err(error) => {
            let (ended, nothing) = (format!("did not start: {error}"), String::new);
            Event::CommandFinished { id, exit: None, ended, ms: 0.0, stdout: nothing(), stderr: nothing() }
        }
    }
}

/// At most [`SHOWN_BYTES`] of the end of a text, from the beginning of a line where there is one.
fn last_lines(text: &str) -> &str {
    let Some(cut) = text.len().checked_sub(SHOWN_BYTES).filter(|cut| *cut > 0) else { return text };
    let end = &text[text.ceil_char_boundary(cut)..];
    end.split_once('\n').map_or(end, |(_, lines)| lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_output_begins_with_a_line() {
        let text: String = (0..10_000).map(|n| format!("line {n}\n")).collect();
        let shown = last_lines(&text);
        assert!(shown.len() <= SHOWN_BYTES && shown.starts_with("line ") && shown.ends_with("line 9999\n"), "{shown}");
        assert_eq!(last_lines("short"), "short");
        let without_lines = "ö".repeat(SHOWN_BYTES);
        assert_eq!(last_lines(&without_lines).len(), SHOWN_BYTES);
    }

    #[test]
    fn what_did_not_start_says_why() {
        let error = Err(RunError::Folder("x".to_owned()));
        let Event::CommandFinished { exit, ended, .. } = finished("1", &error) else { panic!("another event") };
        assert_eq!((exit, ended.as_str()), (None, "did not start: `x` is no folder of the repository, so nothing ran"));
    }
}
