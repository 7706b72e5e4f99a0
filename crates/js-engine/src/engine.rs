//! Requests in, messages out.

use crate::ask::{Asked, ask};
use crate::failure::Failure;
use crate::index_source::HttpIndexSource;
use crate::request::{Answered, Envelope, Message, Partial, Reply, Request};
use crate::search::{by_name, search};
use agent::CancelToken;
use codebase::{Bounded, Bounds, Codebase, Cut, Reader, StorageError, SymbolId};
use futures::future::{AbortHandle, Abortable};
use futures::lock::Mutex;
use js_sys::Function;
use protocol::Direction;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// What one question may fetch.
const BOUNDS: Bounds =
    Bounds { pages: limits::index::EMBED_QUESTION_PAGES, bytes: limits::index::EMBED_QUESTION_BYTES };
/// Most symbols in a drawing of calls.
const DRAWN: u32 = 24;

/// One repository and the requests about it.
pub struct Engine {
    /// What the reader reads from; `None` where the whole codebase is in memory.
    source: Option<Rc<HttpIndexSource>>,
    /// Locked while the index is opened, so that concurrent requests open it once.
    reader: Mutex<Option<Rc<Reader>>>,
    running: RefCell<HashMap<u32, Stop>>,
    post: Function,
}

/// How a request is stopped: a run ends with an event about it, anything else at once.
struct Stop {
    run: CancelToken,
    other: AbortHandle,
    is_run: bool,
}

impl Engine {
    /// Over the index directory at an absolute address.
    pub fn over_index(index: &str, post: Function) -> Self {
        let source = Some(Rc::new(HttpIndexSource::new(index)));
        Self { source, reader: Mutex::new(None), running: RefCell::default(), post }
    }

    /// Over a codebase that is in memory as a whole.
    pub fn over_codebase(codebase: Codebase, post: Function) -> Self {
        let reader = Mutex::new(Some(Rc::new(Reader::whole(codebase))));
        Self { source: None, reader, running: RefCell::default(), post }
    }

    /// Answers a request by messages; returns at once. One without an id cannot be answered and is left out.
    pub fn handle(self: &Rc<Self>, message: &JsValue) {
        let Ok(Envelope { id }) = serde_wasm_bindgen::from_value(message.clone()) else { return };
        let request = match serde_wasm_bindgen::from_value(message.clone()) {
            Ok(Request::Cancel { request }) => return self.cancel(request),
            Ok(request) => request,
            Err(error) => {
                return self.end(id, Err(Failure::bad_input(format!("The request makes no sense: {error}."))));
            }
        };
        let (other, registration) = AbortHandle::new_pair();
        let run = CancelToken::new();
        let is_run = matches!(request, Request::Ask { .. });
        self.running.borrow_mut().insert(id, Stop { run: run.clone(), other, is_run });
        let engine = Rc::clone(self);
        spawn_local(async move {
            let work = engine.answer(id, request, run);
            let result = Abortable::new(work, registration).await.unwrap_or_else(|_| Err(Failure::cancelled()));
            engine.running.borrow_mut().remove(&id);
            engine.end(id, result);
        });
    }

    fn cancel(&self, id: u32) {
        match self.running.borrow().get(&id) {
            Some(stop) if stop.is_run => stop.run.cancel(),
            Some(stop) => stop.other.abort(),
            None => {}
        }
    }

    fn end(&self, id: u32, result: Result<Reply, Failure>) {
        self.send(
            id,
            match result {
                Ok(reply) => Message::Done { reply },
                Err(failure) => Message::Failed { failure },
            },
        );
    }

    fn send(&self, id: u32, message: Message<'_>) {
        post(&self.post, &Answered { id, message });
    }

