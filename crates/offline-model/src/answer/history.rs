//! When something was changed, by whom and why: what commits say, quoted.

use super::markdown::MarkdownBuilder;
use super::sentence::committed::{self, Commit};
use super::sentence::fixed;
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::history::{Asked, Subject, What};
use crate::known::{Known, Output};
use model::{Finding, Step};

/// Most commits that are listed.
const MOST: usize = 8;
/// Most lines of a message.
const MESSAGE_LINES: usize = 20;
/// Most files of a commit that are listed.
const FILES: usize = 20;

/// False where a symbol that was asked about was not found.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let Some(asked) = &question.history else { return false };
    let text = text_of(findings);
    let commits: Vec<Commit<'_>> = known.evidence().filter_map(Commit::of).collect();
    match (asked, commits.split_first()) {
        (_, None) => return without_commits(out, asked, text, known),
        (Asked::Commit(_), Some((commit, _))) => one(out, *commit, text),
        (Asked::Of(what, subject), Some((last, others))) => changed(out, known, *what, subject, *last, others),
    }
    for note in text.map(committed::notes).unwrap_or_default() {
        out.say(note);
    }
    true
}

/// What the history tool answered.
fn text_of(findings: &[Finding]) -> Option<Output<'_>> {
    Known::text_of(findings, |step| matches!(step, Step::Log(_) | Step::Blame { .. } | Step::Commit(_)))
}

fn without_commits(out: &mut MarkdownBuilder, asked: &Asked, text: Option<Output<'_>>, known: &Known<'_>) -> bool {
    if text.is_none() && asked.name().is_some_and(|name| known.definitions(name).is_empty()) {
        return false;
    }
    out.say(committed::none(text));
    true
}

fn changed(
    out: &mut MarkdownBuilder,
    known: &Known<'_>,
    what: What,
    subject: &Subject,
    last: Commit<'_>,
    others: &[Commit<'_>],
) {
    out.say(committed::last_change(subject, known, last));
    if what == What::Why {
        message(out, last);
    }
    if !others.is_empty() {
        let entries = others.iter().map(|commit| committed::item(*commit));
        let shown = out.list(Some(committed::other_changes(subject, others.len())), entries, MOST);
        out.left_out(others.len(), shown);
    }
}

/// The whole message, as a quotation.
fn message(out: &mut MarkdownBuilder, commit: Commit<'_>) {
    out.say(fixed::WHY);
    out.text(&Excerpt::first_lines(commit.evidence(), MESSAGE_LINES));
    committed::without_reason(commit).into_iter().for_each(|sentence| out.say(sentence));
}

/// A commit with its message and files.
fn one(out: &mut MarkdownBuilder, commit: Commit<'_>, text: Option<Output<'_>>) {
    out.say(committed::made(commit));
    message(out, commit);
    // The tool writes a row a file between the number of files and the changed lines.
    let is_head = |line: &Output<'_>| line.ends_with(" files:") || &**line == "1 file:";
    let lines = text.into_iter().flat_map(Output::lines).skip_while(|line| !is_head(line)).skip(1);
    let rows: Vec<Output<'_>> = lines.take_while(|line| line.starts_with("  ")).collect();
    if !rows.is_empty() {
        let entries = rows.iter().map(|row| committed::changed_file(*row));
        let shown = out.list(Some(committed::changed_files(rows.len())), entries, FILES);
        out.left_out(rows.len(), shown);
    }
}
