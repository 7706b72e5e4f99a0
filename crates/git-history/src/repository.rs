//! A repository's git data, opened.

use crate::blocks::Blocks;
use crate::object::{Kind, Object};
use crate::pack::{Pack, Unpacked};
use crate::refs::{self, Refs};
use crate::tree::{self, Entry};
use crate::{Commit, GitError, GitFiles, Head, ObjectId, loose};
use limits::git::{PACKS, REF_BYTES};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Commits that are kept, parsed.
const COMMITS_KEPT: usize = 20_000;

/// A repository's git data. Branches, tags and packs are listed once, when they are first asked for; what is written to the
/// repository later may not be seen.
pub struct Repository {
    pub(crate) blocks: Blocks,
    packs: RefCell<Option<Rc<[Pack]>>>,
    unpacked: Unpacked,
    refs: RefCell<Option<Rc<Refs>>>,
    commits: RefCell<FxHashMap<ObjectId, Rc<Commit>>>,
}

impl Repository {
    /// Opens git data; `None` where the files are no git folder.
    ///
    /// # Errors
    /// [`GitError::Unsupported`] for formats that are not read, and that a file cannot be read.
    pub async fn open(files: Rc<dyn GitFiles>) -> Result<Option<Self>, GitError> {
        let blocks = Blocks::new(files);
        if refs::head(&blocks).await?.is_none() {
            return Ok(None);
        }
        refuse_other_formats(&blocks).await?;
        let (packs, refs, commits) = Default::default();
        Ok(Some(Self { blocks, packs, unpacked: Unpacked::default(), refs, commits }))
    }

    /// What is checked out. Read anew each time.
    ///
    /// # Errors
    /// That the files cannot be read or are damaged.
    pub async fn head(&self) -> Result<Head, GitError> {
        refs::head(&self.blocks).await?.ok_or_else(|| GitError::damaged("HEAD", "the file is gone"))
    }

    /// A commit.
    ///
    /// # Errors
    /// [`GitError::NotHere`], or that the object is no commit, damaged or too large.
    pub async fn commit(&self, id: ObjectId) -> Result<Rc<Commit>, GitError> {
        if let Some(commit) = self.commits.borrow().get(&id) {
            return Ok(Rc::clone(commit));
        }
        let object = self.object_of(id, Kind::Commit).await?;
        let commit = Rc::new(Commit::parse(id, &object.data)?);
        let mut commits = self.commits.borrow_mut();
        if commits.len() >= COMMITS_KEPT {
            commits.clear();
        }
        commits.insert(id, Rc::clone(&commit));
        Ok(commit)
    }

    /// The bytes of a file's content.
    pub(crate) async fn blob(&self, id: ObjectId) -> Result<Rc<[u8]>, GitError> {
        Ok(self.object_of(id, Kind::Blob).await?.data)
    }

    /// What is at a path of a folder; an empty path is the folder itself.
    pub(crate) async fn entry_at(&self, root: ObjectId, path: &str) -> Result<Option<Entry>, GitError> {
        let mut entry = Entry { mode: 0o040_000, id: root };
        for part in path.split('/').filter(|part| !part.is_empty()) {
            if !entry.is_folder() {
                return Ok(None);
            }
            let data = self.object_of(entry.id, Kind::Tree).await?.data;
            match tree::named(entry.id, &data, part)? {
                Some(found) => entry = found,
                None => return Ok(None),
            }
        }
        Ok(Some(entry))
    }

    pub(crate) async fn folder(&self, id: ObjectId) -> Result<Vec<(String, Entry)>, GitError> {
        tree::entries(id, &self.object_of(id, Kind::Tree).await?.data)
    }

    async fn object_of(&self, id: ObjectId, kind: Kind) -> Result<Object, GitError> {
        let object = self.object(id).await?;
        if object.kind == kind {
            return Ok(object);
        }
        let why = format!("it is a {}, not a {}", object.kind.word(), kind.word());
        Err(GitError::damaged(format!("the object {id}"), why))
    }

    pub(crate) async fn object(&self, id: ObjectId) -> Result<Object, GitError> {
        for pack in self.packs().await?.iter() {
            if let Some(object) = pack.read(&self.blocks, &self.unpacked, id).await? {
                return Ok(object);
            }
        }
        loose::read(&self.blocks, id).await?.ok_or(GitError::NotHere(id))
    }

    pub(crate) async fn packs(&self) -> Result<Rc<[Pack]>, GitError> {
        if let Some(packs) = &*self.packs.borrow() {
            return Ok(Rc::clone(packs));
        }
        let mut paths = self.blocks.files.list("objects/pack").await?;
        paths.retain(|path| path.ends_with(".idx"));
        if paths.len() > PACKS {
            let why = format!("it has {} packs of at most {PACKS}; `git gc` makes one of many", paths.len());
            return Err(GitError::Unsupported(why));
        }
        paths.sort_unstable();
        let mut packs = Vec::with_capacity(paths.len());
        for path in &paths {
            packs.push(Pack::open(&self.blocks, path, packs.len() as u32).await?);
        }
        let packs: Rc<[Pack]> = packs.into();
        *self.packs.borrow_mut() = Some(Rc::clone(&packs));
        Ok(packs)
    }

    pub(crate) async fn refs(&self) -> Result<Rc<Refs>, GitError> {
        if let Some(refs) = &*self.refs.borrow() {
            return Ok(Rc::clone(refs));
        }
        let refs = Rc::new(Refs::read(&self.blocks).await?);
        *self.refs.borrow_mut() = Some(Rc::clone(&refs));
        Ok(refs)
    }
}

/// Refuses what `config` says of other formats.
async fn refuse_other_formats(blocks: &Blocks) -> Result<(), GitError> {
    let Some(config) = blocks.whole("config", REF_BYTES).await? else { return Ok(()) };
    for (key, value) in extensions(&config) {
        match (key.as_str(), value.as_str()) {
            ("objectformat", "sha1") | ("refstorage", "files") => {}
            ("objectformat", format) => {
                return Err(GitError::Unsupported(format!(
                    "its objects are named by {format}, and only SHA-1 is read"
                )));
            }
            ("refstorage", format) => {
                return Err(GitError::Unsupported(format!("its branches are stored as `{format}`, which is not read")));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The keys and values of the section `extensions` of a configuration, in small letters.
pub(crate) fn extensions(config: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(config).to_lowercase();
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.starts_with("[extensions]");
        } else if let (true, Some((key, value))) = (inside, line.split_once('=')) {
            found.push((key.trim().to_owned(), value.trim().trim_matches('"').to_owned()));
        }
    }
    found
}
