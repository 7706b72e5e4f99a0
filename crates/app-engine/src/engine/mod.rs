//! The engine: receives commands of the page, and answers with messages.

mod conversations;
mod folder_check;
mod later;
mod opening;
mod remembered;
mod repository;
mod storage_use;
mod takeover;
mod update;

use crate::arriving::Arriving;
use crate::failure;
use crate::git_hosts::GitHosts;
use crate::models::Models;
use crate::opened::Opened;
use crate::packs::{Packs, beside};
use crate::port::{self, Port};
use crate::repository_store::{Identity, RepositoryStore};
use crate::run_store::RunStores;
use crate::runs::{Runs, refused};
use crate::tool_servers::ToolServers;
use crate::web_search::SearchSettings;
use agent::{CancelToken, Controls};
use futures::lock::Mutex;
use host_web::{Interpreters, JsFailure, PerformanceClock};
use js_sys::{Array, ArrayBuffer, Reflect, Uint8Array};
use protocol::wire::{self, WireError};
use protocol::{Command, Failure, Reply};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::MessagePort;

/// The state that is kept between commands.
pub struct Engine {
    store: RepositoryStore,
    packs: Rc<Packs>,
    models: Models,
    tool_servers: ToolServers,
    web_search: SearchSettings,
    git_hosts: GitHosts,
    clock: PerformanceClock,
    opened: RefCell<Option<Rc<Opened>>>,
    /// What is being imported while nothing is open.
    arriving: RefCell<Option<Rc<Arriving>>>,
    running: RefCell<HashMap<u32, CancelToken>>,
    /// By id of the command: pauses its run at the end of the superstep.
    working: RefCell<HashMap<u32, Controls>>,
    run_stores: RunStores,
    /// What runs programs.
    interpreters: Rc<Interpreters>,
    /// Ids of the runs that this engine works on.
    active: RefCell<BTreeSet<String>>,
    /// Attachments that arrived before their command, by its id.
    ahead: RefCell<HashMap<u32, Array>>,
    sample_bytes: RefCell<Option<Option<u64>>>,
    /// Held while an update of the open repository is being stored.
    storing: Mutex<()>,
    /// Why the last update could not be stored, until that was said.
    not_stored: RefCell<Option<Failure>>,
}

impl Engine {
    /// Opens storage and the list of language packs.
    pub async fn open() -> Result<Self, JsFailure> {
        let (store, models) = (RepositoryStore::open().await, Models::new());
        let tool_servers = ToolServers::new(store.files(), models.vault());
        let web_search = SearchSettings::new(store.files(), models.vault());
        let git_hosts = GitHosts::new(models.vault());
        Ok(Self {
            store,
            packs: Rc::new(Packs::open().await?),
            models,
            tool_servers,
            web_search,
            git_hosts,
            clock: PerformanceClock::new(),
            opened: RefCell::default(),
            arriving: RefCell::default(),
            running: RefCell::default(),
            working: RefCell::default(),
            run_stores: RunStores::default(),
            interpreters: Rc::new(Interpreters::new(|name| beside(&format!("../runner/{name}")), port::ask_for_frame)),
            active: RefCell::default(),
            ahead: RefCell::default(),
            sample_bytes: RefCell::default(),
            storing: Mutex::default(),
            not_stored: RefCell::default(),
        })
    }

    /// Receives a message of the page, and answers it asynchronously.
    pub fn receive(self: &Rc<Self>, data: &JsValue) {
        let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let Ok(port) = field("frame").dyn_into::<MessagePort>() {
            return self.interpreters.connect(port);
        }
        let Some(id) = field("id").as_f64().map(|id| id as u32) else { return };
        // A command without attachments has no such field.
        let attachments = field("attachments").dyn_into::<Array>().unwrap_or_default();
        let attachments = self.ahead.borrow_mut().remove(&id).unwrap_or_default().concat(&attachments);
        // Known from its first part on, so that it can be cancelled before the command is here.
        let cancel = self.running.borrow_mut().entry(id).or_default().clone();
        let request = field("request");
        if request.is_undefined() {
            self.ahead.borrow_mut().insert(id, attachments);
            return;
        }
        let request = request.dyn_into::<ArrayBuffer>().map(|buffer| Uint8Array::new(&buffer).to_vec());
        let command = match request.map_err(|_| WireError::Damaged).and_then(|bytes| wire::decode_command(&bytes)) {
            Ok(command) => command,
            Err(error) => {
                self.running.borrow_mut().remove(&id);
                let message = format!("The page and the engine do not understand each other: {error}.");
                return Port::new(id).finish(Err(failure::internal(message)));
            }
        };
        let engine = Rc::clone(self);
        spawn_local(async move {
            let port = Port::new(id);
            let result = engine.answer(command, &attachments, cancel, &port).await;
            engine.running.borrow_mut().remove(&id);
            engine.working.borrow_mut().remove(&id);
            engine.arriving.borrow_mut().take_if(|arriving| arriving.request == id);
            port.finish(result);
        });
    }

    /// Answers what the first screen needs; the rest is in modules of their own, which are loaded when they are first asked
    /// for: see [`repository`] and [`later`].
    async fn answer(
        self: &Rc<Self>,
        command: Command,
        attachments: &Array,
        cancel: CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        if update::waits_for_storing(&command) {
            drop(self.storing.lock().await);
        }
        let engine = Rc::clone(self);
        let answered = match command {
            Command::Hello => return self.welcome().await,
            Command::Cancel { request } => {
                if let Some(token) = self.running.borrow().get(&request) {
                    token.cancel();
                }
                return Ok(Reply::Ok);
            }
            Command::Close => {
                self.opened.borrow_mut().take();
                return self.stored().await;
            }
            Command::Keys => return self.models.keys().await,
            Command::Prepare => repository::load().await.map(|()| Ok(Reply::Ok)),
            // Asked for with every repository that is opened, most of which have none.
            command if later::answers(&command) && !matches!(command, Command::Runs) => {
                later::answer(engine, command, cancel, port.clone()).await
            }
            command => repository::answer(engine, command, attachments.clone(), cancel, port.clone()).await,
        };
        answered.unwrap_or_else(|_| Err(failure::not_loaded()))
    }

    /// The runs of the open repository.
    async fn runs(&self) -> Result<Runs<'_>, Failure> {
        let opened = self.current()?;
        let shared = match &opened.identity {
            Identity::Own(_) => Vec::new(),
            named => self.store.sharing(named, &opened.id).await?,
        };
        let store = self.run_stores.of(&opened.identity, shared, &opened.runs).await;
        let history = opened.git.history.clone();
        Ok(Runs { store: store.map_err(refused)?, active: &self.active, reader: opened.reader(), history })
    }

    async fn stored(&self) -> Result<Reply, Failure> {
        Ok(Reply::Stored { stored: self.store.list().await? })
    }

    fn current(&self) -> Result<Rc<Opened>, Failure> {
        self.opened.borrow().clone().ok_or_else(|| match *self.arriving.borrow() {
            Some(_) => failure::still_arriving(),
            None => failure::none_open(),
        })
    }
}
