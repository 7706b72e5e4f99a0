//! What is ignored, as git and the `ignore` crate have it.

use super::*;

/// Lists `path <- .gitignore that ignored it` for every ignored file.
fn check(ignore_files: &[(&str, &str)], paths: &[&str], expected: &[&str]) {
    for reversed in [false, true] {
        let mut rules = IgnoreRules::default();
        let mut given = ignore_files.to_vec();
        if reversed {
            given.reverse();
        }
        given.iter().for_each(|(folder, text)| rules.add(folder, text));
        let found: Vec<String> = paths
            .iter()
            .filter_map(|path| rules.file(path).map(|hit| format!("{} <- {}", hit.path, by(&hit))))
            .collect();
        assert_eq!(found, expected);
    }
}

fn by(skipped: &Skipped) -> &str {
    match &skipped.reason {
        SkipReason::Ignored { by } => by,
        other => panic!("{other}"),
    }
}

#[test]
fn the_deepest_file_wins() {
    check(
        &[("", "*.log\n"), ("a", "!keep.log\n"), ("a/b", "keep.log\n")],
        &["x.log", "a/x.log", "a/keep.log", "a/b/keep.log", "a/x.rs"],
        &["x.log <- .gitignore", "a/x.log <- .gitignore", "a/b/keep.log <- a/b/.gitignore"],
    );
}

#[test]
fn the_last_line_wins_within_a_file() {
    check(&[("", "*.py\n!main.py\n# main.py\n")], &["a.py", "main.py"], &["a.py <- .gitignore"]);
}

#[test]
fn nothing_below_an_ignored_folder_comes_back() {
    check(
        &[("", "out/\n!out/keep.rs\n"), ("out", "!*\n")],
        &["out/keep.rs", "out/deep/er.rs"],
        &["out <- .gitignore", "out <- .gitignore"],
    );
}

#[test]
fn folder_only_and_anchored_patterns() {
    check(
        &[("pkg", "/build\ncache/\ndoc/*.txt\n")],
        &[
            "build",
            "pkg/build",
            "pkg/build/x",
            "pkg/sub/build",
            "pkg/cache",
            "pkg/sub/cache/x",
            "pkg/doc/a.txt",
            "pkg/doc/b/a.txt",
        ],
        &[
            "pkg/build <- pkg/.gitignore",
            "pkg/build <- pkg/.gitignore",
            "pkg/sub/cache <- pkg/.gitignore",
            "pkg/doc/a.txt <- pkg/.gitignore",
        ],
    );
}

#[test]
fn double_stars_windows_lines_marks_and_broken_lines() {
    check(
        &[("", "\u{feff}**/gen/**\r\n[z-a\r\n\\!odd\r\nпапка/\r\n")],
        &["a/gen/b.rs", "!odd", "папка/文.py", "gen.rs"],
        &["a/gen/b.rs <- .gitignore", "!odd <- .gitignore", "папка <- .gitignore"],
    );
}

#[test]
fn many_files_in_many_folders() {
    let mut rules = IgnoreRules::default();
    rules.add("", "*.o\n/build/\n");
    (0..500).for_each(|i| rules.add(&format!("d{i}"), "*.tmp\n"));
    let ignored = (0..100_000).filter(|i| {
        let ext = ["rs", "o", "tmp", "py"][i % 4];
        rules.file(&format!("d{}/s/f{i}.{ext}", i % 1000)).is_some()
    });
    // Every `.o`, and the `.tmp` of the 500 folders that have a .gitignore.
    assert_eq!(ignored.count(), 25_000 + 12_500);
}

#[test]
fn trailing_spaces_and_escapes() {
    check(
        &[("", "a.txt   \nb\\ \nc\\\\ \n#d\n\\#e\n")],
        &["a.txt", "b ", "b", "c\\", "#d", "#e"],
        &["a.txt <- .gitignore", "b  <- .gitignore", "c\\ <- .gitignore", "#e <- .gitignore"],
    );
}

/// The verdict of the `ignore` crate, which differs from git in that `[!a]` takes a slash, on a path by itself.
fn expected(text: &str, path: &str, is_folder: bool) -> Option<bool> {
    let mut builder = ::ignore::gitignore::GitignoreBuilder::new("");
    for line in text.lines() {
        let _ = builder.add_line(None, line);
    }
    match builder.build().unwrap().matched(path, is_folder) {
        ::ignore::Match::None => None,
        ::ignore::Match::Ignore(_) => Some(true),
        ::ignore::Match::Whitelist(_) => Some(false),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        cases: 512,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn agrees_with_the_ignore_crate(
        lines in proptest::collection::vec(concat!(
            r"!?/?(\*\*/)?([ab.]|\*|\?|\[ab\]|\[a-b\]|\\a){1,4}", r"(/[ab*][ab?]{0,2}){0,2}(/\*\*|/)?",
        ), 1..4),
        path in "[abc]{1,3}(/[abc]{1,3}){0,3}",
        is_folder: bool,
    ) {
        // More stars than one within a name are one star to the crate, to git they may cross a slash.
        let names = |line: &str| line.split('/').all(|name| matches!(name, "**" | "!**") || !name.contains("**"));
        proptest::prop_assume!(lines.iter().all(|line| names(line)));
        let text = lines.join("\n");
        let rules = RuleList::parse(&text, 1000).unwrap();
        let found = rules.last_match(&path, is_folder, &mut Fuel::new(100_000)).map(|pattern| !pattern.is_negative());
        proptest::prop_assert_eq!(found, expected(&text, &path, is_folder), "{:?} on {}", text, path);
    }
}
