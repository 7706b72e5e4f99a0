//! What several agents' prompts show in the same way: notes of the repository, and messages of the person.

use crate::Note;

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
