//! Accepted changes compared with a folder: what to write there, or which of its files have changed meanwhile.

use crate::base_text;
use change_set::review::FileToWrite;
use change_set::text::FileForm;
use codebase::Codebase;
use protocol::{ChangeConflict, DiskFile};
use source::{ContentHash, Limits, RepoPath, SnapshotBuilder, TopFolder};
use std::collections::BTreeMap;

/// Why nothing can be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AcceptanceError {
    /// The folder's files lack one that is to be written, or that is moved.
    #[error("`{0}` was not read")]
    NotRead(String),
    /// Its text cannot be written in the encoding that it has.
    #[error("`{0}` is not UTF-8, so it can't be written as it was")]
    NotUtf8(RepoPath),
}

/// The bytes to write for each file. Where any of them is not what the changes are based on, there is nothing to write, and
/// the conflicts are listed. `disk` is the folder's files, those that are moved among them.
///
/// # Errors
/// See [`AcceptanceError`].
pub fn acceptance(
    codebase: &Codebase,
    files: &[FileToWrite],
    disk: Vec<DiskFile>,
) -> Result<(Vec<DiskFile>, Vec<ChangeConflict>), AcceptanceError> {
    let disk: BTreeMap<String, Option<Vec<u8>>> = disk.into_iter().map(|file| (file.path, file.bytes)).collect();
    let there = |path: &RepoPath| {
        let bytes = disk.get(path.as_str()).ok_or_else(|| AcceptanceError::NotRead(path.to_string()))?;
        Ok(bytes.as_deref())
    };
    let (mut writes, mut conflicts) = (Vec::new(), Vec::new());
    for file in files {
        let now = there(&file.path)?.map(|bytes| decoded(&file.path, bytes));
        match conflict(file, now.as_ref()) {
            None => writes.push((file, there(file.from.as_ref().unwrap_or(&file.path))?)),
            Some(why) => conflicts.push(ChangeConflict {
                path: file.path.to_string(),
                why: why.to_owned(),
                // What the repository no longer has is shown as absent.
                base: file.before.and_then(|_| base_text(codebase, &file.path).ok()).map(|text| text.to_string()),
                theirs: now.flatten().map(|(text, _)| text),
                ours: file.text.as_ref().map(|text| text.to_string()),
            }),
        }
    }
    if !conflicts.is_empty() {
        return Ok((Vec::new(), conflicts));
    }
    let writes = writes.into_iter().map(|(file, before)| write_of(file, before)).collect::<Result<_, _>>()?;
    Ok((writes, conflicts))
}

/// The bytes of a file: with the byte order mark that it has, and as they are where only its place changes. `before` is what
/// is in the folder where it is, or where it was.
fn write_of(file: &FileToWrite, before: Option<&[u8]>) -> Result<DiskFile, AcceptanceError> {
    let bytes = match (&file.text, before) {
        (None, _) => None,
        (Some(text), None) => Some(FileForm::default().bytes(text)),
        (Some(text), Some(before)) => {
            let origin = file.from.as_ref().unwrap_or(&file.path);
            if decoded(origin, before).is_some_and(|(now, _)| *now == **text) {
                Some(before.to_vec())
            } else {
                let (form, _) = FileForm::read(before).ok_or_else(|| AcceptanceError::NotUtf8(file.path.clone()))?;
                Some(form.bytes(text))
            }
        }
    };
    Ok(DiskFile { path: file.path.to_string(), bytes })
}

/// A file's text and its hash, as an import reads it; None where it would not be imported as text.
fn decoded(path: &RepoPath, bytes: &[u8]) -> Option<(String, ContentHash)> {
    let mut builder = SnapshotBuilder::new("folder", Limits::default()).with_top(TopFolder::Keep);
    // What is left out is no text.
    builder.add(path.clone(), bytes.to_vec()).ok()?;
    let snapshot = builder.finish().ok()?;
    let file = snapshot.find(path.as_str())?;
    Some((snapshot.text(file).to_owned(), snapshot.file(file).hash))
}

