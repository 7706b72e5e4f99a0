//! Lists that have no name of their own: "the variants of `State`", "which functions return `Page`", "all lifecycle hooks".

use super::{Asked, is_about_all, place};
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// What members of a type, a literal or a file are called.
#[rustfmt::skip]
pub const MEMBERS: &[&str] = &[
    "variants", "cases", "enumerators", "members", "methods", "fields", "attributes", "properties", "constants", "functions",
    "classes", "definitions", "getters", "setters", "accessors", "elements", "entries", "keys", "states", "values", "constructors",
    "macros", "kinds", "sorts", "types", "structs", "traits", "interfaces", "enums", "variables", "items", "rpcs",
];
/// Verbs by which something has members.
#[rustfmt::skip]
pub const HAS: &[&str] = &[
    "have", "has", "define", "defines", "offer", "offers", "provide", "provides", "expose", "exposes", "contain", "contains",
    "declare", "declares", "export", "exports", "implement", "include", "includes", "support", "supports", "ship", "ships",
    "register", "registers", "accept", "accepts", "know", "knows", "come", "comes", "understand", "understands", "allow", "allows",
    "take", "takes", "handle", "handles", "recognise", "recognises", "recognize", "recognizes", "distinguish", "distinguishes",
    "inherit", "inherits", "return", "report", "reports", "list", "lists", "consist", "go", "use", "uses",
];
/// What settings do to what they are about.
const GOVERNS: &[&str] = &["control", "affect", "govern", "influence", "concern", "steer", "regulate"];
/// Words in front of what members are called that say nothing of them.
#[rustfmt::skip]
const LEADING: &[&str] = &[
    "all", "every", "each", "the", "of", "are", "different", "kinds", "available", "possible", "supported", "existing", "its", "own",
    "known", "many", "me", "us", "list", "show", "give", "name", "various", "other", "main", "built-in",
];

pub fn of(phrase: String) -> Option<(Kind, Asked)> {
    Some((Kind::ListAll, Asked::of(List::Members.row().name, Some(phrase))))
}

/// "What are the choices for what a bar does when it is finished?": what an enum says of itself, where it is called otherwise.
fn choices(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    // "What are the reasons an entry can be removed for?"
    if let [
        "what" | "which",
        "are",
        "the" | "all",
        noun @ ("reasons" | "causes" | "outcomes" | "phases" | "stages"),
        rest @ ..,
    ] = lower
        && rest.iter().any(|word| matches!(*word, "can" | "may" | "is" | "are" | "was" | "does"))
    {
        let kept = words[4..].iter().filter(|word| !word.is_stop()).take(3).map(|word| word.text.as_str());
        let kept: Vec<&str> = std::iter::once(*noun).chain(kept).collect();
        let (kind, asked) = of(format!("choices of {}", kept.join(" "))).filter(|_| kept.len() > 1)?;
        return Some((kind, Asked { may_be_other: true, ..asked }));
    }
    let at = match lower {
        ["what" | "which", "are", "the" | "my" | "our", "choices" | "options" | "possibilities", "for" | "of", ..] => 5,
        ["what" | "which", "choices" | "options" | "possibilities", "are", "there", "for" | "of", ..] => 5,
        _ => return None,
    };
    let is_clause = matches!(*lower.get(at)?, "what" | "how" | "when" | "where");
    let kept: Vec<&str> =
        words[at..].iter().filter(|word| !word.is_stop()).take(4).map(|word| word.text.as_str()).collect();
    let (kind, asked) = of(format!("choices of {}", kept.join(" "))).filter(|_| is_clause && !kept.is_empty())?;
    Some((kind, Asked { may_be_other: true, ..asked }))
}

