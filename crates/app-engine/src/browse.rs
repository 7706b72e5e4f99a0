//! Looking at code without a model: from the codebase's answers to the protocol's.

use crate::failure;
use crate::repository_store::sentence;
use agent::AgentKind;
use codebase::{CallSite, Codebase, Found, QuestionError, SymbolId, SymbolInfo};
use compact_sort::CompactSort;
use protocol::{
    CallEdge, CallNode, Command, Direction, DirectoryEntry, EntryKind, Failure, FileView, FoundItem, FoundKind,
    Neighbourhood, OutlineItem, Reply, SearchHit, SkippedEntry, SymbolPage, SymbolSummary,
};

/// Most lines of text that the palette lists.
const TEXT_ROWS: usize = 12;
/// Symbols left out of a diagram that are named; the rest is counted.
const OMITTED_ROWS: usize = 200;

/// Answers a command about the open repository.
pub fn answer(codebase: &Codebase, command: Command) -> Result<Reply, Failure> {
    Ok(match command {
        Command::Skipped => Reply::Skipped { entries: skipped(codebase) },
        Command::ListDirectory { path } => Reply::Directory { entries: directory(codebase, &path)? },
        Command::Search { query, limit } => {
            Reply::Hits { hits: codebase.search(&query, limit as usize).iter().map(hit).collect() }
        }
        Command::Find { query, limit } => Reply::Found { items: find(codebase, &query, limit as usize) },
        Command::Symbol { symbol } => Reply::Symbol { page: symbol_page(codebase, SymbolId(symbol))? },
        Command::SymbolNamed { name } => {
            let first = codebase.symbols_named(&name).map_err(refused)?.into_iter().next();
            let id = first.map(|symbol| symbol.id).ok_or_else(no_symbol)?;
            Reply::Symbol { page: symbol_page(codebase, id)? }
        }
        Command::MostCalled => {
            let most = codebase.most_called(1).into_iter().next();
            Reply::Symbol { page: symbol_page(codebase, most.map(|symbol| symbol.id).ok_or_else(no_symbol)?)? }
        }
        Command::Neighbourhood { symbol, depth, direction, max_nodes } => {
            let neighbourhood = neighbourhood(codebase, SymbolId(symbol), depth, direction, max_nodes)?;
            Reply::Neighbourhood { neighbourhood }
        }
        other => return Err(failure::internal(format!("The engine does not answer {other:?}."))),
    })
}

/// An agent's graph.
pub fn agent_graph(name: &str) -> Result<Reply, Failure> {
    let kind =
        AgentKind::from_name(name).ok_or_else(|| failure::bad_input(format!("There is no agent called `{name}`.")))?;
    let drawing = kind.drawing().map_err(|error| failure::internal(sentence(&error)))?;
    Ok(Reply::AgentGraph { mermaid: drawing.mermaid, nodes: drawing.nodes })
}

/// A file without its colours.
pub fn file(codebase: &Codebase, path: &str) -> Result<FileView, Failure> {
    let id = codebase.find_file(path).map_err(refused)?;
    let entry = codebase.snapshot().file(id);
    let outline = codebase.outline(entry.path.as_str()).map_err(refused)?;
    let row = |item: codebase::OutlineItem| OutlineItem {
        symbol: item.id.0,
        name: item.name,
        kind: item.kind.word().to_owned(),
        depth: item.depth,
        start_line: item.start_line,
        end_line: item.end_line,
    };
    Ok(FileView {
        path: entry.path.as_str().to_owned(),
        language: entry.language.name().to_owned(),
        text: codebase.snapshot().text(id).to_owned(),
        highlight: Vec::new(),
        outline: outline.into_iter().map(row).collect(),
        decoded_from: entry.decoded_from.clone(),
    })
}

fn refused(error: QuestionError) -> Failure {
    failure::not_found(sentence(&error))
}

fn no_symbol() -> Failure {
    failure::not_found("There is no such symbol in this repository.")
}

fn skipped(codebase: &Codebase) -> Vec<SkippedEntry> {
    let row = |entry: &source::Skipped| SkippedEntry { path: entry.path.clone(), reason: entry.reason.to_string() };
    codebase.snapshot().skipped.iter().map(row).collect()
}

