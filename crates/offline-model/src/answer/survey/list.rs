//! A complete list: how many there are, then the first of them with their places, and the names of all others.

use super::found::{Found, code, entry, safe, split};
use crate::answer::markdown::{MarkdownBuilder, cite, place};
use crate::asked::Question;
use crate::survey::FAMILY;
use code_words::path::is_test;
use model::Finding;
use protocol::{Claim, ClaimKind, Evidence};
use std::collections::BTreeMap;
use survey::{Header, List};

/// Most entries that an answer lists with their places: one screen.
const MOST: usize = 24;
/// Most characters of names that an answer has besides.
const MOST_NAMES: usize = 4000;
/// What a row that says a declaration begins with, and what its claim is of.
const DECLARED: &str = "declared";

type Row<'f> = (&'f Evidence, &'f Claim);

fn is_list(name: &str) -> bool {
    name != FAMILY && name != List::Overview.row().name
}

/// True where lists were looked up, and have nothing.
pub fn is_empty(findings: &[Finding]) -> bool {
    Found::of(findings, is_list).and_then(|found| found.header()).is_some_and(|header| header.total() == 0)
}

/// Says that there is no list of what was asked for, before what fits its words is shown.
pub fn unknown(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) {
    let of = question.survey.as_ref().and_then(|asked| asked.of.as_deref()).unwrap_or("that");
    out.line(&format!(
        "No list of {} was found in the code: no type, constant, enum, group of calls or family of that name has members.",
        safe(of)
    ));
    if let Some(found) = Found::of(findings, is_list) {
        nearest(out, &found);
    }
}

