//! How much text a model reads at once.

use model::Message;

/// Characters of a token where the model's own tokens are not known.
const CHARS_PER_TOKEN: usize = 4;
/// What a provider adds around each message and each call, in tokens.
const AROUND: usize = 4;
/// Tokens that a model of unknown size is taken to read.
const UNKNOWN_WINDOW: u32 = 32_000;

/// The tokens that the messages of one request may have; one for each model profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    tokens: usize,
}

impl Budget {
    /// The budget of a model that reads and writes `window` tokens together (32,000 if unknown), of which `reserved` are
    /// for its answer and the specifications of tools. At least a quarter of the window is left.
    pub fn of_window(window: Option<u32>, reserved: u32) -> Self {
        let window = window.unwrap_or(UNKNOWN_WINDOW) as usize;
        Self { tokens: window.saturating_sub(reserved as usize).max(window / 4) }
    }

    /// The most tokens that the messages may have.
    pub fn tokens(&self) -> usize {
        self.tokens
    }
}

/// The tokens of a text, estimated.
pub(super) fn tokens_of_text(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

/// The tokens of a message with its calls, estimated.
pub(super) fn tokens_of(message: &Message) -> usize {
    let calls = message.tool_calls.iter();
    let calls = calls.map(|call| tokens_of_text(&call.name) + tokens_of_text(&call.arguments.to_string()) + AROUND);
    tokens_of_text(&message.content) + calls.sum::<usize>() + AROUND
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Role, ToolCall};
    use serde_json::json;

    #[test]
    fn an_answer_never_takes_all_of_a_window() {
        assert_eq!(Budget::of_window(Some(8_000), 2_000).tokens(), 6_000);
        assert_eq!(Budget::of_window(Some(8_000), 8_000).tokens(), 2_000);
        assert_eq!(Budget::of_window(None, 0).tokens(), 32_000);
    }

    #[test]
    fn calls_count_with_their_arguments() {
        let mut message = Message::new(Role::Assistant, "four é s");
        assert_eq!(tokens_of(&message), 2 + AROUND);
        let arguments = json!({"file_path": "a.py"});
        message.tool_calls = vec![ToolCall { id: "1".into(), name: "read_file".into(), arguments }];
        assert_eq!(tokens_of(&message), 2 + AROUND + 3 + 5 + AROUND);
    }
}
