//! Questions about the history: "when was `total_price` changed?", "who changed shop/cart.py last?", "why was line 12 of
//! shop/cart.py changed?", "what changed in 3f2a9c1?".

use super::known::Known;
use super::words::Word;
use model::Step;
use serde_json::{Value, json};

/// Said where no tool reads the history.
pub const NO_HISTORY: &str = "The history of this repository cannot be read here: no git data came with it.";

/// What is asked of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// When something was changed, by whom or why.
    Of(What, Subject),
    /// What a commit changed.
    Commit(String),
}

/// What is to be known first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    When,
    Who,
    Why,
}

/// What was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A symbol.
    Name(String),
    /// A file or folder.
    Path(String),
    /// Lines of a file.
    Lines(String, u32, u32),
    /// The repository.
    All,
}

impl Asked {
    /// The symbol that it is about.
    pub fn name(&self) -> Option<&str> {
        if let Self::Of(_, Subject::Name(name)) = self { Some(name) } else { None }
    }
}

/// Verbs of changing, in the past.
const CHANGED: &[&str] = &[
    "changed",
    "modified",
    "edited",
    "touched",
    "updated",
    "wrote",
    "written",
    "added",
    "introduced",
    "created",
    "committed",
    "rewritten",
    "rewrote",
    "broke",
    "renamed",
    "moved",
    "removed",
    "deleted",
    "refactored",
];
/// The same after "did".
const CHANGE: &[&str] = &["change", "appear"];
/// Between a question's word and its verb.
const PAST: &[&str] = &["was", "were", "did", "has", "have", "been"];
/// Words around what was changed.
const AROUND: &[&str] = &[
    "the",
    "a",
    "an",
    "last",
    "lastly",
    "first",
    "this",
    "that",
    "in",
    "of",
    "to",
    "by",
    "and",
    "why",
    "when",
    "who",
    "line",
    "lines",
    "function",
    "method",
    "class",
    "file",
    "folder",
    "module",
    "most",
    "recently",
    "again",
    "here",
    "it",
    "from",
    "repository",
    "repo",
    "project",
    "code",
    "codebase",
    "there",
    "please",
    "whom",
];

/// What the words ask of the history; `None` for any other question.
pub fn asked(words: &[Word]) -> Option<Asked> {
    let is = |word: &Word, list: &[&str]| !word.marked && list.contains(&word.lower.as_str());
    if let Some(commit) = commit(words) {
        return Some(Asked::Commit(commit));
    }
    if let [first, rest @ ..] = words
        && is(first, &["blame"])
    {
        return subject(rest).filter(|subject| *subject != Subject::All).map(|subject| Asked::Of(What::Who, subject));
    }
    let what = match words.first()?.lower.as_str() {
        "when" => What::When,
        "who" => What::Who,
        "why" => What::Why,
        _ => return recent(words),
    };
    // "When and why was it changed" is answered with both.
    let what = if words.iter().any(|word| is(word, &["why"])) { What::Why } else { what };
    let did = words.iter().any(|word| is(word, &["did"]));
    let verb = words.iter().position(|word| is(word, CHANGED) || (did && is(word, CHANGE)))?;
    // "When is it updated" is about code, "when was it updated" about its history.
    if what != What::Who && !words[..verb].iter().any(|word| is(word, PAST)) {
        return None;
    }
    let others: Vec<Word> = [&words[1..verb], &words[verb + 1..]].concat();
    subject(&others).map(|subject| Asked::Of(what, subject))
}

/// "What changed recently?", "the last commits", "the history of shop/cart.py".
fn recent(words: &[Word]) -> Option<Asked> {
    let has = |list: &[&str]| words.iter().any(|word| !word.marked && list.contains(&word.lower.as_str()));
    let lists = has(&["commits", "changes"]) && has(&["last", "latest", "recent", "newest"]);
    let recently = has(&["changed"]) && has(&["recently", "lately"]);
    let history = words.iter().position(|word| !word.marked && word.lower == "history");
    let of = history.filter(|at| words.get(at + 1).is_some_and(|word| word.lower == "of"));
    let rest = match of {
        Some(at) => &words[at + 2..],
        None if lists || recently => &words[words.len()..],
        None => return None,
    };
    let subject = if rest.is_empty() { Subject::All } else { subject(rest)? };
    Some(Asked::Of(What::When, subject))
}

