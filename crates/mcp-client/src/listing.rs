//! A server's list of tools.

use crate::{Definition, Trust};
use limits::mcp::TOOLS;
use serde_json::Value;

/// Sentences about what is left out.
const NOTES: usize = 20;

/// The tools of a server, as it has listed them last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The tools that can be called, in the server's order.
    pub tools: Vec<Definition>,
    /// What is left out and why: sentences.
    pub left_out: Vec<String>,
}

/// A tool of a list, with what the person has trusted of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<'l> {
    /// The tool.
    pub tool: &'l Definition,
    /// Whether the person trusts just this.
    pub trusted: bool,
    /// The definition that they trusted, where it is another.
    pub trusted_before: Option<&'l str>,
}

impl Listing {
    /// Adds the tools of a page; false where no more are wanted.
    pub(crate) fn add(&mut self, tools: &[Value]) -> bool {
        for tool in tools {
            if self.tools.len() == TOOLS {
                self.leave_out(format!("Tools after the first {TOOLS} are left out."));
                return false;
            }
            match Definition::read(tool) {
                Ok(tool) if self.get(tool.name()).is_some() => {
                    self.leave_out(format!("A second tool `{}` is left out.", tool.name()));
                }
                Ok(tool) => self.tools.push(tool),
                Err((name, why)) => self.leave_out(format!("A tool is left out: `{name}` {why}.")),
            }
        }
        true
    }

    /// Notes what is left out, the first times.
    pub(crate) fn leave_out(&mut self, sentence: String) {
        if self.left_out.len() < NOTES {
            self.left_out.push(sentence);
        }
    }

    /// The tool of this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.tools.iter().find(|tool| tool.name() == name)
    }

    /// The tools with what is trusted of them.
    pub fn with<'l>(&'l self, trust: Option<&'l Trust>) -> Vec<Listed<'l>> {
        let listed = |tool: &'l Definition| {
            let before = trust.and_then(|trust| trust.of(tool.name()));
            let trusted = before == Some(tool.text());
            Listed { tool, trusted, trusted_before: before.filter(|_| !trusted) }
        };
        self.tools.iter().map(listed).collect()
    }
}