/// "The variants of `State`", "which methods does `Session` have", "functions that return `Page`".
pub fn named(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let asks = matches!(
        lower[0],
        "list"
            | "show"
            | "enumerate"
            | "give"
            | "name"
            | "what"
            | "which"
            | "what's"
            | "whats"
            | "all"
            | "how"
            | "find"
            | "tell"
            | "print"
    ) || MEMBERS.contains(&lower[0]);
    if let Some(found) = choices(words, lower) {
        return Some(found);
    }
    // "What can be configured on `Formatter`?"
    if let [
        "what",
        "can" | "may",
        "be",
        "configured" | "set" | "customised" | "customized" | "changed",
        "on" | "in" | "of" | "for",
        ..,
    ] = lower
    {
        let name = named_at(words, 5).filter(|at| is_named(&words[*at]))?;
        return of(format!("options of {}", words[name].text));
    }
    // "Which options control strict mode?"
    if let ["which" | "what", noun @ ("options" | "settings" | "flags" | "parameters"), verb, ..] = lower
        && GOVERNS.contains(verb)
    {
        let topic: Vec<&str> =
            words[3..].iter().filter(|word| !word.is_stop()).take(3).map(|word| word.text.as_str()).collect();
        let (kind, asked) = of(format!("{} {noun}", topic.join(" "))).filter(|_| !topic.is_empty())?;
        return Some((kind, Asked { may_be_other: true, ..asked }));
    }
    // "What can I set on a `Parameter`?"
    if let [
        "what",
        "can" | "may" | "could",
        "i" | "you" | "we" | "one",
        "configure" | "set" | "customise" | "customize" | "change" | "override" | "specify" | "tune",
        "on" | "in" | "of" | "for" | "with",
        ..,
    ] = lower
    {
        let name = named_at(words, 5).filter(|at| is_named(&words[*at]))?;
        return of(format!("options of {}", words[name].text));
    }
    // "What is in a `Session`?"
    if let ["what" | "what's", rest @ ..] = lower
        && let ["is", "in" | "inside", ..] | ["in" | "inside", ..] = rest
        && let Some(name) = named_at(words, if rest[0] == "is" { 3 } else { 2 })
            .filter(|at| is_named(&words[*at]) && !words[*at].is_path())
        && lower.len() < name + 3
    {
        return of(format!("members of {}", words[name].text));
    }
    // "What does `Config` contain?"
    if let ["what", "does" | "do", ..] = lower
        && let Some(name) = named_at(words, 2).filter(|at| is_named(&words[*at]) && !words[*at].is_path())
        && let ["contain" | "hold" | "store" | "comprise", ..] | ["consist", "of", ..] = lower[name + 1..]
        && lower.len() < name + 4
    {
        return of(format!("members of {}", words[name].text));
    }
    let is_how = lower[0] == "how" && lower.get(1) != Some(&"many");
    let at = lower.iter().position(|word| MEMBERS.contains(word)).filter(|_| asks && !is_how)?;
    let before = at.checked_sub(1).filter(|before| *before > 0 && !words[*before].marked && !words[*before].is_stop());
    let noun = match before.map(|before| lower[before]) {
        // "The `With` methods", "which style methods": what their names have in common.
        Some(before) if !LEADING.contains(&before) => format!("{before} {}", lower[at]),
        _ => lower[at].to_owned(),
    };
    let rest = &lower[at + 1..];
    let returns = rest.iter().position(|word| matches!(*word, "return" | "returns" | "returning"));
    let is_callable = matches!(lower[at], "functions" | "methods" | "rpcs");
    if let Some(returns) =
        returns.filter(|at| is_callable && rest[..*at].iter().all(|word| matches!(*word, "that" | "which" | "do")))
    {
        let behind = &words[at + 2 + returns..];
        let name =
            behind.iter().find(|word| !matches!(word.lower.as_str(), "a" | "an" | "the" | "instance" | "of" | "value"));
        return name.filter(|word| is_named(word)).and_then(|word| of(format!("{noun} returning {}", word.text)));
    }
    let mut behind = rest.iter().enumerate().skip_while(|(_, word)| {
        matches!(**word, "are" | "defined" | "declared" | "exported" | "that" | "which" | "is" | "there")
    });
    let (first, word) = behind.next()?;
    let start = at + 1 + first;
    let name = match *word {
        "of" | "in" | "on" | "for" | "from" | "does" | "do" => named_at(words, start + 1)?,
        // "What methods must a `Codec` have?"
        "must" | "should" | "can" | "may" | "could" => named_at(words, start + 1)?,
        // "What methods `Session` has".
        _ if words[start].marked || words[start].is_path() => start,
        _ => return None,
    };
    let verb = lower.get(name + 1).copied();
    let has = match *word {
        "does" | "do" | "must" | "should" | "can" | "may" | "could" => verb.is_some_and(|verb| HAS.contains(&verb)),
        "of" | "in" | "on" | "for" | "from" => true,
        _ => verb.is_some_and(|verb| HAS.contains(&verb)),
    };
    if !has || !is_named(&words[name]) {
        return None;
    }
    let noun = if *word == "must" { format!("required {noun}") } else { noun };
    let name = &words[name];
    let inside = place(words).filter(|place| *place != name.text).map_or(String::new(), |place| format!(" in {place}"));
    of(format!("{noun} of {}{inside}", name.text))
}

