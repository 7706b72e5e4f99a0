//! The reducers: how writes change a field. One kind per file; each has an `apply`, and a `check` if it can refuse.

pub mod append;
pub mod merge;
mod message_write;
pub mod messages;
pub mod overwrite;
pub mod reduce;
pub mod topic;

/// A channel refused the writes of a superstep. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// An overwrite channel was written twice in one superstep.
    #[error("{}", conflict(.channel, .first, .second))]
    Conflict {
        /// The field.
        channel: &'static str,
        /// The node that wrote first, in write order.
        first: String,
        /// The node that wrote next; may be the same.
        second: String,
    },
    /// A message was removed that is not there.
    #[error("`{channel}` has no message with the id {id:?}, which {node:?} tried to remove")]
    UnknownMessage {
        /// The field.
        channel: &'static str,
        /// The node that wrote.
        node: String,
        /// The id.
        id: String,
    },
}

fn conflict(channel: &str, first: &str, second: &str) -> String {
    let who = if first == second {
        format!("{first:?} wrote it twice")
    } else {
        format!("{first:?} and {second:?} both wrote it")
    };
    format!("`{channel}` can receive only one value per step, but {who}; give it a reducer or write it once")
}
