//! The call graph scored: small cases with known calls, and what real projects' own tests are seen to call. The counting is
//! done by the program of `tests/call-truths`.

use crate::corpora::{AVVIO, Corpus, FIND_MY_WAY, MARSHMALLOW, QS, STRUCTLOG, TENACITY};
use crate::files::fresh_folder;
use crate::run::{cargo, program, run, step};
use crate::{place, setup};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How many calls that were not found are listed of each project.
const MISSES: &str = "25";

/// A project whose own tests are run and watched, and the arguments of its test runner.
struct Traced {
    corpus: Corpus,
    runner: Runner,
    arguments: &'static [&'static str],
}

enum Runner {
    Pytest,
    /// Node's own.
    Node,
    Tape,
}

/// Projects that need no more than pinned packages: without a network, a server, a compiler.
const TRACED: [Traced; 6] = [
    Traced { corpus: MARSHMALLOW, runner: Runner::Pytest, arguments: &["tests"] },
    Traced { corpus: STRUCTLOG, runner: Runner::Pytest, arguments: &["tests"] },
    Traced { corpus: TENACITY, runner: Runner::Pytest, arguments: &["tests", "--ignore=tests/test_tornado.py"] },
    Traced { corpus: FIND_MY_WAY, runner: Runner::Node, arguments: &["test/"] },
    Traced { corpus: AVVIO, runner: Runner::Node, arguments: &["test/"] },
    Traced { corpus: QS, runner: Runner::Tape, arguments: &["test/**/*.js"] },
];

/// `arguments`: none for the cases; `--dynamic`, and behind it names of projects or none for all.
pub fn run_all(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => cases(),
        [flag, names @ ..] if flag == "--dynamic" => dynamic(names),
        _ => bail!("the only option is --dynamic [project ...]"),
    }
}

fn cases() -> Result<()> {
    let scorer = scorer()?;
    step("Evaluation of the call graph: cases with known calls");
    run(program(scorer)?.args(["cases", "crates/call-graph/tests/truths"]))
}

fn dynamic(names: &[String]) -> Result<()> {
    let chosen: Vec<_> =
        TRACED.iter().filter(|it| names.is_empty() || names.iter().any(|name| name == it.corpus.name)).collect();
    if chosen.is_empty() {
        bail!("projects are {}", TRACED.map(|it| it.corpus.name).join(", "));
    }
    let scorer = scorer()?;
    for project in chosen {
        step(&format!("{}: what its own tests call", project.corpus.name));
        let folder = project.corpus.fetch()?;
        let calls = project.trace(&folder)?;
        run(program(&scorer)?.arg("observed").args([&folder, &calls]).args(["--misses", MISSES]))?;
    }
    Ok(())
}

impl Traced {
    /// Runs the tests and returns the file of their calls. Single tests may fail, as some want the installed package: what ran is
    /// what is counted.
    fn trace(&self, folder: &Path) -> Result<PathBuf> {
        let out = place::cache()?.join("call-truths").join(self.corpus.name);
        fresh_folder(&out)?;
        let calls = out.join("calls.jsonl");
        match self.runner {
            Runner::Pytest => {
                let packages = setup::python_packages("call-truths", "tests/call-truths/requirements.txt")?;
                let paths = std::env::join_paths([&packages, &folder.join("src"), &folder.to_owned()])?;
                let mut python = program(setup::pip()?)?;
                python.arg(place::root().join("tests/call-truths/trace/calls.py")).args([folder, &calls]);
                python.args(["pytest", "-q", "-p", "no:cacheprovider"]).args(self.arguments).current_dir(folder);
                watch(python.env("PYTHONPATH", paths).env("PYTHONDONTWRITEBYTECODE", "1"))?;
            }
            Runner::Node | Runner::Tape => {
                let packages = node_packages()?;
                let mut node = program("node")?;
                match self.runner {
                    Runner::Tape => node.arg(packages.join("node_modules/tape/bin/tape")),
                    _ => node.arg("--test"),
                };
                let tracer = place::root().join("tests/call-truths/trace/calls.cjs");
                node.args(self.arguments).current_dir(folder).env("NODE_PATH", packages.join("node_modules"));
                node.env("NODE_OPTIONS", format!("--require {}", tracer.display())).env("QUARRY_PEERS", &packages);
                watch(node.env("QUARRY_TRACE_ROOT", folder).env("QUARRY_TRACE_OUT", &out))?;
                let mut lines = String::new();
                for entry in std::fs::read_dir(&out)? {
                    lines.push_str(&std::fs::read_to_string(entry?.path())?);
                }
                std::fs::write(&calls, lines)?;
            }
        }
        Ok(calls)
    }
}

/// Runs tests and prints no more than their last lines.
fn watch(command: &mut Command) -> Result<()> {
    let ran = command.stdin(Stdio::null()).output().context("the tests could not be started")?;
    let said = String::from_utf8_lossy(&ran.stdout);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    println!("{}", lines[lines.len().saturating_sub(9)..].join("\n"));
    Ok(())
}

/// The program that counts, built.
pub fn scorer() -> Result<PathBuf> {
    run(&mut cargo(&["build", "--profile", "native", "--locked", "-p", "call-truths"])?)?;
    Ok(place::target()?.join("native").join(format!("call-truths{}", std::env::consts::EXE_SUFFIX)))
}

/// The folder with the npm packages that `tests/call-truths/package-lock.json` pins.
pub fn node_packages() -> Result<PathBuf> {
    let folder = place::cache()?.join("call-truths").join("node");
    std::fs::create_dir_all(&folder)?;
    for file in ["package.json", "package-lock.json"] {
        let from = place::root().join("tests/call-truths").join(file);
        std::fs::copy(&from, folder.join(file)).with_context(|| from.display().to_string())?;
    }
    setup::npm_at("tests/call-truths", &folder)?;
    Ok(folder)
}
