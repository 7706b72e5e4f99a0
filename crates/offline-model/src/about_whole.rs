//! Questions about a repository as a whole, or about one of its parts: "explain the architecture", "how is the runtime
//! organised?", "what are the main modules of `tokio`?", "where does it start?"

use super::vocabulary::{ABOUT_ALL, FOLDER_NOUNS};
use super::words::Word;

/// What such a question asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// What the repository is and what it is made of; with a name, what that part is.
    Overview(Option<String>),
    /// Where programs begin, what a library exports.
    EntryPoints,
}

/// What a structure is called.
#[rustfmt::skip]
const SHAPES: &[&str] = &[
    "architecture", "overview", "structure", "layout", "design", "organisation", "organization", "tour", "purpose", "summary",
    "picture", "high-level", "fit", "fits", "together", "summarize", "summarise", "subsystems", "blocks",
];
/// How something is said to have one.
#[rustfmt::skip]
const SHAPED: &[&str] = &[
    "organised", "organized", "structured", "laid", "arranged", "architected", "designed", "divided", "split", "composed",
    "decomposed", "modularised", "modularized", "layered", "partitioned",
];
/// What it is made of.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "modules", "module", "parts", "components", "pieces", "packages", "files", "folders", "directories", "subsystems", "layers", "crates",
    "types", "classes", "submodules", "subpackages", "abstractions", "concepts", "structs", "interfaces", "objects", "building",
];
/// Which of them are meant.
#[rustfmt::skip]
const IMPORTANT: &[&str] = &[
    "main", "key", "core", "important", "major", "central", "top-level", "toplevel", "top", "level", "biggest", "principal", "primary",
    "essential", "most", "fundamental", "high", "big",
];
/// Words around these.
#[rustfmt::skip]
const AROUND: &[&str] = &[
    "explain", "describe", "give", "show", "tell", "work", "works", "walk", "through", "brief", "short", "quick", "please",
    "made", "consist", "consists", "contain", "contains", "look", "looks", "like", "general", "overall", "out", "up", "put", "does",
    "goal", "idea", "introduction", "introduce", "start", "reading", "understand", "is", "all", "and", "get", "going", "on", "whole", "entire",
    "of", "set", "do", "responsible", "outline", "sketch", "internals", "inside", "internal", "basic", "roughly", "briefly", "role", "each", "entry", "one",
];
/// What the repository is called, besides [`ABOUT_ALL`].
const WHOLE: &[&str] = &[
    "code",
    "everything",
    "source",
    "base",
    "thing",
    "software",
    "crate",
    "framework",
    "tool",
    "tree",
    "gem",
    "sdk",
    "src",
];
/// First words of such questions.
#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "what", "what's", "whats", "explain", "describe", "summarize", "summarise", "how", "tell", "give", "introduce", "walk", "about",
    "can", "could", "outline", "sketch", "show",
];

/// What is asked by these words; `None` where it is something else.
pub fn asked(words: &[Word], lower: &[&str]) -> Option<Whole> {
    if is_entry(words, lower) {
        return Some(Whole::EntryPoints);
    }
    whole(words, lower)
        .then_some(Whole::Overview(None))
        .or_else(|| part(words, lower).map(|of| Whole::Overview(Some(of))))
}

fn is_whole(word: &str) -> bool {
    ABOUT_ALL.contains(&word) || WHOLE.contains(&word)
}

fn is_shape(word: &str) -> bool {
    SHAPES.contains(&word) || SHAPED.contains(&word)
}

/// "Main modules", "most important files"
fn says_main_parts(lower: &[&str]) -> bool {
    lower.iter().any(|word| PARTS.contains(word)) && lower.iter().any(|word| IMPORTANT.contains(word))
}

/// The words that carry the topic, in lower case.
fn content(words: &[Word]) -> impl Iterator<Item = &str> {
    let carries = |word: &&Word| !word.is_stop() || ABOUT_ALL.contains(&word.lower.as_str());
    words.iter().filter(carries).map(|word| word.lower.as_str())
}

