//! The engine: receives commands of the page, and answers with messages.

mod opening;
mod remembered;
mod storage_use;
mod takeover;

use crate::ask::{RunRequest, fresh_name};
use crate::browse;
use crate::changes::Changes;
use crate::export;
use crate::failure;
use crate::highlighting;
use crate::history;
use crate::import::Import;
use crate::models::Models;
use crate::opened::Opened;
use crate::packs::{PackParser, Packs, beside};
use crate::port::{self, Port};
use crate::repository_store::{Identity, RepositoryStore};
use crate::run_files::RunFiles;
use crate::run_store::RunStores;
use crate::runs::{Runs, refused};
use crate::tool_servers::ToolServers;
use crate::web_search::SearchSettings;
use agent::{CancelToken, Controls, Fork, Question, Work};
use host_web::{Interpreters, JsFailure, PerformanceClock, TabRunner};
use js_sys::{Array, ArrayBuffer, Reflect, Uint8Array};
use protocol::wire::{self, WireError};
use protocol::{Command, Failure, ModelChoice, ProfileName, ProfileSettings, Reply, RunOrigin};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
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
    clock: PerformanceClock,
    opened: RefCell<Option<Rc<Opened>>>,
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
}

impl Engine {
    /// Opens storage and the list of language packs.
    pub async fn open() -> Result<Self, JsFailure> {
        let (store, models) = (RepositoryStore::open().await, Models::new());
        let tool_servers = ToolServers::new(store.files(), models.vault());
        let web_search = SearchSettings::new(store.files(), models.vault());
        Ok(Self {
            store,
            packs: Rc::new(Packs::open().await?),
            models,
            tool_servers,
            web_search,
            clock: PerformanceClock::new(),
            opened: RefCell::default(),
            running: RefCell::default(),
            working: RefCell::default(),
            run_stores: RunStores::default(),
            interpreters: Rc::new(Interpreters::new(|name| beside(&format!("../runner/{name}")), port::ask_for_frame)),
            active: RefCell::default(),
            ahead: RefCell::default(),
            sample_bytes: RefCell::default(),
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
            port.finish(result);
        });
    }

