//! Rules 6 and 7 applied to a call site, or the reason why they do not apply.

use super::Builder;
use crate::UnresolvedReason;
use crate::language_rules::Family;
use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::rules::unique_name::MAX_CANDIDATES;
use crate::solver::value::Value;
use facts::{Call, CallKind, Expr};

/// The methods of one name that a source set may call.
#[derive(Clone, Default)]
pub(super) struct Near {
    count: usize,
    /// The first of them.
    first: Vec<Def>,
}

impl Builder<'_> {
    /// The class answers for members that it does not have: a proxy.
    fn has_any_member(&self, class: Def) -> bool {
        let dynamic = self.solver.program.file_of(class).rules.dynamic_members;
        dynamic.iter().any(|name| !self.solver.methods_named(class, Some(name)).is_empty())
    }

    /// Makes edges by name alone and returns `None`, or the reason why there are none. A plain global name never binds by
    /// name alone, and neither does a member that a known receiver does not have.
    pub(super) fn by_name(&mut self, file: u32, call: &Call, caller: Def) -> Option<UnresolvedReason> {
        let program = &self.solver.program;
        let (base, text) = match program.expr(file, call.callee) {
            Expr::Attribute { base, name, .. } => (*base, name.as_str()),
            Expr::Name { .. } => {
                // A name that means a module is no function of that name.
                let node = self.solver.expr_node(file, call.callee);
                let values = self.solver.values(node);
                let module = values.iter().any(|(value, _)| matches!(value, Value::Namespace(_)));
                let bound = node != self.solver.empty && !module;
                return Some(if bound { UnresolvedReason::Dynamic } else { UnresolvedReason::UnknownName });
            }
            _ => return Some(UnresolvedReason::Dynamic),
        };
        let Some(name) = program.names.get(text).filter(|name| self.methods.is_defined(*name)) else {
            return Some(UnresolvedReason::UnknownName);
        };
        let receiver = self.solver.expr_node(file, base);
        let known = self.solver.values(receiver).iter().any(|(value, _)| match value {
            Value::Instance(class) => self.solver.program.is_type(*class) && !self.has_any_member(*class),
            value => matches!(value, Value::Namespace(_) | Value::Class(_) | Value::Function(_)),
        });
        if known || call.kind != CallKind::Call {
            return Some(UnresolvedReason::Dynamic);
        }
        let family = program.files[file as usize].rules.family;
        let line = program.files[file as usize].facts().line_of_call(call);
        let Near { count, first } = self.methods_near(file, family, name, text);
        let rule = match count {
            0 => return Some(UnresolvedReason::Dynamic),
            1 => Rule::UniqueName,
            count if count <= MAX_CANDIDATES => Rule::Candidates,
            count => return Some(UnresolvedReason::Ambiguous { candidates: count as u32 }),
        };
        for to in first {
            self.edge(file, caller, to, rule, rule.confidence(), line);
        }
        self.stats.possible += 1;
        None
    }

    /// The methods of this name that a call in the file may mean: those of projects that it has nothing to do with are left out.
    fn methods_near(&mut self, file: u32, family: Family, name: Name, text: &str) -> Near {
        let all = self.methods.candidates(family, name, text);
        let first = |near: &[Def]| near[..near.len().min(MAX_CANDIDATES)].to_vec();
        let Some(set) = self.solver.layouts.source_set(file) else {
            return Near { count: all.len(), first: first(all) };
        };
        let known = self.near.entry((set, family, name));
        let found = known.or_insert_with(|| {
            let files = &self.solver.program.file_of_def;
            let is_near = |def: &&Def| !self.solver.layouts.are_apart(file, files[def.0 as usize]);
            let near: Vec<Def> = all.iter().filter(is_near).copied().collect();
            Near { count: near.len(), first: first(&near) }
        });
        found.clone()
    }
}
