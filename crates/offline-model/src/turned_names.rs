//! Names that say that something is not, or no longer, what the rest of the name says: `NonClusteredSemaphore`, `load_old_theme`.

use super::symbol::last;
use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use protocol::Evidence;

/// Words that turn what follows them in a name.
const TURNING: &[&str] =
    &["non", "not", "without", "old", "legacy", "deprecated", "obsolete", "noop", "dummy", "fake", "mock"];

/// Whether the name of a find is turned by a word that is none of the question's, which are in lower case.
pub fn is_turned(e: &Evidence, asked: &[String]) -> bool {
    let Some(symbol) = e.symbol.as_deref() else { return false };
    lower_parts(last(symbol)).iter().any(|part| {
        TURNING.contains(&part.as_str()) && !asked.iter().any(|word| same_word(word, part) || is_said_so(word))
    })
}

/// Words of questions for what is not so, or no longer.
#[rustfmt::skip]
const SAID_SO: &[&str] = &[
    "avoid", "backwards", "compatible", "compatibility", "deprecated", "deprecation", "disable", "disallow", "exclude", "former",
    "no", "not", "prevent", "previous",
];

fn is_said_so(word: &str) -> bool {
    SAID_SO.iter().any(|said| same_word(said, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[test]
    fn a_name_is_turned_unless_the_question_is() {
        let is = |symbol: &str, asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|word| (*word).to_owned()).collect();
            is_turned(&found(symbol, "a.py", 1, "def f(): pass"), &asked)
        };
        assert!(is("jobs.JTANonClusteredSemaphore", &["clustering"]) && is("ui.Theme.load_old_theme", &["themes"]));
        assert!(!is("ui.Theme.load_old_theme", &["old", "themes"]) && !is("old.Theme.load", &["themes"]));
        assert!(!is("jobs.isJobNonConcurrent", &["concurrent", "jobs", "prevented"]));
        assert!(!is("settings.handle_deprecated", &["compatibility"]) && !is("Notebook.notify", &["note"]));
    }
}
