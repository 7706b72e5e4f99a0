//! Any plural that a question asks for, where no list is called so: "which body parsers does it export?"

use super::members::{HAS, MEMBERS, is_named, named_behind, of};
use super::{Asked, BEHIND_A_VERB, is_about_all, place};
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// Words that end the name of what is listed.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "of", "in", "on", "for", "from", "inside", "within", "under", "by", "that", "which", "does", "do", "is", "are", "can", "could",
    "has", "have", "there", "available", "supported", "defined", "possible", "registered", "exported", "declared", "provided", "exist",
    "exposed", "built", "built-in", "implemented", "with", "it", "this", "the", "to", "used", "when", "where", "will", "be", "here",
    "a", "an", "one", "you", "i", "we", "they", "as", "count", "counts", "ship", "ships", "come", "comes", "accepted", "allowed", "may",
    "must", "might", "should", "could", "enabled", "like", "such", "set", "included", "bundled", "predefined", "offered", "delivered", "preinstalled",
];
/// Verbs and words behind the name of what is listed that ask for all of it.
#[rustfmt::skip]
const ASKS_ALL: &[&str] = &[
    "there", "available", "supported", "defined", "possible", "registered", "exported", "declared", "provided", "exist", "exposed",
    "implemented", "built-in", "built", "accepted", "allowed", "recognised", "recognized", "understood", "permitted", "count", "counts",
    "ship", "ships", "come", "comes", "enabled", "included", "bundled", "predefined", "offered", "delivered", "preinstalled",
];
/// Words that end the name of what is listed behind it, and not in front of it.
const IN_FRONT: &[&str] = &["predefined", "included", "offered", "exported", "registered", "implemented", "bundled"];
/// Nouns that are several without a plural.
const MASS: &[&str] = &["middleware", "metadata"];
/// Nouns that are asked about with other kinds of questions.
#[rustfmt::skip]
const OTHER: &[&str] = &[
    "differences", "steps", "things", "reasons", "ways", "callers", "callees", "calls", "uses", "usages", "references", "arguments",
    "parameters", "files", "folders", "directories", "tests", "commits", "changes", "contents", "advantages", "bugs", "problems",
    "issues", "effects", "consequences", "places", "lines", "params", "args", "authors", "does", "users", "defaults", "examples",
    "kinds", "sorts", "roles", "goals", "implications", "parts", "modules", "components", "checks", "returns", "happens",
];

/// Nouns for the forms in which something is read, written or changed.
const FORMS: &[&str] =
    &["formats", "encodings", "languages", "protocols", "schemes", "algorithms", "representations", "syntaxes"];

