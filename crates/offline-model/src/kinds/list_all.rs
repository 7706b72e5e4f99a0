//! "List all routes", "which environment variables does it read?" Recognised by [`asked`](crate::survey::asked).

use super::{Kind, Rules};
use crate::answer::survey;
use crate::asked::Question;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::ListAll,
    patterns: &[],
    missing: |question, _, _| step(question),
    write: |out, _, _, findings| survey::list(out, findings),
};

/// The list that is asked for.
pub fn step(question: &Question) -> Vec<Step> {
    let asked = question.survey.iter();
    asked.map(|asked| Step::Survey { list: asked.list.to_owned(), of: asked.of.clone() }).collect()
}
