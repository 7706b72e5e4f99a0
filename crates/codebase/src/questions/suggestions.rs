//! What could one ask of this repository?

use super::symbol::SymbolInfo;
use crate::Codebase;
use crate::codebase::Precomputed;
use call_graph::{Edge, Rule, Symbol, SymbolId, WholeGraph};
use code_words::path;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use survey::{Entry, List};

/// Names that mean little by themselves.
const DULL: [&str; 12] =
    ["get", "set", "new", "init", "to_string", "toString", "from", "default", "clone", "len", "next", "main"];

/// Plain questions, with the list that answers each.
const PLAIN: &[(List, &str)] = &[
    (List::Overview, "What is this project?"),
    (List::Routes, "Which routes are there?"),
    (List::Commands, "Which commands are there?"),
    (List::EntryPoints, "Where does it start?"),
    (List::Scripts, "How do I run the tests?"),
];
/// Most plain questions: others follow of the repository's own symbols.
const MOST_PLAIN: usize = 3;

impl Codebase {
    /// Exported functions, methods and classes that most others call, best first; those with a doc comment and a name
    /// of their own count for more.
    pub fn most_called(&self, limit: usize) -> Vec<SymbolInfo> {
        match self.graph().whole() {
            Some(graph) => self.most_called_of(graph, limit),
            None => {
                let most = if self.scope().is_some() { usize::MAX } else { limit };
                let mut found = self.symbols(self.precomputed().most_called.iter().take(most).copied());
                found.retain(|symbol| self.takes_symbol(symbol));
                found.truncate(limit);
                found
            }
        }
    }

    /// Functions, methods and classes outside of tests that most others outside of tests call, with the number of these.
    /// Nothing where the graph is not in memory as a whole.
    pub(super) fn by_callers(&self, limit: usize) -> Vec<(SymbolInfo, u32)> {
        let Some(graph) = self.graph().whole() else { return Vec::new() };
        let callers = callers(graph);
        let count = |id: SymbolId| callers[id.0 as usize];
        let is_counted = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            let kind = matches!(symbol.kind, DefinitionKind::Function | DefinitionKind::Method | DefinitionKind::Class);
            kind && count(*id) > 0 && !symbol.is_anonymous() && !symbol.is_test && !self.is_aside(symbol)
        };
        let mut ids: Vec<SymbolId> = (0..graph.symbols().len() as u32).map(SymbolId).filter(is_counted).collect();
        ids.compact_sort_by_key(|id| (Reverse(count(*id)), *id));
        let first = ids.into_iter().take(limit);
        self.symbols(first)
            .into_iter()
            .map(|symbol| {
                let callers = count(symbol.id);
                (symbol, callers)
            })
            .collect()
    }

    fn most_called_of(&self, graph: &WholeGraph, limit: usize) -> Vec<SymbolInfo> {
        let callers = callers(graph);
        let wanted = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            let kind = matches!(symbol.kind, DefinitionKind::Function | DefinitionKind::Method | DefinitionKind::Class);
            let plain = symbol.name.len() > 3 && !symbol.name.starts_with('_') && !DULL.contains(&symbol.name.as_str());
            kind && plain && self.takes(symbol.file) && symbol.exported && !symbol.is_test && !self.is_aside(symbol)
        };
        let mut ids: Vec<SymbolId> = (0..graph.symbols().len() as u32).map(SymbolId).filter(wanted).collect();
        ids.retain(|id| callers[id.0 as usize] > 0);
        let mut namesakes: FxHashMap<&str, usize> = FxHashMap::default();
        let mut worth = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            let lookup = || self.graph().lookup(&symbol.name).map_or(0, |found| found.len());
            let namesakes = *namesakes.entry(&symbol.name).or_insert_with(lookup);
            let documented = 60 * callers[id.0 as usize] as usize * if symbol.doc.is_some() { 2 } else { 1 };
            documented / namesakes.max(1)
        };
        ids.sort_by_cached_key(|id| (Reverse(worth(id)), *id));
        self.symbols(ids.into_iter().take(limit))
    }

    /// Where the program probably starts: `main`, and what nobody calls but which calls much.
    fn entry_points(&self, graph: &WholeGraph, limit: usize) -> Vec<SymbolInfo> {
        let reaches = |id: SymbolId| graph.callees(id).iter().filter(|edge| edge.is_proven()).count();
        let wanted = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            symbol.kind == DefinitionKind::Function && !symbol.is_test && !self.is_aside(symbol)
        };
        let ids = (0..graph.symbols().len() as u32).map(SymbolId).filter(wanted);
        let mut scored: Vec<(usize, SymbolId)> = ids
            .filter_map(|id| {
                let is_main = matches!(graph.symbol(id).name.as_str(), "main" | "run" | "cli");
                let score = reaches(id) + if is_main { 100 } else { 0 };
                (is_main || (score > 1 && graph.callers(id).is_empty())).then_some((score, id))
            })
            .collect();
        scored.compact_sort_by_key(|(score, id)| (Reverse(*score), *id));
        self.symbols(scored.into_iter().take(limit).map(|(_, id)| id))
    }

    /// Questions about this repository that have an answer: plain ones first, of what it has, then of its own symbols.
    pub fn suggested_questions(&self) -> Vec<String> {
        let Some(graph) = self.graph().whole() else { return self.precomputed().suggestions.clone() };
        let called = self.most_called_of(graph, 20);
        let mut questions = self.plain_questions();
        let describable = |symbol: &&SymbolInfo| {
            symbol.kind.is_type() && !symbol.name.ends_with("Error") && !symbol.name.ends_with("Exception")
        };
        if let Some(class) = called.iter().find(describable) {
            questions.push(format!("What does {} do?", class.name));
        }
        let mut functions = called.iter().filter(|symbol| symbol.kind.is_callable());
        questions.extend(functions.next().map(|symbol| format!("Who calls {}?", short_name(symbol))));
        questions.extend(functions.next().map(|symbol| format!("How does {} work?", short_name(symbol))));
        let starts = self.entry_points(graph, 4);
        let reached = starts.iter().find_map(|start| {
            let goal = called.iter().find(|goal| graph.path(start.id, goal.id).is_some_and(|path| path.len() > 1))?;
            Some(format!("How does {} reach {}?", short_name(start), short_name(goal)))
        });
        questions.extend(reached);
        questions.dedup();
        questions
    }

    /// Questions that need no name: each is answered by a list, and asked only where that list has entries outside of tests and
    /// examples.
    fn plain_questions(&self) -> Vec<String> {
        let has = |list: List| {
            let is_own = |entry: &Entry| {
                let path = self.path_of(entry.file);
                !entry.is_computed() && !path::is_aside(path)
            };
            // Of an index without lists, or of one that is read in pages, nothing is known here.
            self.list_page(list).is_ok_and(|entries| entries.iter().any(is_own))
        };
        let asked = PLAIN.iter().filter(|(list, _)| has(*list)).map(|(_, question)| (*question).to_owned());
        asked.take(MOST_PLAIN).collect()
    }

    fn precomputed(&self) -> &Precomputed {
        &self.paged().expect("a codebase that is not in memory is read in pages").precomputed
    }

    fn is_aside(&self, symbol: &Symbol) -> bool {
        self.is_aside_file(symbol.file)
    }
}

