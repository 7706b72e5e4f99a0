//! A [`Table`] at rest: a head, and pages of rows.
//!
//! A page names files by their distance from its first one, so that a page whose files did not change is the same bytes
//! after other files came or went.

use crate::table::{EmbeddedBy, Row, Table};
use limits::index::{VECTOR_BYTES, VECTORS};
use limits::model::DIMENSIONS;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use source::ContentHash;

/// The version of the format of heads and pages. A head of a newer one is not read.
pub const FORMAT_VERSION: u32 = 1;

/// Why stored vectors cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// Another build wrote them.
    #[error("the vectors are of format {0}, which this version cannot read")]
    Version(u32),
    /// They were damaged or are not what they claim to be.
    #[error("the vectors are damaged: {0}")]
    Damaged(&'static str),
}

/// What is known of the pages before they are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    by: EmbeddedBy,
    wanted: u32,
    pages: Vec<PageOf>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PageOf {
    /// Files are counted from this one on.
    first_file: u32,
    rows: u32,
    hash: ContentHash,
}

/// The pages of a table, written.
#[derive(Debug, Clone, PartialEq)]
pub struct Pages {
    /// Each page's bytes.
    pub bytes: Vec<Vec<u8>>,
    /// Of each page, its first file and its number of rows.
    firsts: Vec<(u32, u32)>,
}

#[derive(Serialize, Deserialize)]
struct Page {
    rows: Vec<StoredRow>,
    values: ByteBuf,
}

#[derive(Serialize, Deserialize)]
struct StoredRow {
    file: u32,
    symbol: u32,
    text: ContentHash,
    scale: f32,
}

impl Table {
    /// Bytes that a row takes, about.
    pub fn bytes_of_row(&self) -> usize {
        self.by().dimensions as usize + std::mem::size_of::<StoredRow>()
    }

    /// The rows as pages. `starts`: the number of the first file of each page, ascending from 0.
    pub fn to_pages(&self, starts: &[u32]) -> Pages {
        let mut pages = Pages { bytes: Vec::new(), firsts: Vec::new() };
        let mut at = 0;
        for (page, first_file) in starts.iter().enumerate() {
            let end = starts.get(page + 1).copied().unwrap_or(u32::MAX);
            let count = self.rows()[at..].iter().take_while(|row| row.file < end).count();
            if count > 0 {
                pages.bytes.push(self.page(at..at + count, *first_file));
                pages.firsts.push((*first_file, count as u32));
            }
            at += count;
        }
        pages
    }

    fn page(&self, rows: std::ops::Range<usize>, first_file: u32) -> Vec<u8> {
        let stored = |at: usize| {
            let Row { file, symbol, text } = self.rows()[at];
            StoredRow { file: file - first_file, symbol, text, scale: self.vector(at).1 }
        };
        let values = rows.clone().flat_map(|at| self.vector(at).0.iter().map(|value| value.cast_unsigned()));
        let page = Page { values: values.collect::<Vec<u8>>().into(), rows: rows.map(stored).collect() };
        postcard::to_stdvec(&page).expect("plain data of known length is written to memory")
    }

    /// The head of pages that are stored under these hashes.
    pub fn head(&self, pages: &Pages, hashes: &[ContentHash]) -> Head {
        let page = |(&(first_file, rows), &hash): (&(u32, u32), &ContentHash)| PageOf { first_file, rows, hash };
        let pages = pages.firsts.iter().zip(hashes).map(page).collect();
        Head { by: self.by().clone(), wanted: self.wanted(), pages }
    }

    /// The table of a head and the bytes of its pages, in order. `symbols_of`: how many definitions a file has; `None`
    /// for a number of no file.
    ///
    /// # Errors
    /// [`PageError::Damaged`].
    pub fn from_pages(
        head: &Head,
        pages: &[Vec<u8>],
        symbols_of: impl Fn(u32) -> Option<u32>,
    ) -> Result<Self, PageError> {
        let damaged = PageError::Damaged;
        let mut table = Self::new(head.by.clone(), head.wanted);
        let mut before = None;
        for (of, bytes) in head.pages.iter().zip(pages) {
            let page: Page = postcard::from_bytes(bytes).map_err(|_| damaged("a page cannot be read"))?;
            if page.rows.len() != of.rows as usize {
                return Err(damaged("a page has another number of rows than its head says"));
            }
            if page.values.len() != page.rows.len() * head.by.dimensions as usize {
                return Err(damaged("a page has another number of values than rows"));
            }
            let vectors = page.values.chunks_exact(head.by.dimensions as usize);
            for (stored, vector) in page.rows.iter().zip(vectors) {
                let file = of.first_file.checked_add(stored.file).ok_or(damaged("a file has no number"))?;
                if symbols_of(file).is_none_or(|symbols| stored.symbol >= symbols) {
                    return Err(damaged("a row names a definition that the index does not have"));
                }
                if before.replace((file, stored.symbol)) >= Some((file, stored.symbol)) {
                    return Err(damaged("its rows are not in order"));
                }
                if !stored.scale.is_normal() || stored.scale < 0.0 {
                    return Err(damaged("a scale is no number above 0"));
                }
                let values: Vec<i8> = vector.iter().map(|value| value.cast_signed()).collect();
                let row = Row { file, symbol: stored.symbol, text: stored.text };
                table.push(row, (&values, stored.scale)).map_err(|_| damaged("a vector has other dimensions"))?;
            }
        }
        Ok(table)
    }
}

