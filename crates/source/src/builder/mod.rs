//! Builds a [`Snapshot`](crate::Snapshot) from entries.
//!
//! A host asks before it reads ([`wants_folder`](SnapshotBuilder::wants_folder), [`wants`](SnapshotBuilder::wants)),
//! then gives the bytes ([`add`](SnapshotBuilder::add)). Give the `.gitignore` files of a folder first, so
//! that nothing is read that will be left out; one that comes later still counts, as [`finish`](SnapshotBuilder::finish) judges
//! every file again. Beyond the repository-wide limits the files that come first in path order stay, so the result
//! does not depend on the order of arrival (but for two entries with the same path: the first stays).

mod finish;

use crate::decode::{Decoded, decode};
use crate::filter::{self, FolderRules, Limits};
use crate::ignore::{FolderCache, IgnoreRules, join, parent};
use crate::{ContentHash, PathError, RepoPath, Selection, SkipReason, Skipped};
use limits::repository::FOLDER_DEPTH;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// What to do with a folder that holds everything, as an archive's `flask-3.1.0/`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TopFolder {
    /// Taken off at the end where all entries share it; then names the repository if nothing else does.
    #[default]
    StripCommon,
    /// Known beforehand: taken off every path as it is asked for, and never judged by its own name.
    Named(String),
    /// Paths are kept as they are: they are relative to the repository already.
    Keep,
}

/// What an import has taken so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Files taken.
    pub files: u64,
    /// Bytes of text taken.
    pub bytes: u64,
    /// Files and folders left out.
    pub skipped: u64,
}

/// Why there is no snapshot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Not one file was taken; says what was left out.
    #[error("no source file was found in `{name}`: {skipped}")]
    Empty {
        /// The repository.
        name: String,
        /// What was left out, counted by reason, for people.
        skipped: String,
    },
}

/// Collects entries in any order; see the [module](self).
#[derive(Debug)]
pub struct SnapshotBuilder {
    name: String,
    limits: Limits,
    top: TopFolder,
    selection: Selection,
    ignore: IgnoreRules,
    folders: FolderRules,
    held: BTreeMap<RepoPath, Held>,
    bytes: u64,
    skipped: BTreeSet<Skipped>,
    /// The first path that did not fit, and the limit it broke: no path from here on is taken.
    cut: Option<(RepoPath, u64)>,
    rules_came_late: bool,
    /// Decisions about folders under the rules known now.
    judged: FolderCache<Option<Skipped>>,
}

#[derive(Debug)]
struct Held {
    text: String,
    hash: ContentHash,
    decoded_from: Option<&'static str>,
    stripped_bom: bool,
}

impl SnapshotBuilder {
    /// An empty repository. Where `name` is empty the common top folder names it.
    pub fn new(name: impl Into<String>, limits: Limits) -> Self {
        Self {
            name: name.into(),
            limits,
            top: TopFolder::default(),
            selection: Selection::default(),
            ignore: IgnoreRules::new(limits.ignore),
            folders: FolderRules::default(),
            held: BTreeMap::new(),
            bytes: 0,
            skipped: BTreeSet::new(),
            cut: None,
            rules_came_late: false,
            judged: FolderCache::default(),
        }
    }

    /// Sets how a common top folder is treated. To be called before any path is given.
    pub fn with_top(mut self, top: TopFolder) -> Self {
        self.top = top;
        self
    }

    /// Takes only part of what is given. To be called before any path is given. A common top folder that is taken off at
    /// the end is still part of the paths that the patterns see.
    pub fn with_selection(mut self, selection: Selection) -> Self {
        self.selection = selection;
        self
    }

    /// Takes the text of the `.gitignore` in a folder (empty for the root). The file itself is added like any other.
    pub fn add_ignore_file(&mut self, folder: &str, text: &[u8]) {
        let Some(folder) = self.folder_of_rules(folder) else { return };
        match decode(text.to_vec()) {
            Some(decoded) => self.ignore.add(&folder, &decoded.text),
            None => self.ignore.leave_out(&folder, "it is no text"),
        }
        self.rules_changed(&folder);
    }

    /// Lists the `.gitignore` in a folder as one whose rules are not applied, as it was not read.
    pub fn leave_out_ignore_file(&mut self, folder: &str, why: &'static str) {
        if let Some(folder) = self.folder_of_rules(folder) {
            self.ignore.leave_out(&folder, why);
        }
    }

