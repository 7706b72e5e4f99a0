//! Lists by their names: "list all routes", "which classes extend `Base`?"

use super::members::HAS;
use super::{Asked, is_about_all, of_list, place};
use crate::kind::Kind;
use crate::vocabulary::{ABOUT_ALL, FOLDER_NOUNS, TAIL};
use crate::words::Word;
use code_words::irregular::is_participle;
use std::iter::Peekable;
use std::slice::Iter;
use survey::List;

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
    "would", "for", "some", "various", "in", "contain", "code", "see", "want", "to", "need", "names", "runnable", "in-code", "other",
    "exported", "own",
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
    "check",
    "checking",
    "exercise",
    "exercising",
    "verify",
    "verifying",
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
/// Verbs by which something has what is listed.
const DEFINES: &[&str] =
    &["define", "have", "declare", "provide", "export", "offer", "contain", "expose", "come", "bring"];
/// Verbs of what is done with an event.
#[rustfmt::skip]
const EMITS: &[&str] = &[
    "emit", "emits", "emitted", "send", "sends", "sent", "fire", "fires", "fired", "trigger", "triggers", "triggered", "dispatch",
    "dispatches", "dispatched", "publish", "publishes", "published", "raised", "supported", "available", "there", "exist",
    "defined",
];
/// "Which classes extend `Base`?"
pub fn extended(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
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
                "the"
                    | "from"
                    | "trait"
                    | "interface"
                    | "class"
                    | "base"
                    | "of"
                    | "a"
                    | "an"
                    | "type"
                    | "protocol"
                    | "directly"
                    | "only"
            )
    });
    let is_direct =
        words[at + 1..].iter().chain(&words[..at]).any(|word| matches!(word.lower.as_str(), "directly" | "direct"));
    let name = words.get(at + 1 + skipped.count()).filter(|word| !is_about_all(word))?;
    let direct = if is_direct { "directly " } else { "" };
    let place = place(words).filter(|place| *place != name.text).map_or(String::new(), |place| format!(" in {place}"));
    of_list(List::Subtypes, Some(format!("{direct}{}{place}", name.text)))
}

/// "What does the package export at its top?", "what does index.js export?"
pub fn exported(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    // "Which functions can I import from the package?"
    let is_whole =
        |word: &&str| ABOUT_ALL.contains(word) || matches!(*word, "the" | "it" | "this" | "crate" | "module");
    if let Some(from) = lower.iter().position(|word| *word == "from")
        && let ["what" | "which", head @ .., "can" | "may" | "could", "i" | "one" | "we" | "you" | "be", verb] =
            &lower[..from]
        && matches!(*verb, "import" | "imported" | "use" | "used" | "get")
        && head.len() < 3
        && from + 1 < lower.len()
        && lower[from + 1..].iter().all(is_whole)
    {
        return of_list(List::Api, None);
    }
    let at = lower.iter().position(|word| matches!(*word, "export" | "exports"))?;
    let subject = match lower.get(..at)? {
        ["what", "does" | "do", subject @ ..] if !subject.is_empty() => subject,
        _ => return None,
    };
    let path = words[..at].iter().find(|word| word.is_path());
    let is_all =
        subject.iter().all(|word| ABOUT_ALL.contains(word) || matches!(*word, "the" | "it" | "package" | "module"));
    (path.is_some() || is_all).then(|| of_list(List::Api, path.map(|word| word.text.clone())))?
}

