//! What could be a hit, with scores of chunks and symbols put together.

use crate::parts::Parts;
use crate::query::filters::Filters;
use crate::query::scores::Scores;
use crate::ranking::names::Names;
use crate::ranking::traits::FileTraits;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How many of the best symbols and chunks are ranked.
const POOL: usize = 100;
/// The same where only some kinds are wanted, which are not known before.
const POOL_OF_KINDS: usize = 1000;

/// A hit in the making.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Place in the file table.
    pub file: u32,
    /// The definition's number, where it is one.
    pub symbol: Option<u32>,
    /// The number of the best chunk of it, or of the chunk it is.
    pub chunk: Option<u32>,
    pub score: f32,
    /// Which words of the query match, as bits.
    pub words: u32,
    /// The text matches better than name, signature and doc.
    pub by_body: bool,
    /// It is the definition of a name that the query means.
    pub named: bool,
}

impl Candidate {
    /// Breaks ties.
    pub fn place(&self) -> (u32, Option<u32>, Option<u32>) {
        (self.file, self.symbol, self.chunk)
    }
}

/// The best symbols and chunks, and the definitions of every name that the query means; in no particular order, but
/// the same each time.
pub(crate) fn collect(narrowed: &Narrowed<'_>, names: &Names<'_>, scores: &Scores, chunk_share: f32) -> Vec<Candidate> {
    let parts = narrowed.parts;
    let symbols = parts.symbols.len();
    let most = if narrowed.filters.kinds.is_empty() { POOL } else { POOL_OF_KINDS };
    let is_all = narrowed.is_all();
    let is_wanted = |document: u32| is_all || narrowed.takes_document(document);
    let best = |range: Range<usize>| scores.best(range, most, is_wanted);
    let mut pool = Pool { parts, chunk_share, scores, by_symbol: FxHashMap::default(), plain: Vec::new() };
    best(symbols..parts.documents()).iter().for_each(|chunk| pool.add_chunk(chunk.document - symbols as u32));
    best(0..symbols).iter().for_each(|symbol| pool.add_symbol(symbol.document));
    names.meant().into_iter().for_each(|symbol| pool.add_symbol(symbol));
    let mut all = pool.plain;
    all.extend(pool.by_symbol.into_values());
    if !is_all {
        all.retain(|candidate| narrowed.takes(candidate));
    }
    all.compact_sort_by_key(Candidate::place);
    all
}

/// What may be a hit.
pub(crate) struct Narrowed<'a> {
    pub filters: &'a Filters,
    /// The files that hits lie in, by their numbers; `None` for all.
    pub within: Option<&'a Range<u32>>,
    pub parts: &'a Parts,
    pub files: &'a [FileTraits],
}

impl Narrowed<'_> {
    fn is_all(&self) -> bool {
        self.filters.is_empty() && self.within.is_none()
    }

    /// Whether a definition or chunk may be a hit by its file.
    fn takes_document(&self, document: u32) -> bool {
        let file = match document.checked_sub(self.parts.symbols.len() as u32) {
            None => self.parts.file_of_symbol(document),
            Some(chunk) => self.parts.file_of_chunk(chunk),
        };
        self.takes_file(file)
    }

    /// Whether what is in a file may be a hit.
    pub fn takes_file(&self, file: u32) -> bool {
        let (traits, id) = (&self.files[file as usize], self.parts.files[file as usize].id);
        self.within.is_none_or(|files| files.contains(&id.0))
            && self.filters.takes_file(&traits.lower, self.parts.files[file as usize].language, traits.is_test)
    }

    /// Whether it may be a hit by all that is known of it.
    pub fn takes(&self, candidate: &Candidate) -> bool {
        let Filters { kinds, without_tests, .. } = self.filters;
        let symbol = candidate.symbol.and_then(|number| self.parts.traits(number));
        self.takes_file(candidate.file)
            && (kinds.is_empty() || symbol.is_some_and(|symbol| kinds.contains(&symbol.kind)))
            && !(*without_tests && symbol.is_some_and(|symbol| symbol.is_test))
    }
}

struct Pool<'a> {
    parts: &'a Parts,
    chunk_share: f32,
    scores: &'a Scores,
    by_symbol: FxHashMap<u32, Candidate>,
    plain: Vec<Candidate>,
}

impl Pool<'_> {
    fn add_symbol(&mut self, symbol: u32) {
        if !self.by_symbol.contains_key(&symbol) {
            let file = self.parts.file_of_symbol(symbol);
            let (score, words) = self.scores.of(symbol);
            let candidate =
                Candidate { file, symbol: Some(symbol), chunk: None, score, words, by_body: false, named: false };
            self.by_symbol.insert(symbol, candidate);
        }
    }

    /// Chunks come best first, so the first chunk of a definition is its best.
    fn add_chunk(&mut self, chunk: u32) {
        let parts = self.parts;
        let (score, words) = self.scores.of(parts.symbols.len() as u32 + chunk);
        let file = parts.file_of_chunk(chunk);
        let Some(symbol) = self.owner(file, chunk) else {
            let plain = Candidate { file, symbol: None, chunk: Some(chunk), score, words, by_body: true, named: false };
            return self.plain.push(plain);
        };
        self.add_symbol(symbol);
        if let Some(candidate) = self.by_symbol.get_mut(&symbol)
            && candidate.chunk.is_none()
        {
            candidate.by_body = score * self.chunk_share > candidate.score;
            candidate.chunk = Some(chunk);
            candidate.score += score * self.chunk_share;
            candidate.words |= words;
        }
    }

    /// The definition a chunk speaks for: of those that start in it, the one that matches best by itself; else the
    /// one around it; else the only one in it.
    fn owner(&self, file: u32, chunk: u32) -> Option<u32> {
        let parts = self.parts;
        let own = |number: u32| self.scores.of(number).0;
        // Not for a field or a variable: a definition's text says little of one that is written in it.
        let major = |number: &u32| parts.traits(*number).is_some_and(|symbol| !is_minor(symbol.kind));
        // Nor for a function inside another one: the outer one is what it is part of.
        let starting = outermost(parts, parts.starting_in(file, chunk));
        let inside = || starting.iter().copied().filter(major);
        let matching = inside().filter(|number| own(*number) > 0.0);
        let best = matching.max_by(|a, b| own(*a).total_cmp(&own(*b)).then(b.cmp(a)));
        let around = || parts.around(file, chunk).map(|at| parts.holder(at).unwrap_or(at)).filter(major);
        let only = || {
            let mut outermost = inside();
            outermost.next().filter(|_| outermost.next().is_none())
        };
        best.or_else(around).or_else(only)
    }
}

/// The definitions with the functions that they are written in in their place, each once, in order.
fn outermost(parts: &Parts, symbols: Vec<u32>) -> Vec<u32> {
    let mut outermost: Vec<u32> = symbols.into_iter().map(|at| parts.holder(at).unwrap_or(at)).collect();
    outermost.sort_unstable();
    outermost.dedup();
    outermost
}

/// A field or a variable.
pub fn is_minor(kind: DefinitionKind) -> bool {
    matches!(kind, DefinitionKind::Field | DefinitionKind::Variable)
}
