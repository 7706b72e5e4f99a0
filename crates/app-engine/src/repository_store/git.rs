//! The git data that is kept beside a stored repository: `git`, the note with names and loose objects, and its packs.

use super::RepositoryStore;
use crate::git_to_keep::{GitToKeep, PackFile};
use git_history::{FileError, Kept, KeptFiles, Repository};
use host_web::{FileStore, JsFailure, yield_now};
use std::rc::Rc;

/// The note's name.
const NOTE: &str = "git";

/// The git data of an open repository.
#[derive(Clone, Default)]
pub struct GitData {
    /// The history; `None` where there is none.
    pub history: Option<Rc<Repository>>,
    /// What is to be said of it, if there is git data: the branch, and what is missing.
    pub sentence: Option<String>,
    /// The page of the remote `origin` on its host.
    pub origin: Option<String>,
    /// The commit that is checked out.
    pub commit: Option<String>,
}

impl RepositoryStore {
    /// Keeps git data beside a repository that is being written.
    pub(super) async fn write_git(&self, id: &str, git: &GitToKeep) -> Result<(), JsFailure> {
        if !git.kept.is_git() {
            return Ok(());
        }
        for (name, file) in &git.packs {
            match file {
                PackFile::Browser(file) => self.files.copy(id, name, file).await?,
                PackFile::Bytes(bytes) => self.files.write(id, name, bytes).await?,
            }
        }
        self.files.write(id, NOTE, &git.kept.to_bytes()).await
    }

    /// Bytes of the git data of a stored repository.
    pub(super) async fn git_bytes(&self, id: &str) -> Result<u64, JsFailure> {
        let Some(note) = self.files.read(id, NOTE).await? else { return Ok(0) };
        let packs = Kept::from_bytes(&note).map_or(0, |kept| kept.packs.iter().map(|(_, size)| size).sum());
        Ok(note.len() as u64 + packs)
    }

    /// The git data of a stored repository.
    pub async fn git(&self, id: &str) -> GitData {
        let note = match self.files.read(id, NOTE).await {
            Ok(None) => return GitData::default(),
            Ok(Some(note)) => Kept::from_bytes(&note),
            Err(error) => return unreadable(&error),
        };
        let Some(kept) = note else { return unreadable(&"its note is damaged") };
        let left_out = kept.left_out.as_ref().map(ToString::to_string);
        if kept.is_refused() {
            return GitData { sentence: left_out, ..GitData::default() };
        }
        let origin = kept.origin();
        let (files, folder) = (Rc::clone(&self.files), id.to_owned());
        let read = move |name: String, from: u64, most: usize| {
            let (files, folder) = (Rc::clone(&files), folder.clone());
            Box::pin(async move { read_part(&*files, &folder, &name, from, most).await }) as _
        };
        match Repository::open(KeptFiles::new(kept, read, || Box::pin(yield_now()))).await {
            Ok(None) => GitData::default(),
            Err(why) => unreadable(&why),
            Ok(Some(history)) => {
                let sentence = Some(format!("{}{}", branch(&history).await, prefixed(left_out)));
                // Where it cannot be read, the sentence says so.
                let head = history.head().await.ok().and_then(|head| head.commit);
                let commit = head.map(|commit| commit.to_string());
                GitData { history: Some(Rc::new(history)), sentence, origin, commit }
            }
        }
    }
}

async fn read_part(
    files: &dyn FileStore,
    folder: &str,
    name: &str,
    from: u64,
    most: usize,
) -> Result<Option<Vec<u8>>, FileError> {
    let part = files.read_part(folder, name, from, most).await;
    part.map_err(|error| FileError(format!("`{name}` of the kept git data cannot be read: {error}")))
}

async fn branch(history: &Repository) -> String {
    match history.head().await {
        Ok(head) => match (head.branch, head.commit) {
            (Some(branch), Some(commit)) => format!("Git history of branch {branch} at {}.", commit.short()),
            (None, Some(commit)) => format!("Git history at {}.", commit.short()),
            (_, None) => "The repository has no commit yet.".to_owned(),
        },
        Err(why) => format!("The git history cannot be read: {why}."),
    }
}

fn prefixed(left_out: Option<String>) -> String {
    left_out.map_or_else(String::new, |left_out| format!(" {left_out}"))
}

fn unreadable(why: &dyn std::fmt::Display) -> GitData {
    GitData { sentence: Some(format!("The git history cannot be read: {why}.")), ..GitData::default() }
}
