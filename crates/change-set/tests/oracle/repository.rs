//! git over folders of its own, outside of any repository and without the settings of whoever runs the test.

use super::cases::Files;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A tree object, by its id.
pub type Tree = String;

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
            .args(["-c", "core.autocrlf=false", "-c", "core.quotePath=true", "-c", "core.safecrlf=false"])
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

    /// The tree of some files.
    pub fn tree(&self, files: &Files) -> Tree {
        let folder = self.root.join("repository");
        for entry in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if !entry.ends_with(".git") {
                if entry.is_dir() {
                    std::fs::remove_dir_all(entry).unwrap()
                } else {
                    std::fs::remove_file(entry).unwrap()
                }
            }
        }
        write(&folder, files);
        self.run("repository", &["add", "--all", "--force"], "");
        self.run("repository", &["write-tree"], "").trim().to_owned()
    }

    /// The patch between two trees, with renames.
    pub fn diff(&self, before: &Tree, after: &Tree) -> String {
        self.run("repository", &["diff", "-M", "--no-color", before, after], "")
    }

    /// The trees of each top folder of `before`, in its order, before and after.
    pub fn subtrees(&self, before: &Files, after: &Files) -> Vec<(Tree, Tree)> {
        let list = |files| -> std::collections::BTreeMap<String, Tree> {
            let tree = self.tree(files);
            let listed = self.run("repository", &["ls-tree", "-z", &tree], "");
            let entries = listed.split_terminator('\0').map(|entry| entry.split_once('\t').unwrap());
            entries.map(|(entry, name)| (name.to_owned(), entry.split(' ').nth(2).unwrap().to_owned())).collect()
        };
        let (before, after) = (list(before), list(after));
        let empty = self.run("repository", &["mktree"], "").trim().to_owned();
        let mut names: Vec<_> = before.keys().chain(after.keys()).collect();
        names.sort_by_key(|name| (name.len(), name.as_str()));
        names.dedup();
        let tree = |side: &std::collections::BTreeMap<String, Tree>, name| side.get(name).unwrap_or(&empty).clone();
        names.into_iter().map(|name| (tree(&before, name), tree(&after, name))).collect()
    }

    /// The patch of each pair of trees, with renames.
    pub fn diff_each(&self, pairs: &[(Tree, Tree)]) -> Vec<String> {
        let input: String = pairs.iter().map(|(before, after)| format!("{before} {after}\n")).collect();
        let output = self.run("repository", &["diff-tree", "--stdin", "-r", "-p", "-M"], &input);
        let mut rest = output.as_str();
        let mut patches = Vec::new();
        for (number, (before, after)) in pairs.iter().enumerate() {
            // Where a pair does not differ nothing is written, not even its ids.
            let Some(patch) = rest.strip_prefix(&format!("{before} {after}\n")) else {
                patches.push(String::new());
                continue;
            };
            let following = pairs[number + 1..].iter();
            let next = following.filter_map(|(before, after)| patch.find(&format!("\n{before} {after}\n"))).min();
            let end = next.map_or(patch.len(), |next| next + 1);
            patches.push(patch[..end].to_owned());
            rest = &patch[end..];
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
