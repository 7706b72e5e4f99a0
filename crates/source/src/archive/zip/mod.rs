//! `.zip`: entries by the central directory, deflated or stored.
//!
//! The directory is read where it lies, one entry a step, so that opening costs the same however many entries there are
//! and nothing is kept of them. Format: PKWARE's APPNOTE 6.3, with ZIP64.

mod directory;
mod names;
mod write;

pub use write::{ZipTooLarge, write_zip};

use super::{ArchiveError, Budget, Entries, Head, Kind, Next, shown};
use directory::{Directory, Entry, u16_at};
use flate2::Crc;
use flate2::read::DeflateDecoder;
use std::io::{ErrorKind, Read};

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const LOCAL_HEADER: usize = 30;

pub(super) struct ZipEntries {
    bytes: Vec<u8>,
    directory: Directory,
    budget: Budget,
    /// Where the entry after the current one begins, and how many came before it.
    at: usize,
    passed: u64,
    current: Option<Entry>,
    /// The bounds are checked on the first pass.
    checked: bool,
}

impl ZipEntries {
    pub(super) fn open(bytes: Vec<u8>, budget: Budget) -> Result<Self, ArchiveError> {
        let directory = Directory::find(&bytes)?;
        if directory.entries > budget.limits.archive_entries {
            return Err(ArchiveError::TooManyEntries(budget.limits.archive_entries));
        }
        Ok(Self { at: directory.start, bytes, directory, budget, passed: 0, current: None, checked: false })
    }

    /// What an entry holds, as it lies in the archive.
    fn packed(&self, entry: &Entry) -> Result<&[u8], ArchiveError> {
        let start = entry.offset.checked_add(self.directory.before).and_then(|start| usize::try_from(start).ok());
        let header = start.and_then(|start| self.bytes.get(start..)).filter(|header| header.len() >= LOCAL_HEADER);
        let header = header.ok_or(ArchiveError::Truncated)?;
        if !header.starts_with(b"PK\x03\x04") {
            return Err(damaged(entry, "is not where the directory says"));
        }
        let skipped = LOCAL_HEADER + usize::from(u16_at(header, 26)) + usize::from(u16_at(header, 28));
        let content = header.get(skipped..).ok_or(ArchiveError::Truncated)?;
        let size = usize::try_from(entry.packed).ok();
        size.and_then(|size| content.get(..size)).ok_or(ArchiveError::Truncated)
    }
}

impl Entries for ZipEntries {
    fn next(&mut self) -> Result<Next, ArchiveError> {
        let Some((entry, after)) = self.directory.entry(&self.bytes, self.at)? else {
            // The count of an archive without ZIP64 has 16 bits.
            if self.passed != self.directory.entries && self.passed % 0x1_0000 != self.directory.entries {
                let why = format!("its directory has {} entries, not {}", self.passed, self.directory.entries);
                return Err(ArchiveError::Damaged(why));
            }
            self.checked = true;
            return Ok(Next::End);
        };
        (self.at, self.passed) = (after, self.passed + 1);
        if !self.checked {
            self.budget.charge(entry.size)?;
        }
        if entry.is_encrypted() {
            return Err(ArchiveError::Encrypted);
        }
        let kind = if entry.name.ends_with(['/', '\\']) {
            Kind::Folder
        } else if entry.is_link() || !matches!(entry.method, STORED | DEFLATED) {
            Kind::Other
        } else {
            Kind::File
        };
        let head = Head { name: entry.name.clone(), kind, size: entry.size };
        self.current = Some(entry);
        Ok(Next::Entry(head))
    }

    fn read(&mut self) -> Result<Vec<u8>, ArchiveError> {
        let Some(entry) = self.current.take() else { return Ok(Vec::new()) };
        let packed = self.packed(&entry)?;
        let mut bytes = Vec::with_capacity(entry.size.min(1 << 20) as usize);
        // One byte more than declared is enough to see that the declaration lies.
        let most = entry.size.saturating_add(1);
        let read = match entry.method {
            STORED => packed.take(most).read_to_end(&mut bytes),
            _ => DeflateDecoder::new(packed).take(most).read_to_end(&mut bytes),
        };
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => ArchiveError::Truncated,
            _ => damaged(&entry, &format!("cannot be unpacked: {error}")),
        })?;
        if bytes.len() as u64 != entry.size {
            return Err(damaged(&entry, "is not as long as the archive says"));
        }
        let mut sum = Crc::new();
        sum.update(&bytes);
        if sum.sum() == entry.checksum { Ok(bytes) } else { Err(damaged(&entry, "is not what its checksum says")) }
    }

    fn rewind(&mut self) {
        (self.at, self.passed, self.current) = (self.directory.start, 0, None);
    }
}

fn damaged(entry: &Entry, what: &str) -> ArchiveError {
    ArchiveError::Damaged(format!("`{}` {what}", shown(&entry.name)))
}
