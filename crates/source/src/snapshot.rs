//! The repository as one pack of text and a table of files.

use crate::{ContentHash, Language, RepoPath, embedded};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A file's index in [`Snapshot::files`]; files are sorted by path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(pub u32);

/// One file of a snapshot. Its text is `pack[offset .. offset + len]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Where the file is.
    pub path: RepoPath,
    /// The language, by the file's name.
    pub language: Language,
    /// The hash of the text as stored (UTF-8).
    pub hash: ContentHash,
    /// Byte offset in the pack.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
    /// Number of lines; a last line without a newline counts.
    pub lines: u32,
    /// Set where the bytes were not UTF-8: the encoding they were read as.
    pub decoded_from: Option<String>,
    /// The bytes began with a UTF-8 byte order mark, which the text does not hold. False where that is not known: in an index
    /// directory, and in what versions stored that did not note it.
    pub stripped_bom: bool,
}

/// Why an entry was left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// By a `.gitignore` of the repository.
    Ignored {
        /// Path of that `.gitignore`.
        by: String,
    },
    /// A folder that never holds sources (`.git`, `node_modules`, `target`, ...).
    VendoredFolder,
    /// Not text in any encoding that is read.
    Binary,
    /// Minified: lines far too long for a person.
    Minified,
    /// Says of itself that it was generated, or is a lock file.
    Generated,
    /// Larger than the limit for one file.
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The largest that is taken.
        limit: u64,
    },
    /// The path is absolute, leaves the repository, or cannot be shown.
    BadPath {
        /// What is wrong with it, for people.
        why: String,
    },
    /// A path that was there already; one of the two stays.
    Duplicate,
    /// A symbolic link or a device.
    NotAFile,
    /// Past a repository-wide limit: file count or total bytes. Files earlier in path order stay.
    OverLimit {
        /// The limit reached, in files or bytes.
        limit: u64,
    },
    /// The host could not read it.
    Unreadable {
        /// What happened, for people.
        why: String,
    },
    /// The person who indexed the repository did not want it.
    Excluded {
        /// The exclude pattern that matches; None where there are include patterns and none matches.
        by: Option<String>,
    },
    /// A `.gitignore` whose rules are not applied. The file itself may be there all the same, and so may be files that it
    /// names.
    RulesNotApplied {
        /// What is wrong with it, for people.
        why: String,
    },
    /// Comparing its path with the ignore rules takes too long, so whether it is ignored is not known.
    TooManyRules {
        /// Comparisons that were made before it was given up.
        steps: u64,
    },
    /// Not left out: it needed more than its share of parsing, so it is there as text, without symbols and calls.
    TookTooLong,
    /// Not left out: its parser returned nothing, or facts that do not fit the file, so it is there as text, without symbols
    /// and calls.
    ParserFailed {
        /// What is wrong with the result, for people.
        why: String,
    },
    /// Not left out: its parser met errors, so declarations around them may be missing.
    SyntaxErrors {
        /// How many.
        count: u32,
        /// The lines of the first ones, ascending.
        lines: Vec<u32>,
    },
}

impl SkipReason {
    /// A short name that groups reasons of a kind: `binary`, `ignored by .gitignore`.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Ignored { .. } => "ignored by .gitignore",
            Self::VendoredFolder => "dependencies or build output",
            Self::Binary => "binary",
            Self::Minified => "minified",
            Self::Generated => "generated",
            Self::TooLarge { .. } => "too large",
            Self::BadPath { .. } => "unsafe path",
            Self::Duplicate => "duplicate path",
            Self::NotAFile => "link or device",
            Self::OverLimit { .. } => "over the repository limit",
            Self::Unreadable { .. } => "unreadable",
            Self::Excluded { .. } => "excluded",
            Self::RulesNotApplied { .. } => "ignore rules not applied",
            Self::TooManyRules { .. } => "too many ignore rules to compare with",
            Self::TookTooLong => "took too long; indexed as text",
            Self::ParserFailed { .. } => "parser failed; indexed as text",
            Self::SyntaxErrors { .. } => "parsed in part",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ignored { by } => write!(f, "ignored by {by}"),
            Self::Excluded { by: Some(by) } => write!(f, "excluded by {by}"),
            Self::Excluded { by: None } => f.write_str("no include pattern matches it"),
            Self::TooLarge { bytes, limit } => write!(f, "too large: {bytes} bytes, the limit is {limit}"),
            Self::BadPath { why } | Self::Unreadable { why } | Self::ParserFailed { why } => {
                write!(f, "{}: {why}", self.label())
            }
            Self::RulesNotApplied { why } => {
                write!(f, "{}, as {why}; files that they name may be in the index", self.label())
            }
            Self::TooManyRules { steps } => write!(f, "{}: not done after {steps} steps", self.label()),
            Self::SyntaxErrors { count, lines } => {
                let (errors, word) = if *count == 1 { ("error", "line") } else { ("errors", "lines") };
                let shown: Vec<String> = lines.iter().map(u32::to_string).collect();
                let more = if *count as usize > lines.len() { " and more" } else { "" };
                write!(f, "{}: {count} syntax {errors}, {word} {}{more}", self.label(), shown.join(", "))
            }
            Self::OverLimit { limit } => write!(f, "{} of {limit}", self.label()),
            other => f.write_str(other.label()),
        }
    }
}

