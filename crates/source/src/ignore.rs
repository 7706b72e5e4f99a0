//! `.gitignore` files at every level, with git's precedence.
//!
//! Built on the patterns of `gix-glob`, a list for each `.gitignore`, each asked with the path relative to its own
//! folder. A path is judged from the top down as git does: once a folder is ignored nothing below it can be taken
//! back in, so a `.gitignore` inside it has no say; otherwise the deepest `.gitignore` with an opinion decides.
//! The verdict on a folder is kept, so a file costs one look-up and the patterns that apply to it.

use gix_glob::Pattern;
use gix_glob::pattern::Case;
use gix_glob::wildmatch::Mode;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The `.gitignore` files of a repository. Folders are `/`-separated, the root is the empty string.
#[derive(Debug, Default)]
pub struct IgnoreRules {
    files: FxHashMap<Box<str>, Vec<Pattern>>,
    folders: FxHashMap<Box<str>, Folder>,
}

#[derive(Debug, Clone)]
enum Folder {
    /// The topmost ignored folder, and the `.gitignore` that says so.
    Ignored { top: Arc<str>, by: Arc<str> },
    /// Folders whose `.gitignore` applies inside, outermost first.
    Open { chain: Arc<[Box<str>]> },
}

/// The answer for a path that is ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// The path itself, or the topmost folder above it that is ignored as a whole.
    pub path: String,
    /// Path of the `.gitignore` that decided.
    pub by: String,
}

impl IgnoreRules {
    /// Takes the `.gitignore` of a folder; the order of calls does not matter. Lines that are no pattern are left out,
    /// as git does. A second text for the same folder replaces the first.
    pub fn add(&mut self, folder: &str, text: &str) {
        let patterns = text.trim_start_matches('\u{feff}').lines().filter_map(pattern).collect();
        self.files.insert(folder.into(), patterns);
        self.folders.clear();
    }

    /// True where the `.gitignore` of this folder was given.
    pub fn knows(&self, folder: &str) -> bool {
        self.files.contains_key(folder)
    }

    /// Whether a file is ignored, by itself or with a folder above it.
    pub fn file(&mut self, path: &str) -> Option<Ignored> {
        match self.folder_state(parent(path)) {
            Folder::Ignored { top, by } => Some(Ignored { path: top.to_string(), by: by.to_string() }),
            Folder::Open { chain } => self.decide(&chain, path, false).map(|by| Ignored { path: path.to_owned(), by }),
        }
    }

    /// Whether a folder is ignored, by itself or with a folder above it. The root never is.
    pub fn folder(&mut self, path: &str) -> Option<Ignored> {
        match self.folder_state(path) {
            Folder::Ignored { top, by } => Some(Ignored { path: top.to_string(), by: by.to_string() }),
            Folder::Open { .. } => None,
        }
    }

    fn folder_state(&mut self, folder: &str) -> Folder {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let state = if folder.is_empty() {
            Folder::Open { chain: self.files.contains_key("").then(|| "".into()).into_iter().collect() }
        } else {
            match self.folder_state(parent(folder)) {
                Folder::Open { chain } => match self.decide(&chain, folder, true) {
                    Some(by) => Folder::Ignored { top: folder.into(), by: by.into() },
                    None if self.files.contains_key(folder) => {
                        Folder::Open { chain: chain.iter().cloned().chain([folder.into()]).collect() }
                    }
                    None => Folder::Open { chain },
                },
                ignored => ignored,
            }
        };
        self.folders.insert(folder.into(), state.clone());
        state
    }

    /// The `.gitignore` that ignores `path`, asking the deepest first.
    fn decide(&self, chain: &[Box<str>], path: &str, is_folder: bool) -> Option<String> {
        for folder in chain.iter().rev() {
            let inside = if folder.is_empty() { path } else { &path[folder.len() + 1..] };
            if let Some(pattern) = last_match(&self.files[folder], inside, is_folder) {
                return (!pattern.is_negative()).then(|| join(folder, ".gitignore"));
            }
        }
        None
    }
}

/// A line of a `.gitignore`; None for a comment or an empty line.
pub(crate) fn pattern(line: &str) -> Option<Pattern> {
    if line.starts_with('#') { None } else { Pattern::from_bytes(without_trailing_spaces(line).as_bytes()) }
}

/// Trailing spaces do not count unless a backslash stands before them.
fn without_trailing_spaces(line: &str) -> &str {
    let mut end = 0;
    let mut bytes = line.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b' ' => {}
            b'\\' => end = bytes.next().map_or(at, |(escaped, _)| escaped) + 1,
            _ => end = at + 1,
        }
    }
    line.get(..end).unwrap_or(line)
}

/// The last pattern that matches decides.
pub(crate) fn last_match<'a>(patterns: &'a [Pattern], path: &str, is_folder: bool) -> Option<&'a Pattern> {
    patterns.iter().rev().find(|pattern| matches(pattern, path, is_folder))
}

/// Whether a pattern, its sign aside, matches this very path.
pub(crate) fn matches(pattern: &Pattern, path: &str, is_folder: bool) -> bool {
    let name = path.rfind('/').map(|slash| slash + 1);
    let slashes = Mode::NO_MATCH_SLASH_LITERAL;
    pattern.matches_repo_relative_path(path.into(), name, Some(is_folder), Case::Sensitive, slashes)
}

/// The folder above a path; the root above a name.
pub(crate) fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// A name inside a folder, where the root is the empty string.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests {
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
                .filter_map(|path| rules.file(path).map(|hit| format!("{} <- {}", hit.path, hit.by)))
                .collect();
            assert_eq!(found, expected);
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
            let patterns: Vec<Pattern> = lines.iter().filter_map(|line| pattern(line)).collect();
            let found = last_match(&patterns, &path, is_folder).map(|pattern| !pattern.is_negative());
            proptest::prop_assert_eq!(found, expected(&text, &path, is_folder), "{:?} on {}", text, path);
        }
    }
}
