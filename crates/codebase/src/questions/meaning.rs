//! What does a name at a place in a file mean?

use super::QuestionError;
use super::calls::Unresolved;
use super::facts::masked::masked;
use super::references::local::Locals;
use super::references::site::Around;
use super::references::visible::family_of;
use super::symbol::SymbolSummary;
use crate::Codebase;
use call_graph::{Edge, LocalName, Named, Symbol, SymbolId};
use compact_sort::CompactSort;
use paging::Loaded;
use source::FileId;
use std::cmp::Reverse;

/// Most symbols that are listed because they have the name.
const NAMESAKES: usize = 50;

/// What a name at a place may mean, most certain first.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// As written there.
    pub name: String,
    pub candidates: Vec<Candidate>,
    /// Symbols of the name that are not listed.
    pub more: u32,
    /// The parameter or variable of the code around that it is, whose namesakes are not meant. There may be none that is known:
    /// an index keeps those that hide a symbol.
    pub local: Option<Local>,
    /// Why a call of the name on this line leads nowhere known, where there is one.
    pub unresolved: Option<String>,
}

/// A parameter or variable of the code around a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Local {
    /// The line on which it is bound first; of a parameter that on which it begins.
    pub line: u32,
    pub is_parameter: bool,
}

/// A symbol that a name may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub symbol: SymbolSummary,
    pub why: Why,
}

/// Why a name may mean a symbol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Why {
    /// The name is that of its definition, right there.
    Defined,
    /// It is a function or type of the code around, which binds the name.
    Bound,
    /// A call on this line goes to it.
    Called {
        /// Short name of the rule that made the edge.
        rule: &'static str,
        /// From 0 to 1.
        confidence: f32,
        /// True where the rule proves it.
        proven: bool,
        /// Its own name is another: an alias, an operator, a type whose constructor it is.
        renamed: bool,
    },
    /// It has the name, and nothing else speaks for it.
    Named,
}

impl Codebase {
    /// What `name`, which begins `column` bytes into the line, may mean: the definition whose name it is; else what the code
    /// around binds it to; else what the calls on the line go to; else every symbol of the name. No candidates where the
    /// repository has none.
    ///
    /// # Errors
    /// There is no such file, or a page of it is not loaded.
    pub fn meaning(&self, path: &str, line: u32, column: u32, name: &str) -> Result<Meaning, QuestionError> {
        let file = self.find_file(path)?;
        let mut meaning =
            Meaning { name: name.to_owned(), candidates: Vec::new(), more: 0, local: None, unresolved: None };
        let place = self.byte_at(file, line, column)?;
        if let Some((id, symbol)) = self.named_at(file, place)? {
            meaning.candidates.push(self.candidate(id, symbol, Why::Defined));
            return Ok(meaning);
        }
        let symbols = self.graph().symbols_in(file)?.into_iter();
        let around: Vec<SymbolId> = symbols.filter(|(_, it)| holds(it, line)).map(|(id, _)| id).collect();
        meaning.candidates = self.called(&around, file, line, name)?;
        let mut open = None;
        for id in around {
            let is_here = |found: &Unresolved| found.site.start_line == line && found.name == name;
            open = open.or(self.unresolved_in(id)?.into_iter().find(is_here));
        }
        meaning.unresolved = open.as_ref().map(|site| site.why.clone());
        if let Some(bound) = self.bound_around(file, line, place, name)? {
            self.keep_local(&mut meaning, file, &bound)?;
        } else if meaning.candidates.is_empty() && open.is_none_or(|site| site.internal) {
            // What is known to be elsewhere is not looked for here.
            let named: Vec<Named<'_>> =
                self.graph().find_named(name)?.into_iter().filter(|it| it.name == name).collect();
            meaning.more = u32::try_from(named.len().saturating_sub(NAMESAKES)).unwrap_or(u32::MAX);
            let listed = named.iter().take(NAMESAKES);
            meaning.candidates = listed.map(|it| Candidate { symbol: self.summary(it), why: Why::Named }).collect();
        }
        Ok(meaning)
    }

    /// What the code around a place binds the name there to.
    fn bound_around(&self, file: FileId, line: u32, at: Option<u32>, name: &str) -> Loaded<Option<BoundAround>> {
        let Some(at) = at else { return Ok(None) };
        let of_name = |local: &LocalName| local.name == name && local.holds_at(at);
        if !self.graph().local_names(file)?.iter().any(of_name) {
            return Ok(None);
        }
        let (text, at) = (self.text(file)?, at as usize);
        let family = family_of(self.snapshot().file(file).language);
        let code = family.map_or_else(|| text.to_owned(), |family| masked(text, family));
        if !code.get(at..).is_some_and(|code| code.starts_with(name)) {
            return Ok(None);
        }
        let around = Around::of(&code, at, name, family);
        let locals = Locals::named(self, name, file, &code)?;
        let Some(local) = locals.at(at).filter(|_| !around.is_member()) else { return Ok(None) };
        let before = text.as_bytes().iter().take(local.bound as usize);
        let bound_on = before.filter(|byte| **byte == b'\n').count() as u32 + 1;
        // `total: u32` in the head itself is written like the name of an argument.
        if around.names_argument() && bound_on != line {
            return Ok(None);
        }
        let (is_parameter, is_called) = (local.is_parameter, around.after.trim_start().starts_with('('));
        Ok(Some(BoundAround { at: local.bound, is_called, local: Local { line: bound_on, is_parameter } }))
    }