/// An entry that was left out, and why. A skipped folder is one entry for all that it holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Skipped {
    /// As given, cut where it is not fit to show.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}

/// A repository at one moment. Immutable; cheap to clone.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// What the person calls it: the dropped folder's or archive's name.
    pub name: String,
    /// Sorted by path, no path twice.
    pub files: Arc<[FileEntry]>,
    /// All text, file after file in table order. Not an `Arc<str>`, which could only be made of it by a copy.
    pub pack: Arc<String>,
    /// What was left out, sorted.
    pub skipped: Arc<[Skipped]>,
}

impl Snapshot {
    /// How many entries were skipped; files that were parsed in part are listed beside them, and not counted.
    pub fn skipped_count(&self) -> u32 {
        let is_skipped = |entry: &&Skipped| !matches!(entry.reason, SkipReason::SyntaxErrors { .. });
        self.skipped.iter().filter(is_skipped).count() as u32
    }

    /// The text of a file. Panics on an id of another snapshot.
    pub fn text(&self, file: FileId) -> &str {
        let entry = self.file(file);
        let start = entry.offset as usize;
        // Invariant of construction: files end between characters.
        self.pack.get(start..start + entry.len as usize).unwrap_or("")
    }

    /// The text of a file as its parser reads it ([`embedded::code_of`]). Panics on an id of another snapshot.
    pub fn code(&self, file: FileId) -> Cow<'_, str> {
        embedded::code_of(&self.file(file).path, self.text(file))
    }

    /// What of a file is searched ([`embedded::searched`]). Panics on an id of another snapshot.
    pub fn searched(&self, file: FileId) -> Cow<'_, str> {
        embedded::searched(&self.file(file).path, self.text(file))
    }

    /// The table row of a file. Panics on an id of another snapshot.
    pub fn file(&self, file: FileId) -> &FileEntry {
        &self.files[file.0 as usize]
    }

    /// The file at this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.files.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok().map(|i| FileId(i as u32))
    }

    /// Every file's id, in path order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The same repository with the texts of some files as they are in `changed`. `None` where that has a file that this one
    /// does not have, or all texts together would be longer than `most` bytes.
    pub fn with_texts_of(&self, changed: &Self, most: u64) -> Option<Self> {
        let mut new: Vec<Option<FileId>> = vec![None; self.files.len()];
        for id in changed.ids() {
            new[self.find(changed.file(id).path.as_str())?.0 as usize] = Some(id);
        }
        let (mut files, mut offset) = (Vec::with_capacity(self.files.len()), 0);
        for (entry, new) in self.files.iter().zip(&new) {
            let entry = new.map_or(entry, |id| changed.file(id));
            files.push(FileEntry { offset, ..entry.clone() });
            offset += u64::from(entry.len);
        }
        if offset > most {
            return None;
        }
        let mut pack = String::with_capacity(offset as usize);
        for (id, new) in self.ids().zip(&new) {
            pack.push_str(new.map_or_else(|| self.text(id), |id| changed.text(id)));
        }
        let skipped = Arc::clone(&self.skipped);
        Some(Self { name: self.name.clone(), files: files.into(), pack: Arc::new(pack), skipped })
    }

    /// Names the content: the same files with the same text have the same id, whatever the repository is called.
    pub fn id(&self) -> ContentHash {
        let mut bytes = Vec::with_capacity(self.files.len() * 48);
        for entry in self.files.iter() {
            bytes.extend_from_slice(entry.path.as_str().as_bytes());
            bytes.push(0);
            bytes.extend_from_slice(&entry.hash.0);
        }
        ContentHash::of(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, RepoPath, Snapshot, SnapshotBuilder, TopFolder};

    fn snapshot(files: &[(&str, &[u8])]) -> Snapshot {
        let mut builder = SnapshotBuilder::new("shop", Limits::default()).with_top(TopFolder::Keep);
        for (path, bytes) in files {
            builder.add(RepoPath::parse(path).unwrap(), bytes.to_vec()).unwrap();
        }
        builder.finish().unwrap()
    }

    #[test]
    fn some_texts_are_replaced_as_if_all_were_read_again() {
        let before = snapshot(&[("a.py", b"one\n"), ("b/c.py", b"two\n"), ("d.md", b"three")]);
        for (path, text) in [("a.py", &b"longer than before\n"[..]), ("b/c.py", b""), ("d.md", b"\xEF\xBB\xBFx\ny\n")] {
            let mut files = vec![("a.py", &b"one\n"[..]), ("b/c.py", b"two\n"), ("d.md", b"three")];
            files.iter_mut().filter(|file| file.0 == path).for_each(|file| file.1 = text);
            let (whole, now) = (snapshot(&files), before.with_texts_of(&snapshot(&[(path, text)]), 100).unwrap());
            assert_eq!((&now.files, &now.pack, &now.skipped), (&whole.files, &whole.pack, &whole.skipped));
            assert_eq!(now.name, "shop");
        }
    }

    #[test]
    fn a_new_file_and_too_much_text_are_refused() {
        let before = snapshot(&[("a.py", b"one\n")]);
        assert!(before.with_texts_of(&snapshot(&[("z.py", b"new\n")]), 100).is_none());
        assert!(before.with_texts_of(&snapshot(&[("a.py", b"12345")]), 4).is_none());
        assert!(before.with_texts_of(&snapshot(&[("a.py", b"1234")]), 4).is_some());
    }
}
