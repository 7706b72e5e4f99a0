//! Conditions that are that something is not there, not done, or there twice. What is raised when it is there, or is done, is
//! not what happens on them.

use crate::condition::is_not;
use crate::identifier::lower_parts;
use crate::stem::same_word;

/// How a condition turns what its words name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turned {
    /// "That does not exist", "is not installed".
    Absent,
    /// "If I forget to close it": the verb of what is not done.
    Undone(String),
    /// "Two of the same name".
    Repeated,
}

/// What is said not to be so of a thing that is not there.
#[rustfmt::skip]
const THERE: &[&str] = &["available", "defined", "exist", "exists", "found", "installed", "known", "present", "registered", "there"];
/// Said of a thing that is not there, without another word.
const MISSING: &[&str] = &["missing", "nonexistent", "unknown", "nonexisting", "absent"];
/// How many words before what is said it may be negated: "can't be found".
const BEFORE: usize = 2;
/// What nobody does that forgets it.
const FORGOTTEN: &[&str] = &["forget", "forgets", "forgot", "neglect", "omit"];
const PEOPLE: &[&str] = &["i", "you", "we", "one", "somebody", "someone", "nobody", "user", "caller"];
const NOT_DONE: &[&str] = &["don't", "doesn't", "didn't", "never"];
/// With "same" these are two of a kind.
const TWO: &[&str] = &["already", "another", "both", "multiple", "second", "several", "two", "twice"];

/// Words of code and of messages for each.
const ABSENT_WORDS: &[&str] = &["unknown", "missing", "found"];
const REPEATED_WORDS: &[&str] = &["duplicate", "already", "exists"];
const UNDONE_WORDS: &[&str] = &["forget", "leak", "must"];

/// What messages say of a second one of a kind.
#[rustfmt::skip]
const REPEATS: &[&str] = &[
    "again", "collide", "collision", "collisions", "conflict", "conflicting", "conflicts", "dup", "duplicate", "duplicated", "duplicates",
    "multiple", "once", "same", "twice", "unique",
];
/// After "already": there is one.
#[rustfmt::skip]
const HELD: &[&str] = &[
    "added", "assigned", "bound", "contains", "declared", "defined", "exist", "existing", "exists", "has", "in", "known", "present",
    "registered", "reserved", "set", "taken", "use", "used",
];
/// Says that something is wanted which is not there, or was not done.
#[rustfmt::skip]
const WANTS: &[&str] = &[
    "forgot", "forget", "forgotten", "leak", "leaked", "least", "missing", "must", "need", "needs", "never", "no", "not", "required",
    "requires", "should", "without",
];
/// Before "not": what follows is forbidden.
const FORBIDS: &[&str] = &["can", "could", "may", "must", "shall", "should"];
/// How many words before a verb it may be forbidden: "must not be closed".
const NEAR: usize = 3;

impl Turned {
    /// What the condition that a text speaks of turns; `None` where it is as its words say.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace('’', "'");
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
        let has = |of: &[&str]| words.iter().any(|word| of.contains(word));
        if has(&["duplicate", "duplicates"]) || has(&["same"]) && has(TWO) {
            return Some(Self::Repeated);
        }
        undone(&words).map(Self::Undone).or_else(|| is_absent(&words).then_some(Self::Absent))
    }

    /// Words of code for it, to search by.
    pub fn words(&self) -> &'static [&'static str] {
        match self {
            Self::Absent => ABSENT_WORDS,
            Self::Undone(_) => UNDONE_WORDS,
            Self::Repeated => REPEATED_WORDS,
        }
    }

    /// Whether the text of an error, with its condition, may speak of it: false where it says the opposite.
    pub fn fits(&self, text: &str) -> bool {
        let parts = lower_parts(text);
        let has = |of: &[&str]| parts.iter().any(|part| of.contains(&part.as_str()));
        match self {
            Self::Absent => !has(&["already"]),
            Self::Undone(verb) => has(WANTS) && !is_forbidden(&parts, verb),
            Self::Repeated => has(REPEATS) || is_held(&parts) || is_membership(text),
        }
    }
}

fn is_absent(words: &[&str]) -> bool {
    let is_negated = |at: usize| words[at.saturating_sub(BEFORE)..at].iter().any(|word| is_not(word) || *word == "no");
    let said = words.iter().enumerate().any(|(at, word)| THERE.contains(word) && is_negated(at));
    said || words.iter().any(|word| MISSING.contains(word)) || words.windows(2).any(|pair| pair == ["no", "such"])
}