    async fn answer(
        &self,
        command: Command,
        attachments: &Array,
        cancel: CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        match command {
            Command::Hello => self.welcome().await,
            Command::Cancel { request } => {
                if let Some(token) = self.running.borrow().get(&request) {
                    token.cancel();
                }
                Ok(Reply::Ok)
            }
            Command::Import { source } => {
                let started = self.clock.now_ms();
                let import = Import { port, cancel: &cancel, packs: &self.packs };
                let imported = import.run(&source, attachments, &self.store).await?;
                self.open_imported(imported, port, started).await
            }
            Command::Open { repository } => self.reopen(&repository, port, cancel).await,
            Command::Delete { repository } => {
                self.delete(&repository).await?;
                let is_open = self.opened.borrow().as_ref().is_some_and(|opened| opened.id == repository);
                if is_open {
                    self.opened.borrow_mut().take();
                }
                self.stored().await
            }
            Command::StorageUse => self.storage_use().await,
            Command::DeleteRuns { repository } => self.delete_runs(&repository).await,
            Command::Replace { earlier } => self.replace(&earlier).await,
            Command::Close => {
                self.opened.borrow_mut().take();
                self.stored().await
            }
            Command::Ask { question, history, options, after } => {
                let repository = self.current()?.codebase.overview().name;
                let (run, asked_at, model) = (fresh_name(), PerformanceClock::wall_ms(), options.model.clone());
                let profiles = options.profiles.clone();
                let conversation = match &after {
                    Some(before) => self.runs().await?.conversation(before).await?,
                    None => None,
                };
                let question =
                    Question { run, text: question, history, after, conversation, options, repository, asked_at };
                let work = Work::Ask(question);
                self.work(work, (&model, &profiles), cancel, port).await
            }
            Command::ResumeRun { run, answer, model, profiles } => {
                self.work(Work::Resume { run, answer }, (&model, &profiles), cancel, port).await
            }
            Command::ForkRun { run, checkpoint, question, plan, model, profiles } => {
                let origin = RunOrigin { run, checkpoint };
                let (run, asked_at) = (fresh_name(), PerformanceClock::wall_ms());
                let fork = Fork { origin, run, question, plan, model: model.clone(), asked_at };
                self.work(Work::Fork(fork), (&model, &profiles), cancel, port).await
            }
            Command::OpenFile { path } => {
                let opened = self.current()?;
                let mut file = code_view::file(&opened.codebase, &path).map_err(browse::refused)?;
                file.highlight = highlighting::highlight(&self.packs, opened.codebase.snapshot(), &path).await;
                Ok(Reply::File { file })
            }
            Command::Commit { hash } => history::commit(self.current()?.git.history.as_deref(), &hash).await,
            Command::ChangedMost => {
                let opened = self.current()?;
                history::changed_most(opened.git.history.as_deref(), &opened.codebase).await
            }
            Command::TestConnection { model } => self.models.test(&model, || self.clock.now_ms()).await,
            Command::SetKey { base_url, key, remember } => self.models.set_key(&base_url, &key, remember).await,
            Command::ForgetKey { base_url } => self.models.forget_key(&base_url).await,
            Command::Keys => self.models.keys().await,
            Command::ToolServers => self.tool_servers.list().await,
            Command::AddToolServer { name, url, token, remember } => {
                self.tool_servers.add(&name, &url, &token, remember).await
            }
            Command::RemoveToolServer { name } => self.tool_servers.remove(&name).await,
            Command::ServerTools { name } => self.tool_servers.tools(&name).await,
            Command::TrustTools { name, seen } => self.tool_servers.trust(&name, &seen).await,
            Command::WebSearch => self.web_search.shown().await,
            Command::SetWebSearch { provider, url, key, remember } => {
                self.web_search.set(provider, &url, &key, remember).await
            }
            Command::RemoveWebSearch => self.web_search.remove().await,
            Command::TryWebSearch { query } => self.web_search.try_out(&query).await,
            Command::ExportIndex => export::index(&self.current()?.codebase),
            Command::AgentGraph { agent } => browse::agent_graph(&agent),
            Command::Pause { request } => {
                if let Some(controls) = self.working.borrow().get(&request) {
                    controls.pause.cancel();
                }
                Ok(Reply::Ok)
            }
            Command::Steer { request, text } => {
                let working = self.working.borrow();
                let ended = || failure::bad_input("The run has ended meanwhile; ask again.");
                working.get(&request).ok_or_else(ended)?.steering.send(text);
                Ok(Reply::Ok)
            }
            command @ (Command::Runs
            | Command::OpenRun { .. }
            | Command::Checkpoint { .. }
            | Command::CompareCheckpoints { .. }
            | Command::ExportRun { .. }
            | Command::ImportRun { .. }) => self.runs().await?.answer(command, port).await,
            command @ (Command::RunChanges { .. }
            | Command::DecideChanges { .. }
            | Command::AcceptChanges { .. }
            | Command::ChangesWritten { .. }
            | Command::ExportChanges { .. }
            | Command::ExportChangedFiles { .. }) => {
                let (runs, codebase) = (self.runs().await?, Rc::clone(&self.current()?.codebase));
                Changes { runs, codebase, packs: &self.packs }.answer(command).await
            }
            Command::Memory { run } => self.remembered(run.as_deref()).await,
            Command::ChangeMemory { change } => self.change_memory(change).await,
            Command::DeleteRun { run } => self.delete_run(&run, port).await,
            command => browse::answer(&self.current()?.codebase, command),
        }
    }

    /// Works on a run; [`Command::Pause`] names it by the id of this request.
    async fn work(
        &self,
        work: Work,
        models_of_run: (&ModelChoice, &BTreeMap<ProfileName, ProfileSettings>),
        cancel: CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        let opened = self.current()?;
        let controls = Controls { cancel, ..Controls::default() };
        self.working.borrow_mut().insert(port.request(), controls.clone());
        let runs = self.runs().await?;
        let (reader, models) = (opened.reader(), &self.models);
        let (mcp, search) = (self.tool_servers.open().await?, self.web_search.open().await?);
        let memory = self.store.memory(&opened.identity);
        let parser = Rc::new(PackParser(Rc::clone(&self.packs)));
        let tool_cache = Rc::clone(&opened.tool_cache);
        let history = opened.git.history.clone();
        let files = RunFiles(Rc::clone(&opened.codebase));
        let loading = port.clone();
        let on_loading = Rc::new(move |done, total| loading.loading("Python", done, total));
        let runner = Rc::new(TabRunner::new(Rc::clone(&self.interpreters), files, on_loading));
        RunRequest {
            reader: &reader,
            models,
            mcp,
            search,
            memory,
            tool_cache,
            history,
            parser,
            runner,
            runs,
            controls,
            port,
        }
        .run(work, models_of_run.0, models_of_run.1)
        .await
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
        self.opened.borrow().clone().ok_or_else(failure::none_open)
    }
}
