//! Reading code: find in file, references, cards, folding, bookmarks, a second file beside.

use crate::history::Place;
use crate::preferences;
use crate::strings;
use crate::text::local_name;
use crate::workbench::{Card, Dialog, NamedPlace, OpenFile, Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Meaning, Reply};
use std::collections::BTreeSet;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Most bookmarks that are kept of a repository; the oldest go first.
const MOST_BOOKMARKS: usize = 100;

impl Workbench {
    /// Shows a file that was read. What belongs to the one before is forgotten.
    pub(super) fn show_file(self, file: Arc<OpenFile>) {
        let path = file.view.path.clone();
        let is_same = self.file.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.view.path == path));
        if !is_same {
            self.reading.folded.set(BTreeSet::new());
            self.reading.cursor.set(None);
            self.reading.card.set(None);
        }
        self.file.set(Some(file));
        if self.reading.find.is_open.get_untracked() {
            self.find_in_file(false);
        }
    }

    /// Forgets what was read of the repository before.
    pub fn begin_reading(self) {
        let reading = self.reading;
        reading.find.is_open.set(false);
        reading.find.matches.set(Arc::default());
        reading.folded.set(BTreeSet::new());
        reading.cursor.set(None);
        reading.card.set(None);
        reading.references.set(None);
        reading.relatives.set(None);
        reading.beside.set(None);
        reading.answers.path.set(None);
        reading.answers.impact.set(None);
        reading.answers.problem.set(None);
        reading.bookmarks.set(Vec::new());
    }

    /// Loads the bookmarks of the open repository.
    pub fn load_bookmarks(self) {
        let stored = self.bookmark_key().and_then(|key| preferences::load(&key, |text| Some(read_bookmarks(text))));
        // Nothing stored: no bookmarks.
        self.reading.bookmarks.set(stored.unwrap_or_default());
    }

    fn bookmark_key(self) -> Option<String> {
        self.overview.with_untracked(|it| it.as_ref().map(|it| format!("bookmarks.{}", it.id)))
    }

    /// Looks for what was typed in the open file; with `reveal` shows the first place from the current line on.
    pub fn find_in_file(self, reveal: bool) {
        let find = self.reading.find;
        let (search, path) = (find.search.get_untracked(), self.open_path());
        find.problem.set(None);
        let Some(path) = path.filter(|_| !search.text.is_empty()) else {
            find.matches.set(Arc::default());
            find.more.set(false);
            return;
        };
        let command = Command::FindInFile { path: path.clone(), search: search.clone() };
        spawn_local(async move {
            let reply = self.engine.call(command).await;
            if find.search.get_untracked() != search || self.open_path().as_ref() != Some(&path) {
                return;
            }
            match reply {
                Ok(Reply::FileMatches { matches, more }) => {
                    let line = self.places.with_untracked(|places| places.current().map_or(1, |at| at.start));
                    let next = matches.iter().position(|it| it.line >= line).unwrap_or(0);
                    find.matches.set(Arc::new(matches));
                    find.more.set(more);
                    find.at.set(next);
                    if reveal {
                        self.show_match();
                    }
                }
                Ok(_) => {}
                Err(failure) => {
                    find.matches.set(Arc::default());
                    find.problem.set(Some(failure.message));
                }
            }
        });
    }

    pub fn open_find(self) {
        let find = self.reading.find;
        if find.is_open.get_untracked() {
            crate::keys::focus("find-input");
        }
        find.is_open.set(true);
        self.find_in_file(false);
    }

    pub fn close_find(self) {
        self.reading.find.is_open.set(false);
        crate::keys::focus("code-view");
    }

    pub fn toggle_find(self) {
        if self.reading.find.is_open.get_untracked() { self.close_find() } else { self.open_find() }
    }

    /// Opens the palette with something typed already.
    pub fn open_palette(self, typed: &str) {
        self.reading.typed.set(typed.to_owned());
        self.dialog.set(Some(Dialog::Palette));
    }

    /// Goes to the next match, or to the one before; behind the last comes the first.
    pub fn step_match(self, forward: bool) {
        let find = self.reading.find;
        let count = find.matches.with_untracked(|it| it.len());
        if count > 0 {
            find.at.update(|at| *at = (*at + if forward { 1 } else { count - 1 }) % count);
            self.show_match();
        }
    }

    fn show_match(self) {
        let find = self.reading.find;
        let at = find.matches.with_untracked(|it| it.get(find.at.get_untracked()).copied());
        if let (Some(found), Some(path)) = (at, self.open_path()) {
            self.unfold_at(found.line);
            self.open(&path, found.line, found.line);
        }
    }

    pub fn open_path(self) -> Option<String> {
        self.file.with_untracked(|file| file.as_ref().map(|file| file.view.path.clone()))
    }

    /// Shows a line of the open file; one past the last is the last. False where no file is open.
    pub fn go_to_line(self, line: u32) -> bool {
        let last =
            self.file.with_untracked(|it| it.as_ref().map(|it| u32::try_from(it.lines.len()).unwrap_or(u32::MAX)));
        let (Some(path), Some(last)) = (self.open_path(), last) else { return false };
        let line = line.clamp(1, last);
        self.unfold_at(line);
        self.open(&path, line, line);
        true
    }

    /// Unfolds what hides a line.
    pub fn unfold_at(self, line: u32) {
        let hides = self.file.with_untracked(|file| {
            let at = line.saturating_sub(1);
            let regions = file.as_ref().map_or(&[][..], |file| &file.regions);
            let around = regions.iter().filter(|region| region.header < at && at <= region.end);
            around.map(|region| region.header).collect::<Vec<_>>()
        });
        let folded = self.reading.folded;
        if folded.with_untracked(|folded| hides.iter().any(|header| folded.contains(header))) {
            folded.update(|folded| folded.retain(|header| !hides.contains(header)));
        }
    }

    pub fn toggle_fold(self, header: u32) {
        self.reading.folded.update(|folded| {
            if !folded.remove(&header) {
                folded.insert(header);
            }
        });
    }

    /// Folds every definition that holds no other which can be folded, or unfolds all.
    pub fn fold_all(self) {
        let is_folded = self.reading.folded.with_untracked(|folded| !folded.is_empty());
        let innermost = self.file.with_untracked(|file| {
            let regions = file.as_ref().map_or(&[][..], |file| &file.regions);
            let holds_none = |at: usize| regions.get(at + 1).is_none_or(|next| next.header > regions[at].end);
            (0..regions.len()).filter(|at| holds_none(*at)).map(|at| regions[at].header).collect::<BTreeSet<_>>()
        });
        self.reading.folded.set(if is_folded { BTreeSet::new() } else { innermost });
    }

    pub fn toggle_wrap(self) {
        self.reading.wrap.update(|wrap| *wrap = !*wrap);
        preferences::save("wrap", if self.reading.wrap.get_untracked() { "yes" } else { "no" });
    }

    pub fn toggle_tests(self) {
        let hide = self.reading.hide_tests;
        hide.update(|hide| *hide = !*hide);
        preferences::save("hide-tests", if hide.get_untracked() { "yes" } else { "no" });
        self.announce(if hide.get_untracked() {
            strings::reading_tests_hidden()
        } else {
            strings::reading_tests_shown()
        });
    }

    /// Whether tests are hidden and this path is one.
    pub fn hides(self, path: &str) -> bool {
        self.reading.hide_tests.get() && code_words::path::is_test(path)
    }

    /// Marks the current place, or takes its mark away.
    pub fn toggle_bookmark(self) {
        let Some(place) = untrack(|| self.lit()) else { return };
        let bookmarks = self.reading.bookmarks;
        bookmarks.update(|all| match all.iter().position(|it| it.path == place.path && it.start == place.start) {
            Some(at) => drop(all.remove(at)),
            None => {
                all.push(place);
                let many = all.len().saturating_sub(MOST_BOOKMARKS);
                all.drain(..many);
            }
        });
        if let Some(key) = self.bookmark_key() {
            preferences::save(&key, &bookmarks.with_untracked(|all| write_bookmarks(all)));
        }
    }

    /// Shows the open file a second time beside itself, or closes that.
    pub fn toggle_beside(self) {
        let is_open = self.reading.beside.with_untracked(Option::is_some);
        self.reading.beside.set(if is_open { None } else { self.file.get_untracked() });
    }

    /// Shows the card of an identifier at a place on screen.
    pub fn describe(self, place: NamedPlace, at: (f64, f64), is_current: impl Fn() -> bool + 'static) {
        spawn_local(async move {
            let Some(meaning) = self.meaning_of(&place).await.filter(|_| is_current()) else { return };
            let first = meaning.candidates.first().cloned();
            let page = match &first {
                Some(first) => match self.engine.call(Command::Symbol { symbol: first.symbol.symbol }).await {
                    Ok(Reply::Symbol { page }) => Some(page),
                    // The card says what is known without it.
                    _ => None,
                },
                None => None,
            };
            if !is_current() {
                return;
            }
            let why = match (&first, meaning.local, &meaning.unresolved) {
                (Some(first), ..) => first.why.clone(),
                (None, Some(local), _) => local_name(local),
                (None, None, Some(why)) => strings::reading_call_that(why),
                (None, None, None) => return,
            };
            let others = u32::try_from(meaning.candidates.len().saturating_sub(1)).unwrap_or(u32::MAX);
            self.reading.card.set(Some(Card {
                place,
                at,
                symbol: first.map(|first| first.symbol),
                signature: page.as_ref().map_or_else(String::new, |page| page.signature.clone()),
                doc: page.and_then(|page| page.doc),
                why,
                others: others.saturating_add(meaning.more),
            }));
        });
    }

    async fn meaning_of(self, place: &NamedPlace) -> Option<Meaning> {
        let NamedPlace { path, line, column, name } = place.clone();
        match self.engine.call(Command::Meaning { path, line, column, name }).await {
            Ok(Reply::Meaning { meaning }) => Some(meaning),
            // Nothing was asked for by hand: there is no card.
            _ => None,
        }
    }

    /// Goes to the definition of an identifier; where several may be meant, lists them.
    pub fn go_to_definition(self, place: NamedPlace) {
        let to_binding = |bench: Self, place: &NamedPlace, line| bench.jump(&place.path, line, line);
        self.with_meaning(place, |bench, symbol| bench.show_symbol(symbol, true), to_binding);
    }

    /// Lists the references to what an identifier means.
    pub fn find_references(self, place: NamedPlace) {
        self.with_meaning(place, |bench, symbol| bench.show_references(symbol), |_, _, _| {});
    }

    /// `act`: with the symbol that is meant. `act_on_local`: with the line that binds a local name.
    fn with_meaning(self, place: NamedPlace, act: fn(Self, u32), act_on_local: fn(Self, &NamedPlace, u32)) {
        self.reading.card.set(None);
        spawn_local(async move {
            let Some(meaning) = self.meaning_of(&place).await else { return };
            let only = if let [only] = &meaning.candidates[..] { Some(only.symbol.symbol) } else { None };
            match meaning.certain().map(|symbol| symbol.symbol).or(only.filter(|_| meaning.more == 0)) {
                Some(symbol) => act(self, symbol),
                None if let Some(local) = meaning.local.filter(|_| meaning.candidates.is_empty()) => {
                    self.announce(strings::reading_name_is(&place.name, local_name(local)));
                    act_on_local(self, &place, local.line);
                }
                None if meaning.candidates.is_empty() => {
                    self.announce(strings::reading_not_defined(&place.name));
                    self.symbol.set(None);
                    self.meaning.set(Some(Arc::new(meaning)));
                }
                None => {
                    self.symbol.set(None);
                    self.meaning.set(Some(Arc::new(meaning)));
                }
            }
        });
    }

    /// Lists the references to a symbol.
    pub fn show_references(self, symbol: u32) {
        self.stop_going();
        self.show_tab(Tab::Code);
        spawn_local(async move {
            if let Some(Reply::References { references }) = self.call(Command::References { symbol }).await {
                let found = references.proven + references.possible + references.same_name;
                self.announce(strings::reading_references(found, &references.symbol.name));
                self.meaning.set(None);
                self.reading.references.set(Some(Arc::new(references)));
                crate::shims::next_frame().await;
                crate::keys::focus("references");
            }
        });
    }

    /// Loads what is above and below a symbol.
    pub fn show_relatives(self, symbol: u32) {
        spawn_local(async move {
            if let Some(Reply::Relatives { relatives }) = self.call(Command::Relatives { symbol }).await {
                self.reading.relatives.set(Some((symbol, Arc::new(relatives))));
            }
        });
    }

    /// The identifier that the keyboard or the pointer is at.
    pub fn named_here(self) -> Option<NamedPlace> {
        let card = self.reading.card.with_untracked(|card| card.as_ref().map(|card| card.place.clone()));
        card.or_else(|| self.reading.cursor.get_untracked())
    }
}

/// A line each: `line<TAB>last line<TAB>path`.
fn write_bookmarks(all: &[Place]) -> String {
    all.iter().map(|it| format!("{}\t{}\t{}", it.start, it.end, it.path)).collect::<Vec<_>>().join("\n")
}

/// What cannot be read is left out.
fn read_bookmarks(text: &str) -> Vec<Place> {
    let read = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let (start, end, path) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
        Some(Place { path: path.to_owned(), start, end })
    };
    text.lines().filter_map(read).take(MOST_BOOKMARKS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bookmarks_are_read_as_they_were_written() {
        let all = [Place { path: "a b.py".into(), start: 3, end: 9 }, Place { path: "c".into(), start: 0, end: 0 }];
        assert_eq!(read_bookmarks(&write_bookmarks(&all)), all);
        assert!(read_bookmarks("x\ty\nz").is_empty() && read_bookmarks("").is_empty());
    }
}
