//! Git on this machine: the files of a repository's git folder, and git itself.

mod files;
mod process;
mod safely;
mod work_tree;

pub use files::DiskGitFiles;
pub use work_tree::GitWorkTree;
