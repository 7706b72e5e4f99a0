//! Repositories that name programs: none of them runs.

use crate::{git, repository, subjects, work_tree};
use futures::executor::block_on;
use git_history::WorkTree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every place where a repository can name a program, each of which would leave a mark.
fn hostile(test: &str, with_filter: bool) -> (PathBuf, PathBuf) {
    let folder = repository(test);
    let mark = folder.join("mark");
    let program = format!("touch '{}'; cat", mark.display());
    let settings = [
        "core.fsmonitor",
        "core.editor",
        "core.pager",
        "core.sshCommand",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "gpg.program",
        "credential.helper",
        "core.askPass",
        "alias.status",
        "alias.log",
        "pager.log",
        "pager.branch",
    ];
    for key in settings {
        git(&folder, &["config", key, &program]);
    }
    git(&folder, &["config", "commit.gpgSign", "true"]);
    git(&folder, &["config", "log.showSignature", "true"]);
    git(&folder, &["config", "core.worktree", "/"]);
    let hooks = folder.join(".git/hooks");
    for hook in [
        "pre-commit",
        "post-commit",
        "commit-msg",
        "prepare-commit-msg",
        "post-checkout",
        "post-index-change",
        "reference-transaction",
    ] {
        let path = hooks.join(hook);
        fs::write(&path, format!("#!/bin/sh\n{program} < /dev/null\n")).unwrap();
        assert!(Command::new("chmod").arg("+x").arg(&path).status().unwrap().success());
    }
    let attributes = if with_filter { "* filter=x diff=x\n" } else { "* diff=x\n" };
    fs::write(folder.join(".git/info/attributes"), attributes).unwrap();
    if with_filter {
        for key in ["filter.x.clean", "filter.x.smudge", "filter.x.process"] {
            git(&folder, &["config", key, &program]);
        }
    }
    drop(fs::remove_file(&mark));
    fs::write(folder.join("a.txt"), "one\ntwo\nthree\n").unwrap();
    (folder, mark)
}

#[test]
fn no_program_of_the_repository_runs() {
    let (folder, mark) = hostile("hostile", false);
    let tree = work_tree(&folder);
    assert_eq!(block_on(tree.status()).unwrap(), "## main\n M a.txt\n");
    block_on(tree.branches()).unwrap();
    block_on(tree.remotes()).unwrap();
    block_on(tree.add(&["a.txt".to_owned()])).unwrap();
    block_on(tree.commit("Third")).unwrap();
    block_on(tree.checkout("side", true)).unwrap();
    fs::write(folder.join("a.txt"), "x\n").unwrap();
    block_on(tree.add(&["a.txt".to_owned()])).unwrap();
    block_on(tree.commit("Fourth")).unwrap();
    block_on(tree.prepare("main")).unwrap();
    assert!(!mark.exists(), "a program of the repository ran");
    assert_eq!(subjects(&folder), ["Fourth", "Third", "Second", "First"]);
}

#[test]
fn filters_do_not_run_and_nothing_is_written_without_them() {
    let (folder, mark) = hostile("filters", true);
    let staged = format!("100644,{},b.txt", git(&folder, &["rev-parse", "HEAD:a.txt"]));
    git(&folder, &["update-index", "--add", "--cacheinfo", &staged]);
    drop(fs::remove_file(&mark));
    let tree = work_tree(&folder);
    assert_eq!(block_on(tree.status()).unwrap(), "## main\n M a.txt\nAD b.txt\n");
    for refused in [block_on(tree.add(&["a.txt".to_owned()])), block_on(tree.commit("Third"))] {
        let why = refused.unwrap_err().to_string();
        assert!(
            why.starts_with("the repository's configuration names programs that change files")
                && why.ends_with("(filter `x`); do this step yourself"),
            "{why}"
        );
    }
    assert!(!mark.exists(), "a program of the repository ran");
    assert_eq!(subjects(&folder), ["Second", "First"]);
}

/// Adds what names programs for something that git does, and gives the mark that they would leave.
fn naming(test: &str, configure: impl Fn(&Path, &str)) -> (PathBuf, PathBuf) {
    let folder = repository(test);
    let mark = folder.join(".git/mark");
    configure(&folder, &format!("touch '{}'", mark.display()));
    (folder, mark)
}

