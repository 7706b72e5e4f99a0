//! Definitions rank above mentions.

use crate::document::{FileRecord, Symbol};
use crate::index::SearchIndex;
use crate::query::parse::{ParsedQuery, SymbolHint};
use crate::ranking::candidates::Candidate;
use code_words::identifier::{is_named, normalise};
use facts::DefinitionKind;

/// For the definition of a name that the query gives as a name.
const DEFINES: f32 = 3.0;

/// More, where the file is called like it.
const FILE_STEM: f32 = 1.5;

/// For a definition named by a plain word of the query.
const NAMED_BY_WORD: f32 = 1.5;

/// Multiplies the score of each definition whose name the query means.
pub(crate) fn boost(index: &SearchIndex, query: &ParsedQuery, candidates: &mut [Candidate]) {
    let parts = index.parts();
    for candidate in candidates {
        let Some(symbol) = candidate.symbol.and_then(|number| parts.symbol(number as usize)) else { continue };
        let file = candidate.file as usize;
        let is_stem = is_named(&symbol.name, &index.traits().files[file].stem);
        let file = &parts.files[file];
        // Fields often have everyday names: a plain word doesn't mean them.
        let minor = matches!(symbol.kind, DefinitionKind::Field | DefinitionKind::Variable);
        let hints =
            query.hints.iter().filter(|hint| (hint.strong || !minor) && is_named(&symbol.name, &hint.normalised));
        let factor = hints.map(|hint| for_hint(hint, symbol, file, is_stem)).fold(0.0, f32::max);
        if factor > 0.0 {
            candidate.score *= factor;
            candidate.named = true;
        }
        candidate.score *= for_kind(symbol.kind, candidate.named);
    }
}

fn for_hint(hint: &SymbolHint, symbol: &Symbol, file: &FileRecord, is_stem: bool) -> f32 {
    let exact = if hint.name == symbol.name { 1.0 } else { 0.75 };
    let base = if hint.strong { DEFINES } else { NAMED_BY_WORD };
    let stem = if is_stem { FILE_STEM } else { 1.0 };
    (base * exact * stem * for_owners(hint, symbol, file)).max(1.0)
}

/// `Session.get` means the `get` of `Session`, or of a module `session`.
fn for_owners(hint: &SymbolHint, symbol: &Symbol, file: &FileRecord) -> f32 {
    if hint.owners.is_empty() {
        return 1.0;
    }
    let around = symbol.path.split('.').chain(file.path.as_str().split(['/', '.'])).map(normalise);
    let around: Vec<String> = around.collect();
    match hint.owners.last().is_some_and(|owner| around.contains(owner)) {
        true => 1.5,
        false => 0.5,
    }
}

/// People ask for types and functions more than for fields, unless by name.
fn for_kind(kind: DefinitionKind, named: bool) -> f32 {
    match kind {
        DefinitionKind::Field | DefinitionKind::Variable if named => 0.8,
        DefinitionKind::Field | DefinitionKind::Variable => 0.5,
        DefinitionKind::Class | DefinitionKind::Interface => 1.1,
        _ => 1.0,
    }
}
