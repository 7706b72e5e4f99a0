//! Words that say nothing about what is looked for.
//!
//! Words are filtered for three purposes, and each word is in one list: running text drops English stop words, search
//! gives generic words little weight, and the offline model takes neither for the subject of a question, except those
//! that are also names in code (`now`, `once`, `call`).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// NLTK's English stop words are this list and [`GRAMMAR_OR_NAME`]: those that the `bm25` crate's tokenizer drops.
#[rustfmt::skip]
const GRAMMAR: &[&str] = &[
    "a", "about", "after", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "before", "between",
    "but", "by", "can", "did", "do", "does", "doing", "each", "for", "from", "had", "has", "have", "here", "how",
    "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of", "on", "or", "other", "our", "out",
    "s", "should", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "through", "to", "under", "very", "was", "we", "were", "what", "when", "where", "which",
    "while", "who", "whom", "why", "will", "with", "you", "your", "aren't", "couldn't", "didn't", "doesn't",
    "don't", "hadn't", "hasn't", "haven't", "isn't", "it's", "mightn't", "mustn't", "needn't", "shan't", "she's",
    "should've", "shouldn't", "that'll", "wasn't", "weren't", "won't", "wouldn't", "you'd", "you'll", "you're",
    "you've",
];

/// English stop words that a question may still name as code.
#[rustfmt::skip]
const GRAMMAR_OR_NAME: &[&str] = &[
    "above", "again", "against", "ain", "aren", "because", "being", "below", "both", "couldn", "d", "didn", "doesn",
    "don", "down", "during", "few", "further", "hadn", "hasn", "haven", "having", "he", "her", "hers", "herself",
    "him", "himself", "his", "isn", "itself", "just", "ll", "m", "ma", "mightn", "more", "most", "mustn", "myself",
    "needn", "nor", "now", "o", "off", "once", "only", "ours", "ourselves", "over", "own", "re", "same", "shan",
    "she", "shouldn", "t", "theirs", "themselves", "too", "until", "up", "ve", "wasn", "weren", "won", "wouldn",
    "y", "yours", "yourself", "yourselves",
];

/// Words of asking about code, collected from questions people ask of repositories.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "class", "classes", "code", "codebase", "could", "define", "defined", "defines", "describe", "done", "exactly",
    "explain", "file", "files", "find", "function", "functions", "get", "gets", "give", "handled", "handles",
    "happen", "happening", "happens", "implement", "implementation", "implemented", "implements", "lies", "lives", "located",
    "logic", "look", "made", "make", "makes", "method", "methods", "module", "modules", "part", "parts", "place", "please",
    "project", "repo", "repository", "show", "sits", "tell", "thing", "things", "use", "used", "uses", "using", "want",
    "work", "working", "works", "would",
];

/// Words of asking about code that a question may still name as code.
#[rustfmt::skip]
const ASKING_OR_NAME: &[&str] = &[
    "anything", "call", "called", "callee", "callees", "caller", "callers", "calling", "calls", "definition",
    "everything", "handling", "inside", "location", "need", "needs", "purpose", "responsible", "something",
];

/// Words that are filling in a sentence, yet may be all that a search is for: `list`, `type`, `handle`.
#[rustfmt::skip]
const IN_QUESTIONS: &[&str] = &[
    "also", "anywhere", "can't", "cannot", "declared", "directory", "every", "folder", "folders", "given", "go", "goes", "got", "handle",
    "happened", "kind", "let", "line", "list", "long", "many", "mean", "means", "must", "one", "places", "quarry",
    "see", "shall", "take", "type", "via", "way", "whats", "whole", "whose", "within",
];

/// Which list a word is in. Indexing asks for each word of each text, so it is one hash, not a search in each list.
static LIST_OF: LazyLock<FxHashMap<&str, List>> = LazyLock::new(|| {
    let lists = [
        (List::Grammar, GRAMMAR),
        (List::GrammarOrName, GRAMMAR_OR_NAME),
        (List::Asking, ASKING),
        (List::AskingOrName, ASKING_OR_NAME),
        (List::InQuestions, IN_QUESTIONS),
    ];
    lists.into_iter().flat_map(|(list, words)| words.iter().map(move |word| (*word, list))).collect()
});

#[derive(Clone, Copy)]
enum List {
    Grammar,
    GrammarOrName,
    Asking,
    AskingOrName,
    InQuestions,
}

/// True for a lower-case English stop word.
pub fn is_stop_word(word: &str) -> bool {
    matches!(LIST_OF.get(word), Some(List::Grammar | List::GrammarOrName))
}

/// True for a lower-case word that most questions about code contain, whatever they are about.
pub fn is_generic(word: &str) -> bool {
    matches!(LIST_OF.get(word), Some(List::Asking | List::AskingOrName))
}

/// True for a lower-case word that is not the subject of a question asked in a sentence.
pub fn is_filling(word: &str) -> bool {
    matches!(LIST_OF.get(word), Some(List::Grammar | List::Asking | List::InQuestions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_in_one_list() {
        let words = [GRAMMAR, GRAMMAR_OR_NAME, ASKING, ASKING_OR_NAME, IN_QUESTIONS].concat();
        assert_eq!(LIST_OF.len(), words.len());
    }

    #[test]
    fn a_word_may_be_a_stop_word_and_still_be_asked_for() {
        assert!(is_stop_word("the") && is_stop_word("how") && !is_stop_word("parser"));
        assert!(is_stop_word("once") && !is_filling("once"), "rxjs has a `once`");
        assert!(is_generic("call") && !is_filling("call") && is_generic("code") && is_filling("code"));
        assert!(is_filling("list") && !is_generic("list") && !is_stop_word("list"));
    }
}
