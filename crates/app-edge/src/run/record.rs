//! What is stored of a run beside its log and its events: one row of JSON.
//!
//! Rows of earlier versions are read for as long as their runs are kept, so the names in the JSON stay.

use super::spec::RunSpec;
use crate::api::runs::{Changes, GivenApproval, Status};
use model::spending::Spent;
use protocol::{PersonAnswer, RunOutcome};
use serde::{Deserialize, Serialize};
use worker::{Result, SqlStorage, SqlStorageValue};

/// The record of a run, stored as one row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// The question, with options, budget and model.
    #[serde(rename = "commission")]
    pub spec: RunSpec,
    /// Name of the owner's token; `None` for a run that was started without a token.
    pub owner: Option<String>,
    pub spent: Spent,
    /// How it ended or why it is suspended; `None` while it is running or is to be resumed.
    #[serde(rename = "standing")]
    pub outcome: Option<RunOutcome>,
    /// In rows of earlier versions: an approval that is not in the run's log yet.
    pub approval: Option<GivenApproval>,
    /// An answer to an interrupt that is not in the run's log yet.
    #[serde(default)]
    pub answer: Option<PersonAnswer>,
    /// What it proposes to change, once it has stopped.
    #[serde(default)]
    pub changes: Option<Changes>,
    /// How often it was resumed after its object was evicted.
    pub wakes: u32,
    /// When it last ran, milliseconds since 1970.
    pub touched_at: f64,
}

impl Record {
    /// Whether the run is running, or is to be resumed after an eviction.
    pub fn is_open(&self) -> bool {
        self.outcome.is_none()
    }

    pub fn status(&self) -> Status {
        match self.outcome {
            None => Status::Running,
            Some(RunOutcome::Answered) => Status::Answered,
            Some(RunOutcome::Cancelled) => Status::Cancelled,
            Some(RunOutcome::Failed { .. }) => Status::Failed,
            Some(RunOutcome::Paused { .. }) => Status::Paused,
            Some(RunOutcome::AwaitingApproval) => Status::AwaitingApproval,
        }
    }

    /// Reads the row. Creates no table: an object without a run uses no storage.
    pub fn load(sql: &SqlStorage) -> Result<Option<Self>> {
        let known = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'run_record'", None)?.raw().next();
        if known.is_none() {
            return Ok(None);
        }
        let Some(row) = sql.exec("SELECT json FROM run_record", None)?.raw().next() else { return Ok(None) };
        match row?.first() {
            Some(SqlStorageValue::String(json)) => Ok(Some(serde_json::from_str(json)?)),
            _ => Err("the row of the run holds something else".into()),
        }
    }

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
