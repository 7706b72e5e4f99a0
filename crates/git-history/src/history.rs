//! Histories: the commits that lead to a commit, or those of them that changed a file or folder.

use crate::tree::Entry;
use crate::{Commit, GitError, ObjectId, Repository};
use limits::git::{COMMITS_LISTED, COMMITS_READ};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// Commits after which a host may handle messages.
const PAUSE: usize = 64;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Query<'q> {
    /// The newest commit.
    pub from: ObjectId,
    /// Only the first parent of each merge: what happened on the branch itself.
    pub first_parent: bool,
    /// Only commits that changed this file or folder. A file is followed to the names that it had before.
    pub path: Option<&'q str>,
    /// Most commits; at most [`COMMITS_LISTED`].
    pub most: usize,
}

/// A commit of a history.
#[derive(Debug, Clone)]
pub struct Logged {
    /// The commit.
    pub commit: Rc<Commit>,
    /// Where the file or folder that was asked for was at this commit.
    pub path: Option<String>,
    /// The file's earlier name, if this commit renamed it.
    pub renamed_from: Option<String>,
    /// A parent of it is not here, so what was asked for may have been changed by that one or before it instead.
    pub is_boundary: bool,
}

/// Why a history ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With the first commits of the repository.
    Beginning,
    /// There are as many as were asked for, and more.
    Most,
    /// After reading [`COMMITS_READ`] commits: there may be more.
    Read,
    /// At commits whose parents are not here: the clone is shallow, or not all git data was kept.
    NotHere,
}

/// A history.
#[derive(Debug, Clone)]
pub struct History {
    /// Newest first.
    pub commits: Vec<Logged>,
    /// Why there are no more.
    pub end: End,
}

/// Commits that are to be read, the newest first; of the same time, those first that were found first.
#[derive(Default)]
pub(crate) struct Pending<T> {
    heap: BinaryHeap<(i64, Reverse<u64>, u64)>,
    held: FxHashMap<u64, (Rc<Commit>, T)>,
    next: u64,
}

impl<T> Pending<T> {
    pub fn push(&mut self, commit: Rc<Commit>, with: T) {
        self.heap.push((commit.committed.seconds, Reverse(self.next), self.next));
        self.held.insert(self.next, (commit, with));
        self.next += 1;
    }

    pub fn pop(&mut self) -> Option<(Rc<Commit>, T)> {
        let (_, _, number) = self.heap.pop()?;
        self.held.remove(&number)
    }
}

struct Walk<'q> {
    repository: &'q Repository,
    query: &'q Query<'q>,
    pending: Pending<Option<String>>,
    seen: FxHashSet<ObjectId>,
    /// What is at a path of a folder, by folder and path.
    entries: FxHashMap<(ObjectId, String), Option<Entry>>,
    lacks: bool,
}

impl Repository {
    /// The commits that lead to a commit, newest first.
    ///
    /// # Errors
    /// That the data cannot be read; [`GitError::NoSuchPath`] where neither the commit nor what is read of its history has
    /// the path.
    pub async fn history(&self, query: &Query<'_>) -> Result<History, GitError> {
        let (pending, seen, entries) = Default::default();
        let mut walk = Walk { repository: self, query, pending, seen, entries, lacks: false };
        let path = query.path.map(|path| path.trim_matches('/').to_owned());
        walk.add(query.from, path).await?;
        let history = walk.run().await?;
        if let (Some(path), true) = (query.path, history.commits.is_empty())
            && self.entry_at(self.commit(query.from).await?.tree, path).await?.is_none()
        {
            return Err(GitError::NoSuchPath { path: path.to_owned(), commit: query.from.short() });
        }
        Ok(history)
    }
}

impl Repository {
    /// Whether a commit changed what is at a path, or what was there before it: it differs there from each of its parents.
    ///
    /// # Errors
    /// That the data cannot be read, or a parent is not here.
    pub async fn touches(&self, commit: &Commit, path: &str) -> Result<bool, GitError> {
        let here = self.entry_at(commit.tree, path).await?;
        for parent in &commit.parents {
            if self.entry_at(self.commit(*parent).await?.tree, path).await? == here {
                return Ok(false);
            }
        }
        Ok(here.is_some() || !commit.parents.is_empty())
    }
}

