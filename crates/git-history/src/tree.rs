//! Folders as git stores them.

use crate::{GitError, ObjectId};

/// What is under a name in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// As octal digits in git: 100644, 100755, 120000, 160000, 40000.
    pub mode: u32,
    pub id: ObjectId,
}

impl Entry {
    pub fn is_folder(self) -> bool {
        self.mode == 0o040_000
    }

    /// The commit of another repository.
    pub fn is_submodule(self) -> bool {
        self.mode == 0o160_000
    }
}

/// The entries of a folder, as they are stored. A name that is no UTF-8 has replacement characters.
pub fn entries(id: ObjectId, data: &[u8]) -> Result<Vec<(String, Entry)>, GitError> {
    let mut rest = data;
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let (name, entry, after) =
            next(rest).ok_or_else(|| GitError::damaged(format!("the tree {id}"), "an entry is cut off"))?;
        entries.push((String::from_utf8_lossy(name).into_owned(), entry));
        rest = after;
    }
    Ok(entries)
}

/// The entry of this name.
pub fn named(id: ObjectId, data: &[u8], wanted: &str) -> Result<Option<Entry>, GitError> {
    let mut rest = data;
    while !rest.is_empty() {
        let (name, entry, after) =
            next(rest).ok_or_else(|| GitError::damaged(format!("the tree {id}"), "an entry is cut off"))?;
        if name == wanted.as_bytes() {
            return Ok(Some(entry));
        }
        rest = after;
    }
    Ok(None)
}

fn next(rest: &[u8]) -> Option<(&[u8], Entry, &[u8])> {
    let blank = rest.iter().take(8).position(|byte| *byte == b' ')?;
    let mode = u32::from_str_radix(std::str::from_utf8(&rest[..blank]).ok()?, 8).ok()?;
    let end = blank + rest[blank..].iter().position(|byte| *byte == 0)?;
    let id = rest.get(end + 1..end + 21)?;
    let id = ObjectId::from_bytes(id.try_into().expect("20 bytes"));
    Some((&rest[blank + 1..end], Entry { mode, id }, &rest[end + 21..]))
}
