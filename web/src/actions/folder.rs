//! The folder that the open repository came from: whether it has changed since, and bringing the index up to date.

use crate::shims;
use crate::strings;
use crate::workbench::{FolderAccess, Workbench};
use js_sys::Array;
use leptos::prelude::*;
use protocol::{Command, FailureKind, Reply};
use std::time::Duration;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Milliseconds between two looks at the folder that nobody asked for.
const BETWEEN_LOOKS: f64 = 2000.0;
/// Milliseconds after an opening before the folder is looked at: what was just opened is drawn first.
const AFTER_OPENING: Duration = Duration::from_millis(300);

impl Workbench {
    /// Looks up whether the browser remembers the folder of a repository that has just been opened; compares it if that may be
    /// done without asking, and it was not read this very moment.
    pub(super) fn recall_folder(self, id: String, was_stored: bool) {
        self.folder.changes.set(None);
        self.folder.access.set(FolderAccess::None);
        spawn_local(async move {
            // Where the browser keeps no handles there is nothing to offer.
            let found = JsFuture::from(shims::recall_folder(&id)).await.ok().and_then(|found| found.as_string());
            let is_open = self.overview.with_untracked(|open| open.as_ref().is_some_and(|open| open.id == id));
            if !is_open {
                return;
            }
            self.folder.access.set(match found.as_deref() {
                Some("open") => FolderAccess::Open,
                Some("asks") => FolderAccess::Asks,
                _ => FolderAccess::None,
            });
            self.folder.checked_at.set(js_sys::Date::now());
            if was_stored {
                set_timeout(move || self.check_folder(), AFTER_OPENING);
            }
        });
    }

    /// Compares the folder, as the window has come to the front: that is when files were changed elsewhere.
    pub fn look_at_folder(self) {
        if js_sys::Date::now() - self.folder.checked_at.get_untracked() > BETWEEN_LOOKS {
            self.check_folder();
        }
    }

    fn check_folder(self) {
        let is_idle = self.arrival.with_untracked(Option::is_none) && !self.folder.is_checking.get_untracked();
        if self.folder.access.get_untracked() != FolderAccess::Open || !is_idle {
            return;
        }
        let Some(handle) = shims::folder_handle() else { return };
        let id = self.overview.with_untracked(|open| open.as_ref().map(|open| open.id.clone()));
        self.folder.is_checking.set(true);
        spawn_local(async move {
            let asked = self.engine.send_with(&Command::CheckFolder, &Array::of1(&handle)).result().await;
            self.folder.is_checking.set(false);
            self.folder.checked_at.set(js_sys::Date::now());
            let is_same = self.overview.with_untracked(|open| open.as_ref().map(|open| open.id.clone()) == id);
            match asked {
                Ok(Reply::FolderChanges { changes }) if is_same => self.folder.changes.set(Some(changes)),
                // The folder is gone, or was stored before its state was kept: nothing is offered.
                Err(failure) if failure.kind == FailureKind::NotFound => self.folder.access.set(FolderAccess::None),
                Err(failure) => self.report(failure),
                Ok(_) => {}
            }
        });
    }

    /// Asks the browser for the right to read the folder, then compares it.
    pub fn allow_folder(self) {
        // Called within the click: the browser asks only then.
        let asked = shims::allow_folder();
        spawn_local(async move {
            match JsFuture::from(asked).await {
                Ok(allowed) if allowed.is_truthy() => {
                    self.folder.access.set(FolderAccess::Open);
                    self.check_folder();
                }
                Ok(_) => self.announce(strings::folder_not_read()),
                Err(error) => self.report(protocol::Failure {
                    kind: FailureKind::BadInput,
                    message: shims::error_text(&error),
                    advice: None,
                }),
            }
        });
    }

    /// Brings the index up to date with the folder: only what has changed is read and parsed.
    pub fn update_from_folder(self) {
        let changes = self.folder.changes.get_untracked().unwrap_or_default();
        self.folder.changes.set(None);
        // Where some are not named, or files came or went, the folder is read as a whole.
        let are_texts_alone = changes.count() == changes.changed && changes.paths.len() == changes.changed as usize;
        match shims::folder_handle().filter(|_| are_texts_alone) {
            Some(handle) => self.update_files(handle, changes.paths),
            None => self.import_folder_again(),
        }
    }
}
