//! git over folders of its own, outside of any repository and without the settings of whoever runs the test.

use super::cases::Files;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A repository to make patches in, and a folder to apply them in.
pub struct Git {
    root: PathBuf,
}

impl Git {
    pub fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("change-set-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("repository")).unwrap();
        let git = Self { root };
        git.run("repository", &["init", "--quiet"], "");
        git
    }

    fn try_run(&self, folder: &str, arguments: &[&str], input: &str) -> Output {
        let started = Command::new("git")
            .args([
                "-c",
                "core.autocrlf=false",
                "-c",
                "core.quotePath=true",
                "-c",
                "core.fsync=none",
                "-c",
                "gc.auto=0",
            ])
            .args(arguments)
            .current_dir(self.root.join(folder))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", &self.root)
            .env_remove("GIT_DIR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut process = started.expect("this test compares with git: install git");
        let mut stdin = process.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input.as_bytes()).ok());
            process.wait_with_output().unwrap()
        })
    }

    fn run(&self, folder: &str, arguments: &[&str], input: &str) -> String {
        let output = self.try_run(folder, arguments, input);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The patch of each pair of files before and after, with renames; in three processes, however many pairs.
    pub fn patches<'a>(&self, pairs: impl Iterator<Item = (&'a Files, &'a Files)>) -> Vec<String> {
        let mut stream = String::new();
        for (number, (before, after)) in pairs.enumerate() {
            for files in [before, after] {
                stream += &format!("commit refs/heads/{number:05}\ncommitter t <t> 0 +0000\ndata 0\n\ndeleteall\n");
                for (path, text) in files {
                    stream += &format!("M 100644 inline {path}\ndata {}\n{text}\n", text.len());
                }
            }
        }
        self.run("repository", &["fast-import", "--quiet"], &stream);
        let commits = self.run("repository", &["for-each-ref", "--format=%(objectname)"], "");
        let output = self.run("repository", &["diff-tree", "--stdin", "-r", "-p", "-M", "--always"], &commits);
        let mut patches: Vec<String> = Vec::new();
        let mut rest = output.as_str();
        let commits: Vec<&str> = commits.lines().collect();
        for (number, commit) in commits.iter().enumerate() {
            rest = rest.strip_prefix(&format!("{commit}\n")).expect("a patch begins with its commit");
            let next = commits.get(number + 1).and_then(|next| rest.find(&format!("\n{next}\n")).map(|at| at + 1));
            let is_empty = commits.get(number + 1).is_some_and(|next| rest.starts_with(next));
            let end = if is_empty { 0 } else { next.unwrap_or(rest.len()) };
            patches.push(rest[..end].trim_start_matches('\n').to_owned());
            rest = &rest[end..];
        }
        patches
    }

    /// The files after `git apply`; an error in git's words where it refuses.
    pub fn apply(&self, files: &Files, patch: &str) -> Result<Files, String> {
        let folder = self.root.join("applied");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).unwrap();
        }
        std::fs::create_dir_all(&folder).unwrap();
        write(&folder, files);
        let output = self.try_run("applied", &["apply", "--whitespace=nowarn", "-"], patch);
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let mut found = Files::new();
        read(&folder, "", &mut found);
        Ok(found)
    }
}

impl Drop for Git {
    fn drop(&mut self) {
        // Leaves a folder in the system's place for temporary files, at worst.
        std::fs::remove_dir_all(&self.root).ok();
    }
}

fn write(folder: &Path, files: &Files) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn read(folder: &Path, prefix: &str, found: &mut Files) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, String::from_utf8(std::fs::read(entry.path()).unwrap()).unwrap());
        }
    }
}
