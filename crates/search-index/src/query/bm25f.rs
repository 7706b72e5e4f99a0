//! BM25F: term frequencies of all fields are weighed and length-normalised, then saturated once.
//!
//! For one term: `tf' = sum over fields of weight * tf / (1 - b + b * length / average)`, and the document gains
//! `idf * tf' * (k1 + 1) / (tf' + k1)` with `idf = ln(1 + (N - n + 0.5) / (n + 0.5))`. With a single field of weight 1
//! this is BM25 as the `bm25` crate computes it, which the tests check. (Robertson, Zaragoza, Taylor: Simple BM25
//! extension to multiple weighted fields, 2004.)

use crate::field::Field;
use crate::fieldnorm;
use crate::parts::Parts;
use crate::query::history::FileScores;
use crate::query::scores::Scores;
use crate::weights::Bm25;

/// `weight / (1 - b + b * length / average)` for every field and length byte.
#[derive(Debug, Clone)]
pub(crate) struct NormTable {
    factors: Box<[[f32; 256]; Field::COUNT]>,
    k1: f32,
}

impl NormTable {
    pub fn new(weights: &Bm25, averages: &[f32; Field::COUNT]) -> Self {
        let factor = |field: usize, byte: usize| {
            let length = fieldnorm::decode(byte as u8) as f32 / averages[field].max(f32::MIN_POSITIVE);
            weights.weight[field] / (1.0 - weights.b[field] + weights.b[field] * length).max(f32::MIN_POSITIVE)
        };
        let factors = std::array::from_fn(|field| std::array::from_fn(|byte| factor(field, byte)));
        Self { factors: Box::new(factors), k1: weights.k1 }
    }
}

/// A term to score: its ordinal, what it counts for, and which word of the query it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredTerm {
    /// Ordinal in the dictionary.
    pub ordinal: u32,
    /// Factor on its score.
    pub weight: f32,
    /// Word of the query, below 32.
    pub word: u8,
}

/// The inverse document frequency of a term: high for one that few of the documents hold.
pub fn idf(documents: u32, holding: u32) -> f32 {
    let (all, some) = (f64::from(documents), f64::from(holding.min(documents)));
    natural_log(1.0 + (all - some + 0.5) / (some + 0.5)) as f32
}

/// The scores of all documents, and those of the files by their histories.
pub(crate) fn score(parts: &Parts, norms: &NormTable, terms: &[ScoredTerm]) -> (Scores, FileScores) {
    let mut files = FileScores::default();
    let count = parts.documents();
    let (table, k1) = (&norms.factors, norms.k1);
    let mut out = Scores::new(count);
    for term in terms {
        let gain = term.weight * idf(count as u32, parts.terms.document_frequency(term.ordinal)) * (k1 + 1.0);
        let bit = 1u32.checked_shl(u32::from(term.word)).unwrap_or(0);
        files.begin();
        for posting in parts.terms.list(term.ordinal) {
            if posting.document as usize >= count {
                break;
            }
            let lengths = parts.terms.norms(&posting);
            let mut frequency = 0.0;
            for field in 0..Field::COUNT {
                if posting.frequencies[field] > 0 {
                    frequency += posting.frequencies[field] as f32 * table[field][lengths[field] as usize];
                }
            }
            if posting.history > 0 {
                files.note(parts, posting.document, posting.history);
            }
            if frequency > 0.0 {
                out.add(posting.document, gain * frequency / (frequency + k1), bit);
            }
        }
        files.add(term.weight * idf(parts.files.len() as u32, files.noted()), bit);
    }
    (out, files)
}

/// ln by arithmetic alone, so that every host gives the same bits: `x = m * 2^e` with m around 1, then the series of
/// artanh.
fn natural_log(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = ((bits >> 52) & 0x7FF) as i64 - 1023;
    let mut mantissa = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..12).rev().fold(0.0, |sum, n| sum * square + 1.0 / f64::from(2 * n + 1));
    2.0 * s * series + exponent as f64 * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileDocument, SearchIndexBuilder, tokenizer::code::CodeTokenizer};
    use bm25::{EmbedderBuilder, Scorer};
    use source::{FileId, Language, RepoPath};

    const DOCUMENTS: [&str; 5] = [
        "open a session, keep it open",
        "close every session of the pool",
        "the pool grows",
        "parse the request headers and parse the body of one request",
        "retry",
    ];

    #[test]
    fn scores_are_those_of_the_bm25_crate() {
        // Body only, k1 and b as given; one chunk a document and no definitions.
        let weights = Bm25 { k1: 1.2, weight: [0.0, 0.0, 0.0, 0.0, 1.0], b: [0.75; 5] };
        let mut builder = SearchIndexBuilder::new();
        for (text, id) in DOCUMENTS.iter().zip(0..) {
            let path = RepoPath::parse(&format!("{id}.txt")).unwrap();
            builder.add_file(FileDocument {
                file: FileId(id),
                path: &path,
                language: Language::Prose,
                text,
                facts: None,
            });
        }
        let index = builder.finish();
        let norms = NormTable::new(&weights, &index.parts().averages);

        let tokenizer = crate::tokenizer::prose::ProseTokenizer::default;
        let embedder: bm25::Embedder<u32, _> =
            EmbedderBuilder::with_tokenizer_and_fit_to_corpus(tokenizer(), &DOCUMENTS).k1(1.2).b(0.75).build();
        let mut oracle = Scorer::<u32>::new();
        DOCUMENTS.iter().zip(0..).for_each(|(text, id)| oracle.upsert(&id, embedder.embed(text)));

        for query in ["session", "open pool", "parse request body", "retry the session", "absent"] {
            let terms: Vec<ScoredTerm> = bm25::Tokenizer::tokenize(&tokenizer(), query)
                .iter()
                .filter_map(|term| index.parts().terms.find(term))
                .map(|ordinal| ScoredTerm { ordinal, weight: 1.0, word: 0 })
                .collect();
            let (ours, _) = score(index.parts(), &norms, &terms);
            for id in 0..DOCUMENTS.len() as u32 {
                let theirs = oracle.score(&id, &embedder.embed(query)).unwrap_or_default();
                assert!((ours.of(id).0 - theirs).abs() < 1e-4, "{query} in document {id}");
            }
        }
    }

    #[test]
    fn the_code_tokenizer_serves_the_bm25_crate_too() {
        let tokens = bm25::Tokenizer::tokenize(&CodeTokenizer, "openSession()");
        assert_eq!(tokens, ["opensession", "open", "session"]);
    }

    #[test]
    fn logarithm_is_accurate() {
        for x in [1.0, 1.0001, 1.5, 2.0, 10.0, 12_345.678, 4e9] {
            assert!((natural_log(x) - f64::ln(x)).abs() < 1e-13, "{x}");
        }
    }
}
