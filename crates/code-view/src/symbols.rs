//! Symbols and what is called around them.

use crate::kind_word;
use codebase::{CallSite, Codebase, SymbolId, SymbolInfo};
use compact_sort::CompactSort;
use protocol::{CallEdge, CallNode, Direction, Neighbourhood, SymbolPage, SymbolSummary};

/// Symbols left out of a diagram that are named; the rest is counted.
const OMITTED_ROWS: usize = 200;

/// A symbol in short.
pub fn summary(symbol: &SymbolInfo) -> SymbolSummary {
    SymbolSummary {
        symbol: symbol.id.0,
        qualified_name: symbol.qualified_name.clone(),
        name: symbol.name.clone(),
        kind: kind_word::of(&symbol.span.path, symbol.kind, &symbol.signature),
        path: symbol.span.path.clone(),
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

pub(super) fn listed(symbol: codebase::SymbolSummary) -> SymbolSummary {
    SymbolSummary {
        symbol: symbol.id.0,
        qualified_name: symbol.qualified_name,
        name: symbol.name,
        kind: symbol.kind.word().to_owned(),
        path: symbol.path,
        start_line: symbol.start_line,
        end_line: symbol.end_line,
    }
}

/// A call, seen from one end.
pub fn edge(call: &CallSite) -> CallEdge {
    CallEdge {
        other: summary(&call.other),
        path: call.site.path.clone(),
        line: call.site.start_line,
        rule: call.rule.to_owned(),
        confidence: call.confidence,
        proven: call.proven,
    }
}

/// A symbol and all that is known of it; `None` where there is no such symbol, or it is not loaded.
pub fn symbol_page(codebase: &Codebase, id: SymbolId) -> Option<SymbolPage> {
    let page = codebase.symbol_page(id).ok()??;
    let mut callees: Vec<CallEdge> = page.callees.iter().map(edge).collect();
    callees.compact_sort_by_key(|edge| edge.line);
    let open = page.unresolved.iter().filter(|site| site.internal);
    Some(SymbolPage {
        symbol: summary(&page.symbol),
        signature: page.symbol.signature.clone(),
        doc: page.symbol.doc.clone(),
        callers: page.callers.iter().map(edge).collect(),
        callees,
        unresolved: open.map(|site| (site.site.start_line, site.name.clone(), site.why.clone())).collect(),
        namesakes: page.namesakes.into_iter().map(listed).collect(),
    })
}

/// The symbol of a qualified name in a file; of several, the one that is defined nearest to `line`, else the first. `None` where
/// there is none.
pub fn symbol_named(codebase: &Codebase, path: &str, name: &str, line: Option<u32>) -> Option<SymbolId> {
    // A file or a name that is not there is no failure here: there is no such symbol.
    let outline = crate::files::file(codebase, path).ok()?.outline;
    let symbols = outline.iter().filter_map(|item| codebase.symbol(SymbolId(item.symbol)).ok().flatten());
    let others = codebase.symbols_named(name).unwrap_or_else(|_| Vec::new());
    let is_it = |symbol: &SymbolInfo| symbol.span.path == path && symbol.qualified_name == name;
    let far = |symbol: &SymbolInfo| line.unwrap_or(0).abs_diff(symbol.span.start_line);
    let found = symbols.chain(others).filter(is_it);
    found.min_by_key(|symbol| (far(symbol), symbol.id.0)).map(|symbol| symbol.id)
}

/// What is called around a symbol, with what was left out of the drawing; `None` where there is no such symbol.
pub fn neighbourhood(
    codebase: &Codebase,
    id: SymbolId,
    depth: u32,
    direction: Direction,
    max_nodes: u32,
) -> Option<Neighbourhood> {
    let direction = match direction {
        Direction::Callers => codebase::Direction::Callers,
        Direction::Callees => codebase::Direction::Callees,
        Direction::Both => codebase::Direction::Both,
    };
    let depth = depth.clamp(1, 3);
    let around = |most: usize| codebase.neighbourhood(id, depth, direction, most).ok().flatten();
    let shown = around(max_nodes.clamp(2, 60) as usize)?;
    // What is left out is listed by walking on past what is drawn.
    let omitted: Vec<SymbolSummary> = if shown.omitted == 0 {
        Vec::new()
    } else {
        let wider = around(shown.nodes.len() + OMITTED_ROWS)?;
        let drawn = |id: SymbolId| shown.nodes.iter().any(|node| node.symbol.id == id);
        wider.nodes.iter().filter(|node| !drawn(node.symbol.id)).map(|node| summary(&node.symbol)).collect()
    };
    let more = shown.omitted.saturating_sub(omitted.len() as u32);
    let node = |node: &codebase::Neighbour| CallNode { symbol: summary(&node.symbol), distance: node.distance };
    Some(Neighbourhood {
        nodes: shown.nodes.iter().map(node).collect(),
        edges: shown.edges.clone(),
        omitted,
        more,
        mermaid: shown.mermaid(),
    })
}
