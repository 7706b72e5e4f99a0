//! Rule 5: edges to getters. An attribute has no place of its own in the facts, so that its line is that of the call
//! or binding it is part of, else its function's first.

use super::Builder;
use crate::program::Def;
use crate::rules::Rule;
use facts::{DefId, Expr, ExprId, FileFacts};
use rustc_hash::FxHashMap;

impl Builder<'_> {
    pub(super) fn getters(&mut self) {
        let mut reads: FxHashMap<u32, Vec<(Def, Rule)>> = FxHashMap::default();
        for read in &self.solver.property_reads {
            reads.entry(read.node.0).or_default().push((read.getter, read.rule));
        }
        if reads.is_empty() {
            return;
        }
        for file in 0..self.solver.program.files.len() as u32 {
            let facts = self.solver.program.files[file as usize].facts();
            let mut places = None;
            for (at, expr) in facts.exprs.iter().enumerate() {
                if !matches!(expr, Expr::Attribute { .. }) {
                    continue;
                }
                let id = ExprId(at as u32);
                let Some(getters) = reads.get(&self.solver.expr_node(file, id).0) else { continue };
                let places = places.get_or_insert_with(|| places_of(facts));
                let Some(local) = places[at].0.or_else(|| reader(facts, id)) else { continue };
                let caller = self.solver.program.files[file as usize].def(local);
                let line = if places[at].1 > 0 { places[at].1 } else { facts.definition(local).name_span.start_line };
                let several = getters.len() > 1;
                for (getter, rule) in getters.clone() {
                    let sure = if rule >= Rule::Flow { rule.confidence() } else { Rule::Property.confidence() };
                    let confidence = if several { sure * 0.85 } else { sure };
                    self.edge(file, caller, getter, Rule::Property, confidence, line);
                }
            }
        }
    }
}

/// The definition whose code reads an expression, from the names at its left end.
fn reader(facts: &FileFacts, mut at: ExprId) -> Option<DefId> {
    loop {
        at = match facts.expr(at) {
            Expr::Name { scope, .. } => return Some(facts.scope(*scope).owner),
            Expr::Receiver { definition } | Expr::Super { definition } => return Some(*definition),
            Expr::Call(call) => return facts.calls.get(call.0 as usize).map(|call| call.caller),
            Expr::Attribute { base, .. } | Expr::Subscript { base, .. } | Expr::Element(base) | Expr::Await(base) => {
                *base
            }
            _ => return None,
        }
    }
}

/// Caller and line of every expression that is part of a call or binding.
fn places_of(facts: &FileFacts) -> Vec<(Option<DefId>, u32)> {
    let mut places = vec![(None, 0); facts.exprs.len()];
    for binding in &facts.bindings {
        if let Some(value) = binding.value {
            places[value.0 as usize] = (None, binding.span.start_line);
        }
    }
    for call in &facts.calls {
        for id in call.arguments.iter().map(|argument| argument.value).chain([call.callee]) {
            places[id.0 as usize] = (Some(call.caller), call.span.start_line);
        }
    }
    // Parents come after their children.
    for at in (0..facts.exprs.len()).rev() {
        let place = places[at];
        let mut pass = |child: ExprId| {
            if places[child.0 as usize].1 == 0 {
                places[child.0 as usize] = place;
            }
        };
        match &facts.exprs[at] {
            Expr::Attribute { base, .. } | Expr::Subscript { base, .. } | Expr::Element(base) | Expr::Await(base) => {
                pass(*base);
            }
            Expr::Collection(items) => items.iter().for_each(|(_, item)| pass(*item)),
            Expr::Either(options) => options.iter().for_each(|option| pass(*option)),
            Expr::Cast { value, .. } => pass(*value),
            _ => {}
        }
    }
    places
}
