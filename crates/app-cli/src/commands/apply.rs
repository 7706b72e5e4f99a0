//! `quarry apply`

use super::run_sources::folder;
use crate::arguments::ApplyOptions;
use crate::output;
use crate::runs::Runs;
use anyhow::{Context, Result, bail};
use change_set::{ChangeSet, Overlay, Update};
use futures::executor::block_on;
use host_native::changes::{self, Base, ChangesError};
use protocol::RunStatus;

/// Writes what a run proposes to the folder of its repository, all or nothing, and notes it in the run.
pub fn run(options: &ApplyOptions, runs: &Runs) -> Result<()> {
    let (stored, _lock) = runs.take(&options.run)?;
    let proposed = stored.proposed_changes()?;
    if proposed.is_empty() {
        return output::line("there is nothing to apply");
    }
    let id = &options.run;
    // Its log could not be amended, and the changes would be proposed again.
    if matches!(agent::summarise(&runs.log(id)?, false)?.status, RunStatus::Interrupted) {
        bail!("the process of the run ended in the middle: resume it first, by `quarry resume {id}`");
    }
    let base = Base::read(&folder(&stored.about, options.repository.as_deref())?, &proposed)?;
    if options.check {
        let conflicts = base.conflicts(&proposed);
        if !conflicts.is_empty() {
            return Err(ChangesError::Conflicts(conflicts).into());
        }
        list(&proposed)?;
        return output::line("these changes can be applied");
    }
    let accepted = changes::write(&base, &proposed)?;
    list(&proposed)?;
    let settled = block_on(agent::run::settle(runs.store(), id, vec![Update::Accepted(accepted)]));
    settled.context("the files are written, but the run could not be updated, so its changes look unapplied")?;
    output::line("applied")
}

fn list(changes: &ChangeSet) -> Result<()> {
    changes.iter().try_for_each(|(path, overlay)| {
        let what = match overlay {
            Overlay::Untouched => return Ok(()),
            Overlay::Deleted { to: Some(to) } => return output::line(format!("moved    {path} -> {to}")),
            Overlay::Deleted { to: None } => "deleted ",
            Overlay::Moved { .. } => return Ok(()),
            Overlay::Changed { base: None, .. } => "new     ",
            Overlay::Changed { .. } => "changed ",
        };
        output::line(format!("{what} {path}"))
    })
}
