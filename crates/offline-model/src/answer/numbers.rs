//! What has a number that is asked about as its value.

use super::markdown::MarkdownBuilder;
use super::sentence::listed;
use super::survey::Found;
use crate::asked::Question;
use crate::number;
use model::Finding;

/// Most places that are listed; of more a number says nothing.
const MOST: usize = 8;

/// Lists what has the number, where that was looked up and is not everywhere.
pub fn write(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) {
    let (Some(number), Some(step)) = (number::asked(question), number::step(question)) else { return };
    let Some(found) = Found::by(&step, findings) else { return };
    let rows = &found.facts;
    if rows.is_empty() || rows.len() > MOST || !out.is_first_page() {
        return;
    }
    out.say(listed::valued(number, rows.len()));
    rows.iter().for_each(|row| out.item(listed::entry(*row)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use protocol::{Basis, Claim, ClaimKind, Evidence, Relation};

    #[test]
    fn lists_that_hold_a_number_are_said_behind_the_answer() {
        let asked = "What happens when a server answers with a 503?";
        let question = understand(asked, &[]);
        let step = number::step(&question).unwrap();
        let object = "RETRY_CODES \u{2013} 503".to_owned();
        let claim = Claim { of: "valued 503".into(), kind: ClaimKind::Listed, object };
        let row = found("web.settings.RETRY_CODES", "web/settings.py", 4, "RETRY_CODES = [500, 503]");
        let row = Evidence { relation: Relation::Fact { claim }, basis: Basis::Read, ..row };
        let finding = |n: usize| Finding {
            key: format!("step_0: {step}"),
            text: String::new(),
            evidence: vec![row.clone(); n],
            step: Some(step.clone()),
        };
        assert!(crate::plan::missing(&question, &[]).contains(&step));
        let answer = crate::answer::write(asked, &question, &[finding(1)], false);
        assert!(
            answer.contains("1 place gives `503` a name or lists it:\n\n- `RETRY_CODES` \u{2013} `503` at"),
            "{answer}"
        );
        let answer = crate::answer::write(asked, &question, &[finding(MOST + 1)], false);
        assert!(!answer.contains("a name"), "{answer}");
    }
}
