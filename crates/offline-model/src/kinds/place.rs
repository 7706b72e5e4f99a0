//! What is in a folder, in a file. Recognised by paths and by what a question leaves out, not by patterns.

use super::{Kind, Rules};
use crate::answer::place;
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
    missing: |question, _, _| question.paths.iter().take(2).cloned().map(Step::Read).collect(),
    write: |out, question, known, _| place::file(out, question, known),
};
