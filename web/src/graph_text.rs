//! The neighbourhood of a symbol as text: filtered, collapsed, and in the languages of other tools.

use crate::strings;
use crate::text::is_unnamed;
use code_words::path::is_test;
use protocol::{Neighbourhood, SymbolSummary};

/// What of a neighbourhood is drawn, and what is drawn as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GraphFilter {
    pub hide_tests: bool,
    /// Possible calls are left out.
    pub proven_only: bool,
    pub collapse: Collapse,
}

/// What is drawn as one box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Collapse {
    #[default]
    Symbols,
    Files,
    Folders,
}

/// A drawing: boxes and arrows between them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// Label, and the first node of the neighbourhood in it; the middle first.
    pub boxes: Vec<(String, usize)>,
    /// From, to, and whether one of the calls is proven.
    pub arrows: Vec<(usize, usize, bool)>,
    /// Symbols that the filter leaves out.
    pub left_out: usize,
}

/// What is drawn of a neighbourhood. The middle is always drawn; what is no longer connected with it is not.
pub fn drawing(shown: &Neighbourhood, filter: GraphFilter) -> Drawing {
    let is_wanted = |at: usize| at == 0 || !(filter.hide_tests && is_test(&shown.nodes[at].symbol.path));
    let edges: Vec<(usize, usize, bool)> = shown
        .edges
        .iter()
        .map(|(from, to, proven)| (*from as usize, *to as usize, *proven))
        .filter(|(from, to, proven)| is_wanted(*from) && is_wanted(*to) && (*proven || !filter.proven_only))
        .collect();
    let kept = connected(shown.nodes.len(), &edges);
    let mut out = Drawing::default();
    let mut of_node = vec![usize::MAX; shown.nodes.len()];
    let mut names: Vec<String> = Vec::new();
    for (at, node) in shown.nodes.iter().enumerate().filter(|(at, _)| kept[*at]) {
        let key = match filter.collapse {
            Collapse::Symbols => at.to_string(),
            Collapse::Files => node.symbol.path.clone(),
            Collapse::Folders => node.symbol.path.rsplit_once('/').map_or("/", |(folder, _)| folder).to_owned(),
        };
        let known = names.iter().position(|name| *name == key);
        of_node[at] = known.unwrap_or_else(|| {
            let label = if filter.collapse == Collapse::Symbols { label(&node.symbol) } else { key.clone() };
            names.push(key);
            out.boxes.push((label, at));
            names.len() - 1
        });
    }
    for (from, to, proven) in edges.into_iter().filter(|(from, to, _)| kept[*from] && kept[*to]) {
        let (from, to) = (of_node[from], of_node[to]);
        if from == to && filter.collapse != Collapse::Symbols {
            continue;
        }
        match out.arrows.iter_mut().find(|(a, b, _)| (*a, *b) == (from, to)) {
            Some(arrow) => arrow.2 |= proven,
            None => out.arrows.push((from, to, proven)),
        }
    }
    out.left_out = kept.iter().filter(|kept| !**kept).count();
    out
}

/// Which nodes are connected with the first, whichever way the edges point.
fn connected(nodes: usize, edges: &[(usize, usize, bool)]) -> Vec<bool> {
    let mut kept = vec![false; nodes];
    let mut open: Vec<usize> = (0..nodes.min(1)).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut kept[at], true) {
            continue;
        }
        for (from, to, _) in edges.iter().filter(|(from, to, _)| *from == at || *to == at) {
            open.extend([*from, *to].into_iter().filter(|next| !kept[*next]));
        }
    }
    kept
}

/// The last two parts of a qualified name; of a function without a name what it is in, and its line.
fn label(symbol: &SymbolSummary) -> String {
    let mut parts = symbol.qualified_name.rsplit('.');
    if is_unnamed(&symbol.name) {
        let owner = parts.find(|part| !is_unnamed(part)).unwrap_or_default();
        return strings::graph_text_unnamed(owner, symbol.start_line);
    }
    match (parts.next(), parts.next()) {
        (Some(name), Some(owner)) if !owner.is_empty() => format!("{owner}.{name}"),
        (name, _) => name.unwrap_or("").to_owned(),
    }
}

