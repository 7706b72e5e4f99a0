//! Git on this machine: repositories made by git.

mod hostile;

use futures::executor::block_on;
use git_history::{Query, Repository, WorkTree};
use host_native::git::{DiskGitFiles, GitWorkTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of this test alone, empty at the start.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quarry-work-tree-{}-{test}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

/// A repository with two commits, whose commits name a person of their own.
fn repository(test: &str) -> PathBuf {
    let folder = folder(test);
    git(&folder, &["init", "-q", "-b", "main"]);
    for (key, value) in [("user.name", "Ada"), ("user.email", "ada@example.org")] {
        git(&folder, &["config", key, value]);
    }
    for (text, message) in [("one\n", "First"), ("one\ntwo\n", "Second")] {
        fs::write(folder.join("a.txt"), text).unwrap();
        git(&folder, &["add", "a.txt"]);
        git(&folder, &["commit", "-q", "-m", message]);
    }
    folder
}

fn work_tree(folder: &Path) -> GitWorkTree {
    GitWorkTree::new(&DiskGitFiles::of(folder).unwrap().unwrap())
}

fn subjects(folder: &Path) -> Vec<String> {
    let repository = block_on(Repository::open(DiskGitFiles::of(folder).unwrap().unwrap())).unwrap().unwrap();
    let from = block_on(repository.resolve("HEAD")).unwrap();
    let history = block_on(repository.history(&Query { from, first_parent: false, path: None, most: 10 })).unwrap();
    history.commits.iter().map(|logged| logged.commit.subject()).collect()
}

#[test]
fn history_is_read_from_disk_packed_or_not_and_from_a_linked_work_tree() {
    let folder = repository("disk");
    assert_eq!(subjects(&folder), ["Second", "First"]);
    git(&folder, &["gc", "-q", "--prune=now"]);
    assert_eq!(subjects(&folder), ["Second", "First"]);
    let linked = self::folder("linked").join("tree");
    git(&folder, &["worktree", "add", "-q", "-b", "side", linked.to_str().unwrap(), "HEAD~1"]);
    assert_eq!(subjects(&linked), ["First"]);
    assert!(DiskGitFiles::of(&self::folder("none")).unwrap().is_none());
}

#[test]
#[cfg(unix)]
fn a_folder_may_be_named_from_the_current_one() {
    let folder = repository("relative");
    let up: PathBuf = std::env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
    let named = up.join(folder.strip_prefix("/").unwrap());
    assert_eq!(subjects(&named), ["Second", "First"]);
    fs::write(folder.join("a.txt"), "one\n").unwrap();
    assert_eq!(block_on(work_tree(&named).status()).unwrap(), "## main\n M a.txt\n");
}

#[test]
fn what_is_changed_is_added_committed_and_prepared() {
    let folder = repository("writes");
    let tree = work_tree(&folder);
    assert_eq!(block_on(tree.status()).unwrap(), "## main\n");
    assert_eq!(block_on(tree.checkout("feature", true)).unwrap(), "## feature\n");
    fs::write(folder.join("a.txt"), "one\ntwo\nthree\n").unwrap();
    fs::write(folder.join("-b *.txt"), "new\n").unwrap();
    assert_eq!(block_on(tree.status()).unwrap(), "## feature\n M a.txt\n?? \"-b *.txt\"\n");
    let dirty = "`a.txt` changed and not committed; commit or undo that first";
    assert_eq!(block_on(tree.checkout("main", false)).unwrap_err().to_string(), dirty);
    assert_eq!(block_on(tree.prepare("main")).unwrap_err().to_string(), dirty);
    let added = block_on(tree.add(&["a.txt".to_owned(), "-b *.txt".to_owned()])).unwrap();
    assert!(added.contains("2 files changed, 2 insertions(+)"), "{added}");
    let made = block_on(tree.commit("Third\n\nWith a body")).unwrap();
    assert!(made.contains("\nThird\n") && made.contains("a.txt"), "{made}");
    assert_eq!(subjects(&folder), ["Third", "Second", "First"]);
    let prepared = block_on(tree.prepare("main")).unwrap();
    assert_eq!((prepared.branch.as_str(), prepared.base.as_str()), ("feature", "main"));
    assert!(prepared.commits.ends_with(" Third\n") && prepared.stat.contains("a.txt"), "{prepared:?}");
    let branches = block_on(tree.branches()).unwrap();
    assert!(branches.contains("* feature") && branches.contains("  main"), "{branches}");
    block_on(tree.checkout("main", false)).unwrap();
    let nothing = block_on(tree.prepare("main")).unwrap_err().to_string();
    assert_eq!(nothing, "`main` has no commit that `main` has not");
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = repository("refusals");
    let tree = work_tree(&folder);
    let error = |result: Result<String, git_history::WorkTreeError>| result.unwrap_err().to_string();
    assert_eq!(error(block_on(tree.commit("Nothing"))), "nothing was added to commit; add files first");
    assert!(error(block_on(tree.add(&["gone.txt".to_owned()]))).contains("did not match any files"));
    assert_eq!(error(block_on(tree.add(&["../x".to_owned()]))), "`../x` leaves the repository");
    assert_eq!(error(block_on(tree.commit(" "))), "give a message of 1 to 10000 bytes");
    for name in ["--help", "a b", "main~1", "@{-1}"] {
        assert_eq!(error(block_on(tree.checkout(name, true))), format!("`{name}` is no name of a branch"));
    }
    assert!(error(block_on(tree.checkout("nowhere", false))).contains("nowhere"));
}
