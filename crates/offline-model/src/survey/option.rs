//! "What does `--dry-run` do?"

use super::Asked;
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// What such a question has beside the option, its opener first.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "what", "what's", "where", "explain", "describe", "is", "are", "does", "do", "the", "a", "option", "flag", "switch", "argument",
    "parameter", "mean", "means", "for", "used", "good", "defined", "declared", "documented", "parsed", "command", "line", "command-line",
    "cli", "it", "meaning", "of", "exactly",
];

/// The option of a command line that is asked for by its name.
pub fn option(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let is_option = |word: &Word| {
        let name = word.text.strip_prefix("--").unwrap_or("");
        name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    let opens = matches!(lower[0], "what" | "what's" | "where" | "explain" | "describe") || words.len() == 1;
    let (named, others): (Vec<&Word>, Vec<&Word>) = words.iter().partition(|word| is_option(word));
    let [option] = named[..] else { return None };
    if !opens || others.iter().any(|word| !BESIDE.contains(&word.lower.as_str())) {
        return None;
    }
    let asked = Asked::of(List::Options.row().name, Some(option.text.clone()));
    Some((Kind::ListAll, Asked { may_be_other: true, ..asked }))
}
