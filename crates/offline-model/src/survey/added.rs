//! "How do I add a new command?"

use super::{Asked, FAMILY, is_about_all};
use crate::kind::Kind;
use crate::words::Word;

const ADDS: &[&str] = &[
    "add",
    "create",
    "write",
    "implement",
    "register",
    "make",
    "define",
    "introduce",
    "adding",
    "creating",
    "implementing",
    "writing",
    "registering",
    "build",
    "plug",
];
/// Words that make of "how do I create a ..." a question about the repository, not about its use.
const NEW: &[&str] = &["new", "another", "own", "custom", "additional", "extra"];
/// Parts of a program of which a project has several of its own: to write one is to add one.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "middleware", "plugin", "addon", "extension", "handler", "backend", "driver", "adapter", "provider", "hook", "filter",
    "validator", "serializer", "formatter", "parser", "converter", "transformer", "processor", "transport", "codec", "encoder",
    "decoder", "broker", "exporter", "importer", "loader", "resolver", "reporter", "matcher", "strategy", "policy", "rule", "lint",
    "command", "subcommand", "migration", "module", "theme", "reader", "writer", "generator", "widget", "component", "service",
];

/// "How do I add a new command?"
pub fn added(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let asks = lower.iter().any(|word| matches!(*word, "how" | "where" | "steps" | "what" | "way"))
        || ADDS.contains(&lower[0]) && lower[0].ends_with("ing");
    // "What happens if I add a second one?" asks for what is done then.
    let is_condition = |at: usize| lower[..at].iter().any(|word| matches!(*word, "if" | "when" | "happens" | "happen"));
    let verb = lower.iter().position(|word| ADDS.contains(word)).filter(|at| asks && !is_condition(*at))?;
    let before = &lower[..verb];
    let is_asked = before.is_empty()
        || before.iter().any(|word| matches!(*word, "i" | "we" | "you" | "one" | "to" | "me" | "someone"));
    let mut at = verb + 1;
    // "A middleware of my own", "for my own database".
    let is_own = lower[verb..].windows(2).any(|two| matches!(two, ["my" | "your" | "our" | "its", "own"]));
    let mut is_new =
        is_own || matches!(lower[verb], "add" | "adding" | "register" | "registering" | "introduce" | "plug");
    let mut has_article = false;
    // "Plug in", "hook in".
    if lower[verb] == "plug" && lower.get(at) == Some(&"in") {
        at += 1;
    }
    while let Some(word) = lower.get(at) {
        if NEW.contains(word) {
            is_new = true;
        } else if !matches!(*word, "a" | "an" | "my" | "your" | "our" | "some" | "more" | "one") {
            break;
        }
        has_article = true;
        at += 1;
    }
    let stops = |word: &Word| {
        matches!(
            word.lower.as_str(),
            "to" | "in"
                | "for"
                | "into"
                | "on"
                | "with"
                | "here"
                | "and"
                | "that"
                | "which"
                | "of"
                | "from"
                | "without"
                | "using"
                | "by"
                | "this"
                | "when"
                | "so"
                | "at"
                | "between"
                | "among"
                | "across"
                | "through"
                | "via"
        )
    };
    let has_way = lower[at.min(lower.len())..].starts_with(&["way", "of"]);
    let is_doing = |word: &Word| has_way && !word.marked && word.lower.ends_with("ing");
    let mut noun: Vec<&str> = Vec::new();
    let mut rest = words[at.min(words.len())..].iter();
    while let Some(word) = rest.next() {
        // "A new kind of observer" is an observer.
        let is_kind = |noun: &[&str]| matches!(noun, ["kind" | "type" | "sort" | "form" | "way" | "set"]);
        if word.lower == "of" && is_kind(&noun) {
            noun.clear();
        } else if noun.is_empty() && (matches!(word.lower.as_str(), "the" | "a" | "an") || is_doing(word)) {
            // "My own way of choosing the protocol" is about the protocol.
        } else if matches!(word.lower.as_str(), "under" | "inside" | "for" | "in") && !noun.is_empty() {
            // Where it belongs, or what it is for, unless that is the repository.
            let mut place = rest.by_ref().skip_while(|word| word.is_stop()).take_while(|word| !word.is_stop());
            if let Some(first) = place.next().filter(|place| !is_about_all(place)) {
                noun.extend([word.lower.as_str(), &first.text]);
                // "For the http transport".
                if !first.is_path() && !first.marked && word.lower == "for" {
                    noun.extend(place.take_while(|word| !is_about_all(word)).take(2).map(|word| word.text.as_str()));
                }
            }
            break;
        } else if stops(word) || noun.len() == 4 {
            break;
        } else {
            noun.push(&word.text);
        }
        if word.ends_clause {
            break;
        }
    }
    let of = beside(words).unwrap_or_else(|| noun.join(" "));
    let is_written = matches!(lower[verb], "write" | "writing" | "implement" | "implementing" | "build");
    is_new |= is_written && noun.last().is_some_and(|unit| UNITS.contains(&unit.to_lowercase().as_str()));
    let asks = is_asked && is_new && has_article && !of.is_empty();
    asks.then_some((Kind::Add, Asked::of(FAMILY, Some(of))))
}

/// "A reusable piece of a page, a UI module": what is said again in other words at the end is its name.
fn beside(words: &[Word]) -> Option<String> {
    let before_last = &words[..words.len().saturating_sub(1)];
    let comma = before_last.iter().rposition(|word| word.ends_clause)?;
    match &words[comma + 1..] {
        [article, noun @ ..] if matches!(article.lower.as_str(), "a" | "an") && (1..=3).contains(&noun.len()) => {
            let is_noun = noun.iter().any(|word| !word.is_stop());
            is_noun.then(|| noun.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}
