//! Vectors of definitions, written to an index directory.

use super::write::{Writer, Written};
use super::{IndexFiles, MANIFEST, Manifest, VectorsFile, name_of};
use crate::{Codebase, StorageError};
use dense_search::Table;
use paging::cut;

/// Bytes of a page of vectors. A file's are never split.
const TARGET: usize = 128 * 1024;
/// What reports for people call them.
const VECTORS: &str = "vectors";
const VECTORS_HEAD: &str = "head of vectors";

impl<F: IndexFiles> Writer<'_, F> {
    /// Writes the chunks of vectors. `keys`: what names each file where tables are cut.
    pub(super) fn vectors(&mut self, table: &Table, keys: &[u32]) -> Result<VectorsFile, StorageError> {
        let before = self.stored;
        let mut sizes = vec![0; keys.len()];
        for row in table.rows() {
            sizes[row.file as usize] += table.bytes_of_row();
        }
        let pages = table.to_pages(&cut(keys.iter().copied().zip(sizes), TARGET));
        let hashes = self.part(VECTORS, pages.bytes.clone())?;
        let head = self.part(VECTORS_HEAD, vec![table.head(&pages, &hashes).to_bytes()])?[0];
        Ok(VectorsFile {
            model: table.by().model.clone(),
            dimensions: table.by().dimensions,
            definitions: table.len() as u32,
            wanted: table.wanted(),
            stored: self.stored - before,
            file: name_of(&head),
        })
    }
}

impl Codebase {
    /// Puts other vectors in an index directory that this codebase was written to, whose manifest this is: their chunks,
    /// then the manifest. Chunks that it does not name any more are left alone. Of what was [`Written`] only these parts and chunks are
    /// listed.
    ///
    /// # Errors
    /// The error of `files`, or a page would be larger than readers take.
    pub fn write_vectors(
        &self,
        manifest: &Manifest,
        table: &Table,
        files: &mut impl IndexFiles,
    ) -> Result<Written, StorageError> {
        let mut writer = Writer::new(files);
        let vectors = Some(writer.vectors(table, &self.path_keys())?);
        let manifest = Manifest { vectors, ..manifest.clone() };
        writer.files.write(MANIFEST, manifest.to_json()?.as_bytes()).map_err(StorageError::Files)?;
        Ok(Written { manifest, parts: writer.parts, chunks: writer.chunks.into_iter().collect() })
    }
}
