//! A run's events: numbered, stored, and read from any number on.
//!
//! Events that a later reader needs are rows; pieces of texts that a later event holds whole are in memory only. All share
//! one rising number. Numbers are reserved in blocks, so that none is used twice even after an eviction has lost which
//! were used last: the run then continues after its block, and the numbers have a gap there.

use futures::channel::oneshot;
use protocol::{EventCounter, UnnumberedEvent};
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

#[derive(Debug, Clone)]
pub struct StoredEvent {
    pub id: u32,
    /// Its `type`.
    pub kind: String,
    /// All of it as JSON.
    pub data: Rc<str>,
}

pub struct EventLog {
    sql: SqlStorage,
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    recent: VecDeque<StoredEvent>,
    bytes: usize,
    counter: EventCounter,
    /// Numbers below this one are reserved.
    reserved: u32,
    waiting: Vec<oneshot::Sender<()>>,
}

impl Inner {
    fn wake(&mut self) {
        for waits in self.waiting.drain(..) {
            // A reader that has disconnected has dropped its receiver.
            let _ = waits.send(());
        }
    }
}

impl EventLog {
    /// Opens the tables, and makes them where they are missing.
    pub fn open(sql: SqlStorage) -> Result<Self> {
        sql.exec(
            "CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL)",
            None,
        )?;
        sql.exec(
            "CREATE TABLE IF NOT EXISTS reserved (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL)",
            None,
        )?;
        let reserved = match sql.exec("SELECT number FROM reserved", None)?.raw().next().transpose()?.as_deref() {
            Some([value, ..]) => number(value)?,
            // A new run has reserved none.
            Some([]) | None => 0,
        };
        let inner = Inner { counter: EventCounter::starting_at(reserved), reserved, ..Inner::default() };
        Ok(Self { sql, inner: RefCell::new(inner) })
    }

    /// Numbers and stores an event, and wakes the readers that wait for it.
    pub fn append(&self, event: UnnumberedEvent) -> Result<()> {
        let mut inner = self.inner.borrow_mut();
        let id = inner.counter.next();
        if id >= inner.reserved {
            let reserved = id + BLOCK;
            self.sql.exec(
                "INSERT OR REPLACE INTO reserved (one, number) VALUES (1, ?)",
                vec![i64::from(reserved).into()],
            )?;
            inner.reserved = reserved;
        }
        let document = serde_json::to_value(inner.counter.number(event))?;
        let kind = document["type"].as_str().ok_or("an event without a type")?.to_owned();
        let data: Rc<str> = document.to_string().into();
        if !is_live_only(&kind) {
            let row: Vec<SqlStorageValue> = vec![i64::from(id).into(), kind.as_str().into(), (&*data).into()];
            self.sql.exec("INSERT INTO event (id, kind, data) VALUES (?, ?, ?)", row)?;
        }
        inner.bytes += data.len();
        inner.recent.push_back(StoredEvent { id, kind, data });
        while inner.bytes > RECENT_BYTES && inner.recent.len() > 1 {
            let oldest = inner.recent.pop_front();
            inner.bytes -= oldest.map_or(0, |event| event.data.len());
        }
        inner.wake();
        Ok(())
    }

    /// The next events after `after`, from the first where it is `None`.
    pub fn after(&self, after: Option<u32>) -> Result<Vec<StoredEvent>> {
        let inner = self.inner.borrow();
        let from = after.map_or(0, |id| id.saturating_add(1));
        let in_memory = inner.recent.front().map_or(inner.counter.next(), |first| first.id);
        let mut events = if from < in_memory { self.stored(from, in_memory)? } else { Vec::new() };
        if events.len() < BATCH {
            events.extend(inner.recent.iter().filter(|event| event.id >= from).take(BATCH - events.len()).cloned());
        }
        Ok(events)
    }

    fn stored(&self, from: u32, before: u32) -> Result<Vec<StoredEvent>> {
        let query = "SELECT id, kind, data FROM event WHERE id >= ? AND id < ? ORDER BY id LIMIT ?";
        let values = vec![i64::from(from).into(), i64::from(before).into(), (BATCH as i64).into()];
        self.sql.exec(query, values)?.raw().map(|row| stored_event(row?)).collect()
    }

    pub fn last_of(&self, kind: &str) -> Result<Option<StoredEvent>> {
        let query = "SELECT id, kind, data FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1";
        self.sql.exec(query, vec![kind.into()])?.raw().next().map(|row| stored_event(row?)).transpose()
    }

    pub fn last(&self) -> Result<Option<StoredEvent>> {
        self.sql
            .exec("SELECT id, kind, data FROM event ORDER BY id DESC LIMIT 1", None)?
            .raw()
            .next()
            .map(|row| stored_event(row?))
            .transpose()
    }

    /// Ready when there is a new event, or [`wake`](Self::wake) was called.
    pub fn changed(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut inner = self.inner.borrow_mut();
        inner.waiting.retain(|waits| !waits.is_canceled());
        inner.waiting.push(sender);
        receiver
    }

    /// Wakes the readers, so that they look at the run's state.
    pub fn wake(&self) {
        self.inner.borrow_mut().wake();
    }
}

/// Not stored: a later event holds it whole, or it means nothing later.
fn is_live_only(kind: &str) -> bool {
    matches!(kind, "model_text" | "answer_text" | "answer_restarted" | "citation_added" | "retrying")
}

fn stored_event(row: Vec<SqlStorageValue>) -> Result<StoredEvent> {
    match row.as_slice() {
        [id, SqlStorageValue::String(kind), SqlStorageValue::String(data)] => {
            Ok(StoredEvent { id: number(id)?, kind: kind.clone(), data: data.as_str().into() })
        }
        _ => Err("the table of events holds something else".into()),
    }
}

fn number(value: &SqlStorageValue) -> Result<u32> {
    match value {
        SqlStorageValue::Integer(number) => u32::try_from(*number).map_err(|_| "an event number out of range".into()),
        _ => Err("an event number that is no number".into()),
    }
}