impl Walk<'_> {
    async fn run(mut self) -> Result<History, GitError> {
        let most = self.query.most.clamp(1, COMMITS_LISTED);
        let mut commits = Vec::new();
        let mut read = 0;
        while let Some((commit, path)) = self.pending.pop() {
            if read == COMMITS_READ {
                return Ok(History { commits, end: End::Read });
            }
            read += 1;
            if read.is_multiple_of(PAUSE) {
                self.repository.blocks.files.pause().await;
            }
            let logged = match path {
                None => {
                    let is_boundary = self.add_parents(&commit, None).await?;
                    Some(Logged { commit, path: None, renamed_from: None, is_boundary })
                }
                Some(path) => self.touched(commit, path).await?,
            };
            match logged {
                Some(_) if commits.len() == most => return Ok(History { commits, end: End::Most }),
                logged => commits.extend(logged),
            }
        }
        Ok(History { commits, end: if self.lacks { End::NotHere } else { End::Beginning } })
    }

    /// The commit, if it changed what is at `path`: it differs there from every parent. Where it is the same as in one parent,
    /// the history goes on with that one alone, as `git log` does.
    async fn touched(&mut self, commit: Rc<Commit>, path: String) -> Result<Option<Logged>, GitError> {
        let here = self.entry(&commit, &path).await?;
        let parents = self.parents(&commit).await?;
        for parent in &parents {
            if self.entry(parent, &path).await? == here {
                self.push(Rc::clone(parent), Some(path));
                return Ok(None);
            }
        }
        let mut renamed_from = None;
        match (here, parents.first()) {
            (Some(entry), Some(parent)) if !entry.is_folder() && self.entry(parent, &path).await?.is_none() => {
                renamed_from = self.repository.earlier_name(parent, &commit, &path).await?;
            }
            // In none of the parents that are here, and not in it: nothing was changed.
            (None, None) => return Ok(None),
            _ => {}
        }
        let before = renamed_from.clone().unwrap_or_else(|| path.clone());
        let is_boundary = self.add_parents(&commit, Some(before)).await?;
        Ok(Some(Logged { commit, path: Some(path), renamed_from, is_boundary }))
    }

    async fn entry(&mut self, commit: &Commit, path: &str) -> Result<Option<Entry>, GitError> {
        let key = (commit.tree, path.to_owned());
        if let Some(entry) = self.entries.get(&key) {
            return Ok(*entry);
        }
        let entry = self.repository.entry_at(commit.tree, path).await?;
        self.entries.insert(key, entry);
        Ok(entry)
    }

    /// The parents that are here and asked for.
    async fn parents(&mut self, commit: &Commit) -> Result<Vec<Rc<Commit>>, GitError> {
        let wanted = if self.query.first_parent { 1 } else { usize::MAX };
        let mut parents = Vec::new();
        for id in commit.parents.iter().take(wanted) {
            match self.repository.commit(*id).await {
                Ok(parent) => parents.push(parent),
                Err(GitError::NotHere(_)) => self.lacks = true,
                Err(error) => return Err(error),
            }
        }
        Ok(parents)
    }

    /// Whether a parent is not here.
    async fn add_parents(&mut self, commit: &Commit, path: Option<String>) -> Result<bool, GitError> {
        let parents = self.parents(commit).await?;
        let wanted = if self.query.first_parent { 1 } else { usize::MAX };
        let is_boundary = parents.len() < commit.parents.len().min(wanted);
        parents.into_iter().for_each(|parent| self.push(parent, path.clone()));
        Ok(is_boundary)
    }

    async fn add(&mut self, id: ObjectId, path: Option<String>) -> Result<(), GitError> {
        let commit = self.repository.commit(id).await?;
        self.push(commit, path);
        Ok(())
    }

    fn push(&mut self, commit: Rc<Commit>, path: Option<String>) {
        if self.seen.insert(commit.id) {
            self.pending.push(commit, path);
        }
    }
}
