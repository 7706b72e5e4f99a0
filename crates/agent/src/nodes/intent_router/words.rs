//! What a request is for by its own words, whatever a model says of it.

use crate::states::intent_router::Intent;

/// Words that begin a question: one about undoing or running something asks for neither.
const ASKING: [&str; 14] =
    ["what", "how", "where", "why", "who", "which", "when", "does", "do", "is", "are", "explain", "describe", "show"];
const TAKING_BACK: [&str; 3] = ["undo", "revert", "rollback"];
const WRITING: [&str; 3] = ["write", "create", "add"];
const TESTS: [&str; 2] = ["test", "tests"];

/// The intent that the words alone decide, the first rule that fits.
pub(super) fn intent(request: &str) -> Option<Intent> {
    let words = words(request);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |of: &[&str]| words.iter().any(|word| of.contains(word));
    let asks = words.first().is_some_and(|first| ASKING.contains(first));
    if has(&TAKING_BACK) && !asks {
        return Some(Intent::Undo);
    }
    if matches!(words.first(), Some(&("run" | "execute"))) && (!has(&WRITING) || has(&TESTS)) {
        return Some(Intent::RunCommand);
    }
    let tests = wants_tests(request) || matches!(words.as_slice(), ["test", _, ..]);
    tests.then_some(Intent::RunCommand)
}

/// Whether the whole request is that the tests are run.
pub(super) fn wants_tests(request: &str) -> bool {
    let words = words(request);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let rest = match words.as_slice() {
        ["run" | "execute", rest @ ..] => rest,
        rest => rest,
    };
    let rest = match rest {
        ["the" | "all" | "my" | "our", rest @ ..] => rest,
        rest => rest,
    };
    matches!(rest, ["test" | "tests"] | ["all" | "unit", "test" | "tests"] | ["test" | "tests", "again"])
}

/// Whether the request is about something that fails, so that its output is worth a look before anything is edited.
pub(super) fn is_about_a_failure(request: &str) -> bool {
    const WORDS: [&str; 8] = ["test", "tests", "fix", "fixes", "failing", "fails", "bug", "bugs"];
    words(request).iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether a question means something that was said before: "and its tests?".
pub(super) fn leans_on_earlier(request: &str) -> bool {
    const WORDS: [&str; 18] = [
        "it", "its", "that", "this", "these", "those", "they", "them", "their", "he", "she", "same", "again", "above",
        "earlier", "else", "more", "rest",
    ];
    let words = words(request);
    let begins = words.first().is_some_and(|first| matches!(first.as_str(), "and" | "but" | "or" | "so" | "then"));
    begins || words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// The words in lower case, without a "please" before them.
fn words(request: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    let words = request.split(move |c| !is_inner(c)).filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.skip_while(|word| word == "please").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_decide_what_they_say_plainly() {
        for (request, expected) in [
            ("undo that", Some(Intent::Undo)),
            ("Please revert the last edit", Some(Intent::Undo)),
            ("how does undo work?", None),
            ("run tests", Some(Intent::RunCommand)),
            ("Run the tests!", Some(Intent::RunCommand)),
            ("tests", Some(Intent::RunCommand)),
            ("test the parser", Some(Intent::RunCommand)),
            ("run python main.py", Some(Intent::RunCommand)),
            ("execute node a.js", Some(Intent::RunCommand)),
            ("run a formatter and write the files", None),
            ("run the tests and add what is missing", Some(Intent::RunCommand)),
            ("latest changes", None),
            ("what does total_price do?", None),
        ] {
            assert_eq!(intent(request), expected, "{request}");
        }
        assert!(
            leans_on_earlier("and its tests?") && leans_on_earlier("What else calls it?") && leans_on_earlier("more")
        );
        assert!(!leans_on_earlier("What does total_price do?"));
        assert!(wants_tests("run all tests") && wants_tests("test") && !wants_tests("test the parser"));
        assert!(is_about_a_failure("Fix the sum") && !is_about_a_failure("rename the fixture"));
    }
}
