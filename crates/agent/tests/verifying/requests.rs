//! A function of a real project is broken and mended, and its own tests say so: those that reach it run first.
//!
//! `cargo xtask test` runs this with the project in `QUARRY_REQUESTS` and what its tests need in `QUARRY_PYTHONPATH`.
#![allow(clippy::disallowed_methods, reason = "a real project is a folder")]

use crate::world::{Checked, World};
use agent::verify::{Recipe, Verification};
use code_runner::Runner;
use codebase::Reader;
use host_native::ProcessRunner;
use host_native::runner::Base;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::{env, fs};

const BROKEN: &str = "src/requests/utils.py";
/// They need a server that the test has not.
const NEED_A_SERVER: [&str; 3] = ["tests/test_requests.py", "tests/test_lowlevel.py", "tests/test_testserver.py"];

#[test]
#[ignore = "needs a project that `cargo xtask test` fetches"]
fn the_tests_of_requests_that_reach_a_broken_function_run_first() {
    let project = Project::new();
    let good = fs::read_to_string(project.root().join(BROKEN)).unwrap();
    let line = "    except OSError:\n        return False\n    return True\n\n\ndef is_valid_cidr";
    assert!(good.contains(line), "`is_ipv4_address` is as it was");
    let bad = good.replace(line, &line.replace("return True", "return False"));

    // Broken by a proposed change: its tests fail at once, and the others do not run.
    let checked = project.check(&bad);
    let Some(Recipe::Tests { first: Some(first), .. }) = &checked.recipe else { panic!("{:?}", checked.recipe) };
    assert!(first.share.ends_with(" test files"), "{}", first.share);
    let tests = "tests/test_utils.py::TestIsIPv4Address::test_valid";
    assert!(first.command.argv.iter().any(|word| word == tests), "{}", first.command);
    assert!(!first.command.argv.iter().any(|word| word.contains("test_structures")), "{}", first.command);
    let failure = checked.failure.unwrap();
    assert!(failure.headline.contains(tests), "{}", failure.headline);
    assert!(failure.headline.contains(&first.command.to_string()), "{}", failure.headline);

    // Broken in the repository and mended by a proposed change: they pass, and then all do.
    fs::write(project.root().join(BROKEN), &bad).unwrap();
    let checked = project.check(&good);
    let Verification::Passed { what } = checked.verification else { panic!("{:?}", checked.verification) };
    let (first, all) = what.split_once("; all tests: ").expect("both are reported");
    assert!(first.starts_with("the tests that reach the changes ("), "{first}");
    assert!(passed(all) > 200 && passed(first) < passed(all), "{what}");
}

/// The number before `tests passed`.
fn passed(said: &str) -> u32 {
    let before = said.split(" tests passed").next().and_then(|before| before.rsplit(' ').next());
    before.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{said}"))
}

/// A copy of the project with a Python environment of its own.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        copy(&variable("QUARRY_REQUESTS"), project.root());
        NEED_A_SERVER.iter().for_each(|file| fs::remove_file(project.root().join(file)).unwrap());
        let venv = ["-m", "venv", "--without-pip", ".venv"];
        let made = Command::new("python3").args(venv).current_dir(project.root()).status().unwrap();
        assert!(made.success());
        let lib = fs::read_dir(project.root().join(".venv/lib")).unwrap().next().unwrap().unwrap().path();
        let packages = variable("QUARRY_PYTHONPATH");
        fs::write(lib.join("site-packages/packages.pth"), packages.to_str().unwrap()).unwrap();
        project
    }

    fn root(&self) -> &Path {
        self.0.path()
    }

    /// Checks the proposal that the file has this text.
    fn check(&self, text: &str) -> Checked {
        let mut files = Vec::new();
        python_files(self.root(), self.root(), &mut files);
        let runner = Rc::new(ProcessRunner::new(Base::Folder(self.root().to_owned())));
        let world = World {
            reader: Reader::whole(fixtures::codebase_of(files)),
            real: Some(runner as Rc<dyn Runner>),
            ..World::new(fixtures::SHOP, |_| unreachable!("programs run"))
        };
        world.with(BROKEN, text).check()
    }
}

fn variable(name: &str) -> PathBuf {
    env::var_os(name).map(PathBuf::from).unwrap_or_else(|| panic!("{name} is not set: run `cargo xtask test`"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (entry, target) = (entry.as_ref().unwrap(), to.join(entry.as_ref().unwrap().file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), target).map(|_| ()).unwrap()
        }
    }
}

/// The files that an index of the project has, as far as they matter here.
fn python_files(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            if name != ".venv" {
                python_files(root, &path, files);
            }
        } else if [".py", ".toml", ".cfg"].iter().any(|end| name.ends_with(end)) {
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
