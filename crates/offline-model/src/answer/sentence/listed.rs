//! Complete lists: how many there are, and each entry.

use super::Sentence;
use super::fact::{safe, ticked};
use crate::answer::claims::Stated;
use crate::answer::markdown::{cite, place};
use crate::answer::survey::{Found, group, is_declaration, is_manifest, split};
use crate::known::Output;
use std::collections::BTreeMap;
use survey::{Header, List};

/// "`GET /x` – handler at `a.py:3`"
pub fn entry(row: Stated<'_>) -> Sentence {
    let e = row.evidence;
    let (name, detail) = split(row.claim);
    let detail =
        if detail.is_empty() || detail == e.path { String::new() } else { format!(" \u{2013} {}", ticked(detail)) };
    // A file is its own place.
    let at = if name == e.path { String::new() } else { format!(" at {}", place(e)) };
    Sentence::cited(format!("{}{detail}{at} {}", ticked(name), cite(e)))
}

/// Above what has a number as its value.
pub fn valued(number: &str, n: usize) -> Sentence {
    let number = ticked(number);
    Sentence::below(match n {
        1 => format!("1 place gives {number} a name or lists it:"),
        n => format!("{n} places give {number} a name or list it:"),
    })
}

/// One entry; of a file that imports something the file comes first.
pub fn row(header: &Header, row: Stated<'_>) -> Sentence {
    match (header.list, &header.of) {
        (List::Dependencies | List::Imports, Some(_)) => {
            let e = row.evidence;
            let modules = split(row.claim).0.split(", ").map(ticked).collect::<Vec<_>>().join(", ");
            let path = ticked(&e.path);
            Sentence::cited(format!("{path} imports {modules} at line {} {}", e.start_line, cite(e)))
        }
        _ => entry(row),
    }
}

