//! Proposed changes: loaded, decided about, written to the folder, exported.

use crate::shims;
use crate::strings;
use crate::text::length;
use crate::workbench::{RunHandle, Tab, Workbench};
use js_sys::{Array, Promise, Uint8Array};
use leptos::prelude::*;
use protocol::{
    ChangeDecision, ChosenFile, Command, DiskFile, Failure, FailureKind, MessageBody, ProposedChanges, ProposedFile,
    Reply,
};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

impl Workbench {
    /// Loads what a run proposes; one that proposes nothing empties the pane.
    pub fn load_changes(self, run: String) {
        if run.is_empty() {
            return;
        }
        spawn_local(async move {
            let reply = self.engine.call(Command::RunChanges { run: run.clone() }).await;
            // The person may look at another run meanwhile.
            if untrack(|| self.runs.shown()).is_some_and(|shown| shown.name() == run) {
                self.changes.run.set(run);
                self.take_changes(reply);
            }
        });
    }

    /// Proposes what a patch changes, as a part of the conversation, beside what its last acting run left proposed. `patch`: its
    /// name and its bytes.
    pub fn propose_patch(self, patch: Promise) {
        if self.is_busy() {
            return self.report(Failure {
                kind: FailureKind::BadInput,
                message: strings::changes_run_at_work().to_owned(),
                advice: Some(strings::changes_run_at_work_advice().to_owned()),
            });
        }
        spawn_local(async move {
            let read: Array = match JsFuture::from(patch).await {
                Ok(read) => read.unchecked_into(),
                Err(error) => {
                    let message = shims::error_text(&error);
                    return self.report(Failure { kind: FailureKind::BadInput, message, advice: None });
                }
            };
            let name = read.get(0).as_string().unwrap_or_default();
            let bytes = read.get(1).unchecked_into::<Uint8Array>().to_vec();
            self.send_patch(name, bytes).await;
        });
    }

    async fn send_patch(self, name: String, bytes: Vec<u8>) {
        if untrack(|| self.runs.is_read_only()) {
            self.runs.show_conversation(None, Vec::new());
        }
        self.notice.set(None);
        self.runs.looked_at.set(None);
        let (after, conversation) = (self.last_acting_run(), self.runs.current.get_untracked());
        let mut exchange = self.engine.send(Command::ProposePatch { name, patch: bytes, after, conversation });
        match exchange.next().await {
            // Nothing was proposed: there is no run to show.
            Some(MessageBody::Failed { failure }) => self.report(failure),
            Some(first) => {
                let run = self.begin_with(first, exchange);
                self.show_changes(run);
            }
            None => {}
        }
    }

    /// Shows the changes that a run proposes.
    pub fn show_changes(self, run: RunHandle) {
        self.runs.show(Some(run));
        self.load_changes(run.name());
        self.show_tab(Tab::Changes);
    }

    /// Rejects, edits or takes back changes.
    pub fn decide_changes(self, decision: ChangeDecision) {
        let run = self.changes.run.get_untracked();
        self.busy(async move {
            let reply = self.engine.call(Command::DecideChanges { run, decision }).await;
            self.take_changes(reply);
        });
    }

    /// Writes what is chosen to the folder, if each file there is what the changes are based on.
    pub fn accept_changes(self, chosen: Vec<ChosenFile>) {
        // Asked for at once: the browser wants the click.
        let opened = shims::open_folder();
        self.busy(async move {
            if let Err(problem) = self.write_changes(opened, chosen).await {
                self.changes.problem.set(Some(problem));
            }
        });
    }

    /// Saves the changes as a patch.
    pub fn export_patch(self) {
        let run = self.changes.run.get_untracked();
        self.download(Command::ExportChanges { run }, "text/x-patch");
    }

    /// Saves the changed files as an archive.
    pub fn export_changed_files(self) {
        let run = self.changes.run.get_untracked();
        self.download(Command::ExportChangedFiles { run }, "application/zip");
    }

    fn download(self, command: Command, kind: &'static str) {
        spawn_local(async move {
            if let Some(Reply::Download { name, bytes }) = self.call(command).await {
                shims::download_bytes(&name, kind, &bytes);
            }
        });
    }

