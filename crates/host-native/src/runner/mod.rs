//! Programs as processes of this machine, over a copy of the repository: [`ProcessRunner`].
//!
//! What runs is an argument list, never a line for a shell, and only a program of the table in `programs.rs`. It gets named
//! variables of the environment, a copy of the files (`files`) and a session of its own, which is ended as a whole. That
//! bounds mistakes and runaways. It is no sandbox: a program that a person has allowed can read and write what that person can,
//! and use the network.
//!
//! Runs on Unix; elsewhere every program is refused with a sentence. Memory and the number of processes of a whole session are
//! watched on Linux alone.

#[cfg(unix)]
mod ending;
#[cfg(unix)]
mod environment;
mod files;
#[cfg(unix)]
mod group;
#[cfg(unix)]
mod output;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod processes;
mod programs;
mod running;
#[cfg(unix)]
mod watch;

pub use files::{Base, Texts};
#[cfg(unix)]
pub(crate) use programs::on_path;
pub use running::RunningPrograms;

use code_runner::{Command, FileChange, Job, Language, OnOutput, Ran, RunError, Runner};
use files::{Scratch, Stop, Wants};
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use programs::Found;
use source::RepoPath;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Runs programs as processes.
///
/// Runs may overlap: each has a copy of its own, which is kept for a later run. Copies are deleted with the runner.
pub struct ProcessRunner {
    base: Base,
    /// Copies that no run uses now.
    idle: RefCell<Vec<Scratch>>,
    running: RunningPrograms,
}

impl ProcessRunner {
    /// A runner over a repository. Nothing is read before the first run.
    pub fn new(base: Base) -> Self {
        Self { base, idle: RefCell::default(), running: RunningPrograms::default() }
    }

    /// The programs that run now, for another thread that has to end them.
    pub fn running(&self) -> RunningPrograms {
        self.running.clone()
    }

    /// The repository's folder, if it is one.
    fn folder(&self) -> Option<&Path> {
        match &self.base {
            Base::Folder(folder) => Some(folder),
            Base::Texts(_) => None,
        }
    }

    fn find(&self, command: &Command) -> Result<Found, RunError> {
        if !cfg!(unix) {
            let why = "programs run on Linux and macOS alone; on this system they can run in the page".to_owned();
            return Err(RunError::NotHere { program: command.program().to_owned(), why });
        }
        within(&command.folder)?;
        programs::find(command.program(), self.folder())
    }

    /// A copy as this run is to see it. It is made by a thread of its own, since that can take long.
    async fn prepare(&self, job: Job<'_>) -> Result<Lent<'_>, RunError> {
        let (idle, base) = (self.idle.borrow_mut().pop(), self.base.clone());
        let (wants, changes) = (Wants::of(job.command.program()), job.changes.to_vec());
        let waiting = Waiting(Stop::default());
        let (stop, (done, prepared)) = (Arc::clone(&waiting.0), oneshot::channel());
        let work = move || {
            // Without a receiver nobody waits for the run any more.
            drop(done.send(prepared_copy(idle, &base, wants, &changes, &stop)));
        };
        let lost = |error: &dyn std::fmt::Display| RunError::Files(format!("no thread could do it: {error}"));
        thread::Builder::new().name("files".to_owned()).spawn(work).map_err(|error| lost(&error))?;
        let scratch = prepared.await.map_err(|error| lost(&error))??;
        Ok(Lent { scratch: Some(scratch), back: &self.idle })
    }
}

/// Stops the preparation of a copy when it is dropped.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A copy while a run uses it.
struct Lent<'r> {
    scratch: Option<Scratch>,
    back: &'r RefCell<Vec<Scratch>>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.back.borrow_mut().extend(self.scratch.take());
    }
}

fn prepared_copy(
    idle: Option<Scratch>,
    base: &Base,
    wants: Wants,
    changes: &[FileChange],
    stop: &Arc<AtomicBool>,
) -> Result<Scratch, RunError> {
    let mut scratch = match idle {
        Some(idle) => idle,
        None => Scratch::new(base, stop)?,
    };
    scratch.prepare(wants, changes, stop)?;
    Ok(scratch)
}

/// A folder of the repository by its words: `None` for the root.
fn within(folder: &str) -> Result<Option<RepoPath>, RunError> {
    if folder.is_empty() || folder == "." {
        return Ok(None);
    }
    RepoPath::parse(folder).map(Some).map_err(|_| RunError::Folder(folder.to_owned()))
}

/// The folder in the copy, which no link may lead out of.
#[cfg(unix)]
fn folder_in(root: &Path, folder: &str) -> Result<PathBuf, RunError> {
    let wrong = || RunError::Folder(folder.to_owned());
    let root = root.canonicalize().map_err(|error| RunError::Files(error.to_string()))?;
    let Some(path) = within(folder)? else { return Ok(root) };
    // What cannot be resolved is no folder.
    let inside = root.join(path.as_str()).canonicalize().map_err(|_| wrong())?;
    if inside.starts_with(&root) && inside.is_dir() { Ok(inside) } else { Err(wrong()) }
}

impl Runner for ProcessRunner {
    fn place(&self) -> &'static str {
        "this machine"
    }

    fn languages(&self) -> Vec<Language> {
        let runs = |program: &str| self.find(&Command::new([program])).is_ok();
        let named = [(Language::JavaScript, "node"), (Language::Python, "python")];
        named.into_iter().filter(|(_, program)| runs(program)).map(|(language, _)| language).collect()
    }

    fn check(&self, command: &Command) -> Result<(), RunError> {
        self.find(command).map(drop)
    }

    #[cfg(unix)]
    fn run<'a>(&'a self, job: Job<'a>, on: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>> {
        Box::pin(async move {
            let found = self.find(job.command)?;
            let lent = self.prepare(job).await?;
            let Some(scratch) = &lent.scratch else { return Err(RunError::Files("it is gone".to_owned())) };
            let (root, build, temporary) = (scratch.root(), scratch.build(), scratch.temporary());
            // Unique on this machine: no two copies have one path, and a copy has one run at a time.
            let mark = root.display().to_string();
            let folders = environment::Folders { root: &root, build: &build, temporary: &temporary };
            let launch = process::Launch {
                program: found.path,
                arguments: job.command.argv.iter().skip(1).cloned().collect(),
                folder: folder_in(&root, &job.command.folder)?,
                variables: environment::of_run(&folders, found.environment.as_deref(), &mark),
                mark,
                stdin: job.command.stdin.clone(),
                limits: job.command.limits,
            };
            launch.run(&self.running, on).await
        })
    }

    #[cfg(not(unix))]
    fn run<'a>(&'a self, job: Job<'a>, _: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>> {
        Box::pin(
            async move { self.find(job.command).and_then(|_| Err(RunError::Failed("nothing runs here".to_owned()))) },
        )
    }
}
