//! What does the code state of a symbol? Bases, members, defaults, values, errors, settings, tests, uses: each with the lines
//! that state it.
//!
//! Read from the text of definitions with comments and strings [masked], and from the call graph. A name in a body is taken
//! as it is written: what it means is not resolved, and what a body does not name is not found.

mod attribute;
pub(super) mod body;
mod constants;
mod covering;
mod defaults;
mod documented;
mod errors;
mod failures;
mod given;
mod head;
mod implemented;
mod made_defaults;
pub(super) mod masked;
mod option_default;
mod plain_value;
mod settings;
mod uses;

pub use covering::Upward;
pub use defaults::{DefaultOf, Defaults};
pub use failures::{FailureOf, Failures};

use super::QuestionError;
use super::calls::CallsOf;
use super::symbol::SymbolInfo;
use crate::{Codebase, SpanRef};
use body::Definition;
use call_graph::{Symbol, SymbolId};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use paging::Loaded;
use rustc_hash::FxHashSet;

/// Most symbols of one name that are described.
const NAMESAKES: usize = 3;
/// Most statements of one kind that are listed.
const LISTED: usize = 24;
/// Most calls of a symbol that are listed with it.
const CALLS: usize = 8;
/// Most functions called whose bodies are read for errors.
const CALLED: usize = 24;

/// What a fact states of its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// It extends, implements or embeds the object.
    Extends,
    /// The object extends, implements or embeds it.
    ExtendedBy,
    /// The object is defined in it.
    Member,
    /// A parameter or field with its default: `port = 5000`.
    Default,
    /// The object is its value.
    Value,
    /// The object is its declared type; of a function, what it returns.
    Type,
    /// It raises the object, or returns it as an error.
    Raises,
    /// It catches the object.
    Catches,
    /// It reads the setting or environment variable.
    Reads,
    /// The test reaches it by calls.
    TestedBy,
    /// It is named there, other than in a call.
    UsedBy,
    /// The rows of the table are changed there.
    WrittenBy,
}

/// A statement, and the lines that make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub kind: FactKind,
    /// Qualified name of the symbol that it is about: the one described, a member of it, or what it calls.
    pub of: String,
    /// The other side, in the words of the code.
    pub object: String,
    pub span: SpanRef,
    /// The symbol in which the lines are; `None` in files that are not parsed.
    pub within: Option<SymbolInfo>,
    /// For [`FactKind::TestedBy`]: how many calls away.
    pub distance: u32,
}

/// How many facts of a kind there are, those that are not listed included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactCount {
    pub kind: FactKind,
    pub total: u32,
    /// False where not all was looked at, so that there may be more.
    pub is_all: bool,
}

/// All that is stated of a symbol.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolFacts {
    pub symbol: SymbolInfo,
    /// By kind, then in the order of the code; tests nearest first.
    pub facts: Vec<Fact>,
    /// Of the kinds of which there are more than listed, or of which not all was looked at.
    pub counts: Vec<FactCount>,
    /// Who calls it, the first of them listed. `None` where that is not loaded.
    pub callers: Option<CallsOf>,
}

/// What is stated of each symbol that a name may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    pub of: Vec<SymbolFacts>,
    /// Symbols of the name that are not described.
    pub more: u32,
}

impl Codebase {
    /// What the code states of the symbols that a name means.
    ///
    /// # Errors
    /// There is no such symbol, or a part of the index is not loaded.
    pub fn describe(&self, name: &str) -> Result<Described, QuestionError> {
        let named = self.named(name)?;
        // A test's namesake is meant only where there is nothing else.
        let code: Vec<SymbolId> = named.iter().filter(|named| !named.is_test).map(|named| named.id).collect();
        let ids = if code.is_empty() { named.iter().map(|named| named.id).collect() } else { code };
        let mut of = Vec::new();
        for id in ids.iter().take(NAMESAKES) {
            of.extend(self.facts_of(*id)?);
        }
        Ok(Described { more: (named.len() - of.len().min(named.len())) as u32, of })
    }

