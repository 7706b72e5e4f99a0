//! Commits: who changed something, when and why.

use super::Sentence;
use crate::answer::markdown::{cite, count, place};
use crate::history::{NO_HISTORY, Subject};
use crate::known::{Known, Output};
use protocol::{CommitInfo, Evidence};

/// A commit with its evidence; there is none without.
#[derive(Clone, Copy)]
pub struct Commit<'a> {
    evidence: &'a Evidence,
    info: &'a CommitInfo,
}

impl<'a> Commit<'a> {
    pub fn of(evidence: &'a Evidence) -> Option<Self> {
        Some(Self { evidence, info: evidence.commit()? })
    }

    pub fn evidence(self) -> &'a Evidence {
        self.evidence
    }
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

/// The commit that changed it last.
pub fn last_change(subject: &Subject, known: &Known<'_>, commit: Commit<'_>) -> Sentence {
    let CommitInfo { subject: title, author, date, .. } = commit.info;
    let (title, author) = (plain(title), plain(author));
    let is_several = matches!(subject, Subject::Lines(_, from, to) if from != to);
    Sentence::cited(format!(
        "{} {} last changed by {author} on {date}, with the commit `{}` \"{title}\" {}.",
        named(subject, known),
        if is_several { "were" } else { "was" },
        commit.info.short(),
        cite(commit.evidence)
    ))
}

/// How many others changed it, above them.
pub fn other_changes(subject: &Subject, others: usize) -> Sentence {
    let which = match subject {
        Subject::Lines(..) => "Other lines of them are by",
        Subject::Name(_) => "Other lines of it are by",
        Subject::All | Subject::Path(_) => "Before that it was changed by",
    };
    Sentence::below(format!("{which} {}:", count(others, "commit")))
}

/// A commit in a list.
pub fn item(commit: Commit<'_>) -> Sentence {
    let CommitInfo { subject, author, date, .. } = commit.info;
    let (author, subject) = (plain(author), plain(subject));
    Sentence::cited(format!("{date}, {author}: `{}` \"{subject}\" {}", commit.info.short(), cite(commit.evidence)))
}

/// Who made a commit, and when.
pub fn made(commit: Commit<'_>) -> Sentence {
    let CommitInfo { author, date, .. } = commit.info;
    let (author, cite) = (plain(author), cite(commit.evidence));
    Sentence::cited(format!("The commit `{}` was made by {author} on {date} {cite}.", commit.info.short()))
}

/// What the name of a version is taken for.
pub fn taken_for_tag(name: &str) -> Sentence {
    Sentence::not_found(format!("`{}` is taken for a version, which is the name of a tag.", plain(name)))
}

/// That the commits since the version before are not in the answer.
pub fn tag_alone(name: &str) -> Sentence {
    Sentence::not_found(format!(
        "`{}` names this commit alone: the commits between it and the version before are not listed here.",
        plain(name)
    ))
}

/// That the message is its subject alone; `None` where there is more of it.
pub fn without_reason(commit: Commit<'_>) -> Option<Sentence> {
    let lines = commit.evidence.excerpt.lines().filter(|line| !line.trim().is_empty()).count();
    (lines <= 1).then(|| Sentence::not_found("It gives no reason beyond its subject.".to_owned()))
}

/// How many files it changed, above them.
pub fn changed_files(rows: usize) -> Sentence {
    Sentence::below(format!("It changed {}:", count(rows, "file")))
}

/// A file of a commit, as the tool writes it.
pub fn changed_file(row: Output<'_>) -> Sentence {
    let (path, rest) = row.trim().split_once("  ").unwrap_or((row.trim(), ""));
    Sentence::output(format!("`{}` {}", path.replace('`', ""), plain(&rest.replace("  ", ", "))))
}

/// Why there are no commits, as the tool says it.
pub fn none(text: Option<Output<'_>>) -> Sentence {
    match text.map(Output::trimmed) {
        Some(text) if text.contains("in no commit yet") => {
            Sentence::not_found("These lines are in no commit yet.".to_owned())
        }
        Some(text) if !text.starts_with(NO_HISTORY) => {
            let why = text.lines().next().unwrap_or(text);
            let why = plain(why.trim_start_matches("Error: "));
            Sentence::not_found(format!("The history has no answer: {why}"))
        }
        _ => Sentence::not_found(NO_HISTORY.to_owned()),
    }
}

/// What of the history is not known, by the tool's own notes.
pub fn notes(text: Output<'_>) -> Vec<Sentence> {
    const NOTES: [(&[&str], &str); 3] = [
        (&["in no commit yet"], "Some of these lines are in no commit yet."),
        (
            &["Older commits are not here", "older commits are not here"],
            "The history that is here does not reach its beginning: what it shows last may be older than it looks.",
        ),
        (&["There are older ones", "there may be older ones"], "There are older commits that were not looked at."),
    ];
    let is_said = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    NOTES.iter().filter(|(marks, _)| is_said(marks)).map(|(_, note)| Sentence::output((*note).to_owned())).collect()
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
    fn names_in_the_words_of_a_commit_are_kept() {
        assert_eq!(
            plain("Let pass_context call __init__\n of *args, see [[1]]"),
            r"Let pass_context call \_\_init\_\_ of \*args, see \[\[1\]\]"
        );
    }
}
