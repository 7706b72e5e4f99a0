//! Conversations of the open repository: their names, deleting them, and their files.

use super::Engine;
use crate::conversation_names::ConversationNames;
use crate::failure;
use crate::port::Port;
use crate::repository_store::Identity;
use crate::runs::Runs;
use protocol::{Command, Failure, Reply};
use std::collections::BTreeMap;

/// Longest id of a conversation that is taken over from the page.
const LONGEST_ID: usize = 200;

impl Engine {
    pub(super) async fn conversation_names(&self) -> Result<Reply, Failure> {
        Ok(listed(self.names_under(&self.current()?.identity).read().await?))
    }

    pub(super) async fn name_conversation(&self, conversation: &str, name: &str) -> Result<Reply, Failure> {
        let names = self.names_under(&self.current()?.identity);
        Ok(listed(names.set(conversation, name).await?))
    }

    /// Deletes the runs that do not run, and the name once none is left.
    pub(super) async fn delete_conversation(
        &self,
        conversation: &str,
        of: Vec<String>,
        port: &Port,
    ) -> Result<Reply, Failure> {
        let mut is_whole = true;
        for run in of {
            match self.runs().await?.is_active(&run).await {
                true => is_whole = false,
                false => drop(self.delete_run(&run, port).await?),
            }
        }
        let names = self.names_under(&self.current()?.identity);
        if is_whole && names.read().await?.contains_key(conversation) {
            names.set(conversation, "").await?;
        }
        self.runs().await?.answer(Command::Runs, port).await
    }

    /// The id of the conversation that a question belongs to: that which the page names, else that of the run before it.
    pub(super) async fn conversation_of(
        &self,
        named: Option<String>,
        after: Option<&str>,
    ) -> Result<Option<String>, Failure> {
        match (named, after) {
            (Some(named), _) => {
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
                if named.is_empty() || named.len() > LONGEST_ID || !named.chars().all(is_plain) {
                    return Err(failure::bad_input("This is no id of a conversation."));
                }
                Ok(Some(named))
            }
            (None, Some(before)) => self.runs().await?.conversation(before).await,
            (None, None) => Ok(None),
        }
    }

    /// Stores what a file holds: a run, or the runs of a conversation with its name.
    pub(super) async fn import_runs(&self, bytes: Vec<u8>) -> Result<Reply, Failure> {
        let runs: Runs<'_> = self.runs().await?;
        let (reply, named) = runs.import(bytes).await?;
        if let Some((conversation, name)) = named {
            self.names_under(&self.current()?.identity).set(&conversation, &name).await?;
        }
        Ok(reply)
    }

    /// The names of conversations under an identity.
    pub(super) fn names_under(&self, identity: &Identity) -> ConversationNames {
        ConversationNames::of(self.store.files(), &identity.folder())
    }
}

fn listed(names: BTreeMap<String, String>) -> Reply {
    Reply::ConversationNames { names: names.into_iter().collect() }
}