    fn facts_of(&self, id: SymbolId) -> Result<Option<SymbolFacts>, QuestionError> {
        let Some(symbol) = self.symbol(id)? else { return Ok(None) };
        let mut facts = Vec::new();
        match Definition::of(self, id)? {
            Some(definition) => {
                self.own_facts(&definition, &mut facts)?;
                self.constants_of(definition.symbol.file, &mut facts)?;
                self.errors_of_called(id, &mut facts);
            }
            // Members are found in any language.
            None => {
                if let Some(own) = self.graph().symbol(id)?.filter(|own| own.kind.is_type() || own.def == DefId::MODULE)
                {
                    self.members_of(id, own, &mut facts)?;
                }
            }
        }
        let mut counts = Vec::new();
        // What is missing of the rest is noted at once, and found when the question runs again.
        let callers = self.callers_up_to(&symbol.qualified_name, CALLS).ok();
        let callers = callers.and_then(|calls| calls.of.into_iter().find(|of| of.symbol.id == id));
        self.tests_of(id, &mut facts, &mut counts)?;
        self.uses_of(id, &mut facts, &mut counts)?;
        Ok(Some(SymbolFacts { symbol, facts: listed(facts, &mut counts), counts, callers }))
    }

    /// What its own text states, and that of its members.
    fn own_facts(&self, definition: &Definition<'_>, facts: &mut Vec<Fact>) -> Loaded<()> {
        let symbol = definition.symbol;
        definition.head(facts);
        self.trait_facts(definition.id, symbol, facts)?;
        if !symbol.kind.is_type() && symbol.def != DefId::MODULE {
            definition.body(facts);
            return Ok(());
        }
        self.members_of(definition.id, symbol, facts)
    }

    /// What is defined in a type or module, and what that states of it.
    fn members_of(&self, of_id: SymbolId, symbol: &Symbol, facts: &mut Vec<Fact>) -> Loaded<()> {
        for (id, member) in self.graph().symbols_in(symbol.file)? {
            if member.parent != Some(of_id) || member.is_anonymous() {
                continue;
            }
            let info = self.info(id, member);
            let span = self.lines_ref(symbol.file, info.name_line, info.name_line);
            let of = symbol.qualified_name.clone();
            let (kind, object) = (FactKind::Member, member.name.clone());
            facts.push(Fact { kind, of: of.clone(), object, span, within: Some(info), distance: 0 });
            let Some(member) = Definition::of(self, id)?.filter(|_| symbol.kind.is_type()) else { continue };
            member.as_member(&of, facts);
            if member.symbol.kind.is_callable() {
                member.body(facts);
            }
        }
        Ok(())
    }

    /// The errors of what it calls directly, proven calls alone.
    fn errors_of_called(&self, id: SymbolId, facts: &mut Vec<Fact>) {
        let mut seen = FxHashSet::from_iter([id]);
        let called = self.graph().callees(id).into_iter().flatten();
        let called = called.filter(|edge| edge.is_proven() && seen.insert(edge.to)).take(CALLED);
        for edge in called.collect::<Vec<_>>() {
            if let Ok(Some(callee)) = Definition::of(self, edge.to)
                && callee.symbol.kind.is_callable()
            {
                let mut own = Vec::new();
                callee.body(&mut own);
                facts.extend(own.into_iter().filter(|fact| fact.kind == FactKind::Raises));
            }
        }
    }
}

/// The first of each kind; those of which there are more are counted.
fn listed(mut facts: Vec<Fact>, counts: &mut Vec<FactCount>) -> Vec<Fact> {
    let mut seen = FxHashSet::default();
    facts.retain(|fact| seen.insert((fact.kind, fact.of.clone(), fact.object.clone(), fact.span.clone())));
    facts.compact_sort_by_key(|fact| fact.kind);
    let mut kept: Vec<Fact> = Vec::new();
    for group in facts.chunk_by(|a, b| a.kind == b.kind) {
        let kind = group[0].kind;
        if group.len() > LISTED && !counts.iter().any(|count| count.kind == kind) {
            counts.push(FactCount { kind, total: group.len() as u32, is_all: true });
        }
        kept.extend_from_slice(&group[..group.len().min(LISTED)]);
    }
    kept
}

/// Whether a symbol has a value rather than a body.
fn is_value(kind: DefinitionKind) -> bool {
    matches!(kind, DefinitionKind::Variable | DefinitionKind::Field)
}

#[cfg(test)]
mod tests;
