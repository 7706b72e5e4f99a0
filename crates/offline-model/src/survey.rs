//! Questions about all there is of something: "list all routes", "which environment variables does it read", "show every
//! subclass of `Base`", "what is this project", "how do I add a new command", "what imports `requests`".

#[cfg(test)]
mod tests;

use super::about_whole::{self, Whole};
use super::kind::Kind;
use super::vocabulary::{ABOUT_ALL, FOLDER_NOUNS, TAIL};
use super::words::Word;
use survey::List;

/// What is asked of the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The name of the list, as the tool takes it.
    pub list: &'static str,
    /// What it is narrowed to.
    pub of: Option<String>,
}

/// The name of the list that is made of several, as the tool takes it.
pub const FAMILY: &str = "family";

/// Words that begin a request for a list.
const OPENERS: &[&str] = &[
    "list",
    "show",
    "enumerate",
    "give",
    "name",
    "count",
    "find",
    "print",
    "display",
    "get",
    "what",
    "which",
    "what's",
    "whats",
    "where",
    "how",
    "are",
    "does",
    "do",
    "is",
    "all",
    "tell",
    "any",
    "has",
    "every",
];
/// Words between the opener and what is listed.
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "me", "us", "all", "every", "each", "any", "the", "of", "a", "an", "list", "are", "is", "there", "available", "supported",
    "existing", "different", "possible", "defined", "main", "full", "complete", "kinds", "kind", "types", "sorts", "many",
    "does", "do", "it", "this", "these", "that", "have", "has", "we", "you", "i", "can", "custom", "current", "known", "and", "about",
    "its", "their", "our", "your", "builtin", "built-in", "exposed", "declared", "registered", "required", "public", "open",
    "repo", "repository", "project", "codebase", "library", "package", "app", "application", "overview", "please", "could",
    "would", "for", "some", "various", "in", "contain", "code", "see", "want", "to", "need", "names", "runnable", "in-code",
];
/// Before what a list is narrowed to.
const OF: &[&str] = &[
    "of",
    "for",
    "in",
    "from",
    "under",
    "inside",
    "within",
    "by",
    "extending",
    "implementing",
    "extend",
    "extends",
    "implement",
    "implements",
    "covering",
    "cover",
    "test",
    "testing",
];
/// Verbs that state a subtype.
const EXTENDS: &[&str] = &[
    "extend",
    "extends",
    "extending",
    "implement",
    "implements",
    "implementing",
    "subclass",
    "subclasses",
    "subclassing",
    "inherit",
    "inherits",
    "inheriting",
    "derive",
    "derives",
    "deriving",
];
const ADDS: &[&str] = &[
    "add",
    "create",
    "write",
    "implement",
    "register",
    "make",
    "define",
    "introduce",
    "adding",
    "creating",
    "implementing",
    "writing",
    "registering",
    "build",
];
/// Words that make of "how do I create a ..." a question about the repository, not about its use.
const NEW: &[&str] = &["new", "another", "own", "custom", "additional", "extra"];
/// Words by which people mean the repository.
const PROGRAM_VERBS: &[&str] = &["build", "compile", "run", "test", "start", "install", "launch"];

/// What these words ask of the lists; `None` where it is something else.
pub fn asked(words: &[Word]) -> Option<(Kind, Asked)> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    if lower.is_empty() {
        return None;
    }
    added(words, &lower)
        .or_else(|| imported(words, &lower))
        .or_else(|| extended(words, &lower))
        .or_else(|| run(words, &lower))
        .or_else(|| overview(words, &lower))
        .or_else(|| listed(words, &lower))
}

fn of_list(list: List, of: Option<String>) -> Option<(Kind, Asked)> {
    Some((Kind::ListAll, Asked { list: list.row().name, of }))
}

