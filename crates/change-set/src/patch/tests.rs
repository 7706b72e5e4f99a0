//! Reading, limits and refusals; what git does with the same patches is compared in `tests/git.rs`.

use super::*;
use crate::set::{ChangeSet, Overlay};
use source::ContentHash;
use std::convert::Infallible;
use std::sync::Arc;

type Files = [(&'static str, &'static str)];

fn read<'a>(files: &'a Files) -> impl FnMut(&RepoPath) -> Result<Option<Arc<str>>, Infallible> + 'a {
    |path| Ok(files.iter().find(|(name, _)| *name == path.as_str()).map(|(_, text)| Arc::from(*text)))
}

#[track_caller]
fn applied(files: &Files, patch: &str) -> Vec<(String, Option<String>)> {
    let applied = Patch::parse(patch).unwrap().apply(read(files)).unwrap();
    applied.files.into_iter().map(|file| (file.target.path().to_string(), file.text)).collect()
}

#[track_caller]
fn refused(files: &Files, patch: &str) -> Vec<Problem> {
    match Patch::parse(patch).unwrap().apply(read(files)) {
        Err(ApplyError::Refused(verdicts)) => verdicts.into_iter().filter_map(|verdict| verdict.problem).collect(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn malformed(patch: &str, sentence: &str) {
    let error = Patch::parse(patch).unwrap_err().to_string();
    assert!(error.contains(sentence), "{error}");
}

fn some(path: &str, text: &str) -> (String, Option<String>) {
    (path.to_owned(), Some(text.to_owned()))
}

#[test]
fn creates_deletes_modifies_renames_and_copies() {
    let files = [("a", "1\n2\n3\n"), ("b", "x\n"), ("c d", "same\n"), ("e", "")];
    let patch = "From: someone\n\ndiff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@ fn\n 1\n-2\n+two\n 3\n\
        diff --git a/b b/b\ndeleted file mode 100644\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
        diff --git a/c d b/new\nsimilarity index 100%\nrename from c d\nrename to new\n\
        diff --git a/e b/e\ndeleted file mode 100644\nindex 1..0\n\
        diff --git a/f b/f\nnew file mode 100644\nindex 0..1\n\
        diff --git a/a b/g\ncopy from a\ncopy to g\n\
        \n\
        --- /dev/null\n+++ b/h\n@@ -0,0 +1 @@\n+h\n\\ No newline at end of file\n-- \n2.40\n";
    let expected = [
        some("a", "1\ntwo\n3\n"),
        ("b".to_owned(), None),
        some("new", "same\n"),
        ("e".to_owned(), None),
        some("f", ""),
        some("g", "1\n2\n3\n"),
        some("h", "h"),
    ];
    assert_eq!(applied(&files, patch), expected);
}

#[test]
fn a_patch_without_prefixes_or_its_last_line_end_is_read() {
    let patch = "--- src/a.py\n+++ src/a.py\n@@ -1 +1 @@\n-1\n+2";
    assert_eq!(applied(&[("src/a.py", "1\n")], patch), [some("src/a.py", "2\n")]);
}

#[test]
fn mode_lines_are_ignored_and_noted() {
    let patch = "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n";
    let patch = Patch::parse(patch).unwrap();
    let applied = patch.apply(read(&[("a", "x")])).unwrap();
    assert!(applied.verdicts[0].ignored_mode);
    assert_eq!(applied.files[0].text.as_deref(), Some("x"));
}

#[test]
fn a_hunk_may_be_200_lines_off() {
    let patch = "--- a/a\n+++ b/a\n@@ -5,3 +5,3 @@\n x\n-y\n+z\n w\n";
    let check = |offset: usize| {
        let text = "n\n".repeat(4 + offset) + "x\ny\nw\n" + "n\n";
        let text = Some(Arc::from(text));
        Patch::parse(patch).unwrap().check(|_| Ok::<_, Infallible>(text.clone())).unwrap().remove(0)
    };
    assert_eq!(check(200).hunks, [HunkVerdict::Fits { line: 5, offset: 200 }]);
    assert_eq!(check(200).to_string(), "`a`: 1 hunks fit; the hunk of line 5 fits +200 lines off");
    assert!(matches!(check(201).hunks[..], [HunkVerdict::Refused { line: 5, .. }]));
}

#[test]
fn no_line_may_differ() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n-y\n+z\n w\n";
    assert_eq!(refused(&[("a", "x \ny\nw\n")], patch), [Problem::Hunks { refused: 1, hunks: 1 }]);
    assert_eq!(refused(&[("a", "x\r\ny\r\nw\r\n")], patch), [Problem::Hunks { refused: 1, hunks: 1 }]);
}

#[test]
fn a_refused_hunk_says_which_line_is_not_as_quoted() {
    let said = |text: &'static str, patch: &str| {
        let verdict = Patch::parse(patch).unwrap().check(read(&[("a", text)])).unwrap().remove(0);
        let said = verdict.to_string();
        said[said.find("; the hunk").expect("a hunk is refused")..].to_owned()
    };
    let patch = "--- a/a\n+++ b/a\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n";
    assert_eq!(said("a\nb\nx\nd\n", patch), "; the hunk of line 2 does not fit: line 3 of the file is not `c`");
    // The place where more of its first lines are, further from where it says.
    assert_eq!(
        said("a\nn\nn\nn\nb\nc\nx\n", patch),
        "; the hunk of line 2 does not fit: line 7 of the file is not `d`"
    );
    let space = "; the hunk of line 2 does not fit: line 3 of the file differs in white space from `c`";
    assert_eq!(said("a\nb\n  c\nd\n", patch), space);
    let end = "; the hunk of line 2 does not fit: line 2 of the file has another line end";
    assert_eq!(said("a\r\nb\r\nc\r\nd\r\n", patch), end);
    assert_eq!(said("a\nb\nc\n", patch), "; the hunk of line 2 does not fit: the file ends at line 3");
    assert_eq!(said("", patch), "; the hunk of line 2 does not fit: the file ends at line 0");
    let open = "--- a/a\n+++ b/a\n@@ -2,1 +2,1 @@\n-b\n+B\n";
    assert_eq!(said("a\nb\nc\n", open), "; the hunk of line 2 does not fit: its lines must be the last of the file");
    // Lines are those of the file, whatever the hunk before has added.
    let two = "--- a/a\n+++ b/a\n@@ -1,2 +1,4 @@\n a\n+1\n+2\n b\n@@ -3,2 +5,2 @@\n-c\n+C\n d\n";
    assert_eq!(said("a\nb\nx\nd\n", two), "; the hunk of line 3 does not fit: line 3 of the file is not `c`");
    let again = "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -2,2 +2,2 @@\n-b\n+C\n c\n";
    let overlaps = said("a\nb\nc\n", again);
    assert!(
        overlaps.ends_with("the hunk of line 2 does not fit: an earlier hunk changes the same lines"),
        "{overlaps}"
    );
}

#[test]
fn a_refused_hunk_shows_nothing_of_the_file() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n";
    let verdict = Patch::parse(patch).unwrap().check(read(&[("a", "x\npassword = hunter2\n")])).unwrap().remove(0);
    assert!(verdict.to_string().ends_with("line 2 of the file is not `y`"), "{verdict}");
}

