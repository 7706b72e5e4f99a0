//! Call edges, and the call sites that have none.

use crate::{Rule, SymbolId};
use compact_sort::CompactSort;
use serde::{Deserialize, Serialize};
use source::FileId;

/// One caller calls one callee. Several sites with the same rule on the same line are one edge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// The caller.
    pub from: SymbolId,
    /// The callee.
    pub to: SymbolId,
    /// Why it is believed.
    pub rule: Rule,
    /// How much, from 0 to 1; [`Rule::PROVEN`] and above is proven. Lower than the rule's own where several callees
    /// compete.
    pub confidence: f32,
    /// The file of the call.
    pub file: FileId,
    /// The line of the callee's name in the call, from 1; of the operator, loop or decorator that implies the call.
    pub line: u32,
    /// How many call sites were merged into the edge.
    pub sites: u32,
}

impl Edge {
    /// True where the edge is proven rather than possible.
    pub fn is_proven(&self) -> bool {
        self.confidence >= Rule::PROVEN
    }
}

/// Why a call site has no edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnresolvedReason {
    /// It leads into a package that is not in the repository.
    External {
        /// As imported.
        module: String,
    },
    /// It belongs to the language or its standard types.
    Builtin,
    /// The callee is a computed value, or a method of a receiver of unknown type.
    Dynamic,
    /// The repository defines nothing of that name.
    UnknownName,
    /// The receiver is unknown and too many methods have the name.
    Ambiguous {
        /// How many.
        candidates: u32,
    },
    /// Linking had reached its limit of work ([`limits::parsing::LINK_NOTES`]): what the callee may be did not all arrive.
    WorkLimit,
}

/// A call site without an edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnresolvedSite {
    /// The line of the callee's name in the call, from 1.
    pub line: u32,
    /// The callee's last name, as written; empty for a computed callee.
    pub name: String,
    /// Why.
    pub reason: UnresolvedReason,
}

impl UnresolvedSite {
    /// True where the callee may well be in the repository: such sites make an answer incomplete.
    pub fn is_internal(&self) -> bool {
        matches!(
            self.reason,
            UnresolvedReason::Dynamic | UnresolvedReason::Ambiguous { .. } | UnresolvedReason::WorkLimit
        )
    }
}

/// How many of the edges are proven.
pub(crate) fn proven(edges: &[Edge]) -> u32 {
    edges.iter().filter(|edge| edge.is_proven()).count() as u32
}

/// Most certain first, then by place; one edge per pair and line.
pub(crate) fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.compact_sort_by(|a, b| {
        let place = |edge: &Edge| (edge.file, edge.line, edge.from, edge.to);
        b.confidence.total_cmp(&a.confidence).then_with(|| place(a).cmp(&place(b)))
    });
    edges.dedup_by_key(|edge| (edge.from, edge.to, edge.file, edge.line));
    edges
}
