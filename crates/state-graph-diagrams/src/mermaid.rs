//! Mermaid flowchart text, in the style of LangGraph: a subgraph is a box, its nodes have the ids of their paths.

use std::collections::{BTreeMap, BTreeSet};

use crate::nested::join;
use crate::{Breakpoint, Diagram, DiagramEdge, DiagramNode, NodeStatus};
use state_graph::{END, START};

const HEAD: &str = "---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n";
const CLASSES: &str = "\tclassDef default fill:#f2f0ff,line-height:1.2\n\tclassDef first fill-opacity:0\n\
                       \tclassDef last fill:#bfb6fc\n";

/// Words with which no id may start, because Mermaid would read them as its own.
const RESERVED: [&str; 17] = [
    "end",
    "graph",
    "subgraph",
    "flowchart",
    "style",
    "linkStyle",
    "class",
    "classDef",
    "click",
    "default",
    "href",
    "call",
    "interpolate",
    "_self",
    "_blank",
    "_parent",
    "_top",
];

impl Diagram {
    /// Mermaid text; nodes whose path is in `marks` get the class `running`, `done`, `failed` or `interrupted`. A
    /// node inside the node `a` has the path `a:name`.
    pub fn mermaid(&self, marks: &BTreeMap<String, NodeStatus>) -> String {
        let boxes = self.nodes.iter().map(|node| node.name.clone()).collect();
        let mut text = Flowchart { out: HEAD.to_owned(), marks, used: BTreeSet::new(), boxes };
        text.graph(self, "");
        let Flowchart { mut out, used, .. } = text;
        out.push_str(CLASSES);
        for status in used {
            putln!(out, "\tclassDef {} {}", status.class(), status.style());
        }
        out
    }
}

impl NodeStatus {
    /// Its name in drawings.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }

    fn style(self) -> &'static str {
        match self {
            Self::Running => "fill:#ffe8a3,stroke:#b07900,stroke-width:3px",
            Self::Done => "fill:#d3f2d8,stroke:#2f7d3b",
            Self::Failed => "fill:#ffd6d6,stroke:#b3261e,stroke-width:3px",
            Self::Interrupted => "fill:#dbe9ff,stroke:#1f5fbf,stroke-width:3px,stroke-dasharray:6 3",
        }
    }
}

struct Flowchart<'m> {
    out: String,
    marks: &'m BTreeMap<String, NodeStatus>,
    /// The statuses that need a class.
    used: BTreeSet<NodeStatus>,
    /// Names that a nested box can't have as its id, because something else has.
    boxes: BTreeSet<String>,
}

impl Flowchart<'_> {
    /// The nodes, the edges and then the boxes of the graph at `outer`.
    fn graph(&mut self, diagram: &Diagram, outer: &str) {
        let hidden = |name: &str| {
            let implied = |shown: Option<&str>| shown.is_some() && !outer.is_empty();
            (name == START && implied(diagram.only_first())) || (name == END && implied(diagram.only_last()))
        };
        for node in diagram.nodes.iter().filter(|node| node.subgraph.is_none() && !hidden(&node.name)) {
            self.node(node, &join(outer, &node.name));
        }
        for edge in diagram.edges.iter().filter(|edge| !hidden(&edge.from) && !hidden(&edge.to)) {
            self.edge(diagram, edge, outer);
        }
        for node in &diagram.nodes {
            if let Some(inner) = &node.subgraph {
                self.boxed(node, inner, outer);
            }
        }
    }

    fn node(&mut self, node: &DiagramNode, path: &str) {
        let (id, label) = (safe_id(path), full_label(node));
        match &*node.name {
            START => put!(self.out, "\t{id}([{label}]):::first"),
            END => put!(self.out, "\t{id}([{label}]):::last"),
            _ => put!(self.out, "\t{id}({label})"),
        }
        if let Some(&status) = self.marks.get(path).filter(|_| node.name != START && node.name != END) {
            self.used.insert(status);
            put!(self.out, ":::{}", status.class());
        }
        self.out.push('\n');
    }

    fn edge(&mut self, diagram: &Diagram, edge: &DiagramEdge, outer: &str) {
        let from = safe_id(&end_of(diagram, &join(outer, &edge.from), &edge.from, END, Diagram::only_last));
        let to = safe_id(&end_of(diagram, &join(outer, &edge.to), &edge.to, START, Diagram::only_first));
        // A dot in a label would end its dotted line.
        let label = edge.label.as_ref().map(|label| safe_label(label).replace('.', "#46;"));
        match (label, edge.conditional) {
            (Some(label), _) => putln!(self.out, "\t{from} -. &nbsp;{label}&nbsp; .-> {to};"),
            (None, true) => putln!(self.out, "\t{from} -.-> {to};"),
            (None, false) => putln!(self.out, "\t{from} --> {to};"),
        }
    }

    fn boxed(&mut self, node: &DiagramNode, inner: &Diagram, outer: &str) {
        let path = join(outer, &node.name);
        let is_free = self.boxes.insert(node.name.clone()) || outer.is_empty();
        let id = if is_free { safe_id(&node.name) } else { safe_id(&path) };
        // A box has one line for its title.
        let label = full_label(node).replace("<hr/>", " ").replace("<br/>", ", ");
        match label == id {
            true => putln!(self.out, "\tsubgraph {id}"),
            false => putln!(self.out, "\tsubgraph {id}[\"{label}\"]"),
        }
        self.graph(inner, &path);
        self.out.push_str("\tend\n");
        if let Some(&status) = self.marks.get(&path) {
            self.used.insert(status);
            putln!(self.out, "\tclass {id} {}", status.class());
        }
    }
}

