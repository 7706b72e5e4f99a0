//! The types that a repository is about: those that most of its files name, that are large, and that others may use.

use crate::collected::{Collected, TypeRow};
use crate::file_row::FileRow;
use crate::{Entry, List};
use code_words::path::is_aside;
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// Types that an overview names.
pub const MOST: usize = 8;
/// Types that could be main ones: more, because calls count as well, and are known later.
const CANDIDATES: usize = 80;

/// A type that could be a main one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MainType {
    /// The type; its detail is its kind.
    pub entry: Entry,
    /// How much speaks for it, in [`steps`].
    pub weight: u32,
}

/// Quarter steps of the binary logarithm of `n + 1`, exact on every machine: 0 for 0, 4 for 1, 8 for 3.
pub fn steps(n: u32) -> u32 {
    u128::from(n.saturating_add(1)).pow(4).ilog2()
}

/// The name without the modules of Ruby around it.
fn last(row: &TypeRow) -> &str {
    row.name.rsplit('.').next().unwrap_or(&row.name)
}

#[inline(never)]
pub fn candidates(files: &[FileRow], collected: &Collected) -> Vec<MainType> {
    let path = |id: FileId| files.binary_search_by_key(&id, |file| file.id).map_or("", |at| files[at].path.as_str());
    let mut namesakes: BTreeMap<&str, u32> = BTreeMap::new();
    let own = || {
        let is_top =
            |row: &&TypeRow| !row.name.contains('.') || collected.sizes.contains_key(&(row.file, last(row).to_owned()));
        collected.types.iter().filter(is_top).filter(|row| row.word != "impl" && !is_aside(path(row.file)))
    };
    own().for_each(|row| *namesakes.entry(last(row)).or_default() += 1);
    let errors: BTreeSet<&str> =
        collected.pages[List::Errors as usize].iter().map(|entry| entry.name.as_str()).collect();
    let exported: BTreeSet<&str> = collected.pages[List::Api as usize]
        .iter()
        .filter(|entry| entry.about.first().is_some_and(|place| place == "package"))
        .map(|entry| entry.name.as_str())
        .collect();
    let mut found: Vec<MainType> = own()
        .filter(|row| !errors.contains(row.name.as_str()))
        .map(|row| {
            let shared = namesakes.get(last(row)).copied().unwrap_or(1).max(1);
            let (named, aside) = collected.mentions.of(last(row));
            let (size, is_public) =
                collected.sizes.get(&(row.file, last(row).to_owned())).copied().unwrap_or((1, false));
            let in_readme = collected.mentions.is_in_readme(last(row));
            let weight = 10 * steps(named.saturating_sub(1) / shared)
                + 6 * steps(aside / shared)
                + 8 * steps(size.min(800))
                + 30 * u32::from(is_public)
                + 40 * u32::from(exported.contains(last(row)))
                + 30 * u32::from(in_readme && shared == 1);
            let entry = Entry::new(row.file, (row.lines.1, row.lines.1), last(row), row.word);
            MainType { entry, weight }
        })
        .collect();
    found.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.entry.cmp(&b.entry)));
    found.truncate(CANDIDATES);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_with_the_logarithm() {
        assert_eq!([0, 1, 3, 7, 1023].map(steps), [0, 4, 8, 12, 40]);
        assert!(steps(5) > steps(3) && steps(u32::MAX) == 127);
    }
}
