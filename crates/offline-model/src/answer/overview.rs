//! What the repository is, or one part of it: what it says of itself, its parts, where it begins, how it is built.

use super::claims::Stated;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, fixed, overview};
use super::survey::Found;
use model::{Finding, Step};
use survey::Section;

/// Most parts described, and most of the others that are named.
const MOST_PARTS: usize = 12;
const MOST_NAMED: usize = 16;
/// Most rows of other sections.
const MOST_ROWS: usize = 8;
const MOST_SCRIPTS: usize = 5;

/// True where the tool had an overview.
pub fn is_found(step: &Step, findings: &[Finding]) -> bool {
    Found::by(step, findings).is_some_and(|found| !found.facts.is_empty())
}

/// Answers what the repository is.
pub fn whole(out: &mut MarkdownBuilder, step: &Step, findings: &[Finding]) -> bool {
    let Some(found) = Found::by(step, findings).filter(|found| !found.facts.is_empty()) else { return false };
    if found.text.starts_with("overview of ") {
        return false;
    }
    let description = found.of_section(Section::Description);
    description.iter().for_each(|row| out.say(overview::description(*row)));
    for row in found.of_section(Section::Readme) {
        out.say(overview::readme(row, description.is_empty()));
    }
    if let Some(size) = found.rows("size").next() {
        out.say(overview::size(size));
    }
    rows(out, &found, Section::EntryPoint, false, MOST_ROWS);
    parts(out, &found);
    rows(out, &found, Section::MainType, false, MOST_ROWS);
    rows(out, &found, Section::Script, false, MOST_SCRIPTS);
    rows(out, &found, Section::Tests, false, 1);
    rows(out, &found, Section::Contributing, false, 1);
    if let Some(called) = found.rows("most called").next() {
        out.say(overview::most_called(called));
    }
    true
}

/// Answers what a folder or file is.
pub fn part(out: &mut MarkdownBuilder, step: &Step, findings: &[Finding]) -> bool {
    let Some(found) = Found::by(step, findings).filter(|found| !found.facts.is_empty()) else { return false };
    for row in found.of_section(Section::Description) {
        out.say(overview::part(row));
    }
    parts(out, &found);
    rows(out, &found, Section::MainType, true, MOST_ROWS);
    let users = found.of_section(Section::User);
    if users.is_empty() {
        out.say(absent::imports());
    }
    rows(out, &found, Section::User, true, MOST_ROWS);
    true
}

/// Says that no part has the name, then what a search finds.
pub fn no_part(out: &mut MarkdownBuilder, part: &str, search: impl Fn(&mut MarkdownBuilder) -> bool) -> bool {
    out.say(absent::part(part));
    search(out)
}

fn parts(out: &mut MarkdownBuilder, found: &Found<'_>) {
    let parts = found.of_section(Section::Part);
    if parts.len() < 2 {
        return;
    }
    out.say(fixed::PARTS);
    parts.iter().take(MOST_PARTS).for_each(|row| out.item(overview::part_row(*row)));
    let others: Vec<Stated<'_>> = parts.iter().skip(MOST_PARTS).take(MOST_NAMED).copied().collect();
    let more = parts.len().saturating_sub(MOST_PARTS + MOST_NAMED);
    overview::smaller_parts(&others, more).into_iter().for_each(|sentence| out.say(sentence));
}

fn rows(out: &mut MarkdownBuilder, found: &Found<'_>, section: Section, of_part: bool, most: usize) {
    let rows = found.of_section(section);
    if !rows.is_empty() {
        let entries = rows.iter().map(|row| overview::row(section, *row));
        let shown = out.list(Some(overview::title(section, of_part)), entries, most);
        out.left_out(rows.len(), shown);
    }
}
