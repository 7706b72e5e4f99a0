//! What calls of the tool `survey` found, and how an entry is written.

use crate::answer::markdown::{cite, place};
use model::{Finding, Step};
use protocol::{Claim, Evidence, Relation};
use survey::{Header, Section};

/// What a call of the tool found: its rows, and its evidence.
pub struct Found<'f> {
    pub text: &'f str,
    pub evidence: Vec<(&'f Evidence, &'f Claim)>,
}

impl<'f> Found<'f> {
    pub fn of(findings: &'f [Finding], is_it: impl Fn(&str) -> bool) -> Option<Self> {
        let is_it = |finding: &&Finding| matches!(finding.step(), Step::Survey { list, .. } if is_it(&list));
        // Where one call had nothing, another was made with other words.
        let some = findings.iter().filter(is_it).find(|finding| !finding.evidence.is_empty());
        some.or_else(|| findings.iter().find(is_it)).map(Self::in_finding)
    }

    /// What this step found.
    pub fn by(step: &Step, findings: &'f [Finding]) -> Option<Self> {
        findings.iter().find(|finding| finding.step() == *step).map(Self::in_finding)
    }

    fn in_finding(finding: &'f Finding) -> Self {
        let fact = |e: &'f Evidence| match &e.relation {
            Relation::Fact { claim } => Some((e, claim)),
            _ => None,
        };
        let text = finding.text.split("\n---\n").next().unwrap_or("");
        Self { text, evidence: finding.evidence.iter().filter_map(fact).collect() }
    }

    pub fn header(&self) -> Option<Header> {
        self.text.lines().next()?.parse().ok()
    }

    /// The rows with this word in front, without it.
    pub fn rows(&self, word: &str) -> impl Iterator<Item = &'f str> {
        let prefix = format!("{word}: ");
        self.text.lines().filter_map(move |line| line.strip_prefix(&prefix))
    }

    pub fn of_section(&self, section: Section) -> Vec<&(&'f Evidence, &'f Claim)> {
        self.evidence.iter().filter(|(_, claim)| claim.of == section.name()).collect()
    }
}

/// "`GET /x` – handler at `a.py:3`", and its citation
pub fn entry(e: &Evidence, claim: &Claim) -> String {
    let (name, detail) = split(claim);
    let detail =
        if detail.is_empty() || detail == e.path { String::new() } else { format!(" \u{2013} {}", code(detail)) };
    format!("{}{detail} at {} {}", code(name), place(e), cite(e))
}

pub fn split(claim: &Claim) -> (&str, &str) {
    claim.object.split_once(" \u{2013} ").unwrap_or((&claim.object, ""))
}

/// A name in backticks.
pub fn code(text: &str) -> String {
    format!("`{}`", safe(text).replace('`', "'"))
}

/// Citations that the text of a repository spells out are no citations of ours.
pub fn safe(text: &str) -> String {
    text.replace("[[", "[ [")
}