/// The path at which an edge of `diagram` starts or ends: for a node that is a graph, at its own last or first.
fn end_of(diagram: &Diagram, path: &str, name: &str, inner_end: &str, only: fn(&Diagram) -> Option<&str>) -> String {
    let node = diagram.nodes.iter().find(|node| node.name == name);
    let Some(inner) = node.and_then(|node| node.subgraph.as_deref()) else { return path.to_owned() };
    let name = only(inner).unwrap_or(inner_end);
    end_of(inner, &join(path, name), name, inner_end, only)
}

/// The name, and below it what is special about the node.
fn full_label(node: &DiagramNode) -> String {
    let mut label = safe_label(&node.name);
    // Markdown would read the underscores around such a name as emphasis.
    if node.name.starts_with('_') && node.name.ends_with('_') {
        label = format!("<p>{label}</p>");
    }
    let interrupt = node.breakpoint.map(|breakpoint| match breakpoint {
        Breakpoint::Before => "__interrupt = before",
        Breakpoint::After => "__interrupt = after",
        Breakpoint::Both => "__interrupt = before,after",
    });
    let mut next = "<hr/><small><em>";
    for note in interrupt.into_iter().chain(node.deferred.then_some("defer = True")) {
        label.push_str(next);
        label.push_str(note);
        next = "<br/>";
    }
    if next == "<br/>" {
        label.push_str("</em></small>");
    }
    label
}

/// Keeps `[A-Za-z0-9_]`, and `-` inside a word (elsewhere Mermaid could take it for a line); any other character
/// becomes a backslash and its codepoint in hex, and so does the first letter of a reserved word.
fn safe_id(name: &str) -> String {
    let mut out = String::new();
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let first_word = name.split_once(|letter| !is_word(letter)).map_or(name, |(word, _)| word);
    let mut before = None;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_inside = before.is_some_and(is_word) && letters.peek().is_some_and(|&next| is_word(next));
        let is_plain = is_word(letter) || (letter == '-' && is_inside);
        if is_plain && !(before.is_none() && RESERVED.contains(&first_word)) {
            out.push(letter);
        } else {
            put!(out, "\\{:x}", u32::from(letter));
        }
        before = Some(letter);
    }
    out
}

/// Keeps letters, digits and harmless punctuation, and `-` inside a word; writes the rest as Mermaid's numeric
/// entities.
pub(super) fn safe_label(text: &str) -> String {
    let mut out = String::new();
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_inside =
            before.is_some_and(char::is_alphanumeric) && letters.peek().is_some_and(|c| c.is_alphanumeric());
        if letter.is_alphanumeric() || " _.,:/'?!".contains(letter) || (letter == '-' && is_inside) {
            out.push(letter);
        } else {
            put!(out, "#{};", u32::from(letter));
        }
        before = Some(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_labels_are_escaped() {
        assert_eq!(safe_id("read file(é)"), r"read\20file\28\e9\29");
        assert_eq!(safe_id("end"), r"\65nd");
        assert_eq!(safe_id("end-game"), r"\65nd-game");
        assert_eq!(safe_id("end_game"), "end_game");
        assert_eq!(safe_id("__end__"), "__end__");
        assert_eq!(safe_id("a--b-c-"), r"a\2d\2db-c\2d");
        assert_eq!(safe_label("a \"b\" <é>"), "a #34;b#34; #60;é#62;");
    }
}
