//! HEAD, branches and tags.

use crate::blocks::Blocks;
use crate::{GitError, ObjectId};
use limits::git::{REF_BYTES, REFS};
use std::collections::BTreeMap;

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The branch; `None` where a commit is checked out itself.
    pub branch: Option<String>,
    /// The commit; `None` where the branch has none yet.
    pub commit: Option<ObjectId>,
}

/// Longest chain of names that lead to each other.
const HOPS: usize = 5;

/// Full names with what they name: "refs/heads/main".
#[derive(Debug, Default)]
pub struct Refs(BTreeMap<String, ObjectId>);

impl Refs {
    /// Reads all names.
    pub async fn read(blocks: &Blocks) -> Result<Self, GitError> {
        let mut refs = Self(packed(blocks).await?);
        let mut paths = blocks.files.list("refs").await?;
        paths.sort_unstable();
        for path in paths.into_iter().take(REFS) {
            // A file that is cut off by a writer at this moment, or a symbolic name such as origin/HEAD, names nothing here.
            if let Some(Target::Id(id)) = target(blocks, &path).await? {
                refs.0.insert(path, id);
            }
        }
        Ok(refs)
    }

    /// What a name as people write it means: a branch, a tag, a branch of a remote.
    pub fn get(&self, name: &str) -> Option<ObjectId> {
        let places = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
        let found = |place: &&str| self.0.get(&format!("{place}{name}"));
        places.iter().find_map(found).or_else(|| self.0.get(&format!("refs/remotes/{name}/HEAD"))).copied()
    }
}

/// Reads HEAD; `None` where there is no such file, so this is no git folder.
pub async fn head(blocks: &Blocks) -> Result<Option<Head>, GitError> {
    let mut name = match target(blocks, "HEAD").await? {
        None if blocks.whole("HEAD", REF_BYTES).await?.is_none() => return Ok(None),
        None => return Err(GitError::damaged("HEAD", "it names neither a commit nor a branch")),
        Some(Target::Id(commit)) => return Ok(Some(Head { branch: None, commit: Some(commit) })),
        Some(Target::Name(name)) => name,
    };
    let branch = Some(name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned());
    for _ in 0..HOPS {
        match target(blocks, &name).await? {
            Some(Target::Id(commit)) => return Ok(Some(Head { branch, commit: Some(commit) })),
            Some(Target::Name(next)) => name = next,
            None => {
                let commit = packed(blocks).await?.get(&name).copied();
                return Ok(Some(Head { branch, commit }));
            }
        }
    }
    Err(GitError::damaged("HEAD", "it names a name that names another, and so on"))
}

enum Target {
    Id(ObjectId),
    Name(String),
}

/// What a file names; `None` where there is no such file or it is neither a commit nor a name.
async fn target(blocks: &Blocks, path: &str) -> Result<Option<Target>, GitError> {
    let Some(bytes) = blocks.whole(path, REF_BYTES).await? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim();
    let is_inside = |name: &&str| !name.split('/').any(|part| matches!(part, "" | "." | ".."));
    Ok(match text.strip_prefix("ref:") {
        Some(name) => Some(name.trim()).filter(is_inside).map(|name| Target::Name(name.to_owned())),
        None => ObjectId::parse(text).map(Target::Id),
    })
}

/// The names in `packed-refs`.
async fn packed(blocks: &Blocks) -> Result<BTreeMap<String, ObjectId>, GitError> {
    // Most repositories that were never packed have none.
    let bytes = blocks.whole("packed-refs", REF_BYTES).await?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let rows = text.lines().filter_map(|line| line.split_once(' '));
    let rows = rows.filter_map(|(id, name)| Some((name.trim().to_owned(), ObjectId::parse(id)?)));
    Ok(rows.take(REFS).collect())
}
