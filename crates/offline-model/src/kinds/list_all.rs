//! "List all routes", "which environment variables does it read?" Recognised by [`asked`](crate::survey::asked).

use super::{Kind, Rules};
use crate::answer::{survey, topic};
use crate::asked::Question;
use crate::plan;
use ::survey::List;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::ListAll,
    patterns: &[],
    missing: |question, known, findings| {
        let is_done = |step: &Step| findings.iter().any(|finding| finding.step() == *step);
        let mut steps = step(question);
        if let Some(other) = instead(question)
            && steps.iter().all(is_done)
            && survey::has_none_of_its_own(findings)
        {
            steps.push(other);
        }
        // What no list has may still be explained.
        if is_free(question) && steps.iter().all(is_done) && survey::is_empty(findings) {
            steps.extend(plan::explain(question, known));
        }
        steps
    },
    write: |out, question, known, findings| {
        if !(is_free(question) && survey::is_empty(findings)) {
            return survey::list(out, findings);
        }
        let is_explained = topic::explain(out, question, known);
        // What was not found is no answer: it comes last, where there is another.
        if !is_explained || question.survey.as_ref().is_none_or(|asked| !asked.may_be_other) {
            survey::unknown(out, question, findings);
        }
        true
    },
};

/// Whether the list is none of those with a name, or something else may be asked for.
fn is_free(question: &Question) -> bool {
    question.survey.as_ref().is_some_and(|asked| asked.may_be_other || asked.list == List::Members.row().name)
}

/// The list that is asked for.
pub fn step(question: &Question) -> Vec<Step> {
    let asked = question.survey.iter();
    asked.map(|asked| Step::Survey { list: asked.list.to_owned(), of: asked.of.clone() }).collect()
}

/// The list that may be meant where that one has nothing.
fn instead(question: &Question) -> Option<Step> {
    let (list, of) = question.survey.as_ref()?.instead.clone()?;
    Some(Step::Survey { list: list.to_owned(), of })
}
