//! A repository that is being imported while none is open, as far as it can be used: what is on screen of it, and the question
//! that waits for it.

use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{ArrivingRepository, Reach};

impl Workbench {
    /// What can be used of the repository that is being imported; `None` before its text is read, and while one is open.
    pub fn arriving(self) -> Option<ArrivingRepository> {
        match self.overview.with(Option::is_some) {
            true => None,
            false => self.arrival.with(|arrival| arrival.as_ref()?.repository.clone()),
        }
    }

    /// The same as a question of yes and no, without tracking, for event handlers.
    pub fn is_arriving(self) -> bool {
        untrack(|| self.arriving().is_some())
    }

    /// Whether the files of a repository are on screen: it is open, or being imported.
    pub fn has_repository(self) -> bool {
        self.overview.with(Option::is_some) || self.arriving().is_some()
    }

    pub(super) fn take_arriving(self, repository: ArrivingRepository) {
        let words = match repository.reach {
            Reach::Text => strings::arriving_text(),
            Reach::Symbols => strings::arriving_symbols(),
        };
        let is_first = !self.is_arriving();
        self.change_arrival(|arrival| arrival.repository = Some(repository));
        if !self.is_arriving() {
            return;
        }
        self.announce(words);
        match is_first {
            true => self.shown.update(|shown| *shown += 1),
            // Its outline has come.
            false => self.read_file_again(),
        }
    }

    /// Keeps a question until the repository is open; false where there is none, or another one waits.
    pub fn keep_question(self, question: &str) -> bool {
        let question = question.trim();
        if question.is_empty() || self.runs.waiting.with_untracked(Option::is_some) {
            return false;
        }
        self.runs.waiting.set(Some(question.to_owned()));
        self.announce(strings::arriving_question_waits());
        true
    }

    /// Puts the question that waits back into the ask box, before what was typed since.
    pub fn take_back_question(self) {
        if let Some(question) = self.runs.waiting.try_update(Option::take).flatten() {
            self.runs.draft.update(|draft| *draft = format!("{question}\n\n{draft}").trim().to_owned());
        }
    }

    /// Asks the question that waited for the repository.
    pub(super) fn ask_what_waits(self) {
        if let Some(question) = self.runs.waiting.try_update(Option::take).flatten() {
            self.ask(question);
        }
    }

    /// Cancels what is being imported or opened, because something else is.
    pub(super) fn give_up_arrival(self) {
        let Some(arrival) = self.arrival.get_untracked() else { return };
        arrival.request.into_iter().for_each(|request| self.cancel(request));
        self.end_arrival();
    }

    /// Takes what did not arrive off the screen. What was typed stays.
    pub(super) fn end_arrival(self) {
        let was_shown = self.is_arriving();
        self.arrival.set(None);
        self.take_back_question();
        if was_shown {
            self.clear_but_draft();
        }
    }
}