/// "What is this project?", "explain the architecture", "what are the main modules?"
fn whole(words: &[Word], lower: &[&str]) -> bool {
    let own: Vec<&str> = content(words).filter(|word| !AROUND.contains(word)).collect();
    let known = |word: &&str| is_whole(word) || is_shape(word) || PARTS.contains(word) || IMPORTANT.contains(word);
    let only_known = !words.iter().any(|word| word.marked) && own.iter().all(known);
    let has = |is_it: &dyn Fn(&str) -> bool| own.iter().any(|word| is_it(word));
    let opens = lower.first().is_some_and(|first| OPENERS.contains(first));
    let has_shape = has(&is_shape);
    let has_parts = says_main_parts(lower);
    // "How is this database put together?": what is called "this" is all there is, whatever it is called.
    let called_this = lower.windows(2).find(|two| two[0] == "this").map(|two| two[1]);
    let is_known_or_this = |word: &&str| Some(*word) == called_this || known(word);
    if opens && has_shape && called_this.is_some() && own.iter().all(is_known_or_this) {
        return !words.iter().any(|word| word.marked);
    }
    let of_this = lower.iter().any(|word| matches!(*word, "this" | "it" | "its"));
    if only_known && (has_shape || has_parts && (opens || lower.len() < 5)) {
        return true;
    }
    let is_all = |word: &str| is_whole(word) && !matches!(word, "src" | "base" | "tool" | "source");
    let only_all = !own.is_empty()
        && own.iter().all(|word| is_whole(word) || is_shape(word) || matches!(*word, "main" | "key" | "core"));
    if opens && only_known && only_all && (has(&is_all) || of_this) {
        return true;
    }
    matches!(
        lower,
        ["what", "is", "this"]
            | ["what", "does", "this", "do"]
            | ["what's", "this"]
            | ["what", "is", "it"]
            | ["what", "is", "it", "for"]
            | ["what", "is", "this", "for"]
            | ["what", "does", "it", "do"]
            | ["where", "do", "i", "start"]
            | ["where", "do", "i", "begin"]
            | ["where", "should", "i", "start"]
            | ["where", "should", "i", "start", "reading"]
            | ["where", "to", "start"]
            | ["what", "am", "i", "looking", "at"]
    )
}

/// "Where does it start? Which file is the entry point?"
fn is_entry(words: &[Word], lower: &[&str]) -> bool {
    let says = |list: &[&str]| lower.iter().any(|word| list.contains(word));
    let known = |word: &str| {
        is_whole(word)
            || matches!(
                word,
                "start"
                    | "starts"
                    | "begin"
                    | "begins"
                    | "entry"
                    | "point"
                    | "entrypoint"
                    | "file"
                    | "main"
                    | "execution"
                    | "running"
                    | "function"
                    | "started"
                    | "find"
            )
    };
    let only_known = content(words).all(known) && !words.iter().any(|word| word.marked);
    let names_entry = says(&["entrypoint"]) || lower.windows(2).any(|two| two == ["entry", "point"]);
    let asks_start = lower.first() == Some(&"where") && says(&["start", "starts", "begin", "begins"]);
    // Who asks where to start reads; a program starts by itself. More than one entry point is a list.
    let of_reader = says(&["i", "we", "you", "one", "reading", "to"]);
    only_known && (names_entry || asks_start && !of_reader)
}

/// The part that is asked about: "how is the runtime organised?", "the most important files in lib".
fn part(words: &[Word], lower: &[&str]) -> Option<String> {
    shaped_part(words, lower).or_else(|| part_behind(words, lower)).or_else(|| named_whole(words, lower))
}

/// "How is the runtime organised?"
fn shaped_part(words: &[Word], lower: &[&str]) -> Option<String> {
    let verb = lower.iter().position(|word| SHAPED.contains(word))?;
    let begins =
        lower.first() == Some(&"how") && lower.get(1).is_some_and(|word| matches!(*word, "is" | "are" | "was"));
    let is_last = lower[verb + 1..]
        .iter()
        .all(|word| matches!(*word, "out" | "up" | "internally" | "inside" | "here" | "in" | "code"));
    (begins && verb > 2 && is_last).then(|| name_in(&words[2..verb])).flatten()
}

/// "The most important files in lib", "the architecture of the scheduler"
fn part_behind(words: &[Word], lower: &[&str]) -> Option<String> {
    let of = (1..lower.len())
        .rev()
        .find(|at| matches!(lower[*at], "of" | "in" | "inside" | "under" | "within" | "behind"))?;
    let before = &words[..of];
    let own: Vec<&str> = content(before).filter(|word| !AROUND.contains(word)).collect();
    let known =
        own.iter().all(|word| is_shape(word) || PARTS.contains(word) || IMPORTANT.contains(word) || is_whole(word));
    let has_shape =
        own.iter().any(|word| is_shape(word) && !matches!(*word, "design" | "purpose" | "picture" | "fit" | "fits"));
    let has_parts = says_main_parts(&lower[..of]);
    let opens = OPENERS.contains(&lower[0])
        || is_shape(lower[0])
        || IMPORTANT.contains(&lower[0])
        || matches!(lower[0], "which" | "the" | "list");
    (known && opens && (has_shape || has_parts)).then(|| name_in(&words[of + 1..])).flatten()
}

