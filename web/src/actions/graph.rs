//! Navigating the call graph.

use crate::graph_text::{Drawing, GraphFilter, drawing};
use crate::strings;
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, FoundItem, OutlineItem, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Most nodes drawn: a larger diagram is not readable.
pub const MOST_NODES: u32 = 40;

impl Workbench {
    pub fn walk_to(self, symbol: u32) {
        self.stop_going();
        self.graph.history.update(|history| history.visit(symbol));
        self.forget_answers();
        self.show_tab(Tab::Graph);
        self.load_neighbourhood();
    }

    /// Draws the first graph: around the symbol on screen, else the one at the highlighted lines, else the one with most
    /// callers.
    pub fn begin_walk(self) {
        let here = self.symbol.with_untracked(|page| page.as_ref().map(|page| page.symbol.symbol));
        match here.or_else(|| self.symbol_at_lit()) {
            Some(symbol) => self.walk_to(symbol),
            None => self.walk_to_most_called(),
        }
    }

    /// The innermost symbol around the highlighted lines of the open file.
    fn symbol_at_lit(self) -> Option<u32> {
        let lit = self.places.with_untracked(|places| places.current().cloned()).filter(|lit| lit.start > 0)?;
        self.file.with_untracked(|file| {
            let file = file.as_ref().filter(|file| file.view.path == lit.path)?;
            let outline = &file.view.outline;
            let around = |end: u32| {
                let holds = move |item: &&OutlineItem| item.start_line <= lit.start && end <= item.end_line;
                outline.iter().filter(holds).min_by_key(|item| item.end_line - item.start_line)
            };
            around(lit.end).or_else(|| around(lit.start)).map(|item| item.symbol)
        })
    }

    fn walk_to_most_called(self) {
        spawn_local(async move {
            let reply = self.engine.call(Command::MostCalled).await;
            let is_wanted = self.tab.get_untracked() == Tab::Graph
                && self.graph.history.with_untracked(|history| history.current().is_none());
            match reply {
                Ok(Reply::Symbol { page }) if is_wanted => self.walk_to(page.symbol.symbol),
                // A repository without calls has no graph: the pane shows a note.
                _ => {}
            }
        });
    }

    /// Loads the neighbourhood of the symbol in the middle.
    pub fn load_neighbourhood(self) {
        let Some(symbol) = self.graph.history.with_untracked(|history| history.current().copied()) else { return };
        let (depth, direction) = (self.graph.depth.get_untracked(), self.graph.direction.get_untracked());
        let command = Command::Neighbourhood { symbol, depth, direction, max_nodes: MOST_NODES };
        spawn_local(async move {
            let reply = self.engine.call(command).await;
            let current = self.graph.history.with_untracked(|history| history.current().copied());
            let wanted = (current, self.graph.depth.get_untracked(), self.graph.direction.get_untracked());
            if wanted != (Some(symbol), depth, direction) {
                return;
            }
            match reply {
                Ok(Reply::Neighbourhood { neighbourhood }) => {
                    self.graph.problem.set(None);
                    self.graph.shown.set(Some(Arc::new(neighbourhood)));
                }
                Ok(_) => {}
                Err(failure) => {
                    self.graph.shown.set(None);
                    self.graph.problem.set(Some(failure.message));
                }
            }
        });
    }

    /// What is drawn of the graph on screen.
    pub fn graph_drawing(self) -> Option<Drawing> {
        let filter = GraphFilter { hide_tests: self.reading.hide_tests.get(), ..self.reading.graph_filter.get() };
        self.graph.shown.with(|shown| shown.as_ref().map(|shown| drawing(shown, filter)))
    }

    fn middle(self) -> Option<u32> {
        self.graph.history.with_untracked(|history| history.current().copied())
    }

    fn forget_answers(self) {
        self.reading.answers.path.set(None);
        self.reading.answers.impact.set(None);
        self.reading.answers.problem.set(None);
    }

    /// Lists who calls the symbol in the middle within so many calls.
    pub fn ask_impact(self, depth: u32) {
        let Some(symbol) = self.middle() else { return };
        self.forget_answers();
        spawn_local(async move {
            match self.engine.call(Command::Impact { symbol, depth }).await {
                Ok(Reply::Impact { impact }) if self.middle() == Some(symbol) => {
                    self.reading.answers.impact.set(Some(Arc::new(impact)));
                }
                Ok(_) => {}
                Err(failure) => self.reading.answers.problem.set(Some(failure.message)),
            }
        });
    }

    /// Shows by which calls the symbol in the middle reaches the symbol of a name, or is reached from there.
    pub fn ask_path(self, name: String) {
        let Some(from) = self.middle().filter(|_| !name.trim().is_empty()) else { return };
        self.forget_answers();
        spawn_local(async move {
            let said = self.path_between(from, name.trim()).await;
            if self.middle() == Some(from) {
                self.reading.answers.problem.set(said.err());
            }
        });
    }

    /// # Errors
    /// A sentence: why there is no path to show.
    async fn path_between(self, from: u32, name: &str) -> Result<(), String> {
        let found = self.engine.call(Command::Find { query: name.to_owned(), limit: 20 }).await;
        let Reply::Found { items } = found.map_err(|failure| failure.message)? else { return Ok(()) };
        let is_named = |item: &&FoundItem| item.title == name || item.detail.ends_with(name);
        let symbols: Vec<&FoundItem> = items.iter().filter(|item| item.symbol.is_some()).collect();
        let wanted = symbols.iter().copied().find(is_named).or(symbols.first().copied());
        let to = wanted.and_then(|item| item.symbol).ok_or_else(|| strings::graph_no_symbol(name))?;
        let mut is_all = true;
        for (from, to) in [(from, to), (to, from)] {
            let reply = self.engine.call(Command::CallPath { from, to }).await.map_err(|failure| failure.message)?;
            let Reply::CallPath { path } = reply else { return Ok(()) };
            is_all &= path.is_all;
            if !path.steps.is_empty() {
                self.reading.answers.path.set(Some(Arc::new(path)));
                return Ok(());
            }
        }
        let title = wanted.map_or(name, |item| item.title.as_str());
        Err(match is_all {
            true => strings::graph_no_path(title),
            false => strings::graph_no_near_path(title),
        })
    }
}
