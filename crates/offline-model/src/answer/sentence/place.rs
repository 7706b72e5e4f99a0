//! Files, folders and lines, and what is above the lines that are shown of them.

use super::Sentence;
use crate::answer::markdown::{cite, place};
use crate::excerpt::Excerpt;
use crate::known::Output;
use crate::literal::is_in;
use protocol::Evidence;

/// "`a.py:3` and its citation", above code.
pub fn above(excerpt: &Excerpt<'_>) -> Sentence {
    let e = excerpt.evidence();
    Sentence::cited(format!("`{}:{}` {}:", e.path, excerpt.first(), cite(e)))
}

/// Above the listing of a folder.
pub fn folder_holds(path: &str) -> Sentence {
    Sentence::output(format!("The folder `{path}` holds:"))
}

/// Why a folder has no listing, as the tool says it.
pub fn not_listed(path: &str, why: Output<'_>) -> Sentence {
    let why = why.lines().next().unwrap_or(why);
    Sentence::output(format!("`{path}` cannot be listed: {}.", &*why))
}

/// Above the first lines of a file.
pub fn begins(e: &Evidence) -> Sentence {
    Sentence::cited(format!("`{}` begins so {}:", e.path, cite(e)))
}

/// Above the first lines of a README.
pub fn readme(e: &Evidence) -> Sentence {
    Sentence::cited(format!("The repository says of itself, in `{}` {}:", e.path, cite(e)))
}

/// A place that has a text, with the line that has it; `None` where no line of it does.
pub fn with_text(e: &Evidence, text: &str) -> Option<Sentence> {
    let has = |ignore_case: bool| e.excerpt.lines().find(|line| is_in(line, text, ignore_case));
    let line = has(false).or_else(|| has(true))?;
    Some(Sentence::cited(format!("{}: {} {}", place(e), quoted(line), cite(e))))
}

/// The first line of a place that is wanted, where it is itself.
pub fn of_line(e: &Evidence, is_wanted: impl Fn(&str) -> bool) -> Option<Sentence> {
    let (number, line) = (e.start_line..).zip(e.excerpt.lines()).find(|(_, line)| is_wanted(line))?;
    Some(Sentence::cited(format!("`{}:{number}`: {} {}", e.path, quoted(line), cite(e))))
}

fn quoted(line: &str) -> String {
    format!("`{}`", super::fact::safe(&line.trim().replace('`', "'")))
}

/// Why the syntax of a file was not checked, as the tool says it.
pub fn not_checked(why: Output<'_>) -> Sentence {
    Sentence::output(format!("Syntax was not checked: {}", &*why))
}
