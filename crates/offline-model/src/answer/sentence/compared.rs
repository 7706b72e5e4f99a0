//! How two symbols differ.

use super::Sentence;
use super::fact::ticked;
use crate::answer::claims::{self, Stated};
use crate::answer::markdown::{cite, count, kind, kind_word, name};
use crate::known::Known;
use crate::relevance::is_callable;
use crate::symbol::last;
use code_words::path::is_declarations;
use protocol::{ClaimKind, Direction, Evidence, EvidenceKind};

/// Longest entry, in characters.
const WIDTH: usize = 48;
/// Most names listed on one side.
const MOST: usize = 8;

/// In what two symbols are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// What claims of this kind state.
    Stated(ClaimKind),
    /// What they call.
    Calls,
}

impl Aspect {
    pub const ALL: [Self; 8] = [
        Self::Stated(ClaimKind::Extends),
        Self::Stated(ClaimKind::Type),
        Self::Stated(ClaimKind::Value),
        Self::Stated(ClaimKind::Default),
        Self::Stated(ClaimKind::Member),
        Self::Stated(ClaimKind::Raises),
        Self::Stated(ClaimKind::Catches),
        Self::Calls,
    ];

    /// Whether it is read from a body: what has none does nothing that could differ.
    pub fn is_of_body(self) -> bool {
        matches!(self, Self::Calls | Self::Stated(ClaimKind::Raises | ClaimKind::Catches))
    }

    fn words(self) -> &'static str {
        match self {
            Self::Calls => "what they call",
            Self::Stated(ClaimKind::Extends) => "bases",
            Self::Stated(ClaimKind::Type) => "the declared type",
            Self::Stated(ClaimKind::Value) => "values",
            Self::Stated(ClaimKind::Default) => "defaults",
            Self::Stated(ClaimKind::Member) => "members",
            Self::Stated(ClaimKind::Raises) => "errors raised",
            Self::Stated(ClaimKind::Catches) => "errors caught",
            Self::Stated(_) => "what else is stated",
        }
    }
}

/// What one side has: the object of a claim, or the symbol at the other end of a call.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    object: &'a str,
    evidence: &'a Evidence,
}

impl<'a> Entry<'a> {
    pub fn stated(stated: Stated<'a>) -> Self {
        let claims::Proof { claim, evidence } = *stated;
        Self { object: &claim.object, evidence }
    }

    pub fn called(evidence: &'a Evidence) -> Option<Self> {
        Some(Self { object: last(evidence.symbol.as_deref()?), evidence })
    }

    pub fn object(&self) -> &'a str {
        self.object
    }

    fn shown(&self) -> String {
        format!("{} {}", ticked(&cut(self.object)), cite(self.evidence))
    }
}

/// What both have and what only one of them, in one aspect.
#[derive(Debug)]
pub struct Difference<'a> {
    aspect: Aspect,
    common: Vec<Entry<'a>>,
    left: Vec<Entry<'a>>,
    right: Vec<Entry<'a>>,
}

impl<'a> Difference<'a> {
    /// Whether it is one of this aspect.
    pub fn is_in(&self, aspect: Aspect) -> bool {
        self.aspect == aspect
    }

    /// `None` where they have the same.
    pub fn between(aspect: Aspect, left: &[Entry<'a>], right: &[Entry<'a>]) -> Option<Self> {
        let has = |side: &[Entry<'a>], object: &str| side.iter().any(|other| other.object == object);
        let side = |one: &[Entry<'a>], other: &[Entry<'a>], is_common: bool| -> Vec<Entry<'a>> {
            one.iter().filter(|entry| has(other, entry.object) == is_common).cloned().collect()
        };
        let (common, left, right) = (side(left, right, true), side(left, right, false), side(right, left, false));
        (!left.is_empty() || !right.is_empty()).then_some(Self { aspect, common, left, right })
    }
}

