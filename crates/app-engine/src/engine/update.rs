//! Brings the open repository up to date with its folder. It is open again before it is stored: until then what was stored before
//! stays, and a visit that ends early finds that, with the folder changed since.

use super::Engine;
use crate::failure;
use crate::git_to_keep::GitToKeep;
use crate::import::Updated;
use crate::opened::{Basis, Opened};
use crate::port::Port;
use crate::repository_store::{Beside, RepositoryStore, Stamps};
use agent::CancelToken;
use codebase::ParsedFiles;
use host_web::{folder_handles, sentence, yield_now};
use js_sys::Array;
use protocol::{Command, Failure, ImportSource, Reply};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::FileSystemDirectoryHandle;

/// What is stored of an update besides what is open.
struct ToStore {
    /// The storage key of the state before.
    before: String,
    parsed: Rc<ParsedFiles>,
    git: GitToKeep,
    stamps: Stamps,
}

/// Whether a command reads or changes which repositories are stored, or what is stored beside the open one.
pub(super) fn waits_for_storing(command: &Command) -> bool {
    matches!(
        command,
        Command::Hello
            | Command::Import { .. }
            | Command::UpdateFolder { .. }
            | Command::Open { .. }
            | Command::Close
            | Command::Delete { .. }
            | Command::Replace { .. }
            | Command::CheckFolder
    )
}

impl Engine {
    /// Takes in these files of the folder.
    pub(super) async fn update_folder(
        self: &Rc<Self>,
        changed: &[String],
        attachments: &Array,
        cancel: &CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        let started = self.clock.now_ms();
        let before = self.current()?;
        let folder = attachments.get(0).dyn_into::<FileSystemDirectoryHandle>();
        let folder = folder.map_err(|_| failure::bad_input("The page handed over no folder."))?;
        let import = self.import(port, cancel);
        let Some(updated) = import.update(&folder, changed, &self.store).await? else {
            let source = ImportSource::Folder { name: folder.name() };
            let imported = import.run(&source, attachments, &self.store).await?;
            return self.open_imported(imported, port, started).await;
        };
        let Updated { codebase, parsed, git, stamps } = updated;
        let parsed = Rc::new(parsed);
        let opened = Opened {
            codebase: Rc::new(codebase),
            tool_cache: Rc::default(),
            id: RepositoryStore::fresh_id(),
            basis: Basis::Built(Rc::clone(&parsed)),
            ..Opened::clone(&before)
        };
        // Before the page asks for it. Where it cannot be kept, the person is asked the next time.
        drop(folder_handles::remember(&opened.id, &folder).await);
        let reply = self.set_open(opened, None, None, started);
        let (engine, opened) = (Rc::clone(self), self.current()?);
        let to_store = ToStore { before: before.id.clone(), parsed, git, stamps };
        spawn_local(async move {
            let _storing = engine.storing.lock().await;
            // What the page asks first is answered first.
            yield_now().await;
            if let Err(failure) = engine.store_update(&opened, &to_store).await {
                // The state before is what is stored. The next look at the folder says why.
                engine.change_opened(&opened, |opened| opened.id.clone_from(&to_store.before));
                engine.not_stored.replace(Some(failure));
            }
        });
        Ok(reply)
    }

    async fn store_update(&self, opened: &Rc<Opened>, to_store: &ToStore) -> Result<(), Failure> {
        let ToStore { before, parsed, git, stamps } = to_store;
        let index = opened.codebase.to_bytes().map_err(|error| failure::internal(sentence(&error)))?;
        let beside = Beside { identity: &opened.identity, git, origin: None, stamps: Some(stamps) };
        self.store.save_as(&opened.id, opened.codebase.snapshot(), &index, parsed, &beside).await?;
        let git = self.store.git(&opened.id).await;
        self.change_opened(opened, |opened| opened.git = git);
        match self.store.delete(before).await {
            Ok(()) => drop(folder_handles::forget(before).await),
            // It is listed beside the new one, and can be deleted there.
            Err(failure) => drop(self.not_stored.replace(Some(failure))),
        }
        Ok(())
    }

    /// Changes what is known of a repository, if it is the open one still.
    fn change_opened(&self, opened: &Rc<Opened>, change: impl FnOnce(&mut Opened)) {
        let is_open = self.opened.borrow().as_ref().is_some_and(|open| open.id == opened.id);
        if is_open {
            let mut changed = Opened::clone(opened);
            change(&mut changed);
            self.opened.replace(Some(Rc::new(changed)));
        }
    }
}
