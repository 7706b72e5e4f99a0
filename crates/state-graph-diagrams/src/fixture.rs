//! Diagrams for tests, written as text.

use crate::{Breakpoint, Diagram, DiagramEdge, DiagramNode};
use state_graph::{END, START};

/// One edge a line: `a -> b`, `a ..> b` (conditional), `a ..> b : label`. An indented block after `a:` is the graph in
/// the node `a`. `before a`, `after a` and `defer a` mark a node.
pub(super) fn diagram(text: &str) -> Diagram {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
    let lines: Vec<&str> = lines.iter().map(|line| &line[indent..]).collect();
    let mut diagram = Diagram { nodes: vec![DiagramNode::from(START)], edges: Vec::new() };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if let Some(name) = line.strip_suffix(':') {
            let end = lines[at..].iter().position(|line| !line.starts_with(' ')).map_or(lines.len(), |end| at + end);
            node(&mut diagram, name).subgraph = Some(Box::new(self::diagram(&lines[at..end].join("\n"))));
            at = end;
        } else if let Some(name) = line.strip_prefix("before ") {
            let node = node(&mut diagram, name);
            node.breakpoint = Breakpoint::of(true, node.breakpoint.is_some());
        } else if let Some(name) = line.strip_prefix("after ") {
            let node = node(&mut diagram, name);
            node.breakpoint = Breakpoint::of(node.breakpoint.is_some(), true);
        } else if let Some(name) = line.strip_prefix("defer ") {
            node(&mut diagram, name).deferred = true;
        } else {
            edge(&mut diagram, line);
        }
    }
    diagram.nodes.push(DiagramNode::from(END));
    diagram.edges.sort_by(|a, b| (&a.from, &a.to).cmp(&(&b.from, &b.to)));
    diagram
}

fn edge(diagram: &mut Diagram, line: &str) {
    let (line, label) = line.split_once(" : ").map_or((line, None), |(line, label)| (line, Some(label.to_owned())));
    let conditional = line.contains(" ..> ");
    let (from, to) = line.split_once(if conditional { " ..> " } else { " -> " }).expect("an edge");
    let name = |name: &str| match name {
        "START" => START.to_owned(),
        "END" => END.to_owned(),
        name => name.to_owned(),
    };
    let (from, to) = (name(from), name(to));
    for name in [&from, &to] {
        if name != END {
            node(diagram, name);
        }
    }
    diagram.edges.push(DiagramEdge { from, to, conditional, label });
}

fn node<'d>(diagram: &'d mut Diagram, name: &str) -> &'d mut DiagramNode {
    let place = diagram.nodes.iter().position(|node| node.name == name).unwrap_or_else(|| {
        diagram.nodes.push(DiagramNode::from(name));
        diagram.nodes.len() - 1
    });
    &mut diagram.nodes[place]
}
