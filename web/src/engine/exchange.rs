//! A request and what answers it.

use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use protocol::{Failure, MessageBody, Reply};

/// A request and the messages that answer it.
pub struct Exchange {
    pub id: u32,
    messages: UnboundedReceiver<MessageBody>,
}

impl Exchange {
    /// A request of this id.
    pub(super) fn new(id: u32, messages: UnboundedReceiver<MessageBody>) -> Self {
        Self { id, messages }
    }

    /// The next message; `None` after the last.
    pub async fn next(&mut self) -> Option<MessageBody> {
        self.messages.next().await
    }

    /// The next message where it is here already.
    pub fn ready(&mut self) -> Option<MessageBody> {
        self.messages.try_recv().ok()
    }

    /// The result, whatever else comes before it.
    pub async fn result(mut self) -> Result<Reply, Failure> {
        while let Some(body) = self.next().await {
            match body {
                MessageBody::Done { reply } => return Ok(reply),
                MessageBody::Failed { failure } => return Err(failure),
                MessageBody::Progress { .. } | MessageBody::Event { .. } | MessageBody::Notice { .. } => {}
            }
        }
        Err(super::gone("The engine stopped before it answered."))
    }
}
