//! A pool of module workers that turn bytes into bytes.
//!
//! A worker script answers each message `{id, ...job}` with `{id, result}` or `{id, error}`. Jobs go to the worker
//! with the fewest under way, two at most each, so that one is always waiting where another finishes. Dropping the
//! pool stops its workers.

use crate::JsFailure;
use futures::channel::oneshot;
use js_sys::{Array, Object, Reflect};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

const AHEAD: usize = 2;

/// What hears a worker; dropped with the pool.
type Listeners = (Closure<dyn FnMut(MessageEvent)>, Closure<dyn FnMut(ErrorEvent)>);

type Answer = oneshot::Sender<Result<JsValue, JsFailure>>;

struct Job {
    message: Object,
    transfer: Array,
    answer: Answer,
}

struct Member {
    worker: Worker,
    pending: HashMap<u32, Answer>,
}

#[derive(Default)]
struct Shared {
    members: RefCell<Vec<Member>>,
    queue: RefCell<VecDeque<Job>>,
    next_id: Cell<u32>,
}

/// The pool.
pub struct WorkerPool {
    shared: Rc<Shared>,
    _listeners: Vec<Listeners>,
}

impl WorkerPool {
    /// Starts `size` workers of the script at `url`.
    pub fn start(url: &str, size: usize) -> Result<Self, JsFailure> {
        let shared = Rc::new(Shared::default());
        let mut listeners = Vec::new();
        for index in 0..size {
            let options = WorkerOptions::new();
            options.set_type(WorkerType::Module);
            let worker = Worker::new_with_options(url, &options)?;
            let on_message = {
                let shared = Rc::clone(&shared);
                Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                    shared.answered(index, &event.data())
                })
            };
            let on_error = {
                let shared = Rc::clone(&shared);
                Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| shared.crashed(index, &event.message()))
            };
            worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
            worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
            listeners.push((on_message, on_error));
            shared.members.borrow_mut().push(Member { worker, pending: HashMap::new() });
        }
        Ok(Self { shared, _listeners: listeners })
    }

    /// Runs a job; `transfer` lists the buffers that move rather than copy.
    pub async fn run(&self, message: Object, transfer: Array) -> Result<JsValue, JsFailure> {
        let (answer, result) = oneshot::channel();
        self.shared.queue.borrow_mut().push_back(Job { message, transfer, answer });
        self.shared.assign();
        result.await.unwrap_or_else(|_| Err(stopped()))
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        for member in self.shared.members.borrow().iter() {
            member.worker.set_onmessage(None);
            member.worker.set_onerror(None);
            member.worker.terminate();
        }
    }
}

fn stopped() -> JsFailure {
    JsFailure { name: "AbortError".to_owned(), message: "the worker was stopped".to_owned() }
}

impl Shared {
    fn assign(&self) {
        let mut members = self.members.borrow_mut();
        while let Some(member) = members.iter_mut().min_by_key(|member| member.pending.len()) {
            if member.pending.len() >= AHEAD {
                return;
            }
            let Some(job) = self.queue.borrow_mut().pop_front() else { return };
            let id = self.next_id.get();
            self.next_id.set(id.wrapping_add(1));
            let sent = Reflect::set(&job.message, &"id".into(), &id.into())
                .and_then(|_| member.worker.post_message_with_transfer(&job.message, &job.transfer));
            match sent {
                Ok(()) => drop(member.pending.insert(id, job.answer)),
                Err(error) => drop(job.answer.send(Err(error.into()))),
            }
        }
    }

    fn answered(&self, index: usize, data: &JsValue) {
        let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
        let id = field("id").as_f64().unwrap_or(-1.0) as u32;
        let answer = self.members.borrow_mut().get_mut(index).and_then(|member| member.pending.remove(&id));
        if let Some(answer) = answer {
            let error = field("error");
            // The asker may have gone (cancelled); nobody is left to be told.
            let _ = answer.send(if error.is_undefined() { Ok(field("result")) } else { Err(error.into()) });
        }
        self.assign();
    }

    /// A worker whose script fails answers nothing more: its jobs fail, and it takes no others.
    fn crashed(&self, index: usize, message: &str) {
        let failure = JsFailure { name: "WorkerError".to_owned(), message: message.to_owned() };
        let pending = {
            let mut members = self.members.borrow_mut();
            members.get_mut(index).map(|member| std::mem::take(&mut member.pending)).unwrap_or_default()
        };
        for answer in pending.into_values() {
            let _ = answer.send(Err(failure.clone()));
        }
        self.assign();
    }
}
