//! Where a run's log goes: a store, or the log of the run around it.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};

use crate::log::line::is_begun;
use crate::run::wrap_child;
use crate::{CheckpointStore, State, StoreError, StoreErrorKind};

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
    /// Takes bytes in, which come after all that were taken in before. They are kept until they are stored.
    fn push(&self, bytes: Vec<u8>);

    /// Ready when what was taken in is as safe as was asked for.
    fn settle(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// Stores what waits for the driver to stop.
    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// How often something was taken in.
    fn pushes(&self) -> u64;

    /// What is not stored for sure, to be stored otherwise.
    fn take_back(&self) -> Vec<u8>;
}

/// A run's place in a store, and its only writer: however many drivers of subgraphs record at once, the store is asked
/// for one thing at a time.
pub(super) struct StoreSink<'a> {
    store: Rc<dyn CheckpointStore + 'a>,
    run: Rc<str>,
    durability: Durability,
    queue: RefCell<Queue<'a>>,
}

struct Queue<'a> {
    /// The log must be a new one, and that was not looked at yet.
    new: Rc<Cell<bool>>,
    waiting: Vec<u8>,
    pushes: u64,
    /// Kept here rather than with who waits for it: a write is not taken back because a driver was dropped.
    under_way: Option<Write<'a>>,
}

#[derive(Clone)]
struct Write<'a> {
    bytes: Rc<Vec<u8>>,
    end: Shared<LocalBoxFuture<'a, Result<(), StoreError>>>,
}

impl<'a> StoreSink<'a> {
    /// `new`: the store must not have a run of this name.
    pub(super) fn new(store: Rc<dyn CheckpointStore + 'a>, run: String, durability: Durability, new: bool) -> Self {
        let queue =
            RefCell::new(Queue { new: Rc::new(Cell::new(new)), waiting: Vec::new(), pushes: 0, under_way: None });
        Self { store, run: run.into(), durability, queue }
    }

    /// The write under way, or the next one; None if there is nothing to write.
    fn write(&self) -> Option<Write<'a>> {
        let mut queue = self.queue.borrow_mut();
        if queue.under_way.is_none() && !queue.waiting.is_empty() {
            let bytes = Rc::new(std::mem::take(&mut queue.waiting));
            let (store, run, new, written) = (self.store.clone(), self.run.clone(), queue.new.clone(), bytes.clone());
            let end = async move {
                if new.get() {
                    make_room(&*store, &run).await?;
                    new.set(false);
                }
                store.append(&run, &written).await
            };
            queue.under_way = Some(Write { bytes, end: end.boxed_local().shared() });
        }
        queue.under_way.clone()
    }

    /// Takes note of how a write ended, unless somebody else did.
    fn ended(&self, write: Write<'a>, stored: bool) {
        let mut queue = self.queue.borrow_mut();
        if !queue.under_way.as_ref().is_some_and(|under_way| Rc::ptr_eq(&under_way.bytes, &write.bytes)) {
            return;
        }
        queue.under_way = None;
        if stored {
            return;
        }
        drop(write.end);
        let mut bytes = Rc::unwrap_or_clone(write.bytes);
        bytes.append(&mut queue.waiting);
        queue.waiting = bytes;
    }
}

impl Sink for StoreSink<'_> {
    fn push(&self, mut bytes: Vec<u8>) {
        let mut queue = self.queue.borrow_mut();
        queue.waiting.append(&mut bytes);
        queue.pushes += 1;
    }

    fn pushes(&self) -> u64 {
        self.queue.borrow().pushes
    }

    fn settle(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        if self.durability == Durability::Exit { ready(Ok(())).boxed_local() } else { self.flush() }
    }

    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        async move {
            while let Some(write) = self.write() {
                let result = write.end.clone().await;
                self.ended(write, result.is_ok());
                result?;
            }
            Ok(())
        }
        .boxed_local()
    }

    fn take_back(&self) -> Vec<u8> {
        let mut queue = self.queue.borrow_mut();
        let mut bytes = queue.under_way.take().map_or_else(Vec::new, |write| write.bytes.to_vec());
        bytes.append(&mut queue.waiting);
        bytes
    }
}

/// Makes sure that a new run does not mix with an older one. The beginning of a log that was cut off before it had a
/// checkpoint is no run.
async fn make_room(store: &dyn CheckpointStore, run: &str) -> Result<(), StoreError> {
    match store.read(run).await? {
        Some(log) if is_begun(&log) => {
            let message = format!("there is a run {run:?} already; restore it, remove it, or choose another name");
            Err(StoreError::new(StoreErrorKind::Refused, message))
        }
        Some(_) => store.truncate(run, 0).await,
        None => Ok(()),
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
    fn push(&self, bytes: Vec<u8>) {
        let mut wrapped = Vec::with_capacity(bytes.len() + 64);
        (self.wrap)(self.step, self.task, &bytes, &mut wrapped);
        self.outer.push(wrapped);
    }

    fn pushes(&self) -> u64 {
        self.outer.pushes()
    }

    fn settle(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.outer.settle()
    }

    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        // The driver around it does when it stops.
        ready(Ok(())).boxed_local()
    }

    fn take_back(&self) -> Vec<u8> {
        Vec::new()
    }
}