/// "List all routes", "which environment variables are read?", "how many tests are there for X"
pub fn listed(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    // Codes that the code writes as texts; where there are none, types of errors.
    let codes = lower.windows(2).position(|two| matches!(two, ["error", "codes"] | ["status", "codes"]));
    if let Some(at) = codes.filter(|at| *at < 4 && OPENERS.contains(&lower[0])) {
        let instead = (lower[at] == "error").then(|| (List::Errors.row().name, narrowed(words, lower, at + 2)));
        let inside = place(words).map_or(String::new(), |place| format!(" in {place}"));
        let of = Some(lower[at..at + 2].join(" ") + &inside);
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(List::Members.row().name, of) }));
    }
    let (list, start, end) = of_manifest(words, lower).or_else(|| phrase(lower))?;
    let before = &lower[..start];
    let is_alone = before.is_empty();
    let opens = is_alone || OPENERS.contains(&before[0]) || BETWEEN.contains(&before[0]);
    let is_name = |at: usize| words[at].marked;
    if !opens
        || (start..end).any(is_name)
        || before.iter().skip(1).any(|word| {
            let is_kind = list == List::Dependencies && matches!(*word, "dev" | "development" | "optional" | "peer");
            !is_kind && !BETWEEN.contains(word) && !OPENERS.contains(word)
        })
    {
        return None;
    }
    let after = &lower[end..];
    // "How do hooks work", "what do plugins do": about them, not for a list.
    // "Which types of value can come out of it?" asks for kinds of value.
    let is_of_kinds = list == List::Types
        && matches!(after, ["of", of, ..] if !BETWEEN.contains(of))
        && words
            .get(end + 1)
            .is_some_and(|word| !word.marked && !word.is_path() && word.text.chars().all(char::is_lowercase));
    let is_how = before.first() == Some(&"how") && !before.contains(&"many");
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
    // "Where are the flags that exclude each other checked?" asks for a place.
    let is_place = before.first() == Some(&"where")
        && after
            .iter()
            .any(|word| matches!(*word, "that" | "which" | "checked" | "validated" | "merged" | "sorted" | "applied"));
    // "Which events restart the server?" is about what happens then.
    let is_of_event = list == List::Events
        && !after.is_empty()
        && !after.iter().any(|word| EMITS.contains(word) || OF.contains(word) || TAIL.contains(word));
    if is_how
        || explains
        || does
        || is_what
        || is_place
        || is_of_event
        || is_of_kinds
        || is_of_doers(list, before, &words[end..])
    {
        return None;
    }
    // "What errors does `load` raise?" is about the one that is named.
    let about = after
        .iter()
        .position(|word| matches!(*word, "does" | "do" | "can" | "could" | "may" | "might" | "will" | "would"));
    let named = about.and_then(|at| words.get(end + at + 1)).is_some_and(|word| !is_about_all(word) && !word.is_stop());
    let verbs = if list == List::Events { EMITS } else { DEFINES };
    let defines = after.iter().any(|word| verbs.contains(word));
    let is_of_one = list == List::Errors
        && (named && !defines || after.iter().any(|word| matches!(*word, "by" | "when" | "if" | "while")));
    if is_of_one {
        return None;
    }
    let kind = kind_of_type(list, lower[end - 1]);
    // "Which events does a torrent emit?"
    let subject_of = || subject(words, lower, end).filter(|_| (named || list == List::Events) && defines);
    let of = kind.map(str::to_owned).or_else(|| narrowed(words, lower, end)).or_else(subject_of);
    // Which tests reach a symbol is known better by its calls.
    let is_of_symbol = list == List::Tests && of.as_ref().is_some_and(|of| !Word::name(of).is_path());
    if is_of_symbol {
        // "The rate limit" is no symbol: its words are in the names of tests and of what they call.
        return tested(words, lower, end).and_then(|phrase| of_list(list, Some(phrase)));
    }
    let inside = place(words).filter(|place| of.as_deref().is_some_and(|of| of != *place));
    let of = of.map(|of| inside.map_or(of.clone(), |place| format!("{of} in {place}")));
    // What has no list of this name may have a group of it.
    let noun = lower[start..end].join(" ");
    let phrase = phrase_behind(words, lower, end);
    let instead = Some(match &of {
        Some(of) if !Word::name(of).is_path() && phrase.as_ref().is_some_and(|phrase| phrase.contains(of.as_str())) => {
            format!("{noun} of {}", phrase.unwrap_or_default())
        }
        Some(of) if Word::name(of).is_path() && !of.contains(" in ") => format!("{noun} in {of}"),
        Some(of) => format!("{noun} of {of}"),
        None => noun.clone(),
    });
    let members = List::Members.row().name;
    // "Which settings can an `Arg` have (`ArgSettings`)?": what is named may have them.
    if list_may_be_of_one(list)
        && let Some(name) = super::members::named_behind(&words[end..])
    {
        let of_one = Some(format!("{} of {name}", lower[start..end].join(" ")));
        let instead = Some((list.row().name, of));
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(members, of_one) }));
    }
    // "What options does the http transport have?", "which types can a token have?"
    if (list_may_be_of_one(list) || list == List::Types)
        && of.is_none()
        && let Some(subject) = subject(words, lower, end)
    {
        let instead = Some((list.row().name, None));
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(members, Some(format!("{noun} of {subject}"))) }));
    }
    // "What kinds of errors can it return?": the variants of the enum of errors, where there is one.
    let is_of_sorts = matches!(before, [.., "kinds" | "types" | "sorts", "of"]);
    if list == List::Errors && is_of_sorts && of.is_none() {
        let sorts = Some(format!("{}errors", survey::SORTS_ALONE));
        let instead = Some((list.row().name, None));
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(members, sorts) }));
    }
    // "Dev dependencies" are a list of their own.
    let adjective = start.checked_sub(1).map(|at| lower[at].trim_start_matches("non-"));
    if let Some(word @ ("dev" | "development" | "optional" | "peer")) = adjective.filter(|_| list == List::Dependencies)
    {
        let word = if word == "development" { "dev" } else { word };
        let instead = Some((list.row().name, None));
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(members, Some(format!("{word} dependencies"))) }));
    }
    // What extends what is not said: "all extensions" are rather those that are called so.
    if list == List::Subtypes && of.is_none() && !list.row().nouns.contains(&noun.as_str()) {
        let instead = Some((list.row().name, None));
        return Some((Kind::ListAll, Asked { instead, ..Asked::of(members, Some(noun)) }));
    }
    let instead = instead.map(|of| (members, Some(of)));
    // "Which targets can it write to?": only where the code has none of its own are those of a makefile meant.
    if list == List::Scripts && end - start == 1 && of.is_none() && matches!(lower[start], "targets" | "tasks") {
        let own = Some(lower[start].to_owned());
        return Some((Kind::ListAll, Asked { instead: Some((list.row().name, of)), ..Asked::of(members, own) }));
    }
    Some((Kind::ListAll, Asked { instead, ..Asked::of(list.row().name, of) }))
}

