//! Definitions: where a symbol is, what it is, what it says of itself.

use super::Sentence;
use crate::answer::markdown::{self, cite, count, kind, name, place};
use crate::known::Known;
use crate::symbol::likeness;
use code_words::path::is_test;
use protocol::Evidence;

/// Most others of a name that are named in a sentence.
const MOST_OTHERS: usize = 4;

/// "`x` is a function defined at `a.py:3`."
pub fn at(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::cited(format!("{} is {} defined at {} {}.", name(known, e), kind(e), place(e), cite(e)))
}

/// How many definitions a name has, above them.
pub fn places(asked: &str, several: &[&Evidence]) -> Sentence {
    Sentence::below(format!("`{asked}` is defined in {}:", count(several.len(), "place")))
}

/// One of several definitions of a name.
pub fn one_of(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::cited(format!("{}, {}, at {} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// What a symbol is, where, and the first sentence of its documentation; that it is the nearest where its name is another.
pub fn summary(known: &Known<'_>, e: &Evidence, asked: &str) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    let what = format!("{} at {}.{documented} {}", kind(e), place(e), cite(e));
    let is_other = likeness(e.symbol.as_deref().unwrap_or(""), asked).is_some_and(|likeness| likeness < 3);
    Sentence::cited(match is_other {
        true => format!("Nothing here is called exactly `{asked}`; the nearest is {}, {what}", name(known, e)),
        false => format!("{} is {what}", name(known, e)),
    })
}

/// What a value names by its path, where that is, and the first sentence of its documentation.
pub fn named_by_value(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    Sentence::cited(format!("It names {}, {} at {}.{documented} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// What the declared type of a field is, where, and the first sentence of its documentation.
pub fn its_type(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    Sentence::cited(format!("Its type {} is {} at {}.{documented} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// What a name that nothing bears is taken for.
pub fn taken_for(known: &Known<'_>, asked: &str) -> Option<Sentence> {
    let (meant, letters) = known.correction(asked)?;
    let away = if letters == 1 { "one letter" } else { "two letters" };
    Some(Sentence::not_found(format!("No `{asked}` here; taken for {}, {away} away.", name(known, meant))))
}

/// What it is, where, and the first sentence of its documentation.
pub fn described(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    Sentence::cited(format!("{} is {} at {}.{documented} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// The same of what is shown at its place already.
pub fn described_here(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    Sentence::cited(format!("{} is {}.{documented} {}", name(known, e), kind(e), cite(e)))
}

/// One of several that are described, with two sentences of its documentation.
pub fn marked(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::doc(e));
    Sentence::cited(format!("**{}** is {} at {}.{documented} {}", name(known, e), kind(e), place(e), cite(e)))
}

/// The same, with its signature.
pub fn marked_with_signature(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(" ", markdown::doc(e));
    let signature = markdown::prefixed(" ", markdown::signature(e));
    let what = format!("{} at {}", kind(e), place(e));
    Sentence::cited(format!("**{}** is {what}.{documented}{signature} {}", name(known, e), cite(e)))
}

pub fn signature(e: &Evidence) -> Option<Sentence> {
    Some(Sentence::cited(format!("Signature: {} {}", markdown::signature(e)?, cite(e))))
}

/// The first two sentences of its documentation, quoted.
pub fn documentation(e: &Evidence) -> Option<Sentence> {
    Some(Sentence::cited(format!("> {} {}", markdown::doc(e)?, cite(e))))
}

/// The sentence of its documentation that states its default, quoted.
pub fn states_default(known: &Known<'_>, e: &Evidence, sentence: &str) -> Sentence {
    let what = format!("The documentation of {}, {} at {}, states the default", name(known, e), kind(e), place(e));
    Sentence::cited(format!("{what}: \"{sentence}\" {}", cite(e)))
}

/// The sentence of its documentation that says what happens on a condition, quoted.
pub fn states_condition(known: &Known<'_>, e: &Evidence, sentence: &str) -> Sentence {
    let what = format!("The documentation of {}, {} at {}, says", name(known, e), kind(e), place(e));
    Sentence::cited(format!("{what}: \"{sentence}\" {}", cite(e)))
}

/// The two after the first, quoted.
pub fn more_documentation(e: &Evidence) -> Option<Sentence> {
    Some(Sentence::cited(format!("> {} {}", markdown::after_first_sentence(e)?, cite(e))))
}

/// Name, place and first sentence, in a list.
pub fn named(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(": ", markdown::first_sentence(e));
    Sentence::cited(format!("{} at {}{documented} {}", name(known, e), place(e), cite(e)))
}

/// Name and place, in a list.
pub fn placed(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::cited(name_and_place(known, e))
}

/// Others of the name; `None` where there are none.
pub fn others_of_name(known: &Known<'_>, others: &[&Evidence]) -> Option<Sentence> {
    let shown: Vec<String> = others.iter().take(MOST_OTHERS).map(|e| name_and_place(known, e)).collect();
    let left = others.len().saturating_sub(MOST_OTHERS);
    let more = if left > 0 { format!(", and {left} more") } else { String::new() };
    (!shown.is_empty()).then(|| Sentence::cited(format!("Others of that name: {}{more}.", shown.join(", "))))
}

/// Another of the name that one of two compared has been found by; tests are left out.
pub fn another_of_name(known: &Known<'_>, others: &[&Evidence]) -> Option<Sentence> {
    let others = others.iter().filter(|other| !is_test(&other.path)).take(3);
    let others: Vec<String> = others.map(|other| name_and_place(known, other)).collect();
    (!others.is_empty()).then(|| Sentence::cited(format!("Another of that name: {}.", others.join(", "))))
}

/// How many symbols share a name, and those of them that were not `shown`.
pub fn share_name(known: &Known<'_>, asked: &str, all: &[&Evidence], shown: usize) -> Sentence {
    let rest: Vec<String> = all.iter().skip(shown).take(MOST_OTHERS).map(|e| name_and_place(known, e)).collect();
    let others = if rest.is_empty() { String::new() } else { format!("; also {}", rest.join(", ")) };
    Sentence::below(format!("{} share the name `{asked}`{others}.", count(all.len(), "symbol")))
}

fn name_and_place(known: &Known<'_>, e: &Evidence) -> String {
    format!("{} at {} {}", name(known, e), place(e), cite(e))
}