#[test]
fn objects_that_are_missing_are_not_fetched() {
    let (folder, mark) = naming("missing", |folder, program| {
        let origin = folder.join(".git/origin");
        git(folder, &["clone", "-q", "--bare", ".", origin.to_str().unwrap()]);
        let blob = git(folder, &["rev-parse", "HEAD~1:a.txt"]);
        fs::remove_file(folder.join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
        for (key, value) in [
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
            ("remote.origin.url", origin.to_str().unwrap()),
            ("remote.origin.uploadpack", &format!("{program}; git-upload-pack")),
        ] {
            git(folder, &["config", key, value]);
        }
        git(folder, &["branch", "base", "HEAD~1"]);
    });
    let why = block_on(work_tree(&folder).prepare("base")).unwrap_err().to_string();
    assert!(why.starts_with("git says: ") && why.contains("unable to read"), "{why}");
    assert!(!mark.exists(), "a program of the repository ran");
    // Asked as it is, git runs it.
    git(&folder, &["diff", "--stat", "base...HEAD"]);
    assert!(mark.exists());
}

#[test]
fn hooks_and_filters_of_the_configuration_refuse_writing_wherever_they_are_named() {
    for (test, key, named) in [
        ("config-hook", "hook.x.command", "programs that git runs when it writes"),
        ("config-work-tree", "filter.x.clean", "programs that change files"),
    ] {
        let (folder, mark) = naming(test, |folder, program| {
            git(folder, &["config", "extensions.worktreeConfig", "true"]);
            git(folder, &["config", "--worktree", key, program]);
            git(folder, &["config", "--worktree", "hook.x.event", "pre-commit"]);
            fs::write(folder.join(".git/info/attributes"), "* filter=x\n").unwrap();
            fs::write(folder.join("a.txt"), "x\n").unwrap();
        });
        let tree = work_tree(&folder);
        assert_eq!(block_on(tree.status()).unwrap(), "## main\n M a.txt\n");
        let why = block_on(tree.add(&["a.txt".to_owned()])).unwrap_err().to_string();
        assert!(why.contains(named), "{why}");
        assert!(!mark.exists(), "a program of the repository ran");
    }
}

#[test]
fn a_program_that_cannot_be_switched_off_refuses_reading() {
    let (folder, mark) = naming("unusual", |folder, program| {
        git(folder, &["config", "filter.a=b.clean", &format!("{program}; cat")]);
        fs::write(folder.join(".git/info/attributes"), "* filter=a=b\n").unwrap();
        fs::write(folder.join("a.txt"), "x\n").unwrap();
    });
    let why = block_on(work_tree(&folder).status()).unwrap_err().to_string();
    assert!(why.contains("unusual name (filter `a=b`)"), "{why}");
    assert!(!mark.exists(), "a program of the repository ran");
}

#[test]
fn git_is_not_run_inside_a_submodule() {
    let (folder, mark) = naming("submodule", |folder, program| {
        let inner = folder.join("libs/inner");
        fs::create_dir_all(&inner).unwrap();
        git(&inner, &["init", "-q", "-b", "main"]);
        git(&inner, &["commit", "-q", "--allow-empty", "-m", "Inner"]);
        git(folder, &["add", "libs/inner"]);
        git(folder, &["commit", "-q", "-m", "With a submodule"]);
        git(&inner, &["config", "core.fsmonitor", &format!("{program}; false")]);
    });
    let tree = work_tree(&folder);
    assert_eq!(block_on(tree.status()).unwrap(), "## main\n");
    let why = block_on(tree.add(&["libs".to_owned()])).unwrap_err().to_string();
    assert_eq!(why, "`libs/inner` is a submodule, which is not added for an agent; do this step yourself");
    block_on(tree.commit("Nothing")).unwrap_err();
    block_on(tree.checkout("side", true)).unwrap();
    fs::write(folder.join("b.txt"), "b\n").unwrap();
    block_on(tree.add(&["b.txt".to_owned()])).unwrap();
    block_on(tree.commit("Beside it")).unwrap();
    block_on(tree.checkout("main", false)).unwrap();
    assert!(!mark.exists(), "a program of the submodule ran");
    // Asked as it is, git runs it.
    git(&folder, &["status"]);
    assert!(mark.exists());
}
