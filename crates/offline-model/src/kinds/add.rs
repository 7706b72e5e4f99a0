//! "How do I add a new command?" Recognised by [`asked`](crate::survey::asked).

use super::{Kind, Rules, list_all};
use crate::answer::usage::documented_by_title;
use crate::answer::{adding, topic};
use crate::asked::Question;
use crate::plan;
use crate::query::search_words;
use crate::usage;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::Add,
    patterns: &[],
    missing: |question, known, findings| {
        let mut steps = list_all::step(question);
        let is_done = findings.iter().any(|finding| steps.contains(&finding.step()));
        // Where nothing is of its kind, it is a question of how something is done with the code.
        if is_done && !adding::has_family(findings) {
            let topic = as_topic(question);
            let search = Step::Search(search_words(question));
            steps.extend(usage::step(&topic));
            match known.steps().contains(&search) {
                true => steps.extend(plan::in_file_of_best(&topic, known)),
                false => steps.push(search),
            }
        }
        steps
    },
    write: |out, question, known, findings| {
        if adding::family(out, question, findings) {
            return true;
        }
        let topic = as_topic(question);
        let is_documented = documented_by_title(out, &topic, known);
        let has_options = adding::options(out, question, known);
        if !topic::explain(out, &topic, known) && !is_documented && !has_options {
            adding::no_family(out, question);
        }
        true
    },
};

/// The question for its words alone.
fn as_topic(question: &Question) -> Question {
    Question { kind: Kind::Explain, survey: None, ..question.clone() }
}
