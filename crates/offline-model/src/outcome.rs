//! What happens on a condition beside an error that is raised: where that is looked for. The question's own words may be a comment or a
//! message; a second one of a name may replace the first; a thing that is not there is known by other words; and what the asker's own
//! code raises is caught by what calls it.

mod branches;

pub use branches::fit as fit_of_branch;

use super::asked::Question;
use super::kind::Kind;
use super::known::Known;
use super::relevance::{is_callable, is_prose};
use super::vocabulary::carries_meaning;
use super::words;
use code_words::condition::{is_error, is_fail, is_not};
use code_words::everyday::is_everyday;
use code_words::path::{is_history, is_test};
use code_words::stem::{root, same_word};
use code_words::turned::Turned;
use compact_sort::CompactSort;
use model::{Finding, Step};
use protocol::{Basis, Evidence};
use serde_json::{Value, json};
use std::cmp::Reverse;

/// So many words in a row are no coincidence, where so many of them carry meaning; that it is not so counts as one.
const RUN: [usize; 2] = [4, 3];
/// Most runs that are looked for.
const MOST_RUNS: usize = 12;
/// Most places of a scan that are read, and how many lines before and after.
const READ: usize = 2;
const AROUND: [u32; 2] = [7, 5];
/// Most functions found by other words that are read.
const FUNCTIONS: usize = 4;
/// Most lines of a function that are read.
const LINES: u32 = 100;

/// Words that what catches an error is found by.
const CATCHING: &str = "handle error exception raised callback";
/// What people call code of their own that other code calls.
const OWN: &[&str] = &["my", "our", "own"];
/// What is written by those who use the code and called by it, where any of them is meant: "a handler throws".
#[rustfmt::skip]
const PLUGGED: &[&str] = &[
    "callback", "filter", "handler", "hook", "job", "listener", "middleware", "observer", "plugin", "processor", "subscriber", "task", "transform",
    "validator", "visitor",
];
/// What code does that fails.
const THROWS: &[&str] = &["throws", "throw", "raises", "raise", "panics", "panic", "crashes", "crash", "errors"];
/// Of what is not there they say nothing beside the words for it.
const THERE: &[&str] = &["exist", "install", "missing", "unknown"];
/// What two of a kind have in common, which is what they are stored by.
const KEYS: &[&str] = &["name", "names", "id", "ids", "key", "keys", "alias", "path"];

/// Where something is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Lines with the question's own words.
    Words,
    /// Lines that store something by its name.
    Stored,
    /// Branches on a state of HTTP or a key, and tables that have it.
    Branches,
    /// Where what such a line names is handled or used.
    Handled,
    /// Functions by other words.
    Other,
}

/// The steps, in the order in which they are taken; none unless it is asked what happens.
pub fn steps(question: &Question, known: &Known<'_>) -> Vec<(Way, Step)> {
    if question.kind != Kind::When {
        return Vec::new();
    }
    let runs = runs(&question.asked).map(|pattern| (Way::Words, pattern));
    let stored = stored(question).map(|pattern| (Way::Stored, pattern));
    let branches = branches::pattern(&question.asked).map(|pattern| (Way::Branches, pattern));
    let lines = branches.iter().flat_map(|(_, pattern)| searched(known, pattern));
    let handled = branches::of_handler(&question.asked, lines).map(|pattern| (Way::Handled, pattern));
    let other = other_words(question).map(|words| (Way::Other, words));
    let scans = [runs, stored, branches, handled].into_iter().flatten().filter(|_| !question.is_fetched);
    scans.chain(other).map(|(way, words)| (way, Step::Search(words))).collect()
}

fn searched<'f>(known: &Known<'f>, words: &str) -> Vec<&'f Evidence> {
    known.found_by(|step| matches!(step, Step::Search(searched) if searched == words)).to_vec()
}

