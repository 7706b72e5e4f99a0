//! The tools over git: `git_log`, `git_show`, `git_blame` and `git_diff` read the history that a host has, of a folder or
//! kept by an import; `git_status`, `git_branch_list`, `git_remote_list`, `git_add`, `git_commit`, `git_checkout` and
//! `git_prepare_pr` ask git itself. One file each.

mod add;
mod blame;
mod branch_list;
mod checkout;
mod commit;
mod diff;
mod log;
mod prepare_pr;
mod reading;
mod remote_list;
mod rows;
mod show;
mod status;
mod work_tree;

use super::{ActingServices, Toolbox};
use codebase::Reader;
use git_history::WorkTree;
use reading::OverHistory;
use std::rc::Rc;
use work_tree::OverWorkTree;

impl<'a> Toolbox<'a> {
    /// The tools over the git history that a host has; none where it has none. They only read.
    pub fn history(reader: &'a Reader, services: &ActingServices) -> Self {
        let Some(history) = &services.history else { return Self::new() };
        // One line a tool.
        Self::new()
            .with(OverHistory::new::<log::GitLog>(history, reader))
            .with(OverHistory::new::<show::GitShow>(history, reader))
            .with(OverHistory::new::<blame::GitBlame>(history, reader))
            .with(OverHistory::new::<diff::GitDiff>(history, reader))
    }

    /// The tools over git itself; none where the host has none.
    pub(super) fn with_git(git: &Option<Rc<dyn WorkTree>>) -> Self {
        let Some(git) = git else { return Self::new() };
        // One line a tool.
        Self::new()
            .with(OverWorkTree::new::<status::GitStatus>(git))
            .with(OverWorkTree::new::<branch_list::GitBranchList>(git))
            .with(OverWorkTree::new::<remote_list::GitRemoteList>(git))
            .with(OverWorkTree::new::<add::GitAdd>(git))
            .with(OverWorkTree::new::<commit::GitCommit>(git))
            .with(OverWorkTree::new::<checkout::GitCheckout>(git))
            .with(OverWorkTree::new::<prepare_pr::GitPreparePr>(git))
    }
}
