//! Rule 5: edges to getters and setters. A value has no function of its own in the facts, so that its reader is the caller of the
//! call it is part of, else the function in whose scope its leftmost name is read.

use super::Builder;
use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::value::Value;
use facts::{DefId, Expr, ExprId, FileFacts, Target};
use rustc_hash::{FxHashMap, FxHashSet};

impl Builder<'_> {
    #[inline(never)]
    pub(super) fn getters(&mut self) {
        let mut reads: FxHashMap<u32, Vec<(Def, Rule)>> = FxHashMap::default();
        for read in &self.solver.property_reads {
            reads.entry(read.node.0).or_default().push((read.getter, read.rule));
        }
        self.missing_reads(&mut reads);
        if reads.is_empty() {
            return;
        }
        for file in 0..self.solver.program.files.len() as u32 {
            let facts = self.solver.program.files[file as usize].facts();
            let mut callers = None;
            for (at, expr) in facts.exprs.iter().enumerate() {
                let (Expr::Attribute { line, .. } | Expr::Name { line, .. }) = expr else { continue };
                let id = ExprId(at as u32);
                let Some(getters) = reads.get(&self.solver.expr_node(file, id).0) else { continue };
                let callers = callers.get_or_insert_with(|| callers_of(facts));
                let Some(local) = callers[at].flatten().or_else(|| reader(facts, id)) else { continue };
                let caller = self.solver.program.files[file as usize].def(local);
                self.accessor_edges(file, caller, getters, *line);
            }
        }
    }

    /// Reads of members that no class has: nothing of the repository assigns to a member of that name either.
    fn missing_reads(&self, reads: &mut FxHashMap<u32, Vec<(Def, Rule)>>) {
        if self.solver.missing_reads.is_empty() {
            return;
        }
        let names = &self.solver.program.names;
        let bindings = self.solver.program.files.iter().flat_map(|file| &file.facts().bindings);
        let assigned: FxHashSet<Name> = bindings
            .filter_map(|binding| match &binding.target {
                Target::Attribute { name, .. } => names.get(name),
                _ => None,
            })
            .collect();
        for (name, read) in &self.solver.missing_reads {
            // Where the value may also be of a class that has the member, it mostly is.
            let only = self.solver.has_only(read.node, |value| matches!(value, Value::Builtin(_)));
            let is_read = only || self.solver.values(read.node).is_empty();
            if is_read && !assigned.contains(name) {
                reads.entry(read.node.0).or_default().push((read.getter, read.rule));
            }
        }
    }

    /// What an assignment to a member of a value of the class runs.
    fn run_by_assignment(&self, class: Def, name: &str) -> Vec<(Def, Rule)> {
        let setters = match self.solver.program.names.get(name) {
            Some(name) => self.solver.setters_of(class, name),
            None => Vec::new(),
        };
        let any = self.solver.program.file_of(class).rules.implicit.on_assignment;
        setters.into_iter().chain(self.solver.methods_named(class, any)).collect()
    }

    /// Whether any class has a method that runs when something is assigned to.
    fn runs_on_assignment(&self) -> bool {
        let named = |name: &str| self.solver.program.names.get(name).is_some_and(|name| self.methods.is_defined(name));
        let any = self.solver.program.files.iter().filter_map(|file| file.rules.implicit.on_assignment).any(named);
        any || !self.solver.setter_names.is_empty()
    }

    /// An assignment to a property runs its setter.
    #[inline(never)]
    pub(super) fn setters(&mut self) {
        if !self.runs_on_assignment() {
            return;
        }
        for file in 0..self.solver.program.files.len() as u32 {
            let facts = self.solver.program.files[file as usize].facts();
            for binding in &facts.bindings {
                let Target::Attribute { base, name } = &binding.target else { continue };
                let base = self.solver.expr_node(file, *base);
                if self.solver.is_saturated(base) {
                    continue;
                }
                let caller = self.solver.program.files[file as usize].def(facts.scope(binding.scope).owner);
                let mut setters: Vec<(Def, Rule)> = Vec::new();
                for (value, rule) in self.solver.values(base) {
                    let Value::Instance(class) = value else { continue };
                    let found = self.run_by_assignment(class, name).into_iter();
                    setters.extend(found.map(|(setter, within)| (setter, rule.max(within))));
                }
                self.accessor_edges(file, caller, &setters, binding.span.start_line);
            }
        }
    }

    /// Whether it is a getter or a setter, and not what runs for any member.
    fn is_accessor(&self, def: Def) -> bool {
        let rules = self.solver.program.file_of(def).rules;
        let name = Some(self.solver.program.definition(def).name.as_str());
        ![rules.implicit.on_assignment, rules.implicit.on_missing_member, rules.deref_method].contains(&name)
    }

    /// Several accessors in one place exclude each other.
    fn accessor_edges(&mut self, file: u32, caller: Def, accessors: &[(Def, Rule)], line: u32) {
        let share = if accessors.len() > 1 { Rule::Property.share() } else { 1.0 };
        for (accessor, rule) in accessors {
            let sure = if *rule >= Rule::Flow { rule.confidence() } else { Rule::Property.confidence() };
            // `__setattr__` runs whatever the member is called.
            let by = if self.is_accessor(*accessor) { Rule::Property } else { Rule::Implicit };
            self.edge(file, caller, *accessor, by, sure * share, line);
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

/// The caller of every expression that is part of a call; `Some(None)` for what is part of a binding.
fn callers_of(facts: &FileFacts) -> Vec<Option<Option<DefId>>> {
    let mut callers = vec![None; facts.exprs.len()];
    for value in facts.bindings.iter().filter_map(|binding| binding.value) {
        callers[value.0 as usize] = Some(None);
    }
    for call in &facts.calls {
        for id in call.arguments.iter().map(|argument| argument.value).chain([call.callee]) {
            callers[id.0 as usize] = Some(Some(call.caller));
        }
    }
    // Parents come after their children.
    for at in (0..facts.exprs.len()).rev() {
        let caller = callers[at];
        let mut pass = |child: ExprId| {
            callers[child.0 as usize] = callers[child.0 as usize].or(caller);
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
    callers
}
