//! Which definitions have the names that a query means.
//!
//! Where the postings say so ([`Naming`]) no definition is read for it; elsewhere their names are compared.

use crate::parts::Parts;
use crate::postings::Naming;
use crate::query::parse::{ParsedQuery, SymbolHint};
use crate::tokenizer::MAX_TOKEN;
use code_words::identifier::is_named;

/// Most definitions of one name, and of all names of a query, that are candidates by their name alone.
const OF_A_NAME: usize = 64;
const OF_ALL: usize = 512;

/// The definitions of each name that a query means.
pub(crate) struct Names<'a> {
    parts: &'a Parts,
    query: &'a ParsedQuery,
    /// By hint: the definitions of this name, ascending, and whether it is written just so; `None` where the postings don't
    /// say.
    known: Vec<Option<Vec<(u32, bool)>>>,
}

impl<'a> Names<'a> {
    pub fn new(parts: &'a Parts, query: &'a ParsedQuery) -> Self {
        // The whole of a name is one term, unless it is long or of a script without spaces.
        let is_term = |hint: &SymbolHint| hint.normalised.is_ascii() && hint.normalised.len() <= MAX_TOKEN;
        let known = |hint: &SymbolHint| (parts.summaries.is_some() && is_term(hint)).then(|| listed(parts, hint));
        Self { parts, query, known: query.hints.iter().map(known).collect() }
    }

    /// Every definition that has a name of the query, up to a bound.
    pub fn meant(&self) -> Vec<u32> {
        let of_hint = |(hint, known): (&SymbolHint, &Option<Vec<(u32, bool)>>)| match known {
            Some(listed) => listed.iter().map(|(number, _)| *number).take(OF_A_NAME).collect(),
            None => self.compared(hint),
        };
        self.query.hints.iter().zip(&self.known).flat_map(of_hint).take(OF_ALL).collect()
    }

    fn compared(&self, hint: &SymbolHint) -> Vec<u32> {
        let Some(term) = self.parts.terms.find(&hint.normalised) else { return Vec::new() };
        let numbers = in_names(self.parts, term).map(|(number, _)| number);
        numbers.filter(|number| self.has_name(*number, hint)).take(OF_A_NAME).collect()
    }

    fn has_name(&self, symbol: u32, hint: &SymbolHint) -> bool {
        self.parts.symbol(symbol as usize).is_some_and(|symbol| is_named(&symbol.name, &hint.normalised))
    }

    /// Whether a definition has the name of a hint, by the hint's place in the query.
    pub fn is_named(&self, symbol: u32, hint: usize) -> bool {
        match self.known.get(hint) {
            Some(Some(listed)) => listed.binary_search_by_key(&symbol, |(number, _)| *number).is_ok(),
            _ => self.query.hints.get(hint).is_some_and(|hint| self.has_name(symbol, hint)),
        }
    }

    /// The same, written just so.
    pub fn is_exactly(&self, symbol: u32, hint: usize) -> bool {
        let Some(own) = self.query.hints.get(hint) else { return false };
        let listed = self.known.get(hint).and_then(Option::as_ref);
        let plain = listed.and_then(|listed| {
            let at = listed.binary_search_by_key(&symbol, |(number, _)| *number).ok()?;
            Some(listed[at].1)
        });
        match plain {
            // Then the name is the normalised one.
            Some(true) => own.is_exactly(&own.normalised),
            Some(false) if !own.is_corrected && own.name == own.normalised => false,
            _ => self.parts.symbol(symbol as usize).is_some_and(|symbol| own.is_exactly(&symbol.name)),
        }
    }
}

/// The definitions whose name is the hint's, as the postings say.
fn listed(parts: &Parts, hint: &SymbolHint) -> Vec<(u32, bool)> {
    let Some(term) = parts.terms.find(&hint.normalised) else { return Vec::new() };
    let plain = |(number, naming)| (naming != Naming::None).then_some((number, naming == Naming::Plain));
    in_names(parts, term).filter_map(plain).collect()
}

/// The definitions in whose names a term is.
fn in_names(parts: &Parts, term: u32) -> impl Iterator<Item = (u32, Naming)> + '_ {
    let in_name = parts.terms.list(term).filter(|posting| posting.frequencies[0] > 0);
    in_name
        .map(|posting| (posting.document, posting.naming))
        .take_while(|(number, _)| (*number as usize) < parts.symbols.len())
}
