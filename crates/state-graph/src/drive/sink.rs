//! Where a run's log goes: a store, or the log of the run around it.

use std::cell::RefCell;
use std::rc::Rc;

use futures::future::LocalBoxFuture;

use crate::run::wrap_child;
use crate::{CheckpointStore, State, StoreError};

/// When what is recorded reaches the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Before anything else is done: a run that is killed loses nothing that had finished.
    #[default]
    Step,
    /// When the driver stops, for whatever reason but being killed.
    Exit,
}

pub(crate) trait Sink {
    fn append(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// Writes what waits for the driver to stop.
    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;
}

/// A run's place in a store.
pub(super) struct StoreSink<'a> {
    pub(super) store: Rc<dyn CheckpointStore + 'a>,
    pub(super) run: String,
    pub(super) durability: Durability,
    pub(super) waiting: RefCell<Vec<u8>>,
}

impl Sink for StoreSink<'_> {
    fn append(&self, mut bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        if self.durability == Durability::Exit {
            self.waiting.borrow_mut().append(&mut bytes);
            return Box::pin(std::future::ready(Ok(())));
        }
        Box::pin(async move { self.store.append(&self.run, &bytes).await })
    }

    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            let bytes = self.waiting.take();
            if bytes.is_empty() {
                return Ok(());
            }
            let result = self.store.append(&self.run, &bytes).await;
            if result.is_err() {
                self.waiting.replace(bytes);
            }
            result
        })
    }
}

/// A task's place in the log of the run around it.
pub(crate) struct ChildSink<'a> {
    outer: Rc<dyn Sink + 'a>,
    step: u32,
    task: u32,
    wrap: fn(u32, u32, &[u8], &mut Vec<u8>),
}

impl<'a> ChildSink<'a> {
    /// `S` is the state of the run around it.
    pub(crate) fn new<S: State>(outer: Rc<dyn Sink + 'a>, step: u32, task: u32) -> Self {
        Self { outer, step, task, wrap: wrap_child::<S> }
    }
}

impl Sink for ChildSink<'_> {
    fn append(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        let mut wrapped = Vec::with_capacity(bytes.len() + 64);
        (self.wrap)(self.step, self.task, &bytes, &mut wrapped);
        self.outer.append(wrapped)
    }

    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        // The driver around it does when it stops.
        Box::pin(std::future::ready(Ok(())))
    }
}
