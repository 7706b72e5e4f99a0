//! Comparing lines that a run recorded with the file as it is now.

use crate::strings;
use crate::text::excerpt;
use crate::workbench::{Dialog, RecordedLines, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply, SpanCheck};
use wasm_bindgen_futures::spawn_local;

/// Most lines shown of each side.
const MOST_LINES: usize = 60;

impl Workbench {
    /// Opens lines that a run cites: in the code where the repository holds them, otherwise beside the file's present lines.
    pub fn open_recorded(self, lines: RecordedLines) {
        if lines.check == SpanCheck::Verified {
            return self.jump(&lines.path, lines.start, lines.end);
        }
        let text = lines.text.as_deref().map(|text| excerpt(text, 1, u32::MAX, MOST_LINES));
        let lines = RecordedLines { text, ..lines };
        let (path, start, end) = (lines.path.clone(), lines.start, lines.end);
        self.lines.was.set(Some(lines.clone()));
        self.lines.now.set(None);
        self.dialog.set(Some(Dialog::Lines));
        spawn_local(async move {
            let now = match self.engine.call(Command::OpenFile { path }).await {
                Ok(Reply::File { file }) => match excerpt(&file.text, start, end, MOST_LINES) {
                    text if text.is_empty() => Err(strings::lines_gone().to_owned()),
                    text => Ok(text),
                },
                Ok(_) => Err(strings::lines_not_read().to_owned()),
                Err(failure) => Err(failure.message),
            };
            if self.lines.was.with_untracked(|was| was.as_ref() == Some(&lines)) {
                self.lines.now.set(Some(now));
            }
        });
    }
}
