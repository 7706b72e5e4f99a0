//! The Durable Object: reads and replaces the files of one memory, and deletes conversations that nobody goes on with.

use super::call::MemoryCall;
use crate::config::run_days;
use host_edge::{MemoryTable, TextName, WorkerClock};
use limits::edge::CONVERSATIONS;
use source::ContentHash;
use state_graph::Clock;
use std::time::Duration;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// The Durable Object of a token's or a repository's memory.
#[durable_object(alarm)]
pub struct MemoryObject {
    state: State,
    env: Env,
}

impl DurableObject for MemoryObject {
    fn new(state: State, env: Env) -> Self {
        Self { state, env }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let call: MemoryCall = serde_json::from_slice(&request.bytes().await?)?;
        match call {
            MemoryCall::Read { file } => Response::from_json(&self.table()?.read(&file)?),
            MemoryCall::Replace { file, before, text } => {
                Response::from_json(&self.replace(&file, before, &text).await?)
            }
            MemoryCall::Remove { file } => Response::from_json(&self.table()?.remove(&file)?),
            MemoryCall::Forget => {
                self.state.storage().delete_alarm().await?;
                self.state.storage().delete_all().await?;
                Response::from_json(&())
            }
        }
    }

    async fn alarm(&self) -> worker::Result<Response> {
        let table = self.table()?;
        table.forget_before(WorkerClock.now_ms() - self.kept_ms())?;
        if let Some(oldest) = table.oldest_use()? {
            self.wake_at(oldest + self.kept_ms()).await?;
        }
        Response::empty()
    }
}

impl MemoryObject {
    fn table(&self) -> worker::Result<MemoryTable> {
        MemoryTable::open(self.state.storage().sql())
    }

    async fn replace(&self, file: &TextName, before: Option<ContentHash>, text: &str) -> worker::Result<bool> {
        let (table, now) = (self.table()?, WorkerClock.now_ms());
        let replaced = table.replace(file, before, text, now)?;
        if let Some(group) = file.group.as_ref().filter(|_| replaced) {
            table.keep_newest(&group.owner, CONVERSATIONS)?;
            if self.state.storage().get_alarm().await?.is_none() {
                self.wake_at(now + self.kept_ms()).await?;
            }
        }
        Ok(replaced)
    }

    /// How long a conversation is kept after its last run: as long as a run.
    fn kept_ms(&self) -> f64 {
        f64::from(run_days(&self.env)) * 24.0 * 60.0 * 60.0 * 1000.0
    }

    async fn wake_at(&self, at_ms: f64) -> worker::Result<()> {
        let wait = (at_ms - WorkerClock.now_ms()).max(0.0);
        // A whole second later, so that what is due is due by then.
        self.state.storage().set_alarm(Duration::from_secs_f64(wait / 1000.0 + 1.0)).await
    }
}
