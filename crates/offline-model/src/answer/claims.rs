//! Statements from typed claims: the only place where a claim becomes a sentence.
//!
//! A sentence is made of a [`Claim`] and the lines that prove it, so what no tool has read in the code cannot be said. That
//! something was not found is said only of a symbol that was described, and for all of the repository only where all of it
//! was looked at.

use super::markdown::{MarkdownBuilder, cite, count, kind, place};
use crate::excerpt::{dedented_lines, line_with};
use crate::known::Known;
use code_words::path::is_test;
use protocol::{Claim, ClaimKind, Evidence, Relation};

/// Longest line of code that is quoted in a sentence, in characters.
const LINE: usize = 100;

/// A claim with the evidence that makes it.
#[derive(Debug, Clone, Copy)]
pub struct Stated<'a> {
    pub claim: &'a Claim,
    pub evidence: &'a Evidence,
}

/// Every claim found, each once, in the order in which they were found.
pub fn all<'a>(known: &Known<'a>) -> Vec<Stated<'a>> {
    let mut found: Vec<Stated<'a>> = Vec::new();
    for evidence in known.evidence() {
        if let Relation::Fact { claim } = &evidence.relation
            && !found.iter().any(|other| other.claim == claim && other.evidence.id == evidence.id)
        {
            found.push(Stated { claim, evidence });
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
        out.line("Only the files that a search finds were looked at for this: there may be more places.");
    }
}

/// `3 tests`, or `at least 3 tests`.
pub fn counted((total, is_all): (usize, bool), noun: &str) -> String {
    if is_all { count(total, noun) } else { format!("at least {}", count(total, noun)) }
}

/// What the claim states, without its place.
pub fn sentence(known: &Known<'_>, stated: Stated<'_>) -> String {
    let Claim { of, kind, object } = stated.claim;
    let (of, object) = (ticked(&known.shown(of)), ticked(object));
    match kind {
        ClaimKind::Extends => format!("{of} extends {object}"),
        ClaimKind::ExtendedBy => format!("{} extends {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::Member => format!("{of} has {object}"),
        ClaimKind::Default => format!("{of} has the default {object}"),
        ClaimKind::Value => match stated.claim.object.split_once(" = ") {
            Some((name, value)) if of.contains(name) || known.shown(&stated.claim.of).contains('/') => {
                format!("{} is {}", ticked(name), ticked(value))
            }
            _ => format!("{of} is {object}"),
        },
        ClaimKind::Type if is_callable(stated.evidence) => format!("{of} returns {object}"),
        ClaimKind::Type => format!("{of} is of type {object}"),
        ClaimKind::Raises => raises(&of, stated),
        ClaimKind::Catches => format!("{of} catches {object}"),
        ClaimKind::Reads => format!("{of} reads {object}"),
        ClaimKind::TestedBy => format!("{} reaches {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::Sibling => format!("{object} is of the same family as {of}"),
        ClaimKind::UsedBy => format!("{} names {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::Listed => object,
    }
}

/// Errors are raised, returned, passed on or end the program: by how they are written.
fn raises(of: &str, stated: Stated<'_>) -> String {
    let object = stated.claim.object.as_str();
    let ticked = ticked(object);
    let first = stated.evidence.excerpt.trim_start();
    let is_comment = ["//", "*", "/**", "#", ":", "@"].iter().any(|mark| first.starts_with(mark));
    if is_comment || object == "an error" {
        let what = if object == "panic" { "a panic".to_owned() } else { ticked.clone() };
        return format!("The documentation of {of} states {what}");
    }
    let is_script =
        [".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx"].iter().any(|end| stated.evidence.path.ends_with(end));
    if is_script && !["throw", "reject"].iter().any(|word| stated.evidence.excerpt.contains(word)) {
        return format!("{of} makes the error {ticked}");
    }
    let returns = [".rs", ".go"].iter().any(|ending| stated.evidence.path.ends_with(ending));
    match object {
        _ if object.ends_with('?') => format!("{of} passes on the error of {ticked}"),
        "err" => format!("{of} passes on {ticked}"),
        "bail!" | "ensure!" => format!("{of} returns an error by {ticked}"),
        _ if object.starts_with("panic of") => {
            format!("{of} panics where {} fails", object.trim_start_matches("panic of "))
        }
        _ if object.ends_with('!') || object.starts_with("panic(") => format!("{of} panics by {ticked}"),
        _ if returns => format!("{of} returns the error {ticked}"),
        _ => format!("{of} raises {ticked}"),
    }
}

/// Sentence, place and citation.
pub fn cited(known: &Known<'_>, stated: Stated<'_>) -> String {
    format!("{} at {} {}", sentence(known, stated), place(stated.evidence), cite(stated.evidence))
}

/// One item of a list, with the line of code that states it.
pub fn item(out: &mut MarkdownBuilder, known: &Known<'_>, stated: Stated<'_>) {
    let line = line_with(stated.evidence, word_of(&stated.claim.object)).filter(|line| line.chars().count() <= LINE);
    let line = line.map_or_else(String::new, |line| format!(": `{line}`"));
    out.item(&format!("{} at {}{line} {}", sentence(known, stated), place(stated.evidence), cite(stated.evidence)));
}

/// The lines that state it, as they are.
pub fn lines(out: &mut MarkdownBuilder, stated: Stated<'_>) {
    out.code(stated.evidence, &dedented_lines(&stated.evidence.excerpt));
}

/// That nothing of a kind was found in a symbol that was described.
pub fn none(known: &Known<'_>, e: &Evidence, what: &str, kind_of: ClaimKind) -> Option<String> {
    let symbol = e.symbol.as_deref()?;
    known.described(symbol)?;
    let within = if total(known, e, kind_of).1 { "" } else { " in what was looked at" };
    Some(format!("{what} was found{within} for `{}`, {} at {} {}.", known.shown(symbol), kind(e), place(e), cite(e)))
}

/// The first word of an object that a line of code can be found by.
fn word_of(object: &str) -> &str {
    let object = object.split(" = ").next().unwrap_or(object);
    object.split(['(', '<', ' ', '?']).next().unwrap_or(object).rsplit(['.', ':']).next().unwrap_or(object)
}

fn is_callable(e: &Evidence) -> bool {
    use protocol::EvidenceKind::{Constructor, Function, Lambda, Macro, Method};
    matches!(e.kind, Function | Method | Constructor | Lambda | Macro)
}

/// In backticks; text with backticks of its own, which Markdown cannot quote so, loses them.
pub fn ticked(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace("[[", "[ ["))
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
        crate::answer::write(asked, &crate::question::understand(asked, &[]), &findings)
    }

    #[test]
    fn what_was_looked_for_in_a_part_alone_is_no_count() {
        let (whole, part) = (answer(true), answer(false));
        assert!(whole.contains("1 other place of that name") && !whole.contains("there may be more"), "{whole}");
        assert!(part.contains("At least 1 other place of that name"), "{part}");
        assert!(part.contains("Only the files that a search finds were looked at"), "{part}");
    }
}