/// Answers with a complete list.
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
    let is_shown = |(e, claim): &&Row<'_>| {
        claim.of != DECLARED
            && !is_manifest(&header, claim)
            && (header.own == 0 || group(header.list, &e.path).is_empty())
    };
    let shown: Vec<&Row<'_>> = found.evidence.iter().filter(is_shown).collect();
    let mut before: Option<&str> = None;
    for (e, claim) in shown.iter().take(MOST) {
        let group = group(header.list, &e.path);
        if before.is_some_and(|before| before != group) {
            out.line(&format!("{group}:"));
        }
        before = Some(group);
        out.item(&line(&header, e, claim));
    }
    let named = names(out, shown.get(MOST..).unwrap_or_default());
    let declared = found.evidence.iter().filter(|(_, claim)| is_manifest(&header, claim)).count();
    let all = if header.own == 0 { header.total() } else { header.own } - declared;
    let several = header.list.row().nouns[1];
    if all > shown.len().min(MOST) + named {
        let folder = shown.first().and_then(|(e, _)| e.path.rsplit_once('/')).map_or("src", |(folder, _)| folder);
        let more = all - shown.len().min(MOST) - named;
        out.line(&format!("... and {more} more. To see others, ask for fewer: \"list all {several} in {folder}\"."));
    }
    if header.own > 0 && header.tests + header.examples > 0 {
        let folder = if header.tests > 0 { "tests" } else { "examples" };
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

/// The names of what has no line of its own, a line for each file. How many those are.
fn names(out: &mut MarkdownBuilder, rest: &[&Row<'_>]) -> usize {
    let mut files: BTreeMap<&str, Vec<&Row<'_>>> = BTreeMap::new();
    rest.iter().for_each(|row| files.entry(row.0.path.as_str()).or_default().push(row));
    let (mut named, mut left) = (0, MOST_NAMES);
    let mut is_first = true;
    for (path, rows) in files {
        let own: Vec<String> = rows.iter().map(|(_, claim)| code(split(claim).0)).collect();
        let text = own.join(", ");
        if text.len() > left {
            break;
        }
        left -= text.len();
        named += rows.len();
        if std::mem::take(&mut is_first) {
            out.line("The others, by file:");
        }
        let (e, _) = rows[0];
        out.item(&format!("{}: {text} {}", code(path), cite(e)));
    }
    named
}

/// A manifest that declares a package, among the files that import it.
fn is_manifest(header: &Header, claim: &Claim) -> bool {
    header.list == List::Dependencies && header.of.is_some() && claim.kind == ClaimKind::Listed
}

/// One entry; of a file that imports something the file comes first.
fn line(header: &Header, e: &Evidence, claim: &Claim) -> String {
    match (header.list, &header.of) {
        (List::Dependencies | List::Imports, Some(_)) => {
            let modules = split(claim).0.split(", ").map(code).collect::<Vec<_>>().join(", ");
            format!("{} imports {modules} at line {} {}", code(&e.path), e.start_line, cite(e))
        }
        _ => entry(e, claim),
    }
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
    let declared = found.evidence.iter().find(|(_, claim)| claim.of == DECLARED);
    let at = declared.map_or_else(String::new, |(e, _)| format!(" (declared at {} {})", place(e), cite(e)));
    if let Some(said) = found.rows("said").next().filter(|_| header.total() > 0) {
        return format!("{}{at}:", safe(said));
    }
    match (header.own, list, header.of.as_deref()) {
        (0, ..) if header.total() == 0 => match &header.of {
            Some(_) => format!("No {several}{of} were found in this repository{at}. Looked for {}.", list.row().from),
            None => format!("This repository has no {several} that the code shows. Looked for {}.", list.row().from),
        },
        (0, ..) => format!("The repository's own code has no {several}{of}; there are {aside}:"),
        (_, List::Dependencies | List::Imports, Some(of)) => users(header, found, of, &aside),
        (own, List::Subtypes, Some(_)) if header.direct < own => {
            let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
            let (direct, through) = (header.direct, own - header.direct);
            let of = of.trim_start_matches(" of ");
            format!("{direct} types extend or implement {of} directly, and {through} through one of those{also}{at}:")
        }
        // Types of one kind.
        (own, List::Types, Some(kind @ ("class" | "interface" | "enum"))) => {
            let ending = if kind == "class" { "es" } else { "s" };
            let (is, several) = if own == 1 { ("is", "") } else { ("are", ending) };
            let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
            format!("There {is} {own} {kind}{several}{also}:")
        }
        (own, List::Todos, _) if header.listed() == header.total() && header.total() == own => {
            format!("There {} {}: {}.", if own == 1 { "is" } else { "are" }, list.count(own), marks(found))
        }
        (own, ..) => {
            let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
            let is = if own == 1 { "is" } else { "are" };
            format!("There {is} {}{of}{also}{at}:", list.count(own))
        }
    }
}

/// "14 `TODO` and 4 `HACK`"
fn marks(found: &Found<'_>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    found.evidence.iter().for_each(|(_, claim)| *counts.entry(split(claim).0).or_default() += 1);
    let said: Vec<String> = counts.iter().rev().map(|(mark, count)| format!("{count} {}", code(mark))).collect();
    said.join(", ")
}

/// "`x` is declared in `package.json:9`, and 3 files import it:"
fn users(header: &Header, found: &Found<'_>, of: &str, aside: &str) -> String {
    let manifests: Vec<&Row<'_>> = found.evidence.iter().filter(|(_, claim)| is_manifest(header, claim)).collect();
    let files = header.own - manifests.iter().filter(|(e, _)| group(header.list, &e.path).is_empty()).count();
    let of = of.replace('`', "'");
    let import = if files == 1 { "file imports" } else { "files import" };
    let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
    let declared: Vec<String> = manifests
        .iter()
        .take(4)
        .map(|(e, claim)| format!("{} ({}) {}", place(e), code(split(claim).1), cite(e)))
        .collect();
    match (declared.is_empty(), files) {
        (true, _) => format!("{files} {import} `{of}`{also}:"),
        (false, 0) => {
            format!("`{of}` is declared as a dependency at {}; no file was found that imports it.", declared.join(", "))
        }
        (false, _) => {
            format!("`{of}` is declared as a dependency at {}, and {files} {import} it{also}:", declared.join(", "))
        }
    }
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

fn nearest(out: &mut MarkdownBuilder, found: &Found<'_>) {
    if let Some(names) = found.rows("nearest").next() {
        let names: Vec<String> = names.split(", ").map(code).collect();
        out.line(&format!("The nearest there is: {}.", names.join(", ")));
    }
}
