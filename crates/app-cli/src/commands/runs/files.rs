//! `quarry runs rm`, `export` and `import`

use crate::commands::run_sources::name_only;
use crate::runs::Runs;
use crate::{output, run_file};
use agent::{About, StoredRun};
use agent_memory::{ConversationMemory, MemoryFile, Scope};
use anyhow::{Context, Result};
use futures::executor::block_on;
use state_graph::log::Header;
use std::path::Path;

/// Deletes runs, and what a conversation remembers whose last run is deleted.
pub fn remove(ids: &[String], runs: &Runs) -> Result<()> {
    for id in ids {
        // A log that cannot be read belongs to no conversation that is known.
        let about = About::peek(&runs.log(id)?).ok().map(|about| About { run: id.clone(), ..about });
        runs.remove(id)?;
        if let Some(about) = about {
            forget_if_last(&about, runs)?;
        }
        output::line(format!("{id} is deleted"))?;
    }
    Ok(())
}

/// Forgets the conversation of a deleted run, unless it has others.
fn forget_if_last(about: &About, runs: &Runs) -> Result<()> {
    let conversation = about.conversation();
    let listed = runs.list()?;
    if listed.iter().any(|listed| listed.run.as_ref().is_ok_and(|(_, other)| other.conversation() == conversation)) {
        return Ok(());
    }
    let memory = runs.memory(&about.repository);
    block_on(memory.files().remove(MemoryFile::Values(Scope::Conversation(conversation))))?;
    Ok(block_on(ConversationMemory::forget(&*memory, conversation))?)
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
