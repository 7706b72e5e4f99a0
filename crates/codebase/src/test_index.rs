//! The list of tests as two tables: on which lines of a file tests are, and which tests call something of a name.
//!
//! What a symbol's facts need of the list of tests, which of a large repository is the largest of all lists.

use crate::StorageError;
use paging::{Loaded, Missing, Pages, are_starts, cut, hash};
use serde::{Deserialize, Serialize};
use source::FileId;
use std::collections::BTreeMap;
use std::sync::Arc;
use survey::Entry;

/// Bytes of a page before compression.
const TARGET: usize = 8 * 1024;

/// Where a test is: its file, and the line of its name.
pub type TestPlace = (FileId, u32);

/// Where the pages begin.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TestLayout {
    /// First file of each page of lines; none in an index that has no such tables.
    pub line_starts: Vec<u32>,
    /// First name of each page of names.
    pub first_names: Vec<String>,
}

impl TestLayout {
    /// Whether these can be pages of so many files. None are, too.
    #[must_use]
    pub fn fits(&self, files: usize) -> bool {
        self.line_starts.is_empty() && self.first_names.is_empty()
            || are_starts(&self.line_starts, files as u32, u32::MAX) && self.first_names.is_sorted_by(|a, b| a < b)
    }
}

/// A name, and the tests that call something of it, in the order of the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Called {
    name: String,
    tests: Vec<TestPlace>,
}

/// The tables in pages, not compressed: of lines, and of names.
pub struct TestPages {
    pub layout: TestLayout,
    pub lines: Vec<Vec<u8>>,
    pub names: Vec<Vec<u8>>,
}

/// The pages of a list of tests, which is sorted by file. `keys`: a hash of each file's path.
pub fn write(tests: &[Entry], keys: &[u32]) -> TestPages {
    let mut lines: Vec<Vec<u32>> = vec![Vec::new(); keys.len()];
    let mut names: BTreeMap<&str, Vec<TestPlace>> = BTreeMap::new();
    for test in tests {
        lines[test.file.0 as usize].push(test.end_line);
        for name in &test.about {
            let called = names.entry(name).or_default();
            if called.last() != Some(&(test.file, test.end_line)) {
                called.push((test.file, test.end_line));
            }
        }
    }
    let names: Vec<Called> = names.into_iter().map(|(name, tests)| Called { name: name.to_owned(), tests }).collect();
    let line_starts = cut(keys.iter().copied().zip(lines.iter().map(|lines| 1 + 2 * lines.len())), TARGET);
    let size = |row: &Called| (hash(row.name.as_bytes()), row.name.len() + 3 + 4 * row.tests.len());
    let name_starts = if names.is_empty() { Vec::new() } else { cut(names.iter().map(size), TARGET) };
    TestPages {
        lines: pieces(&lines, &line_starts).map(to_bytes).collect(),
        names: pieces(&names, &name_starts).map(to_bytes).collect(),
        layout: TestLayout {
            first_names: name_starts.iter().map(|start| names[*start as usize].name.clone()).collect(),
            line_starts,
        },
    }
}

fn to_bytes<T: Serialize>(rows: &[T]) -> Vec<u8> {
    postcard::to_stdvec(rows).expect("plain data of known length is written to memory")
}

/// The rows of each page.
fn pieces<'a, T>(rows: &'a [T], starts: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
    (0..starts.len()).map(move |at| {
        let end = starts.get(at + 1).map_or(rows.len(), |end| *end as usize);
        &rows[starts[at] as usize..end]
    })
}

/// The tables of an index that is read in pages.
#[derive(Debug, Clone)]
pub struct TestIndex {
    files: u32,
    lines: Pages<Vec<u32>>,
    first_names: Arc<[String]>,
    /// One row a page.
    names: Pages<Vec<Called>>,
}

impl TestIndex {
    /// Of which no page is loaded. `tables`: the numbers under which missing lines and names are noted.
    pub fn unloaded(layout: &TestLayout, files: u32, tables: [u8; 2], missing: &Missing) -> Self {
        let names = layout.first_names.len() as u32;
        Self {
            files,
            lines: Pages::unloaded(tables[0], &layout.line_starts[..], files, missing.clone()),
            first_names: layout.first_names[..].into(),
            names: Pages::unloaded(tables[1], (0..names).collect::<Vec<_>>(), names, missing.clone()),
        }
    }

