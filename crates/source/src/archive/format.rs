//! The formats of archives, and why one is refused.

use crate::BuildError;

/// The archives that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.zip`.
    Zip,
    /// `.tar.gz`, `.tgz`.
    TarGz,
    /// `.tar`, not compressed.
    Tar,
}

/// The format by the first 512 bytes, else by the name; None where it is no archive that can be read.
pub fn detect(name: &str, start: &[u8]) -> Option<Format> {
    if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        Some(Format::Zip)
    } else if start.starts_with(&[0x1f, 0x8b]) {
        Some(Format::TarGz)
    } else if start.get(257..262) == Some(b"ustar") {
        Some(Format::Tar)
    } else {
        by_ending(name).map(|(_, format)| format)
    }
}

pub(super) fn without_ending(name: &str) -> &str {
    let ending = by_ending(name).map_or(0, |(ending, _)| ending.len());
    // A letter before the ending may be longer in lower case.
    name.get(..name.len() - ending).unwrap_or(name)
}

fn by_ending(name: &str) -> Option<(&'static str, Format)> {
    let lower = name.to_lowercase();
    ENDINGS.iter().find(|(ending, _)| lower.ends_with(ending)).copied()
}

const ENDINGS: &[(&str, Format)] =
    &[(".zip", Format::Zip), (".tar.gz", Format::TarGz), (".tgz", Format::TarGz), (".tar", Format::Tar)];

/// Why an archive was not taken. Each message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// Neither the content nor the name is one of a [`Format`].
    #[error("`{0}` is no .zip, .tar.gz or .tar file; unpack it and open the folder")]
    Unsupported(String),
    /// The bytes stop before the end that the format has.
    #[error("the archive ends too early: it was not downloaded or copied whole, get it again")]
    Truncated,
    /// What was read contradicts itself.
    #[error("the archive is damaged ({0}); get it again, or unpack it and open the folder")]
    Damaged(String),
    /// It can only be read with a password.
    #[error("the archive is encrypted; unpack it and open the folder")]
    Encrypted,
    /// More entries than [`Limits::archive_entries`](crate::Limits::archive_entries).
    #[error("the archive has more than {0} entries; unpack it and open the part you need")]
    TooManyEntries(u64),
    /// More than [`Limits::archive_bytes`](crate::Limits::archive_bytes).
    #[error("the archive unpacks to more than {} MiB; unpack it and open the part you need", .0 >> 20)]
    TooBig(u64),
    /// More than [`Limits::archive_ratio`](crate::Limits::archive_ratio).
    #[error("the archive unpacks to more than {0} times its size, as a zip bomb does; it was not opened")]
    Bomb(u64),
    /// More than [`Limits::archive_name_bytes`](crate::Limits::archive_name_bytes).
    #[error("the names in the archive take more than {} MiB; unpack it and open the part you need", .0 >> 20)]
    NamesTooLong(u64),
    /// Read in full, but nothing in it is a source file.
    #[error(transparent)]
    Build(#[from] BuildError),
}
