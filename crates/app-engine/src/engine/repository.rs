//! What the engine loads with the first repository: import, the code, the graph and search.
//!
//! A wasm module of its own, as [`super::later`] is; what both use is a third one, which is loaded with either.

use super::{Engine, later};
use crate::arriving::Arriving;
use crate::browse;
use crate::failure;
use crate::highlighting;
use crate::port::Port;
use crate::runs::refused;
use agent::CancelToken;
use codebase::Codebase;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::Array;
use protocol::{Command, Failure, Reply};
use std::rc::Rc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Answers a command, once the part is loaded. A part that could not be loaded is tried again with the next command.
#[allow(unsafe_code, reason = "the macro names what it exports and imports without mangling")]
#[wasm_split(
    repository,
    fallible,
    preload(load),
    return_wrapper(let answer = _; { Ok(answer.await) } -> Result<Result<Reply, Failure>, SplitLoaderError>)
)]
pub fn answer(
    engine: Rc<Engine>,
    command: Command,
    attachments: Array,
    cancel: CancelToken,
    port: Port,
) -> LocalBoxFuture<'static, Result<Reply, Failure>> {
    async move { engine.answer_of_repository(command, &attachments, cancel, &port).await }.boxed_local()
}

impl Engine {
    async fn answer_of_repository(
        self: &Rc<Self>,
        command: Command,
        attachments: &Array,
        cancel: CancelToken,
        port: &Port,
    ) -> Result<Reply, Failure> {
        match command {
            Command::Import { source } => {
                let started = self.clock.now_ms();
                // Boxed: one future of all that an import waits for would be one function of 50 kB, entered at each wait.
                let import = self.import(port, &cancel);
                let imported = import.run(&source, attachments, &self.store).boxed_local().await?;
                self.open_imported(imported, port, started).await
            }
            Command::UpdateFolder { changed } => {
                self.update_folder(&changed, attachments, &cancel, port).boxed_local().await
            }
            Command::Open { repository } => self.reopen(&repository, port, cancel).boxed_local().await,
            Command::OpenFile { path } => {
                let file_of = |codebase: &Codebase| (code_view::file(codebase, &path), codebase.snapshot().clone());
                let arriving = self.arriving();
                let (file, snapshot) = match &arriving {
                    Some(arriving) => file_of(arriving.texts()),
                    None => file_of(&self.current()?.codebase),
                };
                let mut file = file.map_err(browse::refused)?;
                // While all parsers work on the import, a file does not wait for its colours: the page reads it again afterwards.
                if arriving.is_none_or(|arriving| arriving.is_parsed()) {
                    file.highlight = highlighting::highlight(&self.packs, &snapshot, &path).await;
                }
                Ok(Reply::File { file })
            }
            Command::Highlight { language, text } => {
                let runs = highlighting::highlight_named(&self.packs, &language, &text).await;
                Ok(Reply::Highlighted { runs })
            }
            Command::ConversationNames => self.conversation_names().await,
            Command::ReadAddress { address } => self.git_hosts.read(&address).await,
            Command::SetHostToken { address, token, remember } => {
                self.git_hosts.set_token(&address, &token, remember).await
            }
            Command::ForgetHostToken { address } => self.git_hosts.forget_token(&address).await,
            Command::CheckFolder => self.check_folder(attachments, cancel).await,
            Command::Runs if self.has_no_runs().await? => Ok(Reply::Runs { runs: Vec::new() }),
            Command::Runs => {
                let answered = later::answer(Rc::clone(self), Command::Runs, cancel, port.clone()).await;
                answered.unwrap_or_else(|_| Err(failure::not_loaded()))
            }
            command => match self.arriving() {
                Some(arriving) => arriving.answer(command),
                None => browse::answer(&self.current()?.codebase, command),
            },
        }
    }

    /// What is being imported, while nothing is open.
    fn arriving(&self) -> Option<Rc<Arriving>> {
        let is_open = self.opened.borrow().is_some();
        self.arriving.borrow().clone().filter(|_| !is_open)
    }

    /// Whether nothing lies where the runs of the open repository would be.
    async fn has_no_runs(&self) -> Result<bool, Failure> {
        Ok(self.runs().await?.store.port().runs().await.map_err(refused)?.is_empty())
    }
}
