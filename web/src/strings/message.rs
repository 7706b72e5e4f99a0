//! A compiled message with its arguments put in: the crate `page-strings` describes the form.

use super::number::grouped;
use std::fmt::{Display, Write};

const ARGUMENT: char = '\u{1}';
const SELECT: char = '\u{2}';
const BETWEEN: char = '\u{3}';
const END: char = '\u{4}';

#[derive(Clone, Copy)]
pub enum Argument<'a> {
    Count(u64),
    Text(&'a dyn Display),
}

/// The message with its arguments. `group` separates thousands of counts, `category` is the plural category of a count.
pub fn fill(message: &str, arguments: &[Argument], group: &str, category: &dyn Fn(u64) -> String) -> String {
    let mut out = String::with_capacity(message.len() + 16);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(SELECT) {
        flat(before, arguments, group, &mut out);
        let (selector, behind) = after.split_once(END).unwrap_or((after, ""));
        let (argument, variants) = argument(selector, arguments);
        if let Some(Argument::Count(count)) = argument {
            flat(variant(variants, count, category), arguments, group, &mut out);
        }
        rest = behind;
    }
    flat(rest, arguments, group, &mut out);
    out
}

/// Text with arguments and no selectors.
fn flat(text: &str, arguments: &[Argument], group: &str, out: &mut String) {
    let mut pieces = text.split(ARGUMENT);
    out.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        let (argument, rest) = argument(piece, arguments);
        match argument {
            Some(Argument::Count(count)) => out.push_str(&grouped(count, group)),
            Some(Argument::Text(shown)) => write!(out, "{shown}").expect("a text takes all that is written"),
            None => {}
        }
        out.push_str(rest);
    }
}

/// The argument whose number begins the text, and the text behind it.
fn argument<'a, 'b>(text: &'b str, arguments: &[Argument<'a>]) -> (Option<Argument<'a>>, &'b str) {
    let mut chars = text.chars();
    let place = chars.next().and_then(|digit| digit.to_digit(10));
    (place.and_then(|place| arguments.get(place as usize)).copied(), chars.as_str())
}

/// The variant for a count: of that number, else of its category, else `other`.
fn variant<'a>(variants: &'a str, count: u64, category: &dyn Fn(u64) -> String) -> &'a str {
    let with_key = |wanted: &str| {
        let mut pieces = variants.split(BETWEEN);
        while let (Some(key), Some(text)) = (pieces.next(), pieces.next()) {
            if key == wanted {
                return Some(text);
            }
        }
        None
    };
    let found = with_key(&count.to_string()).or_else(|| with_key(&category(count)));
    // The compiler refuses a selector without `other`.
    found.or_else(|| with_key("other")).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: &str = "In \u{1}1: \u{2}0\
        0\u{3}nothing\u{3}one\u{3}a place\u{3}few\u{3}\u{1}0 places, few\u{3}other\u{3}\u{1}0 places\u{3}\u{4}.";

    /// Czech has a category for 2 to 4.
    fn czech(count: u64) -> String {
        match count {
            1 => "one",
            2..=4 => "few",
            _ => "other",
        }
        .to_owned()
    }

    fn places(count: u64) -> String {
        fill(PLACES, &[Argument::Count(count), Argument::Text(&"a.py")], ",", &czech)
    }

    #[test]
    fn a_count_selects_its_variant_by_number_or_category() {
        assert_eq!(places(0), "In a.py: nothing.");
        assert_eq!(places(1), "In a.py: a place.");
        assert_eq!(places(3), "In a.py: 3 places, few.");
        assert_eq!(places(1005), "In a.py: 1,005 places.");
        let missing = fill("\u{2}0other\u{3}x\u{3}\u{4}", &[Argument::Count(1)], ",", &czech);
        assert_eq!(missing, "x", "a category without a variant");
    }

    #[test]
    fn a_text_without_arguments_and_a_damaged_one_are_shown_without() {
        assert_eq!(fill("Ask", &[], ",", &czech), "Ask");
        for damaged in ["a\u{1}", "a\u{1}9", "a\u{2}", "a\u{2}9x\u{3}", "a\u{2}0one\u{3}"] {
            assert_eq!(fill(damaged, &[Argument::Count(1)], ",", &czech), "a", "{damaged:?}");
        }
    }
}
