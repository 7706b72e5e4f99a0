//! What fits a topic in free words.

use super::Sentence;
use super::fact::safe;
use crate::answer::markdown::{self, cite, kind, name, place};
use crate::known::Known;
use crate::misspelt::Meant;
use crate::relevance;
use crate::section;
use protocol::Evidence;

/// A word that is taken for another; `None` where it is meant as it is written.
pub fn taken_for(meant: &Meant) -> Option<Sentence> {
    let (word, asked) = (&meant.word, meant.asked.as_ref()?);
    Some(Sentence::not_found(format!("Nothing that was found has \"{asked}\": it is taken for \"{word}\".")))
}

/// What fits best, what it is and what it says of itself.
pub fn best(known: &Known<'_>, e: &Evidence, subject: &str) -> Sentence {
    let subject = safe(subject);
    if relevance::is_prose(e) {
        let text = format!("No definition fits \"{subject}\" better than the text of {} {}.", place(e), cite(e));
        return Sentence::cited(text);
    }
    let documented = markdown::prefixed(" ", markdown::doc(e));
    Sentence::cited(format!(
        "What fits \"{subject}\" best is {}, {} at {}.{documented} {}",
        name(known, e),
        kind(e),
        place(e),
        cite(e)
    ))
}

/// Above what comes nearest to a topic of which words are not found.
pub fn nearest(subject: &str) -> Sentence {
    Sentence::below(format!("The nearest to \"{}\", which may be about something else:", safe(subject)))
}

/// Texts of the topic, each by its section that has most of the words; `None` where there are none.
pub fn prose(prose: &[&Evidence], wanted: &[String]) -> Option<Sentence> {
    let section = |e: &&Evidence| match section::with_most(e, wanted) {
        Some((line, title)) => format!("`{}:{line}` (\"{}\") {}", e.path, safe(&title), cite(e)),
        None => format!("{} {}", place(e), cite(e)),
    };
    let places: Vec<String> = prose.iter().map(section).collect();
    (!places.is_empty()).then(|| Sentence::cited(format!("Text that speaks of it: {}.", places.join(" and "))))
}
