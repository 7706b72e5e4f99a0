//! Looks for a chain of calls between two symbols, breadth first from both ends.

use super::known::{Edge, Known, is_proven};
use super::symbol::{last, likeness};
use code_words::path::is_test;
use protocol::{Evidence, EvidenceKind};

/// How many symbols are looked at in one move, from each end.
pub const WIDTH: usize = 5;
/// After this many symbols the search is given up.
const MOST: usize = 80;

#[derive(Debug, PartialEq)]
pub enum Search<'a> {
    /// The shortest chain among the known calls.
    Found(Vec<Edge<'a>>),
    /// Symbols whose callees, and whose callers, to look at next. One of them may be empty, not both.
    Frontier {
        /// Reached from the start.
        from: Vec<String>,
        /// Reaching the end.
        to: Vec<String>,
    },
    /// There is no chain among the calls that can be known.
    Exhausted,
}

pub fn search<'a>(known: &Known<'a>, from: &str, to: &str) -> Search<'a> {
    let edges = edges_of(known);
    let (starts, ends) = (symbols_of(known, &edges, from), symbols_of(known, &edges, to));
    let forward = reachable(&starts, &edges, |edge| (edge.from, edge.to));
    if let Some(chain) = found(&forward, &ends) {
        return Search::Found(chain);
    }
    let backward = reachable(&ends, &edges, |edge| (edge.to, edge.from));
    let is_open = |side: &Reached<'a>, asked: &dyn Fn(&str) -> bool| -> Vec<String> {
        side.iter().map(|(symbol, _)| symbol.clone()).filter(|symbol| !asked(symbol)).take(WIDTH).collect()
    };
    let next_from = is_open(&forward, &|symbol| known.has_asked_callees(symbol));
    let next_to = is_open(&backward, &|symbol| known.has_asked_callers(symbol));
    // One end without anything left has seen all that it can reach: there is no chain. What calls a module or a type is what
    // calls something in it.
    let is_seen = next_to.is_empty() && !are_whole(known, &ends);
    if next_from.is_empty() || is_seen || forward.len() + backward.len() > MOST {
        return Search::Exhausted;
    }
    Search::Frontier { from: next_from, to: next_to }
}

/// Proven calls that lead from a symbol to others of its class, or of its module where it is in none, the nearest first; each symbol
/// once, tests left out.
pub fn beside<'a>(known: &Known<'a>, symbol: &str) -> Vec<Edge<'a>> {
    let Some(around) = symbol.strip_suffix(last(symbol)).filter(|around| !around.is_empty()) else { return Vec::new() };
    let edges: Vec<Edge<'a>> = known.edges().into_iter().filter(|edge| is_proven(edge.evidence)).collect();
    let mut reached: Vec<Edge<'a>> = Vec::new();
    let mut at = 0;
    let mut from = symbol;
    loop {
        for edge in edges.iter().filter(|edge| edge.from == from) {
            let is_new = edge.to != symbol && !reached.iter().any(|other| other.to == edge.to);
            if is_new && edge.to.starts_with(around) && !is_test(&edge.evidence.path) && reached.len() < MOST {
                reached.push(*edge);
            }
        }
        let Some(next) = reached.get(at) else { return reached };
        (from, at) = (next.to, at + 1);
    }
}

/// Another chain, through none of the symbols between the ends of the first; among the calls that are known.
pub fn another<'a>(known: &Known<'a>, from: &str, to: &str, first: &[Edge<'a>]) -> Option<Vec<Edge<'a>>> {
    let is_first = |edge: &Edge<'_>| first.iter().any(|other| other.from == edge.from && other.to == edge.to);
    let is_between = |symbol: &str| first.iter().skip(1).any(|edge| edge.from == symbol);
    let mut edges = edges_of(known);
    let (starts, ends) = (symbols_of(known, &edges, from), symbols_of(known, &edges, to));
    edges.retain(|edge| !is_first(edge) && !is_between(edge.from) && !is_between(edge.to));
    found(&reachable(&starts, &edges, |edge| (edge.from, edge.to)), &ends)
}

/// Where there is no chain: how far the start gets towards the end, which is something of the end's name.
pub fn nearest<'a>(known: &Known<'a>, from: &str, to: &str) -> Option<Vec<Edge<'a>>> {
    let edges = edges_of(known);
    let starts = symbols_of(known, &edges, from);
    let forward = reachable(&starts, &edges, |edge| (edge.from, edge.to));
    // The first is the nearest to the start.
    let namesake = forward.iter().find(|(symbol, by)| by.is_some() && last(symbol) == last(to));
    namesake.map(|(symbol, _)| chain_to(symbol, &forward))
}

