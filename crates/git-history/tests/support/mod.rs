//! Repositories made by git itself, and what git says of them.
#![allow(clippy::disallowed_methods, dead_code)] // Tests make folders; each test uses a part of this.

use git_history::{MemoryGitFiles, ObjectId, Repository};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

pub struct Repo {
    pub folder: PathBuf,
    clock: Cell<u64>,
}

impl Drop for Repo {
    fn drop(&mut self) {
        // What is left is in the system's folder for such files.
        drop(fs::remove_dir_all(&self.folder));
    }
}

impl Repo {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quarry-git-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        let repo = Self { folder, clock: Cell::new(1_700_000_000) };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// Runs git, each time a minute later; its output without the last line end.
    pub fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.folder, arguments)
    }

    pub fn git_in(&self, folder: &Path, arguments: &[&str]) -> String {
        self.clock.set(self.clock.get() + 60);
        let date = format!("{} +0130", self.clock.get());
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=Ada Lovelace",
                "-c",
                "user.email=ada@example.org",
                "-c",
                "protocol.file.allow=always",
            ])
            .args(["-c", "core.autocrlf=false", "-c", "gc.auto=0", "-c", "advice.detachedHead=false"])
            .args(arguments)
            .current_dir(folder)
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .expect("git is installed");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {error}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub fn lines(&self, arguments: &[&str]) -> Vec<String> {
        self.git(arguments).lines().map(str::to_owned).collect()
    }

    pub fn open(&self) -> Repository {
        open(&self.folder.join(".git")).expect("this is a git folder")
    }

    pub fn git_files(&self) -> Vec<(String, Vec<u8>)> {
        files_of(&self.folder.join(".git"))
    }
}

pub fn open(folder: &Path) -> Option<Repository> {
    wait(Repository::open(Rc::new(MemoryGitFiles::new(files_of(folder))))).unwrap()
}

pub fn files_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut pending) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(at) = pending.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read(path).unwrap()));
            }
        }
    }
    files
}

pub fn wait<T>(future: impl Future<Output = T>) -> T {
    futures::executor::block_on(future)
}

pub fn id(text: &str) -> ObjectId {
    ObjectId::parse(text).unwrap()
}

/// Twenty lines that differ from each other.
pub fn numbered(from: u32, to: u32) -> String {
    (from..to).map(|n| format!("line number {n} of the file, which is unlike the others: {}\n", n * 7919)).collect()
}
