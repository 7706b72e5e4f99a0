//! Reading code: open a place, go back and forward, look up a symbol.

use crate::history::{History, Place};
use crate::workbench::{OpenFile, Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Opens a file at lines `start` to `end`; 0 for the file as a whole.
    pub fn open(self, path: &str, start: u32, end: u32) {
        self.visit(path, start, end);
        self.show_place(false);
    }

    /// The same from outside the code: the focus goes there too.
    pub fn jump(self, path: &str, start: u32, end: u32) {
        self.visit(path, start, end);
        self.show_place(true);
    }

    fn visit(self, path: &str, start: u32, end: u32) {
        self.stop_going();
        self.places.update(|places| places.visit(Place { path: path.to_owned(), start, end }));
    }

    pub fn back(self) {
        self.stop_going();
        if self.places.try_update(History::back) == Some(true) {
            self.show_place(false);
        }
    }

    pub fn forward(self) {
        self.stop_going();
        if self.places.try_update(History::forward) == Some(true) {
            self.show_place(false);
        }
    }

    pub(super) fn show_place(self, takes_focus: bool) {
        self.show_tab(Tab::Code);
        let Some(place) = self.lit() else { return };
        if self.file.with_untracked(|file| file.as_ref().is_some_and(|file| file.view.path == place.path)) {
            focus_if(takes_focus);
            return;
        }
        self.read_place(place, takes_focus);
    }

    /// Reads the file on screen again: it may have changed.
    pub(super) fn read_file_again(self) {
        if let Some(place) = untrack(|| self.lit()).filter(|_| self.file.with_untracked(Option::is_some)) {
            self.read_place(place, false);
        }
    }

    fn read_place(self, place: Place, takes_focus: bool) {
        spawn_local(async move {
            let reply = self.engine.call(Command::OpenFile { path: place.path.clone() }).await;
            // The person may have gone to another place meanwhile.
            if self.places.with_untracked(|places| places.current().map(|at| at.path != place.path)) != Some(false) {
                return;
            }
            match reply {
                Ok(Reply::File { file }) => {
                    self.file_problem.set(None);
                    self.show_file(Arc::new(OpenFile::new(file)));
                    focus_if(takes_focus);
                }
                Ok(_) => {}
                Err(failure) => {
                    self.file.set(None);
                    self.file_problem.set(Some(failure.message));
                }
            }
        });
    }

    /// Shows a symbol's page, with `reveal` its definition as well.
    pub fn show_symbol(self, symbol: u32, reveal: bool) {
        self.stop_going();
        spawn_local(async move {
            if let Some(Reply::Symbol { page }) = self.call(Command::Symbol { symbol }).await {
                if reveal {
                    self.jump(&page.symbol.path, page.symbol.start_line, page.symbol.end_line);
                }
                self.meaning.set(None);
                self.symbol.set(Some(Arc::new(page)));
            }
        });
    }

    /// Looks up a name in a file: shows its symbol where that is certain, otherwise the candidates. No effect for a name
    /// that the repository does not have.
    pub fn show_meaning(self, path: String, line: u32, column: u32, name: String) {
        spawn_local(async move {
            let reply = self.call(Command::Meaning { path, line, column, name }).await;
            let Some(Reply::Meaning { meaning }) = reply else { return };
            match meaning.certain() {
                Some(symbol) => self.show_symbol(symbol.symbol, false),
                None if meaning.candidates.is_empty() && meaning.local.is_none() && meaning.unresolved.is_none() => {}
                None => {
                    self.symbol.set(None);
                    self.meaning.set(Some(Arc::new(meaning)));
                }
            }
        });
    }
}

/// Takes the focus to the code, once it is drawn and a dialog that closes has given the focus back.
fn focus_if(takes_focus: bool) {
    if takes_focus {
        request_animation_frame(|| crate::keys::focus("code-view"));
    }
}
