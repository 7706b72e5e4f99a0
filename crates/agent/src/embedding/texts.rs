//! The text by which a definition is embedded.

use crate::secrets;
use code_words::identifier;
use codebase::{Codebase, Embeddable, StorageError};
use limits::index::VECTORS;
use limits::model::EMBEDDED_CHARS;
use source::ContentHash;
use std::fmt::Write;

/// A definition with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionText {
    /// The file's number in the snapshot.
    pub file: u32,
    /// Which of the file's definitions.
    pub symbol: u32,
    /// The hash of the text.
    pub hash: ContentHash,
    /// What is sent: secrets are masked, and it has at most [`EMBEDDED_CHARS`] characters after the prefix.
    pub text: String,
}

/// The texts of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// By file and definition, at most [`VECTORS`].
    pub texts: Vec<DefinitionText>,
    /// How many there would be without that limit.
    pub wanted: usize,
}

/// The texts of all definitions that are to have a vector; each begins with `prefix`, which some models want.
///
/// # Errors
/// The codebase is not in memory as a whole.
pub fn texts(codebase: &Codebase, prefix: &str) -> Result<Texts, StorageError> {
    let all = codebase.embeddable()?;
    let wanted = all.len();
    let mut texts = Vec::with_capacity(wanted.min(VECTORS));
    for of_file in all[..wanted.min(VECTORS)].chunk_by(|a, b| a.file == b.file) {
        // All of a file is masked at once: a secret may begin before the lines that are taken. Lines stay lines.
        let text = codebase.text(of_file[0].file).map_err(|_| StorageError::InPages)?;
        let masked = secrets::mask(text).text;
        let lines: Vec<&str> = masked.lines().collect();
        texts.extend(of_file.iter().map(|definition| {
            let text = format!("{prefix}{}", text_of(definition, &lines));
            let hash = ContentHash::of(text.as_bytes());
            DefinitionText { file: definition.file.0, symbol: definition.symbol, hash, text }
        }));
    }
    Ok(Texts { texts, wanted })
}

/// What it is and its name as words, its documentation where that is not among its lines, and the beginning of its lines.
fn text_of(definition: &Embeddable, lines: &[&str]) -> String {
    let info = &definition.info;
    let mut text = info.kind.word().to_owned();
    for word in identifier::words(&definition.path).flat_map(identifier::parts) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, " {}", word.to_lowercase());
    }
    text.push('\n');
    let first = (info.span.start_line.max(1) - 1) as usize;
    let own = lines.get(first..(info.span.end_line as usize).min(lines.len())).unwrap_or(&[]);
    if let Some(doc) = &info.doc {
        let is_inside = |line: &str| own.iter().any(|own| own.contains(line.trim()));
        if !doc.lines().find(|line| !line.trim().is_empty()).is_none_or(is_inside) {
            text.push_str(&secrets::mask(doc).text);
            text.push('\n');
        }
    }
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let common = own.iter().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    for line in own {
        text.push_str(line.get(common..).unwrap_or("").trim_end());
        text.push('\n');
    }
    cut(&text, EMBEDDED_CHARS).trim_end().to_owned()
}

/// The first `most` characters.
pub fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}