/// Lists of things that a type or constant of the repository may have as well.
fn list_may_be_of_one(list: List) -> bool {
    matches!(list, List::Configuration | List::Options | List::Decorated | List::Commands)
}

/// "Which interfaces are there?": the types of one kind.
fn kind_of_type(list: List, noun: &str) -> Option<&'static str> {
    match noun {
        _ if list != List::Types => None,
        "interfaces" | "traits" | "protocols" => Some("interface"),
        "enums" => Some("enum"),
        "classes" | "structs" => Some("class"),
        _ => None,
    }
}

/// "Which modules does go.mod require?": a manifest declares dependencies.
fn of_manifest(words: &[Word], lower: &[&str]) -> Option<(List, usize, usize)> {
    const MANIFESTS: &[&str] =
        &["go.mod", "package.json", "cargo.toml", "pyproject.toml", "setup.cfg", "setup.py", "pom.xml", "build.gradle"];
    let is_manifest = |word: &Word| MANIFESTS.contains(&word.lower.rsplit('/').next().unwrap_or(""));
    let at = lower.iter().position(|word| matches!(*word, "modules" | "packages" | "libraries" | "crates"))?;
    // "What other packages get installed along with it?"
    let is_installed = lower.iter().any(|word| matches!(*word, "installed" | "pulled"));
    (words.iter().any(is_manifest) || is_installed).then_some((List::Dependencies, at, at + 1))
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

/// Words of the name of something, at most.
const PHRASE: usize = 3;
/// Words of a command line itself, which is no part of a repository.
const COMMAND_LINE: &[&str] = &["command", "cli", "line", "program", "terminal", "binary", "tool"];

/// Words of what tests are of, and of what narrows it, at most.
const TESTED: usize = 5;
/// Behind what tests are of: what it belongs to.
const BELONGS: &[&str] = &["of", "in", "to", "from", "into", "inside", "within", "with", "for", "on", "by"];

/// What tests are of, with what it belongs to behind " of ": "match blocks of config file" of "the match blocks of the config file".
fn tested(words: &[Word], lower: &[&str], end: usize) -> Option<String> {
    let phrase = phrase_behind(words, lower, end)?;
    // All its words, not only as many as a name has.
    let first = phrase.split(' ').next()?;
    let at = (end..words.len()).find(|at| words[*at].text == first)?;
    let mut rest = words[at..].iter().peekable();
    let (head, mut is_end) = said_words(&mut rest);
    if head.len() < phrase.split(' ').count() {
        return Some(phrase);
    }
    let mut tail: Vec<&str> = Vec::new();
    while !is_end && tail.len() < TESTED && rest.next_if(|word| BELONGS.contains(&word.lower.as_str())).is_some() {
        while rest.next_if(|word| matches!(word.lower.as_str(), "the" | "a" | "an" | "its" | "their")).is_some() {}
        let (taken, ends) = said_words(&mut rest);
        is_end = ends || taken.is_empty();
        tail.extend(taken);
    }
    let head = head.join(" ");
    Some(if tail.is_empty() { head } else { format!("{head} of {}", tail.join(" ")) })
}

/// The next words that say something, up to the end of their clause, and whether that is reached.
fn said_words<'w>(rest: &mut Peekable<Iter<'w, Word>>) -> (Vec<&'w str>, bool) {
    let mut taken: Vec<&str> = Vec::new();
    let mut is_end = false;
    while taken.len() < TESTED
        && !is_end
        && let Some(word) = rest.next_if(|word| !word.is_stop() && !is_about_all(word))
    {
        taken.push(&word.text);
        is_end = word.ends_clause;
    }
    (taken, is_end)
}

