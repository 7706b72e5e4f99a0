//! What a set changes: per file with counts and hunks for a page, and as a patch that `git apply` takes.

mod hunks;
pub(crate) mod lines;
mod unified;
mod words;

pub use hunks::{Hunk, Row, RowKind, hunks, with_hunks};
pub use lines::changed_lines;
pub use unified::unified;

use crate::set::{ChangeSet, Overlay};
use crate::text::FileForm;
use serde::{Deserialize, Serialize};
use source::RepoPath;
use std::borrow::Cow;
use std::sync::Arc;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The base has no such file.
    Added,
    /// The overlay has no such file.
    Deleted,
    /// Its text differs.
    Modified,
    /// It is elsewhere; its text may differ too.
    Renamed,
}

/// The difference of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDiff {
    /// Where the file is, or was if it is deleted.
    pub path: RepoPath,
    /// Where it was, if it is renamed.
    pub from: Option<RepoPath>,
    /// What became of it.
    pub status: Status,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
    /// The changes. Empty where an empty file came or went, or a file only moved.
    pub hunks: Vec<Hunk>,
}

impl FileDiff {
    /// The difference of two texts.
    pub fn new(path: RepoPath, from: Option<RepoPath>, status: Status, before: &str, after: &str) -> Self {
        let hunks = hunks(before, after);
        let count = |kind| hunks.iter().flat_map(|hunk| &hunk.rows).filter(|row| row.kind == kind).count() as u32;
        let (added, removed) = (count(RowKind::Added), count(RowKind::Removed));
        Self { path, from, status, added, removed, hunks }
    }
}

/// The differences of all files that a set touches, sorted by path. `base` reads a file of the base, and is called only for
/// paths that the base had when they were changed; its error ends the diff.
pub fn of_set<E>(set: &ChangeSet, base: impl FnMut(&RepoPath) -> Result<Arc<str>, E>) -> Result<Vec<FileDiff>, E> {
    as_stored(set, base, |_| FileForm::default())
}

/// As [`of_set`], for a patch of the files as they are stored: `form` says what a file of the base has around its text.
///
/// # Errors
/// Those of `base`.
pub fn as_stored<E>(
    set: &ChangeSet,
    mut base: impl FnMut(&RepoPath) -> Result<Arc<str>, E>,
    form: impl Fn(&RepoPath) -> FileForm,
) -> Result<Vec<FileDiff>, E> {
    let mut stored = |path: &RepoPath| base(path).map(|text| marked(form(path), &text));
    set.iter().filter_map(|(path, overlay)| of_file(set, path, overlay, &mut stored, &form).transpose()).collect()
}

fn marked(form: FileForm, text: &Arc<str>) -> Arc<str> {
    match form.with_mark(text) {
        Cow::Borrowed(_) => Arc::clone(text),
        Cow::Owned(text) => text.into(),
    }
}

fn of_file<E>(
    set: &ChangeSet,
    path: &RepoPath,
    overlay: Overlay<'_>,
    base: &mut impl FnMut(&RepoPath) -> Result<Arc<str>, E>,
    form: &impl Fn(&RepoPath) -> FileForm,
) -> Result<Option<FileDiff>, E> {
    let (after, from, has_base) = match overlay {
        Overlay::Untouched => return Ok(None),
        // Shown where it is now.
        Overlay::Deleted { to: Some(to) } if renamed_from(set, to) == Some(path) => return Ok(None),
        Overlay::Deleted { .. } => {
            return Ok(Some(FileDiff::new(path.clone(), None, Status::Deleted, &base(path)?, "")));
        }
        Overlay::Changed { text, from, base: there } => {
            let origin = from.or(there.is_some().then_some(path));
            let text = marked(origin.map_or_else(FileForm::default, form), text);
            (text, renamed_from(set, path), there.is_some())
        }
        Overlay::Moved { from, base: there } => (base(from)?, renamed_from(set, path), there.is_some()),
    };
    let (status, before) = match from {
        Some(from) => (Status::Renamed, base(from)?),
        None if has_base => (Status::Modified, base(path)?),
        None => (Status::Added, Arc::from("")),
    };
    Ok(Some(FileDiff::new(path.clone(), from.cloned(), status, &before, &after)))
}

