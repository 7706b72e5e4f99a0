//! Calls of tools that are written as plain text.
//!
//! There are two readers, and what may be read by which is the key decision. [`of_model`] looks for the formats in which
//! models without native tool calls write them; prose is never understood, so "I will delete main.js" calls nothing.
//! [`of_person`] understands sentences, and is for the words of a person alone. Both know only the tools that are offered.

mod formats;
mod words;

pub use formats::of_model;
pub use words::{Paths, files_named, of_person};

use limits::agent::TEXT_CALLS;
use serde_json::Value;

/// A call found in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextCall {
    /// The name of an offered tool.
    pub name: String,
    /// The arguments: an object, to be validated by the tool.
    pub arguments: Value,
}

/// The calls found in a text, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextCalls {
    /// At most [`TEXT_CALLS`].
    pub calls: Vec<TextCall>,
    /// What was not taken of the text, and why: a sentence for the model and the person.
    pub note: Option<String>,
}

impl TextCalls {
    fn not_read(bytes: usize, most: usize) -> Self {
        let note = format!("The text has {bytes} bytes; calls are looked for in texts of up to {most} bytes.");
        Self { calls: Vec::new(), note: Some(note) }
    }

    /// The calls of tools that are offered, the first [`TEXT_CALLS`] of them.
    fn offered(mut calls: Vec<TextCall>, offered: &[&str]) -> Self {
        calls.retain(|call| offered.contains(&call.name.as_str()));
        let more = calls.len().saturating_sub(TEXT_CALLS);
        calls.truncate(TEXT_CALLS);
        let note = (more > 0).then(|| format!("{more} more calls were found; at most {TEXT_CALLS} are taken at once."));
        Self { calls, note }
    }
}
