//! Lines of the overlay with a given text or pattern.

use super::Overlaid;
use crate::questions::QuestionError;
use crate::questions::file::loosen;
use crate::questions::grep::{GrepResult, is_below};
use search_index::Grep;

impl Overlaid<'_> {
    /// Matching lines, each with `context` lines around it, in files below `folder` (`""` for all, or one file), in path
    /// order.
    ///
    /// # Errors
    /// As [`content`](Self::content).
    pub fn grep(self, grep: &Grep, folder: &str, context: u32, limit: usize) -> Result<GrepResult, QuestionError> {
        let folder = loosen(folder);
        self.grep_where(grep, &|path| is_below(path, &folder), context, limit)
    }

    /// The same in the files whose paths are taken.
    pub(crate) fn grep_where(
        self,
        grep: &Grep,
        takes: &dyn Fn(&str) -> bool,
        context: u32,
        limit: usize,
    ) -> Result<GrepResult, QuestionError> {
        let (mut result, mut missing) = (GrepResult::default(), None);
        for path in self.paths_in_scope() {
            if !takes(path.as_str()) {
                continue;
            }
            match self.content(path) {
                Ok(Some(content)) => {
                    let searched = source::embedded::searched(path, content.text);
                    result.add(path.as_str(), content.text, &searched, grep, context, limit);
                }
                Ok(None) => {}
                // All text is wanted: the loop goes on, so that one run notes all the pages that are missing.
                Err(error @ QuestionError::NotLoaded) => missing = Some(error),
                Err(error) => return Err(error),
            }
            if result.more {
                break;
            }
        }
        // Of what a reader may not read all, the matches so far are of use: it says that they are not all.
        if result.lines.is_empty() { missing.map_or(Ok(result), Err) } else { Ok(result) }
    }
}
