//! One pattern of a `.gitignore`, and whether it matches a path.
//!
//! The rules are git's (`wildmatch.c`, `gitignore(5)`), byte by byte. Matching takes no memory and goes back to the last
//! `*` and the last `**/` alone, as an earlier one can match nothing that a later one cannot; each step is paid for with
//! [`Fuel`], so that no pattern and no path can make it long.

use std::fmt;

mod class;

/// How many more steps may be taken for a path.
#[derive(Debug)]
pub(crate) struct Fuel(u64);

impl Fuel {
    pub(crate) fn new(steps: u64) -> Self {
        Self(steps)
    }

    /// Takes some steps off; false where fewer are left, and from then on.
    pub(crate) fn burn(&mut self, steps: u64) -> bool {
        self.0 = self.0.saturating_sub(steps);
        self.0 > 0
    }

    /// True once the steps ran out: a result found since then means nothing.
    pub(crate) fn is_out(&self) -> bool {
        self.0 == 0
    }

    /// How many steps are left.
    pub(crate) fn left(&self) -> u64 {
        self.0
    }
}

/// A line of a `.gitignore`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// Without the sign and without a slash at either end.
    text: Box<str>,
    /// Begins with `!`.
    negative: bool,
    /// Begins with a slash.
    anchored: bool,
    /// Ends in a slash.
    folders_only: bool,
}

/// What a pattern is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The last part of a path.
    Name,
    /// The path from the folder of the `.gitignore`.
    Path,
}

impl Pattern {
    /// None for a comment and for a line that names nothing.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let line = without_trailing_spaces(line);
        let (negative, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let escaped = line.starts_with("\\!") || line.starts_with("\\#");
        let line = if escaped && !negative { &line[1..] } else { line };
        let (anchored, line) = line.strip_prefix('/').map_or((false, line), |rest| (true, rest));
        let (folders_only, text) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let names_something = !text.bytes().all(|byte| byte.is_ascii_whitespace());
        names_something.then(|| Self { text: text.into(), negative, anchored, folders_only })
    }

    /// Without the sign and without a slash at either end.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// A slash at the start or within ties a pattern to the path.
    pub(crate) fn subject(&self) -> Subject {
        if self.anchored || self.text.contains('/') { Subject::Path } else { Subject::Name }
    }

    /// Whether it matches this very path, its sign aside. Means nothing where the fuel is out.
    pub(crate) fn matches(&self, path: &str, is_folder: bool, fuel: &mut Fuel) -> bool {
        let subject = match self.subject() {
            Subject::Path => path,
            Subject::Name => name_of(path),
        };
        (is_folder || !self.folders_only) && matches(self.text.as_bytes(), subject.as_bytes(), fuel)
    }

    /// What every match holds; None where nothing can match.
    pub(crate) fn literals(&self) -> Option<Literals<'_>> {
        let text = self.text.as_bytes();
        // Where the part without a wildcard began.
        let (mut at, mut start) = (0, 0);
        let (mut head, mut longest) = (None, "");
        while at < text.len() {
            let next = match text[at] {
                b'*' => {
                    let end = after_stars(text, at);
                    end + usize::from(crosses_slashes(text, at, end) && text.get(end) == Some(&b'/'))
                }
                b'[' => class::end(text, at)?,
                b'\\' if at + 1 == text.len() => return None,
                // Two bytes of one letter are not taken apart.
                b'\\' => at + 1 + self.text[at + 1..].chars().next().map_or(1, char::len_utf8),
                b'?' => at + 1,
                _ => {
                    at += 1;
                    continue;
                }
            };
            let part = &self.text[start..at];
            head = head.or(Some(part));
            longest = if part.len() > longest.len() { part } else { longest };
            (at, start) = (next, next);
        }
        let tail = &self.text[start..];
        let longest = if tail.len() > longest.len() { tail } else { longest };
        Some(Literals { head: head.unwrap_or(tail), tail, longest })
    }
}