/// Why a file cannot be written; `now` is what is there.
fn conflict(file: &FileToWrite, now: Option<&Option<(String, ContentHash)>>) -> Option<&'static str> {
    match (file.before, now) {
        (None, None) => None,
        (None, Some(_)) => Some("is there now, and the change makes it anew"),
        (Some(_), None) => Some("is gone, and the change is based on it"),
        (Some(_), Some(None)) => Some("is no text file any more"),
        (Some(before), Some(Some((_, hash)))) => (*hash != before).then_some("has changed since the run read it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use change_set::ChangeSet;
    use change_set::review::{Chosen, to_write};
    use codebase::CodebaseBuilder;

    const FILES: [(&str, &[u8]); 3] =
        [("marked.cs", b"\xef\xbb\xbfclass A {}\r\n"), ("latin.txt", b"caf\xe9\n"), ("lamp.py", b"x = 1\n")];

    fn path(raw: &str) -> RepoPath {
        RepoPath::parse(raw).unwrap()
    }

    fn codebase() -> Codebase {
        let mut builder = SnapshotBuilder::new("lamps", Limits::default()).with_top(TopFolder::Keep);
        for (name, bytes) in FILES {
            builder.add(path(name), bytes.to_vec()).unwrap();
        }
        CodebaseBuilder::new(builder.finish().unwrap()).finish()
    }

    fn hash(name: &str) -> Option<ContentHash> {
        let (_, bytes) = FILES.into_iter().find(|(known, _)| *known == name)?;
        decoded(&path(name), bytes).map(|(_, hash)| hash)
    }

    /// Accepts all of a set over a folder with these files.
    fn accepted(set: &ChangeSet, folder: &[(&str, &[u8])]) -> (Vec<DiskFile>, Vec<ChangeConflict>) {
        let codebase = codebase();
        let chosen: Vec<Chosen> = set.iter().map(|(path, _)| Chosen { path: path.clone(), hunks: None }).collect();
        let files = to_write(set, &chosen, |path| base_text(&codebase, path)).unwrap();
        let bytes = |path: &RepoPath| folder.iter().find(|(name, _)| *name == path.as_str()).map(|(_, it)| it.to_vec());
        let disk = files.iter().map(|file| DiskFile { path: file.path.to_string(), bytes: bytes(&file.path) });
        acceptance(&codebase, &files, disk.collect()).unwrap()
    }

    #[test]
    fn a_moved_file_keeps_its_bytes_and_an_edited_one_its_byte_order_mark() {
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.rename(&path("latin.txt"), hash("latin.txt"), &path("docs/latin.txt"), None).unwrap();
        proposal.rename(&path("marked.cs"), hash("marked.cs"), &path("b.cs"), None).unwrap();
        proposal.write(&path("b.cs"), None, "class B {}\r\n").unwrap();
        let (writes, conflicts) = accepted(proposal.set(), &FILES);
        assert_eq!(conflicts, []);
        let expected: [(&str, Option<&[u8]>); 4] = [
            ("b.cs", Some(b"\xef\xbb\xbfclass B {}\r\n")),
            ("docs/latin.txt", Some(b"caf\xe9\n")),
            ("latin.txt", None),
            ("marked.cs", None),
        ];
        let found: Vec<_> = writes.iter().map(|file| (file.path.as_str(), file.bytes.as_deref())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn where_a_file_changed_meanwhile_nothing_is_written() {
        let mut proposal = ChangeSet::default().propose("c1");
        proposal.write(&path("lamp.py"), hash("lamp.py"), "x = 2\n").unwrap();
        proposal.create(&path("new.py"), None, "n\n").unwrap();
        let (writes, conflicts) = accepted(proposal.set(), &[("lamp.py", b"x = 3\n")]);
        assert_eq!(writes, []);
        let ChangeConflict { path, why, base, theirs, ours } = &conflicts[0];
        assert_eq!((path.as_str(), why.as_str()), ("lamp.py", "has changed since the run read it"));
        let texts = [base, theirs, ours].map(|text| text.as_deref());
        assert_eq!(texts, [Some("x = 1\n"), Some("x = 3\n"), Some("x = 2\n")]);
        let (_, conflicts) = accepted(proposal.set(), &[("lamp.py", b"x = 1\n"), ("new.py", b"mine\n")]);
        assert_eq!(conflicts[0].why, "is there now, and the change makes it anew");
        let (writes, _) = accepted(proposal.set(), &[("lamp.py", b"x = 1\n")]);
        assert_eq!(writes.len(), 2);
    }

    #[test]
    fn a_file_that_was_not_read_or_is_in_another_encoding_is_refused() {
        let file = |name: &str, text: &str| FileToWrite {
            path: path(name),
            before: hash(name),
            text: Some(text.into()),
            from: None,
        };
        let codebase = codebase();
        let missing = acceptance(&codebase, &[file("lamp.py", "x = 2\n")], Vec::new());
        assert_eq!(missing, Err(AcceptanceError::NotRead("lamp.py".to_owned())));
        let disk = vec![DiskFile { path: "latin.txt".to_owned(), bytes: Some(b"caf\xe9\n".to_vec()) }];
        let other = acceptance(&codebase, &[file("latin.txt", "tea\n")], disk);
        assert_eq!(other, Err(AcceptanceError::NotUtf8(path("latin.txt"))));
    }
}
