//! `quarry diff`

use super::run_sources::folder;
use crate::arguments::DiffOptions;
use crate::output;
use crate::runs::Runs;
use anyhow::{Context, Result};
use change_set::diff;
use host_native::changes::Base;

/// Prints what a run proposes to change, as a patch that `git apply` takes.
pub fn run(options: &DiffOptions, runs: &Runs) -> Result<()> {
    let stored = runs.read(&options.run)?;
    let changes = stored.proposed_changes()?;
    if changes.is_empty() {
        output::note("the run proposes no changes");
        return Ok(());
    }
    let base = Base::read(&folder(&stored.about, options.repository.as_deref())?, &changes)?;
    for conflict in base.conflicts(&changes) {
        output::note(format!("{conflict}; the diff is to what is there now"));
    }
    let read = |path: &source::RepoPath| {
        base.text(path).with_context(|| format!("`{path}` is no longer there to compare with"))
    };
    output::text(diff::unified(&diff::as_stored(&changes, read, |path| base.form(path))?))
}
