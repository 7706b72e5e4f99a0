//! Which definitions can have every word of a query in their names.
//!
//! Known from the postings, so that of an index read in pages the names of few candidates are read.

use crate::parts::Parts;
use crate::query::parse::ParsedQuery;
use crate::tokenizer::MAX_TOKEN;

/// By word of the query: the definitions in whose names it is, ascending. Words of which postings say nothing are left out.
pub(crate) struct Written(Vec<Vec<u32>>);

impl Written {
    /// `None` where names are at hand. `least`: terms that count less do not stand for a word.
    pub fn new(parts: &Parts, query: &ParsedQuery, least: f32) -> Option<Self> {
        parts.summaries.as_ref()?;
        let words = query.raw.iter().filter_map(|raw| {
            // A stop word may have no terms.
            let word = query.words.iter().find(|word| word.text == *raw)?;
            let terms = word.terms.iter().filter(|(_, weight)| *weight >= least).map(|(term, _)| term.as_str());
            let terms: Vec<&str> = terms.chain([raw.as_str()]).collect();
            terms.iter().all(|term| is_token(term)).then(|| holding(parts, &terms))
        });
        Some(Self(words.collect()))
    }

    /// False for a definition whose name lacks one of the words.
    pub fn may_be(&self, symbol: u32) -> bool {
        self.0.iter().all(|holding| holding.binary_search(&symbol).is_ok())
    }
}

/// True for what is a term of each name that it is a part of: single letters are none, and digits are cut off.
fn is_token(term: &str) -> bool {
    (2..=MAX_TOKEN).contains(&term.len()) && term.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn holding(parts: &Parts, terms: &[&str]) -> Vec<u32> {
    let ordinals = terms.iter().filter_map(|term| parts.terms.find(term));
    let in_name = ordinals.flat_map(|term| parts.terms.list(term).filter(|posting| posting.frequencies[0] > 0));
    let mut holding: Vec<u32> = in_name.map(|posting| posting.document).collect();
    holding.sort_unstable();
    holding.dedup();
    holding
}
