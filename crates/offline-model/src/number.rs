//! A number that a question asks about is looked for among the values that code gives a name.

use super::asked::Question;
use super::kind::Kind;
use code_words::number;
use model::Step;
use survey::List;

/// A smaller number is the value of anything, unless the question says that it is a code or an amount.
const LEAST: u128 = 100;
/// Words in front of a number that is one of several by which something is known.
const CODES: &[&str] = &["code", "status", "signal", "errno", "error"];
/// Words behind a number that say what it counts.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "seconds", "second", "minutes", "minute", "hours", "days", "ms", "milliseconds", "bytes", "kb", "mb", "kib", "mib", "retries", "attempts",
];

/// The number that is asked about, as it is written.
pub fn asked(question: &Question) -> Option<&str> {
    if !matches!(question.kind, Kind::When | Kind::Explain) || question.asked.contains(['"', '`']) {
        return None;
    }
    let words = question.asked.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let words: Vec<&str> = words.collect();
    let is_one_of = |known: &[&str], at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|word| known.contains(&word.to_lowercase().as_str()))
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let value = number::value(word)?;
        let is_said = || is_one_of(CODES, at.checked_sub(1)) || is_one_of(UNITS, Some(at + 1));
        (value >= LEAST || word.starts_with("0x") || is_said()).then_some(*word)
    })
}

/// The step that looks for what has it as its value.
pub fn step(question: &Question) -> Option<Step> {
    let of = format!("{}{}", survey::VALUED, asked(question)?);
    Some(Step::Survey { list: List::Members.row().name.to_owned(), of: Some(of) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    #[test]
    fn a_number_is_asked_about_where_it_says_something() {
        let read = |text: &str| asked(&understand(text, &[])).map(str::to_owned);
        assert_eq!(read("What happens when a server answers with a 503?").as_deref(), Some("503"));
        assert_eq!(read("what happens with exit code 2").as_deref(), Some("2"));
        assert_eq!(read("what happens after 30 seconds without an answer?").as_deref(), Some("30"));
        assert_eq!(read("what happens when more than 64 filters are given?"), None);
        assert_eq!(read("what happens when one row is bad?"), None);
    }
}
