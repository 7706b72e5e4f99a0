//! What can be asked of a repository before its calls are resolved: its files and texts at once, and once it is indexed its
//! definitions and the search too.
//!
//! Of what is not there yet these codebases know nothing: who calls whom must not be asked of them, because "nobody" would be
//! a wrong answer.

use crate::Codebase;
use call_graph::{SourceFile, WholeGraph};
use search_index::{SearchIndex, SearchIndexBuilder};
use source::Snapshot;
use std::sync::Arc;

impl Codebase {
    /// The files and their texts. Folders, files, paths and lines of text can be asked for; symbols, words and calls cannot.
    pub fn of_texts(snapshot: Snapshot) -> Self {
        Self::unlinked(snapshot, &[], Arc::new(SearchIndexBuilder::new().finish()))
    }

    /// The same with the definitions of files, and the search index. Calls cannot be asked for.
    pub(crate) fn unlinked(snapshot: Snapshot, files: &[SourceFile<'_>], index: Arc<SearchIndex>) -> Self {
        Self::assemble(snapshot, WholeGraph::of_definitions(files).into(), index, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Codebase, CodebaseBuilder, Found, fixture};
    use futures::executor::block_on;
    use std::convert::Infallible;

    fn names(codebase: &Codebase, typed: &str) -> Vec<String> {
        let name = |found: Found| match found {
            Found::Symbol(symbol) => format!("{} at {}:{}", symbol.name, symbol.path, symbol.start_line),
            Found::File(path) => path,
        };
        codebase.find(typed, 3).into_iter().map(|item| name(item.found)).collect()
    }

    #[test]
    fn files_paths_and_lines_are_there_before_anything_is_parsed() {
        let codebase = Codebase::of_texts(fixture::snapshot());
        let whole = fixture::shop();
        assert_eq!(codebase.list_directory("").unwrap(), whole.list_directory("").unwrap());
        assert_eq!(names(&codebase, "pricing.py"), ["shop/pricing.py"]);
        let lines = |codebase: &Codebase| {
            let found = codebase.palette_lines("discount", 9).unwrap();
            found.into_iter().map(|line| line.span.place()).collect::<Vec<_>>()
        };
        assert!(!lines(&codebase).is_empty());
        assert_eq!(lines(&codebase), lines(&whole));
        assert!(codebase.outline("shop/pricing.py").unwrap().is_empty());
        assert!(codebase.search("sum after discounts", 3).is_empty());
    }

    #[test]
    fn symbols_and_search_are_there_before_calls_are_resolved() {
        let mut builder = CodebaseBuilder::new(fixture::snapshot());
        builder.pending().into_iter().for_each(|file| fixture::add_facts(&mut builder, file));
        let mut shown = Vec::new();
        let report = async |_| Ok::<(), Infallible>(());
        let Ok(whole) = block_on(builder.build_showing(report, &mut |unlinked| shown.push(unlinked)));
        let [unlinked] = &shown[..] else { panic!("shown once, not {} times", shown.len()) };
        let outline = |codebase: &Codebase| {
            let items = codebase.outline("shop/pricing.py").unwrap();
            items.into_iter().map(|item| (item.name, item.depth, item.start_line, item.end_line)).collect::<Vec<_>>()
        };
        assert!(!outline(&whole).is_empty());
        assert_eq!(outline(unlinked), outline(&whole));
        assert_eq!(names(unlinked, "place_order"), names(&whole, "place_order"));
        let found = |codebase: &Codebase| {
            let hits = codebase.search("sum after discounts", 3);
            hits.into_iter().map(|hit| hit.span.place()).collect::<Vec<_>>()
        };
        assert!(!found(unlinked).is_empty());
        assert_eq!(found(unlinked)[0], found(&whole)[0]);
        assert!(unlinked.whole_graph().unwrap().edges().is_empty());
    }
}
