//! Files of the overlay by a part of their path.

use super::Overlaid;
use crate::questions::QuestionError;
use crate::questions::grep::is_below;
use search_index::Finder;
use source::{RepoPath, Selection};

/// Files that were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundPaths {
    /// At most as many as asked for.
    pub paths: Vec<RepoPath>,
    /// True where there are more.
    pub more: bool,
}

impl Overlaid<'_> {
    /// Files in `folder` (`""` for all) whose path fits `query`. With `*`, `?` or `[` in it this is a pattern as in a
    /// `.gitignore`, and the files are sorted by path. Without, those that hold it in any case, the best first; if there is
    /// none, those that hold its letters in this order.
    ///
    /// # Errors
    /// There is no such folder, or the pattern cannot be matched.
    pub fn find_files(self, query: &str, folder: &str, limit: usize) -> Result<FoundPaths, QuestionError> {
        let folder = self.folder(folder)?;
        let paths: Vec<&RepoPath> =
            self.paths_in_scope().into_iter().filter(|path| is_below(path.as_str(), &folder)).collect();
        let query = query.trim();
        let found: Vec<&RepoPath> = if query.contains(['*', '?', '[']) {
            let pattern = Selection::new([query], [""; 0])?;
            paths.into_iter().filter(|path| pattern.takes(path.as_str())).collect()
        } else {
            let finder = Finder::new(paths.iter().map(|path| path.as_str()));
            let ranked = finder.find(query, paths.len()).into_iter().map(|found| paths[found.item as usize]);
            let lower = query.to_lowercase();
            let holds = |path: &&&RepoPath| path.as_str().to_lowercase().contains(&lower);
            let ranked: Vec<&RepoPath> = ranked.collect();
            let holding: Vec<&RepoPath> = ranked.iter().filter(holds).copied().collect();
            if holding.is_empty() { ranked } else { holding }
        };
        let more = found.len() > limit;
        Ok(FoundPaths { paths: found.into_iter().take(limit).cloned().collect(), more })
    }
}