/// "How do I add a new command?"
fn added(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let asks = lower.iter().any(|word| matches!(*word, "how" | "where" | "steps" | "what" | "way"))
        || ADDS.contains(&lower[0]) && lower[0].ends_with("ing");
    let verb = lower.iter().position(|word| ADDS.contains(word)).filter(|_| asks)?;
    let before = &lower[..verb];
    let is_asked = before.is_empty()
        || before.iter().any(|word| matches!(*word, "i" | "we" | "you" | "one" | "to" | "me" | "someone"));
    let mut at = verb + 1;
    let mut is_new = matches!(lower[verb], "add" | "adding" | "register" | "registering" | "introduce");
    let mut has_article = false;
    while let Some(word) = lower.get(at) {
        if NEW.contains(word) {
            is_new = true;
        } else if !matches!(*word, "a" | "an" | "my" | "your" | "our" | "some" | "more" | "one") {
            break;
        }
        has_article = true;
        at += 1;
    }
    let stops = |word: &Word| {
        matches!(
            word.lower.as_str(),
            "to" | "in"
                | "for"
                | "into"
                | "on"
                | "with"
                | "here"
                | "and"
                | "that"
                | "which"
                | "of"
                | "from"
                | "without"
                | "using"
                | "by"
                | "this"
                | "when"
                | "so"
                | "at"
        )
    };
    let mut noun: Vec<&str> = Vec::new();
    let mut rest = words[at.min(words.len())..].iter();
    while let Some(word) = rest.next() {
        // "A new kind of observer" is an observer.
        let is_kind = |noun: &[&str]| matches!(noun, ["kind" | "type" | "sort" | "form"]);
        if word.lower == "of" && is_kind(&noun) {
            noun.clear();
        } else if matches!(word.lower.as_str(), "under" | "inside" | "for" | "in") && !noun.is_empty() {
            // Where it belongs, or what it is for, unless that is the repository.
            let mut place = rest.by_ref().filter(|word| !word.is_stop());
            if let Some(place) = place.next().filter(|place| !is_about_all(place)) {
                noun.extend([word.lower.as_str(), &place.text]);
            }
            break;
        } else if stops(word) || noun.len() == 4 {
            break;
        } else {
            noun.push(&word.text);
        }
        if word.ends_clause {
            break;
        }
    }
    let of = noun.join(" ");
    let asks = is_asked && is_new && has_article && !of.is_empty();
    asks.then_some((Kind::Add, Asked { list: FAMILY, of: Some(of) }))
}

/// "What imports `x`?", "what depends on the package `x`?"
fn imported(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let asks = matches!(
        lower[0],
        "what" | "which" | "who" | "where" | "list" | "show" | "find" | "how" | "is" | "does" | "all" | "everything"
    );
    if !asks {
        return None;
    }
    let named = |at: usize| {
        let skipped = lower[at.min(lower.len())..].iter().take_while(|word| {
            matches!(
                **word,
                "the"
                    | "package"
                    | "module"
                    | "library"
                    | "crate"
                    | "dependency"
                    | "on"
                    | "of"
                    | "file"
                    | "upon"
                    | "from"
                    | "a"
            )
        });
        let is_package = skipped
            .clone()
            .any(|word| matches!(*word, "package" | "module" | "library" | "crate" | "dependency" | "file"));
        let at = at + skipped.count();
        let word = words.get(at).filter(|word| !is_about_all(word))?;
        let is_package = is_package
            || lower.get(at + 1).is_some_and(|next| matches!(*next, "package" | "module" | "library" | "crate"));
        Some((word.text.clone(), is_package))
    };
    let package = |of: String| Some((Kind::Package, Asked { list: List::Dependencies.row().name, of: Some(of) }));
    for (at, word) in lower.iter().enumerate() {
        match *word {
            "imports" | "import" | "importing" if at > 0 && named(at + 1).is_some() => {
                return named(at + 1).and_then(|(of, _)| package(of));
            }
            "imported" if at > 0 => {
                let between = lower[1..at].iter().position(|word| matches!(*word, "is" | "are" | "gets"));
                let start = if matches!(lower[0], "is" | "are") { Some(1) } else { between.map(|is| is + 2) };
                return start.and_then(named).and_then(|(of, _)| package(of));
            }
            "depends" | "depend" | "relies" | "rely" | "dependent"
                if lower.get(at + 1).is_some_and(|next| matches!(*next, "on" | "upon")) =>
            {
                // "What does this project depend on?"
                let of_all = lower[1..at].iter().any(|word| ABOUT_ALL.contains(word) || *word == "it");
                if of_all && at + 2 >= lower.len() {
                    return of_list(List::Dependencies, None);
                }
                if lower[1..at].iter().any(|word| matches!(*word, "does" | "do")) {
                    return None;
                }
                let (of, is_package) = named(at + 2)?;
                let marked = words.iter().any(|word| word.text == of && word.marked && !is_package);
                return if marked || of.contains("::") { None } else { package(of) };
            }
            "uses" | "use" | "using" if at > 0 => {
                let (of, is_package) = named(at + 1)?;
                return if is_package { package(of) } else { None };
            }
            _ => {}
        }
    }
    None
}

fn is_about_all(word: &Word) -> bool {
    !word.marked
        && (ABOUT_ALL.contains(&word.lower.as_str())
            || TAIL.contains(&word.lower.as_str())
            || matches!(word.lower.as_str(), "it" | "there" | "that" | "them" | "its" | "code"))
}

