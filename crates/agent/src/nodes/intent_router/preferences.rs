//! What the person prefers: names with yes or no, taken from the words of a request and from nothing else.

use std::collections::BTreeMap;

/// Most preferences that one request sets.
const OF_A_REQUEST: usize = 8;
/// Most characters of a name.
const NAME_CHARS: usize = 60;
/// Letters from which a part of a name has to be in the request.
const PART_CHARS: usize = 4;

/// The preferences among those that a model has read that the request itself speaks of, by tidy names; and the names of the
/// others.
///
/// A model is shown earlier requests beside this one, and may invent. What is stored has to be in the words that the person
/// typed now: one part of its name at least.
pub(super) fn spoken_of(read: &BTreeMap<String, bool>, request: &str) -> (BTreeMap<String, bool>, Vec<String>) {
    let request = request.to_lowercase();
    let mut spoken = BTreeMap::new();
    let mut others = Vec::new();
    for (name, value) in read {
        let name = tidy(name);
        let parts = name.split('_').filter(|part| part.chars().count() >= PART_CHARS);
        let is_spoken_of = parts.map(stem).any(|stem| request.contains(stem));
        if is_spoken_of && spoken.len() < OF_A_REQUEST {
            spoken.insert(name, *value);
        } else {
            others.push(name);
        }
    }
    (spoken, others)
}

/// A name of small letters, digits and `_`.
fn tidy(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = name.chars().map(plain).take(NAME_CHARS).collect();
    name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

/// A part of a name without a plural's end.
fn stem(part: &str) -> &str {
    part.strip_suffix('s').filter(|stem| stem.len() >= PART_CHARS).unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompts::intent_router::listed;

    #[test]
    fn only_what_the_request_speaks_of_is_a_preference() {
        let read = [("Add Docstrings", true), ("write_comments", false), ("skip_tests", true), ("run", true)];
        let read = read.map(|(name, value)| (name.to_owned(), value)).into();
        let (spoken, others) = spoken_of(&read, "Always add a docstring, and no comments please");
        assert_eq!(listed(&spoken), "- add_docstrings: yes\n- write_comments: no");
        assert_eq!(others, ["run", "skip_tests"]);
    }
}
