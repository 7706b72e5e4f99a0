//! Words that say little alone and are content beside another: "config file", "front matter". Whether two words are one of the
//! repository's phrases shows once a search has found some of its texts.

use super::asked::Question;
use super::excerpt::is_comment;
use super::kind::Kind;
use super::known::Known;
use super::relevance::is_prose;
use super::symbol::last;
use super::words::{self, Word};
use code_words::everyday::is_everyday;
use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use protocol::Evidence;

/// Nouns that are left out of the words of a question, or of its search, and name a thing together with the word before them.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "code", "directory", "file", "files", "folder", "function", "line", "lines", "list", "matter", "method", "module", "type",
];

/// The question's terms with the words that are content beside their neighbours, by what was found; `None` where there are none.
pub fn restored(question: &Question, known: &Known<'_>) -> Option<Vec<String>> {
    if question.kind != Kind::Explain || !question.names.is_empty() {
        return None;
    }
    let words = words::split(&question.asked);
    let mut terms = question.terms.clone();
    for pair in words.windows(2) {
        let [first, second] = pair else { continue };
        if first.ends_clause || is_lost(first, question) == is_lost(second, question) {
            continue;
        }
        let (lost, kept) = if is_lost(first, question) { (first, second) } else { (second, first) };
        let Some(at) = terms.iter().position(|term| *term == kept.text) else { continue };
        if NOUNS.contains(&first.lower.as_str()) || !is_phrase(known, lost, [&first.lower, &second.lower]) {
            continue;
        }
        // A search leaves everyday words out, but not those of a phrase.
        terms[at] = format!("{} {}", first.text, second.text);
        terms.retain(|term| *term != lost.text);
    }
    (terms != question.terms).then_some(terms)
}

/// Whether a word says too little alone to be searched.
fn is_lost(word: &Word, question: &Question) -> bool {
    let is_term = question.terms.contains(&word.text);
    !word.marked && (is_everyday(&word.lower) && is_term || !is_term && NOUNS.contains(&word.lower.as_str()))
}

/// A noun makes a phrase where a name, documentation or a comment has both; any other word only where a name has them.
fn is_phrase(known: &Known<'_>, lost: &Word, pair: [&str; 2]) -> bool {
    let has = |text: &str| {
        let parts = lower_parts(text);
        parts.windows(2).any(|two| same_word(&two[0], pair[0]) && same_word(&two[1], pair[1]))
    };
    let in_name = |e: &Evidence| e.symbol.as_deref().is_some_and(|symbol| has(last(symbol)));
    let in_text = |e: &Evidence| {
        let mut comments = e.excerpt.lines().filter(|line| is_prose(e) || is_comment(line.trim()));
        e.doc.as_deref().is_some_and(has) || comments.any(has)
    };
    let is_noun = NOUNS.contains(&lost.lower.as_str());
    known.evidence().any(|e| in_name(e) || is_noun && in_text(e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::search_words;
    use crate::question::understand;
    use crate::tests::found;
    use model::{Finding, Step};

    fn searched(question: &str, symbol: &str, doc: &str) -> String {
        let asked = understand(question, &[]);
        let e = Evidence { doc: Some(doc.into()), ..found(symbol, "a.py", 1, "def f(): pass") };
        let step = Some(Step::Search(search_words(&asked)));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence: vec![e], step }];
        let terms = restored(&asked, &Known::of(&findings)).unwrap_or_else(|| asked.terms.clone());
        search_words(&Question { terms, ..asked })
    }

    #[test]
    fn a_noun_beside_another_is_searched_where_both_are_a_phrase_of_the_repository() {
        assert_eq!(
            searched("Where is front matter parsed?", "a.split", "Splits front matter off."),
            "front matter parsed"
        );
        assert_eq!(searched("Where is front matter parsed?", "a.front", "The front of it."), "front parsed");
        assert_eq!(searched("Where does it look for the config file?", "a.config_file", ""), "config file");
        assert_eq!(searched("Where does it look for the config file?", "a.config", "The file of it."), "config");
    }

    #[test]
    fn an_everyday_word_is_searched_where_a_name_has_it_with_its_neighbour() {
        let question = "How is the same site attribute written?";
        assert_eq!(searched(question, "a.Cookie.same_site", ""), "same site attribute written");
        assert_eq!(searched(question, "a.Cookie.site", "The same site as before."), "site attribute written");
    }
}
