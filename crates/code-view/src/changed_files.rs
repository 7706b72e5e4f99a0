//! Proposed changes as an archive of the changed files, for a folder that the host cannot write to.

use crate::changes::{BaseError, base_text, entry, form};
use change_set::{ChangeSet, Overlay};
use codebase::Codebase;
use source::RepoPath;
use source::archive::{ZipTooLarge, write_zip};
use std::collections::BTreeMap;

/// The entry that says what an archive cannot hold.
const NOTE: &str = "changes-to-make-by-hand";

/// Why there is no archive of the changed files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangedFilesError {
    /// The text of a file could not be read.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The repository was imported anew since: the file as proposed would undo what changed in it meanwhile.
    #[error("`{0}` has changed since the run read it")]
    Stale(RepoPath),
    /// It does not fit the format.
    #[error(transparent)]
    TooLarge(#[from] ZipTooLarge),
}

/// A `.zip` of every file that the set changes, under its path and with the bytes that writing it to the folder would give.
///
/// What an archive cannot say is listed in a text beside them: files to delete, and files whose encoding is not written.
///
/// # Errors
/// See [`ChangedFilesError`].
pub fn changed_files(codebase: &Codebase, set: &ChangeSet) -> Result<Vec<u8>, ChangedFilesError> {
    let mut files = BTreeMap::new();
    let mut by_hand = Vec::new();
    for (path, overlay) in set.iter() {
        let (origin, text) = match overlay {
            Overlay::Untouched => continue,
            Overlay::Deleted { to } => {
                is_unchanged(codebase, set, path)?;
                match to {
                    None => by_hand.push(format!("delete {path}\n")),
                    // It is listed as a file to move.
                    Some(_) if encoding(codebase, path).is_some() => {}
                    Some(to) => by_hand.push(format!("delete {path} (it is now {to})\n")),
                }
                continue;
            }
            Overlay::Changed { text, from, .. } => (from.unwrap_or(path), Some(text.to_string())),
            Overlay::Moved { from, .. } => (from, None),
        };
        is_unchanged(codebase, set, origin)?;
        is_unchanged(codebase, set, path)?;
        if let Some(encoding) = encoding(codebase, origin) {
            let what = if origin == path { format!("change {path}") } else { format!("move {origin} to {path}") };
            by_hand.push(format!("{what}: it is encoded in {encoding}, so it is not in this archive\n"));
            continue;
        }
        let text = text.map_or_else(|| base_text(codebase, origin).map(|text| text.to_string()), Ok)?;
        files.insert(path.to_string(), form(codebase, origin).bytes(&text));
    }
    if !by_hand.is_empty() {
        files.insert(free_name(codebase, set), by_hand.concat().into_bytes());
    }
    Ok(write_zip(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?)
}

/// Whether the codebase has at a path what the set is based on.
fn is_unchanged(codebase: &Codebase, set: &ChangeSet, path: &RepoPath) -> Result<(), ChangedFilesError> {
    let now = entry(codebase, path).map(|entry| entry.hash);
    match set.base(path) {
        Some(base) if base != now => Err(ChangedFilesError::Stale(path.clone())),
        _ => Ok(()),
    }
}

/// The encoding of a file that is not UTF-8.
fn encoding<'c>(codebase: &'c Codebase, path: &RepoPath) -> Option<&'c str> {
    entry(codebase, path)?.decoded_from.as_deref()
}

/// A name for the note that no file has.
fn free_name(codebase: &Codebase, set: &ChangeSet) -> String {
    let is_free =
        |name: &String| codebase.snapshot().find(name).is_none() && set.iter().all(|(path, _)| path.as_str() != name);
    let mut names = (1..).map(|copy| if copy == 1 { format!("{NOTE}.txt") } else { format!("{NOTE}-{copy}.txt") });
    names.find(is_free).expect("there are more names than files")
}

#[cfg(test)]
mod tests {
    use super::*;
    use codebase::CodebaseBuilder;
    use source::{ContentHash, Limits, SnapshotBuilder, TopFolder};
    use std::io::{Cursor, Read};

    const FILES: [(&str, &[u8]); 6] = [
        ("src/crlf.py", b"\xef\xbb\xbfone\r\ntwo\r\nthree"),
        ("src/lamp.py", b"def light_up():\n    pass\n"),
        ("marked.cs", b"\xef\xbb\xbfclass A {}\r\n"),
        ("old.py", b"gone\n"),
        ("latin.txt", b"caf\xe9\n"),
        ("same.py", b"as it was\n"),
    ];

