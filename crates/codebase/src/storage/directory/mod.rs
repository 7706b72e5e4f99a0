//! The index directory: `manifest.json` and files named by their content, to be put on any host.
//!
//! Every file but the manifest is a *chunk*: `<32 hex digits>.bin`, its name the hash of its bytes, so it never changes and
//! can be cached for ever. A chunk is raw deflate behind the length of what is inside (four bytes, little endian): hosts
//! need not compress. The manifest is written last and is the commit marker; it names the *head*, the chunk that lists
//! all others. The rest are pages of eleven tables, of some kilobytes each, of which a reader fetches what it
//! touches, and the snapshot's own table, which only a reader of the whole needs.
//!
//! Vectors of definitions, where there are any, are further chunks that the manifest alone names ([`VectorsFile`]): readers
//! that know nothing of them find what they expect.
//!
//! The same snapshot gives the same files on every host. After a change, only the pages it touches have new names.

mod chunk;
mod head;
mod manifest;
mod read;
mod vectors;
mod write;

pub(crate) use manifest::hash_in;
pub use manifest::{FORMAT, HeadFile, MANIFEST, Manifest, VectorsFile, parse_manifest};
pub use write::{PartSize, Written};

pub use chunk::{Chunk, name_of};
pub(crate) use chunk::{length_of, unpack};
pub(crate) use head::Head;
#[cfg(test)]
pub(crate) use head::HeadRow;

use std::collections::BTreeMap;

/// Where the files of an index are kept. Names are plain file names of letters, digits, `-` and `.`. Errors are
/// sentences for people.
pub trait IndexFiles {
    /// Writes or replaces a whole file.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Reads a whole file. A file that is not there is an error.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;

    /// Compresses pages, in their order: a host with threads does several at once.
    fn compress(&self, pages: &[Vec<u8>]) -> Vec<Chunk> {
        pages.iter().map(|page| Chunk::of(page)).collect()
    }
}

/// Files in memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryIndexFiles(pub BTreeMap<String, Vec<u8>>);

impl IndexFiles for MemoryIndexFiles {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("there is no file `{name}`"))
    }
}

/// The tables that are read in pages. Their numbers are part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Texts,
    Symbols,
    Names,
    Definitions,
    Chunks,
    Terms,
    /// A page for each list. Behind the others in the head, so that readers of versions before leave them out.
    Lists,
    /// What ranking knows of candidates without their pages. Behind the lists, for the same reason.
    Summaries,
    /// The terms without their postings. Behind the summaries, for the same reason.
    Words,
    /// Of the list of tests, the lines of each file, and which tests call something of a name.
    TestLines,
    TestNames,
}

impl Table {
    pub const ALL: [Self; 11] = [
        Self::Texts,
        Self::Symbols,
        Self::Names,
        Self::Definitions,
        Self::Chunks,
        Self::Terms,
        Self::Lists,
        Self::Summaries,
        Self::Words,
        Self::TestLines,
        Self::TestNames,
    ];

    /// Its name in reports for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Texts => "source text",
            Self::Symbols => "symbols and calls",
            Self::Names => "names",
            Self::Definitions => "definitions to rank",
            Self::Chunks => "pieces of text to rank",
            Self::Terms => "words and where they occur",
            Self::Lists => "lists",
            Self::Summaries => "summaries to rank",
            Self::Words => "words alone",
            Self::TestLines => "lines of tests",
            Self::TestNames => "names in tests",
        }
    }
}
