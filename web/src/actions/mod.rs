//! What a person can do on the page: each action changes signals of the [`Workbench`] and sends requests to the engine.

mod address;
mod arriving;
mod ask;
mod ask_about;
mod changes;
mod checkpoints;
mod code;
pub mod conversations;
mod folder;
mod graph;
mod history;
mod hosted;
mod intake;
mod lines;
mod links;
pub mod memory;
mod models;
mod overview;
mod reading;
mod repositories;
mod runs;
mod steering;

use crate::workbench::{Pane, Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Failure, FailureKind, Reply};

impl Workbench {
    /// Sends a command. A failure is shown to the person; there is no reply then.
    pub async fn call(self, command: Command) -> Option<Reply> {
        match self.engine.call(command).await {
            Ok(reply) => Some(reply),
            Err(failure) => {
                self.report(failure);
                None
            }
        }
    }

    /// Shows a failure that no part of the page shows itself. A request that the person stopped is not a failure.
    pub fn report(self, failure: Failure) {
        if failure.kind != FailureKind::Cancelled {
            self.notice.set(Some(failure));
        }
    }

    /// Shows a tab of the detail pane.
    pub fn show_tab(self, tab: Tab) {
        self.tab.set(tab);
        self.pane.set(Pane::Detail);
    }

    pub fn announce(self, words: impl Into<String>) {
        self.announced.set(words.into());
    }
}
