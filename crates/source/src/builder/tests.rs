//! What a person gets from a repository, in one fixture string: `//- path` lines, each followed by the file's text.

use super::*;
use crate::Snapshot;
use crate::ignore::IgnoreLimits;
use expect_test::{Expect, expect};

fn entries(fixture: &str) -> Vec<(String, Vec<u8>)> {
    fixtures::files(fixture).into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}

fn build(mut builder: SnapshotBuilder, entries: &[(String, Vec<u8>)]) -> Result<Snapshot, BuildError> {
    for (path, bytes) in entries {
        if let Ok(path) = builder.wants(path, bytes.len() as u64) {
            // What is refused is listed among the skipped entries.
            builder.add(path, bytes.clone()).ok();
        }
    }
    builder.finish()
}

fn show(snapshot: &Snapshot) -> String {
    let mut out = format!("{} ({} bytes)\n", snapshot.name, snapshot.pack.len());
    for id in snapshot.ids() {
        let file = snapshot.file(id);
        let from = file.decoded_from.as_ref().map_or_else(String::new, |from| format!(" from {from}"));
        out += &format!("{}: {}, {} lines{from}\n", file.path, file.language.id(), file.lines);
    }
    for skipped in snapshot.skipped.iter() {
        out += &format!("- {}: {}\n", skipped.path, skipped.reason);
    }
    out
}

/// Builds in three orders, which must agree, and compares.
fn check(entries: &[(String, Vec<u8>)], limits: Limits, expected: Expect) {
    let mut orders = [entries.to_vec(), entries.to_vec(), entries.to_vec()];
    orders[1].reverse();
    orders[2].rotate_left(entries.len() / 2);
    let built: Vec<_> =
        orders.iter().map(|entries| build(SnapshotBuilder::new("", limits), entries).unwrap()).collect();
    for other in &built[1..] {
        assert_eq!((show(&built[0]), &built[0].pack), (show(other), &other.pack));
        assert_eq!(built[0].id(), other.id());
    }
    expected.assert_eq(&show(&built[0]));
}

