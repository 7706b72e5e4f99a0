//! What the pool and its workers' events share: the workers' places, the queue, and which worker gets which job.

use super::member::Member;
use super::{Attempt, Job, Patience};
use crate::started_worker::StartedWorker;
use crate::{JsFailure, TimeoutTimer};
use js_sys::Reflect;
use model::Timer;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Most jobs that a worker has at a time.
const AHEAD: usize = 2;

/// Milliseconds before a worker is started in place of one that failed to load. One more failure and the place is given up.
const PAUSES: [u64; 2] = [100, 1000];

pub(super) struct Shared {
    url: String,
    patience: Patience,
    itself: Weak<Shared>,
    members: RefCell<Vec<Member>>,
    queue: RefCell<VecDeque<Job>>,
    next_id: Cell<u32>,
    is_ticking: Cell<bool>,
}

impl Shared {
    pub fn start(url: &str, size: usize, patience: Patience) -> Rc<Self> {
        let shared = Rc::new_cyclic(|itself| Self {
            url: url.to_owned(),
            patience,
            itself: itself.clone(),
            members: RefCell::new((0..size).map(|_| Member::default()).collect()),
            queue: RefCell::default(),
            next_id: Cell::default(),
            is_ticking: Cell::default(),
        });
        (0..size).for_each(|index| shared.start_worker(index));
        shared
    }

    /// Stops everything. Jobs that wait end without an answer.
    pub fn stop(&self) {
        self.members.borrow_mut().clear();
        self.queue.borrow_mut().clear();
    }

    pub fn add(&self, job: Job) {
        self.queue.borrow_mut().push_back(job);
        self.assign();
    }

    /// Handles a message of a worker.
    fn received(&self, index: usize, turn: u32, data: &JsValue) {
        if data.is_string() {
            return self.with(index, turn, |member| {
                (member.is_ready, member.ticks, member.failed_starts) = (true, 0, 0);
            });
        }
        let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
        let id = field("id").as_f64().unwrap_or(-1.0) as u32;
        let mut answer = None;
        self.with(index, turn, |member| answer = member.take(id));
        if let Some(answer) = answer {
            let error = field("error");
            let result = if error.is_undefined() { Ok(field("result")) } else { Err(error.into()) };
            // The caller may have been cancelled.
            drop(answer.send(Attempt::Answered(result)));
        }
        self.assign();
    }

    /// A worker failed: it is replaced, and its jobs go to others.
    fn failed(&self, index: usize, turn: u32, why: JsFailure) {
        self.replace(index, turn, Attempt::Lost(why.clone()), why);
    }

    fn with(&self, index: usize, turn: u32, change: impl FnOnce(&mut Member)) {
        if let Some(member) = self.members.borrow_mut().get_mut(index).filter(|member| member.turn == turn) {
            change(member);
        }
    }

    fn replace(&self, index: usize, turn: u32, first: Attempt, why: JsFailure) {
        let (mut displaced, mut failed_starts) = (Vec::new(), None);
        self.with(index, turn, |member| {
            // A worker that had loaded is replaced at once and as often as needed: each time costs a job one of its tries.
            member.failed_starts = if member.is_ready { 0 } else { member.failed_starts + 1 };
            failed_starts = Some(member.failed_starts);
            let first = if member.is_ready { first } else { Attempt::Displaced };
            displaced = member.stop(first);
            member.turn += 1;
            if member.failed_starts as usize > PAUSES.len() {
                member.given_up = Some(why);
            }
        });
        match failed_starts {
            None => return,
            Some(0) => self.start_worker(index),
            Some(failed) => self.start_worker_later(index, failed),
        }
        for (answer, attempt) in displaced {
            drop(answer.send(attempt));
        }
        self.assign();
    }

