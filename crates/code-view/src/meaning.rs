//! What a name in the code may mean, in words.

use codebase::{Codebase, QuestionError, Why};
use protocol::{Candidate, LocalName, Meaning};

/// What `name`, which begins `column` bytes into the line, may mean.
pub fn meaning(codebase: &Codebase, path: &str, line: u32, column: u32, name: &str) -> Result<Meaning, QuestionError> {
    let meaning = codebase.meaning(path, line, column, name)?;
    let candidate = |candidate: codebase::Candidate| {
        let (why, certain) = words(candidate.why);
        Candidate { symbol: super::symbols::listed(candidate.symbol), why, certain }
    };
    Ok(Meaning {
        name: meaning.name,
        candidates: meaning.candidates.into_iter().map(candidate).collect(),
        more: meaning.more,
        local: meaning.local.map(|local| LocalName { line: local.line, is_parameter: local.is_parameter }),
        unresolved: meaning.unresolved,
    })
}

/// Why, and whether that is certain.
fn words(why: Why) -> (String, bool) {
    match why {
        Why::Defined => ("defined here".to_owned(), true),
        Why::Bound => ("defined in the code around".to_owned(), true),
        Why::Called { rule, proven: true, renamed: false, .. } => {
            (format!("called on this line, proven by {rule}"), true)
        }
        Why::Called { rule, proven: true, renamed: true, .. } => {
            (format!("called on this line under another name, proven by {rule}"), false)
        }
        Why::Called { rule, confidence, .. } => {
            (format!("may be called on this line, by {rule}, confidence {:.0} %", confidence * 100.0), false)
        }
        Why::Named => ("has this name; nothing else says that it is meant".to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_definition_and_a_proven_call_by_its_name_are_certain() {
        let called = |proven, renamed| Why::Called { rule: "flow", confidence: 0.7, proven, renamed };
        assert!(words(Why::Defined).1 && words(Why::Bound).1 && words(called(true, false)).1);
        assert!(!words(called(true, true)).1 && !words(called(false, false)).1 && !words(Why::Named).1);
        assert_eq!(words(called(false, false)).0, "may be called on this line, by flow, confidence 70 %");
    }
}
