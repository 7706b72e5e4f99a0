//! What was looked for and not found. Where a tool must have been asked for that and was not, or where it is not read in the
//! language ([`Lookup`]), the sentence says so instead.

use super::Sentence;
use super::fact::{safe, ticked};
use super::lookup::{Lookup, are_not_read};
use crate::answer::claims;
use crate::answer::markdown::{cite, kind, name, place, what};
use crate::direction::Way;
use crate::known::{Known, Output};
use model::plan::quoted;
use protocol::{ClaimKind, Evidence, EvidenceKind};
use source::{Language, Reading};

/// Names that nothing found bears. `here`: what was looked at.
pub fn names(missing: &[String], here: &str) -> Sentence {
    Sentence::not_found(format!("Not found in {here}: {}.", quoted(missing)))
}

/// No match for the names, the topic or the question as it was asked.
pub fn anything(subject: &str, here: &str) -> Sentence {
    Sentence::not_found(format!("Nothing in {here} matches {subject}."))
}

/// No definition of just these names, though texts or longer names have them.
pub fn called_exactly(names: &[String], here: &str) -> Sentence {
    let names: Vec<String> = names.iter().map(|name| ticked(name)).collect();
    Sentence::not_found(format!("No definition that is called exactly {} was found in {here}.", names.join(" or ")))
}

/// A text that the question quotes.
pub fn text(text: &str) -> Sentence {
    Sentence::not_found(format!("The text \"{}\" was not found as it is written.", safe(text)))
}

/// Nothing that turns the one into the other.
pub fn way(way: &Way) -> Sentence {
    let (from, to) = (safe(&way.from.join(" ")), safe(&way.to.join(" ")));
    Sentence::not_found(format!(
        "Nothing that turns \"{from}\" into \"{to}\" was found by its name or signature: what comes nearest goes the other way."
    ))
}

/// No call of a symbol.
pub fn calls(known: &Known<'_>, e: &Evidence) -> Sentence {
    let what = what(known, e);
    if !known.has_asked_callers(e.symbol.as_deref().unwrap_or("")) {
        return not_looked_up(&format!("What calls {what}"));
    }
    Sentence::not_found(format!(
        "No call of {what} was found in this repository. It may be called from outside, or in a way that \
         cannot be read from the code: by a framework, through a variable, by name."
    ))
}

/// The same beside a description of the symbol.
pub fn calls_of_described(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::not_found(format!("No call of {} was found in this repository {}.", name(known, e), cite(e)))
}

/// No symbol of the repository that a symbol calls.
pub fn callees(known: &Known<'_>, e: &Evidence) -> Sentence {
    if !known.has_asked_callees(e.symbol.as_deref().unwrap_or("")) {
        return not_looked_up(&format!("What {} calls", what(known, e)));
    }
    Sentence::not_found(format!("{} calls nothing that is defined in this repository.", what(known, e)))
}

/// No test that reaches a symbol; `None` where the symbol was not described, so that nobody has looked.
fn tests_if_described(known: &Known<'_>, e: &Evidence) -> Option<Sentence> {
    let symbol = e.symbol.as_deref()?;
    known.described(symbol)?;
    let within = if claims::total(known, e, ClaimKind::TestedBy).1 { "" } else { " in what was looked at" };
    Some(Sentence::not_found(format!(
        "No test that reaches it by calls was found{within} for `{}`, {} at {} {}.",
        known.shown(symbol),
        kind(e),
        place(e),
        cite(e)
    )))
}

/// No test that reaches a symbol, or that none was looked for.
pub fn tests(known: &Known<'_>, e: &Evidence) -> Sentence {
    tests_if_described(known, e).unwrap_or_else(|| not_looked_up(&format!("Which tests reach {}", what(known, e))))
}

pub fn members(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::not_found(format!(
        "No members of {}, {} at {} {} were found.",
        name(known, e),
        kind(e),
        place(e),
        cite(e)
    ))
}