/// Whether the asker's own code fails: the errors of the repository are not meant.
pub fn is_own_failing(asked: &str) -> bool {
    let words = words::split(asked);
    let throws = words.iter().position(|word| THROWS.contains(&word.lower.as_str()));
    // "A handler": whichever somebody wrote.
    let is_plugged = |pair: &[words::Word]| {
        matches!(pair[0].lower.as_str(), "a" | "an") && PLUGGED.contains(&pair[1].lower.as_str())
    };
    let own = words.iter().position(|word| OWN.contains(&word.lower.as_str()));
    // "A validator raises StopValidation" is about that error.
    let is_any = throws
        .is_none_or(|at| words[at + 1..].iter().find(|word| !word.is_stop()).is_none_or(|word| is_error(&word.lower)));
    let own = own.or_else(|| words.windows(2).position(is_plugged).filter(|_| is_any));
    matches!((own, throws), (Some(own), Some(throws)) if own + 1 < throws && throws - own <= 4)
}

/// The words of a condition that carry meaning.
fn heads(question: &Question) -> Vec<String> {
    let words = question.terms.iter().map(|term| term.to_lowercase());
    words.filter(|word| carries_meaning(word) && !is_everyday(word)).collect()
}

fn other_words(question: &Question) -> Option<String> {
    let is_of_error = |word: &String| is_error(word) || is_fail(word) || THROWS.contains(&word.as_str());
    let heads = heads(question);
    if is_own_failing(&question.asked) {
        let own: Vec<String> = heads.into_iter().filter(|word| !is_of_error(word)).collect();
        return Some(format!("{} {CATCHING}", own.join(" ")));
    }
    let turned = Turned::of(&question.asked)?;
    let said = |word: &String| turned == Turned::Absent && THERE.iter().any(|there| same_word(there, word));
    let own: Vec<String> = heads.into_iter().filter(|word| !said(word)).collect();
    (!own.is_empty()).then(|| format!("{} {}", own.join(" "), turned.words().join(" ")))
}

/// A pattern of what is stored by the name that two have in common: `filters[filter.name] = filter`.
fn stored(question: &Question) -> Option<String> {
    let words = words::split(&question.asked);
    let key = words.iter().map(|word| word.lower.as_str()).find(|word| KEYS.contains(word))?;
    (Turned::of(&question.asked)? == Turned::Repeated).then_some(())?;
    let key = key.trim_end_matches('s');
    let is_thing =
        |word: &String| !KEYS.contains(&word.as_str()) && word.chars().all(char::is_alphabetic) && word.len() > 3;
    let things: Vec<String> = heads(question).into_iter().filter(is_thing).map(|word| root(&word).to_owned()).collect();
    let things = things.join("|");
    (!things.is_empty()).then(|| {
        format!(r"/({things})\w*(\[[^\]]*{key}[^\]]*\]\s*=[^=>]|\.(set|put|insert)\([^,]*{key}[^,]*,)/i -test")
    })
}

/// A pattern of runs of words of a question, as they are written in comments and messages.
fn runs(asked: &str) -> Option<String> {
    let words = words::split(asked);
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '\'');
    let mut runs: Vec<String> = Vec::new();
    for run in words.windows(RUN[0]) {
        let is_whole =
            run.iter().all(|word| is_word(&word.text)) && run[..RUN[0] - 1].iter().all(|word| !word.ends_clause);
        let heads = run.iter().filter(|word| carries_meaning(&word.text) && !is_everyday(&word.lower)).count();
        let turns = run.iter().filter(|word| is_turn(&word.lower)).count();
        let is_asking = run.iter().any(|word| matches!(word.lower.as_str(), "happens" | "what"));
        if is_whole && !is_asking && heads + turns.min(1) >= RUN[1] && runs.len() < MOST_RUNS {
            runs.push(run.iter().map(|word| word.lower.replace('\'', ".")).collect::<Vec<_>>().join(r"\s+"));
        }
    }
    (!runs.is_empty()).then(|| format!("/({})/i -test", runs.join("|")))
}

fn is_turn(word: &str) -> bool {
    is_not(word) || matches!(word, "forget" | "forgets" | "without")
}

