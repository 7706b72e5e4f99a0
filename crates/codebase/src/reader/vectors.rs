//! Vectors of definitions, read from an index directory.

use super::IndexSource;
use crate::storage::directory::{VectorsFile, hash_in, name_of, unpack};
use crate::{Codebase, StorageError};
use ::source::FileId;
use dense_search::{Head, Table};
use futures::stream::{self, StreamExt, TryStreamExt};
use limits::index::{HEAD_BYTES, PAGE_BYTES};

/// Pages fetched at a time.
const AT_A_TIME: usize = 16;

/// The head of the vectors of an index.
pub async fn read_head(file: &VectorsFile, source: &dyn IndexSource) -> Result<Head, StorageError> {
    let bytes = unpack(&source.read(&file.file).await?, &hash_in(&file.file)?, HEAD_BYTES)?;
    Head::from_bytes(&bytes).map_err(|error| StorageError::Vectors(error.to_string()))
}

/// The vectors of an index, for the definitions that this codebase of it has.
pub async fn read(file: &VectorsFile, source: &dyn IndexSource, codebase: &Codebase) -> Result<Table, StorageError> {
    let head = read_head(file, source).await?;
    let page = |hash| async move { unpack(&source.read(&name_of(&hash)).await?, &hash, PAGE_BYTES) };
    let pages: Vec<Vec<u8>> = stream::iter(head.pages().map(page)).buffered(AT_A_TIME).try_collect().await?;
    let symbols_of = |file: u32| codebase.index().symbols_of(FileId(file));
    Table::from_pages(&head, &pages, symbols_of).map_err(|error| StorageError::Vectors(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::listing;
    use crate::storage::directory::MANIFEST;
    use crate::{EmbeddedBy, IndexFiles, Manifest, MemoryIndexFiles, Quantised, Reader, Row, fixture};
    use ::source::ContentHash;
    use futures::executor::block_on;
    use futures::future::{LocalBoxFuture, ready};
    use std::collections::BTreeMap;
    use std::rc::Rc;

    struct Files(MemoryIndexFiles);

    impl IndexSource for Files {
        fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
            Box::pin(ready(IndexFiles::read(&self.0, name).map_err(StorageError::Files)))
        }
    }

    /// A vector for each definition, but for the last few.
    fn vectors(codebase: &Codebase, without: usize) -> Table {
        let by = EmbeddedBy {
            model: "m".into(),
            dimensions: 2,
            asked_dimensions: false,
            document_prefix: String::new(),
            query_prefix: String::new(),
        };
        let all = codebase.embeddable().unwrap();
        let mut table = Table::new(by, all.len() as u32);
        for (at, definition) in all[..all.len() - without].iter().enumerate() {
            let vector = Quantised::of(&[1.0, at as f32]).unwrap();
            let text = ContentHash::of(definition.path.as_bytes());
            let row = Row { file: definition.file.0, symbol: definition.symbol, text };
            table.push(row, (&vector.values, vector.scale)).unwrap();
        }
        table
    }

    fn open(files: &MemoryIndexFiles) -> Reader {
        block_on(Reader::open(Rc::new(Files(files.clone())))).unwrap()
    }

    #[test]
    fn vectors_come_back_and_all_else_is_as_without_them() {
        let codebase = fixture::shop();
        let table = vectors(&codebase, 0);
        let (mut with, plain) = (MemoryIndexFiles::default(), fixture::directory(&codebase));
        codebase.write_directory_with(&mut with, Some(&table)).unwrap();
        let reader = open(&with);
        assert_eq!(block_on(reader.vectors()).unwrap(), Some(table));
        assert_eq!(block_on(open(&plain).vectors()).unwrap(), None);
        // Every other file is the same, and the manifest but for one key: readers that know of no vectors take it.
        assert!(plain.0.iter().all(|(name, bytes)| name == MANIFEST || with.0[name] == *bytes));
        let manifest =
            |files: &MemoryIndexFiles| -> serde_json::Value { serde_json::from_slice(&files.0[MANIFEST]).unwrap() };
        let mut of_vectors = manifest(&with);
        assert!(of_vectors.as_object_mut().unwrap().remove("vectors").is_some());
        assert_eq!(of_vectors, manifest(&plain));
        let search = |codebase: &Codebase| codebase.search("retry payment", 5);
        assert_eq!(block_on(reader.ask(search)).unwrap(), codebase.search("retry payment", 5));
        assert_eq!(Codebase::read_directory(&with).unwrap().to_bytes(), codebase.to_bytes());
    }

    #[test]
    fn what_a_manifest_names_is_listed_apart() {
        let codebase = fixture::shop();
        let (mut with, plain) = (MemoryIndexFiles::default(), fixture::directory(&codebase));
        let written = codebase.write_directory_with(&mut with, Some(&vectors(&codebase, 0))).unwrap();
        let index = Files(with.clone());
        let mut names = block_on(listing::chunk_names(&index)).unwrap();
        assert_eq!(names, block_on(listing::chunk_names(&Files(plain))).unwrap());
        names.extend(block_on(listing::vector_names(&index)).unwrap());
        names.sort();
        assert_eq!(names, written.chunks);
        let sizes: BTreeMap<String, u64> =
            with.0.iter().map(|(name, bytes)| (name.clone(), bytes.len() as u64)).collect();
        assert_eq!(block_on(listing::check(&written.manifest, &index, &sizes)), Ok(()), "it can be published");
    }

    #[test]
    fn more_vectors_replace_those_of_the_manifest_alone() {
        let codebase = fixture::shop();
        let mut files = MemoryIndexFiles::default();
        let first = codebase.write_directory_with(&mut files, Some(&vectors(&codebase, 3))).unwrap();
        let about = first.manifest.vectors.clone().unwrap();
        assert_eq!(about.wanted - about.definitions, 3);
        let second = codebase.write_vectors(&first.manifest, &vectors(&codebase, 0), &mut files).unwrap();
        assert_eq!(second.manifest.vectors.as_ref().map(|about| about.definitions), Some(about.wanted));
        assert_eq!(Manifest { vectors: None, ..second.manifest }, Manifest { vectors: None, ..first.manifest });
        assert_eq!(block_on(open(&files).vectors()).unwrap(), Some(vectors(&codebase, 0)));
    }

    #[test]
    fn damaged_vectors_are_an_error_and_words_are_still_searched() {
        let codebase = fixture::shop();
        let mut files = MemoryIndexFiles::default();
        let written = codebase.write_directory_with(&mut files, Some(&vectors(&codebase, 0))).unwrap();
        let names = block_on(listing::vector_names(&Files(files.clone()))).unwrap();
        for name in &names {
            let mut damaged = files.clone();
            damaged.0.get_mut(name).unwrap()[6] ^= 1;
            let reader = open(&damaged);
            assert!(matches!(block_on(reader.vectors()), Err(StorageError::Damaged(_))), "{name}");
            assert!(!block_on(reader.ask(|codebase| codebase.search("retry payment", 5))).unwrap().is_empty());
        }
        let other =
            VectorsFile { file: written.manifest.head.file.clone(), ..written.manifest.vectors.clone().unwrap() };
        let manifest = Manifest { vectors: Some(other), ..written.manifest };
        files.write(MANIFEST, manifest.to_json().unwrap().as_bytes()).unwrap();
        assert!(matches!(block_on(open(&files).vectors()), Err(StorageError::Vectors(_))), "another file");
    }
}
