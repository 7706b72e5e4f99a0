//! What the repository, a folder or a file is: what it says of itself, and its parts.

use super::Sentence;
use super::fact::{safe, ticked};
use crate::answer::claims::Stated;
use crate::answer::markdown::cite;
use crate::answer::prose;
use crate::answer::survey::split;
use crate::known::Output;
use survey::Section;

/// Longest command of a script that is shown, in characters.
const COMMAND: usize = 80;

/// What the repository says it is.
pub fn description(row: Stated<'_>) -> Sentence {
    let cite = cite(row.evidence);
    let (name, said) = split(row.claim);
    Sentence::cited(match said {
        "" => format!("This is {} {cite}.", ticked(name)),
        said => format!("{} is: {} {cite}", ticked(name), ended(said)),
    })
}

/// The beginning of the README; `leads` where nothing is said before it.
pub fn readme(row: Stated<'_>, leads: bool) -> Sentence {
    let said = prose::first_sentences(&prose::plain(split(row.claim).1), 3, 500);
    let lead = if leads { "The repository says of itself: " } else { "" };
    Sentence::cited(format!("{lead}{said} {}", cite(row.evidence)))
}

/// How large it is, as the tool counted.
pub fn size(size: Output<'_>) -> Sentence {
    Sentence::output(format!("It has {}.", &*size))
}

/// The functions that are called most, as the tool counted.
pub fn most_called(called: Output<'_>) -> Sentence {
    Sentence::output(format!("Functions called most: {}.", &*called))
}

/// What a folder or a file is.
pub fn part(row: Stated<'_>) -> Sentence {
    let (path, said) = split(row.claim);
    let said = if said.is_empty() { ".".to_owned() } else { format!(": {}", ended(said)) };
    let is = if row.evidence.path == path { "a file" } else { "a folder" };
    Sentence::cited(format!("{} is {is} of this repository{said} {}", ticked(path), cite(row.evidence)))
}

/// A part in a list.
pub fn part_row(row: Stated<'_>) -> Sentence {
    let (path, said) = split(row.claim);
    Sentence::cited(format!("{}: {} {}", ticked(path), safe(said), cite(row.evidence)))
}

/// Parts by their names alone, of which `more` are left out; `None` where there are none.
pub fn smaller_parts(rows: &[Stated<'_>], more: usize) -> Option<Sentence> {
    let names: Vec<String> = rows.iter().map(|row| ticked(split(row.claim).0)).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| Sentence::output(format!("Smaller parts: {}{more}.", names.join(", "))))
}

/// Above the rows of a section; `of_part` where they are those of a folder or file.
pub fn title(section: Section, of_part: bool) -> Sentence {
    Sentence::fixed(match (section, of_part) {
        (Section::EntryPoint, _) => "**Entry points**:",
        (Section::MainType, false) => "**Main types, by how much of the code uses them**:",
        (Section::MainType, true) => "**What it defines, the most imported first**:",
        (Section::Script, _) => "**To build, run and test**:",
        (Section::Tests, _) => "**Tests**:",
        (Section::Contributing, _) => "**For contributors**:",
        (Section::User, _) => "**Imported by code in**:",
        (Section::Description | Section::Readme | Section::Part, _) => "**About it**:",
    })
}

/// A row of a section.
pub fn row(section: Section, row: Stated<'_>) -> Sentence {
    let (name, said) = split(row.claim);
    let said = match section {
        Section::MainType => prose::first_sentences(&prose::plain(said), 2, 200),
        Section::Script => cut(said),
        _ => said.to_owned(),
    };
    let said = if said.is_empty() { String::new() } else { format!(" \u{2013} {}", safe(&said)) };
    Sentence::cited(format!("{}{said} {}", ticked(name), cite(row.evidence)))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(COMMAND) {
        Some((end, _)) => format!("{} ...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn ended(text: &str) -> String {
    let text = safe(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}
