//! A table in pages.

use crate::{Missing, PageId};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Rows in pages. Clones share what is loaded.
#[derive(Debug, Clone)]
pub struct Pages<T> {
    table: u8,
    /// First row of each page, ascending.
    starts: Arc<[u32]>,
    rows: u32,
    pages: Arc<[OnceLock<Box<[T]>>]>,
    /// Where page faults are noted; `None` for a table that was made as a whole.
    missing: Option<Missing>,
}

/// A page with another number of rows than the table says it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit;

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self::whole(Vec::new())
    }
}

impl<T> Pages<T> {
    /// A table that is there.
    pub fn whole(rows: Vec<T>) -> Self {
        let (count, page) = (rows.len() as u32, OnceLock::from(rows.into_boxed_slice()));
        Self { table: 0, starts: [0].into(), rows: count, pages: [page].into(), missing: None }
    }

    /// A table of which nothing is loaded. `starts`: the first row of each page, ascending from 0.
    pub fn unloaded(table: u8, starts: impl Into<Arc<[u32]>>, rows: u32, missing: Missing) -> Self {
        let starts = starts.into();
        let pages = starts.iter().map(|_| OnceLock::new()).collect();
        Self { table, starts, rows, pages, missing: Some(missing) }
    }

    /// Number of rows, loaded or not.
    pub fn len(&self) -> usize {
        self.rows as usize
    }

    /// True without any row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// A row; `None` past the end, and where its page is missing.
    pub fn get(&self, row: usize) -> Option<&T> {
        let page = self.page_of(row)?;
        self.page(page)?.get(row - self.starts[page as usize] as usize)
    }

    /// The rows of a range that are there.
    pub fn range(&self, rows: Range<usize>) -> impl Iterator<Item = &T> {
        rows.filter_map(|row| self.get(row))
    }

    /// Which page holds a row.
    pub fn page_of(&self, row: usize) -> Option<u32> {
        let after = self.starts.partition_point(|start| *start as usize <= row);
        (row < self.len()).then_some(after.checked_sub(1)? as u32)
    }

    /// The rows of a page.
    pub fn page(&self, page: u32) -> Option<&[T]> {
        let rows = self.pages.get(page as usize)?.get();
        if let (None, Some(missing)) = (rows, &self.missing) {
            missing.note(PageId { table: self.table, page });
        }
        rows.map(|rows| &rows[..])
    }

    /// Row numbers of a page.
    pub fn rows_of(&self, page: u32) -> Range<usize> {
        let start = self.starts.get(page as usize).copied().unwrap_or(self.rows);
        let end = self.starts.get(page as usize + 1).copied().unwrap_or(self.rows);
        start as usize..end as usize
    }

    /// Number of pages.
    pub fn page_count(&self) -> u32 {
        self.pages.len() as u32
    }

    /// Puts a page in. One that is there already stays.
    ///
    /// # Errors
    /// The page does not exist or has another number of rows.
    pub fn load(&self, page: u32, rows: Vec<T>) -> Result<(), Misfit> {
        let slot = self.pages.get(page as usize).ok_or(Misfit)?;
        if rows.len() != self.rows_of(page).len() {
            return Err(Misfit);
        }
        // Whoever loaded it first loaded the same bytes.
        slot.get_or_init(|| rows.into_boxed_slice());
        Ok(())
    }

    /// Every row in order, of a table that was made [`whole`](Self::whole). `None` for one that is read in pages, even
    /// if all of them are loaded.
    pub fn in_memory(&self) -> Option<&[T]> {
        let only = self.pages.first().filter(|_| self.missing.is_none())?;
        only.get().map(|rows| &rows[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_noted_and_can_be_loaded() {
        let missing = Missing::default();
        let pages: Pages<char> = Pages::unloaded(3, [0, 2, 5], 6, missing.clone());
        assert_eq!((pages.get(0), pages.get(4), pages.get(3), pages.get(6)), (None, None, None, None));
        let wanted = missing.take();
        assert_eq!(wanted, [PageId { table: 3, page: 0 }, PageId { table: 3, page: 1 }]);
        assert_eq!(pages.load(1, vec!['a']), Err(Misfit));
        pages.load(1, vec!['c', 'd', 'e']).unwrap();
        assert_eq!(pages.get(4), Some(&'e'));
        assert_eq!(pages.range(0..5).collect::<String>(), "cde");
        assert_eq!(missing.take().len(), 1, "page 0 is still missing");
        assert_eq!(pages.rows_of(2), 5..6);
    }

    #[test]
    fn a_table_in_memory_misses_nothing() {
        let pages = Pages::whole(vec![1, 2, 3]);
        assert_eq!((pages.get(2), pages.get(3), pages.len()), (Some(&3), None, 3));
        assert_eq!(pages.in_memory(), Some(&[1, 2, 3][..]));
        assert!(Pages::<u8>::default().get(0).is_none());
    }
}
