//! An applied patch as changes of a set.

use super::{Applied, FileResult, Target};
use crate::set::{Proposal, SetError};
use source::{ContentHash, RepoPath};

impl Applied {
    /// Proposes what the patch does. `base` gives the hash of what the base has at a path.
    pub fn propose(
        &self,
        proposal: &mut Proposal,
        base: impl Fn(&RepoPath) -> Option<ContentHash>,
    ) -> Result<(), SetError> {
        let mut renames: Vec<&FileResult> = Vec::new();
        for file in &self.files {
            match &file.target {
                Target::Delete(path) => proposal.delete(path, base(path))?,
                Target::Rename { .. } => renames.push(file),
                _ => {}
            }
        }
        move_files(proposal, &base, renames)?;
        for (number, file) in self.files.iter().enumerate() {
            // A patch may name a file twice: what the last part leaves counts.
            let leaves = |later: &FileResult| later.text.is_none() && later.target.path() == file.target.path();
            if let Some(text) = &file.text
                && !self.files[number + 1..].iter().any(leaves)
            {
                proposal.write(file.target.path(), base(file.target.path()), text)?;
            }
        }
        Ok(())
    }
}

/// Moves files in an order in which each target is free. Files that change places in a circle have none: those that remain
/// are written, and are no moves.
fn move_files(
    proposal: &mut Proposal,
    base: &impl Fn(&RepoPath) -> Option<ContentHash>,
    mut files: Vec<&FileResult>,
) -> Result<(), SetError> {
    loop {
        let mut blocked = Vec::new();
        for file in &files {
            let Some(from) = file.target.from() else { continue };
            let to = file.target.path();
            match proposal.rename(from, base(from), to, base(to)) {
                Err(SetError::Exists(_)) => blocked.push(*file),
                outcome => outcome?,
            }
        }
        if blocked.len() == files.len() {
            return Ok(());
        }
        files = blocked;
    }
}
