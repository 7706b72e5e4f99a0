//! Words that the grammar of a question makes names, though they are words of questions as well: `get` in "who calls get?",
//! `from` in "what does from return?".

use crate::words::Word;

/// Places of names: `{}` is one, `$` the end of the sentence or of a clause.
const PLACES: &[&str] = &[
    "what does|do|did {} do|return|call|raise|throw|mean|take|yield|accept|check|expect|use|represent",
    "how does|do {} work|behave|function",
    "who|what|which calls|uses|invokes|references|overrides|tests {} $",
    "difference|differences|similarities between {} and {} $",
    "compare {} and|with|to {} $",
    "where is|are {} defined|declared|implemented|called|used|tested",
    "is|are {} still|ever used|called",
    "callers|callees|usages|definition|signature|tests|coverage|purpose of|for {} $",
    "default|defaults of|for {} $",
    "default|defaults of|for {} in {} $",
    "tests cover|covers|exercise {} $",
    "what|who refers|refer to {} $",
    "when|if {} is|gets called|given|passed",
];

/// What is in such a place and no name.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "it", "this", "that", "they", "them", "these", "those", "one", "he", "she", "i", "you", "we", "there", "and", "or", "not", "the", "a", "an",
    "everything", "anything", "something", "nothing", "all", "each", "any", "some", "none", "neither", "both", "other", "another", "more", "few", "many", "only", "which", "what", "who", "how", "code", "project",
    "repo", "repository", "codebase", "in", "on", "to", "by", "with", "its", "their", "my", "your", "our", "function", "method", "class",
];

/// Marks the names.
pub fn mark(words: &mut [Word]) {
    for place in PLACES {
        let slots = (0..words.len()).find_map(|start| fit(place, words, start));
        for at in slots.into_iter().flatten() {
            // Any other word is a name there already.
            if words[at].is_stop() {
                words[at].marked = true;
            }
        }
    }
}

/// Where the names are, if the words from `start` are such a sentence.
fn fit(place: &str, words: &[Word], start: usize) -> Option<Vec<usize>> {
    let (mut at, mut slots) = (start, Vec::new());
    for part in place.split(' ') {
        if part == "$" {
            let ends = words.get(at).is_none() || at.checked_sub(1).is_some_and(|before| words[before].ends_clause);
            return ends.then_some(slots);
        }
        let word = words.get(at)?;
        if part == "{}" {
            (!NO_NAMES.contains(&word.lower.as_str()) || word.marked).then_some(())?;
            slots.push(at);
        } else if word.marked || !part.split('|').any(|option| option == word.lower) {
            return None;
        }
        at += 1;
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(question: &str) -> Vec<String> {
        let mut words = crate::words::split(question);
        mark(&mut words);
        words.into_iter().filter(|word| word.marked).map(|word| word.text).collect()
    }

    #[test]
    fn words_in_the_place_of_a_name_are_names() {
        assert_eq!(marked("What does from return?"), ["from"]);
        assert_eq!(marked("What is the difference between define and frozen?"), ["define"]);
        assert_eq!(marked("Who calls get?"), ["get"]);
        assert_eq!(marked("where is find defined"), ["find"]);
        assert_eq!(marked("What is the default of repr in define?"), ["define"]);
        assert_eq!(marked("How does get work, and who calls list?"), ["get", "list"]);
        assert_eq!(marked("What happens when use is given something that isn't a function?"), ["use"]);
        assert_eq!(marked("What refers to get?"), ["get"]);
    }

    #[test]
    fn pronouns_and_phrases_are_not() {
        for question in [
            "What does it do?",
            "who calls the handler?",
            "How does this work?",
            "Who uses get requests here?",
            "where is it used",
            "What happens when none is given?",
        ] {
            assert_eq!(marked(question), [""; 0], "{question}");
        }
    }
}
