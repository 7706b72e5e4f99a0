//! Syntax highlighting of a file, by its language's pack.

use crate::packs::{Operation, PackResult, Packs};
use limits::answer::HIGHLIGHTED_BYTES;
use protocol::HighlightRun;
use source::{Language, Snapshot};

/// A highlighted range as packs write it: start and end in bytes, index of the class.
type PackRun = (u32, u32, u8);

/// The highlighted ranges of a file. Empty if the language has no pack or the pack failed: a file is shown without
/// highlighting rather than not at all.
pub async fn highlight(packs: &Packs, snapshot: &Snapshot, path: &str) -> Vec<HighlightRun> {
    let Some(file) = snapshot.find(path) else { return Vec::new() };
    let language = snapshot.file(file).language;
    highlight_text(packs, language, &snapshot.code(file)).await
}

/// The highlighted ranges of a text in the language of this name. Empty for an unknown one, and for a text over
/// [`HIGHLIGHTED_BYTES`].
pub async fn highlight_named(packs: &Packs, language: &str, text: &str) -> Vec<HighlightRun> {
    if text.len() > HIGHLIGHTED_BYTES {
        return Vec::new();
    }
    if let Some((language, code)) = source::embedded::code_of_block(language, text) {
        return highlight_text(packs, language, &code).await;
    }
    match Language::called(language) {
        Some(language) => highlight_text(packs, language, text).await,
        None => Vec::new(),
    }
}

/// The highlighted ranges of a text, as for a file.
pub async fn highlight_text(packs: &Packs, language: Language, text: &str) -> Vec<HighlightRun> {
    if !packs.has(language) {
        return Vec::new();
    }
    let result = packs.run(language, Operation::Highlight, &[text]).await;
    let Some(PackResult::Bytes(bytes)) = result.ok().and_then(|mut results| results.pop()) else { return Vec::new() };
    // A pack of another build: the file is shown without colours.
    let Ok(runs) = postcard::from_bytes::<Vec<PackRun>>(&bytes) else { return Vec::new() };
    runs.into_iter().map(|(start, end, class)| HighlightRun { start, end, class }).collect()
}
