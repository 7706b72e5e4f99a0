//! Commands that need no model: folders, files, search, symbols and calls.

use crate::failure;
use agent::AgentKind;
use codebase::{Codebase, GrepLine, QuestionError, SymbolId};
use host_web::sentence;
use protocol::{Command, Failure, FoundItem, FoundKind, Reply, SkippedEntry, SymbolPage};

/// Answers a command about the open repository.
pub fn answer(codebase: &Codebase, command: Command) -> Result<Reply, Failure> {
    Ok(match command {
        Command::Skipped => Reply::Skipped { entries: skipped(codebase) },
        Command::ListDirectory { path } => {
            Reply::Directory { entries: code_view::directory(codebase, &path).map_err(refused)? }
        }
        Command::Search { query, limit } => {
            let hits = codebase.search_or_match(&query, limit as usize, &[]).map_err(unusable)?;
            Reply::Hits { hits: hits.iter().map(code_view::hit).collect() }
        }
        Command::Find { query, limit } => {
            let named = codebase.find_or_match(&query, limit as usize).map_err(unusable)?;
            Reply::Found { items: code_view::found_items(codebase, named.into_iter().map(|item| item.found)) }
        }
        Command::FindLines { query, limit } => {
            let lines = codebase.palette_lines(&query, limit as usize).map_err(unusable)?;
            Reply::Found { items: lines.into_iter().map(line).collect() }
        }
        Command::Symbol { symbol } => Reply::Symbol { page: page(codebase, SymbolId(symbol))? },
        Command::SymbolNamed { path, name, line } => {
            let found = code_view::symbol_named(codebase, &path, &name, line);
            Reply::Symbol { page: page(codebase, found.ok_or_else(|| no_symbol_named(&path, &name))?)? }
        }
        Command::Meaning { path, line, column, name } => {
            Reply::Meaning { meaning: code_view::meaning(codebase, &path, line, column, &name).map_err(refused)? }
        }
        Command::MostCalled => {
            let most = codebase.most_called(1).into_iter().next();
            Reply::Symbol { page: page(codebase, most.map(|symbol| symbol.id).ok_or_else(no_symbol)?)? }
        }
        Command::Overview => Reply::Overview { page: code_view::overview(codebase).map_err(refused)? },
        Command::PartsMap { path } => Reply::PartsMap { map: code_view::parts_map(codebase, &path).map_err(refused)? },
        Command::Neighbourhood { symbol, depth, direction, max_nodes } => {
            let around = code_view::neighbourhood(codebase, SymbolId(symbol), depth, direction, max_nodes);
            Reply::Neighbourhood { neighbourhood: around.ok_or_else(no_symbol)? }
        }
        Command::References { symbol } => {
            let found = code_view::references(codebase, SymbolId(symbol));
            Reply::References { references: found.ok_or_else(no_symbol)? }
        }
        Command::Relatives { symbol } => {
            let found = code_view::relatives(codebase, SymbolId(symbol));
            Reply::Relatives { relatives: found.ok_or_else(no_symbol)? }
        }
        Command::Impact { symbol, depth } => {
            let found = code_view::impact(codebase, SymbolId(symbol), depth);
            Reply::Impact { impact: found.ok_or_else(no_symbol)? }
        }
        Command::FindInFile { path, search } => {
            let (matches, more) = code_view::find_in_file(codebase, &path, &search).map_err(|error| match error {
                QuestionError::Pattern(_) => unusable(error),
                other => refused(other),
            })?;
            Reply::FileMatches { matches, more }
        }
        Command::CallPath { from, to } => {
            let found = code_view::call_path(codebase, SymbolId(from), SymbolId(to));
            Reply::CallPath { path: found.ok_or_else(no_symbol)? }
        }
        other => return Err(failure::internal(format!("The engine does not answer {other:?}."))),
    })
}

/// An agent's graph as Mermaid text.
pub fn agent_graph(name: &str) -> Result<Reply, Failure> {
    let kind =
        AgentKind::from_name(name).ok_or_else(|| failure::bad_input(format!("There is no agent called `{name}`.")))?;
    let drawing = kind.drawing().map_err(|error| failure::internal(sentence(&error)))?;
    Ok(Reply::AgentGraph { mermaid: drawing.mermaid, nodes: drawing.nodes })
}

fn page(codebase: &Codebase, id: SymbolId) -> Result<SymbolPage, Failure> {
    code_view::symbol_page(codebase, id).ok_or_else(no_symbol)
}

/// The failure for a question that the codebase could not answer.
pub fn refused(error: QuestionError) -> Failure {
    failure::not_found(sentence(&error))
}

/// The failure for a pattern that cannot be matched.
fn unusable(error: QuestionError) -> Failure {
    failure::bad_input(sentence(&error))
}

fn no_symbol() -> Failure {
    failure::not_found("There is no such symbol in this repository.")
}

fn no_symbol_named(path: &str, name: &str) -> Failure {
    failure::not_found(format!("There is no `{name}` in `{path}` of this repository."))
}

fn skipped(codebase: &Codebase) -> Vec<SkippedEntry> {
    let row = |entry: &source::Skipped| SkippedEntry { path: entry.path.clone(), reason: entry.reason.to_string() };
    codebase.snapshot().skipped.iter().map(row).collect()
}

fn line(found: GrepLine) -> FoundItem {
    FoundItem {
        kind: FoundKind::Text,
        title: found.text.trim().chars().take(200).collect(),
        detail: found.span.place(),
        path: found.span.path,
        start_line: found.span.start_line,
        end_line: found.span.end_line,
        symbol: None,
        parameters: None,
    }
}
