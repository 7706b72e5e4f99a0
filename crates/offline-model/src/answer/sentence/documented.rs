//! What documents say.

use super::Sentence;
use super::fact::safe;
use crate::answer::markdown::{self, cite, kind, name, place};
use crate::known::Known;
use protocol::{Evidence, EvidenceKind};

/// A longer line is not shown in a sentence.
const WIDTH: usize = 120;

/// Above a section of a document that is shown from a line on.
pub fn section(e: &Evidence, title: Option<&str>, first: u32) -> Sentence {
    let from = Evidence { start_line: first, ..e.clone() };
    let titled = title.map_or_else(String::new, |title| format!(", under \"{}\"", safe(title)));
    Sentence::cited(format!("The documentation speaks of this at {}{titled}: {}", place(&from), cite(e)))
}

/// Above a comment that is shown from a line on.
pub fn comment(e: &Evidence, first: u32) -> Sentence {
    let from = Evidence { start_line: first, ..e.clone() };
    Sentence::cited(format!("A comment speaks of this at {}: {}", place(&from), cite(e)))
}

/// What a passage names: the definition of that.
pub fn defines(known: &Known<'_>, e: &Evidence) -> Sentence {
    let line = e.excerpt.trim();
    let is_shown = !line.contains(['\n', '`']) && line.len() < WIDTH && matches!(e.kind, EvidenceKind::Variable);
    let value = if is_shown { format!(": `{line}`") } else { ".".to_owned() };
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    Sentence::cited(format!("{}, {} at {}{value}{documented} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// The code that has the name which a passage has.
pub fn has_name(known: &Known<'_>, e: &Evidence, named: &str) -> Sentence {
    let has = format!("{}, {} at {}, has `{}` in its code.", name(known, e), kind(e), place(e), safe(named));
    Sentence::cited(format!("{has} {}", cite(e)))
}

/// What a text states as the default, quoted.
pub fn default(e: &Evidence, line: usize, statement: &str) -> Sentence {
    let from = Evidence { start_line: e.start_line + line as u32, defined_at: None, ..e.clone() };
    Sentence::cited(format!("The default is stated at {}: \"{}\" {}", place(&from), safe(statement), cite(e)))
}
