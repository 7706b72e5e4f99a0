//! What is in a folder, in a file. Recognised by paths and by what a question leaves out, not by patterns.

use super::{Kind, Rules};
use crate::answer::{place, topic};
use crate::known::Known;
use model::Step;

pub const FOLDER: Rules = Rules {
    kind: Kind::List,
    patterns: &[],
    missing: |question, _, _| vec![Step::List(question.paths.first().cloned().unwrap_or_else(|| ".".into()))],
    write: |out, question, _, findings| place::folder(out, question, findings),
};

pub const FILE: Rules = Rules {
    kind: Kind::File,
    patterns: &[],
    missing: |question, known, _| question.paths.iter().take(2).flat_map(|path| steps(path, known)).collect(),
    write: |out, question, known, _| place::file(out, question, known) || topic::explain(out, question, known),
};

/// A file is read; of one that is not at its path, the name is searched for, and what bears it is read.
fn steps(path: &str, known: &Known<'_>) -> Option<Step> {
    let has_done = |step: &Step| known.steps().contains(step);
    let read = Step::Read(path.to_owned());
    if path.contains('.') && !has_done(&read) {
        return Some(read);
    }
    if place::read(known, path).next().is_some() {
        return None;
    }
    let search = Step::Search(path.rsplit('/').next().unwrap_or(path).to_owned());
    if !has_done(&search) {
        return Some(search);
    }
    let mut bearers = known.evidence().map(|e| &e.path).filter(|other| place::is_of(other, path));
    bearers.next().map(|path| Step::Read(path.clone()))
}
