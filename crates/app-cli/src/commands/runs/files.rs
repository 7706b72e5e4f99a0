//! `quarry runs rm`, `export` and `import`

use crate::commands::run_sources::name_only;
use crate::runs::Runs;
use crate::{output, run_file};
use agent::StoredRun;
use anyhow::{Context, Result};
use state_graph::log::Header;
use std::path::Path;

pub fn remove(ids: &[String], runs: &Runs) -> Result<()> {
    ids.iter().try_for_each(|id| {
        runs.remove(id)?;
        output::line(format!("{id} is deleted"))
    })
}

pub fn export(id: &str, file: &Path, runs: &Runs) -> Result<()> {
    let log = runs.log(id)?;
    run_file::write(file, &log)?;
    output::line(format!("{} ({} bytes)", file.display(), log.len()))
}

/// Stores a run from a file and prints its id. A run that is stored already is left as it is; another run of the same
/// id gets a new one.
pub fn import(file: &Path, runs: &Runs) -> Result<()> {
    let log = run_file::read(file)?;
    let mut about = StoredRun::read(&log).with_context(|| file.display().to_string())?.about.imported();
    let first = about.run.clone();
    // A file may not choose which folder of this machine is read.
    about.repository = name_only(&about.repository);
    for copy in 1.. {
        about.run = if copy == 1 { first.clone() } else { format!("{first}-{copy}") };
        let named = Header::replace_about(&log, serde_json::to_value(&about)?)?;
        if !runs.has(&about.run)? {
            runs.add(&about.run, &named)?;
            break;
        }
        let there = runs.log(&about.run)?;
        if there == named || there == log {
            break;
        }
    }
    output::line(&about.run)
}
