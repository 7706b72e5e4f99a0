//! Include and exclude patterns: which part of a repository a person wants.
//!
//! Patterns are those of a `.gitignore` in the root: `docs/` is a folder anywhere, `/docs/` the one in the root,
//! `*.sql` a name anywhere, `src/**/gen` a path. They only ever narrow: what a `.gitignore`, a built-in rule or a limit
//! leaves out does not come back. An exclude pattern beats an include pattern, whatever their order.

use crate::SkipReason;
use crate::glob::{self, Fuel, Pattern, Subject};
use crate::ignore::{RuleList, parent};
use limits::repository::{COMPARISON_STEPS, SELECTION_PATTERNS};

/// Include and exclude patterns; the default takes everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Empty for everything.
    include: RuleList,
    /// In order: the last that matches decides.
    exclude: RuleList,
}

/// Why patterns were not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// A string that is not a pattern.
    #[error("`{pattern}` is no pattern: {why}")]
    NoPattern {
        /// As given.
        pattern: String,
        /// What is wrong with it, for people.
        why: &'static str,
    },
    /// More than are compared.
    #[error("there are more than {0} include or exclude patterns; name folders instead of files")]
    TooMany(usize),
}

impl Selection {
    /// With include patterns a file is taken only where one matches it or a folder above it. Where an exclude pattern
    /// matches a file or a folder above it, it is left out; one that begins with `!` takes files back, but nothing below
    /// a folder that is left out as a whole, as in a `.gitignore`.
    pub fn new(
        include: impl IntoIterator<Item = impl AsRef<str>>,
        exclude: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, SelectionError> {
        let include = all(include)?;
        if let Some(negative) = include.iter().find(|pattern| pattern.is_negative()) {
            let why = "an include pattern cannot begin with `!`; exclude it instead";
            return Err(SelectionError::NoPattern { pattern: negative.to_string(), why });
        }
        Ok(Self { include: RuleList::new(include), exclude: RuleList::new(all(exclude)?) })
    }

    /// Whether a file with this path is taken.
    pub fn takes(&self, path: &str) -> bool {
        self.leaves_out(path, false).is_none()
    }

    /// The topmost folder at or above `folder` that is left out as a whole, and why.
    pub(crate) fn folder<'a>(&self, folder: &'a str) -> Option<(&'a str, SkipReason)> {
        upwards(folder).rev().find_map(|folder| Some((folder, self.leaves_out(folder, true)?)))
    }

    /// Why a file in a folder that is not left out is left out.
    pub(crate) fn file(&self, path: &str) -> Option<SkipReason> {
        self.leaves_out(path, false)
    }

    fn leaves_out(&self, path: &str, is_folder: bool) -> Option<SkipReason> {
        let mut fuel = Fuel::new(COMPARISON_STEPS);
        let reason = self.leaves_out_with(path, is_folder, &mut fuel);
        if fuel.is_out() { Some(SkipReason::TooManyRules { steps: COMPARISON_STEPS }) } else { reason }
    }

    fn leaves_out_with(&self, path: &str, is_folder: bool, fuel: &mut Fuel) -> Option<SkipReason> {
        match self.exclude.last_match(path, is_folder, fuel) {
            Some(pattern) if !pattern.is_negative() => {
                return Some(SkipReason::Excluded { by: Some(pattern.to_string()) });
            }
            _ => {}
        }
        let included = self.include.len() == 0
            || self.include.last_match(path, is_folder, fuel).is_some()
            || upwards(parent(path)).any(|folder| self.include.last_match(folder, true, fuel).is_some())
            || (is_folder && self.include.iter().any(|pattern| may_match_below(pattern, path, fuel)));
        (!included).then_some(SkipReason::Excluded { by: None })
    }
}

fn all(given: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Vec<Pattern>, SelectionError> {
    let patterns = given.into_iter().map(|given| parse(given.as_ref())).take(SELECTION_PATTERNS + 1);
    let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
    if patterns.len() > SELECTION_PATTERNS { Err(SelectionError::TooMany(SELECTION_PATTERNS)) } else { Ok(patterns) }
}

/// A folder and all above it but the root, the deepest first.
fn upwards(folder: &str) -> impl DoubleEndedIterator<Item = &str> {
    let ends = folder.match_indices('/').map(|(at, _)| at).chain((!folder.is_empty()).then_some(folder.len()));
    ends.rev().map(|end| &folder[..end])
}

/// False only where nothing below the folder can match: then it need not be entered.
fn may_match_below(pattern: &Pattern, folder: &str, fuel: &mut Fuel) -> bool {
    let text = pattern.text();
    // A class or an escape may hold a slash.
    if pattern.subject() == Subject::Name || text.contains(['[', '\\']) {
        return true;
    }
    for (wanted, name) in text.split('/').zip(folder.split('/')) {
        if wanted.contains("**") {
            return true;
        }
        if !glob::matches(wanted.as_bytes(), name.as_bytes(), fuel) {
            return false;
        }
    }
    folder.split('/').count() < text.split('/').count()
}

fn parse(given: &str) -> Result<Pattern, SelectionError> {
    let fail = |why| SelectionError::NoPattern { pattern: given.to_owned(), why };
    if given.chars().any(char::is_control) {
        return Err(fail("it holds a control character"));
    }
    let (sign, bare) = given.strip_prefix('!').map_or(("", given), |bare| ("!", bare));
    // As a shell completes it; a person means the file there.
    let line = bare.strip_prefix("./").map_or_else(|| given.to_owned(), |rest| format!("{sign}/{rest}"));
    if bare.split('/').any(|part| part == "..") {
        return Err(fail("it leaves the repository"));
    }
    check_classes_and_escapes(bare).map_err(fail)?;
    if bare.trim().trim_matches('/').is_empty() {
        return Err(fail("it names nothing"));
    }
    let parsed = Pattern::parse(&line).ok_or_else(|| fail("it begins with `#`, as a comment does; write `\\#`"))?;
    debug_assert_eq!(parsed.is_negative(), sign == "!");
    Ok(parsed)
}

/// A class without an end and an escape of nothing would match nothing, silently.
fn check_classes_and_escapes(text: &str) -> Result<(), &'static str> {
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.next().is_none() {
            return Err("it ends in a backslash");
        }
        if letter == '[' && !skip_class(&mut letters) {
            return Err("a `[` has no `]`");
        }
    }
    Ok(())
}