/// The verb of what is not done.
fn undone(words: &[&str]) -> Option<String> {
    let after = |at: usize| words.get(at).map(|word| (*word).to_owned());
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or("");
        let is_person = at > 0 && PEOPLE.contains(&words[at - 1]);
        match *word {
            word if FORGOTTEN.contains(&word) && next == "to" => after(at + 2),
            "without" if next.ends_with("ing") && next.len() > 5 => after(at + 1),
            word if NOT_DONE.contains(&word) && is_person && !THERE.contains(&next) => after(at + 1),
            "not" if is_person || at > 1 && words[at - 1] == "do" && PEOPLE.contains(&words[at - 2]) => after(at + 1),
            _ => None,
        }
    })
}

/// "Must not be closed", "cannot close".
fn is_forbidden(parts: &[String], verb: &str) -> bool {
    parts.iter().enumerate().filter(|(_, part)| same_word(part, verb)).any(|(at, _)| {
        let before = &parts[at.saturating_sub(NEAR)..at];
        before.iter().any(|word| word == "cannot")
            || before
                .windows(2)
                .any(|pair| FORBIDS.contains(&pair[0].as_str()) && matches!(pair[1].as_str(), "not" | "t"))
    })
}

/// "Is already registered", and not "has already started".
fn is_held(parts: &[String]) -> bool {
    let follows = |at: usize| {
        let after: Vec<&str> = parts[at + 1..].iter().map(String::as_str).filter(|word| *word != "been").collect();
        after.first().is_none_or(|word| HELD.contains(word))
    };
    parts.iter().enumerate().any(|(at, part)| part == "already" && follows(at))
        || parts.windows(2).any(|pair| pair[0] != "not" && matches!(pair[1].as_str(), "exists" | "exist"))
}

/// A condition that looks whether something is in a collection.
fn is_membership(text: &str) -> bool {
    #[rustfmt::skip]
    const LOOKS: &[&str] =
        &[".has(", "has_key", ".contains(", "contains_key", "containsKey", "isset(", "array_key_exists", ".includes(", ".get(", "; ok {", "; exists {"];
    let line = text.lines().next().unwrap_or("").trim_start_matches(['}', ' ', '\t']);
    let is_condition = ["if", "elif", "elsif", "elseif", "else if", "unless"].iter().any(|word| line.starts_with(word));
    let is_in = line.contains(" in ") && !line.contains(" not in ");
    is_condition && (is_in || LOOKS.iter().any(|look| line.contains(look)) && !line.contains("!isset"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_may_be_that_something_is_not_so() {
        let turned = |text: &str| Turned::of(text);
        for text in [
            "if the theme does not exist",
            "a layout that doesn’t exist",
            "when it isn't installed",
            "if it can't be found",
        ] {
            assert_eq!(turned(text), Some(Turned::Absent), "{text}");
        }
        let undone = |verb: &str| Some(Turned::Undone(verb.to_owned()));
        assert_eq!(turned("What happens if I forget to close a body?"), undone("close"));
        assert_eq!(turned("What if I don't close it?"), undone("close"));
        assert_eq!(turned("what if two plugins have the same name"), Some(Turned::Repeated));
        for text in ["What happens when a file is closed?", "the same as before", "What happens without a network?"] {
            assert_eq!(turned(text), None, "{text}");
        }
    }

    #[test]
    fn an_error_of_what_is_done_is_none_of_what_is_not_done() {
        let undone = Turned::of("if I forget to close the body").unwrap();
        assert!(!undone.fits("throw new Error(\"a response that has no body must not be closed\")"));
        assert!(!undone.fits("throw new Error(\"the body is closed\")"));
        assert!(undone.fits("log(\"Did you forget to close a response body?\")"));
        let repeated = Turned::of("two filters of the same name").unwrap();
        assert!(!repeated.fits("throw new Error('extensions have already been initialized')"));
        assert!(repeated.fits("throw new Error('the filter is already registered')"));
        assert!(repeated.fits("if name in self.filters:\n    raise ValueError(name)"));
        assert!(!Turned::Absent.fits("the file already exists"));
    }
}