    fn path(raw: &str) -> RepoPath {
        RepoPath::parse(raw).unwrap()
    }

    fn codebase(files: &[(&str, &[u8])]) -> Codebase {
        let mut builder = SnapshotBuilder::new("lamps", Limits::default()).with_top(TopFolder::Keep);
        for (name, bytes) in files {
            builder.add(path(name), bytes.to_vec()).unwrap();
        }
        CodebaseBuilder::new(builder.finish().unwrap()).finish()
    }

    fn hash(codebase: &Codebase, name: &str) -> Option<ContentHash> {
        entry(codebase, &path(name)).map(|entry| entry.hash)
    }

    /// The files of an archive, as a reader of others reads them.
    fn unpacked(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
        let file = |name: String| {
            let mut bytes = Vec::new();
            archive.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
            (name, bytes)
        };
        let mut files: Vec<_> = names.into_iter().map(file).collect();
        files.sort();
        files
    }

    #[test]
    fn it_holds_the_bytes_that_writing_would_give() {
        let codebase = codebase(&FILES);
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.write(&path("src/crlf.py"), hash(&codebase, "src/crlf.py"), "one\r\n2\r\nthree").unwrap();
        proposal.rename(&path("marked.cs"), hash(&codebase, "marked.cs"), &path("lib/moved.cs"), None).unwrap();
        proposal.rename(&path("latin.txt"), hash(&codebase, "latin.txt"), &path("latin-1.txt"), None).unwrap();
        proposal.delete(&path("old.py"), hash(&codebase, "old.py")).unwrap();
        proposal.create(&path("new.py"), None, "new = 1\n").unwrap();
        let found = unpacked(changed_files(&codebase, proposal.set()).unwrap());
        let note = "move latin.txt to latin-1.txt: it is encoded in windows-1252, so it is not in this archive\n\
            delete marked.cs (it is now lib/moved.cs)\ndelete old.py\n";
        let expected: [(&str, &[u8]); 4] = [
            ("changes-to-make-by-hand.txt", note.as_bytes()),
            ("lib/moved.cs", b"\xef\xbb\xbfclass A {}\r\n"),
            ("new.py", b"new = 1\n"),
            ("src/crlf.py", b"\xef\xbb\xbfone\r\n2\r\nthree"),
        ];
        assert_eq!(found, expected.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())));
    }

    #[test]
    fn a_patch_fits_the_files_with_their_byte_order_marks() {
        let codebase = codebase(&FILES);
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.write(&path("src/crlf.py"), hash(&codebase, "src/crlf.py"), "1\r\ntwo\r\nthree").unwrap();
        let patch = crate::patch(&codebase, proposal.set()).unwrap();
        let expected = "@@ -1,3 +1,3 @@\n-\u{feff}one\r\n+\u{feff}1\r\n two\r\n three\n\\ No newline at end of file\n";
        assert!(patch.ends_with(expected), "{patch:?}");
    }

    #[test]
    fn the_note_takes_no_files_name() {
        let codebase = codebase(&[("changes-to-make-by-hand.txt", b"mine\n"), ("old.py", b"gone\n")]);
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.delete(&path("old.py"), hash(&codebase, "old.py")).unwrap();
        let found = unpacked(changed_files(&codebase, proposal.set()).unwrap());
        assert_eq!(found, [("changes-to-make-by-hand-2.txt".to_owned(), b"delete old.py\n".to_vec())]);
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_refused() {
        let before = codebase(&FILES);
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.write(&path("src/lamp.py"), hash(&before, "src/lamp.py"), "def shine():\n    pass\n").unwrap();
        let now = codebase(&[("src/lamp.py", b"def light_up(colour):\n    pass\n")]);
        assert_eq!(changed_files(&now, proposal.set()), Err(ChangedFilesError::Stale(path("src/lamp.py"))));
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.create(&path("new.py"), None, "n\n").unwrap();
        let now = codebase(&[("new.py", b"there now\n")]);
        assert_eq!(changed_files(&now, proposal.set()), Err(ChangedFilesError::Stale(path("new.py"))));
    }
}
