//! Python: loaded into its frame when it is first wanted.

use super::download::download;
use super::frame::{Frame, Notice};
use crate::{JsFailure, TimeoutTimer};
use futures::channel::mpsc::UnboundedReceiver;
use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, Shared, select};
use futures::{FutureExt, StreamExt};
use js_sys::{Object, Reflect};
use model::Timer;
use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::MessagePort;

/// How long the page may take to open the frame, and the frame to take what it gets, in milliseconds.
const FRAME_MS: u64 = 30_000;

/// Gets the bytes loaded so far, and all.
pub type OnLoading = Rc<dyn Fn(u64, u64)>;

type Loaded = Shared<LocalBoxFuture<'static, Result<Rc<Frame>, String>>>;

/// Python's frame, and how to get it.
pub(super) struct Python {
    state: Rc<State>,
    loaded: RefCell<Option<Loaded>>,
}

struct State {
    beside: Box<dyn Fn(&str) -> String>,
    ask_page: Box<dyn Fn()>,
    port: RefCell<Option<oneshot::Sender<MessagePort>>>,
}

impl Python {
    /// `beside` gives the address of a file of the interpreters, `ask_page` has the page open the frame.
    pub fn new(beside: impl Fn(&str) -> String + 'static, ask_page: impl Fn() + 'static) -> Self {
        let (beside, ask_page) = (Box::new(beside), Box::new(ask_page));
        Self { state: Rc::new(State { beside, ask_page, port: RefCell::default() }), loaded: RefCell::default() }
    }

    /// The page has opened the frame.
    pub fn connect(&self, port: MessagePort) {
        if let Some(waiting) = self.state.port.borrow_mut().take() {
            // Whoever wanted the frame may have gone.
            drop(waiting.send(port));
        }
    }

    /// Has the next program open the frame anew: one of its workers failed, and it may be gone as a whole.
    pub fn forget(&self) {
        self.loaded.borrow_mut().take();
    }

    /// The frame with Python in it. The first call loads it; one that failed is tried again by the next.
    pub async fn frame(&self, on: &OnLoading) -> Result<Rc<Frame>, String> {
        let known = self.loaded.borrow().clone();
        let loaded = known.unwrap_or_else(|| {
            let loading = load(Rc::clone(&self.state), Rc::clone(on)).boxed_local().shared();
            *self.loaded.borrow_mut() = Some(loading.clone());
            loading
        });
        let frame = loaded.await;
        if frame.is_err() {
            self.loaded.borrow_mut().take();
        }
        frame
    }
}

async fn load(state: Rc<State>, on: OnLoading) -> Result<Rc<Frame>, String> {
    let (sender, port) = oneshot::channel();
    *state.port.borrow_mut() = Some(sender);
    (state.ask_page)();
    let opened = within(port, "the page did not open a frame for it").await?;
    let (frame, mut notices) = Frame::over(opened.map_err(|_| "its frame was opened twice".to_owned())?);
    expect(&mut notices, Notice::Listening, NO_FRAME).await?;
    let parts = parts(&state, &on).await.map_err(|error| error.to_string())?;
    frame.load(&parts).map_err(|error| error.to_string())?;
    expect(&mut notices, Notice::Ready, "its frame did not take it").await?;
    Ok(frame)
}

/// A host may forbid frames for every file; the documents say what to set.
const NO_FRAME: &str = "its frame did not load: the host may forbid frames (see docs/deploy.md)";

async fn expect(notices: &mut UnboundedReceiver<Notice>, wanted: Notice, else_say: &str) -> Result<(), String> {
    match within(notices.next(), else_say).await? {
        Some(notice) if notice == wanted => Ok(()),
        Some(Notice::Failed(why)) => Err(why),
        _ => Err(else_say.to_owned()),
    }
}

async fn within<T>(wanted: impl Future<Output = T>, else_say: &str) -> Result<T, String> {
    match select(pin!(wanted), pin!(TimeoutTimer.sleep(FRAME_MS))).await {
        Either::Left((it, _)) => Ok(it),
        Either::Right(_) => Err(else_say.to_owned()),
    }
}

/// What the frame needs, as buffers by name.
async fn parts(state: &State, on: &OnLoading) -> Result<Object, JsFailure> {
    let list = download(&(state.beside)("python/parts.json"), &mut |_| {}).await?;
    let text = String::from_utf8_lossy(&js_sys::Uint8Array::new(&list).to_vec()).into_owned();
    let list: Object = js_sys::JSON::parse(&text)?.into();
    let field = |of: &JsValue, name: &str| Reflect::get(of, &name.into());
    let entries = Object::entries(&list);
    let mut all = 0.0;
    for entry in entries.iter() {
        all += field(&Reflect::get_u32(&entry, 1)?, "bytes")?.as_f64().unwrap_or(0.0);
    }
    let (buffers, mut before) = (Object::new(), 0);
    for entry in entries.iter() {
        let (name, part) = (Reflect::get_u32(&entry, 0)?, Reflect::get_u32(&entry, 1)?);
        let file = field(&part, "file")?.as_string().unwrap_or_default();
        let mut loaded = 0;
        let mut count = |bytes| {
            loaded = bytes;
            on(before + bytes, all as u64);
        };
        let buffer = download(&(state.beside)(&format!("python/{file}")), &mut count).await?;
        before += loaded;
        Reflect::set(&buffers, &name, &buffer)?;
    }
    Ok(buffers)
}
