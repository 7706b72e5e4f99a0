//! From one set to another over the same base: what somebody else made of it, as changes of one's own.

use super::{ChangeSet, Overlay, SetError};
use crate::change::Update;
use source::RepoPath;
use std::collections::BTreeSet;

impl ChangeSet {
    /// The changes of one group, by `call`, after which this set has at every path what `other` has there.
    ///
    /// # Errors
    /// A bound of the set.
    pub fn toward(&self, other: &Self, call: &str) -> Result<Vec<Update>, SetError> {
        let mut proposal = self.propose(call);
        let mut paths: BTreeSet<&RepoPath> = self.entries.keys().chain(other.entries.keys()).collect();
        if self.moves() || other.moves() {
            // A move is of the base, and concerns two paths: everything is made anew.
            proposal.revert_all()?;
        } else {
            paths.retain(|path| self.read(path) != other.read(path));
            for path in &paths {
                let both = (self.read(path), other.read(path));
                let is_rewritten = matches!(both, (Overlay::Changed { .. }, Overlay::Changed { .. }));
                if both.0 != Overlay::Untouched && !is_rewritten {
                    proposal.revert(path)?;
                }
            }
        }
        let base = |path: &RepoPath| other.base(path).flatten();
        for path in &paths {
            if other.read(path) == (Overlay::Deleted { to: None }) {
                proposal.delete(path, base(path))?;
            }
        }
        for path in &paths {
            if let Some(from) = origin(other.read(path)) {
                if base(path).is_some() && proposal.set().read(path) == Overlay::Untouched {
                    proposal.delete(path, base(path))?;
                }
                proposal.rename(from, base(from), path, base(path))?;
            }
        }
        // Last, because a moved file may have another in its place.
        for path in &paths {
            if let Overlay::Changed { text, .. } = other.read(path) {
                proposal.write(path, base(path), text)?;
            }
        }
        Ok(proposal.finish().into_iter().map(Update::Change).collect())
    }
}

impl ChangeSet {
    fn moves(&self) -> bool {
        self.iter().any(|(_, overlay)| origin(overlay).is_some())
    }
}

/// Where a file is in the base that is moved.
fn origin(overlay: Overlay<'_>) -> Option<&RepoPath> {
    match overlay {
        Overlay::Moved { from, .. } => Some(from),
        Overlay::Changed { from, .. } => from,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::ContentHash;

    fn path(name: &str) -> RepoPath {
        RepoPath::parse(name).expect("a path")
    }

    /// The hash of a file of the base.
    fn base(name: &str) -> Option<ContentHash> {
        (name < "n").then(|| ContentHash::of(name.as_bytes()))
    }

    /// A step of somebody's work; files `a` to `m` are in the base.
    fn act(set: &mut ChangeSet, step: &str) {
        let words: Vec<&str> = step.split(' ').collect();
        let mut proposal = set.propose(step);
        match words[..] {
            ["write", name, text] => proposal.write(&path(name), base(name), text),
            ["delete", name] => proposal.delete(&path(name), base(name)),
            ["move", from, to] => proposal.rename(&path(from), base(from), &path(to), base(to)),
            _ => proposal.revert(&path(words[1])),
        }
        .expect("the step fits");
        proposal.finish().into_iter().for_each(|change| set.reduce(Update::Change(change)));
    }

    #[test]
    fn one_set_becomes_another() {
        let works: [&[&str]; 8] = [
            &[],
            &["write a one", "write new text"],
            &["delete a", "write b two"],
            &["move a z", "write z moved"],
            &["move a z"],
            &["move a z", "write a again"],
            &["delete b", "move a b"],
            &["write a one", "delete c", "move d y", "write y two"],
        ];
        for mine in works {
            for theirs in works {
                let (mut left, mut right) = (ChangeSet::default(), ChangeSet::default());
                mine.iter().for_each(|step| act(&mut left, step));
                theirs.iter().for_each(|step| act(&mut right, step));
                for update in left.toward(&right, "delegate").expect("it fits") {
                    left.apply(&update).expect("it applies");
                }
                let overlays = |set: &ChangeSet| format!("{:?}", set.iter().collect::<Vec<_>>());
                assert_eq!(overlays(&left), overlays(&right), "{mine:?} toward {theirs:?}");
            }
        }
    }

    #[test]
    fn the_same_set_needs_no_change() {
        let mut set = ChangeSet::default();
        act(&mut set, "write a one");
        assert_eq!(set.toward(&set.clone(), "delegate"), Ok(Vec::new()));
    }
}
