//! A patch that a person brings, as proposed changes; or why it is none, in words for people.

use change_set::diff::RowKind;
use change_set::patch::{FilePatch, HunkVerdict, PatchError, Problem, Target, Verdict};
use change_set::patch::{MAX_BYTES as PATCH_BYTES, MAX_FILES as PATCH_FILES};
use change_set::{Change, ChangeSet, Patch};
use codebase::overlay::{PatchRefused, WriteRefused};
use codebase::{Codebase, Overlaid};
use std::fmt::Write as _;

/// Most files of which is said what does not fit, and most hunks of each.
const SHOWN: usize = 3;
/// Most files that are named in what is said of a patch.
const NAMED: usize = 30;
/// Most characters of a file's name.
const NAME: usize = 100;

/// A patch that fits.
#[derive(Debug, Clone)]
pub struct DroppedPatch {
    /// What it changes.
    pub changes: Vec<Change>,
    /// What it does, in markdown.
    pub said: String,
}

/// Why nothing is proposed: what is wrong, and what the person can do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PatchProblem {
    /// A sentence or several.
    pub message: String,
    /// A sentence: what to do.
    pub advice: String,
}

/// A name as it can stand between backticks.
pub fn shown_name(name: &str) -> String {
    name.chars().map(|letter| if letter == '`' || letter.is_control() { '\'' } else { letter }).take(NAME).collect()
}

/// What a patch file of this name changes beside what is proposed already, as a group called `group`.
///
/// # Errors
/// It is no patch, or does not fit. Nothing is changed then.
pub fn dropped_patch(
    codebase: &Codebase,
    before: &ChangeSet,
    name: &str,
    bytes: &[u8],
    group: &str,
) -> Result<DroppedPatch, PatchProblem> {
    let name = shown_name(name);
    let problem = |message: String, advice: &str| PatchProblem { message, advice: advice.to_owned() };
    if bytes.len() > PATCH_BYTES {
        let (most, has) = (PATCH_BYTES >> 20, bytes.len() as f64 / f64::from(1 << 20));
        return Err(problem(
            format!("The patch `{name}` has {has:.1} MB, and at most {most} MB are taken."),
            "Split it by file.",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        problem(format!("`{name}` is no text in UTF-8, so it cannot be read as a patch."), "Nothing is changed.")
    })?;
    let patch = Patch::parse(text).map_err(|error| unreadable(&name, &error))?;
    let over = Overlaid::new(codebase, before);
    let (proposal, verdicts) = over.propose_patch(&patch, group).map_err(|refused| misfit(&name, refused))?;
    Ok(DroppedPatch { changes: proposal.finish(), said: said(&name, &patch, &verdicts) })
}

fn unreadable(name: &str, error: &PatchError) -> PatchProblem {
    let (message, advice) = match error {
        PatchError::TooLarge(_) | PatchError::TooManyFiles => {
            (format!("The patch `{name}` changes more than {PATCH_FILES} files."), "Split it by file.")
        }
        PatchError::NoPatch => (
            format!("There is no patch in `{name}`."),
            "A patch is what `git diff` writes: for each file `--- a/FILE`, `+++ b/FILE`, and hunks that begin with `@@`.",
        ),
        PatchError::Malformed { line, what } => (
            format!("The patch `{name}` cannot be read: its line {line}: {what}."),
            "Nothing is changed. Make it again, by `git diff`.",
        ),
        PatchError::Path { line, error } => {
            (format!("The patch `{name}` is not taken: its line {line}: {error}."), "Nothing is changed.")
        }
    };
    PatchProblem { message, advice: advice.to_owned() }
}

fn misfit(name: &str, refused: PatchRefused) -> PatchProblem {
    let why = match refused {
        PatchRefused::Misfit(verdicts) => misfits(&verdicts),
        PatchRefused::Write(WriteRefused::LeftOut { path, reason }) => {
            format!("`{path}` was left out when the repository was imported: {reason}")
        }
        PatchRefused::Write(WriteRefused::Decoded { path, encoding }) => {
            format!("`{path}` is encoded in {encoding}, and only UTF-8 is written")
        }
        PatchRefused::Write(WriteRefused::IsFolder(path)) => {
            format!("`{path}` is to be a new file, and there is a folder of that name")
        }
        PatchRefused::Write(WriteRefused::BelowFile(path)) => {
            format!("a new file is to be in `{path}`, which is a file itself")
        }
        other => other.to_string(),
    };
    let message = format!("The patch `{name}` does not fit: {}.", why.trim_end_matches('.'));
    let advice = "Nothing is changed. Make the patch against the files as they are here, or import the folder again if they have changed since.";
    PatchProblem { message, advice: advice.to_owned() }
}

/// Which files and hunks do not fit, and at which lines.
fn misfits(verdicts: &[Verdict]) -> String {
    let refused: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.problem.is_some()).collect();
    let mut shown: Vec<String> = refused.iter().take(SHOWN).map(|verdict| of_file(verdict)).collect();
    match refused.len().saturating_sub(SHOWN) {
        0 => {}
        1 => shown.push("and 1 more file".to_owned()),
        more => shown.push(format!("and {more} more files")),
    }
    shown.join("; ")
}

