//! "How does A reach B?"

use super::{Kind, Rules};
use crate::answer::{reach, topic};
use crate::asked::Question;
use crate::chain::{self, Search};
use crate::known::Known;
use crate::plan;
use crate::words;

/// What stands before a noun that names a sort of thing.
const ARTICLES: &[&str] = &["a", "an", "the", "my", "our", "your", "its", "each", "every", "any"];

pub const RULES: Rules = Rules {
    kind: Kind::Reach,
    patterns: &[
        "how does|do|can|could|would|did {1} reach|reaches|call|calls|invoke|trigger {2}",
        "how does|do|can|could|would|did [1] use|hit [2]",
        "how does|do|can|could|would|did [1] get|lead|come|go|connect|relate|flow to [2]",
        "how does|do|can|could|did [1] end up in|at|calling [2]",
        "how {1} reaches|calls {2}",
        "how is|are|does {2} reached|called|invoked from|by|in|via {1}",
        "how {2} is reached|called|invoked from|by {1}",
        "path|chain|route|way|link from {1} to {2}",
        "does|do|can|could {1} call|reach|invoke {2}",
        "between [1] and [2]",
        "from [1] to [2]",
    ],
    missing: |question, known, _| {
        let steps = plan::reach(question, known);
        if steps.is_empty() && is_topic(question, known) { plan::explain(question, known) } else { steps }
    },
    write: |out, question, known, _| {
        is_topic(question, known) && topic::explain(out, question, known) || reach::chain(out, question, known)
    },
};

/// "How does a request reach a handler?" is about what happens on the way, and no question for calls between two symbols that
/// happen to be called `request` and `handler`, unless there are such calls.
fn is_topic(question: &Question, known: &Known<'_>) -> bool {
    let [from, to, ..] = question.names.as_slice() else { return false };
    let words = words::split(&question.asked);
    let is_noun = |name: &String| {
        let at = words.iter().position(|word| !word.marked && word.text == *name && is_plain(name));
        let before = at.and_then(|at| words[..at].last());
        before.is_some_and(|word| ARTICLES.contains(&word.lower.as_str()))
    };
    is_noun(from) && is_noun(to) && !matches!(chain::search(known, from, to), Search::Found(_))
}

fn is_plain(name: &str) -> bool {
    name.chars().all(char::is_lowercase)
}
