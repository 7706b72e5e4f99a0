//! What a function does on a condition without raising an error.

use super::Sentence;
use crate::answer::markdown::{cite, name};
use crate::known::Known;
use protocol::Evidence;

/// Above a call that logs.
pub fn logs(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} logs this:", name(known, e)))
}

/// Above a statement that returns.
pub fn returns(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} returns this:", name(known, e)))
}

/// Above a call that prints.
pub fn prints(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} prints this:", name(known, e)))
}

/// Above a line with a run of the question's words.
pub fn in_words() -> Sentence {
    Sentence::below("The question's own words are in this:".to_owned())
}

/// Above a line that stores something by its name. Whether it looks for another one first is seen in the lines.
pub fn stored() -> Sentence {
    Sentence::below(
        "It is stored by its name, in place of what has the same name unless that is looked for before:".to_owned(),
    )
}

/// What handles errors, by its name and documentation alone.
pub fn handles(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::cited(format!("By its name and documentation, {} handles such errors {}.", name(known, e), cite(e)))
}

/// Above a branch on a value that a question names, or a table that has it.
pub fn branch() -> Sentence {
    Sentence::below("The code has this for it:".to_owned())
}

/// Above what handles or uses what such a line names.
pub fn handled() -> Sentence {
    Sentence::below("What that names is handled or used here:".to_owned())
}
