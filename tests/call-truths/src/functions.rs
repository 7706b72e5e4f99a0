//! Where another tool that knows no sites and this one differ: which function calls which, counted, and a sample of the
//! differing pairs written down for a person to judge.
//!
//! Calls in functions without a name count as those of the function around, and a class stands for its constructors: tools differ
//! in both.

use crate::calls;
use crate::peers::{class_of, sampled};
use crate::repository::Repository;
use crate::share::Share;
use anyhow::Result;
use call_graph::{Edge, SymbolId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

type Pair = (SymbolId, SymbolId);

struct Compared<'r> {
    both: usize,
    /// The surest edge of each.
    ours: Vec<(Pair, &'r Edge)>,
    theirs: Vec<Pair>,
    /// Of proven pairs and of all, as many as they have too.
    shared: (Share, Share),
    /// Pairs of theirs with an end that is no symbol here.
    unknown: usize,
}

/// Prints counts and writes `sample` differing pairs to `out`, half of each side.
pub fn run(peer: &str, folder: &Path, calls: &Path, out: &Path, sample: usize) -> Result<()> {
    let repository = Repository::open(folder)?;
    let Compared { both, ours, theirs, shared, unknown } = compare(&repository, &calls::read(calls)?);
    println!(
        "{peer}: {both} pairs both have, {} only ours, {} only theirs; {unknown} of theirs name no symbol. Ours that {peer} has: proven {}, all {}",
        ours.len(),
        theirs.len(),
        shared.0,
        shared.1
    );
    let graph = repository.graph();
    let name = |id: SymbolId| graph.symbol(id).qualified_name.as_str();
    let mut text = String::new();
    let _ = writeln!(text, "## ours alone ({})", ours.len());
    for (pair, edge) in sampled(ours, sample / 2, |(pair, _)| *pair) {
        let (path, line) = (repository.path(edge.file), repository.line(edge.file, edge.line).trim());
        let (rule, sure) = (edge.rule.id(), edge.confidence);
        let _ =
            writeln!(text, "{} -> {} ({rule} {sure:.2})\n    {path}:{}: {line}", name(pair.0), name(pair.1), edge.line);
    }
    let _ = writeln!(text, "\n## theirs alone ({})", theirs.len());
    for pair in sampled(theirs, sample / 2, |pair| *pair) {
        let caller = graph.symbol(pair.0);
        let place = (repository.path(caller.file), caller.span.start_line);
        let _ = writeln!(text, "{} -> {}\n    in {}:{}", name(pair.0), name(pair.1), place.0, place.1);
    }
    std::fs::write(out, text)?;
    println!("to read: {}", out.display());
    Ok(())
}

fn compare<'r>(repository: &'r Repository, calls: &[calls::FoundCall]) -> Compared<'r> {
    let mut theirs: BTreeSet<Pair> = BTreeSet::new();
    let mut unknown = 0;
    for call in calls {
        let caller = match call.caller.as_str() {
            "" => repository.around(&call.path, call.line),
            name => repository.symbol_at(&call.path, name, call.caller_line),
        };
        let callee = repository.symbol_at(&call.to_path, &call.to_name, call.to_line);
        match (caller, callee) {
            (Some(from), Some(to)) => drop(theirs.insert((named(repository, from), class_of(repository, to)))),
            _ => unknown += 1,
        }
    }
    let graph = repository.graph();
    let mut ours: BTreeMap<Pair, &Edge> = BTreeMap::new();
    for edge in graph.edges().iter().filter(|edge| !graph.symbol(edge.to).is_anonymous()) {
        let pair = (named(repository, edge.from), class_of(repository, edge.to));
        let known = ours.entry(pair).or_insert(edge);
        if edge.confidence > known.confidence {
            *known = edge;
        }
    }
    let mut shared = (Share::default(), Share::default());
    for (pair, edge) in &ours {
        let has = theirs.contains(pair);
        shared.1.add(has);
        if edge.is_proven() {
            shared.0.add(has);
        }
    }
    let (same, other): (Vec<_>, Vec<_>) = ours.iter().partition(|(pair, _)| theirs.contains(pair));
    let alone = theirs.iter().filter(|pair| !ours.contains_key(pair)).copied().collect();
    let ours = other.into_iter().map(|(pair, edge)| (*pair, *edge)).collect();
    Compared { both: same.len(), ours, theirs: alone, shared, unknown }
}

/// The symbol, or the one with a name around it.
fn named(repository: &Repository, mut id: SymbolId) -> SymbolId {
    while let Some(around) =
        repository.graph().symbol(id).parent.filter(|_| repository.graph().symbol(id).is_anonymous())
    {
        id = around;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_lambdas_are_those_of_the_function_around_and_constructors_are_their_class() {
        let text =
            "class A:\n    def __init__(self): pass\ndef f():\n    return lambda: A()\ndef g():\n    f()\n    A()\n";
        let repository = Repository::of_files(&[("m.py", text)]);
        let call = |caller: &str, line: u32, to_name: &str, to_line: u32| calls::FoundCall {
            path: "m.py".to_owned(),
            line,
            caller: caller.to_owned(),
            caller_line: line,
            to_path: "m.py".to_owned(),
            to_name: to_name.to_owned(),
            to_line,
        };
        let theirs = [call("f", 3, "A", 1), call("", 6, "f", 3), call("g", 5, "gone", 9), call("f", 3, "g", 5)];
        let found = compare(&repository, &theirs);
        assert_eq!((found.both, found.ours.len(), found.theirs.len(), found.unknown), (2, 1, 1, 1));
    }
}
