//! What a request is for, and what the person prefers from now on.

use crate::asked::Question;
use crate::edit::Edit;
use crate::kind::Kind;
use serde_json::{Map, Value, json};

/// Words that begin what is wanted always or never.
const ALWAYS: [&str; 2] = ["always", "please"];
const NEVER: [&str; 3] = ["never", "don't", "no"];
/// Verbs of a preference.
const VERBS: [&str; 4] = ["add", "write", "use", "include"];
/// What can be preferred, with the name under which it is stored; the first word that fits.
const PREFERENCES: [(&str, &str); 4] = [
    ("docstring", "add_docstrings"),
    ("comment", "write_comments"),
    ("type hint", "add_type_hints"),
    ("test", "add_tests"),
];
/// First words of requests to change something, exact sentence or not.
const CHANGES: [&str; 16] = [
    "add", "append", "change", "copy", "create", "delete", "edit", "fix", "insert", "move", "remove", "rename",
    "replace", "set", "update", "write",
];
/// First words of requests to run something.
const RUNS: [&str; 3] = ["run", "execute", "test"];

/// The answer, as the node that asked reads it.
pub fn classify(request: &str, question: &Question) -> Value {
    let preferences = preferences(request);
    let rest: Vec<&str> = sentences(request).filter(|sentence| preference(sentence).is_none()).collect();
    let (intent, reason) = match rest.first() {
        None => ("profile", "It says what is preferred, and nothing else."),
        Some(first) => of_sentence(first, &rest, question),
    };
    json!({ "intent": intent, "preferences": preferences, "reason": reason })
}

fn of_sentence(first: &str, rest: &[&str], question: &Question) -> (&'static str, &'static str) {
    let words = words(first);
    let verb = words.first().map_or("", String::as_str);
    if words.iter().any(|word| word.starts_with("preference")) {
        ("profile", "It asks for preferences.")
    } else if rest.iter().any(|sentence| Edit::read(sentence).is_some()) {
        ("edit", "It is an exact edit.")
    } else if RUNS.contains(&verb) {
        ("run_command", "It begins with a verb of running.")
    } else if CHANGES.contains(&verb) {
        ("edit", "It begins with a verb of change.")
    } else if question.kind == Kind::How || first.ends_with('?') {
        ("read", "It is a question.")
    } else {
        ("read", "Nothing says otherwise.")
    }
}

/// The preferences of all sentences.
fn preferences(request: &str) -> Map<String, Value> {
    sentences(request).filter_map(preference).map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

/// "Always add docstrings", "never write comments".
fn preference(sentence: &str) -> Option<(&'static str, bool)> {
    let words = words(sentence);
    let mut words = words.iter().map(String::as_str);
    let first = words.next()?;
    let value = match first {
        _ if ALWAYS.contains(&first) => true,
        _ if NEVER.contains(&first) => false,
        _ => return None,
    };
    let rest: Vec<&str> = words.collect();
    let (verb, what) = rest.split_first()?;
    // "Please" alone asks for one edit.
    let lasts = first != "please" || rest.contains(&"always");
    let what = what.join(" ");
    let known = PREFERENCES.iter().find(|(word, _)| {
        let plain = what.strip_prefix(word).map(|end| end.trim_start_matches('s'));
        plain
            .is_some_and(|end| end.is_empty() || end.starts_with(" to ") || end.starts_with(" in ") || end == " please")
    });
    (VERBS.contains(verb) && lasts).then_some(())?;
    known.map(|(_, name)| (*name, value))
}

/// The sentences of a request that is more than one wish.
pub fn sentences(request: &str) -> impl Iterator<Item = &str> {
    // A path or a number has no blank behind its dot.
    let parts = request.split(". ").flat_map(|part| part.split(['\n', ';'])).flat_map(|part| part.split(" and then "));
    parts.map(|part| part.trim().trim_end_matches('.')).filter(|part| !part.is_empty())
}

fn words(sentence: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    sentence.split(move |c| !is_inner(c)).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    #[track_caller]
    fn check(request: &str, intent: &str, preferences: Value) {
        let found = classify(request, &understand(request, &[]));
        assert_eq!((&found["intent"], &found["preferences"]), (&json!(intent), &preferences), "{request}");
    }

    #[test]
    fn requests_are_sorted_by_their_words() {
        check("What does total_price do?", "read", json!({}));
        check("rename `a` to `b`", "edit", json!({}));
        check("fix the bug in main.js", "edit", json!({}));
        check("run python main.py", "run_command", json!({}));
        check("Always add docstrings", "profile", json!({"add_docstrings": true}));
        check("never write comments.", "profile", json!({"write_comments": false}));
        check("Which preferences are in force?", "profile", json!({}));
        check("Always add docstrings. Rename `a` to `b`", "edit", json!({"add_docstrings": true}));
    }

    #[test]
    fn a_wish_for_one_edit_is_no_preference() {
        check("please add a docstring to total_price", "edit", json!({}));
        check("add docstrings to a.py", "edit", json!({}));
        check("always look at a.py first", "read", json!({}));
    }
}
