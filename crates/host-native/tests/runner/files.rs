//! What a run sees, and that nothing of it reaches the repository.

use crate::repository::{Repository, change, python};
use code_runner::{Command, Job, RunError, Runner};
use futures::executor::block_on;
use futures::future::join;
use host_native::ProcessRunner;
use host_native::runner::Base;
use source::RepoPath;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

/// Prints every file with its text.
const LIST: &str = "import os
for folder, folders, files in os.walk('.'):
    for file in files:
        path = os.path.join(folder, file)
        print(path[2:] + '=' + open(path, errors='replace').read().strip())";

fn listed(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_run_sees_the_folder_with_the_changes() {
    let at = Repository::new(&[("a.py", "1"), ("b/c.txt", "2"), (".gitignore", "data"), ("data", "3"), ("old", "4")]);
    fs::write(at.path("d.bin"), [0xff, 0]).unwrap();
    let changes = [change("a.py", Some("new")), change("b/d/e.txt", Some("5")), change("old", None)];
    let seen = at.run_over(&python(LIST), &changes);
    assert_eq!(
        listed(&seen),
        [".gitignore=data", "a.py=new", "b/c.txt=2", "b/d/e.txt=5", "d.bin=\u{fffd}\0", "data=3"]
    );
    let seen = at.run_over(&python(LIST), &[change("b", None), change("b/x", Some("6"))]);
    assert_eq!(listed(&seen), [".gitignore=data", "a.py=1", "b/x=6", "d.bin=\u{fffd}\0", "data=3", "old=4"]);
    let seen = at.run_over(&python(LIST), &[]);
    assert_eq!(listed(&seen), [".gitignore=data", "a.py=1", "b/c.txt=2", "d.bin=\u{fffd}\0", "data=3", "old=4"]);
}

#[test]
fn what_a_program_writes_reaches_neither_the_repository_nor_the_next_run() {
    let at = Repository::new(&[("a.txt", "1"), ("b/c.txt", "2"), ("b/keep.txt", "3"), ("run.sh", "echo")]);
    symlink("a.txt", at.path("link")).unwrap();
    symlink(at.path("b"), at.path("absolute")).unwrap();
    let before = at.state();
    let first = at.run_over(&python(LIST), &[]);
    let code = "import os, shutil
open('new', 'w').write('n')
open('link', 'w').write('9')
open('absolute/keep.txt', 'w').write('9')
open('b/more', 'w').write('m')
os.remove('run.sh'); os.mkdir('run.sh'); open('run.sh/x', 'w').close()
os.remove('b/c.txt'); os.symlink('/etc', 'b/c.txt')
os.makedirs('deep/er'); os.chmod('deep', 0o500)";
    at.run_over(&python(code), &[change("a.txt", Some("proposed"))]);
    assert_eq!(at.state(), before);
    assert_eq!(listed(&at.run_over(&python(LIST), &[])), listed(&first));
    at.run_over(&python("import shutil; shutil.rmtree('b')"), &[]);
    assert_eq!(listed(&at.run_over(&python(LIST), &[])), listed(&first));
    assert_eq!(at.state(), before);
}

#[test]
fn a_change_of_one_letter_is_seen_at_once() {
    let at = Repository::new(&[("sums.py", "LESS = 1 < 2\n"), ("main.py", "import sums; print(sums.LESS)\n")]);
    let command = Command::new(["python", "main.py"]);
    for _ in 0..3 {
        assert_eq!(at.run_over(&command, &[]), "True\n");
        assert_eq!(at.run_over(&command, &[change("sums.py", Some("LESS = 1 > 2\n"))]), "False\n");
    }
}

#[test]
fn sources_of_the_copy_win() {
    let at = Repository::new(&[
        ("src/shop/__init__.py", "PLACE = 'base'\n"),
        ("tests/t.py", "import shop\nprint(shop.PLACE)\n"),
    ]);
    let command = Command { folder: "tests".to_owned(), ..Command::new(["python", "t.py"]) };
    assert_eq!(at.run_over(&command, &[]), "base\n");
    let proposed = change("src/shop/__init__.py", Some("PLACE = 'proposed'\n"));
    assert_eq!(at.run_over(&command, &[proposed]), "proposed\n");
}

#[test]
fn large_folders_are_there_for_the_programs_that_need_them() {
    let files = [
        ("package.json", "{}"),
        (".git/HEAD", "h"),
        ("node_modules/one/index.js", "module.exports = 'one'"),
        ("venv/pyvenv.cfg", "v"),
        ("venv/lib/x.py", "x"),
        ("Cargo.toml", "c"),
        ("target/debug/x", "t"),
        ("lib/target/x", "source"),
        ("lib/__pycache__/x.pyc", "p"),
    ];
    let at = Repository::new(&files);
    let always = ["Cargo.toml=c", "lib/target/x=source", "package.json={}"];
    assert_eq!(listed(&at.run_over(&python(LIST), &[])), always);
    let code = "const fs = require('fs'); console.log(require('one'), fs.existsSync('.git'), fs.existsSync('venv'))";
    assert_eq!(at.run_over(&Command::new(["node", "-e", code]), &[]), "one false false\n");
    // Once there they stay.
    let with_modules = listed(&at.run_over(&python(LIST), &[])).len();
    assert_eq!(with_modules, always.len() + 1);
}

#[test]
fn a_link_does_not_lead_out_of_the_copy() {
    let at = Repository::new(&[("a.txt", "1")]);
    let outside = tempfile::tempdir().unwrap();
    symlink(outside.path(), at.path("out")).unwrap();
    let Err(RunError::Files(why)) = at.run_with(&python("1"), &[change("out/x", Some("1"))], &mut |_, _| {}) else {
        panic!("it was written")
    };
    assert_eq!(why, "`out/x` could not be changed for the run: `out` is a link");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    let within = Command { folder: "out".to_owned(), ..python("1") };
    assert_eq!(at.run(&within), Err(RunError::Folder("out".to_owned())));
}

#[test]
fn runs_side_by_side_have_a_copy_each_and_all_are_deleted() {
    let at = Repository::new(&[("a.txt", "1")]);
    let command = python("import os, time; print(os.getcwd()); time.sleep(0.3); print(open('a.txt').read())");
    let (one, two) = ([change("a.txt", Some("one"))], [change("a.txt", Some("two"))]);
    let (mut nothing, mut none) = (|_: code_runner::Stream, _: &str| {}, |_: code_runner::Stream, _: &str| {});
    let first = at.runner.run(Job { command: &command, changes: &one }, &mut nothing);
    let second = at.runner.run(Job { command: &command, changes: &two }, &mut none);
    let (first, second) = block_on(join(first, second));
    let (first, second) = (first.unwrap().stdout, second.unwrap().stdout);
    let (place, text) = first.split_once('\n').unwrap();
    let (other, other_text) = second.split_once('\n').unwrap();
    assert_eq!((text, other_text), ("one\n", "two\n"));
    assert!(place != other && Path::new(place).exists() && Path::new(other).exists());
    let (place, other) = (place.to_owned(), other.to_owned());
    drop(at);
    assert!(!Path::new(&place).exists() && !Path::new(&other).exists());
}

#[test]
fn a_repository_that_is_no_folder_is_laid_out_from_its_texts() {
    let texts: Vec<(RepoPath, Arc<str>)> =
        [("a/b.txt", "1"), ("c.py", "2")].map(|(path, text)| (RepoPath::parse(path).unwrap(), Arc::from(text))).into();
    let runner = ProcessRunner::new(Base::Texts(Arc::new(move || Ok(texts.clone()))));
    let run = |code: &str| {
        let command = python(code);
        let changes = [change("c.py", Some("new"))];
        block_on(runner.run(Job { command: &command, changes: &changes }, &mut |_, _| {})).unwrap()
    };
    assert_eq!(listed(&run(LIST).stdout), ["a/b.txt=1", "c.py=new"]);
    assert!(run("import shutil; shutil.rmtree('a'); open('x', 'w').close()").succeeded());
    assert_eq!(listed(&run(LIST).stdout), ["a/b.txt=1", "c.py=new"]);
    let broken = ProcessRunner::new(Base::Texts(Arc::new(|| Err("the index is damaged".to_owned()))));
    let command = python("1");
    let failed = block_on(broken.run(Job { command: &command, changes: &[] }, &mut |_, _| {}));
    assert_eq!(failed, Err(RunError::Files("the index is damaged".to_owned())));
}
