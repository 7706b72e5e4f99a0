//! A request with the messages that answer it.

use crate::strings;
use futures::StreamExt;
use futures::channel::mpsc::UnboundedReceiver;
use protocol::{Failure, MessageBody, Reply};

/// A request that was sent; dropping it ignores further messages.
pub struct Exchange {
    pub id: u32,
    messages: UnboundedReceiver<MessageBody>,
}

impl Exchange {
    pub(super) fn new(id: u32, messages: UnboundedReceiver<MessageBody>) -> Self {
        Self { id, messages }
    }

    /// The next message; `None` after the last.
    pub async fn next(&mut self) -> Option<MessageBody> {
        self.messages.next().await
    }

    /// The next message, if it has arrived already.
    pub fn ready(&mut self) -> Option<MessageBody> {
        self.messages.try_recv().ok()
    }

    /// Waits for the result; progress, events and notices before it are ignored.
    pub async fn result(mut self) -> Result<Reply, Failure> {
        while let Some(body) = self.next().await {
            match body {
                MessageBody::Done { reply } => return Ok(reply),
                MessageBody::Failed { failure } => return Err(failure),
                MessageBody::Progress { .. }
                | MessageBody::Event { .. }
                | MessageBody::Arriving { .. }
                | MessageBody::Notice { .. }
                | MessageBody::Loading { .. } => {}
            }
        }
        Err(super::gone(strings::engine_no_answer()))
    }
}