#[test]
fn takes_sources_and_lists_the_rest() {
    check(
        &entries(
            "//- src/main.rs
fn main() {}
//- Cargo.toml
[package]
//- Cargo.lock
version = 4
//- target/debug/build.rs
fn out() {}
//- web/.gitignore
*.log
/dist/
//- web/dist/app.js
let a;
//- web/trace.log
hello
//- web/logo.png
not even a picture
//- web/node_modules/left-pad/index.js
module.exports = 1
//- web/node_modules/left-pad/lib/a.js
module.exports = 2
//- ../outside.rs
fn no() {}
//- /etc/passwd
root
",
        ),
        Limits::default(),
        expect![[r#"
            repository (36 bytes)
            Cargo.toml: config, 1 lines
            src/main.rs: rust, 1 lines
            web/.gitignore: config, 2 lines
            - ../outside.rs: unsafe path: `../outside.rs` leaves the repository
            - /etc/passwd: unsafe path: `/etc/passwd` is an absolute path
            - Cargo.lock: generated
            - target: dependencies or build output
            - web/dist: ignored by web/.gitignore
            - web/logo.png: binary
            - web/node_modules: dependencies or build output
            - web/trace.log: ignored by web/.gitignore
        "#]],
    );
}

#[test]
fn takes_off_a_common_top_folder_and_names_the_repository_by_it() {
    check(
        &entries(
            "//- flask-3.1.0/.gitignore
/docs
//- flask-3.1.0/src/flask/app.py
class Flask: ...
//- flask-3.1.0/docs/a.md
A
//- __MACOSX/flask-3.1.0/._app.py
x
",
        ),
        Limits::default(),
        expect![[r#"
            flask-3.1.0 (23 bytes)
            .gitignore: config, 1 lines
            src/flask/app.py: python, 1 lines
            - __MACOSX: dependencies or build output
            - docs: ignored by .gitignore
        "#]],
    );
}

#[test]
fn a_named_top_folder_is_not_judged_and_kept_paths_stay() {
    let files = entries("//- node_modules/lib/index.js\nlet a\n");
    let named = SnapshotBuilder::new("", Limits::default()).with_top(TopFolder::Named("node_modules".into()));
    let snapshot = build(named, &files).unwrap();
    assert_eq!((snapshot.name.as_str(), snapshot.files[0].path.as_str()), ("node_modules", "lib/index.js"));

    let kept = SnapshotBuilder::new("mine", Limits::default()).with_top(TopFolder::Keep);
    let snapshot = build(kept, &entries("//- src/a.py\nx\n")).unwrap();
    assert_eq!((snapshot.name.as_str(), snapshot.files[0].path.as_str()), ("mine", "src/a.py"));
}

#[test]
fn names_in_any_script_and_wrong_encodings() {
    let files: Vec<(String, Vec<u8>)> = vec![
        ("данные/文件.py".into(), "x = 1\n".into()),
        ("latin.txt".into(), b"caf\xe9\n".to_vec()),
        ("wide.txt".into(), b"\xff\xfeh\0i\0".to_vec()),
        ("nul.txt".into(), b"a\0b".to_vec()),
    ];
    check(
        &files,
        Limits::default(),
        expect![[r#"
            repository (14 bytes)
            latin.txt: prose, 1 lines from windows-1252
            wide.txt: prose, 1 lines from UTF-16LE
            данные/文件.py: python, 1 lines
            - nul.txt: binary
        "#]],
    );
}

#[test]
fn limits_keep_the_first_files_in_path_order() {
    let files = entries("//- a.py\naaaa\n//- b.py\nbbbb\n//- c.py\ncccc\n//- d.py\ndddddddddddddddddddd\n");
    check(
        &files,
        Limits { files: 2, code_file_bytes: 10, ..Limits::default() },
        expect![[r#"
            repository (10 bytes)
            a.py: python, 1 lines
            b.py: python, 1 lines
            - c.py: over the repository limit of 2
            - d.py: over the repository limit of 2
        "#]],
    );
    check(
        &files[1..],
        Limits { files: 2, code_file_bytes: 10, ..Limits::default() },
        expect![[r#"
            repository (10 bytes)
            b.py: python, 1 lines
            c.py: python, 1 lines
            - d.py: too large: 21 bytes, the limit is 10
        "#]],
    );
    check(
        &files[..3],
        Limits { total_bytes: 12, ..Limits::default() },
        expect![[r#"
            repository (10 bytes)
            a.py: python, 1 lines
            b.py: python, 1 lines
            - c.py: over the repository limit of 12
        "#]],
    );
}

#[test]
fn the_first_of_two_with_one_path_stays() {
    let files = entries("//- a.py\nfirst\n//- ./a.py\nsecond\n");
    let snapshot = build(SnapshotBuilder::new("x", Limits::default()), &files).unwrap();
    assert_eq!(snapshot.text(snapshot.find("a.py").unwrap()), "first\n");
    assert_eq!(snapshot.skipped.iter().map(|s| &s.reason).collect::<Vec<_>>(), [&SkipReason::Duplicate]);
}

#[test]
fn a_repository_without_a_file_says_what_was_left_out() {
    let error = build(
        SnapshotBuilder::new("pics", Limits::default()),
        &entries("//- a.png\nx\n//- b.png\nx\n//- Cargo.lock\nx\n"),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "no source file was found in `pics`: 3 entries were left out (2 binary, as `a.png`; 1 generated, as `Cargo.lock`)"
    );
    let error = SnapshotBuilder::new("void", Limits::default()).finish();
    assert_eq!(error.unwrap_err().to_string(), "no source file was found in `void`: it is empty");
}

#[test]
fn refuses_before_reading_and_counts() {
    let mut builder = SnapshotBuilder::new("x", Limits::default());
    builder.add_ignore_file("a", b"gen/\n");
    builder.see("Cargo.toml");
    assert!(builder.wants_folder("src") && builder.wants_folder(""));
    assert!(!builder.wants_folder("a/gen") && !builder.wants_folder("target") && !builder.wants_folder(".git"));
    assert!(builder.wants("big.rs", 5 << 20).is_err());
    let path = builder.wants("src/a.rs", 4).unwrap();
    builder.add(path, b"x();".to_vec()).unwrap();
    assert_eq!(builder.progress(), Progress { files: 1, bytes: 4, skipped: 4 });
}

#[test]
fn only_what_is_selected_is_taken_in_whatever_order_it_comes() {
    let files = entries(
        "//- src/a.py
a
//- src/gen/b.py
b
//- docs/deep/a.md
A
//- old/x.py
x
//- note.txt
n
//- .gitignore
/old
docs/
",
    );
    let shown = |files: &[(String, Vec<u8>)], exclude: &[&str]| {
        let selection = Selection::new(["src/", "/old", "docs/", "/.gitignore"], exclude).unwrap();
        let builder = SnapshotBuilder::new("mine", Limits::default()).with_top(TopFolder::Keep);
        show(&build(builder.with_selection(selection), files).unwrap())
    };
    let backwards: Vec<_> = files.iter().rev().cloned().collect();
    let first = shown(&files, &["/src/gen", "docs/deep"]);
    expect![[r#"
        mine (13 bytes)
        .gitignore: config, 2 lines
        src/a.py: python, 1 lines
        - docs: ignored by .gitignore
        - note.txt: no include pattern matches it
        - old: ignored by .gitignore
        - src/gen: excluded by /src/gen
    "#]]
    .assert_eq(&first);
    assert_eq!(first, shown(&backwards, &["/src/gen", "docs/deep"]));
}

#[test]
fn what_lies_too_deep_is_listed_by_its_folder() {
    let (fine, deep) = ("d/".repeat(FOLDER_DEPTH), "d/".repeat(FOLDER_DEPTH + 1));
    let files = entries(&format!("//- {fine}a.py\nx\n//- {deep}b.py\nx\n//- {deep}e/c.py\nx\n"));
    let built = build(SnapshotBuilder::new("mine", Limits::default()).with_top(TopFolder::Keep), &files).unwrap();
    assert_eq!(built.files.len(), 1);
    let listed: Vec<_> = built.skipped.iter().map(|skipped| format!("{}/: {}", skipped.path, skipped.reason)).collect();
    assert_eq!(listed, [format!("{deep}: unsafe path: it is more than 128 folders deep")]);
}

#[test]
fn rules_that_are_not_applied_are_listed() {
    let limits = Limits { ignore: IgnoreLimits { file_bytes: 8, ..IgnoreLimits::default() }, ..Limits::default() };
    check(
        &entries("//- a/.gitignore\nlong.py\nlonger.py\n//- a/long.py\nx\n//- .gitignore\n*.log\n//- b.log\nx\n"),
        limits,
        expect![[r#"
            repository (26 bytes)
            .gitignore: config, 1 lines
            a/.gitignore: config, 2 lines
            a/long.py: python, 1 lines
            - a/.gitignore: ignore rules not applied, as it is too long; files that they name may be in the index
            - b.log: ignored by .gitignore
        "#]],
    );
}

/// A folder may be called `c:`. Below a top folder that is no drive; at the root of the repository it would be.
#[test]
fn a_path_that_the_top_folder_made_valid_is_listed_where_it_is_left_out() {
    let files = entries("//- top/a.py\nx = 1\n//- top/c:/b.py\ny = 1\n");
    let named = SnapshotBuilder::new("", Limits::default()).with_top(TopFolder::Named("top".into()));
    for builder in [SnapshotBuilder::new("", Limits::default()), named] {
        let snapshot = build(builder, &files).unwrap();
        let why = snapshot.skipped.iter().map(|skipped| format!("{}: {}", skipped.path, skipped.reason));
        let why: Vec<_> = why.collect();
        assert!(matches!(&why[..], [one] if one.contains("c:/b.py") && one.contains("absolute")), "{why:?}");
    }
}
