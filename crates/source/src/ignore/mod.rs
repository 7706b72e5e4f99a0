//! `.gitignore` files at every level, with git's precedence.
//!
//! A path is judged from the top down as git does: once a folder is ignored nothing below it can be taken back in, so a
//! `.gitignore` inside it has no effect; otherwise the deepest `.gitignore` with a matching pattern decides. The verdict on a folder
//! is kept, so a file costs one look-up and the patterns that may match it.
//!
//! A `.gitignore` beyond a bound is left out whole, never in part, because later rules take back what earlier ones ignore: a `.gitignore`
//! that is too long, and those last in path order beyond what a repository may have. [`IgnoreRules::left_out`] lists
//! them, as files that they name get in.

mod folder_cache;
mod prefixes;
mod rule_list;

pub(crate) use folder_cache::FolderCache;
pub(crate) use rule_list::RuleList;

use crate::glob::Fuel;
use crate::{SkipReason, Skipped};
use limits::repository;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bounds on the `.gitignore` files of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IgnoreLimits {
    /// Longest `.gitignore`, in bytes.
    pub file_bytes: u64,
    /// Most bytes of all that count.
    pub bytes: u64,
    /// Most files that count.
    pub files: u64,
    /// Most patterns in all.
    pub patterns: u64,
    /// Most steps of comparing one path with patterns.
    pub steps: u64,
}

impl Default for IgnoreLimits {
    fn default() -> Self {
        Self {
            file_bytes: repository::IGNORE_FILE_BYTES,
            bytes: repository::IGNORE_BYTES,
            files: repository::IGNORE_FILES,
            patterns: repository::IGNORE_PATTERNS,
            steps: repository::COMPARISON_STEPS,
        }
    }
}

/// The `.gitignore` files of a repository. Folders are `/`-separated, the root is the empty string.
#[derive(Debug, Default)]
pub struct IgnoreRules {
    limits: IgnoreLimits,
    files: BTreeMap<Box<str>, IgnoreFile>,
    bytes: u64,
    patterns: u64,
    /// Folders whose `.gitignore` is left out, and why.
    left_out: BTreeMap<Box<str>, &'static str>,
    /// The first folder in path order whose `.gitignore` did not fit: none counts from there on.
    cut: Option<Box<str>>,
    folders: FolderCache<Folder>,
    spent: u64,
}

#[derive(Debug)]
struct IgnoreFile {
    bytes: u64,
    rules: RuleList,
}

#[derive(Debug, Clone)]
enum Folder {
    /// Left out with the topmost folder that is.
    Skipped(Arc<Skipped>),
    /// The nearest folder whose `.gitignore` applies inside.
    Open(Option<Arc<Link>>),
}

/// A folder with a `.gitignore`, and the next one above it.
#[derive(Debug)]
struct Link {
    folder: Box<str>,
    above: Option<Arc<Link>>,
}

