//! From a codebase's answers to evidence.

use crate::Verifier;
use codebase::{CallSite, Codebase, Reader, SpanRef, SymbolInfo};
use futures::future::LocalBoxFuture;
use protocol::{Evidence, Relation};

/// Most lines of an excerpt.
const EXCERPT_LINES: u32 = 60;

/// Lines of the repository, as evidence.
pub fn of_span(codebase: &Codebase, span: &SpanRef, relation: Relation) -> Evidence {
    let text = codebase.text_of(span).unwrap_or_default();
    let excerpt = text.lines().take(EXCERPT_LINES as usize).collect::<Vec<_>>().join("\n");
    Evidence {
        id: span.id(),
        path: span.path.clone(),
        start_line: span.start_line,
        end_line: span.end_line,
        hash: span.hash.to_string(),
        relation,
        symbol: None,
        kind: "text".to_owned(),
        signature: None,
        doc: None,
        excerpt,
        score: 1.0,
        rule: None,
    }
}

/// A symbol's definition.
pub fn of_symbol(codebase: &Codebase, symbol: &SymbolInfo, relation: Relation) -> Evidence {
    let span = codebase.span_at(&symbol.span);
    described(of_span(codebase, &span, relation), symbol)
}

/// A call: the line on which it stands, in the name of the other end.
pub fn of_call(codebase: &Codebase, call: &CallSite, relation: Relation) -> Evidence {
    let at = of_span(codebase, &call.site, relation);
    Evidence { score: call.confidence, rule: Some(call.rule.to_owned()), ..described(at, &call.other) }
}

/// Adds what is known of the symbol.
pub fn described(evidence: Evidence, symbol: &SymbolInfo) -> Evidence {
    Evidence {
        symbol: Some(symbol.qualified_name.clone()),
        kind: symbol.kind.word().to_owned(),
        signature: Some(symbol.signature.clone()).filter(|signature| !signature.is_empty()),
        doc: symbol.doc.as_deref().map(first_paragraph),
        ..evidence
    }
}

fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Checks spans against the codebase as it is.
pub struct CodebaseVerifier<'a> {
    reader: &'a Reader,
}

impl<'a> CodebaseVerifier<'a> {
    /// Against what the reader reads.
    pub fn new(reader: &'a Reader) -> Self {
        Self { reader }
    }
}

impl Verifier for CodebaseVerifier<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, String>> {
        Box::pin(async move {
            let all = |codebase: &Codebase| evidence.iter().map(|evidence| holds(codebase, evidence)).collect();
            self.reader.ask(all).await.map_err(|error| error.to_string())
        })
    }
}

fn holds(codebase: &Codebase, evidence: &Evidence) -> bool {
    let Ok(hash) = evidence.hash.parse() else { return false };
    let (start_line, end_line) = (evidence.start_line, evidence.end_line);
    let span = SpanRef { path: evidence.path.clone(), start_line, end_line, hash };
    // The id names path, lines and hash: one that does not fit them was made up.
    span.id() == evidence.id && codebase.holds(&span)
}
