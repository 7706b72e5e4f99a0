//! A complete list: how many there are, then the first of them with their places, and the names of all others.

use super::found::{Found, split};
use crate::answer::claims::Stated;
use crate::answer::markdown::MarkdownBuilder;
use crate::answer::sentence::{Sentence, absent, fixed, listed};
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::survey::FAMILY;
use code_words::path::is_test;
use model::Finding;
use protocol::{Claim, ClaimKind};
use std::collections::BTreeMap;
use survey::{Header, List};

/// Most entries that an answer lists with their places: one screen.
const MOST: usize = 24;
/// Most characters of names that an answer has besides.
const MOST_NAMES: usize = 4000;
/// What a row that says a declaration begins with, and what its claim is of.
const DECLARED: &str = "declared";

fn is_list(name: &str) -> bool {
    name != FAMILY && name != List::Overview.row().name
}

/// True where lists were looked up, and have nothing.
pub fn is_empty(findings: &[Finding]) -> bool {
    Found::of(findings, is_list).and_then(|found| found.header()).is_some_and(|header| header.total() == 0)
}

/// True where lists were looked up, and the repository's own code has nothing of them.
pub fn has_none_of_its_own(findings: &[Finding]) -> bool {
    Found::of(findings, is_list).and_then(|found| found.header()).is_some_and(|header| header.own == 0)
}

/// Lists the tables that have an entry of a name, where they were looked up and there are some.
pub fn entries(out: &mut MarkdownBuilder, findings: &[Finding]) -> bool {
    let found = Found::of(findings, is_list).and_then(|found| found.header());
    found.is_some_and(|header| header.total() > 0) && list(out, findings)
}

/// Says that there is no list of what was asked for, before what fits its words is shown.
pub fn unknown(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) {
    let of = question.survey.as_ref().and_then(|asked| asked.of.as_deref()).unwrap_or("that");
    out.say(absent::list_of(of.strip_prefix(::survey::SORTS_ALONE).unwrap_or(of)));
    if let Some(found) = Found::of(findings, is_list) {
        nearest(out, &found);
    }
}

/// Answers with a complete list.
pub fn list(out: &mut MarkdownBuilder, findings: &[Finding]) -> bool {
    let Some(found) = Found::of(findings, is_list) else { return false };
    let Some(header) = found.header() else {
        // The tool says why there is no list.
        let why = found.text.after("Error: ").unwrap_or(found.text).trimmed();
        if why.is_empty() || why.starts_with("Listed all") {
            return false;
        }
        out.say(absent::list(why));
        return true;
    };
    let first = listed::first(&header, &found, out.here());
    // Where the repository's own code has some, those of tests and examples are counted and not listed.
    let is_shown = |row: &&Stated<'_>| {
        !is_declaration(row.claim)
            && !is_manifest(&header, row.claim)
            && (header.own == 0 || group(header.list, &row.evidence.path).is_none())
    };
    let shown: Vec<Stated<'_>> = found.facts.iter().filter(is_shown).copied().collect();
    let declared = found.facts.iter().filter(|row| is_manifest(&header, row.claim)).count();
    let all = if header.own == 0 { header.total() } else { header.own } - declared;
    if !out.is_first_page() {
        let rest = out.list(Some(first), shown.iter().map(|row| listed::row(&header, *row)), MOST);
        out.left_out(all, rest);
        return true;
    }
    out.say(first);
    let mut before: Option<Option<Group>> = None;
    for row in shown.iter().take(MOST) {
        let group = group(header.list, &row.evidence.path);
        if before.is_some_and(|before| before != group)
            && let Some(group) = group
        {
            out.say(group.heading());
        }
        before = Some(group);
        out.item(listed::row(&header, *row));
    }
    // One that is asked for by its name: what declares it.
    if let [only] = shown.as_slice()
        && header.list == List::Options
        && header.of.is_some()
    {
        out.code(&Excerpt::whole(only.evidence));
    }
    out.is_cut(shown.len() > MOST);
    let named = names(out, shown.get(MOST..).unwrap_or_default());
    if all > shown.len().min(MOST) + named {
        let folder =
            shown.first().and_then(|row| row.evidence.path.rsplit_once('/')).map_or("src", |(folder, _)| folder);
        out.say(listed::more(&header, all - shown.len().min(MOST) - named, folder));
    }
    listed::aside(&header).into_iter().for_each(|sentence| out.say(sentence));
    if header.total() == 0 {
        nearest(out, &found);
    }
    listed::not_looked_up_in(&header, &found).into_iter().for_each(|sentence| out.say(sentence));
    for note in found.rows("note").filter(|note| !note.contains("ask again with `offset`")) {
        if !(header.total() == 0 && note.starts_with("Looked for")) {
            out.say(listed::note(note));
        }
    }
    true
}

/// The names of what has no line of its own, a line for each file. How many those are.
fn names(out: &mut MarkdownBuilder, rest: &[Stated<'_>]) -> usize {
    let mut files: BTreeMap<&str, Vec<Stated<'_>>> = BTreeMap::new();
    rest.iter().for_each(|row| files.entry(row.evidence.path.as_str()).or_default().push(*row));
    let (mut named, mut left) = (0, MOST_NAMES);
    for rows in files.values() {
        // With the backticks and the comma of each.
        let length: usize = rows.iter().map(|row| split(row.claim).0.len() + 4).sum::<usize>() - 2;
        if length > left {
            break;
        }
        left -= length;
        if named == 0 {
            out.say(fixed::OTHERS_BY_FILE);
        }
        named += rows.len();
        listed::names_of_file(rows).into_iter().for_each(|sentence| out.item(sentence));
    }
    named
}

/// The row that says where what is listed is declared.
pub fn is_declaration(claim: &Claim) -> bool {
    claim.of == DECLARED
}

/// A manifest that declares a package, among the files that import it.
pub fn is_manifest(header: &Header, claim: &Claim) -> bool {
    header.list == List::Dependencies && header.of.is_some() && claim.kind == ClaimKind::Listed
}

/// What is not the repository's own code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Tests,
    Examples,
}

impl Group {
    fn heading(self) -> Sentence {
        match self {
            Self::Tests => fixed::IN_TESTS,
            Self::Examples => fixed::IN_EXAMPLES,
        }
    }
}

/// The group of an entry in this file; `None` for the repository's own code.
pub fn group(list: List, path: &str) -> Option<Group> {
    match list {
        List::Tests | List::Examples | List::Todos | List::Imports | List::Dependencies => None,
        _ if is_test(path) => Some(Group::Tests),
        _ if code_words::path::is_aside(path) => Some(Group::Examples),
        _ => None,
    }
}

fn nearest(out: &mut MarkdownBuilder, found: &Found<'_>) {
    listed::nearest(found).into_iter().for_each(|sentence| out.say(sentence));
}
