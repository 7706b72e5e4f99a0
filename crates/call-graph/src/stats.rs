//! How much of a repository's calls is known.

use crate::{Rule, UnresolvedReason};
use serde::{Deserialize, Serialize};

/// Counts over the repository. Call sites: `proven + possible + unresolved_internal + unknown_names + external +
/// builtin == call_sites`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Symbols.
    pub symbols: u32,
    /// Edges.
    pub edges: u32,
    /// Call sites in the source; syntax that calls methods counts where it leads to one.
    pub call_sites: u32,
    /// Sites with at least one proven edge.
    pub proven: u32,
    /// Sites with possible edges only.
    pub possible: u32,
    /// Sites whose callee may be in the repository and was not found.
    pub unresolved_internal: u32,
    /// Sites whose name the repository defines nowhere.
    pub unknown_names: u32,
    /// Sites that lead into packages outside the repository.
    pub external: u32,
    /// Sites that call the language's own.
    pub builtin: u32,
    /// Edges by rule, in the rules' order; rules without edges are left out.
    pub by_rule: Vec<(Rule, u32)>,
    /// Of `unresolved_internal`, those for which linking had reached its limit of work. Not among the stored fields, whose
    /// number is fixed: a graph in memory counts its sites, and one read in pages has it from its head.
    #[serde(skip)]
    pub work_limit: u32,
}

impl Stats {
    pub(crate) fn count_rule(&mut self, rule: Rule) {
        self.edges += 1;
        match self.by_rule.binary_search_by_key(&rule, |(known, _)| *known) {
            Ok(at) => self.by_rule[at].1 += 1,
            Err(at) => self.by_rule.insert(at, (rule, 1)),
        }
    }

    pub(crate) fn count_unresolved(&mut self, reason: &UnresolvedReason) {
        match reason {
            UnresolvedReason::External { .. } => self.external += 1,
            UnresolvedReason::Builtin => self.builtin += 1,
            UnresolvedReason::UnknownName => self.unknown_names += 1,
            UnresolvedReason::Dynamic | UnresolvedReason::Ambiguous { .. } | UnresolvedReason::WorkLimit => {
                self.unresolved_internal += 1;
            }
        }
    }

    /// Whether these can be the counts of a graph with so many symbols.
    pub(crate) fn is_sound(&self, symbols: u32) -> bool {
        let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        let sites =
            [self.proven, self.possible, self.unresolved_internal, self.unknown_names, self.external, self.builtin];
        let by_rule: Vec<u32> = self.by_rule.iter().map(|(_, count)| *count).collect();
        self.symbols == symbols
            && sum(&sites) == u64::from(self.call_sites)
            && sum(&by_rule) == u64::from(self.edges)
            && self.work_limit <= self.unresolved_internal
    }

    /// The share of edges for which only the name speaks, from 0 to 1.
    pub fn name_only_share(&self) -> f32 {
        let name_only: u32 = self.by_rule.iter().filter(|(rule, _)| rule.is_name_only()).map(|(_, count)| count).sum();
        if self.edges == 0 { 0.0 } else { name_only as f32 / self.edges as f32 }
    }
}
