//! The nodes of `plan-review`, one in each file, and the facts that two of them judge by.

pub mod advance;
mod conversation;
pub mod executor;
pub mod executor_tools;
pub mod facts;
pub mod planner;
pub mod report;
pub mod reviewer;
mod written;

/// At most so many characters of a text, with a mark where it was cut.
pub(crate) fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{} [cut here]", &text[..end]),
        None => text.to_owned(),
    }
}
