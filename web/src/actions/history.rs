//! Looking at a commit.

use crate::strings;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Shows a commit with what it changed.
    pub fn open_commit(self, hash: String) {
        self.commit.set(None);
        self.dialog.set(Some(Dialog::Commit));
        spawn_local(async move {
            let commit = match self.engine.call(Command::Commit { hash }).await {
                Ok(Reply::Commit { commit }) => Ok(Arc::new(commit)),
                Ok(_) => Err(strings::commit_not_read().to_owned()),
                Err(failure) => Err(failure.message),
            };
            self.commit.set(Some(commit));
        });
    }
}