fn directory(codebase: &Codebase, path: &str) -> Result<Vec<DirectoryEntry>, Failure> {
    let row = |entry: codebase::DirectoryEntry| DirectoryEntry {
        name: entry.name,
        path: entry.path,
        kind: match entry.kind {
            codebase::EntryKind::File => EntryKind::File,
            codebase::EntryKind::Folder => EntryKind::Folder,
        },
        bytes: entry.bytes,
        files: entry.files,
        language: entry.language.map(|language| language.name().to_owned()),
    };
    Ok(codebase.list_directory(path).map_err(refused)?.into_iter().map(row).collect())
}

fn hit(hit: &codebase::SearchHit) -> SearchHit {
    SearchHit {
        path: hit.span.path.clone(),
        start_line: hit.span.start_line,
        end_line: hit.span.end_line,
        symbol: hit.qualified_name().map(str::to_owned),
        kind: hit.kind.to_owned(),
        score: hit.score,
        snippet: hit.snippet.text(),
    }
}

/// Symbols and files as typed, then lines of text.
fn find(codebase: &Codebase, typed: &str, limit: usize) -> Vec<FoundItem> {
    let mut items: Vec<FoundItem> = codebase.find(typed, limit).into_iter().map(|item| found(item.found)).collect();
    if typed.trim().chars().count() >= 3 {
        let lines = codebase.grep_literal(typed.trim(), true, "", TEXT_ROWS).map(|found| found.lines);
        items.extend(lines.unwrap_or_default().into_iter().map(|line| FoundItem {
            kind: FoundKind::Text,
            title: line.text.trim().chars().take(200).collect(),
            detail: line.span.place(),
            path: line.span.path,
            start_line: line.span.start_line,
            end_line: line.span.end_line,
            symbol: None,
        }));
    }
    items
}

fn found(found: Found) -> FoundItem {
    match found {
        Found::Symbol(symbol) => FoundItem {
            kind: FoundKind::Symbol,
            title: symbol.name.clone(),
            detail: format!("{} {}  {}:{}", symbol.kind.word(), symbol.qualified_name, symbol.path, symbol.start_line),
            path: symbol.path.clone(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
            symbol: Some(symbol.id.0),
        },
        Found::File(path) => FoundItem {
            kind: FoundKind::File,
            title: path.rsplit('/').next().unwrap_or(&path).to_owned(),
            detail: path.clone(),
            path,
            start_line: 1,
            end_line: 1,
            symbol: None,
        },
    }
}

fn summary(symbol: &SymbolInfo) -> SymbolSummary {
    SymbolSummary {
        symbol: symbol.id.0,
        qualified_name: symbol.qualified_name.clone(),
        name: symbol.name.clone(),
        kind: symbol.kind.word().to_owned(),
        path: symbol.span.path.clone(),
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

fn edge(call: &CallSite) -> CallEdge {
    CallEdge {
        other: summary(&call.other),
        path: call.site.path.clone(),
        line: call.site.start_line,
        rule: call.rule.to_owned(),
        confidence: call.confidence,
        proven: call.proven,
    }
}

fn symbol_page(codebase: &Codebase, id: SymbolId) -> Result<SymbolPage, Failure> {
    let page = codebase.symbol_page(id).ok_or_else(no_symbol)?;
    let mut callees: Vec<CallEdge> = page.callees.iter().map(edge).collect();
    callees.compact_sort_by_key(|edge| edge.line);
    let open = page.unresolved.iter().filter(|site| site.internal);
    Ok(SymbolPage {
        symbol: summary(&page.symbol),
        signature: page.symbol.signature.clone(),
        doc: page.symbol.doc.clone(),
        callers: page.callers.iter().map(edge).collect(),
        callees,
        unresolved: open.map(|site| (site.site.start_line, site.name.clone(), site.why.clone())).collect(),
        namesakes: page.namesakes.iter().map(summary).collect(),
    })
}

fn neighbourhood(
    codebase: &Codebase,
    id: SymbolId,
    depth: u32,
    direction: Direction,
    max_nodes: u32,
) -> Result<Neighbourhood, Failure> {
    let direction = match direction {
        Direction::Callers => codebase::Direction::Callers,
        Direction::Callees => codebase::Direction::Callees,
        Direction::Both => codebase::Direction::Both,
    };
    let depth = depth.clamp(1, 3);
    let around = |most: usize| codebase.neighbourhood(id, depth, direction, most).ok_or_else(no_symbol);
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
    Ok(Neighbourhood {
        nodes: shown.nodes.iter().map(node).collect(),
        edges: shown.edges.clone(),
        omitted,
        more,
        mermaid: shown.mermaid(),
    })
}
