//! Why a channel refuses its writes.

/// A channel refused the writes of a superstep. The state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// A channel that takes one value per superstep was written twice in one.
    #[error("`{channel}` can receive only one value per step, but {}; give it a reducer or write it once",
        twice(.first, .second, "wrote"))]
    Conflict {
        /// The field.
        channel: &'static str,
        /// The node that wrote first, in write order.
        first: String,
        /// The node that wrote next; may be the same.
        second: String,
    },
    /// A channel with a reducer was overwritten twice in one superstep.
    #[error("`{channel}` can be overwritten only once per step, but {}", twice(.first, .second, "overwrote"))]
    TwoOverwrites {
        /// The field.
        channel: &'static str,
        /// The node that overwrote it first, in write order.
        first: String,
        /// The node that did so next; may be the same.
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
    /// A name arrived at a barrier that does not wait for it.
    #[error("`{channel}` waits for {}, not for {name:?}, which {node:?} wrote", all(.awaited))]
    UnknownName {
        /// The field.
        channel: &'static str,
        /// The node that wrote.
        node: String,
        /// The name.
        name: String,
        /// The names that the barrier waits for.
        awaited: &'static [&'static str],
    },
}

fn twice(first: &str, second: &str, did: &str) -> String {
    if first == second {
        format!("{first:?} {did} it twice")
    } else {
        format!("{first:?} and {second:?} both {did} it")
    }
}

fn all(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(" and ")
}
