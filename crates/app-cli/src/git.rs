//! The git data of a folder on this machine, and git itself.

use crate::output;
use futures::executor::block_on;
use git_history::{Repository, WorkTree};
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
