//! Stored repositories: start, open, delete, close.

use crate::history::History;
use crate::strings;
use crate::workbench::{Arrival, Pane, Tab, Welcome, Workbench};
use crate::{engine::Exchange, shims};
use js_sys::Array;
use leptos::prelude::*;
use protocol::{
    Command, Failure, FailureKind, ImportSource, MessageBody, Reply, RepositoryOverview, StorageKind, StoredRepository,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Most letters of the name of repositories that are opened together.
const LONGEST_NAME: usize = 80;

impl Workbench {
    /// Starts the engine and sends `Hello`. A repository that was open is opened again.
    pub fn start(self) {
        // What failed because the engine was gone is not shown once it starts again.
        self.notice.set(None);
        self.engine.start();
        let before = self.overview.get_untracked();
        spawn_local(async move {
            let reply = self.call(Command::Hello).await;
            let Some(Reply::Welcome { storage, stored, agents, sample_bytes }) = reply else { return };
            if let Some(overview) = before {
                match stored.iter().any(|known| known.id == overview.id) {
                    true => self.open_again(&overview),
                    false => self.leave(),
                }
            }
            if self.welcome.with_untracked(Option::is_none) && self.overview.with_untracked(Option::is_none) {
                self.follow_link(&stored);
            }
            let is_new = self.welcome.with_untracked(Option::is_none);
            self.stored.set(stored);
            self.welcome.set(Some(Welcome { storage, agents, sample_bytes }));
            self.load_keys();
            if is_new {
                self.open_addressed();
            }
        });
    }

    /// Loads what the first repository needs, as one seems about to come: a drag is over the page, or the pointer or the focus
    /// at what brings or opens one.
    pub fn prepare(self) {
        if !self.is_prepared.get_untracked() {
            self.is_prepared.set(true);
            // What cannot be loaded now is loaded, or reported, with the repository.
            spawn_local(async move { drop(self.engine.call(Command::Prepare).await) });
        }
    }

    /// Opens the repository again that was open when the engine stopped, at the same place.
    fn open_again(self, overview: &RepositoryOverview) {
        // An address that cannot be read names no place.
        let here = Self::wanted_here().ok().flatten();
        self.moves.wanted.set(here.filter(|it| it.address.repository == overview.link));
        self.begin_going();
        self.open_stored(overview.id.clone(), overview.name.clone());
    }

    /// Saves the index of the open repository as a file, for a docs site.
    pub fn export_index(self) {
        self.announce(strings::repositories_packing());
        spawn_local(async move {
            if let Some(Reply::Download { name, bytes }) = self.call(Command::ExportIndex).await {
                shims::download_bytes(&name, "application/x-tar", &bytes);
            }
        });
    }

    pub fn open_stored(self, id: String, name: String) {
        self.give_up_arrival();
        // Its folder is asked for when something is to be written there.
        shims::keep_folder(&wasm_bindgen::JsValue::NULL);
        let exchange = self.engine.send(Command::Open { repository: id });
        let arrival = Arrival { request: Some(exchange.id), name, reopening: true, ..Arrival::default() };
        self.arrival.set(Some(arrival));
        spawn_local(self.arrive(exchange));
    }

    /// Opens stored repositories as one, which is a copy of them.
    pub fn open_together(self, ids: &BTreeSet<String>) {
        let chosen = |stored: &Vec<StoredRepository>| {
            let chosen = stored.iter().filter(|it| ids.contains(&it.id));
            chosen.map(|it| (it.id.clone(), it.name.clone())).unzip()
        };
        let (repositories, names): (Vec<String>, Vec<String>) = self.stored.with_untracked(chosen);
        let mut name = names.join(" + ");
        if let Some((end, _)) = name.char_indices().nth(LONGEST_NAME) {
            name.truncate(end);
            name.push('\u{2026}');
        }
        self.send_import(name.clone(), ImportSource::Stored { name, repositories }, &Array::new());
    }

    /// Follows an import or an opening to its end.
    pub(super) async fn arrive(self, mut exchange: Exchange) {
        while let Some(body) = exchange.next().await {
            if self.arrival.with_untracked(|it| it.as_ref().and_then(|it| it.request)) != Some(exchange.id) {
                // It was given up for another.
                continue;
            }
            match body {
                MessageBody::Progress { progress } => self.arrival.update(|arrival| {
                    if let Some(arrival) = arrival {
                        arrival.advance(progress, js_sys::Date::now());
                    }
                }),
                MessageBody::Done { reply: Reply::Opened { overview } } => self.opened(overview),
                MessageBody::Arriving { repository } => self.take_arriving(repository),
                MessageBody::Failed { failure } => self.not_arrived(failure),
                MessageBody::Notice { failure } => self.report(failure),
                MessageBody::Done { .. } | MessageBody::Event { .. } | MessageBody::Loading { .. } => {}
            }
        }
        self.refresh_stored().await;
    }

    fn not_arrived(self, failure: Failure) {
        self.end_arrival();
        if Self::is_about_token(&failure) {
            return self.refused_by_host(failure);
        }
        self.moves.wanted.set(None);
        self.moves.going.set(None);
        if failure.kind == FailureKind::Cancelled {
            self.announce(strings::repositories_stopped());
        }
        self.report(failure);
    }

    /// Asks the browser not to evict the storage. Asked once there is a repository: some browsers refuse before, or ask the
    /// person.
    fn keep_storage(self) {
        spawn_local(async move {
            let promised = JsFuture::from(shims::keep_storage()).await.is_ok_and(|answer| answer.is_truthy());
            if promised {
                self.change_overview(|overview| overview.storage = StorageKind::Opfs { persisted: true });
            }
        });
    }

    fn change_overview(self, change: impl FnOnce(&mut RepositoryOverview)) {
        self.overview.update(|overview| {
            if let Some(overview) = overview {
                change(Arc::make_mut(overview));
            }
        });
    }

    fn opened(self, overview: RepositoryOverview) {
        if overview.storage == (StorageKind::Opfs { persisted: false }) {
            self.keep_storage();
        }
        let is_update = self.arrival.with_untracked(|arrival| arrival.as_ref().is_some_and(|it| it.is_update));
        let was_arriving = self.is_arriving();
        if was_arriving || is_update && overview.earlier.is_none() {
            self.look_again();
        } else if self.overview.with_untracked(Option::is_none) {
            self.clear_but_draft();
        } else {
            self.clear();
        }
        self.announce(strings::repositories_ready(
            &overview.name,
            strings::common_count_files(overview.files),
            strings::common_count_symbols(overview.symbols),
        ));
        let (id, was_stored) =
            (overview.id.clone(), self.arrival.with_untracked(|it| it.as_ref().is_some_and(|it| it.reopening)));
        self.load_links(&overview);
        let wanted = self.moves.wanted.get_untracked();
        match wanted.is_some_and(|wanted| wanted.address.repository == overview.link) {
            true => drop(self.begin_going()),
            false => {
                self.moves.wanted.set(None);
                self.moves.going.set(None);
            }
        }
        self.overview.set(Some(Arc::new(overview)));
        self.arrival.set(None);
        if !was_arriving {
            self.shown.update(|shown| *shown += 1);
        }
        self.hosted.problem.set(None);
        self.recall_folder(id, was_stored);
        if is_update {
            spawn_local(self.list_runs());
        } else {
            self.offer_runs();
        }
        self.ask_what_waits();
    }

    async fn refresh_stored(self) {
        // `Hello` may be sent again: its reply lists what is stored. Where it fails, the list stays as it was.
        if let Ok(Reply::Welcome { stored, .. }) = self.engine.call(Command::Hello).await {
            self.stored.set(stored);
        }
    }

    /// Replaces an earlier copy by the open repository, which takes over its runs.
    pub fn replace_earlier(self, earlier: String) {
        spawn_local(async move {
            if let Some(Reply::Stored { stored }) = self.call(Command::Replace { earlier }).await {
                self.stored.set(stored);
                self.keep_both();
                self.announce(strings::repositories_replaced());
                self.offer_runs();
            }
        });
    }

    /// Removes the question whether an earlier copy is to be replaced.
    pub fn keep_both(self) {
        self.change_overview(|overview| overview.earlier = None);
    }

    /// Deletes a stored repository and returns once the list is up to date.
    pub async fn delete_stored(self, id: String) {
        let is_open = self.overview.with_untracked(|open| open.as_ref().is_some_and(|open| open.id == id));
        if let Some(Reply::Stored { stored }) = self.call(Command::Delete { repository: id }).await {
            self.stored.set(stored);
            if is_open {
                self.leave();
            }
        }
    }

    /// Closes the open repository and shows the first screen.
    pub fn close(self) {
        if self.is_arriving() {
            return self.stop_import();
        }
        self.stop_asking();
        spawn_local(async move {
            if let Some(Reply::Stored { stored }) = self.call(Command::Close).await {
                self.stored.set(stored);
                self.leave();
            }
        });
    }

    fn leave(self) {
        self.moves.going.set(None);
        self.overview.set(None);
        self.clear();
    }

    /// Reads again what is on screen of files that have changed.
    fn look_again(self) {
        self.symbol.set(None);
        self.meaning.set(None);
        self.graph.shown.set(None);
        self.preview.set(None);
        self.read_file_again();
    }

    /// As [`clear`](Self::clear), where nothing was open: what is typed is for the repository that comes.
    pub(super) fn clear_but_draft(self) {
        let typed = self.runs.draft.get_untracked();
        self.clear();
        self.runs.draft.set(typed);
    }

    /// Resets all signals of the repository that was open.
    fn clear(self) {
        self.stop_asking();
        self.runs.clear();
        self.places.set(History::default());
        self.file.set(None);
        self.file_problem.set(None);
        self.symbol.set(None);
        self.meaning.set(None);
        self.graph.history.set(History::default());
        self.graph.shown.set(None);
        self.preview.set(None);
        self.begin_reading();
        self.changes.shown.set(None);
        self.changes.problem.set(None);
        self.changes.conflicts.set(Vec::new());
        self.tab.set(Tab::default());
        self.pane.set(Pane::Ask);
    }
}
