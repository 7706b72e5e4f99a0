//! What the engine loads when it is first asked for: agents and models, stored runs and their changes, memories, settings,
//! the writer of index directories.
//!
//! `wasm_split` makes of [`answer`], and of all that is reached from it alone, a second wasm module with the same memory;
//! `cargo xtask build` cuts it off. Nothing else in this crate may call what belongs there, or it is in the first module.

use super::Engine;
use crate::ask::{RunRequest, fresh_name};
use crate::browse;
use crate::changes::Changes;
use crate::packs::PackParser;
use crate::port::Port;
use crate::run_files::RunFiles;
use crate::{export, failure, history};
use agent::{CancelToken, Controls, Fork, Question, Work};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use host_web::{PerformanceClock, TabRunner};
use protocol::{AskOptions, Command, Failure, ModelChoice, ProfileName, ProfileSettings, Reply, RunOrigin};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Whether this part answers a command.
pub fn answers(command: &Command) -> bool {
    matches!(
        command,
        Command::Delete { .. }
            | Command::StorageUse
            | Command::DeleteRuns { .. }
            | Command::Replace { .. }
            | Command::Ask { .. }
            | Command::ProposePatch { .. }
            | Command::ResumeRun { .. }
            | Command::ForkRun { .. }
            | Command::Commit { .. }
            | Command::ChangedMost
            | Command::TestConnection { .. }
            | Command::SetKey { .. }
            | Command::ForgetKey { .. }
            | Command::ToolServers
            | Command::AddToolServer { .. }
            | Command::RemoveToolServer { .. }
            | Command::ServerTools { .. }
            | Command::TrustTools { .. }
            | Command::WebSearch
            | Command::SetWebSearch { .. }
            | Command::RemoveWebSearch
            | Command::TryWebSearch { .. }
            | Command::ExportIndex
            | Command::AgentGraph { .. }
            | Command::Pause { .. }
            | Command::Steer { .. }
            | Command::Runs
            | Command::OpenRun { .. }
            | Command::Checkpoint { .. }
            | Command::CompareCheckpoints { .. }
            | Command::ExportRun { .. }
            | Command::ImportRun { .. }
            | Command::DeleteRun { .. }
            | Command::RunChanges { .. }
            | Command::DecideChanges { .. }
            | Command::AcceptChanges { .. }
            | Command::ChangesWritten { .. }
            | Command::ExportChanges { .. }
            | Command::ExportChangedFiles { .. }
            | Command::Memory { .. }
            | Command::ChangeMemory { .. }
            | Command::NameConversation { .. }
            | Command::DeleteConversation { .. }
            | Command::ExportConversation { .. }
    )
}

/// Answers a command, once the part is loaded. A part that could not be loaded is tried again with the next command.
#[allow(unsafe_code, reason = "the macro names what it exports and imports without mangling")]
#[wasm_split(
    later,
    fallible,
    preload(load),
    return_wrapper(let answer = _; { Ok(answer.await) } -> Result<Result<Reply, Failure>, SplitLoaderError>)
)]
pub fn answer(
    engine: Rc<Engine>,
    command: Command,
    cancel: CancelToken,
    port: Port,
) -> LocalBoxFuture<'static, Result<Reply, Failure>> {
    async move { engine.answer_later(command, cancel, &port).await }.boxed_local()
}

impl Engine {
    async fn answer_later(&self, command: Command, cancel: CancelToken, port: &Port) -> Result<Reply, Failure> {
        match command {
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
            Command::Ask { question, history, options, after, conversation, instead_of } => {
                let repository = self.current()?.codebase.overview().name;
                let (run, asked_at, model) = (fresh_name(), PerformanceClock::wall_ms(), options.model.clone());
                let profiles = options.profiles.clone();
                let conversation = self.conversation_of(conversation, after.as_deref()).await?;
                let work = Work::Ask(Question {
                    run,
                    text: question,
                    history,
                    after,
                    conversation,
                    instead_of,
                    options,
                    repository,
                    asked_at,
                });
                self.work(work, (&model, &profiles), cancel, port).await
            }
            Command::ProposePatch { name, patch, after, conversation } => {
                self.propose_patch(&name, &patch, after, conversation, port).await
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
            Command::Commit { hash } => history::commit(self.current()?.git.history.as_deref(), &hash).await,
            Command::ChangedMost => {
                let opened = self.current()?;
                history::changed_most(opened.git.history.as_deref(), &opened.codebase).await
            }
            Command::TestConnection { model } => self.models.test(&model, || self.clock.now_ms()).await,
            Command::SetKey { base_url, key, remember } => self.models.set_key(&base_url, &key, remember).await,
            Command::ForgetKey { base_url } => self.models.forget_key(&base_url).await,
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
            | Command::ExportConversation { .. }) => self.runs().await?.answer(command, port).await,
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
            Command::ImportRun { bytes } => self.import_runs(bytes).await,
            Command::NameConversation { conversation, name } => self.name_conversation(&conversation, &name).await,
            Command::DeleteConversation { conversation, runs } => {
                self.delete_conversation(&conversation, runs, port).await
            }
            Command::DeleteRun { run } => self.delete_run(&run, port).await,
            other => Err(failure::internal(format!("This is no command of the later part: {other:?}."))),
        }
    }

    /// Stores what a patch changes as a run, and shows that.
    async fn propose_patch(
        &self,
        name: &str,
        patch: &[u8],
        after: Option<String>,
        conversation: Option<String>,
        port: &Port,
    ) -> Result<Reply, Failure> {
        let (runs, codebase) = (self.runs().await?, Rc::clone(&self.current()?.codebase));
        let conversation = self.conversation_of(conversation, after.as_deref()).await?;
        let question = Question {
            run: fresh_name(),
            text: format!("Apply the patch {}", code_view::shown_name(name)),
            history: Vec::new(),
            after,
            conversation,
            instead_of: None,
            options: AskOptions::default(),
            repository: codebase.snapshot().name.clone(),
            asked_at: PerformanceClock::wall_ms(),
        };
        Changes { runs, codebase, packs: &self.packs }.propose(question, name, patch, port).await
    }

    /// Works on a run; [`Command::Pause`] names it by the id of this request.
    async fn work(
        &self,
        mut work: Work,
        models_of_run: (&ModelChoice, &BTreeMap<ProfileName, ProfileSettings>),
        cancel: CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        let opened = self.current()?;
        let controls = Controls { cancel, ..Controls::default() };
        self.working.borrow_mut().insert(port.request(), controls.clone());
        let runs = self.runs().await?;
        let folder = match &work {
            Work::Ask(question) => question.options.folder.clone(),
            Work::Resume { run, .. } => runs.folder(run).await?,
            Work::Fork(fork) => runs.folder(&fork.origin.run).await?,
        };
        let (reader, models) = (opened.reader_of(folder.as_deref())?, &self.models);
        if let Work::Ask(question) = &mut work {
            question.options.folder = reader.scope().map(str::to_owned);
        }
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
}
