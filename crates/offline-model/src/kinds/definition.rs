//! "Where is it?", "what is it?", "how does it work?", of a symbol by its name.

use super::{Kind, Rules, overview};
use crate::answer::{definition, survey};
use crate::asked::Question;
use crate::declared_type;
use crate::known::Known;
use crate::plan;
use crate::symbol::last;

pub const WHERE: Rules = Rules {
    kind: Kind::Where,
    patterns: &[
        "where|where's is|are|was|were|does {1} defined|declared|implemented|located|found|created|written|live",
        "where {1} is defined|declared|implemented|located",
        "where|where's is|are|was|were {1}",
        "where's {1}",
        "where does|do {1} live|reside|come",
        "where can|do i|we|you find {1}",
        "which|what file|files|place|line defines|define|contains|contain|has|holds|declares {1}",
        "what|which defines|declares {1}",
        "in which|what file|place|line is|does|are {1}",
        "which|what file is|does|has {1}",
        "definition|declaration|location|source of {1}",
        "{1} definition|declaration",
        "go|jump to {1}",
        "^ find|locate|open {1}",
        "me|please|us|to find|locate|open {1}",
    ],
    missing: |question, known, _| plan::about_names(question, known),
    write: |out, question, known, findings| {
        survey::entries(out, findings) || definition::location(out, question, known)
    },
};

pub const WHAT: Rules = Rules {
    kind: Kind::What,
    patterns: &[
        "what does|do|did {1} do|mean|return|represent|contain|stand",
        "what|what's|whats is|are|was {1}",
        "what's|whats {1}",
        "what {1} does|is|means",
        "explain|describe|show|document|summarize|summarise|define {1}",
        "tell|show me about {1}",
        "show me {1}",
        "purpose|meaning|role|job|point|description|documentation of|for {1}",
    ],
    missing: |question, known, findings| {
        let steps = plan::about_names(question, known);
        if !steps.iter().all(|step| known.steps().contains(step)) {
            return steps;
        }
        match is_repository(question, known) {
            true => (overview::RULES.missing)(question, known, findings),
            false => declared_type::missing(question, known),
        }
    },
    write: |out, question, known, findings| {
        is_repository(question, known) && (overview::RULES.write)(out, question, known, findings)
            || survey::entries(out, findings)
            || definition::explain(out, question, known)
    },
};

/// Whether the repository itself is meant: it is called so, and nothing in it is.
fn is_repository(question: &Question, known: &Known<'_>) -> bool {
    let is_called_so = |name: &String| {
        let symbols = known.definitions(name).into_iter().filter_map(|e| e.symbol.as_deref());
        symbols.into_iter().any(|symbol| last(symbol).eq_ignore_ascii_case(name))
    };
    question.names_repository && !question.names.iter().any(is_called_so)
}

pub const HOW: Rules = Rules {
    kind: Kind::How,
    patterns: &[
        "how does|do|did|can {1} work|function|operate|behave|run",
        "how is|are|was {1} implemented|done|made|built|structured|organised|organized",
        "how {1} works|work",
        "explain|describe how {1} works",
        "implementation|internals of {1}",
    ],
    missing: |question, known, _| plan::about_names(question, known),
    write: |out, question, known, findings| survey::entries(out, findings) || definition::explain(out, question, known),
};
