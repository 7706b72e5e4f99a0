//! A question that asks for writing, an opinion or bugs: it takes a language model; what can be shown is offered.

use super::{Kind, Rules};
use crate::answer::judgement;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Judgement,
    patterns: &[
        "^ write|generate|draft|implement|refactor|improve|optimize|optimise|rewrite|fix|review|critique *",
        "^ can|could|would|will you|u write|generate|draft|implement|refactor|improve|optimize|optimise|rewrite|fix|review|critique|rate",
        "what do you think|recommend|suggest",
        "your opinion|recommendation|advice",
        "do you think|like|recommend",
        "^ is|are {1} good|bad|idiomatic|secure|clean|correct|fast|slow|safe|buggy|well|robust|readable|better|thread-safe",
        "is|are code|this|codebase|repo|repository|project|it|library good|bad|idiomatic|secure|clean|correct|fast|slow|safe|buggy|well|robust|readable|maintained|production",
        "are|is there bugs|bug|vulnerabilities|problems|issues|flaws",
        "are|is bugs|bug|vulnerabilities|problems|flaws in",
        "find|spot|show|list|any|for bugs|bug|vulnerabilities|flaws|mistakes",
        "what is|are wrong|bad|good with|about|in",
        "how can|could|should|would i|we|you|one|this|it improve|refactor|optimize|optimise|simplify|rewrite",
        "should i|we use|choose|prefer|switch|rewrite|refactor",
        "code review|smells|quality",
    ],
    missing: |question, known, _| match question.names.is_empty() {
        true => plan::explain(question, known),
        false => plan::about_names(question, known),
    },
    write: |out, question, known, _| judgement::write(out, question, known),
};
