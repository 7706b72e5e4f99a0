//! The vectors of a repository's definitions, in memory.

use crate::quantised::{Quantised, dot};
use compact_sort::CompactSort;
use serde::{Deserialize, Serialize};
use source::ContentHash;
use std::collections::BTreeMap;

/// What vectors are made by. Only vectors of the same can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedBy {
    /// The provider's name of the model.
    pub model: String,
    /// The numbers of a vector.
    pub dimensions: u32,
    /// The number of dimensions was asked for, and is to be asked for again.
    pub asked_dimensions: bool,
    /// What the model wants in front of the text of a definition; often empty.
    pub document_prefix: String,
    /// The same of a query.
    pub query_prefix: String,
}

/// Whose vector it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// The file's number in its snapshot.
    pub file: u32,
    /// Which of the file's definitions, as the search index numbers them.
    pub symbol: u32,
    /// The text that was embedded.
    pub text: ContentHash,
}

/// A row and how near it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Whose vector it is.
    pub row: Row,
    /// The cosine of the angle between the vectors, but for rounding: from -1 to 1.
    pub similarity: f32,
}

/// A vector that has another number of dimensions than the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a vector has {found} dimensions, and {wanted} are wanted")]
pub struct Misfit {
    /// What it has.
    pub found: usize,
    /// What the others have.
    pub wanted: usize,
}

/// One vector for each definition that has one, ascending by file and definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    by: EmbeddedBy,
    rows: Vec<Row>,
    scales: Vec<f32>,
    /// Row after row.
    values: Vec<i8>,
    /// How many definitions were to have a vector.
    wanted: u32,
}

impl Table {
    /// Without rows. `wanted`: how many definitions are to have a vector.
    pub fn new(by: EmbeddedBy, wanted: u32) -> Self {
        Self { by, rows: Vec::new(), scales: Vec::new(), values: Vec::new(), wanted }
    }

    /// What its vectors are made by.
    pub fn by(&self) -> &EmbeddedBy {
        &self.by
    }

    /// How many definitions were to have a vector; fewer have one if making them was stopped.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// How many definitions have one.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True where none has.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows, ascending.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a row, which comes after those that it has.
    ///
    /// # Errors
    /// Its vector has another number of dimensions.
    pub fn push(&mut self, row: Row, vector: (&[i8], f32)) -> Result<(), Misfit> {
        let wanted = self.by.dimensions as usize;
        if vector.0.len() != wanted {
            return Err(Misfit { found: vector.0.len(), wanted });
        }
        debug_assert!(self.rows.last().is_none_or(|last| (last.file, last.symbol) < (row.file, row.symbol)));
        self.rows.push(row);
        self.scales.push(vector.1);
        self.values.extend_from_slice(vector.0);
        Ok(())
    }

    /// The integers and the scale of a row's vector.
    ///
    /// # Panics
    /// There is no such row.
    pub fn vector(&self, row: usize) -> (&[i8], f32) {
        let dimensions = self.by.dimensions as usize;
        (&self.values[row * dimensions..(row + 1) * dimensions], self.scales[row])
    }

    /// The vectors by the text that they are of, so that a text is not embedded again.
    pub fn by_text(&self) -> BTreeMap<ContentHash, (&[i8], f32)> {
        (0..self.rows.len()).map(|row| (self.rows[row].text, self.vector(row))).collect()
    }

    /// The `most` rows that are nearest to a vector, the nearest first; of equal ones the first rows.
    ///
    /// # Errors
    /// The vector has another number of dimensions than the rows.
    pub fn nearest(&self, query: &Quantised, most: usize) -> Result<Vec<Nearest>, Misfit> {
        let dimensions = self.by.dimensions as usize;
        if query.values.len() != dimensions {
            return Err(Misfit { found: query.values.len(), wanted: dimensions });
        }
        let products = self.values.chunks_exact(dimensions).map(|values| dot(&query.values, values));
        // One multiplication a row, and one by what all rows share.
        let similarity = |(product, scale): (i32, &f32)| product as f32 * *scale * query.scale;
        let mut scored: Vec<(f32, u32)> = products.zip(&self.scales).map(similarity).zip(0..).collect();
        let nearer = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if most > 0 && most < scored.len() {
            scored.select_nth_unstable_by(most - 1, nearer);
        }
        scored.truncate(most);
        scored.compact_sort_by(nearer);
        Ok(scored.into_iter().map(|(similarity, at)| Nearest { row: self.rows[at as usize], similarity }).collect())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A table with these vectors, all of a file.
    pub fn table(vectors: &[&[f32]]) -> Table {
        let by = EmbeddedBy {
            model: "m".into(),
            dimensions: vectors[0].len() as u32,
            asked_dimensions: false,
            document_prefix: String::new(),
            query_prefix: String::new(),
        };
        let mut table = Table::new(by, vectors.len() as u32);
        for (at, vector) in vectors.iter().enumerate() {
            let Quantised { values, scale } = Quantised::of(vector).unwrap();
            let row = Row { file: at as u32 / 2, symbol: at as u32 % 2, text: ContentHash::of(&[at as u8]) };
            table.push(row, (&values, scale)).unwrap();
        }
        table
    }

    fn order(table: &Table, query: &[f32], most: usize) -> Vec<(u32, u32)> {
        let found = table.nearest(&Quantised::of(query).unwrap(), most).unwrap();
        found.iter().map(|nearest| (nearest.row.file, nearest.row.symbol)).collect()
    }

    #[test]
    fn the_nearest_comes_first_whatever_its_length() {
        let table = table(&[&[0.0, 1.0], &[100.0, 1.0], &[1.0, 1.0], &[-1.0, 0.0]]);
        assert_eq!(order(&table, &[2.0, 0.1], 9), [(0, 1), (1, 0), (0, 0), (1, 1)]);
        assert_eq!(order(&table, &[2.0, 0.1], 2), [(0, 1), (1, 0)]);
        assert_eq!(order(&table, &[2.0, 0.1], 0), []);
        let found = table.nearest(&Quantised::of(&[-3.0, 0.0]).unwrap(), 4).unwrap();
        assert!((found[0].similarity - 1.0).abs() < 0.01 && found[3].similarity < -0.98, "{found:?}");
    }

    #[test]
    fn of_equal_rows_the_first_comes_first() {
        let table = table(&[&[1.0, 0.0], &[2.0, 0.0], &[0.0, 1.0], &[3.0, 0.0]]);
        assert_eq!(order(&table, &[1.0, 0.0], 2), [(0, 0), (0, 1)]);
    }

    #[test]
    fn another_number_of_dimensions_is_an_error() {
        let mut table = table(&[&[1.0, 0.0]]);
        let query = Quantised::of(&[1.0, 0.0, 0.0]).unwrap();
        assert_eq!(table.nearest(&query, 1), Err(Misfit { found: 3, wanted: 2 }));
        let row = Row { file: 9, ..table.rows()[0] };
        assert_eq!(table.push(row, (&query.values, query.scale)), Err(Misfit { found: 3, wanted: 2 }));
        assert_eq!(table.len(), 1);
    }
}
