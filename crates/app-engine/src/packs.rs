//! Language packs on parse workers: fetched when a file needs them, compiled once, run in batches.
//!
//! A pack itself gives up on a file that takes too much work, by a limit that is the same on every machine. The
//! deadline of the pool is the second limit: a batch that exceeds it is run again one file at a time, so that only the
//! file that causes it is left out.

use agent::FileParser;
use compact_sort::CompactSort;
use facts::FileFacts;
use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use host_web::worker_pool::{JobError, Patience};
use host_web::{JsFailure, WorkerPool};
use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, Uint8Array, WebAssembly};
use source::{Language, RepoPath, embedded};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, Response};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// `FileFacts`, postcard.
    Facts = 0,
    /// Highlight spans, postcard.
    Highlight = 1,
}

/// The result of a pack for one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackResult {
    /// The result of the operation, as bytes.
    Bytes(Vec<u8>),
    /// None: the file used up the stack or memory of the pack.
    Trapped,
    /// None: the file exceeded the deadline.
    TookTooLong,
    /// None: the pack could not be loaded.
    Unavailable,
}

impl PackResult {
    fn of(value: &JsValue) -> Self {
        match value.dyn_ref::<ArrayBuffer>() {
            Some(buffer) => Self::Bytes(Uint8Array::new(buffer).to_vec()),
            None => Self::Trapped,
        }
    }
}

/// Parses files that agents change, by the packs.
pub struct PackParser(pub Rc<Packs>);

impl FileParser for PackParser {
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(async move {
            let language = Language::of(path, text);
            if !self.0.has(language) {
                return Ok(None);
            }
            let results = self
                .0
                .run(language, Operation::Facts, &[&embedded::code_of(path, text)])
                .await
                .map_err(|error| error.to_string())?;
            match results.into_iter().next() {
                Some(PackResult::Bytes(facts)) => {
                    FileFacts::from_bytes(&facts).map(Some).map_err(|error| error.to_string())
                }
                _ => Err("it took too much work to parse".to_owned()),
            }
        })
    }
}

type Compiled = Shared<LocalBoxFuture<'static, Result<JsValue, JsFailure>>>;

/// The packs and the workers that run them.
pub struct Packs {
    table: HashMap<String, String>,
    modules: RefCell<HashMap<Language, Compiled>>,
    pool: RefCell<Option<Rc<WorkerPool>>>,
}

impl Packs {
    /// Reads the list of packs of this build.
    pub async fn open() -> Result<Self, JsFailure> {
        let text = fetch("../packs/packs.json").await?.text()?;
        let text = JsFuture::from(text).await?.as_string().expect("the text of a response is a string");
        let table = serde_json::from_str(&text).map_err(|error| JsFailure {
            name: "SyntaxError".to_owned(),
            message: format!("packs.json cannot be read: {error}"),
        })?;
        Ok(Self { table, modules: RefCell::default(), pool: RefCell::default() })
    }

    /// Whether this build has a pack for the language.
    pub fn has(&self, language: Language) -> bool {
        self.table.contains_key(language.id())
    }

    /// Identifies this build of the packs by the names of their files, which are hashes of their content.
    pub fn build(&self) -> String {
        let mut files: Vec<&str> = self.table.values().map(String::as_str).collect();
        files.compact_sort();
        files.join(" ")
    }

    /// Starts to load what a file of this path will be parsed with, so far as the path says the language.
    pub fn prepare(self: &Rc<Self>, path: &str) {
        let Ok(path) = RepoPath::parse(path) else { return };
        let language = Language::of(&path, "");
        if self.has(language) && !self.modules.borrow().contains_key(&language) {
            self.pool();
            let packs = Rc::clone(self);
            // A failure is reported to who needs the pack.
            spawn_local(async move { drop(packs.module(language).await) });
        }
    }

    /// How many files are worked on at the same time.
    pub fn width() -> usize {
        let cores = scope().navigator().hardware_concurrency() as usize;
        // One core stays for the page and one for this worker, but there are always two to parse with.
        cores.saturating_sub(2).clamp(2, 8)
    }

    /// Stops the workers; the next job starts new ones.
    pub fn stop(&self) {
        self.pool.borrow_mut().take();
    }