/// All words behind a preposition that name one thing: "file transport" of "options of the file transport".
fn phrase_behind(words: &[Word], lower: &[&str], end: usize) -> Option<String> {
    let at = (end..lower.len()).find(|at| OF.contains(&lower[*at]) && !words[*at].marked)?;
    // "The file transport": what kind of file it is does not go without saying.
    let is_kind = |at: usize| {
        let next = words.get(at + 1).filter(|next| !next.is_stop() && !next.is_path() && !next.marked);
        lower[at] == "file" && next.is_some_and(|next| next.text.chars().all(char::is_lowercase))
    };
    let skipped =
        (at + 1..words.len()).take_while(|at| words[*at].is_stop() && !words[*at].marked && !is_kind(*at)).count();
    let phrase: Vec<&str> = words[at + 1 + skipped..]
        .iter()
        .enumerate()
        .take_while(|(at_phrase, word)| (*at_phrase == 0 || !word.is_stop()) && !is_about_all(word))
        .map(|(_, word)| word)
        .take(PHRASE)
        .map(|word| word.text.as_str())
        .collect();
    (phrase.len() > 1).then(|| phrase.join(" "))
}

/// What is said to have what is listed: "http transport" of "does the http transport have".
fn subject(words: &[Word], lower: &[&str], end: usize) -> Option<String> {
    let is_verb = matches!(*lower.get(end)?, "does" | "do" | "can" | "could" | "may");
    let behind = words.get(end + 1..).filter(|_| is_verb)?;
    let skipped = behind.iter().take_while(|word| matches!(word.lower.as_str(), "the" | "a" | "an")).count();
    let named: Vec<&Word> = behind[skipped..].iter().take_while(|word| !word.is_stop() && !word.marked).collect();
    // The verb of the sentence ends it.
    let is_last = skipped + named.len() == behind.len();
    let kept = &named[..named.len() - usize::from(is_last && !named.is_empty())];
    let is_of_line = kept.iter().any(|word| COMMAND_LINE.contains(&word.lower.as_str()) || is_about_all(word));
    let text: Vec<&str> = kept.iter().map(|word| word.text.as_str()).collect();
    ((1..=PHRASE).contains(&kept.len()) && !is_of_line).then(|| text.join(" "))
}

/// "Which classes write to a socket?", "which handlers send mail?": those that do something are found by what they do, and a list of
/// all of them is no answer.
fn is_of_doers(list: List, before: &[&str], behind: &[Word]) -> bool {
    let [verb, _, ..] = behind else { return false };
    let is_known = |word: &str| {
        let lists = [DEFINES, EXTENDS, OF, TAIL, HAS];
        word == "exist" || lists.iter().any(|list| list.contains(&word)) || is_participle(word)
    };
    // "Which classes there are": what ends in no `s` is done by several.
    let is_verb =
        !verb.marked && !verb.is_stop() && !verb.is_path() && !verb.lower.ends_with('s') && !is_known(&verb.lower);
    matches!(list, List::Types | List::Routes) && matches!(before, ["which" | "what"]) && is_verb
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
    let is_manifest = word.is_path() && matches!(word.lower.as_str(), "go.mod" | "package.json" | "cargo.toml");
    let wanted = !is_about_all(word) && (!word.is_stop() || word.marked) && !is_manifest;
    wanted.then(|| word.text.clone())
}
