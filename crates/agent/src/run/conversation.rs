//! What a conversation keeps from run to run: loaded when a run of an agent that acts begins, stored when it ends.

use super::{Agent, Reporter};
use crate::RunState;
use crate::record::About;
use agent_memory::{ConversationMemory, Exchange, MemoryError};
use protocol::{Event, TimedEvent};

/// The name by which events say that it could not be read or stored.
const NAME: &str = "conversation";

impl Agent<'_> {
    /// What earlier runs of the conversation kept. A run goes on without what cannot be read, and says so.
    pub(super) async fn conversation<L: FnMut(TimedEvent)>(
        &self,
        about: &About,
        reporter: &Reporter<L>,
    ) -> ConversationMemory {
        // What begins with this run has nothing yet.
        let (Some(memory), Some(conversation)) = (&self.services.memory, &about.conversation) else {
            return ConversationMemory::default();
        };
        match ConversationMemory::load(&**memory, conversation).await {
            Ok(kept) => kept,
            // The host keeps nothing of conversations.
            Err(MemoryError::NoScope(_)) => ConversationMemory::default(),
            Err(error) => {
                report(&error, reporter);
                ConversationMemory::default()
            }
        }
    }

    /// Stores what the run keeps for later ones: what its state holds, and its question with the answer.
    pub(super) async fn keep_conversation<S: RunState, L: FnMut(TimedEvent)>(
        &self,
        about: &About,
        state: &S,
        reporter: &Reporter<L>,
    ) {
        let Some(memory) = &self.services.memory else { return };
        let mut kept = state.conversation();
        let has_own = kept.qa.iter().any(|exchange| exchange.run == about.run);
        if let Some(answer) = reporter.answer().filter(|_| !has_own) {
            let (run, q, a) = (about.run.clone(), about.question.clone(), answer);
            kept.add_exchange(Exchange { run, q, a });
        }
        if kept.is_empty() {
            return;
        }
        match kept.store(&**memory, about.conversation(), &about.run).await {
            // The host keeps nothing of conversations.
            Ok(()) | Err(MemoryError::NoScope(_)) => {}
            Err(error) => report(&error, reporter),
        }
    }
}

fn report<L: FnMut(TimedEvent)>(error: &MemoryError, reporter: &Reporter<L>) {
    reporter.report(Event::Fallback { node: NAME.to_owned(), why: error.to_string() });
}