    /// Copies the changes as a patch.
    pub fn copy_changes(self) {
        let run = self.changes.run.get_untracked();
        spawn_local(async move {
            if let Some(Reply::Download { bytes, .. }) = self.call(Command::ExportChanges { run }).await {
                let copied = JsFuture::from(shims::copy_text(&String::from_utf8_lossy(&bytes))).await;
                self.announce(if copied.is_ok() { strings::changes_copied() } else { strings::changes_not_copied() });
            }
        });
    }

    fn busy(self, work: impl Future<Output = ()> + 'static) {
        if self.changes.is_busy.get_untracked() {
            return;
        }
        self.changes.is_busy.set(true);
        self.changes.problem.set(None);
        self.changes.conflicts.set(Vec::new());
        spawn_local(async move {
            work.await;
            self.changes.is_busy.set(false);
        });
    }

    fn take_changes(self, reply: Result<Reply, Failure>) {
        match reply {
            Ok(Reply::ProposedChanges { changes }) => {
                self.changes.problem.set(None);
                self.changes.shown.set(Some(Arc::new(changes)));
            }
            Ok(_) => {}
            Err(Failure { message, advice, .. }) => {
                let advice = advice.map_or_else(String::new, |advice| format!(" {advice}"));
                self.changes.problem.set(Some(format!("{message}{advice}")));
            }
        }
    }

    async fn write_changes(self, opened: js_sys::Promise, chosen: Vec<ChosenFile>) -> Result<(), String> {
        let is_open = JsFuture::from(opened).await.map_err(|error| shims::error_text(&error))?;
        if !is_open.is_truthy() {
            return Err(strings::changes_not_allowed().to_owned());
        }
        let run = self.changes.run.get_untracked();
        let paths = self
            .changes
            .shown
            .with_untracked(|shown| shown.as_deref().map_or_else(Vec::new, |it| paths_of(it, &chosen)));
        let disk = read(paths).await?;
        let accept = Command::AcceptChanges { run: run.clone(), chosen: chosen.clone(), disk };
        let (writes, conflicts) = match self.engine.call(accept).await {
            Ok(Reply::Acceptance { writes, conflicts }) => (writes, conflicts),
            Ok(_) => return Ok(()),
            Err(failure) => return Err(failure.message),
        };
        if !conflicts.is_empty() {
            self.changes.conflicts.set(conflicts);
            self.announce(strings::changes_conflict());
            return Ok(());
        }
        let count = length(&writes);
        write(writes).await?;
        let reply = self.engine.call(Command::ChangesWritten { run, chosen }).await;
        self.take_changes(reply);
        self.announce(strings::changes_written(count));
        // The next question is about the files as they are now.
        self.import_folder_again();
        Ok(())
    }
}

/// Every path that what is chosen writes or deletes.
fn paths_of(changes: &ProposedChanges, chosen: &[ChosenFile]) -> Vec<String> {
    let is_chosen = |file: &&ProposedFile| chosen.iter().any(|chosen| chosen.path == file.path);
    let files = changes.files.iter().filter(is_chosen);
    files.flat_map(|file| file.from.iter().chain([&file.path]).cloned()).collect()
}

async fn read(paths: Vec<String>) -> Result<Vec<DiskFile>, String> {
    let wanted: Array = paths.iter().map(JsValue::from).collect();
    let found = JsFuture::from(shims::read_files(&wanted)).await.map_err(|error| shims::error_text(&error))?;
    let found: Array = found.unchecked_into();
    let bytes = |value: JsValue| value.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec());
    Ok(paths.into_iter().zip(found.iter()).map(|(path, value)| DiskFile { path, bytes: bytes(value) }).collect())
}

async fn write(writes: Vec<DiskFile>) -> Result<(), String> {
    let paths: Array = writes.iter().map(|file| JsValue::from(&file.path)).collect();
    let bytes = |file: &DiskFile| file.bytes.as_deref().map_or(JsValue::NULL, |bytes| Uint8Array::from(bytes).into());
    let contents: Array = writes.iter().map(bytes).collect();
    let written = JsFuture::from(shims::write_files(&paths, &contents)).await;
    written.map(drop).map_err(|error| shims::error_text(&error))
}
