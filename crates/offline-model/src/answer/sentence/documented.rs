//! What documents say.

use super::Sentence;
use super::fact::safe;
use crate::answer::markdown::{cite, place};
use protocol::Evidence;

/// Above a section of a document that is shown from a line on.
pub fn section(e: &Evidence, title: Option<&str>, first: u32) -> Sentence {
    let from = Evidence { start_line: first, ..e.clone() };
    let titled = title.map_or_else(String::new, |title| format!(", under \"{}\"", safe(title)));
    Sentence::cited(format!("The documentation speaks of this at {}{titled}: {}", place(&from), cite(e)))
}

/// What a text states as the default, quoted.
pub fn default(e: &Evidence, line: usize, statement: &str) -> Sentence {
    let from = Evidence { start_line: e.start_line + line as u32, defined_at: None, ..e.clone() };
    Sentence::cited(format!("The default is stated at {}: \"{}\" {}", place(&from), safe(statement), cite(e)))
}
