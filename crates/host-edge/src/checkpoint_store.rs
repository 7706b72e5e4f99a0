//! The logs of runs as rows of a Durable Object's SQLite.
//!
//! A row is a piece of a log with the place at which it starts, so an append writes what is new and no more. Statements
//! between two waits are one transaction in a Durable Object, and what it sends out is held back until they are on
//! disk: when an append returns, it is durable.

use state_graph::store::{BlockingStore, LogEnd, StoreError, StoreErrorKind};
use worker::{SqlStorage, SqlStorageValue};

/// Most bytes of a row; SQLite in a Durable Object takes 2 MB.
const ROW_BYTES: usize = 1 << 20;

/// A table of a Durable Object. Several stores over one object see the same logs.
pub struct SqliteCheckpointStore {
    sql: SqlStorage,
}

impl SqliteCheckpointStore {
    /// Makes the table where there is none.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn open(sql: SqlStorage) -> Result<Self, StoreError> {
        let table = "CREATE TABLE IF NOT EXISTS run_log (run TEXT NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL, \
                     PRIMARY KEY (run, start)) WITHOUT ROWID";
        let store = Self { sql };
        store.rows(table, Vec::new())?;
        Ok(store)
    }

    fn rows(&self, query: &str, values: Vec<SqlStorageValue>) -> Result<Vec<Vec<SqlStorageValue>>, StoreError> {
        let cursor = self.sql.exec(query, values).map_err(|error| failure(&error))?;
        cursor.raw().collect::<Result<_, _>>().map_err(|error| failure(&error))
    }

    /// Where the log ends; 0 where there is none.
    fn end(&self, run: &str) -> Result<u64, StoreError> {
        let query = "SELECT start + length(bytes) FROM run_log WHERE run = ? ORDER BY start DESC LIMIT 1";
        let rows = self.rows(query, vec![run.into()])?;
        rows.first().and_then(|row| row.first()).map_or(Ok(0), whole_number)
    }

    /// Cuts a log and gives what was cut off.
    fn cut_off(&self, run: &str, length: u64) -> Result<Vec<u8>, StoreError> {
        let mut log = self.read_now(run)?.unwrap_or_else(Vec::new);
        let torn = log.split_off(usize::try_from(length).unwrap_or(usize::MAX).min(log.len()));
        self.cut(run, length)?;
        Ok(torn)
    }

    fn add(&self, run: &str, start: u64, bytes: &[u8]) -> Result<(), StoreError> {
        for (at, piece) in bytes.chunks(ROW_BYTES).enumerate() {
            let place = place(start + (at * ROW_BYTES) as u64)?;
            self.rows(
                "INSERT INTO run_log (run, start, bytes) VALUES (?, ?, ?)",
                vec![run.into(), place, SqlStorageValue::Blob(piece.to_vec())],
            )?;
        }
        Ok(())
    }

    fn cut(&self, run: &str, length: u64) -> Result<(), StoreError> {
        let length = || place(length);
        self.rows("DELETE FROM run_log WHERE run = ? AND start >= ?", vec![run.into(), length()?])?;
        self.rows(
            "UPDATE run_log SET bytes = substr(bytes, 1, ? - start) WHERE run = ? AND start + length(bytes) > ?",
            vec![length()?, run.into(), length()?],
        )?;
        Ok(())
    }
}

impl BlockingStore for SqliteCheckpointStore {
    fn append_now(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), StoreError> {
        end.check(run, self.end(run)?)?;
        let LogEnd { length, whole } = end;
        let torn = if whole < length { self.cut_off(run, whole)? } else { Vec::new() };
        let whole = length - torn.len() as u64;
        let Err(error) = self.add(run, whole, bytes) else { return Ok(()) };
        // All pieces of an append are stored, or none.
        self.cut(run, whole)?;
        self.add(run, whole, &torn)?;
        Err(error)
    }

    fn read_now(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let rows = self.rows("SELECT bytes FROM run_log WHERE run = ? ORDER BY start", vec![run.into()])?;
        if rows.is_empty() {
            return Ok(None);
        }
        let mut log = Vec::new();
        for value in rows.into_iter().flatten() {
            let SqlStorageValue::Blob(bytes) = value else { return Err(not_bytes()) };
            log.extend_from_slice(&bytes);
        }
        Ok(Some(log))
    }

    fn runs_now(&self) -> Result<Vec<String>, StoreError> {
        let rows = self.rows("SELECT DISTINCT run FROM run_log ORDER BY run", Vec::new())?;
        let name = |value| match value {
            SqlStorageValue::String(name) => Ok(name),
            _ => Err(not_bytes()),
        };
        rows.into_iter().flatten().map(name).collect()
    }

    fn remove_now(&self, run: &str) -> Result<(), StoreError> {
        self.rows("DELETE FROM run_log WHERE run = ?", vec![run.into()]).map(drop)
    }
}

fn place(at: u64) -> Result<SqlStorageValue, StoreError> {
    let at = i64::try_from(at).unwrap_or(i64::MAX);
    SqlStorageValue::try_from_i64(at).map_err(|error| failure(&error))
}

fn whole_number(value: &SqlStorageValue) -> Result<u64, StoreError> {
    match value {
        SqlStorageValue::Integer(number) => u64::try_from(*number).map_err(|_| not_bytes()),
        _ => Err(not_bytes()),
    }
}

fn failure(error: &worker::Error) -> StoreError {
    let message = error.to_string();
    let kind = if message.contains("SQLITE_FULL") { StoreErrorKind::Full } else { StoreErrorKind::Other };
    StoreError::new(kind, format!("the Durable Object's storage refused: {message}"))
}

fn not_bytes() -> StoreError {
    StoreError::new(StoreErrorKind::Other, "the Durable Object's table of runs holds something else than logs")
}
