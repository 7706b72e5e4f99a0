//! What a person does with a set of changes hunk by hunk: rejects, edits, takes back, accepts.
//!
//! Every function is given the texts of the base by `base`, which is called only for paths that the base has; its error ends
//! the call. Hunks are numbered as in [`diff::of_set`](crate::diff::of_set).

use crate::change::{Accepted, Update};
use crate::diff::{hunks, with_hunks};
use crate::set::{ChangeSet, Overlay, SetError};
use source::{ContentHash, RepoPath};
use std::sync::Arc;

/// A decision about proposed changes, other than to accept them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// One hunk of a file goes.
    RejectHunk {
        /// The file.
        path: RepoPath,
        /// The hunk, from 0.
        hunk: usize,
    },
    /// The lines that a hunk leaves are others.
    EditHunk {
        /// The file.
        path: RepoPath,
        /// The hunk, from 0.
        hunk: usize,
        /// The lines in place of all that the hunk shows of the text after it, context included.
        text: String,
    },
    /// A file is as in the base again.
    RejectFile {
        /// The file.
        path: RepoPath,
    },
    /// Every file is as in the base again.
    RejectAll,
    /// A group is taken back.
    Undo {
        /// Its number.
        group: u32,
    },
}

/// What is accepted of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The file, where it is now.
    pub path: RepoPath,
    /// Its hunks, from 0; `None` for the file as a whole, as it must be where it is new, gone or moved.
    pub hunks: Option<Vec<usize>>,
}

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileToWrite {
    /// Its path.
    pub path: RepoPath,
    /// The hash of the text that must be there before; None where no file may be there.
    pub before: Option<ContentHash>,
    /// The text to write; None where the file is to be deleted.
    pub text: Option<Arc<str>>,
    /// Where the file is before, if it is moved: its bytes there say how its text is encoded.
    pub from: Option<RepoPath>,
}

/// Why a decision was not carried out. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError<E> {
    /// The text of a file could not be read.
    #[error("{0}")]
    Base(E),
    /// The set does not change it, or not in this hunk: it was decided about meanwhile.
    #[error("`{0}` has no such change any more")]
    Gone(RepoPath),
    /// Only a changed text has hunks.
    #[error("`{0}` is new, deleted or moved, and can only be taken as a whole")]
    Whole(RepoPath),
    /// The set refuses what is made of it.
    #[error(transparent)]
    Set(#[from] SetError),
}

/// The updates that carry out a decision.
///
/// # Errors
/// See [`ReviewError`].
pub fn updates<E>(
    set: &ChangeSet,
    decision: &Decision,
    mut base: impl FnMut(&RepoPath) -> Result<Arc<str>, E>,
) -> Result<Vec<Update>, ReviewError<E>> {
    let mut proposal = set.propose("review");
    match decision {
        Decision::RejectHunk { path, hunk } => {
            let (before, after) = texts(set, path, &mut base)?;
            let count = hunks(&before, &after).len();
            if *hunk >= count {
                return Err(ReviewError::Gone(path.clone()));
            }
            let kept: Vec<usize> = (0..count).filter(|other| other != hunk).collect();
            if kept.is_empty() {
                proposal.revert(path)?;
            } else {
                proposal.write(path, None, &with_hunks(&before, &after, &kept))?;
            }
        }
        Decision::EditHunk { path, hunk, text } => {
            let (before, after) = texts(set, path, &mut base)?;
            let found = hunks(&before, &after);
            let hunk = found.get(*hunk).ok_or_else(|| ReviewError::Gone(path.clone()))?;
            let lines: Vec<&str> = after.split_inclusive('\n').collect();
            // Where a hunk leaves no line, its number is that of the line in front of it.
            let start = (hunk.new_start as usize).saturating_sub(usize::from(hunk.new_lines > 0)).min(lines.len());
            let end = (start + hunk.new_lines as usize).min(lines.len());
            let mut edited = lines[..start].concat();
            edited.push_str(text);
            if end < lines.len() && !text.is_empty() && !text.ends_with('\n') {
                edited.push('\n');
            }
            edited.extend(lines[end..].iter().copied());
            if *edited == *before {
                proposal.revert(path)?;
            } else {
                proposal.write(path, None, &edited)?;
            }
        }
        Decision::RejectFile { path } => {
            if matches!(set.read(path), Overlay::Untouched) {
                return Err(ReviewError::Gone(path.clone()));
            }
            proposal.revert(path)?;
        }
        Decision::RejectAll => proposal.revert_all()?,
        Decision::Undo { group } => return Ok(vec![Update::Undo { group: *group }]),
    }
    Ok(proposal.finish().into_iter().map(Update::Change).collect())
}

