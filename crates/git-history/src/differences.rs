//! What differs between two commits: which files, and which lines of them.

use crate::tree::Entry;
use crate::{Commit, GitError, ObjectId, Repository};
use change_set::diff::{FileDiff, Status};
use limits::git::{DIFF_FILES, DIFF_TEXT_BYTES};
use source::RepoPath;
use std::collections::BTreeMap;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It came.
    Added,
    /// It went.
    Deleted,
    /// Its content or mode differs.
    Modified,
    /// It is elsewhere; its content may differ too.
    Renamed,
}

impl ChangeKind {
    /// For display: `added`, `deleted`, `modified`, `renamed`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Deleted => "deleted",
            Self::Modified => "modified",
            Self::Renamed => "renamed",
        }
    }
}

/// A file that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where it is, or was if it is deleted.
    pub path: String,
    /// Where it was, if it is renamed.
    pub from: Option<String>,
    /// What became of it.
    pub kind: ChangeKind,
    pub(crate) old: Option<Entry>,
    pub(crate) new: Option<Entry>,
}

impl Change {
    /// The lines that differ, of its two texts.
    pub fn content(&self, before: &str, after: &str) -> Content {
        let Ok(path) = RepoPath::parse(&self.path) else { return Content::Other("has a name that cannot be shown") };
        let status = match self.kind {
            ChangeKind::Added => Status::Added,
            ChangeKind::Deleted => Status::Deleted,
            ChangeKind::Modified => Status::Modified,
            ChangeKind::Renamed => Status::Renamed,
        };
        // The earlier name of a file is for display: one that cannot be shown is left out.
        let from = self.from.as_deref().and_then(|from| RepoPath::parse(from).ok());
        Content::Text(FileDiff::new(path, from, status, before, after))
    }
}

/// The files that differ, in order of their paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    /// The files; at most [`DIFF_FILES`].
    pub files: Vec<Change>,
    /// Whether there are more.
    pub cut: bool,
}

/// What differs in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// These lines.
    Text(FileDiff),
    /// It cannot be shown in lines, for this reason: "is binary".
    Other(&'static str),
}

/// The texts before and after, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sides {
    /// Before and after.
    Texts([String; 2]),
    /// They cannot be shown in lines, for this reason: "is binary".
    Other(&'static str),
}

/// A text, or why there is none.
pub(crate) enum Text {
    Text(String),
    Other(&'static str),
}

impl Repository {
    /// What a commit changed against its first parent; all that is in it if it has none. `under`: only this file or folder.
    ///
    /// # Errors
    /// That the data cannot be read, or the parent is not here.
    pub async fn changes_of(&self, commit: &Commit, under: Option<&str>) -> Result<Differences, GitError> {
        let before = match commit.parents.first() {
            Some(parent) => Some(self.commit(*parent).await?.tree),
            None => None,
        };
        self.differences(before, commit.tree, under).await
    }

    /// What differs between two commits.
    ///
    /// # Errors
    /// That the data cannot be read.
    pub async fn changes_between(
        &self,
        old: &Commit,
        new: &Commit,
        under: Option<&str>,
    ) -> Result<Differences, GitError> {
        self.differences(Some(old.tree), new.tree, under).await
    }

    async fn differences(
        &self,
        old: Option<ObjectId>,
        new: ObjectId,
        under: Option<&str>,
    ) -> Result<Differences, GitError> {
        let (mut files, cut) = self.plain_differences(old, new).await?;
        self.pair_renames(&mut files).await?;
        if let Some(under) = under.map(|under| under.trim_matches('/')).filter(|under| !under.is_empty()) {
            let is_under =
                |path: &str| path.strip_prefix(under).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            files.retain(|file| is_under(&file.path) || file.from.as_deref().is_some_and(is_under));
        }
        Ok(Differences { files, cut })
    }

