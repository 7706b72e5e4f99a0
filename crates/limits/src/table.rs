//! The limits as data, and as the table of `docs/limits.md`.

use crate::{agent, answer, edge, edits, git, git_host, index, mcp, model, parsing, repository, run, running, web};
use std::fmt::{self, Display, Formatter};

/// What the number of a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bytes; shown in binary steps: 1 MB is 1,048,576.
    Bytes,
    /// Milliseconds; shown in seconds.
    Milliseconds,
    /// Things, which the text names.
    Count,
    /// One to so many: a ratio.
    Ratio,
}

/// One bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The constant's name.
    pub name: &'static str,
    /// The largest value allowed.
    pub value: u64,
    /// What `value` counts.
    pub unit: Unit,
    /// What is bounded: "Files in a repository".
    pub bounds: &'static str,
    /// What happens beyond it: a sentence for people.
    pub beyond: &'static str,
}

/// Limits that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Its rows.
    pub limits: &'static [Limit],
}

/// Every limit.
pub const SECTIONS: &[Section] = &[
    Section { title: "Repository", limits: repository::TABLE },
    Section { title: "Parsing and call graph", limits: parsing::TABLE },
    Section { title: "Index and questions", limits: index::TABLE },
    Section { title: "Models", limits: model::TABLE },
    Section { title: "Agents and tools", limits: agent::TABLE },
    Section { title: "Proposed changes", limits: edits::TABLE },
    Section { title: "Answers on the page", limits: answer::TABLE },
    Section { title: "Code that agents run", limits: running::TABLE },
    Section { title: "Git history", limits: git::TABLE },
    Section { title: "Git hosts", limits: git_host::TABLE },
    Section { title: "Runs", limits: run::TABLE },
    Section { title: "Servers of tools (MCP) that agents use", limits: mcp::TABLE },
    Section { title: "Pages and searches of the Web", limits: web::TABLE },
    Section { title: "Worker and MCP", limits: edge::TABLE },
];

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.unit {
            Unit::Count => f.write_str(&grouped(self.value)),
            Unit::Ratio => write!(f, "1 : {}", grouped(self.value)),
            Unit::Milliseconds => write!(f, "{} s", self.value as f64 / 1000.0),
            Unit::Bytes => {
                let (mut value, mut unit) = (self.value, "bytes");
                for larger in ["kB", "MB", "GB"] {
                    if value < 1024 || !value.is_multiple_of(1024) {
                        break;
                    }
                    (value, unit) = (value / 1024, larger);
                }
                write!(f, "{} {unit}", grouped(value))
            }
        }
    }
}

/// A number with its thousands set apart: 100,000.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Every limit as a Markdown table.
pub fn markdown() -> String {
    let mut out = String::from("| what | at most | beyond it |\n|---|--:|---|\n");
    for section in SECTIONS.iter().filter(|section| !section.limits.is_empty()) {
        out.push_str(&format!("| **{}** | | |\n", section.title));
        for limit in section.limits {
            out.push_str(&format!("| {} | {limit} | {} |\n", limit.bounds, limit.beyond));
        }
    }
    out
}
