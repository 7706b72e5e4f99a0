//! The programs that agents run, as processes of this machine: over which files, and the command by which a person has
//! changes checked.

use crate::index_folder::IndexFolder;
use crate::load;
use agent::Question;
use anyhow::{Result, bail};
use code_runner::{Command, Runner};
use codebase::Codebase;
use host_native::runner::Base;
use host_native::{ProcessRunner, Wanted};
use source::{RepoPath, Snapshot};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The runner over a repository: over everything in a folder, else over the texts of an archive or an index. Nothing is read
/// before the first run.
///
/// # Errors
/// There is no such repository.
pub fn runner(repository: &Path, as_index: bool) -> Result<Rc<ProcessRunner>> {
    let (is_index, path) = (load::is_index_quietly(repository, as_index)?, repository.to_owned());
    let base = if is_index {
        Base::Texts(Arc::new(move || {
            let codebase = Codebase::read_directory(&IndexFolder(path.clone())).map_err(|error| error.to_string())?;
            Ok(texts(codebase.snapshot()))
        }))
    } else if repository.is_dir() {
        Base::Folder(path)
    } else {
        Base::Texts(Arc::new(move || {
            let opened = host_native::open(&path, Wanted::default(), |_| {});
            opened.map(|snapshot| texts(&snapshot)).map_err(|error| error.to_string())
        }))
    };
    Ok(Rc::new(ProcessRunner::new(base)))
}

fn texts(snapshot: &Snapshot) -> Vec<(RepoPath, Arc<str>)> {
    snapshot.ids().map(|file| (snapshot.file(file).path.clone(), Arc::from(snapshot.text(file)))).collect()
}

/// Refuses a command for checking changes that cannot run, before the run spends anything.
///
/// # Errors
/// Why it cannot run.
pub fn check(question: &Question, runner: &ProcessRunner) -> Result<()> {
    let Some(argv) = &question.options.check else { return Ok(()) };
    match runner.check(&Command::new(argv)) {
        Ok(()) => Ok(()),
        Err(error) => bail!("changes can't be checked by that command: {error}"),
    }
}