    /// Without looking for renames, in order of paths.
    pub(crate) async fn plain_differences(
        &self,
        old: Option<ObjectId>,
        new: ObjectId,
    ) -> Result<(Vec<Change>, bool), GitError> {
        let mut files = Vec::new();
        let mut folders = vec![(String::new(), old, Some(new))];
        while let Some((folder, old, new)) = folders.pop() {
            let mut sides: BTreeMap<String, [Option<Entry>; 2]> = BTreeMap::new();
            for (side, id) in [old, new].into_iter().enumerate() {
                let entries = match id {
                    Some(id) => self.folder(id).await?,
                    None => Vec::new(),
                };
                entries.into_iter().for_each(|(name, entry)| sides.entry(name).or_default()[side] = Some(entry));
            }
            for (name, [old, new]) in sides.into_iter().filter(|(_, [old, new])| old != new) {
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                let part = |entry: Option<Entry>, is_folder| entry.filter(|entry| entry.is_folder() == is_folder);
                let (old_folder, new_folder) = (part(old, true), part(new, true));
                if old_folder.is_some() || new_folder.is_some() {
                    folders.push((path.clone(), old_folder.map(|it| it.id), new_folder.map(|it| it.id)));
                }
                files.extend(change(path, part(old, false), part(new, false)));
            }
            if files.len() > DIFF_FILES {
                break;
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let cut = files.len() > DIFF_FILES;
        files.truncate(DIFF_FILES);
        Ok((files, cut))
    }

    /// The two texts of a file that differs; where it came or went, the other one is empty.
    ///
    /// # Errors
    /// That the data cannot be read.
    pub async fn sides(&self, change: &Change) -> Result<Sides, GitError> {
        let mut texts = [String::new(), String::new()];
        for (side, entry) in texts.iter_mut().zip([change.old, change.new]) {
            match self.text(entry).await? {
                Text::Text(text) => *side = text,
                Text::Other(why) => return Ok(Sides::Other(why)),
            }
        }
        Ok(Sides::Texts(texts))
    }

    /// Which lines of a file differ.
    ///
    /// # Errors
    /// That the data cannot be read.
    pub async fn content(&self, change: &Change) -> Result<Content, GitError> {
        Ok(match self.sides(change).await? {
            Sides::Texts([before, after]) => change.content(&before, &after),
            Sides::Other(why) => Content::Other(why),
        })
    }

    /// The text of a file at a commit; `None` where the commit has no such file.
    ///
    /// # Errors
    /// [`GitError::NotText`], and that the data cannot be read.
    pub async fn text_at(&self, commit: &Commit, path: &str) -> Result<Option<String>, GitError> {
        let entry = self.entry_at(commit.tree, path).await?.filter(|entry| !entry.is_folder());
        match (entry, self.text(entry).await?) {
            (None, _) => Ok(None),
            (Some(_), Text::Text(text)) => Ok(Some(text)),
            (Some(_), Text::Other(why)) => {
                let (path, commit) = (path.to_owned(), commit.id.short());
                Err(GitError::NotText { path, commit, why: why.to_owned() })
            }
        }
    }

    /// The text of a file; an empty one of none.
    pub(crate) async fn text(&self, entry: Option<Entry>) -> Result<Text, GitError> {
        let Some(entry) = entry else { return Ok(Text::Text(String::new())) };
        if entry.is_submodule() {
            return Ok(Text::Other("is a submodule, whose commits are in another repository"));
        }
        let bytes = match self.blob(entry.id).await {
            Ok(bytes) => bytes,
            Err(GitError::TooLarge { .. }) => return Ok(Text::Other("is too large")),
            Err(GitError::NotHere(_)) => return Ok(Text::Other("is not here: the clone is partial")),
            Err(error) => return Err(error),
        };
        if bytes.len() > DIFF_TEXT_BYTES {
            return Ok(Text::Other("is too large"));
        }
        Ok(match source::decode(bytes.to_vec()) {
            Some(decoded) => Text::Text(decoded.text),
            None => Text::Other("is binary"),
        })
    }
}

fn change(path: String, old: Option<Entry>, new: Option<Entry>) -> Option<Change> {
    let kind = match (old, new) {
        (None, None) => return None,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Deleted,
        (Some(_), Some(_)) => ChangeKind::Modified,
    };
    Some(Change { path, from: None, kind, old, new })
}
