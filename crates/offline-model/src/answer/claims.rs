//! Claims that tools have found, selected for an answer. What each becomes is in [`fact`](super::sentence::fact).

use super::markdown::MarkdownBuilder;
use super::sentence::fixed;
use crate::known::Known;
use code_words::path::is_test;
use protocol::{Claim, ClaimKind, Evidence, Relation};
use std::ops::Deref;

/// A claim with the lines that prove it. It is made of evidence alone, and only where the lines have what is claimed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stated<'a>(Proof<'a>);

/// What of a [`Stated`] can be read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proof<'a> {
    pub claim: &'a Claim,
    pub evidence: &'a Evidence,
}

impl<'a> Deref for Stated<'a> {
    type Target = Proof<'a>;

    fn deref(&self) -> &Proof<'a> {
        &self.0
    }
}

impl<'a> Stated<'a> {
    /// The fact that evidence is of; `None` where it is of none, or its lines do not show it.
    pub fn of(evidence: &'a Evidence) -> Option<Self> {
        let Relation::Fact { claim } = &evidence.relation else { return None };
        is_shown(evidence, claim).then_some(Self(Proof { claim, evidence }))
    }

    /// The name that a claim gives a value.
    pub fn name(&self) -> &'a str {
        let named = self.0.claim.object.split_once(" = ").map(|(name, _)| name);
        named.unwrap_or_else(|| self.0.claim.of.rsplit(['.', ':']).next().unwrap_or(""))
    }

    /// Whether an error is made by a call that does not say its type: `token.error(..)`, and not `Error::new(..)`.
    pub fn is_made_by_call(&self) -> bool {
        self.is_call_of(&self.0.claim.object)
    }

    /// Whether its lines call this name, and no part of the name is that of a type.
    pub fn is_call_of(&self, name: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_plain = |segment: &str| !segment.starts_with(char::is_uppercase) && segment.chars().all(is_part);
        name.split(['.', ':']).all(is_plain) && self.0.evidence.excerpt.contains(&format!("{name}("))
    }

    /// The value that it gives.
    pub fn value(&self) -> &'a str {
        let object = self.0.claim.object.as_str();
        object.split_once(" = ").map_or(object, |(_, value)| value)
    }
}

/// Whether a word of the claim's object is in the lines, or in the name, signature or path of what they are of.
///
/// Where not all of the lines are here that cannot be seen, and the tool is believed; so is it where the lines or the
/// object have no words: `)?;`, `{}`.
fn is_shown(evidence: &Evidence, claim: &Claim) -> bool {
    let is_whole = evidence.excerpt.lines().count() > evidence.end_line.saturating_sub(evidence.start_line) as usize;
    let mut words = words(&claim.object).peekable();
    let has_words = evidence.excerpt.contains(char::is_alphanumeric);
    if !is_whole || !has_words || words.peek().is_none() {
        return true;
    }
    let of_option = |text: &'_ Option<String>| text.as_deref().unwrap_or("").to_lowercase();
    let texts = [
        evidence.excerpt.to_lowercase(),
        evidence.path.to_lowercase(),
        of_option(&evidence.symbol),
        of_option(&evidence.signature),
    ];
    words.any(|word| texts.iter().any(|text| text.contains(&word)))
}

/// The words of an object, in lower case.
fn words(object: &str) -> impl Iterator<Item = String> {
    let words = object.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Every claim found, each once, in the order in which they were found.
pub fn all<'a>(known: &Known<'a>) -> Vec<Stated<'a>> {
    let mut found: Vec<Stated<'a>> = Vec::new();
    for stated in known.evidence().filter_map(Stated::of) {
        if !found.iter().any(|other| other.claim == stated.claim && other.evidence.id == stated.evidence.id) {
            found.push(stated);
        }
    }
    found
}

/// The claims of one kind about a symbol.
pub fn of<'a>(known: &Known<'a>, symbol: &str, kind: ClaimKind) -> Vec<Stated<'a>> {
    all(known).into_iter().filter(|stated| stated.claim.kind == kind && stated.claim.of == symbol).collect()
}

