//! Every file that proposed changes leave otherwise than the base has it, for whoever lays the files out.

use super::Overlaid;
use crate::questions::QuestionError;
use change_set::Overlay;
use source::RepoPath;
use std::sync::Arc;

/// A path with the whole text that it has; `None` where the base has a file and the overlay none.
pub type ChangedText = (RepoPath, Option<Arc<str>>);

impl Overlaid<'_> {
    /// Every path at which the overlay differs from the base, sorted, each once. A moved file is there twice: it is gone from
    /// one path, and whole at the other.
    ///
    /// # Errors
    /// As [`content`](Self::content).
    pub fn changed_texts(self) -> Result<Vec<ChangedText>, QuestionError> {
        let mut texts = Vec::with_capacity(self.changes.len());
        for (path, overlay) in self.changes.iter() {
            let text = match overlay {
                Overlay::Untouched => continue,
                Overlay::Changed { text, .. } => Some(Arc::clone(text)),
                Overlay::Moved { .. } => self.content(path)?.map(|content| Arc::from(content.text)),
                // A file that was new in the overlay, and is gone again, is none to delete.
                Overlay::Deleted { .. } if self.codebase.snapshot().find(path.as_str()).is_none() => continue,
                Overlay::Deleted { .. } => None,
            };
            texts.push((path.clone(), text));
        }
        Ok(texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use change_set::{ChangeSet, Update};

    fn path(path: &str) -> RepoPath {
        RepoPath::parse(path).unwrap()
    }

    #[test]
    fn a_move_is_a_file_that_is_gone_and_one_that_is_new() {
        let shop = fixture::shop();
        let hash = |of: &str| shop.hash_of(shop.snapshot().find(of).unwrap()).ok();
        let mut changes = ChangeSet::default();
        let mut proposal = changes.propose("c1");
        proposal.create(&path("new.py"), None, "x = 1\n").unwrap();
        proposal.rename(&path("shop/pricing.py"), hash("shop/pricing.py"), &path("shop/prices.py"), None).unwrap();
        proposal.delete(&path("README.md"), hash("README.md")).unwrap();
        for change in proposal.finish() {
            changes.apply(&Update::Change(change)).unwrap();
        }
        let texts = Overlaid::new(&shop, &changes).changed_texts().unwrap();
        let shown: Vec<(&str, Option<usize>)> =
            texts.iter().map(|(path, text)| (path.as_str(), text.as_ref().map(|text| text.lines().count()))).collect();
        let lines = shop.text(shop.snapshot().find("shop/pricing.py").unwrap()).unwrap().lines().count();
        let expected =
            [("README.md", None), ("new.py", Some(1)), ("shop/prices.py", Some(lines)), ("shop/pricing.py", None)];
        assert_eq!(shown, expected);
    }
}