#[test]
fn one_file_that_does_not_fit_refuses_all() {
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+n\n";
    assert_eq!(
        refused(&[("a", "1\n")], patch),
        [Problem::Missing(RepoPath::parse("b").unwrap()), Problem::Exists(RepoPath::parse("a").unwrap())]
    );
    let patch = "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n";
    assert!(matches!(refused(&[("a", "1\n2\n")], patch)[..], [Problem::Hunks { .. }]));
    let patch = "diff --git a/a b/a\ndeleted file mode 100644\n";
    assert_eq!(refused(&[("a", "1\n2\n")], patch), [Problem::LeavesLines]);
}

#[test]
fn carriage_returns_and_a_byte_order_mark_survive() {
    let patch = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-\u{feff}x\r\n+\u{feff}y\r\n z\r\n\\ No newline at end of file\n";
    // The line without its end keeps its carriage return.
    assert_eq!(applied(&[("a", "\u{feff}x\r\nz\r")], patch), [some("a", "\u{feff}y\r\nz\r")]);
    // A reader that stripped the mark gets a text without it.
    assert_eq!(applied(&[("a", "x\r\nz\r")], patch), [some("a", "y\r\nz\r")]);
}

#[test]
fn what_is_not_well_formed_is_refused_by_line() {
    malformed("just words", "there is no patch");
    malformed("@@ -1 +1 @@\n-a\n+b\n", "line 1 of the patch: a hunk has no file");
    malformed("--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n-a\n+b\n", "line 6 of the patch: the patch ends before");
    malformed("--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n+c\n", "line 6 of the patch: the hunk has more lines");
    malformed("--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-a\n-b\n+c\n", "line 5 of the patch: the hunk has other lines");
    malformed("--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\nb\n", "line 5 of the patch: a line of a hunk begins with");
    malformed("--- a/a\n+++ b/a\nnothing\n", "line 3 of the patch: a hunk is expected");
    malformed("--- a/a\n+++ b/c\n@@ -1 +1 @@\n-a\n+b\n", "the names before and after differ");
    malformed("diff --git a/a b/a\nGIT binary patch\n", "line 2 of the patch: the patch is of a binary file");
    malformed("diff --git a/a b/a\nnew file mode 120000\n", "line 2 of the patch: a link or a submodule");
    malformed("diff --git a/a b/a\nindex 1..2 160000\n", "line 2 of the patch: a link or a submodule");
    malformed("diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/c\n", "name other files");
    malformed("diff --git \"a/a b/a\n", "does not name its file");
}

