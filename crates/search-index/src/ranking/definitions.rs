//! Definitions rank above mentions.

use crate::parts::Parts;
use crate::query::parse::{Means, ParsedQuery, SymbolHint};
use crate::ranking::candidates::{Candidate, is_minor};
use crate::ranking::names::Names;
use crate::ranking::traits::FileTraits;
use crate::ranking::written::Written;
use crate::weights::DefinitionWeights;
use code_words::identifier::{lower_parts, normalise};
use facts::DefinitionKind;

/// Most words that are taken for the parts of one name.
const MOST_PARTS: usize = 6;
/// Terms that count as much as this are the word in another form; the others are only akin to it.
const LIKE_THE_WORD: f32 = 0.5;

/// Multiplies the score of each definition whose name the query means. True where the query writes nothing but parts of
/// the name of one of them.
pub(crate) fn boost(
    parts: &Parts,
    files: &[FileTraits],
    names: &Names<'_>,
    query: &ParsedQuery,
    weights: &DefinitionWeights,
    candidates: &mut [Candidate],
) -> bool {
    let mut found = false;
    let shares = !query.symbol_shaped && (2..=MOST_PARTS).contains(&query.raw.len());
    let written = if shares { Written::new(parts, query, LIKE_THE_WORD) } else { None };
    let may_share = |number: u32| shares && written.as_ref().is_none_or(|written| written.may_be(number));
    for candidate in candidates {
        let Some((number, traits)) = candidate.symbol.and_then(|number| Some((number, parts.traits(number)?))) else {
            continue;
        };
        // Fields often have everyday names: a plain word doesn't mean them.
        let minor = is_minor(traits.kind);
        let means =
            |(at, hint): &(usize, &SymbolHint)| (hint.means != Means::Word || !minor) && names.is_named(number, *at);
        let hints = query.hints.iter().enumerate().filter(means);
        let stem = &files[candidate.file as usize].stem;
        let worth = |(at, hint): (usize, &SymbolHint)| {
            // It has the hint's name.
            let is_stem = hint.normalised == *stem;
            let exact = || names.is_exactly(number, at);
            for_hint(hint, exact, is_stem, weights) * for_owners(hint, number, parts, weights)
        };
        let factor = hints.map(worth).fold(0.0, |most: f32, factor| most.max(factor.max(1.0)));
        if factor > 0.0 {
            candidate.score *= factor;
            candidate.named = true;
        } else if may_share(number) {
            let share = parts.symbol(number as usize).map_or(0.0, |symbol| share_of_name(query, &symbol.name));
            candidate.score *= 1.0 + weights.part_of_name * share;
            found |= share > 0.0;
        }
        if !candidate.named && !query.symbol_shaped && parts.holder(number).is_some() {
            candidate.score *= weights.local;
        }
        candidate.score *= for_kind(traits.kind, candidate.named, weights);
    }
    found
}

fn for_hint(hint: &SymbolHint, exact: impl Fn() -> bool, is_stem: bool, weights: &DefinitionWeights) -> f32 {
    let is_phrase = matches!(hint.means, Means::Phrase | Means::WholePhrase);
    let exact = if is_phrase || exact() { 1.0 } else { weights.inexact };
    let base = match hint.means {
        Means::Name => weights.named,
        Means::WholePhrase => weights.named_by_all,
        Means::Phrase => weights.named_by_phrase,
        Means::Word => weights.named_by_word,
    };
    let stem = if is_stem { weights.file_stem } else { 1.0 };
    base * exact * stem
}

/// How much of a name a query of few words writes, where it writes nothing else: a part may be left out. 0 otherwise.
fn share_of_name(query: &ParsedQuery, name: &str) -> f32 {
    let parts = lower_parts(name);
    if parts.len() < query.raw.len() {
        return 0.0;
    }
    let is_part = |term: &str| parts.iter().any(|part| part == term);
    // A stop word has no terms: it is a part as it is written or not at all.
    let written = |raw: &String| {
        let terms = query.words.iter().find(|word| word.text == *raw).map_or(&[][..], |word| &word.terms);
        is_part(raw) || terms.iter().any(|(term, weight)| *weight >= LIKE_THE_WORD && is_part(term))
    };
    if query.raw.iter().all(written) { query.raw.len() as f32 / parts.len() as f32 } else { 0.0 }
}

/// `Session.get` means the `get` of `Session`, or of a module `session`.
fn for_owners(hint: &SymbolHint, number: u32, parts: &Parts, weights: &DefinitionWeights) -> f32 {
    if hint.owners.is_empty() {
        return 1.0;
    }
    let Some(symbol) = parts.symbol(number as usize) else { return 1.0 };
    let file = &parts.files[parts.file_of_symbol(number) as usize];
    let around = symbol.path.split('.').chain(file.path.as_str().split(['/', '.'])).map(normalise);
    let around: Vec<String> = around.collect();
    match hint.owners.last().is_some_and(|owner| around.contains(owner)) {
        true => weights.owner,
        false => weights.other_owner,
    }
}

/// People ask for types and functions more than for fields, unless by name.
fn for_kind(kind: DefinitionKind, named: bool, weights: &DefinitionWeights) -> f32 {
    match kind {
        kind if is_minor(kind) && named => weights.minor_named,
        kind if is_minor(kind) => weights.minor,
        DefinitionKind::Class | DefinitionKind::Interface => weights.type_kind,
        _ => 1.0,
    }
}