/// "What changed in 3f2a9c1?", "what did the commit v1.2 change?", "why commit HEAD~2?".
fn commit(words: &[Word]) -> Option<String> {
    let is_hash = |word: &Word| {
        let digits = word.lower.bytes().all(|byte| byte.is_ascii_hexdigit());
        (7..=40).contains(&word.text.len()) && digits && word.text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let is_revision =
        |word: &Word| word.text == "HEAD" || word.text.starts_with("HEAD~") || word.text.starts_with("HEAD^");
    let named = words.iter().find(|word| is_hash(word) || is_revision(word)).map(|word| word.text.clone());
    if named.is_some() {
        return named;
    }
    let at = words.iter().position(|word| !word.marked && word.lower == "commit")?;
    if at > 0 && ["last", "latest", "newest"].contains(&words[at - 1].lower.as_str()) {
        return Some("HEAD".to_owned());
    }
    // "How does the commit hook work" names no commit.
    words.get(at + 1).filter(|word| word.marked).map(|word| word.text.clone())
}

fn subject(words: &[Word]) -> Option<Subject> {
    let place = words.iter().find_map(|word| {
        let (path, line) = word.text.rsplit_once(':')?;
        Some((path.to_owned(), line.parse::<u32>().ok()?))
    });
    if let Some((path, line)) = place {
        return Some(Subject::Lines(path, line, line));
    }
    let path = words.iter().find(|word| word.is_path()).map(|word| word.text.trim_end_matches('/').to_owned());
    let has_line = words.iter().any(|word| matches!(word.lower.as_str(), "line" | "lines"));
    match (path, has_line.then(|| lines(words)).flatten()) {
        (Some(path), Some((from, to))) => return Some(Subject::Lines(path, from, to)),
        (Some(path), None) => return Some(Subject::Path(path)),
        (None, _) => {}
    }
    let is_around = |word: &Word| {
        let lower = word.lower.as_str();
        !word.marked && (AROUND.contains(&lower) || PAST.contains(&lower) || CHANGED.contains(&lower))
    };
    let names: Vec<&Word> = words.iter().filter(|word| !is_around(word)).collect();
    match names.iter().find(|word| word.is_name()).or(if names.len() == 1 { names.first() } else { None }) {
        Some(word) => Some(Subject::Name(word.text.clone())),
        None if names.is_empty() => Some(Subject::All),
        None => None,
    }
}

/// "12", "12 to 20", "12-20"
fn lines(words: &[Word]) -> Option<(u32, u32)> {
    let mut numbers =
        words.iter().flat_map(|word| word.text.split(['-', '\u{2013}'])).filter_map(|part| part.parse::<u32>().ok());
    let from = numbers.next()?;
    let to = numbers.next().unwrap_or(from);
    Some((from.min(to), from.max(to)))
}

/// The steps that are missing; none for a question that asks nothing of the history.
pub fn missing(asked: Option<&Asked>, known: &Known<'_>) -> Vec<Step> {
    let step = match asked {
        None => return Vec::new(),
        Some(Asked::Commit(name)) => Step::Commit(name.clone()),
        Some(Asked::Of(_, Subject::All)) => Step::Log(String::new()),
        Some(Asked::Of(_, Subject::Path(path))) => Step::Log(path.clone()),
        Some(Asked::Of(_, Subject::Lines(path, from, to))) => Step::Blame { path: path.clone(), lines: (*from, *to) },
        Some(Asked::Of(_, Subject::Name(name))) => {
            let find = Step::Find(vec![name.clone()]);
            let has_looked =
                |step: &Step| *step == find || matches!(step, Step::Search(words) if words == &name.replace("::", "."));
            match known.definitions(name).first() {
                Some(found) => Step::Blame { path: found.path.clone(), lines: (found.start_line, found.end_line) },
                None if known.steps().iter().any(has_looked) => return Vec::new(),
                None => find,
            }
        }
    };
    if known.steps().contains(&step) { Vec::new() } else { vec![step] }
}

/// The tool that a step of history needs.
pub fn tool_of(step: &Step) -> Option<&'static str> {
    call(step).map(|(tool, _)| tool)
}

/// The call that a step of history makes; `None` for other steps.
pub fn call(step: &Step) -> Option<(&'static str, Value)> {
    match step {
        Step::Log(path) if path.is_empty() => Some(("git_log", json!({}))),
        Step::Log(path) => Some(("git_log", json!({ "path": path }))),
        Step::Blame { path, lines: (from, to) } => {
            Some(("git_blame", json!({ "path": path, "start_line": from, "end_line": to })))
        }
        Step::Commit(name) => Some(("git_show", json!({ "rev": name }))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split;

    #[test]
    fn questions_about_the_history_are_read() {
        let name = |name: &str| Subject::Name(name.to_owned());
        let path = |path: &str| Subject::Path(path.to_owned());
        let of = |what, subject| Some(Asked::Of(what, subject));
        for (question, expected) in [
            ("When was `total_price` changed?", of(What::When, name("total_price"))),
            ("when was the function total_price last modified", of(What::When, name("total_price"))),
            ("Who changed shop/cart.py last?", of(What::Who, path("shop/cart.py"))),
            ("who wrote the class Cart?", of(What::Who, name("Cart"))),
            ("why did `total_price` change?", of(What::Why, name("total_price"))),
            ("When and why was discount introduced?", of(What::Why, name("discount"))),
            ("Why was line 12 of shop/cart.py changed?", of(What::Why, Subject::Lines("shop/cart.py".into(), 12, 12))),
            ("who wrote lines 3-9 of shop/cart.py?", of(What::Who, Subject::Lines("shop/cart.py".into(), 3, 9))),
            ("why was cart.py:7 changed?", of(What::Why, Subject::Lines("cart.py".into(), 7, 7))),
            ("blame shop/cart.py:7", of(What::Who, Subject::Lines("shop/cart.py".into(), 7, 7))),
            ("What changed in 3f2a9c1?", Some(Asked::Commit("3f2a9c1".into()))),
            ("what did the last commit change?", Some(Asked::Commit("HEAD".into()))),
            ("explain HEAD~2", Some(Asked::Commit("HEAD~2".into()))),
            ("what is in the commit `v1.2`?", Some(Asked::Commit("v1.2".into()))),
            ("what changed recently?", of(What::When, Subject::All)),
            ("history of shop/", of(What::When, path("shop"))),
        ] {
            assert_eq!(asked(&split(question)), expected, "{question}");
        }
    }

    #[test]
    fn other_questions_are_not() {
        for question in [
            "When is the session updated?",
            "who calls total_price?",
            "how does the commit hook work?",
            "why does the added item disappear?",
            "where is deadbeef defined?",
            "what is the history module for?",
            "how are changes applied?",
            "When is a cart created?",
        ] {
            assert_eq!(asked(&split(question)), None, "{question}");
        }
    }
}
