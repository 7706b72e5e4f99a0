//! How many there are, and how many are not shown.

use super::Sentence;
use crate::answer::markdown::count;
use crate::literal::MOST_LINES;
use protocol::Evidence;

pub fn more(n: usize) -> Sentence {
    Sentence::below(format!("... and {n} more."))
}

pub fn more_possible(n: usize) -> Sentence {
    Sentence::below(format!("... and {n} more that are only possible."))
}

/// The first sentence of a list of the places that have a text, as it is written or in other letters. There may be more than a
/// search for it returns.
pub fn places_with(text: &str, held: &[&Evidence], in_other_letters: bool) -> Sentence {
    let least = if held.len() >= MOST_LINES as usize { "At least " } else { "" };
    let plural = if held.len() == 1 { "1 place has".to_owned() } else { format!("{} places have", held.len()) };
    let letters = if in_other_letters { " in other capitals" } else { "" };
    Sentence::below(format!("{least}{plural} the text \"{}\"{letters}:", super::fact::safe(text)))
}

/// How many places have a format string that makes a text which no line has.
pub fn places_making(text: &str, n: usize) -> Sentence {
    let plural = if n == 1 { "1 place has".to_owned() } else { format!("{n} places have") };
    Sentence::below(format!(
        "No line has the text \"{}\" as it is; {plural} a format string for it:",
        super::fact::safe(text)
    ))
}

/// Other places where something of the name has a value. `is_all` where all of the repository was looked at.
pub fn other_values(n: usize, is_all: bool) -> Sentence {
    let least = if is_all { "" } else { "At least " };
    let noun = if n == 1 { "It is" } else { "They are" };
    let has = if n == 1 { "has" } else { "have" };
    Sentence::below(format!("{least}{} with such a name {has} a value. {noun}:", count(n, "other place")))
}

/// That what gives something of the name a value are tests. `is_all` where all of the repository was looked at.
pub fn values_of_tests(n: usize, is_all: bool) -> Sentence {
    let least = if is_all { "" } else { "at least " };
    let there = if n == 1 { "There is" } else { "There are" };
    let only =
        "Only tests were found to give something of that name a value, and what they take need not be the default.";
    Sentence::below(format!("{only} {there} {least}{}:", count(n, "such place")))
}

/// Of the callees listed, those that are only possible.
pub fn only_possible(n: usize) -> Sentence {
    Sentence::below(format!(
        "{n} of these {} only possible: the code does not say for certain which symbol is meant.",
        if n == 1 { "is" } else { "are" }
    ))
}