    /// None where nothing in the folder can be taken.
    fn folder_of_rules(&self, folder: &str) -> Option<String> {
        match self.path_within(folder) {
            Ok(path) => Some(path.as_str().to_owned()),
            Err(PathError::Empty) => Some(String::new()),
            Err(_) => None,
        }
    }

    /// Notes that a file exists, so that a manifest can mark the build folder beside it. Hosts that list a folder
    /// before they enter its subfolders call this for every file of the list; `wants` calls it as well.
    pub fn see(&mut self, path: &str) {
        if let Ok(path) = self.path_within(path) {
            self.see_path(&path);
        }
    }

    fn see_path(&mut self, path: &RepoPath) {
        if self.folders.see(path.as_str()) {
            self.rules_changed(path.parent());
        }
    }

    /// What is in `folder` may be judged differently from here on.
    fn rules_changed(&mut self, folder: &str) {
        self.judged.clear();
        let start = join(folder, "");
        let first = Skipped { path: start.clone(), reason: SkipReason::Ignored { by: String::new() } };
        let held = self.held.range::<str, _>((Bound::Included(start.as_str()), Bound::Unbounded)).next();
        let skipped = self.skipped.range(first..).next();
        self.rules_came_late |= held.is_some_and(|(path, _)| path.as_str().starts_with(&start))
            || skipped.is_some_and(|skipped| skipped.path.starts_with(&start));
    }

    /// Whether to enter a folder. A refusal is listed already.
    pub fn wants_folder(&mut self, path: &str) -> bool {
        match self.path_within(path) {
            Ok(path) => match self.judge_folder(path.as_str()) {
                Some(skipped) => {
                    self.skipped.insert(skipped);
                    false
                }
                None => true,
            },
            Err(PathError::Empty) => true,
            Err(error) => {
                self.skip(path, SkipReason::BadPath { why: error.to_string() });
                false
            }
        }
    }

    /// Whether to read a file of `size` bytes. A refusal is listed already; for a file in a folder that is left out
    /// the list names the folder.
    pub fn wants(&mut self, path: &str, size: u64) -> Result<RepoPath, SkipReason> {
        let path = match self.path_within(path) {
            Ok(path) => path,
            Err(error) => return Err(self.skip(path, SkipReason::BadPath { why: error.to_string() })),
        };
        self.see_path(&path);
        self.judge(&path, size).map(|()| path)
    }

    /// Takes a file that was [wanted](Self::wants); judged again, as size and content are known only now.
    pub fn add(&mut self, path: RepoPath, bytes: Vec<u8>) -> Result<(), SkipReason> {
        self.judge(&path, bytes.len() as u64)?;
        let Some(mut decoded) = decode(bytes) else {
            return Err(self.list(&path, SkipReason::Binary));
        };
        if path.file_name() == ".gitignore" && !self.ignore.knows(path.parent()) {
            self.ignore.add(path.parent(), &decoded.text);
            self.rules_changed(path.parent());
        }
        if let Some(reason) = filter::by_text(&path, &decoded.text) {
            return Err(self.list(&path, reason));
        }
        decoded.text.shrink_to_fit();
        self.bytes += decoded.text.len() as u64;
        let hash = ContentHash::of(decoded.text.as_bytes());
        let Decoded { text, decoded_from, stripped_bom } = decoded;
        self.held.insert(path.clone(), Held { text, hash, decoded_from, stripped_bom });
        self.drop_what_does_not_fit();
        match &self.cut {
            Some((from, limit)) if path >= *from => Err(SkipReason::OverLimit { limit: *limit }),
            _ => Ok(()),
        }
    }

    /// Lists an entry that the host leaves out for its own reason, and returns that reason. For an entry in a folder
    /// that is left out the list names the folder.
    pub fn skip(&mut self, path: &str, reason: SkipReason) -> SkipReason {
        // What is not a path is shown as it was given, fit for a line of text.
        let parsed = self.path_within(path).ok();
        let shown = match &parsed {
            Some(parsed) => parsed.as_str().to_owned(),
            None => path.chars().filter(|c| !c.is_control()).take(200).collect(),
        };
        let covered = parsed.and_then(|path| self.judge_folder(path.parent()));
        self.skipped.insert(covered.unwrap_or(Skipped { path: shown, reason: reason.clone() }));
        reason
    }

