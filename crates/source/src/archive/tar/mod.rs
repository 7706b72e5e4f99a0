//! `.tar` and `.tar.gz`: headers one after the other in a stream.
//!
//! The `tar` crate reads the headers; its iterator borrows the archive and so cannot be held between two steps, which
//! is why the walk from header to header is here. Format: POSIX.1-2024 pax, with GNU long names.

use super::{ArchiveError, Budget, Entries, Head, Kind, Next};
use crate::decode;
use ::tar::{EntryType, Header, PaxExtensions};
use members::Members;
use std::io::{Cursor, Error, ErrorKind, Read};

mod members;

const BLOCK: usize = 512;

/// Longest extension header taken (a path is at most a few KiB).
const EXTENSION_MAX: u64 = 1 << 20;

/// Most bytes that one step passes over.
const PIECE: u64 = 256 << 10;

enum Stream {
    Plain(Cursor<Vec<u8>>),
    Gz(Members),
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Plain(bytes) => bytes.read(room),
            Self::Gz(bytes) => bytes.read(room),
        }
    }
}

pub(super) struct TarEntries {
    stream: Stream,
    budget: Budget,
    /// Of the entry that comes next.
    extended: Extended,
    /// Bytes of the current entry's content, and of its padding, not read yet.
    content: u64,
    padding: u64,
    /// The end mark was read: what follows is not looked at.
    ended: bool,
    /// The bounds are checked on the first pass.
    checked: bool,
}

/// What extended headers set for the entry after them.
#[derive(Default)]
struct Extended {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

impl TarEntries {
    pub(super) fn plain(bytes: Vec<u8>, budget: Budget) -> Self {
        Self::over(Stream::Plain(Cursor::new(bytes)), budget)
    }

    pub(super) fn compressed(bytes: Vec<u8>, budget: Budget) -> Self {
        let members = Members::new(bytes, budget.limits.archive_members);
        Self::over(Stream::Gz(members), budget)
    }

    fn over(stream: Stream, budget: Budget) -> Self {
        let extended = Extended::default();
        Self { stream, budget, extended, content: 0, padding: 0, ended: false, checked: false }
    }

    fn charge(&mut self, bytes: u64) -> Result<(), ArchiveError> {
        if self.checked { Ok(()) } else { self.budget.charge(bytes) }
    }

    /// The next header, or None at the end mark.
    fn header(&mut self) -> Result<Option<Header>, ArchiveError> {
        self.charge(BLOCK as u64)?;
        let mut header = Header::new_old();
        self.stream.read_exact(header.as_mut_bytes()).map_err(failed)?;
        let bytes = header.as_bytes();
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        // The sum is taken with the checksum field read as spaces.
        let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
        let expected = sum(&bytes[..148]) + 8 * u32::from(b' ') + sum(&bytes[156..]);
        match header.cksum() {
            Ok(found) if found == expected => Ok(Some(header)),
            _ => Err(ArchiveError::Damaged("it is no tar archive, or a header's checksum is wrong".to_owned())),
        }
    }

