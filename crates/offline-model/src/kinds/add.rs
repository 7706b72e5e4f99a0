//! "How do I add a new command?" Recognised by [`asked`](crate::survey::asked).

use super::{Kind, Rules, list_all};
use crate::answer::{adding, topic};
use crate::plan;
use crate::query::search_words;
use model::Step;

pub const RULES: Rules = Rules {
    kind: Kind::Add,
    patterns: &[],
    missing: |question, known, findings| {
        let mut steps = list_all::step(question);
        let is_done = findings.iter().any(|finding| steps.contains(&finding.step()));
        // Where nothing is of its kind, the words are looked for.
        if is_done && !adding::has_family(findings) {
            let search = Step::Search(search_words(question));
            match known.steps().contains(&search) {
                true => steps.extend(plan::in_file_of_best(question, known)),
                false => steps.push(search),
            }
        }
        steps
    },
    write: |out, question, known, findings| {
        adding::family(out, question, findings) || {
            adding::no_family(out, question);
            let has_options = adding::options(out, question, known);
            topic::explain(out, question, known) || has_options
        }
    },
};
