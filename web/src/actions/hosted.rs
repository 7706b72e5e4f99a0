//! Importing a repository from a git host, and bringing it up to date.

use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use js_sys::Array;
use leptos::prelude::*;
use protocol::{Command, Failure, FailureKind, HostedAddress, ImportSource, Reply, RepositoryOrigin, StoredRepository};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Takes what is typed as an address, and reads it to show which hosts would be contacted. Nothing is sent to them.
    pub fn type_address(self, text: String) {
        self.hosted.problem.set(None);
        self.hosted.refused.set(None);
        self.hosted.typed.set(text.clone());
        self.read_address(text);
    }

    fn read_address(self, text: String) {
        spawn_local(async move {
            let read = self.engine.call(Command::ReadAddress { address: text.clone() }).await;
            // Meanwhile more may have been typed.
            if self.hosted.typed.with_untracked(|typed| *typed == text) {
                self.hosted.read.set(match read {
                    Ok(Reply::Address { address }) => Some(address),
                    _ => None,
                });
            }
        });
    }

    /// Imports the repository whose address is typed: the person has seen the hosts, and pressed the button.
    pub fn import_typed(self) {
        let text = self.hosted.typed.get_untracked();
        self.hosted.problem.set(None);
        spawn_local(async move {
            match self.engine.call(Command::ReadAddress { address: text.clone() }).await {
                Ok(Reply::Address { address }) => self.import_hosted(&address.path, text),
                Ok(_) => {}
                Err(failure) => self.hosted.problem.set(Some(failure)),
            }
        });
    }

    /// Imports from a git host, or brings the open repository up to date that came from there.
    pub fn import_hosted(self, name: &str, address: String) {
        shims::keep_folder(&JsValue::NULL);
        self.hosted.linked.set(None);
        self.hosted.refused.set(None);
        self.hosted.typed.set(address.clone());
        self.read_address(address.clone());
        self.send_import(name.to_owned(), ImportSource::GitHost { address }, &Array::new());
    }

    /// Loads the open repository anew from its git host; its conversation stays.
    pub fn update_hosted(self) {
        let origin = self.overview.with_untracked(|open| open.as_ref().and_then(|open| open.origin.clone()));
        let Some(origin) = origin else { return };
        let RepositoryOrigin { path, address, .. } = *origin;
        self.import_hosted(&path, address);
        self.change_arrival(|arrival| arrival.is_update = true);
    }

    /// Shows why a host refused, where the person can give a token.
    pub(super) fn refused_by_host(self, failure: Failure) {
        self.hosted.refused.set(Some(self.hosted.typed.get_untracked()));
        self.hosted.problem.set(Some(failure));
    }

    /// Sets a token for the host that refused, and tries again.
    pub fn try_with_token(self, address: String, token: String, remember: bool) {
        let is_update = self.overview.with_untracked(Option::is_some);
        spawn_local(async move {
            let set = self.engine.call(Command::SetHostToken { address: address.clone(), token, remember }).await;
            match set {
                Ok(Reply::Address { address: HostedAddress { path, .. } }) => {
                    self.hosted.problem.set(None);
                    self.import_hosted(&path, address);
                    self.change_arrival(|arrival| arrival.is_update = is_update);
                }
                Ok(_) => {}
                Err(failure) => self.hosted.problem.set(Some(failure)),
            }
        });
    }

    /// Deletes the token of the host whose address is typed.
    pub fn forget_host_token(self) {
        let address = self.hosted.typed.get_untracked();
        spawn_local(async move {
            if let Some(Reply::Address { address }) = self.call(Command::ForgetHostToken { address }).await {
                self.hosted.read.set(Some(address));
                self.announce(strings::hosted_token_forgotten());
            }
        });
    }

    /// Takes the address that the page was opened with, `?repo=`: a stored repository is opened, another waits for the
    /// person's word.
    pub(super) fn follow_link(self, stored: &[StoredRepository]) {
        let Some(address) = shims::linked_repository() else { return };
        let is_it = |row: &&StoredRepository| row.origin.as_ref().is_some_and(|origin| origin.address == address);
        if let Some(row) = stored.iter().find(is_it) {
            return self.open_stored(row.id.clone(), row.name.clone());
        }
        spawn_local(async move {
            self.hosted.typed.set(address.clone());
            match self.engine.call(Command::ReadAddress { address: address.clone() }).await {
                Ok(Reply::Address { address: read }) => {
                    self.hosted.read.set(Some(read));
                    self.hosted.linked.set(Some(address));
                }
                Ok(_) => {}
                Err(failure) => self.hosted.problem.set(Some(failure)),
            }
        });
    }

    /// Whether a failure of an import is shown where a token can be given.
    pub(super) fn is_about_token(failure: &Failure) -> bool {
        failure.kind == FailureKind::Token
    }
}
