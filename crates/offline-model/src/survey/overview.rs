//! Questions about the whole: "what is this project?", "how do I run the tests?"

use super::{Asked, is_about_all, of_list};
use crate::about_whole::{self, Whole};
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// Words by which people mean the repository.
const PROGRAM_VERBS: &[&str] = &["build", "compile", "run", "test", "start", "install", "launch"];

/// "How do I run the tests?"
pub fn run(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let verb = lower.iter().position(|word| PROGRAM_VERBS.contains(word)).filter(|at| *at > 0)?;
    let is_how = lower[0] == "how"
        && lower[1..verb].iter().all(|word| {
            matches!(*word, "do" | "can" | "to" | "i" | "we" | "you" | "does" | "one" | "should" | "would")
        });
    let own = lower[1..verb].iter().any(|word| matches!(*word, "i" | "we" | "you" | "to" | "one"));
    let rest = &words[verb + 1..];
    let about_all = rest.iter().all(|word| {
        is_about_all(word)
            || matches!(
                word.lower.as_str(),
                "the"
                    | "tests"
                    | "test"
                    | "suite"
                    | "this"
                    | "unit"
                    | "all"
                    | "and"
                    | "run"
                    | "build"
                    | "locally"
                    | "it"
                    | "from"
                    | "source"
                    | "server"
            )
    });
    (is_how && own && about_all).then(|| of_list(List::Scripts, None)).flatten()
}

/// "What is this project?", "how is the runtime organised?", "where does it start?"
pub fn overview(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    match about_whole::asked(words, lower)? {
        Whole::Overview(of) => Some((Kind::Overview, Asked::of(List::Overview.row().name, of))),
        Whole::EntryPoints => of_list(List::EntryPoints, None),
    }
}