    /// Runs a batch of texts through a language's pack; returns a result for each, in the same order.
    pub async fn run(
        &self,
        language: Language,
        operation: Operation,
        texts: &[&str],
    ) -> Result<Vec<PackResult>, JsFailure> {
        let module = self.module(language).await?;
        let batch = Batch { language, operation, module };
        match self.job(&batch, texts).await {
            Err(JobError::TookTooLong) => {}
            done => return done.map_err(|error| self.failed(error)),
        }
        let mut results = Vec::new();
        for text in texts {
            // A batch of one has had its time.
            let alone = if texts.len() > 1 { self.job(&batch, &[text]).await } else { Err(JobError::TookTooLong) };
            match alone {
                Ok(result) => results.extend(result),
                Err(JobError::TookTooLong) => results.push(PackResult::TookTooLong),
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(results)
    }

    async fn job(&self, batch: &Batch, texts: &[&str]) -> Result<Vec<PackResult>, JobError> {
        let pool = self.pool();
        let result = pool.run(|| batch.message(texts)).await?;
        Ok(Array::from(&result).iter().map(|value| PackResult::of(&value)).collect())
    }

    /// Stops workers that fail, so that the next job starts new ones: the cause may have been temporary.
    fn failed(&self, error: JobError) -> JsFailure {
        match error {
            JobError::NoWorker(why) => {
                self.stop();
                why
            }
            JobError::Refused(why) => why,
            JobError::TookTooLong => JsFailure { name: "TimeoutError".to_owned(), message: error.to_string() },
        }
    }

    fn pool(&self) -> Rc<WorkerPool> {
        let start = || Rc::new(WorkerPool::start(&beside("parse-worker.js"), Self::width(), Patience::default()));
        Rc::clone(self.pool.borrow_mut().get_or_insert_with(start))
    }

    async fn module(&self, language: Language) -> Result<JsValue, JsFailure> {
        let known = self.modules.borrow().get(&language).cloned();
        let compiled = match known {
            Some(compiled) => compiled,
            None => {
                let file = self.table.get(language.id()).ok_or_else(|| JsFailure {
                    name: "NotFoundError".to_owned(),
                    message: format!("this build has no pack for {}", language.name()),
                })?;
                let compiled = compile(format!("../packs/{file}")).boxed_local().shared();
                self.modules.borrow_mut().insert(language, compiled.clone());
                compiled
            }
        };
        let result = compiled.await;
        if result.is_err() {
            // A network fault may pass: the next file tries again.
            self.modules.borrow_mut().remove(&language);
        }
        result
    }
}

/// What is common to the jobs of a batch.
struct Batch {
    language: Language,
    operation: Operation,
    module: JsValue,
}

impl Batch {
    /// A message to a parse worker, and the buffers that move with it.
    fn message(&self, texts: &[&str]) -> Result<(Object, Array), JsFailure> {
        let inputs = Array::new();
        for text in texts {
            inputs.push(&Uint8Array::from(text.as_bytes()).buffer());
        }
        let message = Object::new();
        Reflect::set(&message, &"language".into(), &self.language.id().into())?;
        Reflect::set(&message, &"module".into(), &self.module)?;
        Reflect::set(&message, &"op".into(), &(self.operation as u32).into())?;
        Reflect::set(&message, &"inputs".into(), &inputs)?;
        Ok((message, inputs))
    }
}

/// A module of this build. Where the server names its type, it is compiled while it arrives, and the browser may keep what it
/// compiled.
async fn compile(url: String) -> Result<JsValue, JsFailure> {
    let response = fetch(&url).await?;
    if response.headers().get("content-type")?.is_some_and(|kind| kind.starts_with("application/wasm")) {
        return Ok(JsFuture::from(WebAssembly::compile_streaming(&Promise::resolve(&JsValue::from(response)))).await?);
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    Ok(JsFuture::from(WebAssembly::compile(&bytes)).await?)
}

/// Fetches a file of this build, relative to the engine's folder.
pub async fn fetch(relative: &str) -> Result<Response, JsFailure> {
    let response: Response = JsFuture::from(scope().fetch_with_str(&beside(relative))).await?.unchecked_into();
    if !response.ok() {
        let message = format!("{relative} could not be loaded (status {})", response.status());
        return Err(JsFailure { name: "NetworkError".to_owned(), message });
    }
    Ok(response)
}

/// URL of a file beside the worker's script. Files with the same name in every build get the build's query, as the
/// script does; packs have a hash in their name.
pub fn beside(relative: &str) -> String {
    let location = scope().location();
    let here = location.href();
    let here = here.split(['?', '#']).next().expect("a split has a first part");
    let folder = here.rfind('/').map_or("", |slash| &here[..=slash]);
    let build = if relative.ends_with(".wasm") { String::new() } else { location.search() };
    format!("{folder}{relative}{build}")
}

/// The name of this build of the engine, by which its worker was loaded; empty for a build without one.
pub fn engine_build() -> String {
    scope().location().search()
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Size of a file of this build; `None` where it is not there or the server sends no length.
pub async fn size_of(relative: &str) -> Option<u64> {
    let options = web_sys::RequestInit::new();
    options.set_method("HEAD");
    let response = JsFuture::from(scope().fetch_with_str_and_init(&beside(relative), &options)).await.ok()?;
    let response: Response = response.unchecked_into();
    let length = response.headers().get("content-length").ok()??;
    response.ok().then(|| length.parse().ok())?
}
