//! The difference of two texts as replaced stretches: small to store, and applied without a search.

use crate::diff::lines;
use serde::{Deserialize, Serialize};

/// A stretch of a text and what takes its place. Offsets are bytes of the text before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    /// Where the stretch begins.
    pub at: u32,
    /// Its length.
    pub remove: u32,
    /// What takes its place.
    pub insert: String,
}

/// A splice that does not fit its text: it overlaps another, or leaves the text or a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the stored edit at byte {at} does not fit the text")]
pub struct SpliceError {
    /// Where the stretch begins.
    pub at: u32,
}

/// What turns `before` into `after`, in order: whole lines, less what a replaced run of lines has in common at both ends.
pub fn between(before: &str, after: &str) -> Vec<Splice> {
    let (old, new) = (Offsets::of(before), Offsets::of(after));
    lines::changed_ranges(before, after)
        .into_iter()
        .map(|hunk| {
            let (removed, start) = old.slice(before, &hunk.before);
            let (inserted, _) = new.slice(after, &hunk.after);
            trimmed(start, removed, inserted)
        })
        .collect()
}

/// The text with all splices in place.
pub fn apply(text: &str, splices: &[Splice]) -> Result<String, SpliceError> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for splice in splices {
        let misfit = SpliceError { at: splice.at };
        let start = splice.at as usize;
        let kept = text.get(done..start).ok_or(misfit)?;
        let end = start.checked_add(splice.remove as usize).ok_or(misfit)?;
        text.get(start..end).ok_or(misfit)?;
        out.push_str(kept);
        out.push_str(&splice.insert);
        done = end;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// Where each line begins, and the text's length at the end.
struct Offsets(Vec<usize>);

impl Offsets {
    fn of(text: &str) -> Self {
        let mut at = 0;
        let mut starts = vec![0];
        starts.extend(text.split_inclusive('\n').map(|line| {
            at += line.len();
            at
        }));
        Self(starts)
    }

    fn slice<'a>(&self, text: &'a str, lines: &std::ops::Range<u32>) -> (&'a str, usize) {
        let (start, end) = (self.0[lines.start as usize], self.0[lines.end as usize]);
        (&text[start..end], start)
    }
}

fn trimmed(start: usize, removed: &str, inserted: &str) -> Splice {
    let pairs = removed.chars().zip(inserted.chars());
    let front: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (removed, inserted) = (&removed[front..], &inserted[front..]);
    let pairs = removed.chars().rev().zip(inserted.chars().rev());
    let back: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    Splice {
        at: (start + front) as u32,
        remove: (removed.len() - back) as u32,
        insert: inserted[..inserted.len() - back].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_only_what_differs() {
        let splices = between("a\nb c d\ne\n", "a\nb X d\ne\n");
        assert_eq!(splices, [Splice { at: 4, remove: 1, insert: "X".into() }]);
        assert_eq!(between("same", "same"), []);
    }

    #[test]
    fn refuses_what_does_not_fit() {
        let splice = |at, remove| Splice { at, remove, insert: String::new() };
        assert!(apply("abc", &[splice(2, 5)]).is_err());
        assert!(apply("aé", &[splice(2, 1)]).is_err());
        assert!(apply("abc", &[splice(1, 1), splice(0, 1)]).is_err());
        assert!(apply("abc", &[splice(u32::MAX, u32::MAX)]).is_err());
        assert_eq!(apply("abc", &[splice(1, 1)]).as_deref(), Ok("ac"));
    }

    proptest::proptest! {
        #[test]
        fn leads_from_one_text_to_the_other(before in "[ab\u{e9}\r\n]{0,40}", after in "[ab\u{e9}\r\n]{0,40}") {
            proptest::prop_assert_eq!(apply(&before, &between(&before, &after)), Ok(after));
        }
    }
}
