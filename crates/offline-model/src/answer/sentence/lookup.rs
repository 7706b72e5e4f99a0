//! Whether that nothing is known of something means that there is nothing: only where it was looked up, in a language in which
//! it is read.

use crate::known::Known;
use protocol::Evidence;
use source::{Language, Reading, RepoPath};

/// Why nothing is known of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// It was looked up, and there is none.
    Absent,
    /// It is read in none of the languages: these.
    NotRead(Vec<Language>),
    /// It was looked up where it is read; in these languages it is not.
    PartlyRead(Vec<Language>),
    /// No tool was asked.
    NotAsked,
    /// A tool was asked and returned nothing of the symbol.
    Failed,
}

impl Lookup {
    /// Of a symbol that is described by what its text says.
    pub fn of_symbol(known: &Known<'_>, e: &Evidence, reading: Reading) -> Self {
        let symbol = e.symbol.as_deref().unwrap_or("");
        match (known.described(symbol), known.has_described(symbol)) {
            (None, false) => Self::NotAsked,
            (None, true) => Self::Failed,
            (Some(_), _) => Self::in_languages(language_of(e), reading),
        }
    }

    /// Of a symbol's head, which every tool returns.
    pub fn of_head(e: &Evidence, reading: Reading) -> Self {
        Self::in_languages(language_of(e), reading)
    }

    /// Of all that was found.
    pub fn of_all(known: &Known<'_>, reading: Reading) -> Self {
        Self::in_languages(known.evidence().filter_map(language_of), reading)
    }

    fn in_languages(languages: impl IntoIterator<Item = Language>, reading: Reading) -> Self {
        let (mut unread, mut is_any_read) = (Vec::new(), false);
        for language in languages {
            match language.is_read_for(reading) {
                true => is_any_read = true,
                false if !unread.contains(&language) => unread.push(language),
                false => {}
            }
        }
        match (unread.is_empty(), is_any_read) {
            (true, _) => Self::Absent,
            (false, true) => Self::PartlyRead(unread),
            (false, false) => Self::NotRead(unread),
        }
    }
}

/// The language of code; `None` of text.
fn language_of(e: &Evidence) -> Option<Language> {
    let path = RepoPath::parse(&e.path).ok()?;
    Some(Language::detect(&path)).filter(|language| language.is_parsed())
}

/// What is not read, as a subject with its verb.
pub fn are_not_read(reading: Reading, languages: &[Language]) -> String {
    let what = match reading {
        Reading::Errors => "errors",
        Reading::Values => "defaults and values",
        Reading::Types => "declared types",
        Reading::Bases => "subtypes",
        Reading::Settings => "settings",
    };
    let names: Vec<&str> = languages.iter().map(|language| language.name()).collect();
    format!("{what} are not looked up in {}", names.join(" and "))
}
