//! `.tar` and `.tar.gz`: headers one after the other in a stream.
//!
//! The `tar` crate reads the headers; its iterator borrows the archive and so cannot be held between two steps, which
//! is why the walk from header to header is here. Format: POSIX.1-2024 pax, with GNU long names.

use super::{ArchiveError, Budget, Entries, Head, Kind};
use crate::decode;
use ::tar::{EntryType, Header, PaxExtensions};
use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Error, ErrorKind, Read};

const BLOCK: usize = 512;

/// Longest extension header taken (a path is at most a few KiB).
const EXTENSION_MAX: u64 = 1 << 20;

enum Stream {
    Plain(Cursor<Vec<u8>>),
    Gz(Box<MultiGzDecoder<Cursor<Vec<u8>>>>),
    /// Only while being replaced.
    Gone,
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Plain(bytes) => bytes.read(room),
            Self::Gz(bytes) => bytes.read(room),
            Self::Gone => Ok(0),
        }
    }
}

pub(super) struct TarEntries {
    stream: Stream,
    budget: Budget,
    /// Bytes of the current entry's content, and of its padding, not read yet.
    content: u64,
    padding: u64,
    /// The bounds are checked on the first pass.
    checked: bool,
}

/// What extension headers say of the entry after them.
#[derive(Default)]
struct Extended {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

impl TarEntries {
    pub(super) fn plain(bytes: Vec<u8>, budget: Budget) -> Self {
        Self { stream: Stream::Plain(Cursor::new(bytes)), budget, content: 0, padding: 0, checked: false }
    }

    pub(super) fn compressed(bytes: Vec<u8>, budget: Budget) -> Self {
        let decoder = MultiGzDecoder::new(Cursor::new(bytes));
        Self { stream: Stream::Gz(Box::new(decoder)), budget, content: 0, padding: 0, checked: false }
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

    fn pass_over(&mut self) -> Result<(), ArchiveError> {
        let left = self.content.saturating_add(self.padding);
        (self.content, self.padding) = (0, 0);
        if let Stream::Plain(bytes) = &mut self.stream {
            let to = bytes.position().saturating_add(left);
            if to > bytes.get_ref().len() as u64 {
                return Err(ArchiveError::Truncated);
            }
            bytes.set_position(to);
            return Ok(());
        }
        let passed = std::io::copy(&mut (&mut self.stream).take(left), &mut std::io::sink()).map_err(failed)?;
        if passed == left { Ok(()) } else { Err(ArchiveError::Truncated) }
    }

    /// Reads to the very end, where gzip keeps the checksum.
    fn end(&mut self) -> Result<(), ArchiveError> {
        let mut room = [0; 8 * 1024];
        while !self.checked {
            match self.stream.read(&mut room).map_err(failed)? {
                0 => self.checked = true,
                read => self.charge(read as u64)?,
            }
        }
        Ok(())
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
    fn next(&mut self) -> Result<Option<Head>, ArchiveError> {
        let mut extended = Extended::default();
        loop {
            self.pass_over()?;
            let Some(header) = self.header()? else {
                self.end()?;
                return Ok(None);
            };
            let size = header.entry_size().map_err(|error| ArchiveError::Damaged(error.to_string()))?;
            match header.entry_type() {
                EntryType::GNULongName => extended.path = Some(self.extension(size)?),
                EntryType::XHeader => extended.take(&self.extension(size)?)?,
                EntryType::GNULongLink | EntryType::XGlobalHeader => self.begin(size)?,
                entry_type => {
                    let size = extended.size.unwrap_or(size);
                    let name = text_of(&extended.path.unwrap_or_else(|| header.path_bytes().into_owned()));
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
                    return Ok(Some(Head { name, kind, size }));
                }
            }
        }
    }

    fn read(&mut self) -> Result<Vec<u8>, ArchiveError> {
        let size = std::mem::take(&mut self.content);
        let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
        (&mut self.stream).take(size).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 == size { Ok(bytes) } else { Err(ArchiveError::Truncated) }
    }

    fn rewind(&mut self) {
        self.stream = match std::mem::replace(&mut self.stream, Stream::Gone) {
            Stream::Plain(bytes) => Stream::Plain(Cursor::new(bytes.into_inner())),
            Stream::Gz(decoder) => {
                Stream::Gz(Box::new(MultiGzDecoder::new(Cursor::new(decoder.into_inner().into_inner()))))
            }
            Stream::Gone => Stream::Gone,
        };
        (self.content, self.padding) = (0, 0);
    }
}

impl Extended {
    fn take(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        for extension in PaxExtensions::new(bytes) {
            let extension = extension.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
            match extension.key_bytes() {
                b"path" => self.path = Some(extension.value_bytes().to_vec()),
                b"size" => self.size = extension.value().ok().and_then(|size| size.parse().ok()),
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
