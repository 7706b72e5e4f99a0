//! What is seldom the answer sinks: tests, examples, old versions, re-exports, declarations, data.

use crate::parts::Parts;
use crate::query::parse::ParsedQuery;
use crate::ranking::candidates::Candidate;
use crate::ranking::traits::FileTraits;
use crate::weights::Penalties;

pub(crate) fn apply(
    parts: &Parts,
    files: &[FileTraits],
    query: &ParsedQuery,
    penalties: &Penalties,
    candidates: &mut [Candidate],
) {
    for candidate in candidates {
        let file = &files[candidate.file as usize];
        let symbol = candidate.symbol.and_then(|number| parts.traits(number));
        if !query.about_tests && (file.aside || symbol.is_some_and(|symbol| symbol.is_test)) {
            candidate.score *= penalties.aside;
        }
        if query.about_prose && file.is_prose {
            continue;
        }
        if !query.paths.iter().any(|path| file.lower.ends_with(path.as_str())) {
            candidate.score *= file.factor;
        }
    }
}
