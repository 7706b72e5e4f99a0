//! What is kept of a run beside its log and its events: one row.

use super::call::Commission;
use crate::api::runs::{GivenApproval, Status};
use crate::budget::Spent;
use protocol::RunOutcome;
use serde::{Deserialize, Serialize};
use worker::{Result, SqlStorage, SqlStorageValue};

/// A run's row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// What was asked, and how.
    pub commission: Commission,
    /// Whose it is: a token's name.
    pub owner: Option<String>,
    /// What it has taken so far.
    pub spent: Spent,
    /// How it stands still; `None` while it is to be worked on.
    pub standing: Option<RunOutcome>,
    /// A person's word that the run has not taken in yet.
    pub approval: Option<GivenApproval>,
    /// How often it was taken up again after its object was evicted.
    pub wakes: u32,
    /// When it was last worked on, milliseconds since 1970.
    pub touched_at: f64,
}

impl Record {
    /// To be worked on.
    pub fn is_open(&self) -> bool {
        self.standing.is_none()
    }

    /// How it stands.
    pub fn status(&self) -> Status {
        match self.standing {
            None => Status::Running,
            Some(RunOutcome::Answered) => Status::Answered,
            Some(RunOutcome::Cancelled) => Status::Cancelled,
            Some(RunOutcome::Failed { .. }) => Status::Failed,
            Some(RunOutcome::Paused) => Status::Paused,
            Some(RunOutcome::AwaitingApproval) => Status::AwaitingApproval,
        }
    }

    /// Reads the row. Makes nothing: an object that never had a run keeps no storage.
    pub fn load(sql: &SqlStorage) -> Result<Option<Self>> {
        let known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'run_record'", None)?.raw().next();
        if known.is_none() {
            return Ok(None);
        }
        let Some(row) = sql.exec("SELECT json FROM run_record", None)?.raw().next() else { return Ok(None) };
        match row?.first() {
            Some(SqlStorageValue::String(json)) => Ok(Some(serde_json::from_str(json)?)),
            _ => Ok(None),
        }
    }

    /// Writes the row.
    pub fn save(&self, sql: &SqlStorage) -> Result<()> {
        sql.exec(
            "CREATE TABLE IF NOT EXISTS run_record (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL)",
            None,
        )?;
        let json = serde_json::to_string(self)?;
        sql.exec("INSERT OR REPLACE INTO run_record (one, json) VALUES (1, ?)", vec![json.into()])?;
        Ok(())
    }
}