/// No error that a symbol itself raises.
pub fn errors(known: &Known<'_>, e: &Evidence) -> Sentence {
    let what = what(known, e);
    match Lookup::of_symbol(known, e, Reading::Errors) {
        Lookup::Absent | Lookup::PartlyRead(_) => {
            Sentence::not_found(format!("No error that {what} itself raises was found in its code."))
        }
        Lookup::NotRead(languages) => not_read(&format!("What {what} raises"), Reading::Errors, &languages),
        Lookup::NotAsked => not_looked_up(&format!("What {what} raises")),
        Lookup::Failed => failed(&format!("What {what} raises")),
    }
}

/// No error that is raised or caught on a condition.
pub fn errors_on_condition(known: &Known<'_>) -> Sentence {
    of_all(
        known,
        Reading::Errors,
        "No error that is raised or caught on that condition was found in this",
        "What is raised on that condition",
    )
}

/// The same where there are errors that come near.
pub fn errors_on_just_this(known: &Known<'_>) -> Sentence {
    of_all(
        known,
        Reading::Errors,
        "No error that is raised or caught on just that condition was found",
        "What is raised on just that condition",
    )
}

/// No default of a name; the name itself is found.
pub fn default(known: &Known<'_>) -> Sentence {
    let none = "No default of that name was found in the code; what there is of the name";
    of_all(known, Reading::Values, none, "The default of that name")
}

/// That there is `none` of what is found; or, where it is not read, that nobody knows.
fn of_all(known: &Known<'_>, reading: Reading, none: &str, what: &str) -> Sentence {
    match Lookup::of_all(known, reading) {
        Lookup::NotRead(languages) => not_read(what, reading, &languages),
        Lookup::PartlyRead(languages) => {
            Sentence::not_found(format!("{none} ({}).", are_not_read(reading, &languages)))
        }
        Lookup::Absent | Lookup::NotAsked | Lookup::Failed => Sentence::not_found(format!("{none}.")),
    }
}

/// No default that has the words of a question.
pub fn default_of_words(known: &Known<'_>) -> Sentence {
    of_all(known, Reading::Values, "No default of these words was found in the code", "A default of these words")
}

/// No value of a name in what is asked about.
pub fn value_in(known: &Known<'_>, owner: &str) -> Sentence {
    let owner = ticked(owner);
    match Lookup::of_all(known, Reading::Values) {
        Lookup::NotRead(languages) => {
            not_read(&format!("A value of that name in {owner}"), Reading::Values, &languages)
        }
        _ => Sentence::not_found(format!(
            "No parameter, field or constant of that name with a value was found in {owner}; elsewhere there is:"
        )),
    }
}

/// Nothing that uses a symbol.
pub fn uses(known: &Known<'_>, e: &Evidence, is_all: bool, here: &str) -> Sentence {
    let within = if is_all { "" } else { " in what was looked at" };
    let is_type = matches!(e.kind, EvidenceKind::Class | EvidenceKind::Interface | EvidenceKind::Enum);
    let (subtype, unread) = match Lookup::of_head(e, Reading::Bases) {
        Lookup::NotRead(languages) if is_type => ("", format!("; {}", are_not_read(Reading::Bases, &languages))),
        _ => (", no subtype", String::new()),
    };
    Sentence::not_found(format!(
        "Nothing in {here} was found to use {}: no call{subtype}, no mention of its name{within}{unread}.",
        what(known, e)
    ))
}

/// No statement that names what SQL makes.
pub fn uses_in_sql(known: &Known<'_>, e: &Evidence, is_all: bool, here: &str) -> Sentence {
    let within = if is_all { "" } else { " in what was looked at" };
    Sentence::not_found(format!("No statement in {here} was found to name {}{within}.", what(known, e)))
}

/// Only one of two symbols to compare.
pub fn other_of_two(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::not_found(format!("They cannot be compared: only {} was found.", name(known, e)))
}

