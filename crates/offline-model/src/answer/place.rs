//! Folders, files, and the repository as a whole.

use super::claims::Stated;
use super::markdown::MarkdownBuilder;
use super::sentence::{defined, fixed, listed, place};
use crate::asked::Question;
use crate::excerpt::head;
use crate::known::{Known, Output};
use model::Finding;
use model::Step;
use protocol::{Evidence, Relation};

/// Most lines of a listing.
const MOST_ENTRIES: usize = 60;
/// Most definitions of a file that are listed.
const MOST_DEFINED: usize = 24;
/// Lines shown of a file that was asked for.
const FILE_LINES: usize = 40;

pub fn folder(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) -> bool {
    let path = question.paths.first().map_or(".", String::as_str);
    if let Some(why) = Known::text_of(findings, |step| matches!(step, Step::List(_))).and_then(Output::error) {
        out.say(place::not_listed(path, why));
        return true;
    }
    let Some(listing) = listing(findings) else { return false };
    let above = if path == "." { fixed::REPOSITORY_HOLDS } else { place::folder_holds(path) };
    // Files of code open at a click, and say what they are.
    let of_listing = findings.iter().filter(|finding| matches!(finding.step(), Step::List(_)));
    let modules = of_listing.flat_map(|finding| finding.evidence.iter().filter_map(Stated::of));
    let holds = |line: &Output<'_>, path: &str| line.split("  (").next() == Some(path);
    let is_here = |path: &str| listing.lines().any(|line| holds(&line, path));
    let code: Vec<_> = modules.filter(|row| is_here(&row.evidence.path)).collect();
    let is_code = |line: &Output<'_>| code.iter().any(|row| holds(line, &row.evidence.path));
    let rest: Vec<_> = listing.lines().filter(|line| !is_code(line)).collect();
    if code.is_empty() {
        out.output_lines(above, &rest, MOST_ENTRIES);
        return true;
    }
    let shown = out.list(Some(above), code.iter().map(|row| listed::entry(*row)), MOST_ENTRIES);
    out.left_out(code.len(), shown);
    if !rest.is_empty() {
        out.output_lines(fixed::HOLDS_BESIDES, &rest, MOST_ENTRIES);
    }
    true
}

pub fn file(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let mut answered = false;
    for path in &question.paths {
        let Some(e) = read(known, path).next() else { continue };
        answered = true;
        out.say(place::begins(e));
        out.code(&head(e, FILE_LINES));
        let defined: Vec<_> = known.all_definitions().into_iter().filter(|d| d.path == e.path).collect();
        if !defined.is_empty() {
            let entries = defined.iter().map(|d| defined::named(known, d));
            let shown = out.list(Some(fixed::DEFINES), entries, MOST_DEFINED);
            out.left_out(defined.len(), shown);
        }
    }
    answered
}

/// What was read of the file that a person names.
pub fn read<'a>(known: &Known<'a>, path: &str) -> impl Iterator<Item = &'a Evidence> {
    known.evidence().filter(move |e| e.relation == Relation::Read && is_of(&e.path, path))
}

/// True for a path, its end, or the name of its file without the ending.
pub fn is_of(path: &str, asked: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    path.strip_suffix(asked).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        || stem.eq_ignore_ascii_case(asked)
}

/// Answers "what is this repository".
pub fn overview(out: &mut MarkdownBuilder, known: &Known<'_>, findings: &[Finding]) -> bool {
    let readme = known.evidence().find(|e| e.relation == Relation::Read);
    if let Some(e) = readme {
        out.say(place::readme(e));
        out.text(&head(e, FILE_LINES));
    }
    let listing = listing(findings);
    if let Some(listing) = listing {
        out.output_lines(fixed::HOLDS, &listing.lines().collect::<Vec<_>>(), MOST_ENTRIES);
    }
    readme.is_some() || listing.is_some()
}

/// What the directory tool listed, without the model's own summary; None if it failed or the folder is empty.
fn listing(findings: &[Finding]) -> Option<Output<'_>> {
    let text = Known::text_of(findings, |step| matches!(step, Step::List(_)))?.trimmed();
    (!text.is_empty() && !text.starts_with("Listed `")).then_some(text)
}
