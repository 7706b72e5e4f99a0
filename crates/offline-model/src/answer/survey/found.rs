//! What calls of the tool `survey` found, and how an entry is read.

use crate::answer::claims::Stated;
use crate::known::Output;
use model::{Finding, Step};
use protocol::Claim;
use survey::{Header, Section};

/// What a call of the tool found: its rows, and its facts.
pub struct Found<'f> {
    pub text: Output<'f>,
    pub facts: Vec<Stated<'f>>,
}

impl<'f> Found<'f> {
    pub fn of(findings: &'f [Finding], is_it: impl Fn(&str) -> bool) -> Option<Self> {
        let is_it = |finding: &&Finding| matches!(finding.step(), Step::Survey { list, .. } if is_it(&list));
        // Where one call had nothing, or nothing of the repository's own code, another was made with other words.
        let has_own = |finding: &&'f Finding| {
            Self::in_finding(finding).header().is_none_or(|header| header.own > 0) && !finding.evidence.is_empty()
        };
        let some = findings.iter().filter(is_it).find(has_own);
        let some = some.or_else(|| findings.iter().filter(is_it).find(|finding| !finding.evidence.is_empty()));
        some.or_else(|| findings.iter().find(is_it)).map(Self::in_finding)
    }

    /// What this step found.
    pub fn by(step: &Step, findings: &'f [Finding]) -> Option<Self> {
        findings.iter().find(|finding| finding.step() == *step).map(Self::in_finding)
    }

    fn in_finding(finding: &'f Finding) -> Self {
        Self { text: Output::of(finding), facts: finding.evidence.iter().filter_map(Stated::of).collect() }
    }

    pub fn header(&self) -> Option<Header> {
        self.text.lines().next()?.parse().ok()
    }

    /// The rows with this word in front, without it.
    pub fn rows(&self, word: &str) -> impl Iterator<Item = Output<'f>> {
        let prefix = format!("{word}: ");
        self.text.lines().filter_map(move |line| line.after(&prefix))
    }

    pub fn of_section(&self, section: Section) -> Vec<Stated<'f>> {
        self.facts.iter().filter(|row| row.claim.of == section.name()).copied().collect()
    }
}

/// The name of an entry, and what is said of it.
pub fn split(claim: &Claim) -> (&str, &str) {
    claim.object.split_once(" \u{2013} ").unwrap_or((&claim.object, ""))
}