/// "Which classes extend `Base`?"
fn extended(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let opens = matches!(
        lower[0],
        "what" | "which" | "who" | "list" | "show" | "find" | "all" | "everything" | "how" | "types" | "classes"
    );
    let at = lower.iter().position(|word| EXTENDS.contains(word)).filter(|at| *at > 0 && opens)?;
    // "What does X extend?" asks for its bases.
    if lower[..at].iter().any(|word| matches!(*word, "does" | "do" | "did" | "i" | "we" | "you" | "to")) {
        return None;
    }
    let skipped = words[at + 1..].iter().take_while(|word| {
        !word.marked
            && matches!(
                word.text.as_str(),
                "the" | "from" | "trait" | "interface" | "class" | "base" | "of" | "a" | "an" | "type" | "protocol"
            )
    });
    let name = words.get(at + 1 + skipped.count()).filter(|word| !is_about_all(word))?;
    of_list(List::Subtypes, Some(name.text.clone()))
}

/// "How do I run the tests?"
fn run(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
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
fn overview(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    match about_whole::asked(words, lower)? {
        Whole::Overview(of) => Some((Kind::Overview, Asked { list: List::Overview.row().name, of })),
        Whole::EntryPoints => of_list(List::EntryPoints, None),
    }
}

/// "List all routes", "which environment variables are read?", "how many tests are there for X"
fn listed(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let (list, start, end) = phrase(lower)?;
    let before = &lower[..start];
    let is_alone = before.is_empty();
    let opens = is_alone || OPENERS.contains(&before[0]) || BETWEEN.contains(&before[0]);
    let is_name = |at: usize| words[at].marked;
    if !opens
        || (start..end).any(is_name)
        || before.iter().skip(1).any(|word| !BETWEEN.contains(word) && !OPENERS.contains(word))
    {
        return None;
    }
    // "How do hooks work", "what do plugins do": about them, not for a list.
    let is_how = before.first() == Some(&"how") && !before.contains(&"many");
    let after = &lower[end..];
    let explains = after.iter().any(|word| {
        matches!(
            *word,
            "work"
                | "works"
                | "handled"
                | "implemented"
                | "parsed"
                | "processed"
                | "resolved"
                | "mean"
                | "stored"
                | "called"
                | "matched"
        )
    });
    let does = after.first().is_some_and(|word| matches!(*word, "do" | "does")) && after.last() == Some(&"do");
    let is_what = is_alone && after.first().is_some_and(|word| !OF.contains(word) && !TAIL.contains(word));
    if is_how || explains || does || is_what {
        return None;
    }
    // "What errors does `load` raise?" is about the one that is named.
    let about = after
        .iter()
        .position(|word| matches!(*word, "does" | "do" | "can" | "could" | "may" | "might" | "will" | "would"));
    let named = about.and_then(|at| words.get(end + at + 1)).is_some_and(|word| !is_about_all(word) && !word.is_stop());
    let is_of_one = list == List::Errors && (named || after.iter().any(|word| matches!(*word, "by")));
    if is_of_one {
        return None;
    }
    let of = narrowed(words, lower, end);
    // Which tests reach a symbol is known better by its calls.
    let is_of_symbol = list == List::Tests && of.as_ref().is_some_and(|of| !of.contains(['/', '.']));
    if is_of_symbol { None } else { of_list(list, of) }
}

/// The list that words in a row name, the longest first, and where they are.
fn phrase(lower: &[&str]) -> Option<(List, usize, usize)> {
    for length in (1..=4).rev() {
        for start in 0..lower.len() {
            let end = start + length;
            let Some(part) = lower.get(start..end) else { break };
            let words = part.join(" ").replace('-', " ");
            let every = start > 0 && matches!(lower[start - 1], "every" | "each" | "any");
            if let Some(list) = plural(&words).or_else(|| if every { singular(&words) } else { None }) {
                return Some((list, start, end));
            }
        }
    }
    None
}

fn plural(words: &str) -> Option<List> {
    List::of_words(words).filter(|list| list.row().nouns[0] != words && *list != List::Overview)
}

/// "every subclass"
fn singular(words: &str) -> Option<List> {
    let forms = [format!("{words}s"), format!("{words}es"), format!("{}ies", words.trim_end_matches('y'))];
    forms
        .iter()
        .find_map(|form| List::of_words(form))
        .or_else(|| List::of_words(words))
        .filter(|list| *list != List::Overview)
}

/// What follows a preposition, unless it is the repository.
fn narrowed(words: &[Word], lower: &[&str], end: usize) -> Option<String> {
    let at = (end..lower.len()).find(|at| OF.contains(&lower[*at]) && !words[*at].marked)?;
    let skipped = words[at + 1..].iter().take_while(|word| {
        let noun = word.text.as_str();
        let is_noun = matches!(
            noun,
            "the"
                | "a"
                | "an"
                | "class"
                | "function"
                | "method"
                | "trait"
                | "interface"
                | "module"
                | "file"
                | "type"
                | "base"
        );
        !word.marked && (is_noun || FOLDER_NOUNS.contains(&noun))
    });
    let word = words.get(at + 1 + skipped.count())?;
    let wanted = !is_about_all(word) && (!word.is_stop() || word.marked);
    wanted.then(|| word.text.clone())
}
