//! Values as callees: a variable or field that holds a function which nothing in the repository says more of is called
//! itself: `const f = make(..)`, a field of a function type.

use super::Builder;
use crate::modules::ImportTarget;
use crate::program::{Def, GlobalScope, Name};
use crate::rule::Rule;
use crate::solver::value::{Node, Value};
use facts::{Call, CallKind, DefId, DefinitionKind, Expr};
use rustc_hash::FxHashMap;

/// Modules through which a variable is followed that they pass on by name.
const MAX_PASSED_ON: u32 = 4;

/// Variables of modules and fields of types, by how they are named.
#[derive(Default)]
pub(super) struct Holders {
    variables: FxHashMap<Node, Def>,
    fields: FxHashMap<(Def, Name), Def>,
}

impl Builder<'_> {
    /// Finds all of them, once everything has flowed.
    #[inline(never)]
    pub(super) fn find_holders(&mut self) {
        for file in 0..self.solver.program.files.len() {
            let source = &self.solver.program.files[file];
            for (at, definition) in source.facts().definitions.iter().enumerate() {
                let def = source.def(DefId(at as u32));
                let Some(name) = self.solver.program.names.get(&definition.name) else { continue };
                match definition.kind {
                    DefinitionKind::Variable => {
                        let kind = facts::BindingKind::Assignment;
                        let scope: GlobalScope = self.solver.binding_scope(file, definition.scope, name, kind);
                        if let Some(node) = self.solver.find_variable(scope, name) {
                            self.holders.variables.entry(node).or_insert(def);
                        }
                    }
                    DefinitionKind::Field => {
                        if let Some(class) = self.solver.program.enclosing_type(def) {
                            self.holders.fields.entry((class, name)).or_insert(def);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.find_imported_holders();
    }

    /// Names that imports bind to variables of other modules, also through modules that pass them on.
    fn find_imported_holders(&mut self) {
        let mut imported: Vec<(Node, Node)> = Vec::new();
        for file in 0..self.solver.program.files.len() {
            let facts = self.solver.program.files[file].facts();
            for binding in &facts.bindings {
                let (facts::BindingKind::Import(id), facts::Target::Name(bound)) = (binding.kind, &binding.target)
                else {
                    continue;
                };
                let import = &facts.imports[id.0 as usize];
                let Some(bound) = self.solver.program.names.get(bound) else { continue };
                let scope = self.solver.binding_scope(file, binding.scope, bound, binding.kind);
                let Some(node) = self.solver.find_variable(scope, bound) else { continue };
                let solver = &mut self.solver;
                let target = solver.layouts.resolve(&solver.program, &solver.spaces, file, import);
                if let ImportTarget::Inside { namespace, path } = target
                    && let [only] = path[..]
                    && let Some(name) = solver.program.names.get(only)
                    && let Some(of) = solver.namespace_member(namespace, name)
                {
                    imported.push((node, of));
                }
            }
        }
        for _ in 0..MAX_PASSED_ON {
            for (node, of) in &imported {
                if let Some(def) = self.holders.variables.get(of).copied() {
                    self.holders.variables.entry(*node).or_insert(def);
                }
            }
        }
    }

    /// The variable or field that a call names, and by which rule.
    #[inline(never)]
    pub(super) fn held_callee(&self, file: u32, call: &Call) -> Option<(Def, Rule)> {
        if call.kind != CallKind::Call {
            return None;
        }
        let callee = match self.solver.program.expr(file, call.callee) {
            Expr::Await(inner) => *inner,
            _ => call.callee,
        };
        match self.solver.program.expr(file, callee) {
            Expr::Name { .. } => {
                let def = *self.holders.variables.get(&self.solver.expr_node(file, callee))?;
                let here = self.solver.program.file_of_def[def.0 as usize] == file;
                Some((def, if here { Rule::Scope } else { Rule::Import }))
            }
            Expr::Attribute { base, name, .. } => {
                let name = self.solver.program.names.get(name)?;
                let values = self.solver.values(self.solver.expr_node(file, *base));
                values.into_iter().find_map(|(value, rule)| {
                    let Value::Instance(class) = value else { return None };
                    let order = self.solver.hierarchy.order(class);
                    let field = order.iter().find_map(|base| self.holders.fields.get(&(*base, name)))?;
                    Some((*field, rule.max(Rule::Member)))
                })
            }
            _ => None,
        }
    }
}
