//! The call graph as text for other tools.

use crate::{Codebase, Neighbourhood, StorageError};
use call_graph::{Edge, Symbol, WholeGraph};
use serde::Serialize;
use std::collections::BTreeMap;

/// A call, as `quarry call-graph --format json` writes it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExportedCall<'a> {
    /// Qualified name.
    pub callee: &'a str,
    pub path: &'a str,
    /// The line of the call, from 1.
    pub line: u32,
    /// Short name of the rule.
    pub rule: &'static str,
    /// From 0 to 1.
    pub confidence: f32,
}

impl Codebase {
    /// Every caller with its calls, by qualified names. Callers without calls are left out.
    ///
    /// # Errors
    /// [`StorageError::InPages`]. So for the other exports.
    pub fn exported_calls(&self) -> Result<BTreeMap<&str, Vec<ExportedCall<'_>>>, StorageError> {
        let graph = self.whole_graph()?;
        let mut calls: BTreeMap<&str, Vec<ExportedCall<'_>>> = BTreeMap::new();
        for edge in graph.edges() {
            let call = self.exported_call(graph, edge);
            calls.entry(&graph.symbol(edge.from).qualified_name).or_default().push(call);
        }
        Ok(calls)
    }

    fn exported_call<'c>(&'c self, graph: &'c WholeGraph, edge: &Edge) -> ExportedCall<'c> {
        ExportedCall {
            callee: &graph.symbol(edge.to).qualified_name,
            path: self.snapshot().file(edge.file).path.as_str(),
            line: edge.line,
            rule: edge.rule.id(),
            confidence: edge.confidence,
        }
    }

    /// The whole call graph as a Mermaid flowchart; unproven calls are dotted.
    ///
    /// # Errors
    /// [`StorageError::InPages`].
    pub fn call_graph_mermaid(&self) -> Result<String, StorageError> {
        let graph = self.whole_graph()?;
        let mut out = String::from("flowchart LR\n");
        for (number, symbol) in called_or_calling(graph) {
            out += &format!("  n{number}[\"{}\"]\n", escape(&symbol.qualified_name));
        }
        for (from, to, proven) in pairs(graph) {
            out += &format!("  n{from} {} n{to}\n", if proven { "-->" } else { "-.->" });
        }
        Ok(out)
    }

    /// The whole call graph in Graphviz's language; unproven calls are dashed.
    ///
    /// # Errors
    /// [`StorageError::InPages`].
    pub fn call_graph_dot(&self) -> Result<String, StorageError> {
        let graph = self.whole_graph()?;
        let mut out = String::from("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n");
        for (number, symbol) in called_or_calling(graph) {
            let name = symbol.qualified_name.replace('\\', "\\\\").replace('"', "\\\"");
            out += &format!("  n{number} [label=\"{name}\"];\n");
        }
        for (from, to, proven) in pairs(graph) {
            out += &format!("  n{from} -> n{to}{};\n", if proven { "" } else { " [style=dashed]" });
        }
        out.push_str("}\n");
        Ok(out)
    }
}

/// Symbols with an edge, by number.
fn called_or_calling(graph: &WholeGraph) -> impl Iterator<Item = (u32, &Symbol)> {
    let mut used = vec![false; graph.symbols().len()];
    for edge in graph.edges() {
        used[edge.from.0 as usize] = true;
        used[edge.to.0 as usize] = true;
    }
    (0..).zip(graph.symbols()).zip(used).filter(|(_, used)| *used).map(|(numbered, _)| numbered)
}

/// Every pair of caller and callee once; proven if one of its calls is.
fn pairs(graph: &WholeGraph) -> Vec<(u32, u32, bool)> {
    let mut pairs: BTreeMap<(u32, u32), bool> = BTreeMap::new();
    for edge in graph.edges() {
        *pairs.entry((edge.from.0, edge.to.0)).or_insert(false) |= edge.is_proven();
    }
    pairs.into_iter().map(|((from, to), proven)| (from, to, proven)).collect()
}

impl Neighbourhood {
    /// A Mermaid flowchart; node ids are `n0` (the middle), `n1`, ... by place in [`nodes`](Self::nodes).
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let mut parts = node.symbol.qualified_name.rsplit('.');
            let label = match (parts.next(), parts.next()) {
                (Some(name), Some(owner)) if !owner.is_empty() => format!("{owner}.{name}"),
                (name, _) => name.unwrap_or("").to_owned(),
            };
            out += &format!("  n{number}[\"{}\"]\n", escape(&label));
        }
        for (from, to, proven) in &self.edges {
            out += &format!("  n{from} {} n{to}\n", if *proven { "-->" } else { "-.->" });
        }
        out
    }
}

/// Characters that mean something in Mermaid, as its own entities.
fn escape(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '#' => out.push_str("#35;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use call_graph::Direction;

    #[test]
    fn writes_what_other_tools_read() {
        let codebase = fixture::shop();
        let calls = codebase.exported_calls().unwrap();
        assert_eq!(calls["shop.pricing.total_price"][0].callee, "shop.pricing.discount");
        let json = serde_json::to_value(&calls).unwrap();
        assert_eq!(json["shop.pricing.total_price"][0]["path"], "shop/pricing.py");
        assert!(codebase.call_graph_dot().unwrap().starts_with("digraph calls {\n"));
        assert!(codebase.call_graph_mermaid().unwrap().contains("[\"shop.pricing.discount\"]"));
    }

    #[test]
    fn a_neighbourhood_is_a_flowchart() {
        let codebase = fixture::shop();
        let id = codebase.symbols_named("total_price").unwrap()[0].id;
        let chart = codebase.neighbourhood(id, 1, Direction::Callees, 9).unwrap().unwrap().mermaid();
        assert_eq!(chart, "flowchart LR\n  n0[\"pricing.total_price\"]\n  n1[\"pricing.discount\"]\n  n0 --> n1\n");
        assert_eq!(escape("a<\"b\">#"), "a#lt;#quot;b#quot;#gt;#35;");
    }
}
