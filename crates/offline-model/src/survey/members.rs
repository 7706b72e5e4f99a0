//! Lists that have no name of their own: "the variants of `State`", "which functions return `Page`", "all lifecycle hooks".

use super::{Asked, is_about_all, place};
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// What members of a type, a literal or a file are called.
#[rustfmt::skip]
const MEMBERS: &[&str] = &[
    "variants", "cases", "enumerators", "members", "methods", "fields", "attributes", "properties", "constants", "functions",
    "classes", "definitions", "getters", "setters", "accessors", "elements", "entries", "keys", "states", "values", "constructors",
    "macros", "types", "structs", "traits", "interfaces", "enums", "variables", "items",
];
/// Verbs by which something has members.
#[rustfmt::skip]
const HAS: &[&str] = &[
    "have", "has", "define", "defines", "offer", "offers", "provide", "provides", "expose", "exposes", "contain", "contains",
    "declare", "declares", "export", "exports", "implement", "include", "includes", "support", "supports", "ship", "ships",
    "register", "registers", "accept", "accepts", "know", "knows", "come", "comes",
];
/// Words that end the name of what is listed.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "of", "in", "on", "for", "from", "inside", "within", "under", "by", "that", "which", "does", "do", "is", "are", "can", "could",
    "has", "have", "there", "available", "supported", "defined", "possible", "registered", "exported", "declared", "provided", "exist",
    "exposed", "built", "built-in", "implemented", "with", "it", "this", "the", "to", "used", "when", "where", "will", "be", "here",
];
/// Verbs and words behind the name of what is listed that ask for all of it.
#[rustfmt::skip]
const ASKS_ALL: &[&str] = &[
    "there", "available", "supported", "defined", "possible", "registered", "exported", "declared", "provided", "exist", "exposed",
    "implemented", "built-in",
];
/// Nouns that are asked about with other kinds of questions.
#[rustfmt::skip]
const OTHER: &[&str] = &[
    "differences", "steps", "things", "reasons", "ways", "callers", "callees", "calls", "uses", "usages", "references", "arguments",
    "parameters", "files", "folders", "directories", "tests", "commits", "changes", "contents", "advantages", "bugs", "problems",
    "issues", "effects", "consequences", "places", "lines", "params", "args", "authors", "does", "users", "defaults", "examples",
    "kinds", "sorts", "roles", "goals", "implications", "parts", "modules", "components", "checks", "returns", "happens",
];

fn of(phrase: String) -> Option<(Kind, Asked)> {
    Some((Kind::ListAll, Asked::of(List::Members.row().name, Some(phrase))))
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
    let is_how = lower[0] == "how" && lower.get(1) != Some(&"many");
    let at = lower.iter().position(|word| MEMBERS.contains(word)).filter(|_| asks && !is_how)?;
    let noun = match at.checked_sub(1).map(|before| lower[before]) {
        Some("public") => format!("public {}", lower[at]),
        _ => lower[at].to_owned(),
    };
    let rest = &lower[at + 1..];
    let returns = rest.iter().position(|word| matches!(*word, "return" | "returns" | "returning"));
    let is_callable = matches!(lower[at], "functions" | "methods");
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
        // "What methods `Session` has".
        _ if words[start].marked || words[start].is_path() => start,
        _ => return None,
    };
    let verb = lower.get(name + 1).copied();
    let has = match *word {
        "does" | "do" => verb.is_some_and(|verb| HAS.contains(&verb)),
        "of" | "in" | "on" | "for" | "from" => true,
        _ => verb.is_some_and(|verb| HAS.contains(&verb)),
    };
    if !has || !is_named(&words[name]) {
        return None;
    }
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
                    | "file"
                    | "all"
            )
    });
    let at = start + skipped.count();
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
fn is_named(word: &Word) -> bool {
    let begins_upper = word.text.starts_with(char::is_uppercase);
    !is_about_all(word) && (word.is_path() || word.is_name() || begins_upper)
}

/// Any plural that is asked for as a list: "list all lifecycle hooks", "which body parsers does it export?"
pub fn free(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let opener = *lower.first()?;
    let (is_list, is_show, is_what) = (
        matches!(opener, "list" | "enumerate"),
        matches!(opener, "show" | "give" | "name" | "find" | "print" | "display" | "all" | "every"),
        matches!(opener, "what" | "which" | "what's" | "how"),
    );
    if !(is_list || is_show || is_what) || opener == "how" && lower.get(1) != Some(&"many") {
        return None;
    }
    let lead = lower.iter().take_while(|word| {
        **word == opener
            || matches!(
                **word,
                "me" | "us"
                    | "all"
                    | "every"
                    | "each"
                    | "the"
                    | "of"
                    | "are"
                    | "a"
                    | "list"
                    | "many"
                    | "different"
                    | "kinds"
                    | "types"
                    | "kind"
                    | "sorts"
                    | "available"
                    | "possible"
                    | "supported"
                    | "existing"
                    | "built-in"
                    | "builtin"
                    | "its"
                    | "known"
                    | "public"
            )
    });
    let start = lead.count();
    let said_all = lower[..start].iter().any(|word| {
        matches!(*word, "all" | "every" | "each" | "are" | "many" | "list" | "available" | "supported" | "possible")
    });
    let end = (start..lower.len()).find(|at| ENDS.contains(&lower[*at])).unwrap_or(lower.len());
    let noun = &lower[start..end];
    let head = noun.last()?;
    let is_plural = head.len() > 3
        && head.ends_with('s')
        && !head.ends_with("ss")
        && !head.ends_with("us")
        && !head.ends_with("is");
    let is_wanted = is_plural
        && noun.len() <= 4
        && !OTHER.contains(head)
        && words[start..end].iter().all(|word| !word.is_path() && !word.marked && !word.is_stop());
    let behind = &lower[end..];
    let has_verb = behind.iter().any(|word| HAS.contains(word));
    let asks_all = match (is_list, is_what) {
        (true, _) => true,
        // "which hooks are there", "which parsers does it export", "which formats can be generated"
        (_, true) => {
            let begins = behind.first().copied().unwrap_or("");
            (matches!(begins, "does" | "do") && has_verb)
                || (matches!(begins, "can") && behind.get(1) == Some(&"be"))
                || behind.iter().any(|word| ASKS_ALL.contains(word))
                || (said_all && lower[..start].contains(&"are") && matches!(begins, "" | "of" | "in" | "on" | "for"))
                || (opener == "how")
        }
        _ => said_all,
    };
    if !is_wanted || !asks_all {
        return None;
    }
    // What it is of: the first content word behind, with those that follow it.
    let mut of_what: Vec<&str> = Vec::new();
    for word in &words[end..] {
        let is_filling = word.is_stop()
            || ENDS.contains(&word.lower.as_str())
            || HAS.contains(&word.lower.as_str())
            || is_about_all(word);
        if !is_filling && !word.is_path() && of_what.len() < 3 {
            of_what.push(&word.text);
        } else if !of_what.is_empty() {
            break;
        }
    }
    let noun = words[start..end].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let is_passive = behind.first() == Some(&"can");
    let of_what = if of_what.is_empty() || is_passive { String::new() } else { format!(" of {}", of_what.join(" ")) };
    let inside = place(words).map_or(String::new(), |place| format!(" in {place}"));
    of(format!("{noun}{of_what}{inside}"))
}
