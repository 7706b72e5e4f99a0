//! Navigating the call graph.

use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, OutlineItem, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Most nodes drawn: a larger diagram is not readable.
pub const MOST_NODES: u32 = 40;

impl Workbench {
    pub fn walk_to(self, symbol: u32) {
        self.graph.history.update(|history| history.visit(symbol));
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
}
