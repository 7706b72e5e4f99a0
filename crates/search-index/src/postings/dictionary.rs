//! The sorted terms, front-coded in blocks.

use super::varint;
use code_words::misspelt::Misspelt;
use serde::{Deserialize, Serialize};

/// Terms in a block. The first is written whole, the others as (length shared with the one before, rest).
const BLOCK: u32 = 16;

/// Term <-> ordinal. Terms are sorted by bytes; an ordinal is a term's place among them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Dictionary {
    count: u32,
    blocks: Vec<u32>,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

impl Dictionary {
    /// From sorted, unique terms.
    pub fn from_sorted<'a>(terms: impl Iterator<Item = &'a str>) -> Self {
        let mut dictionary = Self::default();
        let mut previous = "";
        for term in terms {
            let shared = match dictionary.count % BLOCK {
                0 => {
                    dictionary.blocks.push(dictionary.bytes.len() as u32);
                    0
                }
                _ => previous.bytes().zip(term.bytes()).take_while(|(a, b)| a == b).count(),
            };
            varint::write(&mut dictionary.bytes, shared as u32);
            varint::write(&mut dictionary.bytes, (term.len() - shared) as u32);
            dictionary.bytes.extend_from_slice(&term.as_bytes()[shared..]);
            dictionary.count += 1;
            previous = term;
        }
        dictionary
    }

    pub fn find(&self, term: &str) -> Option<u32> {
        let (ordinal, found) = self.terms_from(term).next()?;
        (found == term.as_bytes()).then_some(ordinal)
    }

    /// The terms with this prefix, at most `limit`.
    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        let range = self.terms_from(prefix).take_while(|(_, term)| term.starts_with(prefix.as_bytes()));
        range.take(limit).filter_map(|(ordinal, term)| Some((ordinal, String::from_utf8(term).ok()?))).collect()
    }

    /// The terms that a misspelt word may be meant for. Blocks that can hold none are passed over.
    pub fn near(&self, word: &Misspelt) -> Vec<(u32, String)> {
        let mut letter = [0; 4];
        let letter = word.first().encode_utf8(&mut letter).as_bytes();
        let first = self.blocks.partition_point(|&start| self.first_of(start) < letter).saturating_sub(1);
        let mut found = Vec::new();
        for block in first..self.blocks.len() {
            let low = self.first_of(self.blocks[block]);
            if low > letter && !low.starts_with(letter) {
                break;
            }
            let next = self.blocks.get(block + 1).map(|&start| std::str::from_utf8(self.first_of(start)));
            // Ends that are no text are damaged: they have no place among the terms.
            let (Ok(low), Ok(high)) = (std::str::from_utf8(low), next.transpose()) else { continue };
            if word.may_be_between(low, high) {
                let terms = self.terms_of_blocks(block).take(BLOCK as usize);
                let terms = terms.filter_map(|(ordinal, term)| Some((ordinal, String::from_utf8(term).ok()?)));
                found.extend(terms.filter(|(_, term)| word.is_near(term)));
            }
        }
        found
    }

    /// Every term in order, as bytes.
    pub fn terms(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.terms_of_blocks(0).map(|(_, term)| term)
    }

    /// Whether what was read is as [`from_sorted`](Self::from_sorted) writes it: every block where it should be and
    /// starting with a whole term, so that none grows on the one before without end; terms unique, sorted, UTF-8, and as
    /// many as `count`. `None` where it is not; the first and the last term, if there is one.
    pub fn check(&self) -> Option<Option<(String, String)>> {
        if self.blocks.len() != self.count.div_ceil(BLOCK) as usize {
            return None;
        }
        let (mut bytes, mut term) = (&self.bytes[..], Vec::new());
        let (mut first, mut before): (Option<String>, Option<String>) = (None, None);
        for ordinal in 0..self.count {
            let at = self.bytes.len() - bytes.len();
            let shared = varint::read(&mut bytes)? as usize;
            let starts_block = ordinal % BLOCK == 0;
            let in_place = !starts_block || (shared == 0 && self.blocks[(ordinal / BLOCK) as usize] as usize == at);
            let length = varint::read(&mut bytes)? as usize;
            let (rest, after) = bytes.split_at_checked(length)?;
            if !in_place || shared > term.len() {
                return None;
            }
            bytes = after;
            term.truncate(shared);
            term.extend_from_slice(rest);
            let text = std::str::from_utf8(&term).ok()?;
            if before.as_deref().is_some_and(|before| before >= text) {
                return None;
            }
            first.get_or_insert_with(|| text.to_owned());
            before = Some(text.to_owned());
        }
        bytes.is_empty().then(|| first.zip(before))
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Terms from the first that is not less than `term`.
    fn terms_from(&self, term: &str) -> impl Iterator<Item = (u32, Vec<u8>)> + '_ {
        let after = self.blocks.partition_point(|&start| self.first_of(start) <= term.as_bytes());
        let block = after.saturating_sub(1);
        let wanted = term.as_bytes().to_vec();
        self.terms_of_blocks(block).skip_while(move |(_, found)| *found < wanted)
    }

    fn first_of(&self, start: u32) -> &[u8] {
        // Damaged offsets and lengths lead to an empty term, which is found by no query.
        let mut bytes = self.bytes.get(start as usize..).unwrap_or(&[]);
        let header = varint::read(&mut bytes).and_then(|_| varint::read(&mut bytes));
        bytes.get(..header.unwrap_or(0) as usize).unwrap_or(&[])
    }

    fn terms_of_blocks(&self, block: usize) -> impl Iterator<Item = (u32, Vec<u8>)> + '_ {
        let start = self.blocks.get(block).map_or(self.bytes.len(), |&start| start as usize);
        // A damaged offset is that of no term.
        let mut bytes = self.bytes.get(start..).unwrap_or(&[]);
        let mut term = Vec::new();
        (block as u32 * BLOCK..self.count).map_while(move |ordinal| {
            let shared = varint::read(&mut bytes)? as usize;
            let length = varint::read(&mut bytes)? as usize;
            let (rest, after) = bytes.split_at_checked(length)?;
            bytes = after;
            term.truncate(shared);
            term.extend_from_slice(rest);
            Some((ordinal, term.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_term_and_no_other() {
        let mut terms: Vec<String> = (0..500).map(|n| format!("term{n}")).chain(["поиск".into(), "a".into()]).collect();
        terms.sort();
        let dictionary = Dictionary::from_sorted(terms.iter().map(String::as_str));
        for (ordinal, term) in terms.iter().enumerate() {
            assert_eq!(dictionary.find(term), Some(ordinal as u32), "{term}");
        }
        assert_eq!(dictionary.find("term"), None);
        assert_eq!(dictionary.find("zzz"), None);
        assert_eq!(dictionary.find(""), None);
        assert_eq!(dictionary.with_prefix("term49", 50).len(), 11);
        assert_eq!(Dictionary::default().find("a"), None);
    }

    #[test]
    fn what_is_not_as_it_is_written_is_unsound() {
        let words: Vec<String> = (100..400).map(|n| format!("w{n}")).collect();
        let sound = Dictionary::from_sorted(words.iter().map(String::as_str));
        assert_eq!(sound.check(), Some(Some(("w100".to_owned(), "w399".to_owned()))));
        assert_eq!(Dictionary::default().check(), Some(None));
        let changed = |change: &dyn Fn(&mut Dictionary)| {
            let mut changed = sound.clone();
            change(&mut changed);
            changed.check()
        };
        assert_eq!(changed(&|it| it.count = u32::MAX), None, "more terms than bytes");
        assert_eq!(changed(&|it| it.count -= 1), None);
        assert_eq!(changed(&|it| it.blocks[3] += 1), None);
        assert_eq!(changed(&|it| it.blocks.truncate(2)), None);
        assert_eq!(changed(&|it| it.bytes.push(0)), None);
        assert_eq!(changed(&|it| it.bytes[2] = b'x'), None, "no longer sorted");
        assert_eq!(changed(&|it| it.bytes[2] = 0xFF), None, "no text");
        // Each term the one before and a letter more: few bytes, and a thousand times as many written out.
        let growing = [&[0, 1, b'a'][..], &(1..100).flat_map(|n| [n, 1, b'a']).collect::<Vec<u8>>()].concat();
        assert_eq!(changed(&|it| (it.count, it.blocks, it.bytes) = (100, vec![0; 7], growing.clone())), None);
    }
}
