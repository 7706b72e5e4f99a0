//! When something was changed, by whom and why: what commits say, quoted.

use super::markdown::{MarkdownBuilder, cite, count, place};
use crate::asked::Question;
use crate::history::{Asked, NO_HISTORY, Subject, What};
use crate::known::Known;
use model::{Finding, Step};
use protocol::{CommitInfo, Evidence};

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
    let commits: Vec<(&Evidence, &CommitInfo)> = known.evidence().filter_map(|e| Some((e, e.commit()?))).collect();
    match (asked, commits.split_first()) {
        (_, None) => {
            if let Asked::Commit(name) = asked
                && is_version(name)
            {
                out.line(&format!("`{}` is taken for a version, which is the name of a tag.", plain(name)));
            }
            return without_commits(out, asked, text, known);
        }
        (Asked::Commit(name), Some((commit, _))) => {
            one(out, *commit, text.unwrap_or_default());
            if is_version(name) {
                out.line(&format!(
                    "`{}` names this commit alone: the commits between it and the version before are not listed here.",
                    plain(name)
                ));
            }
        }
        (Asked::Of(what, subject), Some((last, others))) => {
            changed(out, *what, &named(subject, known), *last, others, subject);
        }
    }
    notes(out, text.unwrap_or_default());
    true
}

/// Whether a commit is named by a version: `v1`, `2.0.3`.
fn is_version(name: &str) -> bool {
    let digits = name.trim_start_matches(['v', 'V']);
    digits.starts_with(|c: char| c.is_ascii_digit()) && (digits.len() < name.len() || name.contains('.'))
}

/// What the history tool answered.
fn text_of(findings: &[Finding]) -> Option<&str> {
    Known::text_of(findings, |step| matches!(step, Step::Log(_) | Step::Blame { .. } | Step::Commit(_)))
}

fn without_commits(out: &mut MarkdownBuilder, asked: &Asked, text: Option<&str>, known: &Known<'_>) -> bool {
    match text.map(str::trim) {
        Some(text) if text.contains("in no commit yet") => out.line("These lines are in no commit yet."),
        Some(text) if text.starts_with(NO_HISTORY) => out.line(NO_HISTORY),
        Some(text) => {
            let why = text.lines().next().unwrap_or_default().trim_start_matches("Error: ");
            out.line(&format!("The history has no answer: {}", plain(why)));
        }
        None if asked.name().is_some_and(|name| known.definitions(name).is_empty()) => return false,
        None => out.line(NO_HISTORY),
    }
    true
}

/// What was asked about, with where it is now.
fn named(subject: &Subject, known: &Known<'_>) -> String {
    match subject {
        Subject::All => "The repository".to_owned(),
        Subject::Path(path) => format!("`{path}`"),
        Subject::Lines(path, from, to) if from == to => format!("Line {from} of `{path}`"),
        Subject::Lines(path, from, to) => format!("Lines {from} to {to} of `{path}`"),
        Subject::Name(name) => match known.definitions(name).first() {
            Some(found) => format!("`{name}` (at {} {})", place(found), cite(found)),
            None => format!("`{name}`"),
        },
    }
}

fn changed(
    out: &mut MarkdownBuilder,
    what: What,
    subject_text: &str,
    (evidence, commit): (&Evidence, &CommitInfo),
    others: &[(&Evidence, &CommitInfo)],
    subject: &Subject,
) {
    let CommitInfo { subject: title, author, date, .. } = commit;
    let (title, author) = (plain(title), plain(author));
    let is_several = matches!(subject, Subject::Lines(_, from, to) if from != to);
    out.line(&format!(
        "{subject_text} {} last changed by {author} on {date}, with the commit `{}` \"{title}\" {}.",
        if is_several { "were" } else { "was" },
        commit.short(),
        cite(evidence)
    ));
    if what == What::Why {
        message(out, evidence);
    }
    if !others.is_empty() {
        let which = match subject {
            Subject::Lines(..) => "Other lines of them are by",
            Subject::Name(_) => "Other lines of it are by",
            Subject::All | Subject::Path(_) => "Before that it was changed by",
        };
        out.line(&format!("{which} {}:", count(others.len(), "commit")));
        others.iter().take(MOST).for_each(|(evidence, commit)| out.item(&item(evidence, commit)));
        out.left_out(others.len(), MOST);
    }
}