impl IgnoreRules {
    /// None yet, within these bounds.
    pub fn new(limits: IgnoreLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Takes the `.gitignore` of a folder; the order of calls does not matter. Lines that are no pattern are left out,
    /// as git does. A second text for the same folder replaces the first.
    pub fn add(&mut self, folder: &str, text: &str) {
        self.folders.clear();
        self.forget(folder);
        let bytes = text.len() as u64;
        if bytes > self.limits.file_bytes {
            return self.leave_out(folder, "it is too long");
        }
        if self.cut.as_deref().is_some_and(|cut| folder >= cut) {
            return self.leave_out(folder, TOO_MUCH);
        }
        let Some(rules) = RuleList::parse(text, self.limits.patterns) else {
            return self.leave_out(folder, "it has too many patterns");
        };
        self.bytes += bytes;
        self.patterns += rules.len() as u64;
        self.files.insert(folder.into(), IgnoreFile { bytes, rules });
        self.cut_what_does_not_fit();
    }

    /// Notes that the `.gitignore` of a folder was not read, and why.
    pub fn leave_out(&mut self, folder: &str, why: &'static str) {
        self.left_out.insert(folder.into(), why);
    }

    /// Every `.gitignore` that is left out.
    pub fn left_out(&self) -> impl Iterator<Item = Skipped> {
        self.left_out.iter().map(|(folder, why)| Skipped {
            path: join(folder, FILE),
            reason: SkipReason::RulesNotApplied { why: (*why).to_owned() },
        })
    }

    /// True where the `.gitignore` of this folder was given.
    pub fn knows(&self, folder: &str) -> bool {
        self.files.contains_key(folder) || self.left_out.contains_key(folder)
    }

    /// Why a file is left out, by itself or with a folder above it.
    pub fn file(&mut self, path: &str) -> Option<Skipped> {
        match self.folder_state(parent(path)) {
            Folder::Skipped(skipped) => Some(Skipped::clone(&skipped)),
            Folder::Open(nearest) => self.decide(nearest.as_deref(), path, false),
        }
    }

    /// Why a folder is left out, by itself or with a folder above it. The root never is.
    pub fn folder(&mut self, path: &str) -> Option<Skipped> {
        match self.folder_state(path) {
            Folder::Skipped(skipped) => Some(Skipped::clone(&skipped)),
            Folder::Open(_) => None,
        }
    }

    /// Steps of comparing paths with patterns so far.
    pub fn steps(&self) -> u64 {
        self.spent
    }

    fn forget(&mut self, folder: &str) {
        self.left_out.remove(folder);
        if let Some(file) = self.files.remove(folder) {
            self.bytes -= file.bytes;
            self.patterns -= file.rules.len() as u64;
        }
    }

    /// As with files beyond the limits of a snapshot, the result does not depend on the order of arrival.
    fn cut_what_does_not_fit(&mut self) {
        let limits = self.limits;
        while self.bytes > limits.bytes || self.patterns > limits.patterns || self.files.len() as u64 > limits.files {
            let Some((folder, file)) = self.files.pop_last() else { return };
            self.bytes -= file.bytes;
            self.patterns -= file.rules.len() as u64;
            self.leave_out(&folder, TOO_MUCH);
            self.cut = Some(folder);
        }
    }

    fn folder_state(&mut self, folder: &str) -> Folder {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let state = if folder.is_empty() { Folder::Open(self.inside(folder, None)) } else { self.judge_folder(folder) };
        self.folders.insert(folder, state.clone());
        state
    }

    fn judge_folder(&mut self, folder: &str) -> Folder {
        match self.folder_state(parent(folder)) {
            Folder::Open(nearest) => match self.decide(nearest.as_deref(), folder, true) {
                Some(skipped) => Folder::Skipped(Arc::new(skipped)),
                None => Folder::Open(self.inside(folder, nearest)),
            },
            skipped => skipped,
        }
    }

    fn inside(&self, folder: &str, above: Option<Arc<Link>>) -> Option<Arc<Link>> {
        if self.files.contains_key(folder) { Some(Arc::new(Link { folder: folder.into(), above })) } else { above }
    }

    /// Why `path` itself is left out, asking the deepest `.gitignore` first.
    fn decide(&mut self, nearest: Option<&Link>, path: &str, is_folder: bool) -> Option<Skipped> {
        let mut fuel = Fuel::new(self.limits.steps);
        let skipped = self.decide_with(nearest, path, is_folder, &mut fuel);
        self.spent += self.limits.steps - fuel.left();
        let too_costly = || SkipReason::TooManyRules { steps: self.limits.steps };
        let reason = if fuel.is_out() { Some(too_costly()) } else { skipped };
        reason.map(|reason| Skipped { path: path.to_owned(), reason })
    }

    fn decide_with(&self, nearest: Option<&Link>, path: &str, is_folder: bool, fuel: &mut Fuel) -> Option<SkipReason> {
        let mut next = nearest;
        while let Some(Link { folder, above }) = next {
            let inside = if folder.is_empty() { path } else { &path[folder.len() + 1..] };
            fuel.burn(1 + inside.len() as u64 / 8);
            if let Some(pattern) = self.files[folder].rules.last_match(inside, is_folder, fuel) {
                return (!pattern.is_negative()).then(|| SkipReason::Ignored { by: join(folder, FILE) });
            }
            next = above.as_deref();
        }
        None
    }
}

const FILE: &str = ".gitignore";
const TOO_MUCH: &str = "the repository has too many ignore rules before it";

/// The folder above a path; the root above a name.
pub(crate) fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

/// A name inside a folder, where the root is the empty string.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(test)]
mod tests;
