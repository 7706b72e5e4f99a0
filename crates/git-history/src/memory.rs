//! Git data in memory.

use crate::{FileFuture, GitFiles};
use std::collections::BTreeMap;
use std::future::ready;
use std::rc::Rc;

/// Git data in memory: small repositories, and tests.
#[derive(Debug, Clone, Default)]
pub struct MemoryGitFiles(BTreeMap<String, Rc<[u8]>>);

impl MemoryGitFiles {
    /// With these files, by their paths in the `.git` folder.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self(files.into_iter().map(|(path, bytes)| (path, bytes.into())).collect())
    }
}

impl GitFiles for MemoryGitFiles {
    fn list<'a>(&'a self, folder: &'a str) -> FileFuture<'a, Vec<String>> {
        let is_below = |path: &&String| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        Box::pin(ready(Ok(self.0.keys().filter(is_below).cloned().collect())))
    }

    fn size<'a>(&'a self, path: &'a str) -> FileFuture<'a, Option<u64>> {
        Box::pin(ready(Ok(self.0.get(path).map(|bytes| bytes.len() as u64))))
    }

    fn read<'a>(&'a self, path: &'a str, from: u64, most: usize) -> FileFuture<'a, Option<Vec<u8>>> {
        let part = self.0.get(path).map(|bytes| {
            let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
            bytes[from..from.saturating_add(most).min(bytes.len())].to_vec()
        });
        Box::pin(ready(Ok(part)))
    }
}
