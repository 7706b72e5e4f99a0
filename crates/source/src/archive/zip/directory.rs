//! The central directory: where it lies, and one entry of it.

use super::names;
use crate::archive::ArchiveError;

/// The record at the very end, without its comment, and the longest comment.
const END: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;
/// ZIP64's record, and what says where it is.
const END_64: usize = 56;
const LOCATOR_64: usize = 20;
const ENTRY: usize = 46;

/// Where entries are listed.
pub(super) struct Directory {
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many entries the archive says there are.
    pub(super) entries: u64,
    /// Bytes before the archive, such as a program that unpacks it: offsets do not count them.
    pub(super) before: u64,
}

/// One entry, as the directory has it.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) method: u16,
    pub(super) checksum: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    /// Of its own header.
    pub(super) offset: u64,
    flags: u16,
    made_by: u16,
    attributes: u32,
}

impl Directory {
    /// Looks for the directory from the end of the archive.
    pub(super) fn find(bytes: &[u8]) -> Result<Self, ArchiveError> {
        let at = end_record(bytes).ok_or(ArchiveError::Truncated)?;
        let record = &bytes[at..];
        if u16_at(record, 4) != u16_at(record, 6) {
            return Err(damaged("it is one part of several"));
        }
        let small = (u16_at(record, 10).into(), u32_at(record, 12).into(), u32_at(record, 16).into());
        let (end, (entries, size, offset)) = match end_64(bytes, at, small) {
            Some((end, large)) => (end, large),
            None => (at, small),
        };
        let start = usize::try_from(size).ok().and_then(|size| end.checked_sub(size)).ok_or(ArchiveError::Truncated)?;
        let before = (start as u64).checked_sub(offset).ok_or(ArchiveError::Truncated)?;
        if entries > size / ENTRY as u64 {
            return Err(damaged("its directory is too short for its entries"));
        }
        Ok(Self { start, end, entries, before })
    }

    /// The entry that begins at `at`, and where the next one begins; None at the end.
    pub(super) fn entry(&self, bytes: &[u8], at: usize) -> Result<Option<(Entry, usize)>, ArchiveError> {
        // Beyond the directory's end there is no entry.
        let rest = bytes.get(at..self.end).unwrap_or(&[]);
        // A signature of the directory may follow its entries.
        if !rest.starts_with(b"PK\x01\x02") {
            return Ok(None);
        }
        let too_short = || damaged("its directory is cut off");
        let header = rest.get(..ENTRY).ok_or_else(too_short)?;
        let [name_len, extra_len, comment_len] = [28, 30, 32].map(|at| usize::from(u16_at(header, at)));
        let name = rest.get(ENTRY..ENTRY + name_len).ok_or_else(too_short)?;
        let extra = rest.get(ENTRY + name_len..ENTRY + name_len + extra_len).ok_or_else(too_short)?;
        let mut entry = Entry {
            name: names::text_of(name, field(extra, names::UNICODE_PATH)),
            flags: u16_at(header, 8),
            method: u16_at(header, 10),
            checksum: u32_at(header, 16),
            packed: u32_at(header, 20).into(),
            size: u32_at(header, 24).into(),
            offset: u32_at(header, 42).into(),
            made_by: u16_at(header, 4),
            attributes: u32_at(header, 38),
        };
        entry.take_large_numbers(extra).ok_or_else(too_short)?;
        Ok(Some((entry, at + ENTRY + name_len + extra_len + comment_len)))
    }
}

impl Entry {
    pub(super) fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// As Unix has it, if the archive was made there.
    pub(super) fn is_link(&self) -> bool {
        const UNIX: u16 = 3;
        self.made_by >> 8 == UNIX && (self.attributes >> 16) & 0o170_000 == 0o120_000
    }

    /// ZIP64: of the numbers that do not fit, those that are missing, in this order. None where they are not there.
    fn take_large_numbers(&mut self, extra: &[u8]) -> Option<()> {
        const ZIP_64: u16 = 1;
        // Without the field there is no number to take, which is an error only where one is missing.
        let mut large = field(extra, ZIP_64).unwrap_or(&[]);
        for number in [&mut self.size, &mut self.packed, &mut self.offset] {
            if *number == u64::from(u32::MAX) {
                let (bytes, rest) = large.split_first_chunk()?;
                (*number, large) = (u64::from_le_bytes(*bytes), rest);
            }
        }
        Some(())
    }
}

/// The last record of an end whose comment is there.
fn end_record(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END)?;
    let first = last.saturating_sub(LONGEST_COMMENT);
    (first..=last).rev().find(|at| {
        let record = &bytes[*at..];
        record.starts_with(b"PK\x05\x06") && usize::from(u16_at(record, 20)) <= record.len() - END
    })
}

type Numbers = (u64, u64, u64);

/// Entries, size and offset by ZIP64's record, where the others do not fit.
fn end_64(bytes: &[u8], end: usize, small: Numbers) -> Option<(usize, Numbers)> {
    if small.0 != u64::from(u16::MAX) && small.1 != u64::from(u32::MAX) && small.2 != u64::from(u32::MAX) {
        return None;
    }
    let locator_at = end.checked_sub(LOCATOR_64)?;
    let locator = &bytes[locator_at..end];
    let recorded = locator.starts_with(b"PK\x06\x07").then(|| usize::try_from(u64_at(locator, 8)).ok())??;
    // Where something is before the archive it is not where it says, but before the locator.
    let places = [Some(recorded), locator_at.checked_sub(END_64)];
    places.into_iter().flatten().find_map(|at| {
        let record = bytes.get(at..at.checked_add(END_64)?)?;
        let numbers = (u64_at(record, 32), u64_at(record, 40), u64_at(record, 48));
        record.starts_with(b"PK\x06\x06").then_some((at, numbers))
    })
}

/// An extra field by its id.
fn field(mut extra: &[u8], wanted: u16) -> Option<&[u8]> {
    while let Some((header, rest)) = extra.split_first_chunk::<4>() {
        let content = rest.get(..usize::from(u16_at(header, 2)))?;
        if u16_at(header, 0) == wanted {
            return Some(content);
        }
        extra = &rest[content.len()..];
    }
    None
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

fn damaged(what: &str) -> ArchiveError {
    ArchiveError::Damaged(what.to_owned())
}