/// Who raises an error, by the lines that name it: as they are shown, tests left out.
pub fn raisers(known: &Known<'_>, error: &str) -> Vec<String> {
    let is_raised = |line: &str| ["raise ", "throw ", "Err(", "return "].iter().any(|word| line.contains(word));
    let named = of(known, error, ClaimKind::UsedBy).into_iter();
    let raised = named.filter(|stated| is_raised(&stated.evidence.excerpt) && !is_test(&stated.evidence.path));
    raised.filter_map(|stated| stated.evidence.symbol.as_deref()).map(|symbol| known.shown(symbol)).collect()
}

/// How many statements of a kind there are about a symbol, and whether all of the repository was looked at.
pub fn total(known: &Known<'_>, e: &Evidence, kind: ClaimKind) -> (usize, bool) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let listed = of(known, symbol, kind).len();
    let described = known.evidence().filter(|other| other.symbol.as_deref() == Some(symbol));
    let counted = described.flat_map(|other| &other.counts).find(|count| count.kind == kind);
    counted.map_or((listed, true), |count| (listed.max(count.total as usize), count.is_all))
}

/// Whether a tool looked at a part of the repository alone for what it states of a kind by words: then there may be more.
pub fn is_partial(known: &Known<'_>, kind: ClaimKind) -> bool {
    known.evidence().flat_map(|e| &e.counts).any(|count| count.kind == kind && !count.is_all)
}

/// Says that there may be more, where only a part was looked at.
pub fn partial(out: &mut MarkdownBuilder, known: &Known<'_>, kind: ClaimKind) {
    if is_partial(known, kind) {
        out.say(fixed::PARTLY_LOOKED_AT);
    }
}

/// The first word of an object that a line of code can be found by.
pub fn word_of(object: &str) -> &str {
    let object = object.split(" = ").next().unwrap_or(object);
    object.split(['(', '<', ' ', '?']).next().unwrap_or(object).rsplit(['.', ':']).next().unwrap_or(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;
    use model::Finding;
    use protocol::{Claim, ClaimCount};

    fn answer(is_all: bool) -> String {
        let value = |path: &str, line: u32, object: &str| {
            let claim = Claim { of: "net.Client".into(), kind: ClaimKind::Default, object: object.into() };
            Evidence { relation: Relation::Fact { claim }, ..found("net.Client", path, line, object) }
        };
        let counts = vec![ClaimCount { kind: ClaimKind::Default, total: 2, is_all }];
        let first = Evidence { counts, ..value("net/client.py", 3, "timeout = 5") };
        let evidence = vec![first, value("net/pool.py", 9, "timeout = 7")];
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step: None }];
        let asked = "What is the default timeout?";
        crate::answer::write(asked, &crate::question::understand(asked, &[]), &findings, false)
    }

    #[test]
    fn what_a_call_makes_is_no_type() {
        let is_made = |object: &str, line: &str| {
            let claim = Claim { of: "a.f".into(), kind: ClaimKind::Raises, object: object.into() };
            let evidence = Evidence { relation: Relation::Fact { claim }, ..found("a.f", "a/f.rs", 3, line) };
            Stated::of(&evidence).is_some_and(|stated| stated.is_made_by_call())
        };
        assert!(is_made("name.token.error", "return Err(name.token.error(Duplicate { name }));"));
        assert!(is_made("_error", "raise _error(Lost, 'gone')"));
        assert!(!is_made("Error::new", "return Err(Error::new(name));"));
        assert!(!is_made("Boom.forbidden", "throw Boom.forbidden('no')"));
        assert!(!is_made("response", "throw response;"));
    }

    #[test]
    fn what_was_looked_for_in_a_part_alone_is_no_count() {
        let (whole, part) = (answer(true), answer(false));
        assert!(whole.contains("1 other place with such a name") && !whole.contains("there may be more"), "{whole}");
        assert!(part.contains("At least 1 other place with such a name"), "{part}");
        assert!(part.contains("Only the files that a search finds were looked at"), "{part}");
    }
}