/// No chain of calls. `is_cut` where not all of the calls were followed.
pub fn chain(from: &str, to: &str, is_cut: bool) -> Sentence {
    let within = if is_cut { "within the number of steps allowed" } else { "in this repository" };
    Sentence::not_found(format!("No chain of calls from `{from}` to `{to}` was found {within}."))
}

/// Words of a topic that nothing found has.
pub fn words(missing: &[String]) -> Sentence {
    Sentence::not_found(format!("Nothing that was found has {}.", in_quotes(missing, " or ")))
}

/// Words of a topic that the best find lacks. Others have them, perhaps all of them.
pub fn words_together(missing: &[String]) -> Sentence {
    let lacking = in_quotes(missing, " or ");
    Sentence::not_found(format!("No place that was found is certain: what fits best is without {lacking}."))
}

/// The same where a text is quoted, which may have them.
pub fn words_together_in_code(missing: &[String]) -> Sentence {
    let lacking = in_quotes(missing, " or ");
    Sentence::not_found(format!("No place in the code that was found is certain: what fits best is without {lacking}."))
}

/// Nothing of a topic but in tests, examples and copies of other projects.
pub fn own_code(subject: &str) -> Sentence {
    Sentence::not_found(format!(
        "Nothing in the program's own code was found to do this: what fits \"{}\" best is in tests, examples or code of others. \
         The nearest to it:",
        safe(subject)
    ))
}

/// Words of a topic that nothing described speaks of.
pub fn words_in_this(missing: &[String]) -> Sentence {
    Sentence::not_found(format!("Nothing of this speaks of {}.", in_quotes(missing, ", ")))
}

fn in_quotes(words: &[String], between: &str) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(between)
}

/// No definition that has the words of a request.
pub fn definition() -> Sentence {
    Sentence::not_found("Nothing: no definition has the words of the question.".to_owned())
}

/// No folder and no file of this name.
pub fn part(part: &str) -> Sentence {
    Sentence::not_found(format!("No folder and no file of code is called {}. What a search finds:", ticked(part)))
}

/// No import of a part from outside of it.
pub fn imports() -> Sentence {
    Sentence::not_found("No import of it from outside was found.".to_owned())
}

/// No list of this noun.
pub fn list_of(noun: &str) -> Sentence {
    Sentence::not_found(format!(
        "No list of {} was found in the code: no type, constant, enum, group of calls or family of that name has members.",
        safe(noun)
    ))
}

/// Why there is no list, as the tool says it.
pub fn list(why: Output<'_>) -> Sentence {
    Sentence::not_found(format!("There is no list: {}.", safe(why.trim_end_matches('.'))))
}

/// No family of this noun.
pub fn family(noun: &str) -> Sentence {
    Sentence::not_found(format!(
        "No family of {} was found: no base type, folder, list, decorator or group of types has that name. What speaks of it:",
        safe(noun)
    ))
}

/// No place that names several of a family.
pub fn registry() -> Sentence {
    Sentence::not_found(
        "No place was found that names several of them: whether one must be registered is not known.".to_owned(),
    )
}

/// No test of the pattern of a family.
pub fn test_of_pattern() -> Sentence {
    Sentence::not_found("No test was found that calls the pattern by its name.".to_owned())
}

/// Where no tool was asked, nothing can be said to be missing.
fn not_looked_up(what: &str) -> Sentence {
    Sentence::not_looked_up(format!("{what} was not looked up."))
}

/// Where a tool was asked and had no answer.
fn failed(what: &str) -> Sentence {
    Sentence::not_looked_up(format!("{what} is not known: looking it up failed."))
}

/// Where it is not read in the languages.
fn not_read(what: &str, reading: Reading, languages: &[Language]) -> Sentence {
    Sentence::not_looked_up(format!("{what} is not known: {}.", are_not_read(reading, languages)))
}