/// Goes past the `]` of a class; false where there is none.
fn skip_class(letters: &mut std::str::Chars<'_>) -> bool {
    if let Some(rest) = letters.as_str().strip_prefix(['!', '^']) {
        *letters = rest.chars();
    }
    // One that comes first is a member.
    let mut first = true;
    while let Some(letter) = letters.next() {
        match letter {
            ']' if !first => return true,
            '\\' => drop(letters.next()),
            '[' if letters.as_str().starts_with(':') => match letters.as_str().find(":]") {
                Some(end) => *letters = letters.as_str()[end + 2..].chars(),
                None => return false,
            },
            _ => {}
        }
        first = false;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(include: &[&str], exclude: &[&str]) -> Selection {
        Selection::new(include, exclude).unwrap()
    }

    /// What is left out, as the builder would list it: the topmost folder, or the file.
    fn left_out(selection: &Selection, paths: &[&str]) -> Vec<String> {
        let refused = |path: &str, reason: SkipReason| format!("{path}: {reason}");
        let judge = |path: &&str| match selection.folder(parent(path)) {
            Some((folder, reason)) => Some(refused(folder, reason)),
            None => selection.file(path).map(|reason| refused(path, reason)),
        };
        paths.iter().filter_map(judge).collect()
    }

    #[test]
    fn without_patterns_everything_is_taken() {
        assert!(left_out(&Selection::default(), &["a.py", "docs/b.md"]).is_empty());
    }

    #[test]
    fn exclude_patterns_are_those_of_a_gitignore() {
        let selection = selection(&[], &["docs/", "/gen", "*.sql", "!keep.sql", "./web/a.js"]);
        assert_eq!(
            left_out(
                &selection,
                &["docs", "docs/a.md", "x/docs/deep/a.md", "gen/a.py", "x/gen/a.py", "a.sql", "x/keep.sql", "web/a.js"]
            ),
            [
                "docs: excluded by docs/",
                "x/docs: excluded by docs/",
                "gen: excluded by /gen",
                "a.sql: excluded by *.sql",
                "web/a.js: excluded by /web/a.js",
            ]
        );
    }

    #[test]
    fn include_patterns_narrow_and_exclude_beats_them() {
        let selection = selection(&["src/", "/tools/*/main.py", "*.md"], &["src/gen", "CHANGES.md"]);
        assert_eq!(
            left_out(
                &selection,
                &["src/a.py", "x/src/deep/a.py", "src/gen/a.py", "README.md", "CHANGES.md", "tools/a/main.py", "a.py"]
            ),
            [
                "src/gen: excluded by src/gen",
                "CHANGES.md: excluded by CHANGES.md",
                "a.py: no include pattern matches it"
            ]
        );
        assert_eq!(left_out(&selection, &["tools/a/b.py"]), ["tools/a/b.py: no include pattern matches it"]);
    }

    #[test]
    fn folders_that_cannot_hold_what_is_wanted_are_not_entered() {
        let wants = |include: &str, folder: &str| selection(&[include], &[]).folder(folder).is_none();
        assert!(wants("/packages/*/src", "packages") && wants("/packages/*/src", "packages/a"));
        assert!(wants("/packages/*/src", "packages/a/src/deep"));
        assert!(!wants("/packages/*/src", "docs") && !wants("/packages/*/src", "packages/a/test"));
        assert!(wants("src/**/gen", "src/any/where") && !wants("src/**/gen", "lib"));
        assert!(wants("**/gen", "lib/deep") && wants("*.py", "lib/deep") && wants("gen/", "lib/deep"));
        assert!(wants("[a/b]c/d", "a") && wants("a\\/b", "a"));
        assert!(!wants("/a.py", "lib"));
    }

    #[test]
    fn says_what_is_wrong_with_a_pattern() {
        let why = |pattern: &str| Selection::new([pattern; 0], [pattern]).unwrap_err().to_string();
        assert_eq!(why("[a-z"), "`[a-z` is no pattern: a `[` has no `]`");
        assert_eq!(why("[]"), "`[]` is no pattern: a `[` has no `]`");
        assert_eq!(why("a\\"), "`a\\` is no pattern: it ends in a backslash");
        assert_eq!(why("../x"), "`../x` is no pattern: it leaves the repository");
        assert_eq!(why(" "), "` ` is no pattern: it names nothing");
        assert_eq!(why("/"), "`/` is no pattern: it names nothing");
        assert_eq!(why("!"), "`!` is no pattern: it names nothing");
        assert!(why("#x").ends_with("as a comment does; write `\\#`"));
        assert!(why("a\nb").ends_with("it holds a control character"));
        let negative = Selection::new(["!a"], [""; 0]).unwrap_err().to_string();
        assert!(negative.contains("an include pattern cannot begin with `!`"));
        for sound in ["[]a]", "[!a]", "[[:alpha:]]x", "\\[", "a\\ ", "**", "*", "[\\]]"] {
            assert!(Selection::new([sound; 0], [sound]).is_ok(), "{sound}");
        }
    }
}