/// "What is tokio and what are its main modules?"
fn named_whole(words: &[Word], lower: &[&str]) -> Option<String> {
    let joint = lower.iter().position(|word| *word == "and")?;
    let (first, second) = (&lower[..joint], &lower[joint + 1..]);
    let name = match first {
        ["what", "is" | "are", ..] => &words[2..joint],
        ["what's" | "whats" | "explain" | "describe", ..] => &words[1..joint],
        _ => return None,
    };
    let has = |list: &[&str]| second.iter().any(|word| list.contains(word));
    let of_it = has(&["its", "it"]) || second.contains(&words[joint - 1].lower.as_str());
    let is_shape = second.iter().any(|word| is_shape(word));
    let known = content(&words[joint + 1..]).all(|word| {
        self::is_shape(word)
            || PARTS.contains(&word)
            || IMPORTANT.contains(&word)
            || AROUND.contains(&word)
            || word == name.last().map_or("", |word| &word.lower)
    });
    (known && of_it && (is_shape || has(PARTS))).then(|| name_in(name)).flatten()
}

/// The one name in these words, without articles and without the word for what it is.
fn name_in(words: &[Word]) -> Option<String> {
    let is_noun = |word: &Word| {
        matches!(
            word.lower.as_str(),
            "module"
                | "package"
                | "crate"
                | "part"
                | "component"
                | "subsystem"
                | "layer"
                | "code"
                | "subpackage"
                | "submodule"
        ) || FOLDER_NOUNS.contains(&word.lower.as_str())
    };
    let kept: Vec<&Word> = words.iter().filter(|word| word.marked || !(word.is_stop() || is_noun(word))).collect();
    let names: Vec<&str> = kept.iter().map(|word| word.text.trim_end_matches('/')).collect();
    let is_name = (1..=3).contains(&names.len())
        && !kept.iter().any(|word| !word.marked && is_whole(&word.lower) && word.lower != "src");
    is_name.then(|| names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split;

    fn read(question: &str) -> Option<Whole> {
        let words = split(question);
        let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
        asked(&words, &lower)
    }

    #[test]
    fn the_whole_is_asked_about_in_many_words() {
        for question in [
            "Explain the architecture of this codebase",
            "How is this codebase organised? What do the top-level modules do?",
            "What is this crate for?",
            "Describe the structure of the code: what are the main parts?",
            "How is the code structured?",
            "What are the main modules?",
            "What are the key abstractions in this project?",
            "Give me a tour",
            "How does everything fit together?",
            "What are the most important files?",
            "what does this library do?",
            "What is it for?",
        ] {
            assert_eq!(read(question), Some(Whole::Overview(None)), "{question}");
        }
    }

    #[test]
    fn a_part_is_named() {
        for (question, part) in [
            ("How is the runtime organised?", "runtime"),
            ("What are the most important files in lib?", "lib"),
            ("what is tokio and what are its main modules?", "tokio"),
            ("Explain the architecture of the scheduler", "scheduler"),
            ("Give me an overview of the `src/json` folder", "src/json"),
            ("How are the operators structured?", "operators"),
        ] {
            assert_eq!(read(question), Some(Whole::Overview(Some(part.into()))), "{question}");
        }
    }

    #[test]
    fn where_a_program_begins() {
        for question in [
            "Where does it start? Which file is the entry point?",
            "What is the entry point?",
            "Where does execution begin?",
            "Where is the main entry point of this app?",
        ] {
            assert_eq!(read(question), Some(Whole::EntryPoints), "{question}");
        }
    }

    #[test]
    fn other_questions_are_left_alone() {
        for question in [
            "How is the request handled?",
            "What does `Session` do?",
            "How are errors reported in lib?",
            "Where does `run` start the server?",
            "How is a response built?",
            "What is the purpose of `Cache`?",
            "How are sessions stored and what is in them?",
            "Which classes are in src?",
        ] {
            assert_eq!(read(question), None, "{question}");
        }
    }
}
