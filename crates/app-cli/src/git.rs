//! The git data of a folder on this machine, and git itself.

use crate::output::{self, Progress};
use codebase::Histories;
use futures::executor::block_on;
use git_history::{End, GitError, Repository, Subjects, WorkTree};
use host_native::git::{DiskGitFiles, GitWorkTree};
use std::path::Path;
use std::rc::Rc;

/// What there is of git; nothing for a folder without `.git`.
#[derive(Default)]
pub struct Git {
    /// Its history.
    pub history: Option<Rc<Repository>>,
    /// Git itself, in that folder.
    pub work_tree: Option<Rc<dyn WorkTree>>,
}

impl Git {
    /// Of this folder. Git data that cannot be read is noted, and then there is none.
    pub fn of(folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return Self::default() };
        let files = match DiskGitFiles::of(folder) {
            Ok(Some(files)) => files,
            Ok(None) => return Self::default(),
            Err(why) => return Self::unread(&why),
        };
        match block_on(Repository::open(Rc::clone(&files) as _)) {
            Ok(Some(history)) => {
                let work_tree: Rc<dyn WorkTree> = Rc::new(GitWorkTree::new(&files));
                Self { history: Some(Rc::new(history)), work_tree: Some(work_tree) }
            }
            Ok(None) => Self::default(),
            Err(why) => Self::unread(&why),
        }
    }

    fn unread(why: &impl std::fmt::Display) -> Self {
        output::note(format!("quarry: the git history is not read: {why}"));
        Self::default()
    }
}

/// What the commits of a folder say of its files; nothing for what is no folder with `.git`. Where the history ends early or
/// cannot be read, that is noted, and the import goes on with what there is.
pub fn histories(from: &Path, progress: &mut Progress) -> Histories {
    let mut histories = Histories::default();
    match block_on(subjects(from)) {
        Ok(None) => {}
        Ok(Some(subjects)) => {
            progress.update("git history", "commits", subjects.read as u64, None);
            for commit in &subjects.commits {
                histories.add(&commit.text, commit.paths.iter().map(String::as_str));
            }
            if subjects.end == End::NotHere {
                let count = subjects.read;
                output::note(format!("quarry: the git history ends early; {count} commits are searched"));
            }
        }
        Err(why) => output::note(format!("quarry: the git history is not searched: {why}")),
    }
    histories
}

async fn subjects(from: &Path) -> Result<Option<Subjects>, GitError> {
    // An archive is read without its git data.
    let files = if from.is_dir() { DiskGitFiles::of(from)? } else { None };
    let Some(files) = files else { return Ok(None) };
    let Some(repository) = Repository::open(files).await? else { return Ok(None) };
    repository.subjects_of_head().await
}