    /// Steps of comparing paths with ignore rules so far: a measure of work for hosts that pause now and then.
    pub fn steps(&self) -> u64 {
        self.ignore.steps()
    }

    /// What was taken so far.
    pub fn progress(&self) -> Progress {
        Progress { files: self.held.len() as u64, bytes: self.bytes, skipped: self.skipped.len() as u64 }
    }

    /// The path below a [named](TopFolder::Named) top folder; an empty path for that folder itself.
    fn path_within(&self, path: &str) -> Result<RepoPath, PathError> {
        let path = RepoPath::parse(path)?;
        let TopFolder::Named(top) = &self.top else { return Ok(path) };
        match path.as_str().strip_prefix(top.as_str()) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => RepoPath::parse(rest.trim_start_matches('/')),
            _ => Ok(path),
        }
    }

    fn judge_folder(&mut self, folder: &str) -> Option<Skipped> {
        if let Some(known) = self.judged.get(folder) {
            return known.clone();
        }
        let verdict = self.judge_new_folder(folder);
        self.judged.insert(folder, verdict.clone());
        verdict
    }

    fn judge_new_folder(&mut self, folder: &str) -> Option<Skipped> {
        // The rules of a folder are asked for by way of all above it.
        if folder.matches('/').count() >= FOLDER_DEPTH {
            let end = folder.match_indices('/').nth(FOLDER_DEPTH).map_or(folder.len(), |(at, _)| at);
            let why = format!("it is more than {FOLDER_DEPTH} folders deep");
            let too_deep = Skipped { path: folder[..end].to_owned(), reason: SkipReason::BadPath { why } };
            return self.judge_folder(parent(&too_deep.path)).or(Some(too_deep));
        }
        // Each names the topmost folder it means; the one nearest to the root is listed for the others. Of the same folder
        // the first speaks: the selection is known from the start, so the order of arrival makes no difference.
        let selected = self.selection.folder(folder).map(|(path, reason)| Skipped { path: path.to_owned(), reason });
        let vendored = self.folders.vendored(folder).map(str::to_owned);
        let vendored = vendored.map(|path| Skipped { path, reason: SkipReason::VendoredFolder });
        let ignored = self.ignore.folder(folder);
        [selected, vendored, ignored].into_iter().flatten().min_by_key(|skipped| skipped.path.len())
    }

    fn judge(&mut self, path: &RepoPath, size: u64) -> Result<(), SkipReason> {
        if let Some(skipped) = self.judge_by_rules(path) {
            self.skipped.insert(skipped.clone());
            return Err(skipped.reason);
        }
        let reason = if let Some((_, limit)) = self.cut.as_ref().filter(|(from, _)| path >= from) {
            SkipReason::OverLimit { limit: *limit }
        } else if self.held.contains_key(path) {
            SkipReason::Duplicate
        } else if let Some(reason) = filter::by_path(path, size, &self.limits) {
            reason
        } else {
            return Ok(());
        };
        Err(self.list(path, reason))
    }

    /// By what was asked for and by `.gitignore` files.
    fn judge_by_rules(&mut self, path: &RepoPath) -> Option<Skipped> {
        let whole = |reason| Skipped { path: path.as_str().to_owned(), reason };
        self.judge_folder(path.parent())
            .or_else(|| self.selection.file(path.as_str()).map(whole))
            .or_else(|| self.ignore.file(path.as_str()))
    }

    fn list(&mut self, path: &RepoPath, reason: SkipReason) -> SkipReason {
        self.skipped.insert(Skipped { path: path.as_str().to_owned(), reason: reason.clone() });
        reason
    }

    /// Keeps the longest run of files from the start of path order that fits. Files from the first that was put out
    /// are refused for good, which makes the result independent of the order of arrival.
    fn drop_what_does_not_fit(&mut self) {
        loop {
            let limit = if self.held.len() as u64 > self.limits.files {
                self.limits.files
            } else if self.bytes > self.limits.total_bytes {
                self.limits.total_bytes
            } else {
                return;
            };
            let Some((path, held)) = self.held.pop_last() else { return };
            self.bytes -= held.text.len() as u64;
            self.list(&path, SkipReason::OverLimit { limit });
            self.cut = Some((path, limit));
        }
    }
}

#[cfg(test)]
mod tests;