    /// Leaves of the candidates the function or type that is bound there, and what a value that is called there may be.
    fn keep_local(&self, meaning: &mut Meaning, file: FileId, bound: &BoundAround) -> Loaded<()> {
        let own = self.named_at(file, Some(bound.at))?.filter(|(_, symbol)| symbol.name == meaning.name);
        let own_id = own.map(|(id, _)| id);
        meaning.local = Some(bound.local);
        meaning.candidates.retain(|candidate| {
            let is_of_value = bound.is_called && matches!(candidate.why, Why::Called { renamed: true, .. });
            is_of_value || own_id == Some(candidate.symbol.id)
        });
        if let Some((id, symbol)) = own.filter(|(id, _)| meaning.candidates.iter().all(|it| it.symbol.id != *id)) {
            meaning.candidates.insert(0, self.candidate(id, symbol, Why::Bound));
        }
        Ok(())
    }

    fn candidate(&self, id: SymbolId, symbol: &Symbol, why: Why) -> Candidate {
        Candidate { symbol: self.summary(&Named::of(id, symbol)), why }
    }

    /// The byte of a place; `None` behind the end of the file.
    fn byte_at(&self, file: FileId, line: u32, column: u32) -> Loaded<Option<u32>> {
        let line = self.line_range(file, self.text(file)?, line, line);
        Ok(line.and_then(|line| u32::try_from(line.start).ok()?.checked_add(column)))
    }

    /// The symbol whose name is at this byte.
    fn named_at(&self, file: FileId, at: Option<u32>) -> Loaded<Option<(SymbolId, &Symbol)>> {
        let Some(at) = at else { return Ok(None) };
        let is_there = |symbol: &Symbol| symbol.name_span.start <= at && at < symbol.name_span.end;
        let mut symbols = self.graph().symbols_in(file)?.into_iter();
        Ok(symbols.find(|(_, symbol)| !symbol.is_anonymous() && is_there(symbol)))
    }

    /// What calls on this line go to: those of the name, and otherwise those whose callee is not named on the line at all.
    fn called(&self, around: &[SymbolId], file: FileId, line: u32, name: &str) -> Loaded<Vec<Candidate>> {
        let mut edges: Vec<Edge> = Vec::new();
        for id in around {
            edges.extend(self.graph().callees(*id)?);
        }
        edges.retain(|edge| edge.file == file && edge.line == line);
        edges.compact_sort_by_key(|edge| (edge.to, Reverse((edge.confidence * 1_000.0) as u32)));
        edges.dedup_by_key(|edge| edge.to);
        let text = self.lines(file, line, line)?.unwrap_or("");
        let (named, other): (Vec<&Edge>, Vec<&Edge>) = edges.iter().partition(|edge| self.goes_by(edge.to, name));
        let is_hidden = |edge: &&&Edge| !words(text).any(|word| self.goes_by(edge.to, word));
        let hidden: Vec<&Edge> = other.iter().filter(is_hidden).copied().collect();
        let (mut chosen, renamed) = if named.is_empty() { (hidden, true) } else { (named, false) };
        chosen.compact_sort_by_key(|edge| Reverse((edge.confidence * 1_000.0) as u32));
        let why = |edge: &Edge| {
            let (rule, confidence, proven) = (edge.rule.id(), edge.confidence, edge.is_proven());
            Why::Called { rule, confidence, proven, renamed }
        };
        // All pages that are missing are noted at once.
        let candidate = |edge: &Edge| Some(self.candidate(edge.to, self.graph().symbol(edge.to).ok()??, why(edge)));
        Ok(chosen.into_iter().filter_map(candidate).collect())
    }

    /// Whether a symbol is called by this name: its own, or that of the type that it makes. One that is not loaded is not.
    fn goes_by(&self, id: SymbolId, name: &str) -> bool {
        let symbol = |id: SymbolId| self.graph().symbol(id).ok().flatten();
        symbol(id).is_some_and(|callee| {
            let of_type = || callee.parent.and_then(symbol).is_some_and(|parent| parent.name == name);
            callee.name == name || (is_constructor(&callee.name) && of_type())
        })
    }
}

/// A local name, seen from a place that has it.
struct BoundAround {
    /// The byte at which it is bound.
    at: u32,
    /// It is called at the place.
    is_called: bool,
    local: Local,
}

/// Names of functions that are called by the name of their type.
fn is_constructor(name: &str) -> bool {
    matches!(name, "__init__" | "__new__" | "constructor" | "<init>" | "new")
}

fn holds(symbol: &Symbol, line: u32) -> bool {
    (symbol.span.start_line..=symbol.span.end_line).contains(&line)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))
}

#[cfg(test)]
mod tests;
