//! Two types with a common base: what both are, and the methods that each has its own way of.

use super::answer::claims::{self, Stated};
use super::excerpt::{Excerpt, head};
use super::known::Known;
use code_words::path::is_test;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Traits of Rust that most types implement.
#[rustfmt::skip]
const OF_ANY_TYPE: &[&str] = &[
    "AsRef", "Borrow", "Clone", "Copy", "Debug", "Default", "Deref", "DerefMut", "Deserialize", "Display", "Drop", "Eq", "Error", "From", "FromStr",
    "Hash", "Into", "Ord", "PartialEq", "PartialOrd", "Send", "Serialize", "Sync", "TryFrom", "Unpin",
];
/// Methods that both have whose lines are shown.
const METHODS: usize = 2;
/// Most lines of what is compared line by line.
const SHORT: usize = 32;
/// Of this many lines of the shorter one is common at least.
const ALIKE: usize = 4;

/// What both say that they extend or implement, as the first of them says it.
pub fn bases<'a>(known: &Known<'a>, left: &Evidence, right: &Evidence) -> Vec<Stated<'a>> {
    let of = |e: &Evidence| claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Extends);
    let other = of(right);
    let mut found: Vec<Stated<'a>> = of(left);
    found.retain(|base| other.iter().any(|own| own.claim.object == base.claim.object) && !is_of_any_type(base));
    found
}

/// A trait of Rust that most types implement, which makes them no family.
fn is_of_any_type(base: &Stated<'_>) -> bool {
    let name = base.claim.object.split('<').next().unwrap_or("");
    base.evidence.path.ends_with(".rs") && OF_ANY_TYPE.contains(&name.rsplit("::").next().unwrap_or(name))
}

/// The methods that both types define, where both have one base: where each is defined, those for other code first. Not those in
/// lines that are compared line by line.
pub fn methods<'a>(known: &Known<'a>, left: &Evidence, right: &Evidence) -> Vec<(&'a Evidence, &'a Evidence)> {
    if bases(known, left, right).is_empty() {
        return Vec::new();
    }
    let is_compared = lines_alone(left, right).is_some();
    let is_within =
        |method: &Evidence| method.path == left.path && (left.start_line..=left.end_line).contains(&method.start_line);
    let members = |e: &Evidence| claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    let is_method =
        |stated: &&Stated<'a>| stated.evidence.kind == EvidenceKind::Method && !stated.claim.object.starts_with('_');
    let others = members(right);
    let of_both = members(left).into_iter().filter(|stated| is_method(&stated)).filter_map(|own| {
        let other = others.iter().filter(is_method).find(|other| other.claim.object == own.claim.object)?;
        (!(is_compared && is_within(own.evidence))).then_some((own.evidence, other.evidence))
    });
    of_both.take(METHODS).collect()
}

/// Where a type is made, in code that is no test.
pub fn made<'a>(known: &Known<'a>, e: &Evidence) -> Vec<&'a Evidence> {
    let callers = known.callers_of(e.symbol.as_deref().unwrap_or(""));
    callers.into_iter().filter(|caller| !is_test(&caller.path)).collect()
}

/// Of two that are short and alike, the lines that each alone has.
pub fn lines_alone<'e>(left: &'e Evidence, right: &'e Evidence) -> Option<[Excerpt<'e>; 2]> {
    let (own, other) = (head(left, SHORT), head(right, SHORT));
    let is_cut = |text: &str| text.ends_with("\n...");
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let common = own
        .text()
        .lines()
        .filter(|line| !line.trim().is_empty() && other.text().lines().any(|o| o.trim() == line.trim()));
    let is_alike = ALIKE * common.count() >= lines(own.text()).min(lines(other.text()));
    let is_shown = !is_cut(own.text()) && !is_cut(other.text()) && is_alike;
    is_shown.then(|| [own.without(&other), other.without(&own)])
}