#[test]
fn paths_outside_the_repository_are_refused() {
    for path in ["../x", "a/../../x", "/etc/passwd", ".git/hooks/pre-commit", "sub/.git/config"] {
        let patch = format!(
            "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"
        );
        assert!(matches!(Patch::parse(&patch), Err(PatchError::Path { .. })), "{path}");
        let patch = format!("diff --git a/a b/b\nrename from a\nrename to {path}\n");
        assert!(matches!(Patch::parse(&patch), Err(PatchError::Path { .. })), "{path}");
    }
}

#[test]
fn limits_are_refused() {
    let long = "x".repeat(MAX_BYTES + 1);
    assert_eq!(Patch::parse(&long), Err(PatchError::TooLarge(MAX_BYTES + 1)));
    let files: String = (0..201).map(|n| format!("--- /dev/null\n+++ b/{n}\n@@ -0,0 +1 @@\n+x\n")).collect();
    assert_eq!(Patch::parse(&files), Err(PatchError::TooManyFiles));
}

#[test]
fn a_file_that_is_named_twice_is_as_the_last_part_leaves_it() {
    let change = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n";
    let again = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-2\n+3\n";
    let delete = "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-2\n";
    let path = RepoPath::parse("a").unwrap();
    let proposed = |patch: &str| {
        let applied = Patch::parse(patch).unwrap().apply(read(&[("a", "1\n")])).unwrap();
        let mut proposal = ChangeSet::default().propose("patch");
        applied.propose(&mut proposal, |_| Some(ContentHash::of(b"1\n"))).unwrap();
        proposal.set().clone()
    };
    assert!(
        matches!(proposed(&format!("{change}{again}")).read(&path), Overlay::Changed { text, .. } if **text == *"3\n")
    );
    assert_eq!(proposed(&format!("{change}{delete}")).read(&path), Overlay::Deleted { to: None });
}

#[test]
fn a_patch_becomes_one_group_of_a_set() {
    let files = [("a", "1\n"), ("b", "2\n"), ("c", "3\n")];
    // Both move, and the place of the one is where the other was.
    let patch = "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-1\n+one\n\
        diff --git a/b b/d\nrename from b\nrename to d\n\
        diff --git a/c b/c\ndeleted file mode 100644\n--- a/c\n+++ /dev/null\n@@ -1 +0,0 @@\n-3\n";
    let applied = Patch::parse(patch).unwrap().apply(read(&files)).unwrap();
    let base = |path: &RepoPath| {
        files.iter().find(|(name, _)| *name == path.as_str()).map(|(_, text)| ContentHash::of(text.as_bytes()))
    };
    let mut proposal = ChangeSet::default().propose("patch");
    applied.propose(&mut proposal, base).unwrap();
    let set = proposal.set();
    let path = |raw| RepoPath::parse(raw).unwrap();
    assert!(matches!(set.read(&path("b")), Overlay::Changed { text, .. } if **text == *"one\n"));
    assert_eq!(set.read(&path("d")), Overlay::Moved { from: &path("b"), base: None });
    assert!(matches!(set.read(&path("a")), Overlay::Deleted { .. }));
    assert_eq!(set.read(&path("c")), Overlay::Deleted { to: None });
    assert_eq!(set.groups().count(), 1);
}
