//! A codebase at rest.
//!
//! [`Codebase::to_bytes`] writes everything but the snapshot (which `source::store` keeps): magic, format version,
//! hash of the body, body. [`directory`] writes all of it as content-addressed files, to be read in pages. Nothing read is trusted: a hash
//! that does not fit, a newer format and another snapshot are different errors.

pub mod directory;

use crate::codebase::Codebase;
use crate::error::{FORMAT_VERSION, StorageError, check_version, damaged};
use crate::lists;
use call_graph::WholeGraph;
use search_index::SearchIndex;
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileId, Snapshot};

const MAGIC: [u8; 8] = *b"quarry-i";

/// The body. The large parts are bytes of their own, so that they are read without copying.
#[derive(Serialize, Deserialize)]
struct Body<'a> {
    snapshot: ContentHash,
    syntax_errors: Vec<(FileId, u32)>,
    #[serde(with = "serde_bytes", borrow)]
    graph: &'a [u8],
    #[serde(with = "serde_bytes", borrow)]
    index: &'a [u8],
}

impl Codebase {
    /// Everything but the snapshot. The same codebase has the same bytes on every host.
    ///
    /// # Errors
    /// [`StorageError::InPages`]: not all of it is in memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, StorageError> {
        let graph = self.whole_graph()?.to_bytes();
        let index = self.index().to_bytes().map_err(|_| StorageError::InPages)?;
        let snapshot = self.snapshot().id();
        let body = Body { snapshot, syntax_errors: self.syntax_errors().to_vec(), graph: &graph, index: &index };
        let mut bytes = postcard::to_stdvec(&body).expect("plain data of known length is written to memory");
        // Behind the body, where readers that know no lists leave them out.
        if let Some(lists) = self.lists() {
            let rows = lists.in_memory().ok_or(StorageError::InPages)?;
            bytes = postcard::to_extend(rows, bytes).expect("plain data of known length is written to memory");
        }
        Ok(seal(&bytes))
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote for this snapshot.
    pub fn from_bytes(bytes: &[u8], snapshot: Snapshot) -> Result<Self, StorageError> {
        let (body, behind): (Body<'_>, &[u8]) =
            postcard::take_from_bytes(unseal(bytes)?).map_err(damaged("where its parts end cannot be read"))?;
        if body.snapshot != snapshot.id() {
            return Err(StorageError::OtherSnapshot);
        }
        let pages = lists::read(behind, snapshot.files.len())?;
        Ok(Self::from_parts(snapshot, body.graph, body.index, body.syntax_errors)?.with_lists(pages))
    }

    fn from_parts(
        snapshot: Snapshot,
        graph: &[u8],
        index: &[u8],
        syntax_errors: Vec<(FileId, u32)>,
    ) -> Result<Self, StorageError> {
        let graph = WholeGraph::from_bytes(graph).map_err(damaged("its call graph cannot be read"))?;
        let index = SearchIndex::from_bytes(index).map_err(|error| StorageError::Damaged(error.to_string()))?;
        let files = snapshot.files.len() as u32;
        let known = |file: FileId| file.0 < files;
        let fits = graph.symbols().iter().all(|symbol| known(symbol.file))
            && graph.edges().iter().all(|edge| known(edge.file))
            && index.files().all(known)
            && syntax_errors.iter().all(|(file, _)| known(*file));
        if !fits {
            return Err(StorageError::Damaged("it names files that the repository does not have".to_owned()));
        }
        Ok(Self::assemble(snapshot, graph.into(), index, syntax_errors))
    }
}

/// Magic, version, hash, body.
fn seal(body: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &FORMAT_VERSION.to_le_bytes(), &ContentHash::of(body).0, body].concat()
}

fn unseal(bytes: &[u8]) -> Result<&[u8], StorageError> {
    let cut = || StorageError::Damaged("it is cut off".to_owned());
    let rest = bytes.strip_prefix(&MAGIC).ok_or(StorageError::NotAnIndex)?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    check_version(u32::from_le_bytes(*version))?;
    let (hash, body) = rest.split_first_chunk().ok_or_else(cut)?;
    match ContentHash::of(body) == ContentHash(*hash) {
        true => Ok(body),
        false => Err(StorageError::Damaged("its content was changed".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn comes_back_as_it_was() {
        let codebase = fixture::shop();
        let bytes = codebase.to_bytes().unwrap();
        let again = Codebase::from_bytes(&bytes, fixture::snapshot()).unwrap();
        assert_eq!(again.to_bytes().unwrap(), bytes);
        assert_eq!(again.search("retry payment", 5), codebase.search("retry payment", 5));
        assert_eq!(again.callers("total_price"), codebase.callers("total_price"));
    }

    #[test]
    fn each_sort_of_damage_has_its_own_words() {
        let bytes = fixture::shop().to_bytes().unwrap();
        let open = |bytes: &[u8]| Codebase::from_bytes(bytes, fixture::snapshot()).unwrap_err();
        assert_eq!(open(b"PK\x03\x04"), StorageError::NotAnIndex);
        assert!(matches!(open(&bytes[..9]), StorageError::Damaged(_)));
        assert!(matches!(open(&bytes[..bytes.len() - 1]), StorageError::Damaged(_)));
        let mut newer = bytes.clone();
        newer[8] = 99;
        assert_eq!(open(&newer), StorageError::Newer(99));
        let mut older = bytes.clone();
        older[8] = 0;
        assert_eq!(open(&older), StorageError::Older(0));
        let mut changed = bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(matches!(open(&changed), StorageError::Damaged(_)));
    }

    #[test]
    fn belongs_to_its_snapshot_only() {
        let bytes = fixture::shop().to_bytes().unwrap();
        let other = fixture::snapshot_of("//- a.py\nx = 1\n");
        assert_eq!(Codebase::from_bytes(&bytes, other).unwrap_err(), StorageError::OtherSnapshot);
    }
}
