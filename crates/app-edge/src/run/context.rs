//! What the Durable Object of one run holds: the deployment's bindings, the run's record and its events.

use super::call::Asker;
use super::event_log::EventLog;
use super::record::Record;
use crate::access::Scope;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::failure::Failure;
use crate::isolate::Isolate;
use host_edge::WorkerClock;
use state_graph::Clock;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use worker::{Env, SqlStorage, State, Storage};

pub struct RunContext {
    state: State,
    pub env: Env,
    record: RefCell<Option<Record>>,
    events: RefCell<Option<Rc<EventLog>>>,
    /// Whether the record was read: an object that never had a run reads none.
    loaded: Cell<bool>,
}

impl RunContext {
    /// For an object that was just created, or loaded after an eviction.
    pub fn new(state: State, env: Env) -> Self {
        Self { state, env, record: RefCell::default(), events: RefCell::default(), loaded: Cell::new(false) }
    }

    pub fn storage(&self) -> Storage {
        self.state.storage()
    }

    pub fn sql(&self) -> SqlStorage {
        self.storage().sql()
    }

    /// The record, if the object has a run that the asker may read.
    pub fn record_for(&self, asker: &Asker) -> Result<Record, Failure> {
        let seen = self.record()?.filter(|record| asker.may_see(record.owner.as_deref()));
        seen.ok_or_else(|| Failure::not_found("There is no such run; it may have been deleted."))
    }

    /// The record, if the object has a run.
    pub fn record(&self) -> Result<Option<Record>, Failure> {
        if !self.loaded.replace(true) {
            *self.record.borrow_mut() = Record::load(&self.sql())?;
        }
        Ok(self.record.borrow().clone())
    }

    /// Stores the record of a new run.
    pub fn create(&self, record: Record) -> Result<(), Failure> {
        record.save(&self.sql())?;
        self.record.replace(Some(record));
        Ok(())
    }

    /// Changes the stored record; does nothing where the run was deleted.
    pub fn change(&self, change: impl FnOnce(&mut Record)) -> Result<(), Failure> {
        if let Some(record) = self.record.borrow_mut().as_mut() {
            change(record);
            record.save(&self.sql())?;
        }
        Ok(())
    }

    /// Drops the record of a run whose storage was deleted, and wakes the readers of its events.
    pub fn forget(&self) {
        self.record.replace(None);
        if let Some(events) = self.events.take() {
            events.wake();
        }
    }

    pub fn events(&self) -> Result<Rc<EventLog>, Failure> {
        if let Some(events) = self.events.borrow().as_ref() {
            return Ok(Rc::clone(events));
        }
        let events = Rc::new(EventLog::open(self.sql())?);
        self.events.replace(Some(Rc::clone(&events)));
        Ok(events)
    }

    /// Whether the run is running, or is to be resumed after an eviction.
    pub fn is_open(&self) -> bool {
        self.record.borrow().as_ref().is_some_and(Record::is_open)
    }

    /// Checks access again: tokens and the public state of the repository may have changed since the run was started.
    pub async fn check_rights(&self, asker: &Asker, record: &Record) -> Result<(), Failure> {
        let config = Config::of(&self.env)?;
        let catalog = Catalog::open(&self.env)?;
        let repo = &record.spec.repo;
        let published = Isolate::current().published(&catalog, repo, WorkerClock.now_ms()).await?;
        let open = config.anonymous_ask && published.is_some_and(|repository| repository.public);
        asker.caller().require(Scope::Ask, Some(repo), open)
    }
}
