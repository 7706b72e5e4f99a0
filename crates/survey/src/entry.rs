//! One row of a list, and all lists of a repository.

use crate::List;
use crate::main_types::MainType;
use serde::{Deserialize, Serialize};
use source::FileId;

/// Longest text of an entry, in characters.
const LONGEST: usize = 200;
/// Most words that an entry is found by.
const MOST_ABOUT: usize = 40;

/// One thing that a list has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Entry {
    /// The file in which it is written.
    pub file: FileId,
    /// First line that shows it, from 1.
    pub start_line: u32,
    /// Last line that shows it.
    pub end_line: u32,
    /// What it is called: `GET /users`, `APP_DEBUG`. Empty where the code computes its name.
    pub name: String,
    /// More about it: a handler, a default, a signature. May be empty.
    pub detail: String,
    /// Names that it is found by, besides its own: bases of a type, what a test calls.
    pub about: Vec<String>,
}

impl Entry {
    /// An entry on these lines. Texts are put on one line and cut.
    pub fn new(file: FileId, lines: (u32, u32), name: &str, detail: &str) -> Self {
        let about = Vec::new();
        let (start_line, end_line) = (lines.0, lines.1.max(lines.0));
        Self { file, start_line, end_line, name: one_line(name), detail: one_line(detail), about }
    }

    /// With names that it is found by.
    #[must_use]
    pub fn about(mut self, names: impl IntoIterator<Item = String>) -> Self {
        for name in names {
            if self.about.len() < MOST_ABOUT && !name.is_empty() && !self.about.contains(&name) {
                self.about.push(name);
            }
        }
        self
    }

    /// True where the code computes its name, so that no reader of the code alone knows it.
    pub fn is_computed(&self) -> bool {
        self.name.is_empty()
    }
}

/// What a member is in its group: the second of the words that an entry of [`List::Members`] is found by, behind the name of
/// the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemberKind {
    /// The head of what has the members.
    Declaration,
    /// Of an enum.
    Variant,
    /// A function of a type.
    Method,
    /// What runs when a value is made.
    Constructor,
    /// Read like a field, but runs code.
    Property,
    /// A value that each instance has.
    Field,
    /// A value that the type has.
    Constant,
    /// Of an array or a set.
    Element,
    /// Of an object or a map.
    Key,
    /// The name that a call gives, one of several calls of one function.
    Call,
    /// A name that is taken from an object, as others are.
    Taken,
    /// A value among which a function chooses.
    Choice,
}

impl MemberKind {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Declaration,
        Self::Variant,
        Self::Method,
        Self::Constructor,
        Self::Property,
        Self::Field,
        Self::Constant,
        Self::Element,
        Self::Key,
        Self::Call,
        Self::Taken,
        Self::Choice,
    ];

    /// The word for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Declaration => "declaration",
            Self::Variant => "variant",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Property => "property",
            Self::Field => "field",
            Self::Constant => "constant",
            Self::Element => "element",
            Self::Key => "key",
            Self::Call => "call",
            Self::Taken => "name",
            Self::Choice => "choice",
        }
    }

    /// True for what a type declares.
    pub fn is_of_type(self) -> bool {
        matches!(self, Self::Method | Self::Constructor | Self::Property | Self::Field | Self::Constant)
    }
}

/// White space folded, at most [`LONGEST`] characters, cut between words where one is near.
pub(crate) fn one_line(text: &str) -> String {
    /// Longest word, in bytes, that is left out as a whole.
    const WORD: usize = 24;
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match folded.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let end = folded[..end].rfind(' ').filter(|space| end - space <= WORD).unwrap_or(end);
            format!("{}...", &folded[..end])
        }
        None => folded,
    }
}

/// All lists of a repository, by [`List::ALL`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Survey {
    /// A page for each list, in the order of [`List::ALL`]; entries in the order of files and lines.
    pub pages: Vec<Vec<Entry>>,
    /// Types that could be main ones, the likeliest first; the call graph says which of them are.
    #[serde(skip)]
    pub main_types: Vec<MainType>,
}

impl Survey {
    /// The entries of a list. Of a list that this survey was made without, none.
    pub fn page(&self, list: List) -> &[Entry] {
        self.pages.get(list as usize).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, one_line};

    #[test]
    fn a_long_text_is_cut_between_words() {
        let long = one_line(&format!("{} dependency", "a".repeat(LONGEST - 5)));
        assert_eq!(long, format!("{}...", "a".repeat(LONGEST - 5)));
        let word = one_line(&"b".repeat(LONGEST + 9));
        assert_eq!(word, format!("{}...", "b".repeat(LONGEST)), "there is nothing to cut between");
        assert_eq!(one_line("as  it\nis"), "as it is");
    }
}
