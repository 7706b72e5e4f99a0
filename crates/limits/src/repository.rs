//! What is taken of a repository, a folder or an archive.

limits! {
    FILES: u64 = 100_000, Count, "Files in a repository",
        "The first in path order are taken; the others are listed as left out.";
    SOURCE_BYTES: u64 = 256 << 20, Bytes, "Text of all files together",
        "The first in path order are taken; the others are listed as left out.";
    FILE_BYTES: u64 = 1 << 20, Bytes, "One file",
        "The file is left out and listed with its size.";
    ARCHIVE_FILE_BYTES: u64 = 512 << 20, Bytes, "An archive as it is given",
        "The archive is refused with its size.";
    ARCHIVE_ENTRIES: u64 = 500_000, Count, "Entries of an archive, folders and skipped ones included",
        "The archive is refused with both numbers.";
    ARCHIVE_BYTES: u64 = 2 << 30, Bytes, "What an archive unpacks to, skipped entries included",
        "The archive is refused.";
    ARCHIVE_RATIO: u64 = 200, Ratio, "Expansion of an archive, judged once it has unpacked 16 MB",
        "The archive is refused as one that unpacks to far more than it holds.";
}

/// Unpacked bytes from which [`ARCHIVE_RATIO`] is judged: small archives of repetitive text exceed it.
pub const ARCHIVE_RATIO_FROM: u64 = 16 << 20;
