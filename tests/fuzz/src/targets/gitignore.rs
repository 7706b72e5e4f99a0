//! `.gitignore` files: what is ignored is what the `ignore` crate ignores, and no path costs more than its bound.

use crate::{Broken, Target};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use limits::repository::COMPARISON_STEPS;
use source::SkipReason;
use source::ignore::IgnoreRules;

pub const TARGET: Target = Target {
    name: "gitignore",
    dictionary: &[
        b"*", b"**", b"**/", b"/**", b"?", b"[ab]", b"[!a]", b"[a-c]", b"[", b"]", b"\\", b"!", b"#", b"/", b"\n", b" ",
        b"a", b"b", b"abc", b".py", b"*.py", b"a/", b"/a", b"\r\n", b"\0", "ü".as_bytes(), b"[[:alpha:]]",
    ],
    seeds: || vec![b"a/b.py\nabc/a/ab.py\n\0*.py\n!b.py\n/abc/\n".to_vec(), b"a/a/a\n\0**/a/**\na*a\n".to_vec()],
    check,
};

/// Paths, a line each, then a NUL and the patterns.
fn check(input: &[u8]) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(input);
    let (paths, patterns) = text.split_once('\0').unwrap_or(("a\nb/a.py\nabc/b/a\nüa/b", &text));
    let mut rules = IgnoreRules::default();
    rules.add("", patterns);
    let same = means_the_same(patterns).then(|| reference(patterns)).flatten();
    for path in paths.lines().filter_map(|line| source::RepoPath::parse(line).ok()).take(50) {
        let path = path.as_str();
        if path.matches('/').count() > 100 {
            continue;
        }
        let before = rules.steps();
        let found = rules.file(path);
        let (steps, most) = (rules.steps() - before, COMPARISON_STEPS * (2 + path.matches('/').count() as u64));
        if steps > most {
            return Err(format!("{path:?} took {steps} steps"));
        }
        if found.as_ref().is_some_and(|skipped| matches!(skipped.reason, SkipReason::TooManyRules { .. })) {
            continue;
        }
        let expected = same.as_ref().map(|same| ignores(same, path));
        if expected.is_some_and(|expected| expected != found.is_some()) {
            return Err(format!("{path:?} is ignored: {}, by the reference: {expected:?}", found.is_some()));
        }
    }
    Ok(())
}

/// Whether the crate reads these lines as git does. It differs in classes, which may hold a slash there; in runs of stars
/// within a name; in `**/` at the end, which takes files there; in escapes and broken lines; and in lines that begin or end in
/// what `lines` and spaces make of them.
fn means_the_same(patterns: &str) -> bool {
    patterns.lines().all(|line| {
        let bare = line.strip_prefix('!').unwrap_or(line);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "*?/.".contains(letter);
        let starred = |part: &str| part == "**" || !part.contains("**");
        bare.chars().all(plain) && !bare.ends_with("**/") && !bare.contains("//") && (line.is_empty() || !matches!(bare, "" | "/")) && bare.split('/').all(starred)
    })
}

/// As git asks: from the top down, and below an ignored folder nothing comes back.
fn ignores(reference: &Gitignore, path: &str) -> bool {
    let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    folders.any(|folder| reference.matched(folder, true).is_ignore()) || reference.matched(path, false).is_ignore()
}

fn reference(patterns: &str) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new("");
    for line in patterns.lines() {
        builder.add_line(None, line).ok()?;
    }
    builder.build().ok()
}
