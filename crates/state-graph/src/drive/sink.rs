//! Where a run's log goes: a store, or the log of the run around it.

use std::cell::{Cell, RefCell};
use std::future::ready;
use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};

use crate::log::is_started;
use crate::node::{Sink, WrapChild};
use crate::run::Place;
use crate::store::{CheckpointStore, LogEnd, StoreError, StoreErrorKind};

/// When what is recorded reaches the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Before anything else is done: a run that is killed loses nothing that had finished.
    #[default]
    Step,
    /// When the driver stops, for whatever reason but being killed.
    Exit,
}

/// A run's place in a store, and its only writer: however many drivers of subgraphs record at once, the store is asked
/// for one thing at a time.
pub(super) struct StoreSink<'a> {
    store: Rc<dyn CheckpointStore + 'a>,
    run: Rc<str>,
    durability: Durability,
    place: Rc<Cell<Place>>,
    queue: RefCell<Queue<'a>>,
}

struct Queue<'a> {
    waiting: Vec<u8>,
    pushes: u64,
    given_up: bool,
    /// Kept here rather than with who waits for it: a write is not taken back because a driver was dropped.
    under_way: Option<Write<'a>>,
}

#[derive(Clone)]
struct Write<'a> {
    bytes: Rc<Vec<u8>>,
    end: Shared<LocalBoxFuture<'a, Result<(), StoreError>>>,
}

impl<'a> StoreSink<'a> {
    /// A sink that continues at this place. At [`LogEnd::NEW`] the store must not have a run of this name.
    pub(super) fn new(store: Rc<dyn CheckpointStore + 'a>, run: String, durability: Durability, place: Place) -> Self {
        let queue = RefCell::new(Queue { waiting: Vec::new(), pushes: 0, given_up: false, under_way: None });
        Self { store, run: run.into(), durability, place: Rc::new(Cell::new(place)), queue }
    }

    /// The write under way, or the next one; None if there is nothing to write.
    fn write(&self) -> Option<Write<'a>> {
        let mut queue = self.queue.borrow_mut();
        if queue.under_way.is_none() && !queue.waiting.is_empty() {
            let bytes = Rc::new(std::mem::take(&mut queue.waiting));
            let (store, run, place, written) =
                (self.store.clone(), self.run.clone(), self.place.clone(), bytes.clone());
            let end = async move { append(&*store, &run, &place, &written).await };
            queue.under_way = Some(Write { bytes, end: end.boxed_local().shared() });
        }
        queue.under_way.clone()
    }

    /// Takes note of how a write ended, unless another waiter did.
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
        queue.pushes += 1;
        if !queue.given_up {
            queue.waiting.append(&mut bytes);
        }
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

    fn take_back(&self) -> (Vec<u8>, bool) {
        let mut queue = self.queue.borrow_mut();
        let under_way = queue.under_way.take();
        let unsure = under_way.is_some() || self.place.get().unsure;
        let mut bytes = under_way.map_or_else(Vec::new, |write| write.bytes.to_vec());
        bytes.append(&mut queue.waiting);
        (bytes, unsure)
    }

    fn give_up(&self) -> bool {
        let mut queue = self.queue.borrow_mut();
        queue.under_way = None;
        queue.waiting = Vec::new();
        !std::mem::replace(&mut queue.given_up, true)
    }

    fn stores(&self) -> bool {
        !self.queue.borrow().given_up
    }
}

/// Writes where the log is taken to end, and takes note of where it ends then.
async fn append(store: &dyn CheckpointStore, run: &str, place: &Cell<Place>, bytes: &[u8]) -> Result<(), StoreError> {
    let Place { mut end, unsure } = place.get();
    // Should this not return, or return an error, it is not known how much was written.
    place.set(Place { end, unsure: true });
    if unsure {
        end = look(store, run, end, bytes).await?;
    }
    let mut written = store.append(run, end, bytes).await;
    if end == LogEnd::NEW && written.as_ref().is_err_and(|error| error.kind == StoreErrorKind::Conflict) {
        end = look(store, run, end, bytes).await?;
        written = store.append(run, end, bytes).await;
    }
    written?;
    place.set(Place { end: LogEnd::at(end.whole + bytes.len() as u64), unsure: false });
    Ok(())
}

/// Where a log ends of which it is not known whether the bytes, or some of them, are in it already. A new run does not mix
/// with an older one; but the beginning of a log that was cut off before it had a checkpoint is no run.
async fn look(store: &dyn CheckpointStore, run: &str, end: LogEnd, bytes: &[u8]) -> Result<LogEnd, StoreError> {
    let log = store.read(run).await?.unwrap_or_else(Vec::new);
    let length = log.len() as u64;
    let whole = usize::try_from(end.whole).unwrap_or(usize::MAX);
    let written = log.get(whole..).is_some_and(|tail| bytes.starts_with(tail));
    if length == end.length {
        Ok(end)
    } else if written || end == LogEnd::NEW && !is_started(&log) {
        Ok(LogEnd { length, ..end })
    } else if end == LogEnd::NEW {
        let message = format!("there is a run {run:?} already; restore it, remove it, or choose another name");
        Err(StoreError::new(StoreErrorKind::Refused, message))
    } else {
        // Another writer was there: the store's append reports the conflict.
        Ok(end)
    }
}

/// A task's place in the log of the run around it.
pub(crate) struct ChildSink<'a> {
    outer: Rc<dyn Sink + 'a>,
    step: u32,
    task: u32,
    wrap: WrapChild,
}

impl<'a> ChildSink<'a> {
    /// `wrap` is that of the run around it.
    pub(crate) fn new(outer: Rc<dyn Sink + 'a>, step: u32, task: u32, wrap: WrapChild) -> Self {
        Self { outer, step, task, wrap }
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

    fn take_back(&self) -> (Vec<u8>, bool) {
        (Vec::new(), false)
    }

    fn give_up(&self) -> bool {
        self.outer.give_up()
    }

    fn stores(&self) -> bool {
        self.outer.stores()
    }
}
