//! The page's strings: a function a message of `web/strings/en.ftl`, which `build.rs` writes.
//!
//! `ask-box-send` is [`ask_box_send`]: a `&'static str`, or of a message with arguments a `String`. Arguments come in the order in
//! which the English message first names them. One that selects a variant is a [`Count`]: a whole number, shown with
//! separators (`1,005`); any other is shown as it displays itself, so a number that is only shown is given as
//! [`crate::text::count`] writes it.
//!
//! English is compiled in. Another language is loaded before the page is drawn ([`load`]) and stays until a reload, so a
//! string never changes and no signal holds one.

mod choice;
mod loading;
mod message;
mod number;

pub use choice::{PREFERENCE, chosen};
pub use loading::{address, load};
pub use number::{Count, grouped};

use message::{Argument, fill};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/strings.rs"));

/// A message without arguments, for tables of constants: its text is not known before a language is loaded.
pub type Message = fn() -> &'static str;

/// A language in place of English.
#[derive(Debug)]
struct Language {
    tag: &'static str,
    /// In the order of [`ENGLISH`].
    texts: Vec<&'static str>,
}

/// Set at most once, before the page is drawn.
static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// The message at a place of [`ENGLISH`], in the language of the page.
fn text(place: usize) -> &'static str {
    let translated = LANGUAGE.get().and_then(|language| language.texts.get(place));
    translated.copied().unwrap_or(ENGLISH[place])
}

/// The same with its arguments in it.
fn filled(place: usize, arguments: &[Argument]) -> String {
    let category = |count: u64| match LANGUAGE.get() {
        Some(language) => loading::plural_category(language.tag, count),
        None => if count == 1 { "one" } else { "other" }.to_owned(),
    };
    fill(text(place), arguments, number_group(), &category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_spoken_where_no_language_was_loaded() {
        assert_eq!(language_name(), "English");
        assert_eq!(text_days_ago(1_u32), "1 day ago");
        assert_eq!(text_days_ago(1005_u32), "1,005 days ago");
    }

    #[test]
    fn english_and_at_least_one_other_language_name_themselves() {
        assert!(LANGUAGES.contains(&("en", "English")) && LANGUAGES.contains(&("de", "Deutsch")), "{LANGUAGES:?}");
    }
}
