//! Questions about all there is of something: "list all routes", "which environment variables does it read", "show every
//! subclass of `Base`", "what is this project", "how do I add a new command", "what imports `requests`".

mod added;
mod features;
mod free;
mod imported;
mod listed;
mod members;
mod option;
mod overview;
#[cfg(test)]
mod tests;

use super::kind::Kind;
use super::vocabulary::{ABOUT_ALL, TAIL};
use super::words::Word;
use code_words::irregular;
use survey::List;

/// What is asked of the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The name of the list, as the tool takes it.
    pub list: &'static str,
    /// What it is narrowed to.
    pub of: Option<String>,
    /// The list that is looked at where that one has nothing, and what it is narrowed to.
    pub instead: Option<(&'static str, Option<String>)>,
    /// Whether something else may be asked for: then nothing is said of a list where there is none.
    pub may_be_other: bool,
}

impl Asked {
    fn of(list: &'static str, of: Option<String>) -> Self {
        Self { list, of, instead: None, may_be_other: false }
    }

    /// The names in what it is narrowed to: `State` of "variants of `State` in src".
    pub fn names(&self) -> Vec<String> {
        let Some(of) = self.of.as_deref() else { return Vec::new() };
        let narrowing = survey::Narrowing::read(of);
        let name = match self.list == List::Members.row().name {
            true => narrowing
                .name
                .split_once(" of ")
                .or_else(|| narrowing.name.split_once(" returning "))
                .map(|(_, name)| name),
            false => Some(narrowing.name),
        };
        name.map(str::to_owned).into_iter().collect()
    }
}

/// What ends the verb of a question for a place.
#[rustfmt::skip]
const BEHIND_A_VERB: &[&str] = &[
    "in", "into", "by", "for", "on", "from", "to", "with", "when", "while", "before", "after", "against", "if", "during", "at",
];
/// Verbs of which the place of a thing is all that there is to say: an entry of a list has it.
#[rustfmt::skip]
const HAVING_A_PLACE: &[&str] = &[
    "defined", "declared", "registered", "listed", "located", "found", "kept", "documented", "written", "specified", "stored", "placed",
    "collected", "added", "read", "used", "configured", "exported", "implemented", "emitted", "fired", "dispatched", "published",
    "triggered", "sent", "raised", "thrown",
];

/// The name of the list that is made of several, as the tool takes it.
pub const FAMILY: &str = "family";

/// What these words ask of the lists; `None` where it is something else.
pub fn asked(words: &[Word]) -> Option<(Kind, Asked)> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    if lower.is_empty() {
        return None;
    }
    let first = added::added(words, &lower).or_else(|| imported::imported(words, &lower));
    if first.is_some() || is_done_somewhere(&lower) {
        return first;
    }
    option::option(words, &lower)
        .or_else(|| listed::extended(words, &lower))
        .or_else(|| listed::exported(words, &lower))
        .or_else(|| overview::run(words, &lower))
        .or_else(|| overview::overview(words, &lower))
        .or_else(|| features::features(words, &lower))
        .or_else(|| members::named(words, &lower))
        .or_else(|| listed::listed(words, &lower))
}

/// "Where are migrations run?" asks for the code that runs them; "where are migrations defined?" for all of them.
fn is_done_somewhere(lower: &[&str]) -> bool {
    let ["where", "is" | "are" | "was" | "were" | "do" | "does", rest @ ..] = lower else { return false };
    let clause = rest.split(|word| BEHIND_A_VERB.contains(word)).next().unwrap_or(rest);
    let [noun @ .., verb] = clause else { return false };
    !noun.is_empty() && (irregular::is_participle(verb) || *verb == "run") && !HAVING_A_PLACE.contains(verb)
}

/// What these words ask for a list of, where no list and no symbol is known by them: "which body parsers does it export?"
pub fn asked_freely(words: &[Word]) -> Option<(Kind, Asked)> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    free::free(words, &lower)
}

fn of_list(list: List, of: Option<String>) -> Option<(Kind, Asked)> {
    Some((Kind::ListAll, Asked::of(list.row().name, of)))
}

fn is_about_all(word: &Word) -> bool {
    !word.marked
        && (ABOUT_ALL.contains(&word.lower.as_str())
            || TAIL.contains(&word.lower.as_str())
            || matches!(word.lower.as_str(), "it" | "there" | "that" | "them" | "its" | "code" | "source" | "sources"))
}

/// The folder or file that the words name behind a preposition: "in src/net".
fn place(words: &[Word]) -> Option<&str> {
    let is_before =
        |word: &Word| matches!(word.lower.as_str(), "in" | "under" | "inside" | "within" | "from" | "of" | "folder");
    let found = words.windows(2).find(|two| is_before(&two[0]) && two[1].is_path());
    found.map(|two| two[1].text.as_str())
}
