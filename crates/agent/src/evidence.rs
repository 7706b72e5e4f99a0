//! Makes evidence from the answers of a codebase, and verifies it.

use crate::{IndexFailure, Verifier};
use change_set::ChangeSet;
use codebase::{CallSite, Codebase, DefinitionKind, Now, Overlaid, Place, Reader, SpanRef, SymbolInfo};
use futures::future::LocalBoxFuture;
use protocol::{Basis, Evidence, EvidenceKind, Relation};

/// Most lines of an excerpt.
const EXCERPT_LINES: u32 = 60;

/// Evidence for lines that the overlay holds.
pub fn of_span(over: Overlaid<'_>, span: &SpanRef, relation: Relation, basis: Basis) -> Evidence {
    // Empty where the page of the text is not loaded: the reader then runs the question again.
    let text = over.text_of(span).ok().flatten().unwrap_or_default();
    Evidence {
        hash: span.hash.to_string(),
        relation,
        excerpt: excerpt_of(text),
        basis,
        ..Evidence::of_lines(span.id(), &span.path, span.start_line, span.end_line)
    }
}

/// The beginning of lines, for people.
fn excerpt_of(text: &str) -> String {
    text.lines().take(EXCERPT_LINES as usize).collect::<Vec<_>>().join("\n")
}

/// Evidence for a definition, with the lines where it is now.
pub fn of_symbol(over: Overlaid<'_>, symbol: &SymbolInfo, span: &SpanRef, relation: Relation) -> Evidence {
    described(of_span(over, span, relation, Basis::Read), symbol)
}

/// Evidence for a call, with the line where it is now and the symbol at the other end.
pub fn of_call(over: Overlaid<'_>, call: &CallSite, site: &SpanRef, relation: Relation) -> Evidence {
    let basis = Basis::Call { rule: call.rule.to_owned(), confidence: call.confidence };
    described(of_span(over, site, relation, basis), &call.other)
}

/// Adds what is known of the symbol.
pub fn described(evidence: Evidence, symbol: &SymbolInfo) -> Evidence {
    Evidence {
        symbol: Some(symbol.qualified_name.clone()),
        kind: kind(symbol.kind),
        signature: Some(symbol.signature.clone()).filter(|signature| !signature.is_empty()),
        doc: symbol.doc.as_deref().map(first_paragraph),
        ..evidence
    }
}

fn kind(of: DefinitionKind) -> EvidenceKind {
    match of {
        DefinitionKind::Module => EvidenceKind::Module,
        DefinitionKind::Class => EvidenceKind::Class,
        DefinitionKind::Interface => EvidenceKind::Interface,
        DefinitionKind::Enum => EvidenceKind::Enum,
        DefinitionKind::TypeAlias => EvidenceKind::TypeAlias,
        DefinitionKind::Function => EvidenceKind::Function,
        DefinitionKind::Method => EvidenceKind::Method,
        DefinitionKind::Constructor => EvidenceKind::Constructor,
        DefinitionKind::Lambda => EvidenceKind::Lambda,
        DefinitionKind::Variable => EvidenceKind::Variable,
        DefinitionKind::Field => EvidenceKind::Field,
        DefinitionKind::Macro => EvidenceKind::Macro,
    }
}

fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Verifies spans against the codebase as it is now.
pub struct CodebaseVerifier<'a> {
    reader: &'a Reader,
}

impl<'a> CodebaseVerifier<'a> {
    /// Verifies against the codebase of `reader`.
    pub fn new(reader: &'a Reader) -> Self {
        Self { reader }
    }
}

impl CodebaseVerifier<'_> {
    async fn all(
        &self,
        evidence: &[&Evidence],
        changes: &ChangeSet,
        is_so: impl Fn(Overlaid<'_>, &Evidence) -> bool,
    ) -> Result<Vec<bool>, IndexFailure> {
        let none = ChangeSet::default();
        let mut found = Vec::with_capacity(evidence.len());
        // One question each: there may be more evidence than one question may read.
        for evidence in evidence {
            let question = |codebase: &Codebase| {
                let over = Overlaid::new(codebase, changes);
                // A line that was read before it was edited is as true of the repository as it was of the overlay.
                is_so(over, evidence)
                    || (over.touches(&evidence.path) && is_so(Overlaid::new(codebase, &none), evidence))
            };
            found.push(self.reader.ask(question).await?);
        }
        Ok(found)
    }
}

impl Verifier for CodebaseVerifier<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(async move { self.check_over(evidence, &ChangeSet::default()).await })
    }

    fn recheck<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(async move { self.recheck_over(evidence, &ChangeSet::default()).await })
    }

    fn check_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(self.all(evidence, changes, holds))
    }

    fn recheck_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(self.all(evidence, changes, |over, evidence| holds(over, evidence) && is_described(over, evidence)))
    }
}

fn holds(over: Overlaid<'_>, evidence: &Evidence) -> bool {
    let Ok(hash) = evidence.hash.parse() else { return false };
    let (start_line, end_line) = (evidence.start_line, evidence.end_line);
    let span = SpanRef { path: evidence.path.clone(), start_line, end_line, hash };
    // The id names path, lines and hash: one that does not fit them was made up.
    span.id() == evidence.id
        && over.text_of(&span).ok().flatten().is_some_and(|text| excerpt_of(text) == evidence.excerpt)
}

/// Whether there is such a symbol, about those lines, with that head and documentation.
fn is_described(over: Overlaid<'_>, evidence: &Evidence) -> bool {
    let Some(name) = &evidence.symbol else { return evidence.signature.is_none() && evidence.doc.is_none() };
    let codebase = over.codebase();
    // While a page is missing the answer is not used: the question is run again.
    let Ok(named) = codebase.graph().find_named(name) else { return false };
    let symbols = named.iter().filter_map(|named| codebase.symbol(named.id).ok().flatten());
    let same = symbols.filter(|symbol| symbol.qualified_name == *name);
    same.into_iter().any(|symbol| {
        // A call is cited in the name of what is called, which is elsewhere.
        let fits = touches(over, &symbol.span, evidence) || matches!(evidence.relation, Relation::Callee { .. });
        fits && described(evidence.clone(), &symbol) == *evidence
    })
}

/// Whether a definition and the evidence have lines in common, where the overlay has them.
fn touches(over: Overlaid<'_>, definition: &Place, evidence: &Evidence) -> bool {
    let now = match over.touches(&definition.path).then(|| over.now(&over.codebase().span_at(definition))) {
        Some(Ok(Now::Here(SpanRef { path, start_line, end_line, .. }))) => &Place { path, start_line, end_line },
        // Lines in a definition that was edited elsewhere are looked for around where it was.
        _ => definition,
    };
    now.path == evidence.path && now.start_line <= evidence.end_line && evidence.start_line <= now.end_line
}
