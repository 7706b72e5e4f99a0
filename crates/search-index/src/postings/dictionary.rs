//! The sorted terms, front-coded in blocks.

use super::varint;
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

    /// The ordinal of a term.
    pub fn find(&self, term: &str) -> Option<u32> {
        let (ordinal, found) = self.terms_from(term).next()?;
        (found == term.as_bytes()).then_some(ordinal)
    }

    /// The ordinals of terms with this prefix, with the terms' lengths, at most `limit`.
    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, usize)> {
        let range = self.terms_from(prefix).take_while(|(_, term)| term.starts_with(prefix.as_bytes()));
        range.take(limit).map(|(ordinal, term)| (ordinal, term.len())).collect()
    }

    /// The terms with this prefix, at most `limit`.
    pub fn terms_with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        let range = self.terms_from(prefix).take_while(|(_, term)| term.starts_with(prefix.as_bytes()));
        range.take(limit).filter_map(|(ordinal, term)| Some((ordinal, String::from_utf8(term).ok()?))).collect()
    }

    /// Every term in order, as bytes.
    pub fn terms(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.terms_of_blocks(0).map(|(_, term)| term)
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// True without any term.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Terms from the first that is not less than `term`.
    fn terms_from(&self, term: &str) -> impl Iterator<Item = (u32, Vec<u8>)> + '_ {
        let after = self.blocks.partition_point(|&start| self.first_of(start) <= term.as_bytes());
        let block = after.saturating_sub(1);
        let wanted = term.as_bytes().to_vec();
        self.terms_of_blocks(block).skip_while(move |(_, found)| *found < wanted)
    }

    fn first_of(&self, start: u32) -> &[u8] {
        let mut bytes = self.bytes.get(start as usize..).unwrap_or_default();
        let header = varint::read(&mut bytes).and_then(|_| varint::read(&mut bytes));
        bytes.get(..header.unwrap_or(0) as usize).unwrap_or_default()
    }

    fn terms_of_blocks(&self, block: usize) -> impl Iterator<Item = (u32, Vec<u8>)> + '_ {
        let start = self.blocks.get(block).map_or(self.bytes.len(), |&start| start as usize);
        let mut bytes = self.bytes.get(start..).unwrap_or_default();
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
}
