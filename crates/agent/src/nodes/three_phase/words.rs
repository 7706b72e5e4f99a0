//! What the words of a request say of it, without a model. A word is compared whole, in any case.

use crate::states::three_phase::{Classification, TaskType};

/// Most words of a greeting.
const GREETING_WORDS: usize = 3;
const GREETINGS: [&str; 9] = ["hi", "hello", "hey", "hiya", "howdy", "greetings", "morning", "afternoon", "evening"];
const THANKS: [&str; 4] = ["thanks", "thank", "thx", "cheers"];
/// Words that a greeting may have beside one of those above.
const BESIDE: [&str; 10] = ["you", "there", "good", "again", "all", "so", "much", "very", "everyone", "quarry"];
/// Words and phrases of a request for an explanation.
const EXPLAIN: [&[&str]; 5] = [&["what", "does"], &["explain"], &["describe"], &["summarize"], &["summary", "of"]];
/// Words of a request that is done when a check passes.
const CHANGE: [&str; 13] = [
    "fix",
    "bug",
    "error",
    "debug",
    "issue",
    "broken",
    "incorrect",
    "wrong",
    "implement",
    "write",
    "create",
    "complete",
    "build",
];
const FILE_OPERATIONS: [&str; 6] = ["move", "copy", "delete", "remove", "rename", "duplicate"];
const REFACTOR: [&str; 6] = ["refactor", "restructure", "rewrite", "redesign", "migrate", "modernize"];
const FIX: [&str; 9] = ["fix", "bug", "error", "debug", "issue", "broken", "incorrect", "wrong", "fails"];
const GENERATE: [&str; 6] = ["write", "create", "add", "implement", "generate", "build"];

const HELLO: &str = "Hello. Name a file or a function, and say what to do: explain, fix, move, write or rename.";
const WELCOME: &str = "You are welcome.";

/// The answer to a greeting or thanks; `None` for any other request.
pub(super) fn reply_to_greeting(request: &str) -> Option<&'static str> {
    let words = words(request);
    let is_known = |word: &String| has(&[GREETINGS.as_slice(), &THANKS, &BESIDE].concat(), word);
    if words.len() > GREETING_WORDS || !words.iter().all(is_known) {
        return None;
    }
    if words.iter().any(|word| has(&THANKS, word)) {
        Some(WELCOME)
    } else {
        words.iter().any(|word| has(&GREETINGS, word)).then_some(HELLO)
    }
}

/// Whether a request asks what something does.
pub(super) fn asks_to_explain(request: &str) -> bool {
    let words = words(request);
    EXPLAIN.iter().any(|phrase| words.windows(phrase.len()).any(|at| at.iter().zip(*phrase).all(|(a, b)| a == b)))
}

/// Whether a request wants code changed, so that there is something to check.
pub(super) fn wants_change(request: &str) -> bool {
    words(request).iter().any(|word| has(&CHANGE, word))
}

/// The kind of a request by its words, and how sure that is.
pub(super) fn classify(request: &str, files: Vec<String>) -> Classification {
    let words = words(request);
    let says = |list: &[&str]| words.iter().find(|word| has(list, word)).cloned();
    let because = |word: String| format!("It says \"{word}\".");
    let named = !files.is_empty();
    let (task_type, confidence, reasoning) = if reply_to_greeting(request).is_some() {
        (TaskType::Greeting, 0.95, "All of it is a greeting.".to_owned())
    } else if let Some(word) = says(&FILE_OPERATIONS).filter(|_| named) {
        (TaskType::FileOperation, 0.9, because(word))
    } else if asks_to_explain(request) && named {
        (TaskType::Explanation, 0.85, "It asks what a file does.".to_owned())
    } else if let Some(word) = says(&REFACTOR) {
        (TaskType::ComplexRefactor, 0.8, because(word))
    } else if let Some(word) = says(&FIX) {
        (TaskType::CodeFix, if named { 0.85 } else { 0.7 }, because(word))
    } else if let Some(word) = says(&GENERATE) {
        (TaskType::CodeGeneration, 0.75, because(word))
    } else {
        (TaskType::Unknown, 0.3, "No word of it says what kind of request it is.".to_owned())
    };
    Classification { task_type, confidence, files, action: None, reasoning }
}

fn has(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// The words, in lower case. A path or a dotted name is one word.
fn words(text: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || "_-./'`".contains(c);
    let word = |word: &str| word.trim_matches(|c: char| "-./'`".contains(c)).to_lowercase();
    text.split(|c: char| !is_inner(c)).map(word).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_is_nothing_but_a_greeting() {
        for greeting in ["hello", "Hi there!", "Good morning", "thanks", "Thank you so"] {
            assert!(reply_to_greeting(greeting).is_some(), "{greeting}");
        }
        for request in ["hello, fix main.js", "hi this history", "good", "you", "hello good morning everyone", ""] {
            assert_eq!(reply_to_greeting(request), None, "{request}");
        }
    }

    #[test]
    fn words_are_compared_whole() {
        assert!(wants_change("Fix the sum.") && wants_change("there is an `error`"));
        assert!(!wants_change("prefix the debugger") && !wants_change("show fix.py") && !wants_change("rewritten"));
        assert!(asks_to_explain("What does main.js do?") && asks_to_explain("a summary of a.py"));
        assert!(!asks_to_explain("what it does") && !asks_to_explain("unexplained"));
    }

    #[test]
    fn the_table_of_words() {
        let file = || vec!["main.js".to_owned()];
        for (request, files, kind, confidence) in [
            ("hello", vec![], "greeting", 0.95),
            ("remove the unused import from main.js", file(), "file_operation", 0.9),
            ("remove the old users", vec![], "unknown", 0.3),
            ("explain main.js", file(), "explanation", 0.85),
            ("explain the sum", vec![], "unknown", 0.3),
            ("refactor the shop", vec![], "complex_refactor", 0.8),
            ("fix main.js", file(), "code_fix", 0.85),
            ("the sum is off by one, fix it", vec![], "code_fix", 0.7),
            ("add a rate", vec![], "code_generation", 0.75),
        ] {
            let classified = classify(request, files);
            assert_eq!((classified.task_type.name(), classified.confidence), (kind, confidence), "{request}");
        }
    }
}
