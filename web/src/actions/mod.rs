//! What can be done on the page: each action changes signals of the [`Workbench`] and
//! speaks to the engine.

mod ask;
mod checkpoints;
mod code;
mod graph;
mod intake;
mod lines;
mod models;
mod repositories;
mod runs;

use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Failure, FailureKind};

impl Workbench {
    /// Shows a failure that belongs nowhere else. Stopping is no failure.
    pub fn report(self, failure: Failure) {
        if failure.kind != FailureKind::Cancelled {
            self.notice.set(Some(failure));
        }
    }

    /// Announces something to screen readers.
    pub fn announce(self, words: impl Into<String>) {
        self.announced.set(words.into());
    }
}
