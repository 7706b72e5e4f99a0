//! Texts, and which of them a given text begins with.

use crate::glob::Fuel;
use std::collections::BTreeMap;

/// Texts in order, each with numbers. Those that a text begins with lie on one chain: from the last that is not greater,
/// by way of the longest other text that each begins with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Prefixes(Vec<Prefix>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Prefix {
    text: Box<[u8]>,
    /// The longest other text that this one begins with.
    within: Option<u32>,
    numbers: Vec<u32>,
}

impl Prefixes {
    pub(super) fn new(texts: BTreeMap<Box<[u8]>, Vec<u32>>) -> Self {
        let mut prefixes: Vec<Prefix> = Vec::with_capacity(texts.len());
        // The chain of the text before.
        let mut open: Vec<u32> = Vec::new();
        for (place, (text, numbers)) in (0..).zip(texts) {
            while open.last().is_some_and(|last| !text.starts_with(&prefixes[*last as usize].text)) {
                open.pop();
            }
            prefixes.push(Prefix { text, within: open.last().copied(), numbers });
            open.push(place);
        }
        Self(prefixes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Calls `on` with the numbers of every text that `text` begins with.
    pub(super) fn of(&self, text: &[u8], fuel: &mut Fuel, on: &mut dyn FnMut(&[u32], &mut Fuel)) {
        let after = self.0.partition_point(|prefix| *prefix.text <= *text);
        let Some(nearest) = after.checked_sub(1) else { return };
        let shared = self.0[nearest].text.iter().zip(text).take_while(|(a, b)| a == b).count();
        fuel.burn(1 + shared as u64 / 8);
        let mut next = Some(nearest as u32);
        while let Some(prefix) = next.map(|place| &self.0[place as usize]) {
            if !fuel.burn(1) {
                return;
            }
            if prefix.text.len() <= shared {
                on(&prefix.numbers, fuel);
            }
            next = prefix.within;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_text_that_another_begins_with() {
        let texts = ["a", "ab", "abc", "abd", "b", "ba", "bab", "c"];
        let numbered = (0..).zip(texts).map(|(number, text)| (text.as_bytes().into(), vec![number]));
        let prefixes = Prefixes::new(numbered.collect());
        for text in ["abcd", "ab", "aa", "babel", "bz", "", "z", "abe"] {
            let mut found = Vec::new();
            prefixes.of(text.as_bytes(), &mut Fuel::new(1000), &mut |numbers, _| {
                found.extend(numbers.iter().map(|number| texts[*number as usize]));
            });
            found.sort_unstable();
            let expected: Vec<_> = texts.into_iter().filter(|prefix| text.starts_with(prefix)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
