//! Which retrieved spans help to answer, by the same scores that pick what an answer describes.

use super::asked::Question;
use super::known::Known;
use super::relevance;
use model::Finding;
use protocol::Evidence;
use serde_json::{Value, json};

/// A judgement of each span, as the node that asked reads it.
pub fn grades(question: &Question, chunks: &[Evidence]) -> Value {
    let found = [Finding { key: String::new(), text: String::new(), evidence: chunks.to_vec(), step: None }];
    let known = Known::of(&found);
    let defined: Vec<&Evidence> = question.names.iter().flat_map(|name| known.definitions(name)).collect();
    let best = relevance::best(&known, question);
    let grade = |chunk: &Evidence| {
        let is_in = |list: &[&Evidence]| list.iter().any(|other| other.id == chunk.id);
        let (relevant, reasoning) = match (is_in(&defined), is_in(&best)) {
            (true, _) => (true, "It defines a name of the request."),
            (false, true) => (true, "It holds the words of the request."),
            (false, false) => (false, "Others hold more of the words of the request."),
        };
        json!({ "id": chunk.id, "relevant": relevant, "reasoning": reasoning })
    };
    json!({ "grades": chunks.iter().map(grade).collect::<Vec<Value>>() })
}
