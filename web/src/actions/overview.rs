//! Loading the overview, and walking through its map.

use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Loads the overview of the open repository: its lines, then its map, then what its history says.
    pub fn load_overview(self) {
        let state = self.glance;
        state.page.set(None);
        state.map.set(None);
        state.map_problem.set(None);
        state.changed.set(None);
        let open = self.open_key();
        spawn_local(async move {
            let page = self.engine.call(Command::Overview).await;
            if self.open_key() != open {
                return;
            }
            match page {
                Ok(Reply::Overview { page }) => state.page.set(Some(Ok(Arc::new(page)))),
                Ok(_) => {}
                Err(failure) => return state.page.set(Some(Err(failure.message))),
            }
            self.read_map(String::new()).await;
            let changed = match self.engine.call(Command::ChangedMost).await {
                Ok(Reply::ChangedMost { section }) => section.map(|section| Ok(Arc::new(section))),
                Ok(_) => None,
                Err(failure) => Some(Err(failure.message)),
            };
            if self.open_key() == open {
                state.changed.set(changed);
            }
        });
    }

    /// Shows the parts of a folder; of the whole repository for an empty path.
    pub fn go_into(self, path: String) {
        spawn_local(self.read_map(path));
    }

    async fn read_map(self, path: String) {
        let open = self.open_key();
        let reply = self.engine.call(Command::PartsMap { path }).await;
        if self.open_key() != open {
            return;
        }
        match reply {
            Ok(Reply::PartsMap { map }) => {
                self.glance.map_problem.set(None);
                self.glance.map.set(Some(Arc::new(map)));
            }
            Ok(_) => {}
            Err(failure) => self.glance.map_problem.set(Some(failure.message)),
        }
    }

    /// What differs whenever a repository was opened; tracked where it is read in an effect.
    pub fn opened_key(self) -> Option<(String, u64)> {
        self.overview.with(|open| open.as_ref().map(|open| (open.id.clone(), open.ready_ms.to_bits())))
    }

    fn open_key(self) -> Option<(String, u64)> {
        untrack(|| self.opened_key())
    }
}