    fn start_worker_later(&self, index: usize, failed: u32) {
        let Some(pause) = PAUSES.get(failed as usize - 1) else { return };
        let (itself, pause) = (self.itself.clone(), *pause);
        spawn_local(async move {
            TimeoutTimer.sleep(pause).await;
            if let Some(shared) = itself.upgrade() {
                shared.start_worker(index);
                shared.assign();
            }
        });
    }

    fn start_worker(&self, index: usize) {
        let mut members = self.members.borrow_mut();
        let Some(member) = members.get_mut(index) else { return };
        // Events carry `turn`, which counts the workers of the place, so that a late one of the worker before is known.
        let (shared, turn) = (self.itself.clone(), member.turn);
        let on_event = move |event: Result<&JsValue, JsFailure>| {
            let Some(shared) = shared.upgrade() else { return };
            match event {
                Ok(data) => shared.received(index, turn, data),
                Err(why) => shared.failed(index, turn, why),
            }
        };
        match StartedWorker::new(&self.url, on_event) {
            Ok(started) => member.started = Some(started),
            // The browser refuses workers: a policy, and no other try would change it.
            Err(why) => member.given_up = Some(why),
        }
    }

    /// Gives queued jobs to workers that can take more.
    fn assign(&self) {
        let is_working = self.hand_out();
        self.give_up_where_none_is_left();
        if is_working && !self.is_ticking.replace(true) {
            spawn_local(tick(self.itself.clone(), self.patience.tick_ms));
        }
    }

    /// True where a worker has something to do.
    fn hand_out(&self) -> bool {
        let mut members = self.members.borrow_mut();
        loop {
            let live = members.iter_mut().filter(|member| member.started.is_some());
            let Some(member) = live.min_by_key(|member| member.pending.len()) else { break };
            if member.pending.len() >= AHEAD {
                break;
            }
            let Some(job) = self.queue.borrow_mut().pop_front() else { break };
            let id = self.next_id.get();
            self.next_id.set(id.wrapping_add(1));
            match post(member, id, &job) {
                Ok(()) => member.pending.push_back((id, job.answer)),
                Err(error) => drop(job.answer.send(Attempt::Answered(Err(error)))),
            }
        }
        members.iter().any(|member| !member.pending.is_empty())
    }

    fn give_up_where_none_is_left(&self) {
        let members = self.members.borrow();
        if !members.iter().all(|member| member.given_up.is_some()) {
            return;
        }
        let Some(why) = members.iter().find_map(|member| member.given_up.clone()) else { return };
        for job in self.queue.borrow_mut().drain(..) {
            drop(job.answer.send(Attempt::NoWorker(why.clone())));
        }
    }

    /// Counts a tick against every worker that has something to do. False where none has.
    fn count_tick(&self) -> bool {
        let mut late = Vec::new();
        let mut is_working = false;
        for (index, member) in self.members.borrow_mut().iter_mut().enumerate() {
            if member.pending.is_empty() {
                member.ticks = 0;
                continue;
            }
            is_working = true;
            member.ticks += 1;
            let most = if member.is_ready { self.patience.job } else { self.patience.start };
            if member.ticks > most {
                late.push((index, member.turn));
            }
        }
        for (index, turn) in late {
            let message = "the worker did not answer in time".to_owned();
            let why = JsFailure { name: "TimeoutError".to_owned(), message };
            self.replace(index, turn, Attempt::TookTooLong, why);
        }
        is_working
    }
}

fn post(member: &Member, id: u32, job: &Job) -> Result<(), JsFailure> {
    Reflect::set(&job.message, &"id".into(), &id.into())?;
    if let Some(started) = &member.started {
        started.worker.post_message_with_transfer(&job.message, &job.transfer)?;
    }
    Ok(())
}

/// Ticks as long as a worker has something to do.
async fn tick(shared: Weak<Shared>, every_ms: u64) {
    loop {
        TimeoutTimer.sleep(every_ms).await;
        let Some(shared) = shared.upgrade() else { return };
        if !shared.count_tick() {
            shared.is_ticking.set(false);
            return;
        }
    }
}
