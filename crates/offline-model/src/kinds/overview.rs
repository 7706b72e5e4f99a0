//! "What is this project?", "explain the architecture", "how is the runtime organised?" Recognised by
//! [`asked`](crate::survey::asked) and by what a question leaves out.

use super::{Kind, Rules};
use crate::answer::{overview, place, topic};
use crate::asked::Question;
use crate::known::Known;
use crate::plan;
use ::survey::List;
use model::{Finding, Step};

pub const RULES: Rules = Rules {
    kind: Kind::Overview,
    patterns: &[],
    missing,
    write: |out, question, known, findings| {
        let step = step(question);
        overview::whole(out, &step, findings)
            || overview::part(out, &step, findings)
            || match part_of(question) {
                Some(part) => overview::no_part(out, part, |out| topic::explain(out, question, known)),
                None => place::overview(out, known, findings),
            }
    },
};

fn part_of(question: &Question) -> Option<&str> {
    question.survey.as_ref().and_then(|asked| asked.of.as_deref())
}

fn step(question: &Question) -> Step {
    Step::Survey { list: List::Overview.row().name.to_owned(), of: part_of(question).map(str::to_owned) }
}

/// The overview, and where it has nothing to say the root and its README, or what the name of the part leads to.
fn missing(question: &Question, known: &Known<'_>, findings: &[Finding]) -> Vec<Step> {
    let step = step(question);
    let is_done = findings.iter().any(|finding| finding.step() == step);
    match is_done && !overview::is_found(&step, findings) {
        true if part_of(question).is_some() => plan::explain(question, known),
        true => plan::overview(findings),
        false => vec![step],
    }
}
