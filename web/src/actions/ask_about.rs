//! Questions about what is on screen: put into the ask box, to be changed or sent.

use crate::keys;
use crate::run::each_once;
use crate::shims;
use crate::workbench::{Pane, RunHandle, Workbench};
use leptos::prelude::*;
use protocol::OutlineItem;

impl Workbench {
    /// Puts a question into the ask box and goes there.
    pub fn propose_question(self, question: String) {
        self.runs.draft.set(question);
        self.pane.set(Pane::Ask);
        // The pane may have to be drawn first.
        request_animation_frame(|| keys::focus("ask-input"));
    }

    /// Limits what is asked next to a folder, and goes to the ask box.
    pub fn ask_in(self, folder: &str) {
        self.runs.folder.set(Some(folder.trim_end_matches('/').to_owned()));
        self.pane.set(Pane::Ask);
        request_animation_frame(|| keys::focus("ask-input"));
    }

    /// What was asked before, newest first: in this conversation, then in stored runs.
    pub fn earlier_questions(self) -> Vec<String> {
        let question = |run: &RunHandle| run.view.with(|view| view.question.clone());
        let here = self.runs.conversation.with(|runs| runs.iter().rev().map(question).collect::<Vec<_>>());
        let stored = self.runs.stored.with(|runs| runs.iter().map(|run| run.question.clone()).collect::<Vec<_>>());
        each_once(here.into_iter().chain(stored))
    }

    /// A question about the lines that are selected in the open file; without a selection about those that are lit, or about
    /// the file.
    pub fn ask_about_lines(self) {
        let Some(file) = self.file.get_untracked() else { return };
        let path = &file.view.path;
        let lit = untrack(|| self.lit()).filter(|place| place.path == *path && place.start > 0);
        let lines = selected_lines().or(lit.map(|place| (place.start, place.end)));
        self.propose_question(about_lines(path, lines, &file.view.outline));
    }
}

fn selected_lines() -> Option<(u32, u32)> {
    let lines = shims::selected_lines();
    match &lines[..] {
        [first, last] => Some((*first, *last)),
        _ => None,
    }
}

/// The question about lines of a file, by the name of the symbol around them where there is one.
fn about_lines(path: &str, lines: Option<(u32, u32)>, outline: &[OutlineItem]) -> String {
    let Some((start, end)) = lines else { return format!("What is in `{path}`?") };
    let is_around = |item: &&OutlineItem| item.start_line <= start && end <= item.end_line;
    let names: Vec<_> = outline.iter().filter(is_around).map(|item| item.name.as_str()).collect();
    match names.as_slice() {
        [] => format!("What does the code at `{path}:{start}-{end}` do?"),
        names => format!("What does `{}` do at `{path}:{start}-{end}`?", names.join(".")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selected_lines_are_asked_about_by_the_symbol_around_them() {
        let item = |name: &str, start_line, end_line| OutlineItem {
            symbol: 0,
            name: name.into(),
            kind: "method".into(),
            depth: 0,
            start_line,
            end_line,
        };
        let outline = [item("Session", 1, 50), item("open", 5, 9), item("close", 10, 20)];
        let about = |lines| about_lines("a.py", lines, &outline);
        assert_eq!(about(Some((6, 7))), "What does `Session.open` do at `a.py:6-7`?");
        assert_eq!(about(Some((60, 61))), "What does the code at `a.py:60-61` do?");
        assert_eq!(about(None), "What is in `a.py`?");
    }
}