    async fn answer(self: &Rc<Self>, id: u32, request: Request, cancel: CancelToken) -> Result<Reply, Failure> {
        let reader = self.reader(id).await?;
        match request {
            Request::Open => {
                let files = self.question(&reader, |codebase| codebase.snapshot().files.len() as u32).await?;
                Ok(Reply::Opened { name: reader.name(), snapshot: reader.snapshot_id(), files })
            }
            Request::Suggest => {
                let questions = self.question(&reader, Codebase::suggested_questions).await?;
                Ok(Reply::Suggestions { questions })
            }
            Request::Search { query, names_only } => {
                let found = |codebase: &Codebase| match names_only {
                    true => by_name(codebase, &query),
                    false => search(codebase, &query),
                };
                let Bounded { answer: items, cut } = self.bounded(&reader, found).await?;
                Ok(Reply::Found { items: items?, cut: cut.map(caveat) })
            }
            Request::Symbol { symbol } => self.symbol(&reader, SymbolId(symbol)).await,
            Request::SymbolNamed { name } => {
                let named = self.question(&reader, |codebase| codebase.symbols_named(&name)).await??;
                self.symbol(&reader, named.first().ok_or_else(Failure::no_symbol)?.id).await
            }
            Request::Around { symbol } => {
                let around = |codebase: &Codebase| {
                    code_view::neighbourhood(codebase, SymbolId(symbol), 1, Direction::Both, DRAWN)
                };
                Ok(Reply::Around(partial(self.bounded(&reader, around).await?)?))
            }
            Request::Lines { path, start, end } => {
                let read = |codebase: &Codebase| codebase.read_file(&path, Some((start, end.max(start))));
                let file = self.question(&reader, read).await??;
                Ok(Reply::Lines {
                    path: file.span.path,
                    language: file.language.name().to_owned(),
                    start: file.span.start_line,
                    end: file.span.end_line,
                    total: file.total_lines,
                    text: file.text,
                })
            }
            Request::Ask { question, history, model } => {
                let asked = Asked { question, history, model };
                ask(&reader, asked, cancel, |event| self.send(id, Message::Event { event: &event })).await;
                let fetched = self.source.as_ref().map_or(0.0, |source| source.bytes());
                Ok(Reply::Ended { held: reader.loaded_bytes() as f64, fetched })
            }
            // Handled in `handle`.
            Request::Cancel { .. } => Err(Failure::cancelled()),
        }
    }

    async fn symbol(&self, reader: &Reader, id: SymbolId) -> Result<Reply, Failure> {
        let page = self.bounded(reader, |codebase| code_view::symbol_page(codebase, id)).await?;
        Ok(Reply::Symbol(partial(page)?))
    }

    async fn bounded<T>(&self, reader: &Reader, question: impl Fn(&Codebase) -> T) -> Result<Bounded<T>, Failure> {
        reader.ask_bounded(question).await.map_err(|error| self.failure(&error))
    }

    async fn question<T>(&self, reader: &Reader, question: impl Fn(&Codebase) -> T) -> Result<T, Failure> {
        reader.ask(question).await.map_err(|error| self.failure(&error))
    }

    /// The reader; the first request opens the index. After a failure the next request tries again.
    async fn reader(self: &Rc<Self>, id: u32) -> Result<Rc<Reader>, Failure> {
        let mut opened = self.reader.lock().await;
        if let Some(reader) = &*opened {
            return Ok(Rc::clone(reader));
        }
        let source = Rc::clone(self.source.as_ref().expect("without a source the reader was given"));
        let engine = Rc::downgrade(self);
        source.on_progress(Some(Box::new(move |files, bytes| {
            if let Some(engine) = engine.upgrade() {
                engine.send(id, Message::Progress { files, bytes });
            }
        })));
        let reader = Reader::open(Rc::<HttpIndexSource>::clone(&source)).await;
        source.on_progress(None);
        let reader = reader.map_err(|error| self.failure(&error))?;
        let reader = reader.with_bounds(BOUNDS);
        Ok(Rc::clone(opened.insert(Rc::new(reader))))
    }

    /// What the reader's error means, with what the source knows about it.
    fn failure(&self, error: &StorageError) -> Failure {
        Failure::of_index(error, self.source.as_ref().and_then(|source| source.take_failure()))
    }
}

/// Plain data as JavaScript has it after `JSON.parse`: maps as objects, `None` as null.
pub fn to_js(data: &impl Serialize) -> JsValue {
    data.serialize(&Serializer::json_compatible()).expect("messages are plain data")
}

/// Calls a script's function with a message.
pub fn post(post: &Function, message: &impl Serialize) {
    post.call1(&JsValue::NULL, &to_js(message)).expect("the function that takes messages does not throw");
}

/// The answer, or why there is none: a symbol that was not read is not known to be absent.
fn partial<T: serde::Serialize>(found: Bounded<Option<T>>) -> Result<Partial<T>, Failure> {
    match (found.answer, found.cut) {
        (Some(answer), cut) => Ok(Partial { answer: Box::new(answer), cut: cut.map(caveat) }),
        (None, None) => Err(Failure::no_symbol()),
        (None, Some(cut)) => Err(Failure::of_index(&StorageError::TooMuch(cut), None)),
    }
}

fn caveat(cut: Cut) -> String {
    format!("This may be incomplete: {cut}.")
}
