//! A store in a process that is killed.

use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use state_graph::{CheckpointStore, LogEnd, MemoryStore, StoreError};

use super::yields;

/// When the process is killed.
#[derive(Clone, Copy, Debug)]
pub struct Death {
    /// At the append with this number, from 0.
    pub append: usize,
    /// After this many of its bytes; all of them if it has fewer.
    pub bytes: usize,
}

/// Memory that outlives the process, and the process's way to it.
pub struct DyingStore {
    pub memory: Rc<MemoryStore>,
    death: Option<Death>,
    /// How often an append gives way before it is done.
    yields: u32,
    dead: Cell<bool>,
    busy: Cell<bool>,
    /// The length of each append so far.
    pub appends: RefCell<Vec<usize>>,
}

impl DyingStore {
    pub fn new(memory: &Rc<MemoryStore>, death: Option<Death>, yields: u32) -> Self {
        let memory = memory.clone();
        Self { memory, death, yields, dead: Cell::default(), busy: Cell::default(), appends: RefCell::default() }
    }

    /// Runs a process until its end, or until it is killed: then all it had in memory is gone.
    pub fn process<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = pin!(work);
        block_on(poll_fn(|cx| match work.as_mut().poll(cx) {
            Poll::Ready(end) => Poll::Ready(Some(end)),
            Poll::Pending if self.dead.get() => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }))
    }
}

impl CheckpointStore for DyingStore {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            assert!(!self.busy.replace(true), "appends to one run are made one after the other");
            let length = self.memory.read(run).await?.map_or(0, |log| log.len() as u64);
            if let Err(conflict) = end.check(run, length) {
                self.busy.set(false);
                return Err(conflict);
            }
            let number = self.appends.borrow().len();
            self.appends.borrow_mut().push(bytes.len());
            yields(self.yields).await;
            if let Some(death) = self.death.filter(|death| death.append == number) {
                let torn = &bytes[..death.bytes.min(bytes.len())];
                if !torn.is_empty() {
                    self.memory.append(run, end, torn).await?;
                }
                self.dead.set(true);
                return pending().await;
            }
            self.memory.append(run, end, bytes).await?;
            yields(self.yields).await;
            self.busy.set(false);
            Ok(())
        })
    }

    super::reads_from_memory!();
}
