//! A run's events: numbered, kept, and read on from any of them.
//!
//! Events that a reader who comes later needs are rows; pieces of texts that a later event holds whole are in memory
//! only. All have one rising number. So that a number is never given twice, not even after an eviction has forgotten
//! which were given last, numbers are reserved in blocks: a run that was evicted goes on past its block, and the numbers
//! have a gap there.

use futures::channel::oneshot;
use protocol::TimedEvent;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use worker::{Result, SqlStorage, SqlStorageValue};

/// How many numbers are reserved at once.
const BLOCK: u32 = 256;
/// Bytes of events in memory; older ones are read from their rows.
const RECENT_BYTES: usize = 1 << 20;
/// Most events that are handed out at once.
const BATCH: usize = 64;

/// An event as it is sent.
#[derive(Debug, Clone)]
pub struct Told {
    /// Its number.
    pub id: u32,
    /// Its `type`.
    pub kind: String,
    /// All of it as JSON.
    pub data: Rc<str>,
}

/// The events of a run.
pub struct Journal {
    sql: SqlStorage,
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    recent: VecDeque<Told>,
    bytes: usize,
    next: u32,
    reserved: u32,
    waiting: Vec<oneshot::Sender<()>>,
}

impl Inner {
    fn wake(&mut self) {
        for waits in self.waiting.drain(..) {
            // Who went away waits no more.
            let _ = waits.send(());
        }
    }
}

impl Journal {
    /// Goes on with what is stored.
    pub fn open(sql: SqlStorage) -> Result<Self> {
        sql.exec(
            "CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL)",
            None,
        )?;
        sql.exec(
            "CREATE TABLE IF NOT EXISTS reserved (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL)",
            None,
        )?;
        let rows = sql.exec("SELECT number FROM reserved", None)?.raw().next().transpose()?;
        let reserved = rows.and_then(|row| number(row.first()?)).unwrap_or(0);
        let inner = Inner { next: reserved, reserved, ..Inner::default() };
        Ok(Self { sql, inner: RefCell::new(inner) })
    }

    /// Takes an event in and wakes who waits for it.
    pub fn tell(&self, mut event: TimedEvent) -> Result<()> {
        let mut inner = self.inner.borrow_mut();
        let id = inner.next;
        if id >= inner.reserved {
            let reserved = id + BLOCK;
            self.sql.exec(
                "INSERT OR REPLACE INTO reserved (one, number) VALUES (1, ?)",
                vec![i64::from(reserved).into()],
            )?;
            inner.reserved = reserved;
        }
        event.seq = id;
        let document = serde_json::to_value(&event)?;
        let kind = document["type"].as_str().unwrap_or("event").to_owned();
        let data: Rc<str> = document.to_string().into();
        if !is_passing(&kind) {
            let row: Vec<SqlStorageValue> = vec![i64::from(id).into(), kind.as_str().into(), (&*data).into()];
            self.sql.exec("INSERT INTO event (id, kind, data) VALUES (?, ?, ?)", row)?;
        }
        inner.next = id + 1;
        inner.bytes += data.len();
        inner.recent.push_back(Told { id, kind, data });
        while inner.bytes > RECENT_BYTES && inner.recent.len() > 1 {
            let oldest = inner.recent.pop_front();
            inner.bytes -= oldest.map_or(0, |told| told.data.len());
        }
        inner.wake();
        Ok(())
    }

    /// The next events after `after`, from the first where it is `None`.
    pub fn after(&self, after: Option<u32>) -> Result<Vec<Told>> {
        let inner = self.inner.borrow();
        let from = after.map_or(0, |id| id.saturating_add(1));
        let in_memory = inner.recent.front().map_or(inner.next, |first| first.id);
        let mut events = if from < in_memory { self.stored(from, in_memory)? } else { Vec::new() };
        if events.len() < BATCH {
            events.extend(inner.recent.iter().filter(|told| told.id >= from).take(BATCH - events.len()).cloned());
        }
        Ok(events)
    }

    fn stored(&self, from: u32, before: u32) -> Result<Vec<Told>> {
        let query = "SELECT id, kind, data FROM event WHERE id >= ? AND id < ? ORDER BY id LIMIT ?";
        let values = vec![i64::from(from).into(), i64::from(before).into(), (BATCH as i64).into()];
        self.sql.exec(query, values)?.raw().map(|row| told(row?)).collect()
    }

    /// The last kept event of that type.
    pub fn last_of(&self, kind: &str) -> Result<Option<Told>> {
        let query = "SELECT id, kind, data FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1";
        self.sql.exec(query, vec![kind.into()])?.raw().next().map(|row| told(row?)).transpose()
    }

    /// The number of the last kept event, and its type.
    pub fn last(&self) -> Result<Option<Told>> {
        self.sql
            .exec("SELECT id, kind, data FROM event ORDER BY id DESC LIMIT 1", None)?
            .raw()
            .next()
            .map(|row| told(row?))
            .transpose()
    }

    /// Ready when there is something new, or [`wake`](Self::wake) was called.
    pub fn changed(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut inner = self.inner.borrow_mut();
        inner.waiting.retain(|waits| !waits.is_canceled());
        inner.waiting.push(sender);
        receiver
    }

    /// Wakes who waits, to look at how the run stands.
    pub fn wake(&self) {
        self.inner.borrow_mut().wake();
    }
}

/// Said live only: a later event holds it whole, or it means nothing later.
fn is_passing(kind: &str) -> bool {
    matches!(kind, "model_text" | "answer_text" | "answer_restarted" | "citation_added" | "retrying")
}

fn told(row: Vec<SqlStorageValue>) -> Result<Told> {
    match row.as_slice() {
        [id, SqlStorageValue::String(kind), SqlStorageValue::String(data)] => {
            Ok(Told { id: number(id).unwrap_or_default(), kind: kind.clone(), data: data.as_str().into() })
        }
        _ => Err("the table of events holds something else".into()),
    }
}

fn number(value: &SqlStorageValue) -> Option<u32> {
    match value {
        SqlStorageValue::Integer(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}
