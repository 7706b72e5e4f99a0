//! Lists, from what the tool `survey` found.

use super::markdown::{MarkdownBuilder, cite, place};
use crate::survey::FAMILY;
use code_words::path::is_test;
use model::{Finding, Step};
use protocol::{Claim, Evidence, Relation};
use survey::{Header, List, Section};

/// Most entries that an answer lists: one screen.
const MOST: usize = 24;

/// What a call of the tool found: its rows, and its evidence.
pub(super) struct Found<'f> {
    pub text: &'f str,
    pub evidence: Vec<(&'f Evidence, &'f Claim)>,
}

impl<'f> Found<'f> {
    pub fn of(findings: &'f [Finding], is_it: impl Fn(&str) -> bool) -> Option<Self> {
        let is_it = |finding: &&Finding| matches!(finding.step(), Step::Survey { list, .. } if is_it(&list));
        findings.iter().find(is_it).map(Self::in_finding)
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

    fn header(&self) -> Option<Header> {
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

fn is_list(name: &str) -> bool {
    name != FAMILY && name != List::Overview.row().name
}

/// True where a list was looked up, and has nothing.
pub fn is_empty(findings: &[Finding]) -> bool {
    Found::of(findings, is_list).and_then(|found| found.header()).is_some_and(|header| header.total() == 0)
}

/// Answers with a complete list: how many there are, then the first of them.
pub fn list(out: &mut MarkdownBuilder, findings: &[Finding]) -> bool {
    let Some(found) = Found::of(findings, is_list) else { return false };
    let Some(header) = found.header() else {
        // The tool says why there is no list.
        let why = found.text.trim_start_matches("Error: ").trim();
        if why.is_empty() || why.starts_with("Listed all") {
            return false;
        }
        out.line(&format!("There is no list: {}.", why.trim_end_matches('.')));
        return true;
    };
    out.line(&first_sentence(&header, &found));
    // Where the repository's own code has some, those of tests and examples are counted and not listed.
    let is_shown = |(e, _): &&(&Evidence, &Claim)| header.own == 0 || group(header.list, &e.path).is_empty();
    let shown: Vec<_> = found.evidence.iter().filter(is_shown).take(MOST).collect();
    let listed = shown.len();
    let mut before: Option<&str> = None;
    for (e, claim) in shown {
        let group = group(header.list, &e.path);
        if before.is_some_and(|before| before != group) {
            out.line(&format!("{group}:"));
        }
        before = Some(group);
        out.item(&entry(e, claim));
    }
    let all = if header.own == 0 { header.total() } else { header.own };
    if all > listed && listed > 0 {
        let several = header.list.row().nouns[1];
        let folder =
            found.evidence.first().and_then(|(e, _)| e.path.rsplit_once('/')).map_or("src", |(folder, _)| folder);
        out.line(&format!(
            "... and {} more. To see others, ask for fewer: \"list all {several} in {folder}\".",
            all - listed
        ));
    }
    if header.own > 0 && header.tests + header.examples > 0 {
        let folder = if header.tests > 0 { "tests" } else { "examples" };
        let several = header.list.row().nouns[1];
        out.line(&format!("Those in {folder} are found by \"list all {several} in {folder}\"."));
    }
    if header.total() == 0 {
        nearest(out, &found);
    }
    for note in found.rows("note").filter(|note| !note.contains("ask again with `offset`")) {
        if !(header.total() == 0 && note.starts_with("Looked for")) {
            out.line(&safe(note));
        }
    }
    true
}

fn first_sentence(header: &Header, found: &Found<'_>) -> String {
    let list = header.list;
    let several = list.row().nouns[1];
    let of = header.of.as_ref().map_or_else(String::new, |of| format!(" of `{}`", of.replace('`', "'")));
    let aside = match (header.examples, header.tests) {
        (0, 0) => String::new(),
        (examples, 0) => format!("{examples} in examples"),
        (0, tests) => format!("{tests} in tests"),
        (examples, tests) => format!("{examples} in examples and {tests} in tests"),
    };
    match (header.own, list, header.of.as_deref()) {
        (0, ..) if header.total() == 0 => match &header.of {
            Some(_) => format!("No {several}{of} were found in this repository. Looked for {}.", list.row().from),
            None => format!("This repository has no {several} that the code shows. Looked for {}.", list.row().from),
        },
        (0, ..) => format!("The repository's own code has no {several}{of}; there are {aside}:"),
        (own, List::Dependencies | List::Imports, Some(of)) => {
            let files =
                found.evidence.iter().map(|(e, _)| e.path.as_str()).collect::<std::collections::BTreeSet<_>>().len();
            let of = of.replace('`', "'");
            let verb = if own == 1 { "imports" } else { "import" };
            let of_files =
                if header.listed() == own { format!(" in {}", counted(files, "file")) } else { String::new() };
            format!("{} {verb} `{of}`{of_files}:", counted(own, "statement"))
        }
        (own, ..) => {
            let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
            let is = if own == 1 { "is" } else { "are" };
            format!("There {is} {}{of}{also}:", list.count(own))
        }
    }
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The heading of what is not the repository's own code.
fn group(list: List, path: &str) -> &'static str {
    match list {
        List::Tests | List::Examples | List::Todos | List::Imports | List::Dependencies => "",
        _ if is_test(path) => "In tests",
        _ if code_words::path::is_aside(path) => "In examples",
        _ => "",
    }
}

/// "`GET /x` – handler at `a.py:3`", and its citation
pub(super) fn entry(e: &Evidence, claim: &Claim) -> String {
    let (name, detail) = split(claim);
    let detail =
        if detail.is_empty() || detail == e.path { String::new() } else { format!(" \u{2013} {}", code(detail)) };
    format!("{}{detail} at {} {}", code(name), place(e), cite(e))
}

pub(super) fn split(claim: &Claim) -> (&str, &str) {
    claim.object.split_once(" \u{2013} ").unwrap_or((&claim.object, ""))
}

/// A name in backticks.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", safe(text).replace('`', "'"))
}

/// Citations that the text of a repository spells out are no citations of ours.
pub(super) fn safe(text: &str) -> String {
    text.replace("[[", "[ [")
}

fn nearest(out: &mut MarkdownBuilder, found: &Found<'_>) {
    if let Some(names) = found.rows("nearest").next() {
        let names: Vec<String> = names.split(", ").map(code).collect();
        out.line(&format!("The nearest there is: {}.", names.join(", ")));
    }
}
