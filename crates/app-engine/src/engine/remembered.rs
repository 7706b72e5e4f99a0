//! What agents remember, for the page.

use super::Engine;
use crate::memory;
use protocol::{Failure, MemoryChange, Reply};

impl Engine {
    /// What is remembered for the open repository, and for the conversation that this run belongs to.
    pub(super) async fn remembered(&self, run: Option<&str>) -> Result<Reply, Failure> {
        let memory = self.store.memory(&self.current()?.identity);
        let conversation = match run {
            Some(run) => self.runs().await?.conversation(run).await?,
            None => None,
        };
        Ok(Reply::Memory { memory: memory::view(&*memory, conversation.as_deref()).await })
    }

    /// Makes a change by hand.
    pub(super) async fn change_memory(&self, change: MemoryChange) -> Result<Reply, Failure> {
        let memory = self.store.memory(&self.current()?.identity);
        memory::change(&*memory, change).await?;
        Ok(Reply::Ok)
    }
}