/// Where the file at `path` was moved from, if nothing else is there now and the base has nothing at `path`: what a patch can
/// express as a rename.
fn renamed_from<'a>(set: &'a ChangeSet, path: &RepoPath) -> Option<&'a RepoPath> {
    let (Overlay::Changed { from: Some(from), base: None, .. } | Overlay::Moved { from, base: None }) = set.read(path)
    else {
        return None;
    };
    matches!(set.read(from), Overlay::Deleted { to: Some(to) } if to == path).then_some(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn numbered(lines: std::ops::Range<u32>) -> String {
        lines.map(|line| format!("line {line}\n")).collect()
    }

    #[test]
    fn hunks_have_numbers_context_and_marks() {
        let before = numbered(1..30);
        let after = before.replace("line 5\n", "line five\n").replace("line 20\n", "");
        let found = hunks(&before, &after);
        let places: Vec<_> =
            found.iter().map(|hunk| (hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines)).collect();
        assert_eq!(places, [(2, 7, 2, 7), (17, 7, 17, 6)]);
        let changed = &found[0].rows[3];
        assert_eq!((changed.kind, changed.old, changed.new), (RowKind::Removed, Some(5), None));
        assert_eq!(changed.marks, vec![std::ops::Range { start: 5, end: 6 }]);
        assert_eq!(found[0].rows[4].marks, vec![std::ops::Range { start: 5, end: 9 }]);
    }

    #[test]
    fn side_by_side_a_removed_line_faces_the_one_that_replaces_it() {
        let found = hunks("a\nb\nc\nd\n", "a\nB\nd\ne\n");
        let shown: Vec<_> = found[0]
            .side_by_side()
            .into_iter()
            .map(|(left, right)| (left.map_or("", |row| &row.text), right.map_or("", |row| &row.text)))
            .collect();
        assert_eq!(shown, [("a", "a"), ("b", "B"), ("c", ""), ("d", "d"), ("", "e")]);
    }

    #[test]
    fn single_hunks_are_taken_or_left() {
        let before = numbered(1..30);
        let after = before.replace("line 5\n", "five\n").replace("line 20\n", "twenty\n");
        assert_eq!(with_hunks(&before, &after, &[0, 1]), after);
        assert_eq!(with_hunks(&before, &after, &[]), before);
        assert_eq!(with_hunks(&before, &after, &[1]), before.replace("line 20\n", "twenty\n"));
    }

    #[test]
    fn a_set_is_shown_as_git_shows_it() {
        let path = |raw| RepoPath::parse(raw).unwrap();
        let base = [("edit.py", "a\r\nb\r\n"), ("gone.py", "x\n"), ("old name.py", "1\n2\n3\n"), ("empty.py", "")];
        let hash =
            |raw| base.iter().find(|(it, _)| *it == raw).map(|(_, text)| source::ContentHash::of(text.as_bytes()));
        let set = ChangeSet::default();
        let mut proposal = set.propose("c1");
        proposal.write(&path("edit.py"), hash("edit.py"), "a\r\nB").unwrap();
        proposal.delete(&path("gone.py"), hash("gone.py")).unwrap();
        proposal.delete(&path("empty.py"), hash("empty.py")).unwrap();
        proposal.rename(&path("old name.py"), hash("old name.py"), &path("new.py"), None).unwrap();
        proposal.create(&path("é \"q\".py"), None, "n\n").unwrap();
        let read = |wanted: &RepoPath| {
            base.iter().find(|(it, _)| *it == wanted.as_str()).map(|(_, text)| Arc::from(*text)).ok_or(())
        };
        let files = of_set(proposal.set(), read).unwrap();
        let counts: Vec<_> = files.iter().map(|file| (file.status, file.added, file.removed)).collect();
        assert_eq!(
            counts,
            [
                (Status::Modified, 1, 1),
                (Status::Deleted, 0, 0),
                (Status::Deleted, 0, 1),
                (Status::Renamed, 0, 0),
                (Status::Added, 1, 0),
            ]
        );
        expect![[r#"
            diff --git a/edit.py b/edit.py
            --- a/edit.py
            +++ b/edit.py
            @@ -1,2 +1,2 @@
             a<CR>
            -b<CR>
            +B
            \ No newline at end of file
            diff --git a/empty.py b/empty.py
            deleted file mode 100644
            diff --git a/gone.py b/gone.py
            deleted file mode 100644
            --- a/gone.py
            +++ /dev/null
            @@ -1 +0,0 @@
            -x
            diff --git a/old name.py b/new.py
            rename from old name.py
            rename to new.py
            diff --git "a/é \"q\".py" "b/é \"q\".py"
            new file mode 100644
            --- /dev/null
            +++ "b/é \"q\".py"
            @@ -0,0 +1 @@
            +n
        "#]]
        .assert_eq(&unified(&files).replace('\r', "<CR>"));
    }

    proptest::proptest! {
        /// A diff, written and applied, gives the target; so do all of its hunks, and none of them gives the base.
        #[test]
        fn a_diff_applied_gives_the_target(before in "((a|b|c|\u{e9}|\\\\|-- |)(\n|\n|\r\n|\r)){0,30}a{0,1}", after in "((a|b|c|\u{e9}|\\\\|-- |)(\n|\n|\r\n|\r)){0,30}b{0,1}") {
            let path = RepoPath::parse("a").unwrap();
            let file = FileDiff::new(path.clone(), None, Status::Modified, &before, &after);
            let all: Vec<usize> = (0..file.hunks.len()).collect();
            proptest::prop_assert_eq!(&with_hunks(&before, &after, &all), &after);
            proptest::prop_assert_eq!(&with_hunks(&before, &after, &[]), &before);
            if before != after {
                let patch = crate::Patch::parse(&unified(&[file])).unwrap();
                let applied = patch.apply(|_| Ok::<_, std::convert::Infallible>(Some(Arc::from(before.as_str())))).unwrap();
                proptest::prop_assert_eq!(applied.files[0].text.as_ref(), Some(&after));
            }
        }
    }
}
