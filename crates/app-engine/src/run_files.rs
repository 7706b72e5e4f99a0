//! The open repository's files, as programs that run over it see them.

use codebase::Codebase;
use host_web::runner::BaseFiles;
use source::SkipReason;
use std::rc::Rc;

/// The texts of a repository, and what its import left out.
pub struct RunFiles(pub Rc<Codebase>);

impl BaseFiles for RunFiles {
    fn each_text(&self, with: &mut dyn FnMut(&str, &str)) {
        let snapshot = self.0.snapshot();
        for id in snapshot.ids() {
            with(snapshot.file(id).path.as_str(), snapshot.text(id));
        }
    }

    fn each_left_out(&self, with: &mut dyn FnMut(&str, &str)) {
        for skipped in self.0.snapshot().skipped.iter() {
            if !is_there(&skipped.reason) {
                with(&skipped.path, &skipped.reason.to_string());
            }
        }
    }
}

/// Whether the file is in the repository in spite of the note about it.
fn is_there(reason: &SkipReason) -> bool {
    matches!(
        reason,
        SkipReason::TookTooLong
            | SkipReason::ParserFailed { .. }
            | SkipReason::SyntaxErrors { .. }
            | SkipReason::RulesNotApplied { .. }
            | SkipReason::Duplicate
    )
}
