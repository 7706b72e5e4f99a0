//! Commands and messages as bytes, between the page and the engine.
//!
//! A version byte, then postcard. Both ends come from one build, but a browser may run a cached old page with a new
//! engine: the version is compared first, so that bytes are never read as the wrong types. [`VERSION`] is raised with
//! every change of a type. Each host has its own envelope: an id, the kind of message in clear, and these bytes as a
//! transferred buffer.

use crate::{Command, MessageBody};
use serde::{Serialize, de::DeserializeOwned};

/// Version of the wire format: of all types in this crate.
pub const VERSION: u8 = 13;

/// Why bytes are not a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The other end is of another version.
    #[error("page and engine are of different versions")]
    Version,
    /// The bytes cannot be read, or a value cannot be written.
    #[error("the message is damaged")]
    Damaged,
}

/// Writes a command.
///
/// # Errors
/// [`WireError::Damaged`] if a value cannot be written.
pub fn encode_command(command: &Command) -> Result<Vec<u8>, WireError> {
    encode(command)
}

/// Reads a command.
///
/// # Errors
/// [`WireError::Version`] for bytes of another version, [`WireError::Damaged`] for bytes that are not a command.
pub fn decode_command(bytes: &[u8]) -> Result<Command, WireError> {
    decode(bytes)
}

/// Writes a message.
///
/// # Errors
/// [`WireError::Damaged`] if a value cannot be written.
pub fn encode_message(message: &MessageBody) -> Result<Vec<u8>, WireError> {
    encode(message)
}

/// Reads a message.
///
/// # Errors
/// [`WireError::Version`] for bytes of another version, [`WireError::Damaged`] for bytes that are not a message.
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
