//! Patterns, as git has them and as `gix-glob` has them.

use super::*;

fn is_match(pattern: &str, path: &str) -> bool {
    let mut fuel = Fuel::new(1 << 20);
    let found = Pattern::parse(pattern).is_some_and(|parsed| parsed.matches(path, false, &mut fuel));
    assert!(!fuel.is_out(), "{pattern} on {path}");
    found
}

#[test]
fn stars_classes_and_escapes() {
    for (pattern, matching, others) in [
        ("*.py", vec!["a.py", "x/.py"], vec!["a.pyc", "a.py/b"]),
        ("a*b*c", vec!["abc", "aXbbYc"], vec!["ab", "acb"]),
        ("/a/*/c", vec!["a/b/c"], vec!["a/c", "a/b/b/c"]),
        ("**/gen", vec!["gen", "a/b/gen"], vec!["gen/a", "again"]),
        ("a/**", vec!["a/b", "a/b/c"], vec!["a", "b/a"]),
        ("a/**/z", vec!["a/z", "a/b/c/z"], vec!["a/zz", "az"]),
        ("a/**/b/**/c*", vec!["a/b/c", "a/x/b/b/y/cc"], vec!["a/b", "a/c/b"]),
        ("x**y", vec!["xy", "xzy"], vec!["x/y"]),
        ("[a-c]?.txt", vec!["az.txt"], vec!["dz.txt", "a.txt"]),
        ("[!a-c]x", vec!["dx"], vec!["ax", "x"]),
        ("[]a]x", vec!["]x", "ax"], vec!["bx"]),
        ("[[:digit:]-]", vec!["7", "-"], vec!["a"]),
        ("a[", vec![], vec!["a", "a["]),
        ("a[[:nothing:]]", vec![], vec!["a", "an"]),
        ("a\\", vec![], vec!["a", "a\\"]),
        ("\\*", vec!["*"], vec!["a"]),
        ("a[/]b", vec![], vec!["a/b"]),
    ] {
        assert!(matching.iter().all(|path| is_match(pattern, path)), "{pattern} should match {matching:?}");
        assert!(!others.iter().any(|path| is_match(pattern, path)), "{pattern} should match none of {others:?}");
    }
}

#[test]
fn nothing_takes_more_than_the_product_of_pattern_and_path() {
    let stars = "*a".repeat(200) + "b";
    let parts = "**/".repeat(100) + "b";
    let mixed = "**/*a*a*a*a*a*/".repeat(20) + "b";
    let (letters, folders) = ("a".repeat(4000), "a/".repeat(2000) + "c");
    let deep = format!("{}/", "a".repeat(60)).repeat(60) + "c";
    for (pattern, path) in
        [(&stars, &letters), (&parts, &folders), (&stars, &folders), (&mixed, &deep), (&mixed, &folders)]
    {
        let mut fuel = Fuel::new(1 << 40);
        assert!(!matches(pattern.as_bytes(), path.as_bytes(), &mut fuel));
        let steps = (1 << 40) - fuel.left();
        assert!(steps <= 4 * (pattern.len() * path.len()) as u64, "{steps} steps for {pattern}");
    }
    let mut fuel = Fuel::new(1000);
    assert!(!matches(stars.as_bytes(), letters.as_bytes(), &mut fuel) && fuel.is_out());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        cases: 4096,
        rng_seed: proptest::test_runner::RngSeed::Fixed(2),
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn agrees_with_gix_glob(
        line in r"!?/?(\*\*/|\*|\?|[ab]|\[ab\]|\[!a\]|\[[:alpha:]\]|\\a|/|/\*\*/|a\*\*b){1,8}/?",
        path in "[abc]{1,4}(/[abc]{1,4}){0,4}",
        is_folder: bool,
    ) {
        use gix_glob::pattern::Case;
        let mine = Pattern::parse(&line).map(|pattern| pattern.matches(&path, is_folder, &mut Fuel::new(1 << 20)));
        let theirs = gix_glob::Pattern::from_bytes(line.as_bytes()).map(|pattern| {
            let name = path.rfind('/').map(|slash| slash + 1);
            let mode = gix_glob::wildmatch::Mode::NO_MATCH_SLASH_LITERAL;
            pattern.matches_repo_relative_path(path.as_str().into(), name, Some(is_folder), Case::Sensitive, mode)
        });
        proptest::prop_assert_eq!(mine.unwrap_or(false), theirs.unwrap_or(false), "{} on {}", line, path);
    }

    /// What an index looks up is what every match holds.
    #[test]
    fn a_match_holds_the_literals(
        line in r"(\*\*/|\*|\?|[ab]|\[ab\]|\[!a\]|\\a|/|/\*\*|a\*\*b){1,6}",
        path in "[abc]{1,3}(/[abc]{1,3}){0,3}",
    ) {
        let Some(pattern) = Pattern::parse(&line) else { return Ok(()) };
        if pattern.matches(&path, true, &mut Fuel::new(1 << 20)) {
            let subject = if pattern.subject() == Subject::Name { name_of(&path) } else { &path };
            let Literals { head, tail, longest } = pattern.literals().unwrap();
            let holds = subject.starts_with(head) && subject.ends_with(tail) && subject.contains(longest);
            proptest::prop_assert!(holds, "{} on {}", line, path);
        }
    }
}