impl Head {
    /// What the vectors are made by.
    pub fn by(&self) -> &EmbeddedBy {
        &self.by
    }

    /// How many definitions have a vector.
    pub fn rows(&self) -> usize {
        self.pages.iter().map(|page| page.rows as usize).sum()
    }

    /// The hashes of the pages, in order.
    pub fn pages(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.pages.iter().map(|page| page.hash)
    }

    /// The version and this, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(&(FORMAT_VERSION, self)).expect("plain data of known length is written to memory")
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// Another version wrote it, it is damaged, or it claims more than the limits allow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PageError> {
        let damaged = PageError::Damaged;
        let unreadable = |_| damaged("their head cannot be read");
        let (version, rest) = postcard::take_from_bytes::<u32>(bytes).map_err(unreadable)?;
        if version != FORMAT_VERSION {
            return Err(PageError::Version(version));
        }
        let head: Self = postcard::from_bytes(rest).map_err(unreadable)?;
        let rows: u64 = head.pages.iter().map(|page| u64::from(page.rows)).sum();
        let dimensions = u64::from(head.by.dimensions);
        if dimensions == 0 || dimensions > DIMENSIONS as u64 {
            return Err(damaged("their number of dimensions is beyond the limit"));
        }
        if rows > VECTORS as u64 || rows * dimensions > VECTOR_BYTES {
            return Err(damaged("there are more than the limit"));
        }
        Ok(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::table;

    fn stored(table: &Table, starts: &[u32]) -> (Head, Vec<Vec<u8>>) {
        let pages = table.to_pages(starts);
        let hashes: Vec<ContentHash> = pages.bytes.iter().map(|bytes| ContentHash::of(bytes)).collect();
        (Head::from_bytes(&table.head(&pages, &hashes).to_bytes()).unwrap(), pages.bytes)
    }

    #[test]
    fn comes_back_as_it_was_whatever_the_pages() {
        let table = table(&[&[0.0, 1.0], &[100.0, 1.0], &[1.0, 1.0], &[-1.0, 0.0], &[0.5, -2.0]]);
        for (starts, pages) in [(&[0][..], 1), (&[0, 1, 2], 3), (&[0, 2, 7], 2)] {
            let (head, bytes) = stored(&table, starts);
            assert_eq!((bytes.len(), head.rows(), head.pages().count()), (pages, 5, pages));
            assert_eq!(Table::from_pages(&head, &bytes, |file| (file < 3).then_some(2)).unwrap(), table);
        }
    }

    #[test]
    fn a_page_is_the_same_where_files_came_before_it() {
        let rows = table(&[&[0.0, 1.0], &[100.0, 1.0], &[1.0, 1.0], &[-1.0, 0.0]]);
        let mut moved = Table::new(rows.by().clone(), 4);
        for (at, row) in rows.rows().iter().enumerate() {
            moved.push(Row { file: row.file + 5, ..*row }, rows.vector(at)).unwrap();
        }
        assert_eq!(rows.to_pages(&[0, 1]).bytes[1], moved.to_pages(&[0, 5, 6]).bytes[1]);
    }

    #[test]
    fn damage_is_found() {
        let table = table(&[&[0.0, 1.0], &[100.0, 1.0], &[1.0, 1.0]]);
        let (head, pages) = stored(&table, &[0, 1]);
        let fails = |head: &Head, pages: &[Vec<u8>], symbols: u32| {
            Table::from_pages(head, pages, |file| (file < 2).then_some(symbols)).unwrap_err().to_string()
        };
        assert!(fails(&head, &pages, 1).contains("a definition that the index does not have"));
        assert!(fails(&head, &[pages[0][..9].to_vec(), pages[1].clone()], 2).contains("cannot be read"));
        let swapped = [pages[1].clone(), pages[0].clone()];
        assert!(fails(&head, &swapped, 2).contains("another number of rows"));
        let twice = Head { pages: vec![head.pages[0].clone(), head.pages[0].clone()], ..head.clone() };
        assert!(fails(&twice, &[pages[0].clone(), pages[0].clone()], 2).contains("not in order"));
        let mut scale = head.clone();
        scale.by.dimensions = 3;
        assert!(fails(&scale, &pages, 2).contains("another number of values"));
        let newer = postcard::to_stdvec(&(2u32, &head)).unwrap();
        assert_eq!(Head::from_bytes(&newer), Err(PageError::Version(2)));
        assert!(matches!(Head::from_bytes(&head.to_bytes()[..5]), Err(PageError::Damaged(_))));
        let mut many = head.clone();
        many.pages[0].rows = u32::MAX;
        assert!(matches!(Head::from_bytes(&many.to_bytes()), Err(PageError::Damaged("there are more than the limit"))));
    }
}