/// The files to write for what is chosen.
///
/// # Errors
/// See [`ReviewError`].
pub fn to_write<E>(
    set: &ChangeSet,
    chosen: &[Chosen],
    mut base: impl FnMut(&RepoPath) -> Result<Arc<str>, E>,
) -> Result<Vec<FileToWrite>, ReviewError<E>> {
    let mut files = Vec::new();
    for Chosen { path, hunks } in chosen {
        let before = set.base(path).ok_or_else(|| ReviewError::Gone(path.clone()))?;
        if let Some(hunks) = hunks {
            let (old, new) = texts(set, path, &mut base)?;
            let text = Some(with_hunks(&old, &new, hunks).into());
            files.push(FileToWrite { path: path.clone(), before, text, from: None });
            continue;
        }
        match set.read(path) {
            Overlay::Untouched => return Err(ReviewError::Gone(path.clone())),
            Overlay::Deleted { .. } => {
                files.push(FileToWrite { path: path.clone(), before, text: None, from: None });
            }
            Overlay::Changed { text, from, .. } => {
                let text = Some(Arc::clone(text));
                files.push(FileToWrite { path: path.clone(), before, text, from: from.cloned() });
                source_of(set, from, &mut files);
            }
            Overlay::Moved { from, .. } => {
                let text = base(from).map_err(ReviewError::Base)?;
                files.push(FileToWrite { path: path.clone(), before, text: Some(text), from: Some(from.clone()) });
                source_of(set, Some(from), &mut files);
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// The update after the files were written.
pub fn written(files: &[FileToWrite]) -> Update {
    let now = |file: &FileToWrite| file.text.as_ref().map(|text| ContentHash::of(text.as_bytes()));
    Update::Accepted(files.iter().map(|file| Accepted { path: file.path.clone(), now: now(file) }).collect())
}

/// Where a moved file was: it goes from there.
fn source_of(set: &ChangeSet, from: Option<&RepoPath>, files: &mut Vec<FileToWrite>) {
    if let Some(from) = from
        && let (Overlay::Deleted { .. }, Some(before)) = (set.read(from), set.base(from))
    {
        files.push(FileToWrite { path: from.clone(), before, text: None, from: None });
    }
}

/// The text of a changed file before and after.
fn texts<E>(
    set: &ChangeSet,
    path: &RepoPath,
    base: &mut impl FnMut(&RepoPath) -> Result<Arc<str>, E>,
) -> Result<(Arc<str>, Arc<str>), ReviewError<E>> {
    match set.read(path) {
        Overlay::Changed { text, from: None, base: Some(_) } => {
            Ok((base(path).map_err(ReviewError::Base)?, Arc::clone(text)))
        }
        Overlay::Untouched => Err(ReviewError::Gone(path.clone())),
        _ => Err(ReviewError::Whole(path.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn path(raw: &str) -> RepoPath {
        RepoPath::parse(raw).unwrap()
    }

    fn numbered() -> String {
        (1..30).map(|line| format!("line {line}\n")).collect()
    }

    fn base(at: &RepoPath) -> Result<Arc<str>, Infallible> {
        Ok(if at.as_str() == "a.py" { numbered().into() } else { "b\n".into() })
    }

    /// Two hunks in `a.py`, a moved file, a new one.
    fn set() -> ChangeSet {
        let mut proposal = ChangeSet::default().propose("c1");
        let text = numbered().replace("line 5\n", "five\n").replace("line 20\n", "twenty\n");
        let hash = |text: &str| Some(ContentHash::of(text.as_bytes()));
        proposal.write(&path("a.py"), hash(&numbered()), &text).unwrap();
        proposal.rename(&path("b.py"), hash("b\n"), &path("c.py"), None).unwrap();
        proposal.create(&path("new.py"), None, "n\n").unwrap();
        proposal.set().clone()
    }

    fn after(decision: &Decision) -> ChangeSet {
        let mut set = set();
        for update in updates(&set.clone(), decision, base).unwrap() {
            set.apply(&update).unwrap();
        }
        set
    }

    fn text(set: &ChangeSet, at: &str) -> Option<String> {
        match set.read(&path(at)) {
            Overlay::Changed { text, .. } => Some(text.to_string()),
            _ => None,
        }
    }

    #[test]
    fn a_rejected_hunk_leaves_the_others() {
        let set = after(&Decision::RejectHunk { path: path("a.py"), hunk: 0 });
        assert_eq!(text(&set, "a.py"), Some(numbered().replace("line 20\n", "twenty\n")));
        let rejected = updates(&set, &Decision::RejectHunk { path: path("a.py"), hunk: 0 }, base).unwrap();
        let mut none = set.clone();
        rejected.iter().for_each(|update| none.apply(update).unwrap());
        assert_eq!(none.read(&path("a.py")), Overlay::Untouched);
        let again = updates(&none, &Decision::RejectHunk { path: path("a.py"), hunk: 0 }, base);
        assert_eq!(again, Err(ReviewError::Gone(path("a.py"))));
        assert_eq!(
            updates(&set, &Decision::RejectHunk { path: path("new.py"), hunk: 0 }, base),
            Err(ReviewError::Whole(path("new.py")))
        );
    }

    #[test]
    fn an_edited_hunk_has_the_persons_lines() {
        let hunk = numbered().lines().skip(1).take(7).map(|line| format!("{line}\n")).collect::<String>();
        let edited = hunk.replace("line 5\n", "fünf\n");
        let set = after(&Decision::EditHunk { path: path("a.py"), hunk: 0, text: edited });
        let expected = numbered().replace("line 5\n", "fünf\n").replace("line 20\n", "twenty\n");
        assert_eq!(text(&set, "a.py"), Some(expected));
    }

    #[test]
    fn files_and_all_are_rejected_and_groups_taken_back() {
        let set = after(&Decision::RejectFile { path: path("c.py") });
        assert_eq!(set.read(&path("b.py")), Overlay::Untouched);
        assert!(after(&Decision::RejectAll).is_empty());
        assert!(after(&Decision::Undo { group: 1 }).is_empty());
    }

    #[test]
    fn accepted_hunks_are_written_and_the_rest_stays_proposed() {
        let mut set = set();
        let chosen = [Chosen { path: path("a.py"), hunks: Some(vec![1]) }, Chosen { path: path("c.py"), hunks: None }];
        let files = to_write(&set, &chosen, base).unwrap();
        let shown: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.text.as_deref())).collect();
        let kept = numbered().replace("line 20\n", "twenty\n");
        assert_eq!(shown, [("a.py", Some(kept.as_str())), ("b.py", None), ("c.py", Some("b\n"))]);
        assert!(files[0].before.is_some() && files[2].before.is_none());
        let from: Vec<_> = files.iter().map(|file| file.from.as_ref().map(RepoPath::as_str)).collect();
        assert_eq!(from, [None, None, Some("b.py")]);
        set.apply(&written(&files)).unwrap();
        assert_eq!(set.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["a.py", "new.py"]);
        assert_eq!(text(&set, "a.py"), Some(kept.replace("line 5\n", "five\n")));
    }
}
