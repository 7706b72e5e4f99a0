//! Calls that a project's own tests were seen to make.
//!
//! Recall is of pairs of caller and callee, both in the repository. A run names lambdas by the line on which they begin: those of one
//! line are not distinguished, and a pair counts as found if the graph has it of any of them. A run says nothing about code that it does not reach, so
//! precision is counted only on lines from which a function was seen to call something of the repository: an edge there to what
//! was not called counts as wrong. It is a lower bound, as a line may call one thing in this run and another in the next.

use crate::calls::{self, FoundCall};
use crate::reliability::Reliability;
use crate::repository::Repository;
use crate::share::Share;
use anyhow::Result;
use call_graph::{Edge, Rule, SymbolId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Pair = (SymbolId, SymbolId);

#[derive(Default)]
struct Outcome {
    proven: Share,
    all: Share,
    missed: Vec<(Pair, FoundCall)>,
    /// Edges on lines from which something else was called, the surest first.
    wrong: Vec<Edge>,
    /// Recall by where the two are: in tests or not.
    parts: BTreeMap<(bool, bool), Share>,
    /// Calls of which an end is no symbol of the graph.
    unknown: Vec<FoundCall>,
    reliability: Reliability,
}

/// Prints recall and the reliability table; of calls that were not found so many, `misses`, with their place.
pub fn run(folder: &Path, calls: &Path, misses: usize) -> Result<()> {
    let repository = Repository::open(folder)?;
    let Outcome { proven, all, missed, wrong, parts, unknown, reliability } = compare(&repository, calls::read(calls)?);
    let name = |id: SymbolId| repository.graph().symbol(id).qualified_name.as_str();
    println!("recall of calls seen: proven {proven}, all {all}; {} calls name no symbol", unknown.len());
    for ((from, to), share) in &parts {
        let side = |in_tests: bool| if in_tests { "tests" } else { "project" };
        println!("  {} -> {}: {share}", side(*from), side(*to));
    }
    for edge in wrong.iter().take(misses) {
        let text = repository.line(edge.file, edge.line).trim();
        let (rule, sure, path) = (edge.rule.id(), edge.confidence, repository.path(edge.file));
        println!(
            "  not seen ({rule} {sure:.2}): {} -> {}  {path}:{}: {text}",
            name(edge.from),
            name(edge.to),
            edge.line
        );
    }
    for ((from, to), call) in missed.iter().take(misses) {
        let text = repository.file(&call.path).map_or("", |file| repository.line(file, call.line).trim());
        println!("  {} -> {}  {}:{}: {text}", name(*from), name(*to), call.path, call.line);
    }
    for call in unknown.iter().take(misses / 4) {
        println!(
            "  no symbol: {}:{} {} -> {}:{} {}",
            call.path, call.line, call.caller, call.to_path, call.to_line, call.to_name
        );
    }
    reliability.print();
    Ok(())
}

fn compare(repository: &Repository, calls: Vec<FoundCall>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut pairs: BTreeMap<Pair, FoundCall> = BTreeMap::new();
    let mut lines: BTreeMap<(SymbolId, String, u32), BTreeSet<SymbolId>> = BTreeMap::new();
    for call in calls {
        let caller = match call.caller.as_str() {
            "" => repository.around(&call.path, call.line),
            name => repository.symbol_at(&call.path, name, call.caller_line),
        };
        let callee = repository.symbol_at(&call.to_path, &call.to_name, call.to_line);
        if let (Some(caller), Some(callee)) = (caller, callee) {
            lines.entry((caller, call.path.clone(), call.line)).or_default().insert(callee);
            pairs.entry((caller, callee)).or_insert(call);
        } else {
            outcome.unknown.push(call);
        }
    }
    let mut found: BTreeMap<Pair, f32> = BTreeMap::new();
    for edge in repository.graph().edges() {
        let best = found.entry((edge.from, edge.to)).or_default();
        *best = best.max(edge.confidence);
        if !repository.runs_at_once(edge.to) {
            continue;
        }
        if let Some(seen) = lines.get(&(edge.from, repository.path(edge.file).to_owned(), edge.line)) {
            let right = seen.contains(&edge.to);
            outcome.reliability.add(edge.rule, edge.confidence, right);
            if !right {
                outcome.wrong.push(*edge);
            }
        }
    }
    for (pair, call) in pairs {
        let callees = repository.alike(pair.1);
        let alike = repository.alike(pair.0).into_iter().flat_map(|from| callees.iter().map(move |to| (from, *to)));
        let confidence = alike.filter_map(|pair| found.get(&pair)).max_by(|a, b| a.total_cmp(b));
        outcome.all.add(confidence.is_some());
        let in_tests = |id: SymbolId| code_words::path::is_test(repository.path(repository.graph().symbol(id).file));
        outcome.parts.entry((in_tests(pair.0), in_tests(pair.1))).or_default().add(confidence.is_some());
        outcome.proven.add(confidence.is_some_and(|sure| *sure >= Rule::PROVEN));
        if confidence.is_none() {
            outcome.missed.push((pair, call));
        }
    }
    outcome.wrong.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: u32, caller: (&str, u32), callee: (&str, u32)) -> FoundCall {
        FoundCall {
            path: "m.py".to_owned(),
            line,
            caller: caller.0.to_owned(),
            caller_line: caller.1,
            to_path: "m.py".to_owned(),
            to_name: callee.0.to_owned(),
            to_line: callee.1,
        }
    }

    #[test]
    fn a_call_that_the_graph_does_not_have_is_missed_and_one_without_a_symbol_is_counted_apart() {
        let text =
            "import x\n@x.deco\ndef a():\n    pass\ndef b(name):\n    a()\n    globals()[name]()\ndef c():\n    pass\n";
        let repository = Repository::of_files(&[("m.py", text)]);
        let seen = vec![
            call(6, ("b", 5), ("a", 2)),
            call(7, ("b", 5), ("c", 8)),
            call(6, ("", 0), ("a", 2)),
            call(6, ("b", 5), ("nowhere", 90)),
        ];
        let outcome = compare(&repository, seen);
        assert_eq!((outcome.all.right, outcome.all.all), (1, 2));
        assert_eq!(outcome.missed.len(), 1);
        assert_eq!(outcome.missed[0].1.to_name, "c");
        assert_eq!(outcome.unknown.len(), 1);
    }
}
