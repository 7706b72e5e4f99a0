//! What an answer that proposes changes ends with. No model writes it: what no longer parses, and who calls what is
//! called otherwise now.

use crate::{IndexFailure, SyntaxCheck, impact};
use change_set::ChangeSet;
use codebase::Reader;
use std::fmt::Write as _;

/// Markdown with a heading for each part, for the end of an answer; empty where there is nothing to say. It holds text of the
/// repository, so it is shown as what cites nothing.
///
/// # Errors
/// The repository could not be read.
pub(crate) async fn closing(
    reader: &Reader,
    syntax: &SyntaxCheck<'_>,
    changes: &ChangeSet,
) -> Result<String, IndexFailure> {
    let mut text = String::new();
    let broken = syntax.of_changes(changes).await?;
    if !broken.is_empty() {
        text += "### Syntax of the changed files\n\n";
        for line in broken {
            let _infallible = writeln!(text, "- {line}");
        }
    }
    let callers = impact::of_changes(reader, syntax.parser(), changes).await?.text();
    if !callers.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _infallible = write!(text, "{gap}### Callers of changed signatures\n\n{callers}");
    }
    Ok(text)
}