    /// Loads a page of lines.
    ///
    /// # Errors
    /// The bytes are no such page.
    pub fn load_lines(&self, page: u32, bytes: &[u8]) -> Result<(), StorageError> {
        let rows: Vec<Vec<u32>> = postcard::from_bytes(bytes).map_err(crate::error::damaged("lines of tests"))?;
        self.lines.load(page, rows).map_err(|_| inconsistent())
    }

    /// Loads a page of names.
    ///
    /// # Errors
    /// The bytes are no such page.
    pub fn load_names(&self, page: u32, bytes: &[u8]) -> Result<(), StorageError> {
        let rows: Vec<Called> = postcard::from_bytes(bytes).map_err(crate::error::damaged("names in tests"))?;
        let next = self.first_names.get(page as usize + 1);
        let in_place = rows.first().map(|row| &row.name) == self.first_names.get(page as usize)
            && rows.last().zip(next).is_none_or(|(row, next)| row.name < *next)
            && rows.is_sorted_by(|a, b| a.name < b.name);
        let known = |row: &Called| row.tests.iter().all(|(file, _)| file.0 < self.files);
        if !in_place || !rows.iter().all(known) {
            return Err(inconsistent());
        }
        self.names.load(page, vec![rows]).map_err(|_| inconsistent())
    }

    /// Whether a test of this file is on this line.
    ///
    /// # Errors
    /// The page is not loaded.
    pub fn is_test(&self, (file, line): TestPlace) -> Loaded<bool> {
        Ok(self.lines.get(file.0 as usize)?.is_some_and(|lines| lines.contains(&line)))
    }

    /// The tests that call something of this name.
    ///
    /// # Errors
    /// The page is not loaded.
    pub fn calling(&self, name: &str) -> Loaded<&[TestPlace]> {
        let Some(page) = self.first_names.partition_point(|first| first.as_str() <= name).checked_sub(1) else {
            return Ok(&[]);
        };
        let rows = self.names.get(page)?.map_or(&[][..], Vec::as_slice);
        let at = rows.binary_search_by(|row| row.name.as_str().cmp(name));
        Ok(at.map_or(&[][..], |at| &rows[at].tests))
    }
}

fn inconsistent() -> StorageError {
    StorageError::Damaged("a page of tests is inconsistent".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_by_line_and_by_what_they_call() {
        let test = |file, line, calls: &[&str]| {
            Entry::new(FileId(file), (line, line), "test", "").about(calls.iter().map(|name| (*name).to_owned()))
        };
        let list = [test(1, 4, &["save", "load"]), test(1, 9, &["load"]), test(3, 2, &["load"])];
        let pages = write(&list, &[7, 8, 9, 10]);
        assert!(pages.layout.fits(4));
        assert!(!TestLayout { line_starts: vec![0, 5], ..pages.layout.clone() }.fits(4), "a page past the last file");
        let index = TestIndex::unloaded(&pages.layout, 4, [0, 1], &Missing::default());
        assert!(index.is_test((FileId(1), 4)).is_err(), "not loaded");
        for (page, bytes) in (0..).zip(&pages.lines) {
            index.load_lines(page, bytes).unwrap();
        }
        for (page, bytes) in (0..).zip(&pages.names) {
            index.load_names(page, bytes).unwrap();
            assert!(index.load_names(page, &bytes[..bytes.len() - 1]).is_err(), "cut off");
        }
        let lines: Vec<u32> = (0..12).filter(|line| index.is_test((FileId(1), *line)) == Ok(true)).collect();
        assert_eq!(lines, [4, 9]);
        assert_eq!(index.calling("load").unwrap(), [(FileId(1), 4), (FileId(1), 9), (FileId(3), 2)]);
        assert_eq!([index.calling("a").unwrap(), index.calling("m").unwrap(), index.calling("z").unwrap()], [&[]; 3]);
        let none = write(&[], &[7]);
        assert!(none.names.is_empty() && none.layout.fits(1));
    }
}