/// What the two are, and in what they differ.
pub fn first(known: &Known<'_>, left: &Evidence, right: &Evidence, differences: &[Difference<'_>]) -> Sentence {
    let kinds = match kind_word(left) == kind_word(right) {
        true => format!("are both {}", plural(left)),
        false => format!("are {} and {}", kind(left), kind(right)),
    };
    let sides: Vec<&str> = differences.iter().map(|difference| difference.aspect.words()).collect();
    let differ = match sides.as_slice() {
        [] => "; nothing that the code states of them was found to differ but what is below".to_owned(),
        sides => format!("; they differ in {}", listed(sides)),
    };
    let (left_name, right_name) = (name(known, left), name(known, right));
    Sentence::cited(format!("{left_name} and {right_name} {kinds}{differ} {} {}.", cite(left), cite(right)))
}

/// What both extend or implement.
pub fn of_one_base(bases: &[Stated<'_>]) -> Sentence {
    let shown = |base: &Stated<'_>| format!("{} {}", ticked(&cut(&base.claim.object)), cite(base.evidence));
    let bases: Vec<String> = bases.iter().map(shown).collect();
    let bases: Vec<&str> = bases.iter().map(String::as_str).collect();
    Sentence::cited(format!("Both extend or implement {}.", listed(&bases)))
}

/// Above the lines of a method in each of two types.
pub fn defined_by_both(method: &Evidence) -> Sentence {
    Sentence::below(format!("Both define {}:", ticked(last(method.symbol.as_deref().unwrap_or("")))))
}

/// Above the places where a type is made.
pub fn made(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} is made in:", name(known, e)))
}

/// One difference, each entry with its citation.
pub fn difference(known: &Known<'_>, left: &Evidence, right: &Evidence, difference: &Difference<'_>) -> Sentence {
    let sides = [
        (&difference.common, "both".to_owned()),
        (&difference.left, format!("only {}", name(known, left))),
        (&difference.right, format!("only {}", name(known, right))),
    ];
    let parts: Vec<String> = sides
        .into_iter()
        .filter(|(entries, _)| !entries.is_empty())
        .map(|(entries, whose)| format!("{whose}: {}", some(entries)))
        .collect();
    Sentence::cited(format!("**{}**: {}", capitalised(difference.aspect.words()), parts.join("; ")))
}

/// True for what has code of its own: not for values and fields, nor for what a declaration file has.
pub fn has_body(e: &Evidence) -> bool {
    (is_callable(e) || is_type(e) || e.kind == EvidenceKind::Component) && !is_declarations(&e.path)
}

fn is_type(e: &Evidence) -> bool {
    matches!(e.kind, EvidenceKind::Class | EvidenceKind::Enum | EvidenceKind::Interface)
}

/// Above the lines that one of them alone has.
pub fn lines_alone(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("Lines of {} alone:", name(known, e)))
}

/// How often each is called; `None` where that was not counted of both, of types that are made without a call, and of what has
/// no body: that no call of it is known says nothing.
pub fn called(known: &Known<'_>, left: &Evidence, right: &Evidence) -> Option<Sentence> {
    let calls = |e: &Evidence| known.call_count(e.symbol.as_deref().unwrap_or(""), Direction::Callers);
    let is_made_otherwise = |e: &Evidence| is_type(e) && calls(e).is_some_and(|calls| calls.places == 0);
    if is_made_otherwise(left) && is_made_otherwise(right) {
        return None;
    }
    let may_be_called = |e: &Evidence| has_body(e) || calls(e).is_some_and(|calls| calls.places > 0);
    if !may_be_called(left) || !may_be_called(right) {
        return None;
    }
    let side = |e: &Evidence| {
        let calls = calls(e)?;
        Some(format!("{} at {} {}", name(known, e), count(calls.places as usize, "place"), cite(e)))
    };
    Some(Sentence::cited(format!("**Called**: {}; {}", side(left)?, side(right)?)))
}

/// A value that is too long to compare is cut.
fn cut(object: &str) -> String {
    match object.char_indices().nth(WIDTH) {
        None => object.to_owned(),
        Some((at, _)) => format!("{}...", object[..at].trim_end()),
    }
}

fn some(entries: &[Entry<'_>]) -> String {
    let more = entries.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", entries.iter().take(MOST).map(Entry::shown).collect::<Vec<_>>().join(", "))
}

fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn plural(e: &Evidence) -> String {
    let word = kind_word(e);
    format!("{word}{}", if word.ends_with(['s', 'x']) { "es" } else { "s" })
}
