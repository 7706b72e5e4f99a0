//! What several agents' prompts show in the same way: notes of the repository, messages of the person, earlier turns, tools.

use crate::Note;
use model::ToolSpec;
use protocol::Turn;

/// Most earlier turns in a prompt.
const TURNS: usize = 5;
/// Most characters of one of their messages.
const MESSAGE_CHARS: usize = 500;

/// The repository's notes for agents, each under its path.
pub(super) fn notes(notes: &[Note]) -> String {
    if notes.is_empty() {
        return "None.".to_owned();
    }
    notes.iter().map(|note| format!("## {}\n{}", note.path, note.text)).collect::<Vec<_>>().join("\n\n")
}

/// What the person typed while the run worked.
pub(super) fn steering(messages: &[String]) -> String {
    let said: Vec<String> = messages.iter().map(|message| format!("The person said meanwhile: {message}")).collect();
    said.join("\n")
}

/// The newest of the earlier turns, each text cut.
pub(super) fn recent(turns: &[Turn]) -> String {
    if turns.is_empty() {
        return "None.".to_owned();
    }
    let cut = |text: &str| match text.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => format!("{} [cut here]", &text[..end]),
        None => text.to_owned(),
    };
    let turn = |turn: &Turn| format!("Request: {}\nAnswer: {}", cut(&turn.question), cut(&turn.answer));
    turns[turns.len().saturating_sub(TURNS)..].iter().map(turn).collect::<Vec<_>>().join("\n\n")
}

/// Tools with their arguments.
pub(super) fn offered(tools: &[ToolSpec]) -> String {
    if tools.is_empty() {
        return "None.".to_owned();
    }
    let tool = |tool: &ToolSpec| format!("- {}: {}\n  arguments: {}", tool.name, tool.description, tool.parameters);
    tools.iter().map(tool).collect::<Vec<_>>().join("\n")
}
