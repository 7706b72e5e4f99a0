//! Commands and messages as bytes, between the page and the engine.
//!
//! A version byte, then postcard. Both ends come from one build, but a browser may hold an old page beside a new engine:
//! the version is compared before the bytes are read as the wrong types, and [`VERSION`] is raised with every change of a type.
//! The envelope is the hosts' own: an id, the kind of message in clear, these bytes as a transferred buffer.

use crate::{Command, MessageBody};
use serde::{Serialize, de::DeserializeOwned};

/// The version of the types in this crate.
pub const VERSION: u8 = 5;

/// Why bytes are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The other end is of another build.
    #[error("page and engine are of different versions")]
    Version,
    /// The bytes are damaged, or a value cannot be written.
    #[error("the message is damaged")]
    Damaged,
}

/// A command as bytes.
pub fn encode_command(command: &Command) -> Result<Vec<u8>, WireError> {
    encode(command)
}

/// The command in `bytes`.
pub fn decode_command(bytes: &[u8]) -> Result<Command, WireError> {
    decode(bytes)
}

/// A message as bytes.
pub fn encode_message(message: &MessageBody) -> Result<Vec<u8>, WireError> {
    encode(message)
}

/// The message in `bytes`.
pub fn decode_message(bytes: &[u8]) -> Result<MessageBody, WireError> {
    decode(bytes)
}

fn encode(value: &impl Serialize) -> Result<Vec<u8>, WireError> {
    postcard::to_extend(value, vec![VERSION]).map_err(|_| WireError::Damaged)
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    let (version, rest) = bytes.split_first().ok_or(WireError::Damaged)?;
    if *version != VERSION {
        return Err(WireError::Version);
    }
    match postcard::take_from_bytes(rest) {
        Ok((value, [])) => Ok(value),
        _ => Err(WireError::Damaged),
    }
}
