//! The call graph as text for other tools.

use crate::{Codebase, Neighbourhood};
use call_graph::Edge;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A call, as `quarry call-graph --format json` writes it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExportedCall<'a> {
    /// Qualified name.
    pub callee: &'a str,
    /// Where the call stands.
    pub path: &'a str,
    /// Where the call stands.
    pub line: u32,
    /// Short name of the rule.
    pub rule: &'static str,
    /// From 0 to 1.
    pub confidence: f32,
}

impl Codebase {
    /// Every caller with its calls, by qualified names. Callers without calls are left out.
    pub fn exported_calls(&self) -> BTreeMap<&str, Vec<ExportedCall<'_>>> {
        let mut calls: BTreeMap<&str, Vec<ExportedCall<'_>>> = BTreeMap::new();
        for edge in self.graph().edges() {
            calls.entry(&self.graph().symbol(edge.from).qualified_name).or_default().push(self.exported_call(edge));
        }
        calls
    }

    fn exported_call(&self, edge: &Edge) -> ExportedCall<'_> {
        ExportedCall {
            callee: &self.graph().symbol(edge.to).qualified_name,
            path: self.snapshot().file(edge.file).path.as_str(),
            line: edge.line,
            rule: edge.rule.id(),
            confidence: edge.confidence,
        }
    }

    /// The whole call graph as a Mermaid flowchart; unproven calls are dotted.
    pub fn call_graph_mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (number, symbol) in self.called_or_calling() {
            let _ = writeln!(out, "  n{number}[\"{}\"]", escape(&symbol.qualified_name));
        }
        for (from, to, proven) in self.pairs() {
            let _ = writeln!(out, "  n{from} {} n{to}", if proven { "-->" } else { "-.->" });
        }
        out
    }

    /// The whole call graph in Graphviz's language; unproven calls are dashed.
    pub fn call_graph_dot(&self) -> String {
        let mut out = String::from("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n");
        for (number, symbol) in self.called_or_calling() {
            let name = symbol.qualified_name.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "  n{number} [label=\"{name}\"];");
        }
        for (from, to, proven) in self.pairs() {
            let _ = writeln!(out, "  n{from} -> n{to}{};", if proven { "" } else { " [style=dashed]" });
        }
        out.push_str("}\n");
        out
    }

    fn called_or_calling(&self) -> impl Iterator<Item = (u32, &call_graph::Symbol)> {
        let mut used = vec![false; self.graph().symbols().len()];
        for edge in self.graph().edges() {
            used[edge.from.0 as usize] = true;
            used[edge.to.0 as usize] = true;
        }
        (0..).zip(self.graph().symbols()).zip(used).filter(|(_, used)| *used).map(|(numbered, _)| numbered)
    }

    /// Every pair of caller and callee once; proven if one of its calls is.
    fn pairs(&self) -> Vec<(u32, u32, bool)> {
        let mut pairs: BTreeMap<(u32, u32), bool> = BTreeMap::new();
        for edge in self.graph().edges() {
            *pairs.entry((edge.from.0, edge.to.0)).or_default() |= edge.is_proven();
        }
        pairs.into_iter().map(|((from, to), proven)| (from, to, proven)).collect()
    }
}

impl Neighbourhood {
    /// A Mermaid flowchart; node ids are `n0` (the middle), `n1`, ... by place in [`nodes`](Self::nodes).
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let mut parts = node.symbol.qualified_name.rsplit('.');
            let (name, owner) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let label = if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") };
            let _ = writeln!(out, "  n{number}[\"{}\"]", escape(&label));
        }
        for (from, to, proven) in &self.edges {
            let _ = writeln!(out, "  n{from} {} n{to}", if *proven { "-->" } else { "-.->" });
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
        let calls = codebase.exported_calls();
        assert_eq!(calls["shop.pricing.total_price"][0].callee, "shop.pricing.discount");
        let json = serde_json::to_value(&calls).unwrap();
        assert_eq!(json["shop.pricing.total_price"][0]["path"], "shop/pricing.py");
        assert!(codebase.call_graph_dot().starts_with("digraph calls {\n"));
        assert!(codebase.call_graph_mermaid().contains("[\"shop.pricing.discount\"]"));
    }

    #[test]
    fn a_neighbourhood_is_a_flowchart() {
        let codebase = fixture::shop();
        let id = codebase.symbols_named("total_price").unwrap()[0].id;
        let chart = codebase.neighbourhood(id, 1, Direction::Callees, 9).unwrap().mermaid();
        assert_eq!(chart, "flowchart LR\n  n0[\"pricing.total_price\"]\n  n1[\"pricing.discount\"]\n  n0 --> n1\n");
        assert_eq!(escape("a<\"b\">#"), "a#lt;#quot;b#quot;#gt;#35;");
    }
}
