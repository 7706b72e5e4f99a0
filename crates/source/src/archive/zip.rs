//! `.zip`: entries by the central directory, deflated or stored.

use super::{ArchiveError, Budget, Entries, Head, Kind};
use ::zip::ZipArchive;
use ::zip::result::ZipError;
use rustc_hash::FxHashSet;
use std::io::{Cursor, ErrorKind, Read};

pub(super) struct ZipEntries {
    archive: ZipArchive<Cursor<Vec<u8>>>,
    budget: Budget,
    duplicates: Vec<String>,
    /// Index of the entry after the current one.
    next: usize,
    /// The bounds are checked on the first pass.
    checked: bool,
}

impl ZipEntries {
    pub(super) fn open(bytes: Vec<u8>, budget: Budget) -> Result<Self, ArchiveError> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| match error {
            ZipError::InvalidArchive(what) if what.contains("EOCD") || what.contains("end of central directory") => {
                ArchiveError::Truncated
            }
            other => failed(other),
        })?;
        let start = archive.central_directory_start();
        let archive_bytes = archive.into_inner().into_inner();
        let duplicates = duplicate_names(archive_bytes.get(start as usize..).unwrap_or_default());
        let archive = ZipArchive::new(Cursor::new(archive_bytes)).map_err(failed)?;
        Ok(Self { archive, budget, duplicates, next: 0, checked: false })
    }
}

impl Entries for ZipEntries {
    fn next(&mut self) -> Result<Option<Head>, ArchiveError> {
        if self.next >= self.archive.len() {
            self.checked = true;
            return Ok(None);
        }
        let file = self.archive.by_index_raw(self.next).map_err(failed)?;
        self.next += 1;
        if !self.checked {
            self.budget.charge(file.size())?;
        }
        if file.encrypted() {
            return Err(ArchiveError::Encrypted);
        }
        let kind = if file.is_dir() {
            Kind::Folder
        } else if file.is_symlink() || !is_read(file.compression()) {
            Kind::Other
        } else {
            Kind::File
        };
        Ok(Some(Head { name: name_of(file.name_raw(), file.name()), kind, size: file.size() }))
    }

    fn read(&mut self) -> Result<Vec<u8>, ArchiveError> {
        let file = self.archive.by_index(self.next.saturating_sub(1)).map_err(failed)?;
        let (name, size) = (file.name().to_owned(), file.size());
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
        // One byte more than declared is enough to see that the declaration lies.
        file.take(size + 1).read_to_end(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => ArchiveError::Truncated,
            _ => ArchiveError::Damaged(format!("`{name}`: {error}")),
        })?;
        if bytes.len() as u64 != size {
            return Err(ArchiveError::Damaged(format!("`{name}` is not as long as the archive says")));
        }
        Ok(bytes)
    }

    fn rewind(&mut self) {
        self.next = 0;
    }

    fn duplicates(&self) -> Vec<String> {
        self.duplicates.clone()
    }
}

fn is_read(method: ::zip::CompressionMethod) -> bool {
    matches!(method, ::zip::CompressionMethod::Stored | ::zip::CompressionMethod::Deflated)
}

/// Many tools write UTF-8 without saying so; what is not UTF-8 is read as the format says (code page 437).
fn name_of(raw: &[u8], by_the_book: &str) -> String {
    std::str::from_utf8(raw).unwrap_or(by_the_book).to_owned()
}

fn failed(error: ZipError) -> ArchiveError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ArchiveError::Encrypted
        }
        ZipError::Io(error) if error.kind() == ErrorKind::UnexpectedEof => ArchiveError::Truncated,
        other => ArchiveError::Damaged(other.to_string()),
    }
}

/// Names that occur more than once in the central directory; `zip` keeps the last entry of each name.
fn duplicate_names(mut directory: &[u8]) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let mut twice = Vec::new();
    while let Some(header) = directory.get(..46).filter(|header| header.starts_with(b"PK\x01\x02")) {
        let length = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let (name, rest) = (length(28), length(30) + length(32));
        let Some(raw) = directory.get(46..46 + name) else { break };
        if !seen.insert(raw) {
            twice.push(String::from_utf8_lossy(raw).into_owned());
        }
        directory = directory.get(46 + name + rest..).unwrap_or_default();
    }
    twice
}
