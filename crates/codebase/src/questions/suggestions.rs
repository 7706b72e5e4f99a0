//! What could one ask of this repository?

use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::{Edge, Rule, SymbolId};
use code_words::path;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Names that mean little by themselves.
const DULL: [&str; 12] =
    ["get", "set", "new", "init", "to_string", "toString", "from", "default", "clone", "len", "next", "main"];

impl Codebase {
    /// Exported functions, methods and classes that most others call, best first; those with a doc comment and a name
    /// of their own count for more.
    pub fn most_called(&self, limit: usize) -> Vec<SymbolInfo> {
        if let Some(said) = self.said() {
            return said.most_called.iter().take(limit).filter_map(|id| self.symbol(*id)).collect();
        }
        let graph = self.graph();
        let mut callers: Vec<FxHashSet<SymbolId>> = vec![FxHashSet::default(); graph.symbols().len()];
        // Reading a property or adding two values calls as well, but nobody would say so.
        let written = |edge: &&Edge| edge.is_proven() && !matches!(edge.rule, Rule::Property | Rule::Implicit);
        for edge in graph.edges().iter().filter(written).filter(|edge| !graph.symbol(edge.from).is_test) {
            callers[edge.to.0 as usize].insert(edge.from);
        }
        let wanted = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            let kind = matches!(symbol.kind, DefinitionKind::Function | DefinitionKind::Method | DefinitionKind::Class);
            let plain = symbol.name.len() > 3 && !symbol.name.starts_with('_') && !DULL.contains(&symbol.name.as_str());
            kind && plain && symbol.exported && !symbol.is_test && !self.is_aside(*id)
        };
        let mut ids: Vec<SymbolId> = (0..graph.symbols().len() as u32).map(SymbolId).filter(wanted).collect();
        ids.retain(|id| !callers[id.0 as usize].is_empty());
        let mut namesakes: FxHashMap<&str, usize> = FxHashMap::default();
        let mut worth = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            let namesakes = *namesakes.entry(&symbol.name).or_insert_with(|| graph.lookup(&symbol.name).len());
            let told = 60 * callers[id.0 as usize].len() * if symbol.doc.is_some() { 2 } else { 1 };
            told / namesakes.max(1)
        };
        ids.sort_by_cached_key(|id| (Reverse(worth(id)), *id));
        ids.into_iter().take(limit).filter_map(|id| self.symbol(id)).collect()
    }

    /// Where the program starts, as far as one can tell: `main` and what nobody calls but which calls much.
    pub fn entry_points(&self, limit: usize) -> Vec<SymbolInfo> {
        let graph = self.graph();
        let reaches = |id: SymbolId| graph.callees(id).iter().filter(|edge| edge.is_proven()).count();
        let wanted = |id: &SymbolId| {
            let symbol = graph.symbol(*id);
            symbol.kind == DefinitionKind::Function && !symbol.is_test && !self.is_aside(*id)
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
        scored.into_iter().take(limit).filter_map(|(_, id)| self.symbol(id)).collect()
    }

    /// Questions about this repository's own symbols that have an answer.
    pub fn suggested_questions(&self) -> Vec<String> {
        if let Some(said) = self.said() {
            return said.suggestions.clone();
        }
        let called = self.most_called(20);
        let mut questions = Vec::new();
        let telling = |symbol: &&SymbolInfo| {
            symbol.kind.is_type() && !symbol.name.ends_with("Error") && !symbol.name.ends_with("Exception")
        };
        if let Some(class) = called.iter().find(telling) {
            questions.push(format!("What does {} do?", class.name));
        }
        let mut functions = called.iter().filter(|symbol| symbol.kind.is_callable());
        questions.extend(functions.next().map(|symbol| format!("Who calls {}?", short_name(symbol))));
        questions.extend(functions.next().map(|symbol| format!("How does {} work?", short_name(symbol))));
        let starts = self.entry_points(4);
        let reached = starts.iter().find_map(|start| {
            let goal =
                called.iter().find(|goal| self.graph().path(start.id, goal.id).is_some_and(|path| path.len() > 1))?;
            Some(format!("How does {} reach {}?", short_name(start), short_name(goal)))
        });
        questions.extend(reached);
        questions.dedup();
        questions
    }

    fn is_aside(&self, id: SymbolId) -> bool {
        let path = &self.snapshot().file(self.graph().symbol(id).file).path;
        path::is_aside(path.as_str()) || path::is_generated(path.as_str())
    }
}

/// `Class.method`, or the name alone.
fn short_name(symbol: &SymbolInfo) -> String {
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
    fn suggests_what_the_repository_has() {
        let codebase = fixture::shop();
        let questions = codebase.suggested_questions();
        assert!(questions.len() > 1, "{questions:?}");
        assert!(questions.iter().any(|question| question.starts_with("Who calls ")), "{questions:?}");
        assert!(codebase.most_called(5).iter().all(|symbol| !symbol.is_test));
    }
}
