//! What does a file define?

use super::QuestionError;
use crate::Codebase;
use call_graph::SymbolId;
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};

/// A definition of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// Its number in the call graph.
    pub id: SymbolId,
    pub name: String,
    pub kind: DefinitionKind,
    /// The head, on one line.
    pub signature: String,
    /// Nesting, from 0.
    pub depth: u32,
    pub start_line: u32,
    pub end_line: u32,
}

impl Codebase {
    /// The named definitions of a file in source order. Empty where the language is not parsed.
    pub fn outline(&self, path: &str) -> Result<Vec<OutlineItem>, QuestionError> {
        let file = self.find_file(path)?;
        let symbols = self.graph().symbols_in(file)?.into_iter();
        let named = symbols.filter(|(_, symbol)| !symbol.is_anonymous() && symbol.def != DefId::MODULE);
        let mut items: Vec<(u32, u32, OutlineItem)> = named
            .map(|(id, symbol)| {
                let item = OutlineItem {
                    id,
                    name: symbol.name.clone(),
                    kind: symbol.kind,
                    signature: symbol.signature.clone(),
                    depth: 0,
                    start_line: symbol.span.start_line,
                    end_line: symbol.span.end_line,
                };
                (symbol.span.start, symbol.span.end, item)
            })
            .collect();
        items.compact_sort_by_key(|(start, end, item)| (*start, std::cmp::Reverse(*end), item.id));
        let mut open: Vec<u32> = Vec::new();
        for (start, end, item) in &mut items {
            open.retain(|outer| *outer > *start);
            item.depth = open.len() as u32;
            open.push(*end);
        }
        Ok(items.into_iter().map(|(_, _, item)| item).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn nests_what_is_inside() {
        let items = fixture::shop().outline("shop/orders.py").unwrap();
        let rows: Vec<String> =
            items.iter().map(|item| format!("{}{}", "  ".repeat(item.depth as usize), item.name)).collect();
        assert_eq!(rows[0], "Order");
        assert!(rows.contains(&"  submit".to_owned()) && rows.contains(&"  cancel".to_owned()), "{rows:?}");
        assert!(fixture::shop().outline("README.md").unwrap().is_empty());
    }
}
