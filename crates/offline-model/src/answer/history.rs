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
        (_, None) => {
            if let Asked::Commit(name) = asked
                && is_version(name)
            {
                out.say(committed::taken_for_tag(name));
            }
            return without_commits(out, asked, text, known);
        }
        (Asked::Commit(name), Some((commit, _))) => {
            one(out, *commit, text);
            if is_version(name) {
                out.say(committed::tag_alone(name));
            }
        }
        (Asked::Of(what, subject), Some((last, others))) => changed(out, known, *what, subject, *last, others),
    }
    for note in text.map(committed::notes).unwrap_or_default() {
        out.say(note);
    }
    true
}

/// Whether a commit is named by a version: `v1`, `2.0.3`.
fn is_version(name: &str) -> bool {
    let digits = name.trim_start_matches(['v', 'V']);
    digits.starts_with(|c: char| c.is_ascii_digit()) && (digits.len() < name.len() || name.contains('.'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_the_name_of_a_tag() {
        let versions = ["v1", "V2", "2.0.3", "v1.2-rc1"].map(is_version);
        assert_eq!((versions, ["3f2a9c1", "HEAD~2", "vector"].map(is_version)), ([true; 4], [false; 3]));
    }
}
