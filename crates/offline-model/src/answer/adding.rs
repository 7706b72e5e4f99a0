//! How a new one of something is added: what is called for it, what the others of its kind are like.

use super::markdown::{MarkdownBuilder, cite, place};
use super::prose;
use super::survey::{Found, code, entry, safe, split};
use crate::asked::Question;
use crate::excerpt::{fence_language, fenced};
use crate::survey::FAMILY;
use model::Finding;
use protocol::{Claim, ClaimKind, Evidence};

/// Most members of a family.
const MOST_MEMBERS: usize = 8;
/// Lines shown of a pattern, and of its base.
const PATTERN_LINES: usize = 24;
const BASE_LINES: usize = 16;

/// True where the tool found what a new one is like.
pub fn has_family(findings: &[Finding]) -> bool {
    of_family(findings).is_some()
}

fn of_family(findings: &[Finding]) -> Option<Found<'_>> {
    Found::of(findings, |list| list == FAMILY).filter(|found| !found.evidence.is_empty())
}

fn noun(question: &Question) -> &str {
    question.survey.as_ref().and_then(|asked| asked.of.as_deref()).unwrap_or("one")
}

/// Answers how a new one of something is added: by calling what, the others of its kind, one as the pattern, where they are
/// registered.
pub fn family(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) -> bool {
    let Some(found) = of_family(findings) else { return false };
    let is_called = called(out, noun(question), &found);
    for (at, row) in found.rows("family").enumerate() {
        one_family(out, noun(question), &found, row, at == 0 && !is_called, at == 0);
    }
    if let Some(beside) = found.rows("beside").next() {
        out.line(&format!("Other files beside them: {}.", safe(beside)));
    }
    true
}

/// Functions that are called to add one, each with a call of it.
fn called(out: &mut MarkdownBuilder, of: &str, found: &Found<'_>) -> bool {
    let mut is_first = true;
    for (at, (e, claim)) in found.evidence.iter().enumerate() {
        let Some(name) = claim.of.strip_prefix("added by calling ").filter(|_| claim.kind == ClaimKind::Member) else {
            continue;
        };
        let said = prose::first_sentences(&prose::plain(split(claim).1), 2, 220);
        let lead = if is_first { format!("A new {of} is added by calling") } else { "Or by calling".to_owned() };
        out.line(&format!("{lead} {} ({} {}). {said}", code(name), place(e), cite(e)));
        let is_call = |(_, other): &&(&Evidence, &Claim)| other.of == claim.of && other.kind == ClaimKind::UsedBy;
        if let Some((call, _)) = found.evidence[at..].iter().find(is_call) {
            out.line(&format!("A call of it, at {} {}:", place(call), cite(call)));
            out.line(&fenced(&call.excerpt, fence_language(&call.path)));
        }
        is_first = false;
    }
    !is_first
}

fn one_family(out: &mut MarkdownBuilder, of: &str, found: &Found<'_>, row: &str, leads: bool, is_first: bool) {
    let (what, count) = row.rsplit_once("; ").unwrap_or((row, ""));
    let own: Vec<&(&Evidence, &Claim)> = found.evidence.iter().filter(|(_, claim)| claim.of == what).collect();
    let of_kind = |kind: ClaimKind| own.iter().filter(move |(_, claim)| claim.kind == kind);
    let n: usize = count.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let is = if n == 1 { "There is one".to_owned() } else { format!("There are {n}") };
    match leads {
        true => out.line(&format!("A new {of} is added like the others of its kind: {}. {is}:", safe(what))),
        false => out.line(&format!("It may also be one of another kind: {}. {is}:", safe(what))),
    }
    let members: Vec<_> = of_kind(ClaimKind::Sibling).collect();
    let most = if is_first { MOST_MEMBERS } else { MOST_MEMBERS / 2 };
    members.iter().take(most).for_each(|(e, claim)| out.item(&entry(e, claim)));
    out.left_out(n, members.len().min(most));
    for (e, claim) in of_kind(ClaimKind::Extends) {
        let base = code(split(claim).0);
        match is_first {
            true => {
                out.line(&format!("Their base is {base}:"));
                lines_of(out, e, BASE_LINES);
            }
            false => out.line(&format!("Their base is {base} at {} {}.", place(e), cite(e))),
        }
    }
    if let Some((e, claim)) = of_kind(ClaimKind::Member).next().filter(|_| is_first) {
        let which = if n == 1 { "it" } else { "the shortest of them" };
        out.line(&format!("Follow {which}, {}, as the pattern:", code(split(claim).0)));
        lines_of(out, e, PATTERN_LINES);
    }
    for (e, claim) in of_kind(ClaimKind::UsedBy) {
        let (path, how) = split(claim);
        match how.starts_with("calls ") {
            true => {
                out.line(&format!("What chooses between them is {}, which {}:", code(path), safe(how)));
                lines_of(out, e, BASE_LINES);
            }
            false => {
                out.line(&format!("Register it where the others are: {} ({}) {}:", code(path), safe(how), cite(e)));
                out.block(&e.excerpt);
            }
        }
    }
    if leads && of_kind(ClaimKind::UsedBy).next().is_none() {
        out.line("No place was found that names several of them, so nothing seems to list them.");
    }
    let tests: Vec<String> = of_kind(ClaimKind::TestedBy)
        .map(|(e, claim)| format!("{} at {} {}", code(split(claim).0), place(e), cite(e)))
        .collect();
    if !tests.is_empty() {
        out.line(&format!("A test to follow: {}.", tests.join(" and ")));
    } else if leads {
        out.line("No test was found that calls the pattern by its name.");
    }
}

fn lines_of(out: &mut MarkdownBuilder, e: &Evidence, most: usize) {
    let lines: Vec<&str> = e.excerpt.lines().take(most).collect();
    out.line(&format!("{} {}", place(e), cite(e)));
    out.line(&fenced(&lines.join("\n"), fence_language(&e.path)));
}

/// Said where nothing is of the kind that is to be added.
pub fn no_family(out: &mut MarkdownBuilder, question: &Question) {
    out.line(&format!(
        "No family of {} was found: no base type, folder, list, decorator or group of types has that name. What speaks of it:",
        safe(noun(question))
    ));
}