/// How many symbols outside of tests call each symbol.
fn callers(graph: &WholeGraph) -> Vec<u32> {
    // Reading a property or adding two values calls as well, but nobody would say so.
    let written = |edge: &&Edge| edge.is_proven() && !matches!(edge.rule, Rule::Property | Rule::Implicit);
    let calls = graph.edges().iter().filter(written).filter(|edge| !graph.symbol(edge.from).is_test);
    let mut pairs: Vec<(SymbolId, SymbolId)> = calls.map(|edge| (edge.to, edge.from)).collect();
    pairs.compact_sort();
    pairs.dedup();
    let mut callers = vec![0; graph.symbols().len()];
    pairs.iter().for_each(|(to, _)| callers[to.0 as usize] += 1);
    callers
}

/// `Class.method`, or the name alone.
pub(super) fn short_name(symbol: &SymbolInfo) -> String {
    let mut parts = symbol.qualified_name.rsplit('.');
    match (symbol.kind, parts.next(), parts.next()) {
        (DefinitionKind::Method, Some(name), Some(owner)) => format!("{owner}.{name}"),
        _ => symbol.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn plain_questions_are_of_what_there_is() {
        let text = "//- app.js\nconst app = require(\"express\")();\napp.get(\"/orders\", (q, r) => r.end());\n\
                    //- tests/cli.py\nif __name__ == \"__main__\":\n    print(1)\n";
        let questions = fixture::built(fixture::snapshot_of(text)).suggested_questions();
        assert!(questions.contains(&"Which routes are there?".to_owned()), "{questions:?}");
        let has = |asked: &str| questions.iter().any(|question| question == asked);
        assert!(!has("Which commands are there?") && !has("Where does it start?"), "only a test starts: {questions:?}");
    }

    #[test]
    fn suggests_what_the_repository_has() {
        let codebase = fixture::shop();
        let questions = codebase.suggested_questions();
        assert!(questions.len() > 1, "{questions:?}");
        assert!(questions.iter().any(|question| question.starts_with("Who calls ")), "{questions:?}");
        assert_eq!(questions[0], "What is this project?");
        assert!(codebase.most_called(5).iter().all(|symbol| !symbol.is_test));
    }
}
