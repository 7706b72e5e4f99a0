//! What the repository is, or one part of it: what it says of itself, its parts, where it begins, how it is built.

use super::markdown::{MarkdownBuilder, cite};
use super::prose;
use super::survey::{Found, code, safe, split};
use model::{Finding, Step};
use protocol::{Claim, Evidence};
use survey::Section;

/// Most parts described, and most of the others that are named.
const MOST_PARTS: usize = 12;
const MOST_NAMED: usize = 16;
/// Most rows of other sections.
const MOST_ROWS: usize = 8;
const MOST_SCRIPTS: usize = 5;

/// True where the tool had an overview.
pub fn is_found(step: &Step, findings: &[Finding]) -> bool {
    Found::by(step, findings).is_some_and(|found| !found.evidence.is_empty())
}

/// Answers what the repository is.
pub fn whole(out: &mut MarkdownBuilder, step: &Step, findings: &[Finding]) -> bool {
    let Some(found) = Found::by(step, findings).filter(|found| !found.evidence.is_empty()) else { return false };
    if found.text.starts_with("overview of ") {
        return false;
    }
    let mut is_first = true;
    for (e, claim) in found.of_section(Section::Description) {
        let (name, said) = split(claim);
        match said {
            "" => out.line(&format!("This is {} {}.", code(name), cite(e))),
            said => out.line(&format!("{} is: {} {}", code(name), sentence(said), cite(e))),
        }
        is_first = false;
    }
    for (e, claim) in found.of_section(Section::Readme) {
        let said = prose::first_sentences(&prose::plain(split(claim).1), 3, 500);
        let lead = if is_first { "The repository says of itself: " } else { "" };
        out.line(&format!("{lead}{said} {}", cite(e)));
    }
    if let Some(size) = found.rows("size").next() {
        out.line(&format!("It has {size}."));
    }
    rows(out, &found, Section::EntryPoint, "Entry points", MOST_ROWS);
    parts(out, &found);
    rows(out, &found, Section::MainType, "Main types, by how much of the code uses them", MOST_ROWS);
    rows(out, &found, Section::Script, "To build, run and test", MOST_SCRIPTS);
    rows(out, &found, Section::Tests, "Tests", 1);
    rows(out, &found, Section::Contributing, "For contributors", 1);
    if let Some(called) = found.rows("most called").next() {
        out.line(&format!("Functions called most: {called}."));
    }
    true
}

/// Answers what a folder or file is.
pub fn part(out: &mut MarkdownBuilder, step: &Step, findings: &[Finding]) -> bool {
    let Some(found) = Found::by(step, findings).filter(|found| !found.evidence.is_empty()) else { return false };
    for (e, claim) in found.of_section(Section::Description) {
        let (path, said) = split(claim);
        let said = if said.is_empty() { String::new() } else { format!(": {}", sentence(said)) };
        let is = if e.path == path { "a file" } else { "a folder" };
        let end = if said.is_empty() { "." } else { "" };
        out.line(&format!("{} is {is} of this repository{said}{end} {}", code(path), cite(e)));
    }
    parts(out, &found);
    rows(out, &found, Section::MainType, "What it defines, the most imported first", MOST_ROWS);
    let users = found.of_section(Section::User);
    if users.is_empty() {
        out.line("No import of it from outside was found.");
    }
    rows(out, &found, Section::User, "Imported by code in", MOST_ROWS);
    true
}

/// Says that no part has the name, then what a search finds.
pub fn no_part(out: &mut MarkdownBuilder, part: &str, search: impl Fn(&mut MarkdownBuilder) -> bool) -> bool {
    let part = safe(part).replace('`', "'");
    out.line(&format!("No folder and no file of code is called `{part}`. What a search finds:"));
    search(out)
}

fn parts(out: &mut MarkdownBuilder, found: &Found<'_>) {
    let parts = found.of_section(Section::Part);
    if parts.len() < 2 {
        return;
    }
    out.line("**Parts**, the largest first:");
    parts.iter().take(MOST_PARTS).for_each(|(e, claim)| {
        let (path, said) = split(claim);
        out.item(&format!("{}: {} {}", code(path), safe(said), cite(e)));
    });
    let others: Vec<String> =
        parts.iter().skip(MOST_PARTS).take(MOST_NAMED).map(|(_, claim)| code(split(claim).0)).collect();
    if !others.is_empty() {
        let more = parts.len().saturating_sub(MOST_PARTS + MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        out.line(&format!("Smaller parts: {}{more}.", others.join(", ")));
    }
}

fn rows(out: &mut MarkdownBuilder, found: &Found<'_>, section: Section, title: &str, most: usize) {
    let rows = found.of_section(section);
    if rows.is_empty() {
        return;
    }
    out.line(&format!("**{title}**:"));
    rows.iter().take(most).for_each(|(e, claim)| out.item(&row(section, e, claim)));
    out.left_out(rows.len(), most);
}

fn row(section: Section, e: &Evidence, claim: &Claim) -> String {
    let (name, said) = split(claim);
    let said = match section {
        Section::MainType => prose::first_sentences(&prose::plain(said), 2, 200),
        Section::Script => cut(said),
        _ => said.to_owned(),
    };
    let said = if said.is_empty() { String::new() } else { format!(" \u{2013} {}", safe(&said)) };
    format!("{}{said} {}", code(name), cite(e))
}

/// At most some 80 characters.
fn cut(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{} ...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn sentence(text: &str) -> String {
    let text = safe(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}