fn of_file(verdict: &Verdict) -> String {
    let path = &verdict.path;
    match &verdict.problem {
        Some(Problem::Missing(missing)) => format!("there is no file `{missing}`"),
        Some(Problem::Exists(_)) => format!("`{path}` is to be a new file, and is there already"),
        Some(Problem::LeavesLines) => format!("`{path}` is to be deleted, and has lines that the patch does not name"),
        Some(Problem::Hunks { .. }) | None => {
            let all = verdict.hunks.len();
            let refused = (1..).zip(&verdict.hunks).filter_map(|(number, hunk)| match hunk {
                HunkVerdict::Refused { line, why } => Some(format!("hunk {number} of {all} (line {line}): {why}")),
                HunkVerdict::Fits { .. } => None,
            });
            format!("`{path}`, {}", refused.take(SHOWN).collect::<Vec<_>>().join(", "))
        }
    }
}

/// What a patch does: its files with their counts, and hunks that fit elsewhere than they say.
fn said(name: &str, patch: &Patch, verdicts: &[Verdict]) -> String {
    let rows = |kind| {
        move |file: &FilePatch| -> usize {
            file.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|(row, _)| *row == kind).count()
        }
    };
    let (added, removed) = (rows(RowKind::Added), rows(RowKind::Removed));
    let sum = |count: &dyn Fn(&FilePatch) -> usize| patch.files.iter().map(count).sum::<usize>();
    let files = if patch.files.len() == 1 { "1 file".to_owned() } else { format!("{} files", patch.files.len()) };
    let mut text = format!(
        "The patch `{name}` fits, and is proposed: {files}, +{} \u{2212}{}. Nothing is written until you accept it.\n",
        sum(&added),
        sum(&removed)
    );
    for (file, verdict) in patch.files.iter().zip(verdicts).take(NAMED) {
        let what = match (&file.target, file.target.from()) {
            (Target::Create(_), _) => "new, ".to_owned(),
            (Target::Delete(_), _) => "deleted, ".to_owned(),
            (Target::Rename { .. }, Some(from)) => format!("moved from `{from}`, "),
            (Target::Copy { .. }, Some(from)) => format!("copied from `{from}`, "),
            _ => String::new(),
        };
        let _infallible = write!(text, "\n- `{}`: {what}+{} \u{2212}{}", verdict.path, added(file), removed(file));
        for (hunk, number) in verdict.hunks.iter().zip(1..) {
            if let HunkVerdict::Fits { offset, .. } = hunk
                && *offset != 0
            {
                let (lines, way) = (offset.unsigned_abs(), if *offset > 0 { "below" } else { "above" });
                let s = if lines == 1 { "" } else { "s" };
                let _infallible = write!(text, "; hunk {number} fits {lines} line{s} {way} where it says");
            }
        }
        if verdict.ignored_mode {
            text += "; its change of the file's mode is left out";
        }
    }
    if patch.files.len() > NAMED {
        let _infallible = write!(text, "\n- and {} more", patch.files.len() - NAMED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use change_set::Update;
    use expect_test::{Expect, expect};

    const SHOP: &str = "//- a.py\none = 1\ntwo = 2\nthree = 3\nfour = 4\n//- lib/b.py\nb = 1\n";

    fn proposed(patch: &str) -> Result<DroppedPatch, PatchProblem> {
        dropped_patch(&fixtures::codebase(SHOP), &ChangeSet::default(), "fix.patch", patch.as_bytes(), "r1")
    }

    fn refused(patch: &str, expected: Expect) {
        let problem = proposed(patch).unwrap_err();
        expected.assert_eq(&format!("{}\n{}\n", problem.message, problem.advice));
    }

    #[test]
    fn a_patch_that_fits_is_proposed_and_its_files_are_counted() {
        let patch = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@\n one = 1\n-two = 2\n+two = 22\n+more = 0\n three = 3\n\
                     diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n\
                     diff --git a/lib/b.py b/lib/c.py\nsimilarity index 100%\nrename from lib/b.py\nrename to lib/c.py\n";
        let fits = proposed(patch).unwrap();
        expect![[r#"
            The patch `fix.patch` fits, and is proposed: 3 files, +3 −1. Nothing is written until you accept it.

            - `a.py`: +2 −1
            - `new.py`: new, +1 −0
            - `lib/c.py`: moved from `lib/b.py`, +0 −0"#]]
        .assert_eq(&fits.said);
        let mut set = ChangeSet::default();
        for change in fits.changes {
            set.apply(&Update::Change(change)).unwrap();
        }
        let paths: Vec<String> = set.iter().map(|(path, _)| path.to_string()).collect();
        assert_eq!(paths, ["a.py", "lib/b.py", "lib/c.py", "new.py"]);
    }

    #[test]
    fn a_patch_goes_on_with_what_is_proposed_already() {
        let codebase = fixtures::codebase(SHOP);
        let first = proposed("--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-one = 1\n+one = 11\n two = 2\n").unwrap();
        let mut set = ChangeSet::default();
        first.changes.into_iter().for_each(|change| set.apply(&Update::Change(change)).unwrap());
        let next = "--- a/a.py\n+++ b/a.py\n@@ -2,2 +2,2 @@\n-one = 11\n+one = 12\n two = 2\n";
        let second = dropped_patch(&codebase, &set, "two.patch", next.as_bytes(), "r2").unwrap();
        assert!(second.said.contains("hunk 1 fits 1 line above where it says"), "{}", second.said);
    }

    #[test]
    fn what_does_not_fit_is_named_by_file_hunk_and_line() {
        refused(
            "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-one = 1\n+one = 11\n two = 2\n@@ -3,2 +3,2 @@\n three = 3\n-four = 5\n+four = 6\n\
             --- a/gone.py\n+++ b/gone.py\n@@ -1 +1 @@\n-a\n+b\n\
             --- /dev/null\n+++ b/lib/b.py\n@@ -0,0 +1 @@\n+b = 2\n",
            expect![[r#"
                The patch `fix.patch` does not fit: `a.py`, hunk 2 of 2 (line 3): line 4 of the file is not `four = 5`; there is no file `gone.py`; `lib/b.py` is to be a new file, and is there already.
                Nothing is changed. Make the patch against the files as they are here, or import the folder again if they have changed since.
            "#]],
        );
        refused(
            "--- /dev/null\n+++ b/lib\n@@ -0,0 +1 @@\n+b = 2\n",
            expect![[r#"
                The patch `fix.patch` does not fit: `lib` is to be a new file, and there is a folder of that name.
                Nothing is changed. Make the patch against the files as they are here, or import the folder again if they have changed since.
            "#]],
        );
    }

    #[test]
    fn what_is_no_patch_is_said_to_be_none() {
        refused(
            "Dear all,\n",
            expect![[r#"
                There is no patch in `fix.patch`.
                A patch is what `git diff` writes: for each file `--- a/FILE`, `+++ b/FILE`, and hunks that begin with `@@`.
            "#]],
        );
        let large = vec![b'x'; PATCH_BYTES + 1];
        let of = |bytes: &[u8]| {
            dropped_patch(&fixtures::codebase(SHOP), &ChangeSet::default(), "a`b.patch", bytes, "r1")
                .unwrap_err()
                .message
        };
        assert_eq!(of(&large), "The patch `a'b.patch` has 2.0 MB, and at most 2 MB are taken.");
        assert_eq!(of(b"\xff\xfe"), "`a'b.patch` is no text in UTF-8, so it cannot be read as a patch.");
        let many: String =
            (0..=PATCH_FILES).map(|at| format!("--- /dev/null\n+++ b/n{at}\n@@ -0,0 +1 @@\n+x\n")).collect();
        assert_eq!(of(many.as_bytes()), format!("The patch `a'b.patch` changes more than {PATCH_FILES} files."));
        let outside = "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n";
        assert!(of(outside.as_bytes()).contains("its line 1"), "{}", of(outside.as_bytes()));
    }
}
