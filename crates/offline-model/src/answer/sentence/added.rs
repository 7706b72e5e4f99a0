//! How a new one of something is added.

use super::Sentence;
use super::fact::{safe, ticked};
use crate::answer::claims::Stated;
use crate::answer::markdown::{cite, name, place};
use crate::answer::prose;
use crate::answer::survey::split;
use crate::known::{Known, Output};
use protocol::Evidence;

/// What is called to add one; `None` where the claim is of anything else.
pub fn by_calling(noun: &str, row: Stated<'_>, is_first: bool) -> Option<Sentence> {
    let (called, e) = (row.claim.of.strip_prefix("added by calling ")?, row.evidence);
    let said = prose::first_sentences(&prose::plain(split(row.claim).1), 2, 220);
    let lead = if is_first { format!("A new {} is added by calling", safe(noun)) } else { "Or by calling".to_owned() };
    Some(Sentence::cited(format!("{lead} {} ({} {}). {said}", ticked(called), place(e), cite(e))))
}

/// Above a call of it.
pub fn call(row: Stated<'_>) -> Sentence {
    Sentence::cited(format!("A call of it, at {} {}:", place(row.evidence), cite(row.evidence)))
}

/// What the others of its kind are, as the tool found, and how many.
pub fn family(noun: &str, what: Output<'_>, n: usize, leads: bool) -> Sentence {
    let is = if n == 1 { "There is one".to_owned() } else { format!("There are {n}") };
    let (noun, what) = (safe(noun), safe(&what));
    Sentence::below(match leads {
        true => format!("A new {noun} is added like the others of its kind: {what}. {is}:"),
        false => format!("It may also be one of another kind: {what}. {is}:"),
    })
}

/// Their base, above its lines.
pub fn base(row: Stated<'_>) -> Sentence {
    Sentence::below(format!("Their base is {}:", ticked(split(row.claim).0)))
}

/// The same, with its place alone.
pub fn base_at(row: Stated<'_>) -> Sentence {
    let (place, cite) = (place(row.evidence), cite(row.evidence));
    Sentence::cited(format!("Their base is {} at {place} {cite}.", ticked(split(row.claim).0)))
}

/// The member to follow, above its lines.
pub fn pattern(row: Stated<'_>, n: usize) -> Sentence {
    let which = if n == 1 { "it" } else { "the shortest of them" };
    Sentence::below(format!("Follow {which}, {}, as the pattern:", ticked(split(row.claim).0)))
}

/// Whether what names several of them calls them.
pub fn is_choice(row: Stated<'_>) -> bool {
    split(row.claim).1.starts_with("calls ")
}

/// What chooses between them, or where they are registered: above its lines.
pub fn registry(row: Stated<'_>) -> Sentence {
    let (path, how) = split(row.claim);
    let (path, how) = (ticked(path), safe(how));
    let cite = cite(row.evidence);
    match is_choice(row) {
        true => Sentence::below(format!("What chooses between them is {path}, which {how}:")),
        // Who imports them may register them, or only use them.
        false if how.starts_with("imports ") && !is_index(&row.evidence.path) => Sentence::cited(format!(
            "{path} {how}: whether a new one must be named there as well is not known from that {cite}:"
        )),
        false => Sentence::cited(format!("Register it where the others are: {path} ({how}) {cite}:")),
    }
}

/// A file that is there to name those of its folder.
fn is_index(path: &str) -> bool {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
    matches!(stem, "mod" | "lib" | "__init__" | "index" | "main")
}

/// Tests of the pattern; `None` where there are none.
pub fn tests(rows: &[Stated<'_>]) -> Option<Sentence> {
    let tests: Vec<String> = rows
        .iter()
        .map(|row| format!("{} at {} {}", ticked(split(row.claim).0), place(row.evidence), cite(row.evidence)))
        .collect();
    (!tests.is_empty()).then(|| Sentence::cited(format!("A test to follow: {}.", tests.join(" and "))))
}

/// Other files beside them, as the tool found.
pub fn beside(files: Output<'_>) -> Sentence {
    let (files, more) = files.split_once(" and ").map_or((&*files, ""), |(files, more)| (files, more));
    let more = if more.is_empty() { String::new() } else { format!(" and {more}") };
    let files: Vec<String> = files.split(", ").map(ticked).collect();
    Sentence::output(format!("Other files beside them: {}{more}.", files.join(", ")))
}

/// An option that a definition documents.
pub fn option(known: &Known<'_>, of: &Evidence, option: &str, said: &str) -> Sentence {
    let said = safe(said.trim_end_matches('.'));
    Sentence::cited(format!("{} of {} at {}: {said} {}", ticked(option), name(known, of), place(of), cite(of)))
}