    fn begin(&mut self, size: u64) -> Result<(), ArchiveError> {
        let padding = (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64;
        self.charge(size.saturating_add(padding))?;
        (self.content, self.padding) = (size, padding);
        Ok(())
    }

    /// Goes towards the next header; false where it is not there yet.
    fn pass_over(&mut self) -> Result<bool, ArchiveError> {
        let left = self.content.saturating_add(self.padding);
        if let Stream::Plain(bytes) = &mut self.stream {
            let to = bytes.position().saturating_add(left);
            if to > bytes.get_ref().len() as u64 {
                return Err(ArchiveError::Truncated);
            }
            bytes.set_position(to);
            (self.content, self.padding) = (0, 0);
            return Ok(true);
        }
        let piece = left.min(PIECE);
        let passed = std::io::copy(&mut (&mut self.stream).take(piece), &mut std::io::sink()).map_err(failed)?;
        if passed < piece {
            return Err(ArchiveError::Truncated);
        }
        self.padding = (left - piece).min(self.padding);
        self.content = left - piece - self.padding;
        Ok(left == piece)
    }

    /// Reads on to the very end, where gzip keeps the checksum.
    fn end(&mut self) -> Result<Next, ArchiveError> {
        self.ended = true;
        if self.checked {
            return Ok(Next::End);
        }
        let passed = std::io::copy(&mut (&mut self.stream).take(PIECE), &mut std::io::sink()).map_err(failed)?;
        self.charge(passed)?;
        self.checked = passed < PIECE;
        Ok(if self.checked { Next::End } else { Next::More })
    }

    fn entry(&mut self, header: &Header, size: u64) -> Result<Head, ArchiveError> {
        let extended = std::mem::take(&mut self.extended);
        let size = extended.size.unwrap_or(size);
        let name = text_of(&extended.path.unwrap_or_else(|| header.path_bytes().into_owned()));
        let entry_type = header.entry_type();
        let kind = match entry_type {
            EntryType::Directory => Kind::Folder,
            // Before POSIX a folder was a file with a slash at its end.
            EntryType::Regular | EntryType::Continuous if name.ends_with('/') => Kind::Folder,
            EntryType::Regular | EntryType::Continuous => Kind::File,
            _ => Kind::Other,
        };
        // Links may state the size of what they point at, but hold nothing.
        let holds = !matches!(entry_type, EntryType::Link | EntryType::Symlink);
        self.begin(if holds { size } else { 0 })?;
        Ok(Head { name, kind, size })
    }

    fn extension(&mut self, size: u64) -> Result<Vec<u8>, ArchiveError> {
        if size > EXTENSION_MAX {
            return Err(ArchiveError::Damaged("an extended header is too long".to_owned()));
        }
        self.begin(size)?;
        self.read()
    }
}

impl Entries for TarEntries {
    fn next(&mut self) -> Result<Next, ArchiveError> {
        if self.ended {
            return self.end();
        }
        if !self.pass_over()? {
            return Ok(Next::More);
        }
        let Some(header) = self.header()? else { return self.end() };
        let size = header.entry_size().map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        match header.entry_type() {
            EntryType::GNULongName => self.extended.path = Some(self.extension(size)?),
            EntryType::XHeader => {
                let extension = self.extension(size)?;
                self.extended.take(&extension)?;
            }
            EntryType::GNULongLink | EntryType::XGlobalHeader => self.begin(size)?,
            _ => return self.entry(&header, size).map(Next::Entry),
        }
        Ok(Next::More)
    }

    fn read(&mut self) -> Result<Vec<u8>, ArchiveError> {
        let size = std::mem::take(&mut self.content);
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
        (&mut self.stream).take(size).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 == size { Ok(bytes) } else { Err(ArchiveError::Truncated) }
    }

    fn rewind(&mut self) {
        match &mut self.stream {
            Stream::Plain(bytes) => bytes.set_position(0),
            Stream::Gz(members) => members.rewind(),
        }
        self.extended = Extended::default();
        (self.content, self.padding, self.ended) = (0, 0, false);
    }
}

impl Extended {
    fn take(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        for extension in PaxExtensions::new(bytes) {
            let extension = extension.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
            match extension.key_bytes() {
                b"path" => self.path = Some(extension.value_bytes().to_vec()),
                b"size" => {
                    let size = extension.value().ok().and_then(|size| size.parse().ok());
                    let wrong = || ArchiveError::Damaged("an extended header has a size that is no number".to_owned());
                    self.size = Some(size.ok_or_else(wrong)?);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A name as text, cut at its NUL; names that are not UTF-8 are read as windows-1252.
fn text_of(raw: &[u8]) -> String {
    let end = raw.iter().position(|byte| *byte == 0).unwrap_or(raw.len());
    decode::decode(raw[..end].to_vec())
        .map_or_else(|| String::from_utf8_lossy(&raw[..end]).into_owned(), |name| name.text)
}

fn failed(error: Error) -> ArchiveError {
    match error.kind() {
        ErrorKind::UnexpectedEof => ArchiveError::Truncated,
        _ => ArchiveError::Damaged(error.to_string()),
    }
}
