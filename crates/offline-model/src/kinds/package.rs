//! "What imports `requests`?", "what depends on the package `x`?" Recognised by [`asked`](crate::survey::asked).

use super::{Kind, Rules, list_all};
use crate::answer::{calls, survey};
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::Package,
    patterns: &[],
    missing: |question, _, findings| {
        let mut steps = list_all::step(question);
        let is_done = findings.iter().any(|finding| steps.contains(&finding.step()));
        // What nothing imports may be a symbol of the repository.
        if is_done && survey::is_empty(findings) {
            steps.push(Step::Callers(question.names.clone()));
        }
        steps
    },
    write: |out, question, known, findings| {
        (survey::is_empty(findings) && calls::callers(out, question, known)) || survey::list(out, findings)
    },
};