/// The chain to the first end that is reached: one of the symbols, or a member of one that is a type.
fn found<'a>(forward: &Reached<'a>, ends: &[String]) -> Option<Vec<Edge<'a>>> {
    let is_end = |symbol: &str| {
        ends.iter().any(|end| {
            symbol.strip_prefix(end.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
        })
    };
    let (end, _) = forward.iter().find(|(symbol, by)| by.is_some() && is_end(symbol))?;
    Some(chain_to(end, forward))
}

/// Symbols in the order in which they are reached, each with the call that reached it.
type Reached<'a> = Vec<(String, Option<Edge<'a>>)>;

/// The calls that are known; those of a function that is written inside another one are also calls of that one, which hands it
/// on or calls it.
fn edges_of<'a>(known: &Known<'a>) -> Vec<Edge<'a>> {
    let mut edges = known.edges();
    let callable = |symbol: &str| {
        let is_it = |e: &&Evidence| e.symbol.as_deref() == Some(symbol);
        known.evidence().find(is_it).is_some_and(|e| matches!(e.kind, EvidenceKind::Function | EvidenceKind::Method))
    };
    for edge in known.edges() {
        let Some((around, _)) = edge.from.rsplit_once(['.', ':']) else { continue };
        let around = around.trim_end_matches(':');
        let is_new = !edges.iter().any(|other| other.from == around && other.to == edge.to);
        if around != edge.to && is_new && callable(around) {
            edges.push(Edge { from: around, ..edge });
        }
    }
    edges
}

/// Whether one of the symbols is a module or a type, of which what is in it may be called.
fn are_whole(known: &Known<'_>, symbols: &[String]) -> bool {
    use EvidenceKind::{Class, Enum, Interface, Module};
    known.evidence().any(|e| {
        matches!(e.kind, Module | Class | Interface | Enum)
            && e.symbol.as_ref().is_some_and(|symbol| symbols.contains(symbol))
    })
}

fn symbols_of(known: &Known<'_>, edges: &[Edge<'_>], name: &str) -> Vec<String> {
    let mut symbols: Vec<String> = known.bearers(name).into_iter().filter_map(|e| e.symbol.clone()).take(3).collect();
    for symbol in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        // A test's namesake is not meant.
        let is_meant = likeness(symbol, name) == Some(4) && !is_test(&symbol.replace(['.', ':'], "/"));
        if is_meant && !symbols.iter().any(|known| known == symbol) {
            symbols.push(symbol.to_owned());
        }
    }
    if symbols.is_empty() { vec![name.to_owned()] } else { symbols }
}

fn reachable<'a>(roots: &[String], edges: &[Edge<'a>], ends: impl Fn(&Edge<'a>) -> (&'a str, &'a str)) -> Reached<'a> {
    let mut reached: Reached<'a> = roots.iter().map(|root| (root.clone(), None)).collect();
    let mut next = 0;
    while next < reached.len() {
        let symbol = reached[next].0.clone();
        for edge in edges {
            let (here, there) = ends(edge);
            if here == symbol && !reached.iter().any(|(known, _)| known == there) {
                reached.push((there.to_owned(), Some(*edge)));
            }
        }
        next += 1;
    }
    reached
}

fn chain_to<'a>(end: &str, reached: &Reached<'a>) -> Vec<Edge<'a>> {
    let mut chain = Vec::new();
    let mut at = end;
    while let Some(edge) = reached.iter().find(|(symbol, _)| symbol == at).and_then(|(_, by)| *by) {
        chain.push(edge);
        at = edge.from;
    }
    chain.reverse();
    chain
}