impl Drawing {
    /// As a Mermaid flowchart; the boxes are `n0`, `n1`, ... by place.
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (at, (label, _)) in self.boxes.iter().enumerate() {
            let label: String = label
                .chars()
                .map(|c| if matches!(c, '"' | '`' | '<' | '>' | '#' | ';' | '&') { '\u{2032}' } else { c })
                .collect();
            out += &format!("  n{at}[\"{label}\"]\n");
        }
        for (from, to, proven) in &self.arrows {
            out += &format!("  n{from} {} n{to}\n", if *proven { "-->" } else { "-.->" });
        }
        out
    }

    /// In Graphviz's language; possible calls are dashed.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n");
        for (at, (label, _)) in self.boxes.iter().enumerate() {
            let label = label.replace('\\', "\\\\").replace('"', "\\\"");
            out += &format!("  n{at} [label=\"{label}\"];\n");
        }
        for (from, to, proven) in &self.arrows {
            out += &format!("  n{from} -> n{to}{};\n", if *proven { "" } else { " [style=dashed]" });
        }
        out + "}\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::CallNode;

    fn shown() -> Neighbourhood {
        let node = |name: &str, path: &str| CallNode {
            distance: 1,
            symbol: SymbolSummary {
                symbol: 0,
                qualified_name: name.into(),
                name: name.rsplit('.').next().unwrap_or("").into(),
                kind: "function".into(),
                path: path.into(),
                start_line: 1,
                end_line: 2,
            },
        };
        Neighbourhood {
            nodes: vec![
                node("a.mid", "src/a.py"),
                node("a.near", "src/a.py"),
                node("lib.b.C.far", "lib/b.py"),
                node("t.test_it", "tests/t.py"),
            ],
            edges: vec![(1, 0, true), (0, 2, false), (3, 1, true), (1, 2, true)],
            omitted: Vec::new(),
            more: 0,
            mermaid: String::new(),
        }
    }

    #[test]
    fn filters_leave_out_tests_and_possible_calls_and_count_them() {
        let all = drawing(&shown(), GraphFilter::default());
        assert_eq!((all.boxes.len(), all.arrows.len(), all.left_out), (4, 4, 0));
        assert_eq!(all.boxes[2].0, "C.far");
        let code = drawing(&shown(), GraphFilter { hide_tests: true, ..GraphFilter::default() });
        assert_eq!((code.boxes.len(), code.left_out), (3, 1));
        let proven = drawing(&shown(), GraphFilter { proven_only: true, ..GraphFilter::default() });
        assert!(proven.arrows.iter().all(|(_, _, proven)| *proven) && proven.arrows.len() == 3);
    }

    #[test]
    fn a_function_without_a_name_is_drawn_as_what_it_is_in_and_its_line() {
        let mut unnamed = shown().nodes[0].symbol.clone();
        unnamed.qualified_name = "src.app.serve.<lambda2>.<lambda1>".into();
        (unnamed.name, unnamed.start_line) = ("<lambda1>".into(), 31);
        assert_eq!(label(&unnamed), "serve, line 31");
    }

    #[test]
    fn symbols_of_a_file_are_drawn_as_one() {
        let files = drawing(&shown(), GraphFilter { collapse: Collapse::Files, ..GraphFilter::default() });
        let labels: Vec<_> = files.boxes.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["src/a.py", "lib/b.py", "tests/t.py"]);
        assert_eq!(files.arrows, [(0, 1, true), (2, 0, true)]);
        let folders = drawing(&shown(), GraphFilter { collapse: Collapse::Folders, ..GraphFilter::default() });
        assert_eq!(folders.boxes[0].0, "src");
    }

    #[test]
    fn a_drawing_is_written_for_mermaid_and_graphviz() {
        let drawing =
            Drawing { boxes: vec![("a\"b".into(), 0), ("c".into(), 1)], arrows: vec![(0, 1, false)], left_out: 0 };
        assert_eq!(drawing.mermaid(), "flowchart LR\n  n0[\"a\u{2032}b\"]\n  n1[\"c\"]\n  n0 -.-> n1\n");
        assert!(drawing.dot().contains("n0 [label=\"a\\\"b\"];") && drawing.dot().contains("n0 -> n1 [style=dashed];"));
    }
}
