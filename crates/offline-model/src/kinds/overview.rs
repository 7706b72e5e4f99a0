//! "What is this project?", "explain the architecture". Recognised by [`asked`](crate::survey::asked) and by what a question leaves out.

use super::{Kind, Rules};
use crate::answer::{place, survey};
use crate::plan;
use ::survey::List;
use model::{Finding, Step};

pub const RULES: Rules = Rules {
    kind: Kind::Overview,
    patterns: &[],
    missing: |_, _, findings| missing(findings),
    write: |out, _, known, findings| survey::overview(out, findings) || place::overview(out, known, findings),
};

/// The overview, and where it has nothing to say the root and its README.
fn missing(findings: &[Finding]) -> Vec<Step> {
    let step = Step::Survey { list: List::Overview.row().name.to_owned(), of: None };
    let is_done = findings.iter().any(|finding| finding.step() == step);
    match is_done && !survey::has_overview(findings) {
        true => plan::overview(findings),
        false => vec![step],
    }
}
