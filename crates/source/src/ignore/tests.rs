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
        // A line that the crate cannot read has no effect there, as with git.
        builder.add_line(None, line).ok();
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

/// Lines of every shape, none like another.
fn many_patterns(count: usize) -> String {
    let shapes: [fn(usize) -> String; 8] = [
        |i| format!("name{i}"),
        |i| format!("*.ext{i}"),
        |i| format!("prefix{i}*"),
        |i| format!("/folder{i}/"),
        |i| format!("**/deep{i}/**"),
        |i| format!("!kept{i}.log"),
        |i| format!("src/*{i}.rs"),
        |i| format!("a{i}[xy]?"),
    ];
    (0..count).map(|i| shapes[i % shapes.len()](i) + "\n").collect()
}

#[test]
fn many_patterns_cost_a_path_no_more_than_few() {
    let steps = |patterns: usize| {
        let mut rules = IgnoreRules::default();
        rules.add("", &many_patterns(patterns));
        let ignored = (0..2000).filter(|i| rules.file(&format!("src/d{}/name{i}", i % 10)).is_some()).count();
        assert_eq!(ignored, 2000 / 8, "{patterns} patterns");
        rules.steps()
    };
    let (few, many) = (steps(8000), steps(80_000));
    assert!(many < 2 * few, "{few} steps with 8,000 patterns, {many} with ten times as many");
}

#[test]
fn an_index_finds_what_trying_every_pattern_finds() {
    let text = many_patterns(400) + "*\n!*/\n!src/*1.rs\n!*.ext9\nprefix*\n!prefix10*\nsrc/**/x\n";
    let rules = RuleList::parse(&text, 1000).unwrap();
    let all: Vec<_> = rules.iter().collect();
    for path in (0..400).flat_map(|i| {
        ["name", "a.ext", "prefix", "folder", "x/deep", "kept", "src/7", "a"].map(|stem| format!("{stem}{i}/x{i}.log"))
    }) {
        for end in path.match_indices('/').map(|(at, _)| at).chain([path.len()]) {
            let (path, fuel) = (&path[..end], &mut Fuel::new(1 << 40));
            let tried = all.iter().rev().find(|pattern| pattern.matches(path, true, fuel)).copied();
            assert_eq!(rules.last_match(path, true, fuel), tried, "{path}");
        }
    }
}

#[test]
fn a_path_that_takes_too_long_is_left_out() {
    let mut rules = IgnoreRules::new(IgnoreLimits { steps: 100, ..IgnoreLimits::default() });
    rules.add("", &("*a".repeat(40) + "[b]"));
    let reason = rules.file(&"a".repeat(200)).map(|skipped| skipped.reason);
    assert_eq!(reason, Some(SkipReason::TooManyRules { steps: 100 }));
    assert_eq!(rules.file("a").map(|skipped| skipped.reason), None);
}

#[test]
fn what_does_not_fit_is_left_out_whole_in_any_order() {
    let texts = [("", "a\nb\n"), ("p", "c\nd\n"), ("q", "e\n"), ("r", "f\ng\nh\n")];
    let left_out = |limits: IgnoreLimits, order: [usize; 4]| {
        let mut rules = IgnoreRules::new(limits);
        order.iter().for_each(|&at| rules.add(texts[at].0, texts[at].1));
        let listed = rules.left_out().map(|skipped| format!("{}: {}", skipped.path, skipped.reason));
        (listed.collect::<Vec<_>>(), rules.file("q/e").is_some())
    };
    let limits = |patterns, files, bytes| IgnoreLimits { patterns, files, bytes, ..IgnoreLimits::default() };
    for few in [limits(4, 9, 99), limits(9, 2, 99), limits(9, 9, 9)] {
        let first = left_out(few, [0, 1, 2, 3]);
        let why = "ignore rules not applied, as the repository has too many ignore rules before it; \
                   files that they name may be in the index";
        let listed = ["q", "r"].map(|folder| format!("{folder}/.gitignore: {why}"));
        assert_eq!(first, (listed.to_vec(), false));
        for order in [[3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
            assert_eq!(left_out(few, order), first, "{order:?}");
        }
    }
    assert_eq!(left_out(limits(9, 9, 99), [3, 2, 1, 0]), (Vec::new(), true));
    let long = left_out(IgnoreLimits { file_bytes: 5, ..IgnoreLimits::default() }, [0, 1, 2, 3]);
    assert!(
        long.1 && long.0.len() == 1 && long.0[0].contains("r/.gitignore: ignore rules not applied, as it is too long")
    );
}
