//! What ranking knows of a candidate without its page: of a definition its kind, whether it is part of a
//! test and in which function it is written; of a piece
//! of text the definitions that start in it and the one around it.
//!
//! A search orders some two hundred candidates from all over a repository and shows ten. Their own pages would be most pages of
//! an index; this is two bytes a definition and about two a piece of text, most of them 0. Names are known from the postings
//! ([`Naming`](crate::postings::Naming)).

use crate::error::IndexError;
use crate::layout::SearchLayout;
use crate::postings::varint;
use facts::DefinitionKind;

/// By the number that a stored byte holds; new kinds go to the end.
const KINDS: [DefinitionKind; 13] = {
    use DefinitionKind::{
        Class, Component, Constructor, Enum, Field, Function, Interface, Lambda, Macro, Method, Module, TypeAlias,
        Variable,
    };
    [
        Module,
        Class,
        Interface,
        Enum,
        TypeAlias,
        Function,
        Method,
        Constructor,
        Lambda,
        Variable,
        Field,
        Macro,
        Component,
    ]
};
/// Set in the byte of a definition that is part of a test.
const TEST: u8 = 0x80;

/// What is known of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SymbolTraits {
    pub kind: DefinitionKind,
    /// Part of a test.
    pub is_test: bool,
}

impl SymbolTraits {
    /// As a summary holds it.
    pub fn to_byte(self) -> u8 {
        let kind = KINDS.iter().position(|kind| *kind == self.kind).expect("every kind has a number");
        kind as u8 | if self.is_test { TEST } else { 0 }
    }
}

/// The documents of one file. Definitions are numbered within it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FileSummary {
    symbols: Box<[SymbolTraits]>,
    /// By definition, the outermost function that it is written in.
    holders: Box<[Option<u32>]>,
    /// Definitions that start in a piece of text, piece after piece, and where each piece's end.
    starting: Box<[u32]>,
    ends: Box<[u32]>,
    /// By piece, the definition around it.
    around: Box<[Option<u32>]>,
}

impl FileSummary {
    pub fn symbol(&self, local: usize) -> Option<SymbolTraits> {
        self.symbols.get(local).copied()
    }

    /// The outermost function that a definition is written in.
    pub fn holder(&self, local: usize) -> Option<u32> {
        self.holders.get(local).copied().flatten()
    }

    /// The definitions that start in a piece of text, ascending.
    pub fn starting_in(&self, chunk: usize) -> &[u32] {
        let start = chunk.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0) as usize;
        self.ends.get(chunk).and_then(|end| self.starting.get(start..*end as usize)).unwrap_or(&[])
    }

    /// The definition around a piece of text.
    pub fn around(&self, chunk: usize) -> Option<u32> {
        self.around.get(chunk).copied().flatten()
    }
}

/// Reads the summaries of a page's files.
pub(crate) fn read(
    bytes: &[u8],
    files: std::ops::Range<usize>,
    layout: &SearchLayout,
) -> Result<Vec<FileSummary>, IndexError> {
    let mut left = bytes;
    let summaries: Option<Vec<FileSummary>> = files.map(|file| read_file(&mut left, file, layout)).collect();
    summaries.filter(|_| left.is_empty()).ok_or(IndexError::Inconsistent("summaries"))
}

fn read_file(left: &mut &[u8], file: usize, layout: &SearchLayout) -> Option<FileSummary> {
    let counts = layout.files.get(file)?;
    let (bytes, rest) = left.split_at_checked(counts.symbols as usize)?;
    *left = rest;
    let symbol =
        |byte: &u8| Some(SymbolTraits { kind: *KINDS.get((byte & !TEST) as usize)?, is_test: byte & TEST != 0 });
    let symbols: Box<[SymbolTraits]> = bytes.iter().map(symbol).collect::<Option<_>>()?;
    let known = |local: u32| (local < counts.symbols).then_some(local);
    let holder = |local: u32| match varint::read(left)? {
        0 => Some(None),
        distance => Some(Some(local.checked_sub(distance)?)),
    };
    let holders: Box<[Option<u32>]> = (0..counts.symbols).map(holder).collect::<Option<_>>()?;
    let (mut starting, mut ends, mut around) = (Vec::new(), Vec::new(), Vec::new());
    let mut expected = 0;
    for _ in 0..counts.chunks {
        for _ in 0..varint::read(left)? {
            let local = known(unzigzag(varint::read(left)?, expected)?)?;
            starting.push(local);
            expected = local + 1;
        }
        ends.push(starting.len() as u32);
        around.push(match varint::read(left)? {
            0 => None,
            number => Some(known(unzigzag(number - 1, expected)?)?),
        });
    }
    Some(FileSummary { symbols, holders, starting: starting.into(), ends: ends.into(), around: around.into() })
}

/// How far a number is from the expected one, small for both directions.
pub(crate) fn zigzag(number: u32, expected: u32) -> u32 {
    if number >= expected { (number - expected) << 1 } else { (expected - number) << 1 | 1 }
}

fn unzigzag(distance: u32, expected: u32) -> Option<u32> {
    let by = distance >> 1;
    if distance & 1 == 0 { expected.checked_add(by) } else { expected.checked_sub(by) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_come_back() {
        for (number, expected) in [(0, 0), (7, 3), (3, 7), (1 << 20, 0)] {
            assert_eq!(unzigzag(zigzag(number, expected), expected), Some(number));
        }
        assert_eq!(unzigzag(9, 2), None, "before the first");
    }

    #[test]
    fn every_kind_has_a_number() {
        let mut kinds = KINDS.to_vec();
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds.len(), KINDS.len());
        assert!(KINDS.len() <= TEST as usize);
    }
}
