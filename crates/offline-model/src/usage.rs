//! "How do I ...?": how something is done with the repository's code. Its documents say so in more of the words of who asks than its
//! definitions do.

use crate::asked::Question;
use crate::kind::Kind;
use crate::query::search_words;
use code_words::identifier::lower_parts;
use model::Step;

/// Behind the words of a search among documents alone.
const IN_DOCUMENTS: &str = " lang:markdown lang:prose";
/// The subject: who wants to do it.
const WHO: [&str; 8] = ["i", "you", "one", "someone", "somebody", "users", "people", "developers"];
/// The auxiliary verb between "how" and the subject.
const CAN: [&str; 8] = ["do", "does", "can", "could", "should", "would", "must", "might"];
/// "The best way to".
const GOOD: [&str; 9] =
    ["best", "right", "easiest", "simplest", "recommended", "proper", "correct", "preferred", "usual"];

/// Whether a question asks how something is done with the code, and neither where nor how the code does it.
pub fn is_asked(question: &Question) -> bool {
    // Who adds a new one of something changes the code: what there is of its kind says how.
    if !matches!(question.kind, Kind::Explain | Kind::How) {
        return false;
    }
    let lower = question.asked.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    let is_at = |at: usize| match words[at..] {
        ["how", "to", ..] | ["is", "it", "possible", "to", ..] => true,
        ["how", can, who, ..] => CAN.contains(&can) && WHO.contains(&who),
        ["is", "there", "a" | "any", "way", "to", ..] => true,
        [good, "way", "to" | "of", ..] => GOOD.contains(&good),
        ["can", "i", ..] => at == 0,
        _ => false,
    };
    (0..words.len()).any(is_at)
}

/// The search for what the documents say of it.
pub fn step(question: &Question) -> Option<Step> {
    let words = search_words(question);
    (is_asked(question) && !words.is_empty()).then(|| Step::Search(format!("{words}{IN_DOCUMENTS}")))
}

/// The search for what the documents say of a thing.
pub fn in_documents(thing: &str) -> Step {
    let words = lower_parts(thing).join(" ");
    Step::Search(format!("{words}{IN_DOCUMENTS}"))
}

/// Whether a step is one of [`step`] or [`in_documents`].
pub fn is_of_documents(step: &Step) -> bool {
    matches!(step, Step::Search(words) if words.ends_with(IN_DOCUMENTS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    fn is_usage(asked: &str) -> bool {
        is_asked(&understand(asked, &[]))
    }

    #[test]
    fn who_asks_how_to_do_something_asks_for_the_manual() {
        for asked in [
            "How do I schedule a task to run every hour?",
            "how to skip the cache for one request",
            "how to run a task every hour",
            "Hi, how can I limit the number of workers?",
            "What is the best way to share a connection between threads?",
            "Is there a way to skip the cache?",
            "Can I use it without a server?",
        ] {
            assert!(is_usage(asked), "{asked}");
        }
        for asked in [
            "How does it decide which task is run next?",
            "How are tasks stored in the queue?",
            "Where is the way to the root computed?",
            "Who calls `how_to`?",
            "How do I add a new storage?",
        ] {
            assert!(!is_usage(asked), "{asked}");
        }
    }
}