/// What one of the steps has found, the likeliest first.
pub fn found<'f>(question: &Question, known: &Known<'f>, way: Way) -> Vec<&'f Evidence> {
    let step = steps(question, known).into_iter().find(|(own, _)| *own == way);
    step.map_or_else(Vec::new, |(_, step)| known.found_by(|own| *own == step).to_vec())
}

/// The findings of all other steps.
pub fn without(question: &Question, findings: &[Finding]) -> Vec<Finding> {
    let known = Known::of(findings);
    let own: Vec<Step> = steps(question, &known).into_iter().map(|(_, step)| step).collect();
    findings.iter().filter(|finding| !own.contains(&finding.step())).cloned().collect()
}

/// A line that a scan has found: it has no score, and what was read around it is more than one.
pub fn is_line(e: &Evidence) -> bool {
    !matches!(e.basis, Basis::Search { .. }) && e.start_line == e.end_line
}

/// Whether a place may answer: nothing of tests, of changes and of what no person wrote.
pub fn may_answer(e: &Evidence) -> bool {
    !is_test(&e.path) && !is_history(&e.path)
}

/// What is read of the places that a step found: the lines around those of a scan, and the rest of functions.
pub fn reads(way: Way, found: &[&Evidence]) -> Vec<(&'static str, Value)> {
    let places = found.iter().filter(|e| may_answer(e));
    let read = |e: &Evidence, start: u32, end: u32| {
        ("read_file", json!({ "file_path": e.path, "start_line": start, "end_line": end }))
    };
    if way == Way::Other {
        let is_cut = |e: &&&Evidence| (e.excerpt.lines().count() as u32) < e.end_line.saturating_sub(e.start_line) + 1;
        let functions = places.filter(|e| is_callable(e) && !is_prose(e)).take(FUNCTIONS).filter(is_cut);
        return functions.map(|e| read(e, e.start_line, e.end_line.min(e.start_line + LINES - 1))).collect();
    }
    let mut places: Vec<&&Evidence> = places.collect();
    if way == Way::Branches {
        places.compact_sort_by_key(|e| Reverse(branches::fit(&e.excerpt)));
    }
    places
        .into_iter()
        .take(READ)
        .map(|e| read(e, e.start_line.saturating_sub(AROUND[0]).max(1), e.end_line + AROUND[1]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    fn searched(asked: &str) -> Vec<String> {
        let words = |(_, step)| if let Step::Search(words) = step { words } else { String::new() };
        steps(&understand(asked, &[]), &Known::of(&[])).into_iter().map(words).collect()
    }

    #[test]
    fn a_thing_that_is_not_there_is_looked_for_by_other_words() {
        assert_eq!(searched("what happens if the theme does not exist"), ["theme unknown missing found"]);
        assert!(searched("What happens when a theme is loaded?").is_empty());
    }

    #[test]
    fn words_in_a_row_are_looked_for_as_they_are_said() {
        let steps = searched("What happens if I forget to close a response body?");
        assert!(steps[0].contains(r"close\s+a\s+response\s+body"), "{steps:?}");
        assert!(!steps[0].contains("happens"), "{steps:?}");
    }

    #[test]
    fn what_two_of_a_name_are_stored_by_is_looked_for() {
        let steps = searched("What if two plugins define a filter with the same name?");
        assert!(steps[0].contains("filt") && steps[0].contains("name"), "{steps:?}");
        assert!(steps[1].ends_with("duplicate already exists"), "{steps:?}");
    }

    #[test]
    fn what_the_askers_own_code_raises_is_looked_for_where_it_is_caught() {
        assert!(is_own_failing("what happens if my parse function throws an exception"));
        assert!(is_own_failing("What happens if a handler throws an exception?"));
        assert!(!is_own_failing("What happens when a validator raises StopValidation?"));
        assert!(!is_own_failing("What happens if the parser throws an exception?"));
        assert!(!is_own_failing("What happens when my handler forgets to answer a request?"));
        assert_eq!(
            searched("what happens if my parse function throws an exception"),
            ["parse handle error exception raised callback"]
        );
    }
}
