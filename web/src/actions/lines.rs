//! Comparing lines that a run recorded with the file as it is now.

use crate::workbench::{Dialog, RecordedLines, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply, SpanCheck};
use wasm_bindgen_futures::spawn_local;

const MOST_LINES: usize = 60;
const MOST_CHARACTERS: usize = 400;

impl Workbench {
    /// Opens lines that a run cites: in the code where the repository holds them, otherwise beside the file's present lines.
    pub fn open_recorded(self, lines: RecordedLines) {
        if lines.check == SpanCheck::Verified {
            return self.open(&lines.path, lines.start, lines.end);
        }
        let text = lines.text.as_deref().map(|text| cut(text, 1, u32::MAX));
        let lines = RecordedLines { text, ..lines };
        let (path, start, end) = (lines.path.clone(), lines.start, lines.end);
        self.lines.was.set(Some(lines.clone()));
        self.lines.now.set(None);
        self.dialog.set(Some(Dialog::Lines));
        spawn_local(async move {
            let now = match self.engine.call(Command::OpenFile { path }).await {
                Ok(Reply::File { file }) => match cut(&file.text, start, end) {
                    text if text.is_empty() => Err("The file has no such lines now.".to_owned()),
                    text => Ok(text),
                },
                Ok(_) => Err("The file could not be read.".to_owned()),
                Err(failure) => Err(failure.message),
            };
            if self.lines.was.with_untracked(|was| was.as_ref() == Some(&lines)) {
                self.lines.now.set(Some(now));
            }
        });
    }
}

/// Lines `start` to `end` of a text, shortened to [`MOST_LINES`] and [`MOST_CHARACTERS`].
fn cut(text: &str, start: u32, end: u32) -> String {
    let first = (start.max(1) - 1) as usize;
    let wanted = (end.max(1) as usize).saturating_sub(first);
    let shown = text.lines().skip(first).take(wanted.min(MOST_LINES)).map(short).collect::<Vec<_>>().join("\n");
    let more = text.lines().skip(first).take(wanted).count().saturating_sub(MOST_LINES);
    if more == 0 { shown } else { format!("{shown}\n\u{2026} {more} more lines") }
}

fn short(line: &str) -> String {
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_out_and_what_is_left_out_is_counted() {
        assert_eq!(cut("a\nb\nc", 2, 3), "b\nc");
        assert_eq!(cut("a\nb\nc", 4, 9), "");
        assert_eq!(cut("a\nb\nc", 3, 1), "");
        assert_eq!(cut("a", 0, u32::MAX), "a");
        let long = "x\n".repeat(MOST_LINES + 2);
        assert!(cut(&long, 1, u32::MAX).ends_with("\u{2026} 2 more lines"));
        assert_eq!(cut(&"é".repeat(500), 1, 1).chars().count(), MOST_CHARACTERS + 1);
    }
}
