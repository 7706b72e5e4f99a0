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

/// A page with another number of rows than its place in the table has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit;

/// A row was needed whose page is not loaded. The page was noted in [`Missing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageFault;

impl std::fmt::Display for PageFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a page that is needed is not loaded")
    }
}

impl std::error::Error for PageFault {}

/// What was read of a table in pages. `Loaded<Option<T>>` distinguishes what is not loaded (`Err`) from what does not exist
/// (`Ok(None)`).
pub type Loaded<T> = Result<T, PageFault>;

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self::whole(Vec::new())
    }
}

impl<T> Pages<T> {
    /// A table that is in memory.
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

    /// A row; `Ok(None)` past the end.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn get(&self, row: usize) -> Loaded<Option<&T>> {
        if row >= self.len() {
            return Ok(None);
        }
        let page = self.starts.partition_point(|start| *start as usize <= row).saturating_sub(1);
        Ok(self.page(page as u32)?.get(row - self.starts[page] as usize))
    }

    /// The rows of a page. A page past the last has none.
    ///
    /// # Errors
    /// The page is not loaded.
    pub fn page(&self, page: u32) -> Loaded<&[T]> {
        let Some(slot) = self.pages.get(page as usize) else { return Ok(&[]) };
        if let (None, Some(missing)) = (slot.get(), &self.missing) {
            missing.note(PageId { table: self.table, page });
        }
        slot.get().map(|rows| &rows[..]).ok_or(PageFault)
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

    /// Loads a page. One that is loaded already stays.
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

    /// [`Missing::faults`] of the index that the table belongs to; 0 of a table that was made as a whole.
    pub fn faults(&self) -> u64 {
        self.missing.as_ref().map_or(0, Missing::faults)
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
    fn a_fault_is_noted_and_the_page_can_be_loaded() {
        let missing = Missing::default();
        let pages: Pages<char> = Pages::unloaded(3, [0, 2, 5], 6, missing.clone());
        assert_eq!([0, 4, 3].map(|row| pages.get(row)), [Err(PageFault); 3]);
        assert_eq!(pages.get(6), Ok(None), "past the end nothing is missing");
        let wanted = missing.take();
        assert_eq!(wanted, [PageId { table: 3, page: 0 }, PageId { table: 3, page: 1 }]);
        assert_eq!(pages.load(1, vec!['a']), Err(Misfit));
        pages.load(1, vec!['c', 'd', 'e']).unwrap();
        assert_eq!(pages.get(4), Ok(Some(&'e')));
        assert_eq!((pages.page(1), pages.page(0)), (Ok(&['c', 'd', 'e'][..]), Err(PageFault)));
        assert_eq!(missing.take().len(), 1, "page 0 is still missing");
        assert_eq!(pages.rows_of(2), 5..6);
        assert_eq!((pages.faults(), missing.faults()), (4, 4), "those that were taken are counted");
    }

    #[test]
    fn a_table_in_memory_misses_nothing() {
        let pages = Pages::whole(vec![1, 2, 3]);
        assert_eq!((pages.get(2), pages.get(3), pages.len()), (Ok(Some(&3)), Ok(None), 3));
        assert_eq!(pages.in_memory(), Some(&[1, 2, 3][..]));
        assert_eq!(Pages::<u8>::default().get(0), Ok(None));
    }
}