/// Behind an article and the noun of what has the name.
fn named_at(words: &[Word], start: usize) -> Option<usize> {
    let skipped = words.get(start..)?.iter().take_while(|word| {
        !word.marked
            && matches!(
                word.text.as_str(),
                "the"
                    | "a"
                    | "an"
                    | "class"
                    | "enum"
                    | "struct"
                    | "trait"
                    | "interface"
                    | "type"
                    | "object"
                    | "module"
                    | "message"
                    | "service"
                    | "input"
                    | "file"
                    | "all"
            )
    });
    let at = start + skipped.count();
    // "The parser's `ParseState`".
    let at = if words.get(at + 1).is_some_and(|word| word.lower == "s") { at + 1 } else { at };
    let is_owner = words
        .get(at)
        .is_some_and(|word| word.lower == "s" || word.lower.ends_with("'s") || word.lower.ends_with("\u{2019}s"));
    let is_before_name = words
        .get(at)
        .zip(words.get(at + 1))
        .is_some_and(|(word, next)| !is_named(word) && next.text.starts_with(char::is_uppercase) && next.is_name());
    let at = if is_owner || is_before_name { at + 1 } else { at };
    // "the `State` enum" and "the State enum of the parser" alike: a longer phrase is no name.
    let is_single = words.get(at + 1).is_none_or(|next| {
        words[at].ends_clause
            || words[at].marked
            || is_about_all(next)
            || next.is_stop()
            || HAS.contains(&next.lower.as_str())
            || matches!(
                next.lower.as_str(),
                "class" | "enum" | "struct" | "trait" | "interface" | "type" | "module" | "file" | "object"
            )
    });
    (at < words.len() && is_single).then_some(at)
}

/// Written as a name: marked, a path, with a capital or an underscore.
pub fn is_named(word: &Word) -> bool {
    let begins_upper = word.text.starts_with(char::is_uppercase);
    !is_about_all(word) && (word.is_path() || word.is_name() || begins_upper)
}

/// What is written as a name among these words: a constant rather than a type, a type rather than another name.
pub fn named_behind(words: &[Word]) -> Option<&str> {
    let rank = |word: &Word| {
        let letters = || word.text.chars().filter(|c| c.is_alphabetic());
        match () {
            // `HTTP/1` is a protocol.
            () if !is_named(word)
                || word.is_path()
                || word.text.contains('/')
                || word.is_stop()
                || word.text.len() < 2 =>
            {
                0
            }
            () if matches!(word.lower.as_str(), "list" | "which" | "what" | "show" | "give") => 0,
            () if letters().count() > 2 && letters().all(char::is_uppercase) => 3,
            () if word.text.starts_with(char::is_uppercase) => 2,
            () => 1,
        }
    };
    let most = words.iter().map(rank).max().filter(|most| *most > 0)?;
    // "Which settings can an Arg have (ArgSettings)?": the last is said to be the one.
    words.iter().rev().find(|word| rank(word) == most).map(|word| word.text.as_str())
}
