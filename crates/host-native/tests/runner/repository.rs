//! A folder with files, and the runner over it.

use code_runner::{Command, FileChange, Job, OnOutput, Ran, RunError, Runner};
use futures::executor::block_on;
use host_native::ProcessRunner;
use host_native::runner::Base;
use source::RepoPath;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub struct Repository {
    place: tempfile::TempDir,
    pub runner: ProcessRunner,
}

/// Code of Python.
pub fn python(code: &str) -> Command {
    Command::new(["python", "-c", code])
}

/// A proposed file; `None` where it is deleted.
pub fn change(path: &str, text: Option<&str>) -> FileChange {
    FileChange { path: RepoPath::parse(path).unwrap(), text: text.map(Into::into) }
}

impl Repository {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let place = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = place.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let runner = ProcessRunner::new(Base::Folder(place.path().to_owned()));
        Self { place, runner }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.place.path().join(path)
    }

    pub fn run(&self, command: &Command) -> Result<Ran, RunError> {
        self.run_with(command, &[], &mut |_, _| {})
    }

    /// The same over proposed changes.
    pub fn run_over(&self, command: &Command, changes: &[FileChange]) -> String {
        let ran = self.run_with(command, changes, &mut |_, _| {}).unwrap();
        assert!(ran.succeeded(), "{}: {}", ran.end, ran.stderr);
        ran.stdout
    }

    pub fn run_with(&self, command: &Command, changes: &[FileChange], on: OnOutput<'_>) -> Result<Ran, RunError> {
        block_on(self.runner.run(Job { command, changes }, on))
    }

    /// Every file with its text; of a link what it leads to.
    pub fn state(&self) -> BTreeMap<PathBuf, String> {
        let mut state = BTreeMap::new();
        let mut folders = vec![self.place.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let found = fs::symlink_metadata(&path).unwrap();
                if found.is_symlink() {
                    state.insert(path.clone(), fs::read_link(&path).unwrap().display().to_string());
                } else if found.is_dir() {
                    state.insert(path.clone(), "a folder".to_owned());
                    folders.push(path);
                } else {
                    state.insert(path.clone(), fs::read_to_string(&path).unwrap());
                }
            }
        }
        state
    }
}

/// Waits until a process is gone: one that was ended is so within moments, and one that was not would stay.
#[track_caller]
pub fn is_gone(process: &str) {
    let process: i32 = process.trim().parse().expect("the number of a process");
    let until = Instant::now() + Duration::from_secs(5);
    while lives(process) {
        assert!(Instant::now() < until, "process {process} still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A zombie has ended.
fn lives(process: i32) -> bool {
    if !Path::new("/proc/self/stat").exists() {
        return nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None).is_ok();
    }
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X'])))
}