fn item(evidence: &Evidence, commit: &CommitInfo) -> String {
    let CommitInfo { subject, author, date, .. } = commit;
    format!("{date}, {}: `{}` \"{}\" {}", plain(author), commit.short(), plain(subject), cite(evidence))
}

/// The whole message, as a quotation.
fn message(out: &mut MarkdownBuilder, evidence: &Evidence) {
    let lines: Vec<&str> = evidence.excerpt.lines().take(MESSAGE_LINES).collect();
    out.line("What the commit says of why:");
    out.block(&lines.join("\n"));
    if lines.iter().filter(|line| !line.trim().is_empty()).count() <= 1 {
        out.line("It gives no reason beyond its subject.");
    }
}

/// A commit with its message and files.
fn one(out: &mut MarkdownBuilder, (evidence, commit): (&Evidence, &CommitInfo), text: &str) {
    let CommitInfo { author, date, .. } = commit;
    out.line(&format!("The commit `{}` was made by {} on {date} {}.", commit.short(), plain(author), cite(evidence)));
    message(out, evidence);
    // The tool writes a row a file between the number of files and the changed lines.
    let is_head = |line: &&str| line.ends_with(" files:") || *line == "1 file:";
    let rows: Vec<&str> =
        text.lines().skip_while(|line| !is_head(line)).skip(1).take_while(|line| line.starts_with("  ")).collect();
    if !rows.is_empty() {
        out.line(&format!("It changed {}:", count(rows.len(), "file")));
        for row in rows.iter().take(FILES) {
            let (path, rest) = row.trim().split_once("  ").unwrap_or((row.trim(), ""));
            out.item(&format!("`{}` {}", path.replace('`', ""), plain(&rest.replace("  ", ", "))));
        }
        out.left_out(rows.len(), FILES);
    }
}

/// What is not known for certain.
fn notes(out: &mut MarkdownBuilder, text: &str) {
    if text.contains("in no commit yet") {
        out.line("Some of these lines are in no commit yet.");
    }
    if text.contains("Older commits are not here") || text.contains("older commits are not here") {
        out.line(
            "The history that is here does not reach its beginning: what it shows last may be older than it looks.",
        );
    }
    if text.contains("There are older ones") || text.contains("there may be older ones") {
        out.line("There are older commits that were not looked at.");
    }
}

/// Text of a commit inside a sentence, as it was written: nothing in it is markup or a citation.
fn plain(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut escaped, mut before) = (String::new(), None::<char>);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // Inside a word an underscore marks nothing.
        let is_inside = [before, letters.peek().copied()].into_iter().all(|it| it.is_some_and(char::is_alphanumeric));
        if matches!(letter, '\\' | '`' | '*' | '<' | '[' | ']' | '&' | '~') || letter == '_' && !is_inside {
            escaped.push('\\');
        }
        escaped.push(letter);
        before = Some(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_the_name_of_a_tag() {
        let versions = ["v1", "V2", "2.0.3", "v1.2-rc1"].map(is_version);
        assert_eq!((versions, ["3f2a9c1", "HEAD~2", "vector"].map(is_version)), ([true; 4], [false; 3]));
    }

    #[test]
    fn names_in_the_words_of_a_commit_are_kept() {
        assert_eq!(
            plain("Let pass_context call __init__\n of *args, see [[1]]"),
            r"Let pass_context call \_\_init\_\_ of \*args, see \[\[1\]\]"
        );
    }
}