/// Parts of a pattern without a wildcard. They are the whole text where it has none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Literals<'p> {
    /// Every match begins with it.
    pub(crate) head: &'p str,
    /// Every match ends in it.
    pub(crate) tail: &'p str,
    /// Every match holds it somewhere.
    pub(crate) longest: &'p str,
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |is: bool, sign| if is { sign } else { "" };
        write!(f, "{}{}{}", sign(self.negative, "!"), sign(self.anchored, "/"), self.text)?;
        f.write_str(sign(self.folders_only, "/"))
    }
}

/// The last part of a path.
pub(crate) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Trailing spaces do not count unless a backslash precedes them.
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

fn after_stars(pattern: &[u8], at: usize) -> usize {
    pattern[at..].iter().position(|byte| *byte != b'*').map_or(pattern.len(), |stars| at + stars)
}

/// Whether the stars from `start` to `end` are a `**` between slashes: any others are as good as one.
fn crosses_slashes(pattern: &[u8], start: usize, end: usize) -> bool {
    let alone_before = start == 0 || pattern[start - 1] == b'/';
    end - start > 1 && alone_before && matches!(pattern.get(end), None | Some(b'/'))
}

/// Where to go on when what follows a star does not match: behind the star, having passed over one byte or part more.
#[derive(Clone, Copy)]
struct Retry {
    pattern: usize,
    text: usize,
}

/// Whether a pattern matches the whole of `text`.
pub(crate) fn matches(pattern: &[u8], text: &[u8], fuel: &mut Fuel) -> bool {
    let (mut p, mut t) = (0, 0);
    // A `*` stays within a part of the path, so a slash in the pattern ends what can be retried for it.
    let (mut star, mut parts): (Option<Retry>, Option<Retry>) = (None, None);
    while fuel.burn(1) {
        if p == pattern.len() && t == text.len() {
            return true;
        }
        if pattern.get(p) == Some(&b'*') {
            let end = after_stars(pattern, p);
            if !crosses_slashes(pattern, p, end) {
                star = Some(Retry { pattern: end, text: t });
                p = end;
            } else if end == pattern.len() {
                return true;
            } else {
                (star, parts) = (None, Some(Retry { pattern: end + 1, text: t }));
                p = end + 1;
            }
            continue;
        }
        match one(pattern, p, text.get(t).copied(), fuel) {
            One::Matched { next } => {
                if text[t] == b'/' {
                    star = None;
                }
                (p, t) = (next, t + 1);
                continue;
            }
            One::Never => return false,
            One::Not => {}
        }
        if let Some(retry) = star.as_mut().filter(|retry| text.get(retry.text).is_some_and(|byte| *byte != b'/')) {
            retry.text += 1;
            (p, t) = (retry.pattern, retry.text);
        } else if let Some(retry) = &mut parts {
            let rest = &text[retry.text..];
            let Some(slash) = rest.iter().position(|byte| *byte == b'/') else { return false };
            fuel.burn(slash as u64 / 8);
            retry.text += slash + 1;
            star = None;
            (p, t) = (retry.pattern, retry.text);
        } else {
            return false;
        }
    }
    false
}

/// What became of one part of a pattern that is no star.
enum One {
    Matched {
        next: usize,
    },
    Not,
    /// The pattern is broken and matches nothing.
    Never,
}

fn one(pattern: &[u8], p: usize, byte: Option<u8>, fuel: &mut Fuel) -> One {
    let matched = |is: bool, next| if is { One::Matched { next } } else { One::Not };
    let (Some(wanted), Some(byte)) = (pattern.get(p), byte) else { return One::Not };
    match wanted {
        b'?' => matched(byte != b'/', p + 1),
        b'[' => match class::holds(pattern, p, byte) {
            Some((holds, next)) => {
                fuel.burn((next - p) as u64);
                matched(holds && byte != b'/', next)
            }
            None => One::Never,
        },
        b'\\' => pattern.get(p + 1).map_or(One::Never, |escaped| matched(*escaped == byte, p + 2)),
        literal => matched(*literal == byte, p + 1),
    }
}

#[cfg(test)]
mod tests;
