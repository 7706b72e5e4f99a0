//! Mermaid flowchart text, in the style of LangGraph.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Diagram, DiagramEdge, NodeStatus};
use crate::{END, START};

const HEAD: &str = "---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n";
const CLASSES: &str = "\tclassDef default fill:#f2f0ff,line-height:1.2\n\tclassDef first fill-opacity:0\n\
                       \tclassDef last fill:#bfb6fc\n";

/// Words that Mermaid would not take as the id of a node.
const RESERVED: [&str; 10] =
    ["end", "graph", "subgraph", "flowchart", "style", "linkStyle", "class", "classDef", "click", "default"];

impl Diagram {
    /// Mermaid text; nodes named in `marks` get the class `running`, `done` or `failed`.
    pub fn mermaid(&self, marks: &BTreeMap<String, NodeStatus>) -> String {
        let mut out = HEAD.to_owned();
        let mut used = BTreeSet::new();
        for name in &self.nodes {
            let mark = marks.get(name).copied();
            used.extend(mark);
            node(&mut out, name, mark);
        }
        self.edges.iter().for_each(|e| edge(&mut out, e));
        out.push_str(CLASSES);
        for status in used {
            let _ = writeln!(out, "\tclassDef {} {}", status.class(), status.style());
        }
        out
    }
}

impl NodeStatus {
    fn class(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn style(self) -> &'static str {
        match self {
            Self::Running => "fill:#ffe8a3,stroke:#b07900,stroke-width:3px",
            Self::Done => "fill:#d3f2d8,stroke:#2f7d3b",
            Self::Failed => "fill:#ffd6d6,stroke:#b3261e,stroke-width:3px",
        }
    }
}

fn node(out: &mut String, name: &str, mark: Option<NodeStatus>) {
    let (id, label) = (safe_id(name), safe_label(name));
    let _ = match (name, mark) {
        (START, _) => writeln!(out, "\t{id}([<p>{label}</p>]):::first"),
        (END, _) => writeln!(out, "\t{id}([<p>{label}</p>]):::last"),
        (_, None) => writeln!(out, "\t{id}({label})"),
        (_, Some(status)) => writeln!(out, "\t{id}({label}):::{}", status.class()),
    };
}

fn edge(out: &mut String, edge: &DiagramEdge) {
    let (from, to) = (safe_id(&edge.from), safe_id(&edge.to));
    let _ = match (&edge.label, edge.conditional) {
        (Some(label), _) => writeln!(out, "\t{from} -. &nbsp;{}&nbsp; .-> {to};", safe_label(label)),
        (None, true) => writeln!(out, "\t{from} -.-> {to};"),
        (None, false) => writeln!(out, "\t{from} --> {to};"),
    };
}

/// Keeps `[A-Za-z0-9_-]`; any other character becomes a backslash and its codepoint in hex, and so does the first
/// letter of a reserved word.
fn safe_id(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        let plain = letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        if plain && !(at == 0 && RESERVED.contains(&name)) {
            out.push(letter);
        } else {
            let _ = write!(out, "\\{:x}", u32::from(letter));
        }
    }
    out
}

/// Keeps letters, digits and harmless punctuation; writes the rest as Mermaid's numeric entities.
fn safe_label(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if letter.is_alphanumeric() || " _-.,:/'?!".contains(letter) {
            out.push(letter);
        } else {
            let _ = write!(out, "#{};", u32::from(letter));
        }
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
        assert_eq!(safe_id("__end__"), "__end__");
        assert_eq!(safe_label("a \"b\" <é>"), "a #34;b#34; #60;é#62;");
    }
}
