//! The definitions of files before their calls are resolved.

use crate::stats::Stats;
use crate::{SourceFile, Symbol, SymbolId, WholeGraph};
use compact_sort::CompactSort;
use facts::{DefId, Definition};
use std::cmp::Reverse;

impl WholeGraph {
    /// The named definitions of these files, without a single call: what can be found and outlined while calls are still being
    /// resolved. A name is qualified inside its file alone, because which module a file is comes with linking; the numbers of
    /// symbols are not those of the linked graph.
    pub fn of_definitions(files: &[SourceFile<'_>]) -> Self {
        let mut files = files.to_vec();
        files.compact_sort_by_key(|file| file.id);
        let mut symbols = Vec::new();
        files.iter().for_each(|file| add(file, &mut symbols));
        let stats = Stats { symbols: symbols.len() as u32, ..Stats::default() };
        let unresolved = vec![Vec::new(); symbols.len()];
        Self::new(symbols, Vec::new(), unresolved, stats)
    }
}

fn add(file: &SourceFile<'_>, symbols: &mut Vec<Symbol>) {
    let definitions = &file.facts.definitions;
    let is_named = |def: &DefId| !definitions[def.0 as usize].name.starts_with('<');
    let mut ordered: Vec<DefId> = (0..definitions.len() as u32).map(DefId).filter(is_named).collect();
    let place = |definition: &Definition| (definition.span.start, Reverse(definition.span.end));
    ordered.compact_sort_by_key(|def| (place(&definitions[def.0 as usize]), *def));
    let mut numbers = vec![None; definitions.len()];
    for (at, def) in (symbols.len() as u32..).zip(&ordered) {
        numbers[def.0 as usize] = Some(SymbolId(at));
    }
    // What is defined inside a function without a name belongs to the named definition around that.
    let parent = |definition: &Definition| {
        let around = |def: &DefId| definitions[def.0 as usize].parent;
        std::iter::successors(definition.parent, around).find_map(|def| numbers[def.0 as usize])
    };
    let is_test_file = code_words::path::is_test(file.path.as_str());
    symbols.extend(ordered.iter().map(|def| {
        let definition = &definitions[def.0 as usize];
        let is_file = *def == DefId::MODULE;
        let stem = || file.path.file_name().split('.').next().unwrap_or_default().to_owned();
        Symbol {
            file: file.id,
            def: *def,
            kind: definition.kind,
            name: if is_file { stem() } else { definition.name.clone() },
            qualified_name: if is_file { stem() } else { definition.path.clone() },
            parent: parent(definition),
            span: definition.span,
            name_span: definition.name_span,
            signature: definition.signature.clone(),
            doc: definition.doc.clone(),
            is_test: definition.is_test || is_test_file,
            exported: definition.exported,
            language: file.language,
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{FileId, Language, RepoPath};

    #[test]
    fn definitions_are_named_inside_their_file_and_nested_as_written() {
        let text =
            "class Cart:\n    def total(self):\n        return tax(1)\n\ndef tax(x):\n    return (lambda y: y)(x)\n";
        let facts = syntax::parse(Language::Python, text).unwrap();
        let path = RepoPath::parse("shop/cart.py").unwrap();
        let file = SourceFile { id: FileId(0), path: &path, language: Language::Python, facts: &facts };
        let graph = WholeGraph::of_definitions(&[file]);
        let shown = |symbol: &Symbol| {
            let parent = symbol.parent.map_or("-", |id| graph.symbols()[id.0 as usize].name.as_str());
            format!("{} in {parent}", symbol.qualified_name)
        };
        let symbols: Vec<String> = graph.symbols().iter().map(shown).collect();
        assert_eq!(symbols, ["cart in -", "Cart in cart", "Cart.total in Cart", "tax in cart"]);
        assert!(graph.edges().is_empty());
    }
}
