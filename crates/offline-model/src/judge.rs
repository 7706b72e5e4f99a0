//! Does the evidence suffice?

use super::asked::Question;
use super::kind::Kind;
use super::plan::missing;
use model::Finding;
use model::Step;

/// Rounds after which the answer is given with what there is.
const MOST_ROUNDS: u32 = 6;

/// A decision with its reason, as the refinery reads it.
pub fn judge(question: &Question, findings: &[Finding], iteration: u32) -> (bool, String) {
    let found: usize = findings.iter().map(|finding| finding.evidence.len()).sum();
    let spans = if found == 1 { "1 span".to_owned() } else { format!("{found} spans") };
    match missing(question, findings).first() {
        Some(step) if iteration < MOST_ROUNDS => (true, format!("Still missing: {}.", lower_first(step))),
        Some(step) => {
            (false, format!("Answering with {spans} after {iteration} rounds; left out: {}.", lower_first(step)))
        }
        None if found == 0 && question.kind == Kind::List => (false, "The folder has been listed.".into()),
        None if found == 0 => (false, "No step found anything, and none that is left could.".into()),
        None => (false, format!("All that the question asks for has been looked up: {spans} found.")),
    }
}

fn lower_first(step: &Step) -> String {
    let text = step.to_string();
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