/// The names of entries of one file.
pub fn names_of_file(rows: &[Stated<'_>]) -> Option<Sentence> {
    let first = rows.first()?.evidence;
    let names: Vec<String> = rows.iter().map(|row| ticked(split(row.claim).0)).collect();
    Some(Sentence::cited(format!("{}: {} {}", ticked(&first.path), names.join(", "), cite(first))))
}

/// How many are not shown, and how they are asked for.
pub fn more(header: &Header, more: usize, folder: &str) -> Sentence {
    let several = header.list.row().nouns[1];
    Sentence::below(format!("... and {more} more. To see others, ask for fewer: \"list all {several} in {folder}\"."))
}

/// How those of tests or examples are asked for.
pub fn aside(header: &Header) -> Option<Sentence> {
    let folder = if header.tests > 0 { "tests" } else { "examples" };
    let several = header.list.row().nouns[1];
    let is_any = header.own > 0 && header.tests + header.examples > 0;
    is_any.then(|| Sentence::below(format!("Those in {folder} are found by \"list all {several} in {folder}\".")))
}

/// A note of the tool.
pub fn note(note: Output<'_>) -> Sentence {
    Sentence::output(safe(&note))
}

/// The names that come nearest, as the tool lists them.
pub fn nearest(found: &Found<'_>) -> Option<Sentence> {
    let names = found.rows("nearest").next()?;
    let names: Vec<String> = names.split(", ").map(ticked).collect();
    Some(Sentence::output(format!("The nearest there is: {}.", names.join(", "))))
}

/// How many there are, or that there are none and what was looked for. `here`: what was looked at.
pub fn first(header: &Header, found: &Found<'_>, here: &str) -> Sentence {
    let list = header.list;
    let several = list.row().nouns[1];
    let of = header.of.as_ref().map_or_else(String::new, |of| format!(" of {}", ticked(of)));
    let aside = match (header.examples, header.tests) {
        (0, 0) => String::new(),
        (examples, 0) => format!("{examples} in examples"),
        (0, tests) => format!("{tests} in tests"),
        (examples, tests) => format!("{examples} in examples and {tests} in tests"),
    };
    let declared = found.facts.iter().find(|row| is_declaration(row.claim)).map(|row| row.evidence);
    let at = declared.map_or_else(String::new, |e| format!(" (declared at {} {})", place(e), cite(e)));
    if let Some(said) = found.rows("said").next().filter(|_| header.total() > 0) {
        return Sentence::below(format!("{}{at}:", safe(&said)));
    }
    let also = if aside.is_empty() { String::new() } else { format!(", and {aside}") };
    match (header.own, list, header.of.as_deref()) {
        (0, ..) if header.total() == 0 => none(header, found, &format!("{of}{at}"), here),
        (0, ..) => {
            Sentence::below(format!("No {several}{of} were found in the repository's own code; there are {aside}:"))
        }
        (_, List::Dependencies | List::Imports, Some(of)) => users(header, found, of, &also),
        (own, List::Subtypes, Some(_)) if header.direct < own => {
            let (direct, through) = (header.direct, own - header.direct);
            let of = of.trim_start_matches(" of ");
            Sentence::below(format!(
                "{direct} types extend or implement {of} directly, and {through} through one of those{also}{at}:"
            ))
        }
        (own, List::Todos, _) if header.listed() == header.total() && header.total() == own => {
            let is = if own == 1 { "is" } else { "are" };
            Sentence::below(format!("There {is} {}: {}.", list.count(own), marks(found)))
        }
        (own, ..) => {
            let is = if own == 1 { "is" } else { "are" };
            Sentence::below(format!("There {is} {}{of}{also}{at}:", list.count(own)))
        }
    }
}

/// That there are none `here`; or, where they are looked up in no language of the repository, that it is not known.
fn none(header: &Header, found: &Found<'_>, of: &str, here: &str) -> Sentence {
    let row = header.list.row();
    let several = row.nouns[1];
    match (found.rows("not looked up in").next(), found.rows("looked up in").next()) {
        (Some(unread), None) => Sentence::not_looked_up(format!(
            "Whether there are {several}{of} is not known: they are not looked up in {}, and there is no other code.",
            safe(&unread)
        )),
        (Some(unread), Some(_)) => Sentence::not_found(format!(
            "No {several}{of} were found in {here}; in {} they are not looked up. Looked for {}.",
            safe(&unread),
            row.from
        )),
        (None, _) => Sentence::not_found(format!("No {several}{of} were found in {here}. Looked for {}.", row.from)),
    }
}

/// The languages in which they are not looked up, where something was found in others.
pub fn not_looked_up_in(header: &Header, found: &Found<'_>) -> Option<Sentence> {
    let unread = found.rows("not looked up in").next().filter(|_| header.total() > 0)?;
    let several = header.list.row().nouns[1];
    Some(Sentence::output(format!("In {} {several} are not looked up.", safe(&unread))))
}

/// "14 `TODO` and 4 `HACK`"
fn marks(found: &Found<'_>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    found.facts.iter().for_each(|row| *counts.entry(split(row.claim).0).or_default() += 1);
    let said: Vec<String> = counts.iter().rev().map(|(mark, count)| format!("{count} {}", ticked(mark))).collect();
    said.join(", ")
}

/// "`x` is declared in `package.json:9`, and 3 files import it:"
fn users(header: &Header, found: &Found<'_>, of: &str, also: &str) -> Sentence {
    let manifests: Vec<&Stated<'_>> = found.facts.iter().filter(|row| is_manifest(header, row.claim)).collect();
    let own = manifests.iter().filter(|row| group(header.list, &row.evidence.path).is_none());
    let files = header.own - own.count();
    let of = ticked(of);
    let import = if files == 1 { "file imports" } else { "files import" };
    let declared: Vec<String> = manifests
        .iter()
        .take(4)
        .map(|row| format!("{} ({}) {}", place(row.evidence), ticked(split(row.claim).1), cite(row.evidence)))
        .collect();
    let declared = declared.join(", ");
    match (declared.is_empty(), files) {
        (true, _) => Sentence::below(format!("{files} {import} {of}{also}:")),
        (false, 0) => Sentence::cited(format!(
            "{of} is declared as a dependency at {declared}; no file was found that imports it."
        )),
        (false, _) => {
            Sentence::cited(format!("{of} is declared as a dependency at {declared}, and {files} {import} it{also}:"))
        }
    }
}
