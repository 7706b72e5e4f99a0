//! Importing a repository: from a drop, a picker, a file input, or the sample.

use crate::shims;
use crate::strings;
use crate::workbench::{Arrival, Workbench};
use js_sys::{Array, Promise, Reflect};
use leptos::prelude::*;
use protocol::{Command, Failure, FailureKind, ImportSource};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransfer, HtmlInputElement};

impl Workbench {
    /// Takes what was dropped: a run file or a patch, each of which belongs to an open repository, or else a repository.
    pub fn take_drop(self, transfer: &DataTransfer) {
        let is_open = self.overview.with_untracked(Option::is_some);
        let refuse = |message: &str, advice: &str| {
            let (message, advice) = (message.to_owned(), Some(advice.to_owned()));
            self.report(Failure { kind: FailureKind::BadInput, message, advice });
        };
        match (shims::run_in_drop(transfer), shims::patch_in_drop(transfer)) {
            (Some(file), _) if is_open => self.import_run(file),
            (Some(_), _) => refuse(strings::intake_run_file(), strings::intake_run_file_advice()),
            (None, Some(patch)) if is_open => self.propose_patch(patch),
            (None, Some(_)) => refuse(strings::intake_patch(), strings::intake_patch_advice()),
            (None, None) => self.import_dropped(transfer),
        }
    }

    fn import_dropped(self, transfer: &DataTransfer) {
        let count = Closure::new(move |listed: u32| {
            let is_wanted = self.arrival.with_untracked(|arrival| arrival.as_ref().is_some_and(|it| !it.stopping));
            if is_wanted {
                self.change_arrival(|arrival| arrival.listed = listed);
            }
            is_wanted
        });
        // Read now: the browser empties the list of dropped items after this event.
        let found = shims::from_drop(transfer, &count);
        self.expect(strings::intake_dropped().to_owned());
        spawn_local(async move {
            self.import_found(found).await;
            drop(count);
        });
    }

    pub fn import_picked(self) {
        let found = shims::pick_folder();
        spawn_local(async move { self.import_found(found).await });
    }

    pub fn import_chosen(self, input: &HtmlInputElement) {
        match shims::from_input(input) {
            Ok(found) => self.import(&found),
            Err(error) => self.refuse(&error),
        }
    }

    /// Imports the folder anew in which changes were written.
    pub(super) fn import_folder_again(self) {
        self.import(&shims::source_of_folder());
        self.change_arrival(|arrival| arrival.is_update = true);
    }

    /// Brings the open repository up to date with these files of its folder.
    pub(super) fn update_files(self, folder: JsValue, changed: Vec<String>) {
        self.expect(self.overview.with_untracked(|open| open.as_ref().map(|it| it.name.clone())).unwrap_or_default());
        let exchange = self.engine.send_with(&Command::UpdateFolder { changed }, &Array::of1(&folder));
        self.change_arrival(|arrival| (arrival.request, arrival.is_update) = (Some(exchange.id), true));
        spawn_local(self.arrive(exchange));
    }

    pub fn import_sample(self) {
        shims::keep_folder(&JsValue::NULL);
        self.send_import(strings::intake_sample().to_owned(), ImportSource::Sample, &Array::new());
    }

    pub fn stop_import(self) {
        self.change_arrival(|arrival| arrival.stopping = true);
        let request = self.arrival.with_untracked(|arrival| arrival.as_ref().and_then(|arrival| arrival.request));
        if let Some(request) = request {
            self.cancel(request);
        }
    }

    async fn import_found(self, found: Promise) {
        match JsFuture::from(found).await {
            Ok(found) => self.import(&found),
            Err(error) => self.refuse(&error),
        }
    }

    /// Sends what a shim found: `{source, attachments}`, or null where nothing was chosen.
    fn import(self, found: &JsValue) {
        let stopped = self.arrival.with_untracked(|arrival| arrival.as_ref().is_some_and(|arrival| arrival.stopping));
        if found.is_null() || stopped {
            self.arrival.set(None);
            return;
        }
        let field =
            |object: &JsValue, name: &str| Reflect::get(object, &name.into()).expect("the shim gives an object");
        let source = field(found, "source");
        let attachments: Array = field(found, "attachments").unchecked_into();
        let name = field(&source, "name").as_string().expect("the shim names every source");
        let source = match field(&source, "type").as_string().as_deref() {
            Some("folder") => ImportSource::Folder { name: name.clone() },
            Some("archive") => ImportSource::Archive { name: name.clone() },
            _ => ImportSource::Files { name: name.clone() },
        };
        self.send_import(name, source, &attachments);
    }

    pub(super) fn send_import(self, name: String, source: ImportSource, attachments: &Array) {
        self.expect(name);
        let exchange = self.engine.send_with(&Command::Import { source }, attachments);
        self.change_arrival(|arrival| arrival.request = Some(exchange.id));
        spawn_local(self.arrive(exchange));
    }

    pub(super) fn change_arrival(self, change: impl FnOnce(&mut Arrival)) {
        self.arrival.update(|arrival| {
            if let Some(arrival) = arrival {
                change(arrival);
            }
        });
    }

    /// Shows that a repository called `name` is being imported.
    fn expect(self, name: String) {
        self.give_up_arrival();
        self.stop_asking();
        self.notice.set(None);
        self.arrival.set(Some(Arrival { name, ..Arrival::default() }));
    }

    fn refuse(self, error: &JsValue) {
        self.arrival.set(None);
        self.report(Failure {
            kind: FailureKind::BadInput,
            message: shims::error_text(error),
            advice: Some(strings::intake_refused_advice().to_owned()),
        });
    }
}
