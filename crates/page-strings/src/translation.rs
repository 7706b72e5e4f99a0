//! Another language than English: whether it is complete, and the file that the page loads.

use crate::catalog::{Catalog, Message};
use crate::compact::{compact, fingerprint};
use crate::problem::{Fault, Problem, Problems};
use serde_json::json;

/// The JSON that the page loads for a language: its messages in the order of English, and which English that is.
///
/// # Errors
///
/// Every message that is missing, unknown or has other arguments than in English.
pub fn translation(english: &Catalog, other: &Catalog) -> Result<String, Problems> {
    let problems = differences(english, other);
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let texts = english.messages.iter().map(|message| {
        let translated = other.message(&message.id).expect("a language without differences has each message");
        compact(translated, &message.arguments())
    });
    Ok(json!({ "of": fingerprint(english), "texts": texts.collect::<Vec<_>>() }).to_string())
}

fn differences(english: &Catalog, other: &Catalog) -> Vec<Problem> {
    let at = |line: usize, what: Fault| Problem { file: other.file.clone(), line, what };
    let last = other.messages.last().map_or(1, |message| message.line);
    let missing = english.messages.iter().filter(|message| other.message(&message.id).is_none());
    let missing = missing.map(|message| at(last, Fault::Missing(message.id.clone())));
    let wrong = other.messages.iter().filter_map(|message| {
        let what = match english.message(&message.id) {
            None => Fault::Unknown(message.id.clone()),
            Some(original) => difference(original, message)?,
        };
        Some(at(message.line, what))
    });
    wrong.chain(missing).collect()
}

fn difference(original: &Message, translated: &Message) -> Option<Fault> {
    let sorted = |message: &Message| {
        let mut names: Vec<String> = message.arguments().into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        names
    };
    let (expected, found) = (sorted(original), sorted(translated));
    let id = original.id.clone();
    if expected != found {
        let words = |names: &[String]| if names.is_empty() { "(none)".to_owned() } else { names.join(", ") };
        return Some(Fault::OtherArguments { id, found: words(&found), expected: words(&expected) });
    }
    let argument = found.into_iter().find(|name| translated.is_count(name) && !original.is_count(name))?;
    Some(Fault::NoCount { id, argument })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "a-send = Ask\na-found = { $count ->\n    [one] One in { $path }\n   *[other] { $count } in { $path }\n}\na-end = End";

    fn translate(text: &str) -> Result<String, Vec<String>> {
        let read = |file: &str, text: &str| Catalog::read(file, text).unwrap();
        let translated = translation(&read("en.ftl", ENGLISH), &read("de.ftl", text));
        translated.map_err(|problems| problems.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_language_is_written_in_the_order_of_english_with_its_arguments() {
        let german = "a-end = Ende\na-found = In { $path }: { $count }\na-send = Fragen";
        let written: serde_json::Value = serde_json::from_str(&translate(german).unwrap()).unwrap();
        assert_eq!(written["texts"], serde_json::json!(["Fragen", "In \u{1}1: \u{1}0", "Ende"]));
    }

    #[test]
    fn what_is_missing_unknown_or_different_is_named() {
        let german = "a-send = Fragen\na-more = Mehr\na-found = { $path ->\n   *[other] { $number }\n}";
        let expected = [
            "de.ftl:2: English has no `a-more`",
            "de.ftl:3: `a-found` has the arguments number, path, in English count, path",
            "de.ftl:3: `a-end` is missing",
        ];
        assert_eq!(translate(german), Err(expected.map(str::to_owned).to_vec()));
        let german = "a-send = Fragen\na-end = Ende\na-found = { $path ->\n   *[other] { $count }\n}";
        let expected = "de.ftl:3: `a-found` selects by `$path`, which English does not: it is no count";
        assert_eq!(translate(german), Err(vec![expected.to_owned()]));
    }
}