/// "In which ways can a transaction be begun?", "what are my options for storing jobs?": the sorts of something.
fn ways(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let is_ing = |word: &str| word.len() > 5 && word.ends_with("ing");
    let noun = |words: &[Word]| -> String {
        let kept =
            words.iter().filter(|word| !matches!(word.lower.as_str(), "a" | "an" | "the" | "my" | "our" | "its"));
        kept.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let of = match lower {
        ["in" | "by", "which" | "what", "way" | "ways", "can" | "may" | "could", .., "be", _] => {
            format!("ways of {}", noun(&words[4..words.len() - 2]))
        }
        ["what" | "which", "are" | "options", rest @ ..] => {
            let at = rest.iter().position(|word| matches!(*word, "for" | "of"))?;
            let is_options = |word: &&str| {
                matches!(
                    *word,
                    "my" | "our"
                        | "the"
                        | "options"
                        | "choices"
                        | "possibilities"
                        | "do"
                        | "i"
                        | "we"
                        | "have"
                        | "are"
                        | "there"
                )
            };
            let said = lower[1..at + 2].iter().all(is_options)
                && lower[1..at + 2].iter().any(|word| matches!(*word, "options" | "choices" | "possibilities"));
            let behind = &words[at + 3..];
            let verb = behind.first().filter(|word| said && is_ing(&word.lower) && (2..4).contains(&behind.len()))?;
            // What stores jobs is called a job store.
            format!("{} {}", noun(&behind[1..]), verb.text)
        }
        _ => return None,
    };
    let (kind, asked) = self::of(of)?;
    Some((kind, Asked { may_be_other: true, ..asked }))
}

/// Any plural that is asked for as a list: "list all lifecycle hooks", "which body parsers does it export?"
pub fn free(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    if let Some(asked) = ways(words, lower) {
        return Some(asked);
    }
    // "In which states can a connection be?"
    let is_led = lower.len() > 2
        && matches!(lower[0], "in" | "by" | "with" | "to" | "from" | "on" | "under" | "at" | "for" | "into")
        && matches!(lower[1], "which" | "what");
    let (words, lower) = if is_led { (&words[1..], &lower[1..]) } else { (words, lower) };
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
                    | "ready-made"
                    | "bundled"
                    | "its"
                    | "known"
                    | "public"
            )
    });
    let start = lead.count();
    let said_all = lower[..start].iter().any(|word| {
        matches!(*word, "all" | "every" | "each" | "are" | "many" | "list" | "available" | "supported" | "possible")
    });
    // "Which predefined formats are there?": such a word in front is one of the noun's.
    let is_in_front = lower.get(start).is_some_and(|word| IN_FRONT.contains(word));
    let first = start + usize::from(is_in_front);
    let end = (first..lower.len()).find(|at| ENDS.contains(&lower[*at])).unwrap_or(lower.len());
    let noun = &lower[start..end];
    let head = noun.last()?;
    let is_each = start > 0 && matches!(lower[start - 1], "every" | "each");
    // "All kinds of error".
    let is_of_kinds = start > 1 && lower[start - 1] == "of" && matches!(lower[start - 2], "kinds" | "types" | "sorts");
    let is_plural = is_each
        || is_of_kinds
        || MASS.contains(head)
        || head.len() > 3
            && head.ends_with('s')
            && !head.ends_with("ss")
            && !head.ends_with("us")
            && !head.ends_with("is");
    // "Callsite parameters" may be a list of the repository's own.
    let is_other = OTHER.contains(head);
    let is_wanted = is_plural
        && noun.len() <= 4
        && !(is_other && noun.len() < 2)
        && words[start..end].iter().all(|word| {
            !word.is_path()
                && (!word.marked || is_acronym(word))
                && (!word.is_stop()
                    || start + 1 < end && (MEMBERS.contains(&word.lower.as_str()) || word.lower == "file"))
        });
    let behind = &lower[end..];
    let has_verb = behind.iter().any(|word| HAS.contains(word));
    let asks_all = match (is_list, is_what) {
        (true, _) => true,
        // "which hooks are there", "which parsers does it export", "which formats can be generated"
        (_, true) => {
            let begins = behind.first().copied().unwrap_or("");
            (matches!(begins, "does" | "do" | "can" | "may" | "a" | "an" | "one" | "you" | "i" | "we") && has_verb)
                || (matches!(begins, "can" | "may") && behind.get(1) == Some(&"be"))
                || (matches!(begins, "can" | "may" | "does" | "do") && named_behind(&words[end..]).is_some())
                || behind.iter().any(|word| ASKS_ALL.contains(word))
                || matches!(behind, ["that" | "which", "are" | "is", verb, ..] if verb.ends_with("ed"))
                || (said_all && lower[..start].contains(&"are") && matches!(begins, "" | "of" | "in" | "on" | "for"))
                || (opener == "how")
        }
        _ => said_all || (opener == "show" && named_behind(&words[end..]).is_some()),
    };
    // "Which loggers does it write to?": whatever the verb is, there may be a list of the noun.
    let is_open = is_what
        && opener != "how"
        && matches!(behind.first().copied().unwrap_or(""), "does" | "do" | "can" | "could" | "may" | "should" | "will")
        && behind.len() > 1;
    if !is_wanted || !(asks_all || is_open) {
        return None;
    }
    // What it is of: the first content word behind, with those that follow it.
    let mut of_what: Vec<&str> = Vec::new();
    // "Descriptors like @daily are supported": an example is not what has them.
    let example = match behind.first() {
        Some(&("like" | "such")) => {
            let is_verb = |word: &&str| matches!(*word, "are" | "is" | "does" | "do" | "can" | "there" | "exist");
            behind.iter().position(is_verb).unwrap_or(behind.len())
        }
        _ => 0,
    };
    // "..., and what number does each have?" says nothing of what has them.
    let behind_example = &words[end + example..];
    let clause = behind_example.iter().position(|word| word.ends_clause).map_or(behind_example.len(), |at| at + 1);
    let clause = if words[end + example - 1].ends_clause { 0 } else { clause };
    let named = named_behind(behind_example);
    // "That are looked for": done to all of them.
    let is_clause =
        matches!(lower.get(end..end + 3), Some(["that" | "which", "are" | "is", verb]) if verb.ends_with("ed"));
    let clause = if is_clause && named.is_none() { 0 } else { clause };
    for (at, word) in behind_example[..clause].iter().enumerate() {
        // "The file transport", "a configuration file".
        let is_noun = |at: Option<usize>| {
            at.and_then(|at| behind_example.get(at)).is_some_and(|next| {
                let is_plain = !next.marked && next.text.chars().all(char::is_lowercase);
                is_plain && !next.is_stop() && !ENDS.contains(&next.lower.as_str())
            })
        };
        let is_file = word.lower == "file" && (is_noun(at.checked_sub(1)) || is_noun(Some(at + 1)));
        let is_filling = !is_file && word.is_stop()
            || ENDS.contains(&word.lower.as_str())
            || HAS.contains(&word.lower.as_str())
            || is_about_all(word);
        // "When I create a logger": a logger has them.
        let is_made = matches!(word.lower.as_str(), "create" | "make" | "construct" | "build" | "start" | "open");
        // "The format of the request log"; in "class `Meta` of a schema" the name says it all.
        let joins = named.is_none() && matches!(word.lower.as_str(), "of" | "the" | "a" | "an");
        if is_made && behind.contains(&"when") {
            of_what.clear();
        } else if !is_filling && !word.is_path() && of_what.len() < 3 {
            of_what.push(&word.text);
        } else if !of_what.is_empty() && !joins {
            break;
        }
    }
    let noun = words[start..end].iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    // "Does it write to", "can a handler answer": the verb is no part of what has them.
    let is_person_asking =
        words.get(end + 1).is_some_and(|word| matches!(word.lower.as_str(), "i" | "we" | "you" | "one"));
    if is_open && (!asks_all || is_person_asking) {
        let is_person = |word: &&Word| {
            matches!(word.lower.as_str(), "i" | "we" | "you" | "one" | "it" | "they" | "users" | "people")
        };
        match words.get(end + 1).filter(is_person) {
            Some(_) => {
                let verb = words.get(end + 2).map(|word| word.text.as_str());
                of_what.retain(|word| Some(*word) != verb);
            }
            None if of_what.len() > 1 => drop(of_what.pop()),
            None => {}
        }
    }
    // A name says better than other words what has them: it comes last.
    if let Some(name) = named {
        of_what
            .retain(|word| *word != name && !word.contains(['_', '.']) && !matches!(*word, "base" | "class" | "enum"));
        of_what.truncate(1);
        of_what.push(name);
    }
    // "Which errors can occur?": a verb alone is no name.
    let is_verb_alone =
        matches!(behind, ["can" | "may" | "could" | "might" | "do" | "does", _]) && !is_named(&words[end + 1]);
    let is_passive = named.is_none() && (is_verb_alone || matches!(behind, ["can" | "may" | "could", "be", ..]));
    let of_what = if of_what.is_empty() || is_passive { String::new() } else { format!(" of {}", of_what.join(" ")) };
    let inside = place(words).map_or(String::new(), |place| format!(" in {place}"));
    let whole = format!("{noun}{of_what}{inside}");
    let (kind, asked) = match is_of_kinds && !noun.ends_with('s') {
        true => {
            let (kind, asked) = of(format!("kinds of {noun}{inside}"))?;
            (kind, Asked { instead: Some((List::Members.row().name, Some(whole))), ..asked })
        }
        // Of "kinds of values" the variants of an enum `ValueKind` come first.
        false if is_of_kinds => {
            let (kind, asked) = of(format!("{}{noun}{inside}", survey::SORTS_ALONE))?;
            (kind, Asked { instead: Some((List::Members.row().name, Some(whole))), ..asked })
        }
        false => {
            let (kind, asked) = of(whole)?;
            let doers = verb_of_forms(head, behind).map(|verb| format!("{}{verb}{inside}", survey::DOERS_OF));
            let instead = doers.map(|of| (List::Members.row().name, Some(of)));
            (kind, Asked { instead, ..asked })
        }
    };
    Some((kind, Asked { may_be_other: !asks_all || is_other, ..asked }))
}

/// The forms in which something is done, and the verb behind them: "exported" of "which formats can it be exported to?", "decode" of
/// "which formats can it decode?". What does it may be in a table, by the name of each form.
fn verb_of_forms<'w>(noun: &str, behind: &[&'w str]) -> Option<&'w str> {
    let verb = match behind {
        ["can" | "may" | "could", rest @ ..] if rest.contains(&"be") => {
            *rest.get(rest.iter().position(|word| *word == "be")? + 1)?
        }
        ["can" | "could" | "does" | "do", "it" | "i" | "we" | "you" | "one", verb] => *verb,
        ["can" | "could" | "does" | "do", "it" | "i" | "we" | "you" | "one", verb, next]
            if BEHIND_A_VERB.contains(next) =>
        {
            *verb
        }
        _ => return None,
    };
    (FORMS.contains(&noun) && verb.len() > 3 && !HAS.contains(&verb)).then_some(verb)
}

/// `HTTP`: written in capitals whatever it is about.
fn is_acronym(word: &Word) -> bool {
    word.text.len() < 6 && word.text.chars().all(|c| c.is_uppercase() || c.is_ascii_digit())
}
