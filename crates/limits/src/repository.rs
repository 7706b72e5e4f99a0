//! What is taken of a repository, a folder or an archive.

limits! {
    FILES: u64 = 100_000, Count, "Files in a repository",
        "The first in path order are taken; the others are listed as left out.";
    SOURCE_BYTES: u64 = 256 << 20, Bytes, "Text of all files together",
        "The first in path order are taken; the others are listed as left out.";
    FILE_BYTES: u64 = 1 << 20, Bytes, "One file",
        "The file is left out and listed with its size.";
    CODE_FILE_BYTES: u64 = 4 << 20, Bytes, "One file in a language that is parsed",
        "The file is left out and listed with its size.";
    ARCHIVE_FILE_BYTES: u64 = 512 << 20, Bytes, "An archive that the page is given; the command line takes what one may unpack to",
        "The archive is refused with its size.";
    ARCHIVE_ENTRIES: u64 = 500_000, Count, "Entries of an archive, folders and skipped ones included",
        "The archive is refused with both numbers.";
    ARCHIVE_BYTES: u64 = 2 << 30, Bytes, "What an archive unpacks to, skipped entries included",
        "The archive is refused.";
    ARCHIVE_RATIO: u64 = 200, Ratio, "Expansion of an archive, judged once it has unpacked 16 MB",
        "The archive is refused as one that unpacks to far more than it holds.";
    ARCHIVE_NAME_BYTES: u64 = 64 << 20, Bytes, "Names of all entries of an archive together",
        "The archive is refused.";
    ARCHIVE_MEMBERS: u64 = 100_000, Count, "Gzip members that a `.tar.gz` is made of",
        "The archive is refused.";
    FOLDER_DEPTH: usize = 128, Count, "Folders on the way to a file",
        "What lies deeper is left out, and the folder listed.";
    NOTEBOOK_DEPTH: usize = 64, Count, "Levels of lists and objects in a notebook",
        "The notebook is indexed as text, and listed.";
    IGNORE_FILE_BYTES: u64 = 1 << 20, Bytes, "One `.gitignore`",
        "None of its rules are applied; it is listed, as files that it names get in.";
    IGNORE_BYTES: u64 = 8 << 20, Bytes, "All `.gitignore` files together",
        "The first in path order are applied; the others are listed, as files that they name get in.";
    IGNORE_FILES: u64 = 20_000, Count, "`.gitignore` files",
        "The first in path order are applied; the others are listed, as files that they name get in.";
    IGNORE_PATTERNS: u64 = 200_000, Count, "Patterns of all `.gitignore` files together",
        "The first files in path order are applied; the others are listed, as files that they name get in.";
    COMPARISON_STEPS: u64 = 250_000, Count, "Steps of comparing one path with patterns",
        "The file or folder is left out and listed, as whether it is ignored is not known.";
    SELECTION_PATTERNS: usize = 1_000, Count, "Include patterns, and exclude patterns, of `quarry.toml` or flags",
        "The command is refused.";
}

/// Unpacked bytes from which [`ARCHIVE_RATIO`] is judged: small archives of repetitive text exceed it.
pub const ARCHIVE_RATIO_FROM: u64 = 16 << 20;
