//! The frame of Python: an origin of its own in the page, in which each program has a worker.
//!
//! The page opens the frame and passes a port to it, because this worker cannot. The messages on the port are listed in
//! `runner/src/python/frame.js`.

use super::report::{Report, send};
use crate::JsFailure;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use js_sys::{Array, Object, Reflect};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, MessagePort};

/// What the frame says of itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// It listens.
    Listening,
    /// It has what it needs to start workers.
    Ready,
    /// It could not use it: a clause.
    Failed(String),
}

type Programs = Rc<RefCell<HashMap<u32, UnboundedSender<Report>>>>;

/// The frame, as seen through its port.
pub(super) struct Frame {
    port: MessagePort,
    programs: Programs,
    next: Cell<u32>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Frame {
    /// Listens to the port. The notices end when the frame is dropped.
    pub fn over(port: MessagePort) -> (Rc<Self>, UnboundedReceiver<Notice>) {
        let (notices, heard) = unbounded();
        let programs = Programs::default();
        let known = Rc::clone(&programs);
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            receive(&known, &notices, &event.data());
        });
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        (Rc::new(Self { port, programs, next: Cell::new(0), _on_message: on_message }), heard)
    }

    /// Hands over what workers are made of; the buffers move.
    pub fn load(&self, parts: &Object) -> Result<(), JsFailure> {
        let buffers: Array = Object::values(parts);
        self.port.post_message_with_transferable(&object(&[("parts", parts.into())]), &buffers)?;
        Ok(())
    }

    /// Starts a worker that reports to `reports`; returns its number.
    pub fn start(&self, reports: UnboundedSender<Report>) -> Result<u32, JsFailure> {
        let id = self.next.replace(self.next.get().wrapping_add(1));
        self.programs.borrow_mut().insert(id, reports);
        self.port.post_message(&object(&[("start", id.into())]))?;
        Ok(id)
    }

    pub fn post(&self, id: u32, message: &JsValue) -> Result<(), JsFailure> {
        Ok(self.port.post_message(&object(&[("to", id.into()), ("message", message.clone())]))?)
    }

    pub fn stop(&self, id: u32) {
        self.programs.borrow_mut().remove(&id);
        // A number can always be posted.
        drop(self.port.post_message(&object(&[("stop", id.into())])));
    }
}

fn receive(programs: &Programs, notices: &UnboundedSender<Notice>, data: &JsValue) {
    // Of a message that is no object, or lacks a field, nothing matches below.
    let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let failed = field("failed").as_string();
    let notice = match (field("from").as_f64(), failed) {
        (Some(id), failed) => {
            if let Some(program) = programs.borrow().get(&(id as u32)) {
                send(program, failed.map_or_else(|| Report::of(&field("message")), Report::Lost));
            }
            return;
        }
        (None, Some(why)) => Notice::Failed(why),
        (None, None) if field("listening").is_truthy() => Notice::Listening,
        (None, None) => Notice::Ready,
    };
    // Nobody waits for notices once the frame is ready.
    drop(notices.unbounded_send(notice));
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value).expect("a plain object takes every field");
    }
    object.into()
}
