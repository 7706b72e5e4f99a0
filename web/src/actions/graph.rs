//! Walking the call graph.

use crate::workbench::{Pane, Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Most nodes drawn: more is not readable.
pub const MOST_NODES: u32 = 40;

impl Workbench {
    /// Puts a symbol in the middle of the graph.
    pub fn walk_to(self, symbol: u32) {
        self.graph.history.update(|history| history.visit(symbol));
        self.tab.set(Tab::Graph);
        self.pane.set(Pane::Detail);
        self.load_neighbourhood();
    }

    /// Loads what is around the symbol in the middle.
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
