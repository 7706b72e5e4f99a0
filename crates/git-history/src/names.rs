//! What people call commits: `HEAD`, `main`, `v1.0`, `3f2a9c1`, `HEAD~2`, `main^`.

use crate::object::Kind;
use crate::{GitError, ObjectId, Repository, loose};

/// Fewest digits of a shortened hash.
const FEWEST: usize = 4;
/// Longest chain of tags of tags.
const TAGS: usize = 10;
/// Longest name that is looked at.
const LONGEST: usize = 300;

impl Repository {
    /// The commit that a name means.
    ///
    /// # Errors
    /// [`GitError::NoSuchName`] and [`GitError::Ambiguous`], or that the data cannot be read.
    pub async fn resolve(&self, name: &str) -> Result<ObjectId, GitError> {
        let name = name.trim();
        if name.is_empty() || name.len() > LONGEST {
            return Err(GitError::NoSuchName(name.chars().take(40).collect()));
        }
        let steps_at = name.find(['~', '^']).unwrap_or(name.len());
        let mut id = self.commit_of(self.named(&name[..steps_at]).await?, name).await?;
        let mut rest = &name[steps_at..];
        while let Some((sign, after)) = rest.split_at_checked(1).filter(|(sign, _)| !sign.is_empty()) {
            let digits = after.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(after.len());
            let count = if digits == 0 { Some(1) } else { after[..digits].parse::<usize>().ok() };
            let count = count.filter(|_| sign == "~" || sign == "^");
            let count = count.ok_or_else(|| GitError::NoSuchName(name.to_owned()))?;
            id = if sign == "~" { self.before(id, count, name).await? } else { self.parent(id, count, name).await? };
            rest = &after[digits..];
        }
        Ok(id)
    }

    async fn named(&self, name: &str) -> Result<ObjectId, GitError> {
        if name == "HEAD" || name == "@" {
            return self.head().await?.commit.ok_or(GitError::NoCommit);
        }
        if let Some(id) = self.refs().await?.get(name).or_else(|| ObjectId::parse(&name.to_lowercase())) {
            return Ok(id);
        }
        let digits = name.to_lowercase();
        let is_hash = (FEWEST..40).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let found = if is_hash { self.beginning_with(&digits).await? } else { Vec::new() };
        match found.as_slice() {
            [one] => Ok(*one),
            [] => Err(GitError::NoSuchName(name.to_owned())),
            _ => Err(GitError::Ambiguous(name.to_owned())),
        }
    }

    /// Commits and tags whose names begin with these digits.
    async fn beginning_with(&self, digits: &str) -> Result<Vec<ObjectId>, GitError> {
        let mut candidates = Vec::new();
        for pack in self.packs().await?.iter() {
            candidates.extend(pack.beginning_with(&self.blocks, digits).await?);
        }
        let folder = format!("objects/{}", &digits[..2]);
        for path in self.blocks.files.list(&folder).await? {
            let name: String = path.split('/').skip(1).collect();
            let id = ObjectId::parse(&name).filter(|id| name.starts_with(digits) && loose::path(*id) == path);
            candidates.extend(id);
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut found = Vec::new();
        for id in candidates {
            if matches!(self.object(id).await?.kind, Kind::Commit | Kind::Tag) {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// The commit itself, or the one that a tag is of.
    async fn commit_of(&self, id: ObjectId, name: &str) -> Result<ObjectId, GitError> {
        let mut id = id;
        for _ in 0..TAGS {
            let object = self.object(id).await?;
            match object.kind {
                Kind::Commit => return Ok(id),
                Kind::Tag => {
                    let target = object.data.strip_prefix(b"object ").and_then(|rest| rest.get(..40));
                    let target = target.and_then(ObjectId::parse_bytes);
                    id = target.ok_or_else(|| GitError::damaged(format!("the tag {id}"), "it names no object"))?;
                }
                Kind::Tree | Kind::Blob => break,
            }
        }
        Err(GitError::NoSuchName(name.to_owned()))
    }

    async fn before(&self, id: ObjectId, count: usize, name: &str) -> Result<ObjectId, GitError> {
        let mut id = id;
        for _ in 0..count.min(limits::git::COMMITS_READ) {
            id = self.parent(id, 1, name).await?;
        }
        Ok(id)
    }

    async fn parent(&self, id: ObjectId, number: usize, name: &str) -> Result<ObjectId, GitError> {
        match number.checked_sub(1) {
            None => Ok(id),
            Some(at) => {
                let parent = self.commit(id).await?.parents.get(at).copied();
                parent.ok_or_else(|| GitError::NoSuchName(name.to_owned()))
            }
        }
    }
}
