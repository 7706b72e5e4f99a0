//! The call graph beside other tools on real repositories: jedi and pyan3 for Python, TypeScript's own checker for TypeScript.

use crate::corpora::{Corpus, IMMER, MARSHMALLOW, QUERY_CORE, RXJS, STRUCTLOG, TENACITY};
use crate::eval_graph::{node_packages, scorer};
use crate::run::{program, run, step};
use crate::{place, setup};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Stdio;

enum Peer {
    Jedi,
    /// Knows which function uses which, and no lines of calls.
    Pyan,
    TypeScript,
}

const COMPARED: [(Corpus, Peer); 9] = [
    (STRUCTLOG, Peer::Jedi),
    (TENACITY, Peer::Jedi),
    (MARSHMALLOW, Peer::Jedi),
    (STRUCTLOG, Peer::Pyan),
    (TENACITY, Peer::Pyan),
    (MARSHMALLOW, Peer::Pyan),
    (IMMER, Peer::TypeScript),
    (QUERY_CORE, Peer::TypeScript),
    (RXJS, Peer::TypeScript),
];

/// Prints counts of sites alike and different, and where the samples to read are.
pub fn run_all() -> Result<()> {
    let scorer = scorer()?;
    for (corpus, peer) in &COMPARED {
        let folder = corpus.fetch()?;
        step(&format!("{} beside {}", corpus.name, peer.name()));
        let out = place::cache()?.join("call-truths").join("peers");
        std::fs::create_dir_all(&out)?;
        let (file, by) = match peer {
            Peer::Pyan => (format!("{}-functions", corpus.name), "functions"),
            Peer::Jedi | Peer::TypeScript => (corpus.name.to_owned(), "peer"),
        };
        let calls = out.join(format!("{file}.jsonl"));
        peer.ask(&folder, &calls)?;
        let sample = out.join(format!("{file}.md"));
        run(program(&scorer)?.args([by, peer.name()]).args([&folder, &calls, &sample]))?;
    }
    Ok(())
}

impl Peer {
    fn name(&self) -> &'static str {
        match self {
            Self::Jedi => "jedi",
            Self::Pyan => "pyan3",
            Self::TypeScript => "TypeScript",
        }
    }

    /// Writes to `calls` what the tool finds in `folder`.
    fn ask(&self, folder: &Path, calls: &PathBuf) -> Result<()> {
        let script = |name: &str| place::root().join("tests/call-truths/peers").join(name);
        let mut command = match self {
            Self::Jedi | Self::Pyan => {
                let packages = setup::python_packages("call-truths", "tests/call-truths/requirements.txt")?;
                let mut python = program(setup::pip()?)?;
                let of_peer = if matches!(self, Self::Pyan) { "pyan_uses.py" } else { "jedi_calls.py" };
                python.arg(script(of_peer)).env("PYTHONPATH", packages);
                python
            }
            Self::TypeScript => {
                let mut node = program("node")?;
                node.arg(script("typescript_calls.mjs")).env("QUARRY_PEERS", node_packages()?);
                node
            }
        };
        let out = std::fs::File::create(calls).with_context(|| calls.display().to_string())?;
        let status = command.arg(folder).stdin(Stdio::null()).stdout(out).status()?;
        ensure!(status.success(), "{} failed ({status})", self.name());
        Ok(())
    }
}
