//! "Is X used?", "can I delete X?", "what refers to X?"

use super::{Kind, Rules};
use crate::answer::used;
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Used,
    patterns: &[
        "^ is|are still|even {1} used|needed|called|referenced|required|necessary",
        "is|are {1} still|even|ever used|needed|called|referenced|required|alive|necessary",
        "^ is|are {1} used|unused|dead|needed|obsolete|orphaned|unreachable|referenced",
        "^ is|are|was {1} called|invoked",
        "does|do anything|anyone|anybody|something|somebody use|call|need|reference|uses|calls|needs|depend {1}",
        "does|do anything|anyone|something depend on {1}",
        "can|could|may|should i|we|you|one delete|remove|drop|kill {1}",
        "can|could|may|should {1} be|get deleted|removed|dropped",
        "safe to delete|remove|drop {1}",
        "what|does breaks|break|happens if i|we|you delete|remove|drop|deleted|removed {1}",
        "dead|unused {1}",
        "is there anything|anyone|something using|calling {1}",
        "who|what|which|where refers|refer to {1}",
        "who|what|which * refers|refer to {1}",
        "who|what|which references|mentions {1}",
        "who|what|which * reference|references|mention|mentions {1}",
        "references|mentions of|to|for {1}",
        "{1} references",
        "where|how is|are|was|gets {1} referenced|mentioned",
    ],
    missing: |question, known, _| plan::described(question, known, 2),
    write: |out, question, known, _| used::write(out, question, known),
};
