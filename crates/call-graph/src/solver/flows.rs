//! Bindings, returns and annotations as constraints; what only the second stage may know.

use super::Solver;
use super::value::{Constraint, Value};
use crate::rule::Rule;
use facts::{BindingKind, CallId, DefId, Expr, ExprId, FileFacts, ParameterKind, ReturnKind, ScopeId, Target};
use rustc_hash::FxHashSet;

/// Names of a file that something else than a parameter is bound to, with their scopes.
type Reassigned<'f> = FxHashSet<(ScopeId, &'f str)>;

fn reassigned(facts: &FileFacts) -> Reassigned<'_> {
    let bound = facts.bindings.iter().filter(|binding| !matches!(binding.kind, BindingKind::Parameter(..)));
    let named = bound.filter_map(|binding| match &binding.target {
        Target::Name(name) => Some((binding.scope, name.as_str())),
        _ => None,
    });
    named.collect()
}

impl<'a> Solver<'a> {
    #[inline(never)]
    pub(super) fn flows(&mut self, file: u32) {
        self.bindings(file);
        self.results(file);
        self.call_functions_in_place(file);
    }

    fn bindings(&mut self, file: u32) {
        let facts = self.program.files[file as usize].facts();
        for binding in &facts.bindings {
            if let BindingKind::Definition(def) = binding.kind
                && self.program.is_signature(self.program.files[file as usize].def(def))
            {
                continue;
            }
            let from = match binding.kind {
                // Its definition says more.
                BindingKind::Definition(def) if self.is_alias(file, def) => self.empty,
                _ => binding.value.map_or(self.empty, |value| self.expr_node(file, value)),
            };
            match &binding.target {
                Target::Name(name) => {
                    let name = self.program.names.intern(name);
                    let scope = self.binding_scope(file as usize, binding.scope, name, binding.kind);
                    let to = self.variable(scope, name);
                    // A parameter's default is one of the values that it may have.
                    let is_default = matches!(binding.kind, BindingKind::Parameter(..));
                    self.copy(from, to, if is_default { Rule::Flow } else { Rule::Scope });
                    if let Some(annotation) = binding.annotation {
                        self.instance_of(file, annotation, to, Rule::Annotation);
                    }
                    match binding.kind {
                        // A decorated function is bound to what its decorators return; who calls it by its name means
                        // the function all the same.
                        BindingKind::Definition(def) => self.bind_definition(file, def, to),
                        BindingKind::Parameter(def, index) => self.parameter(file, def, index, to),
                        BindingKind::Import(_) | BindingKind::Assignment => {}
                    }
                }
                Target::Attribute { base, name } => {
                    let name = self.program.names.intern(name);
                    let base = self.expr_node(file, *base);
                    let mut stored = from;
                    if let Some(annotation) = binding.annotation {
                        stored = self.node();
                        self.copy(from, stored, Rule::Scope);
                        self.instance_of(file, annotation, stored, Rule::Annotation);
                    }
                    if stored != self.empty {
                        self.constrain(base, Constraint::Store { name, from: stored });
                    }
                }
                Target::Subscript { base, key } => {
                    let base = self.expr_node(file, *base);
                    let key = self.key(key);
                    if from != self.empty {
                        self.constrain(base, Constraint::StoreKey { key, from });
                    }
                }
            }
        }
    }

    fn bind_definition(&mut self, file: u32, def: DefId, to: super::Node) {
        let definition = self.program.files[file as usize].facts().definition(def);
        let value = self.definition_value(file, def);
        self.copy(value, to, Rule::Scope);
        if matches!(definition.kind, facts::DefinitionKind::Variable | facts::DefinitionKind::Field)
            && let Some(written) = definition.returns
        {
            self.instance_of(file, written, to, Rule::Annotation);
        }
    }

    fn parameter(&mut self, file: u32, def: DefId, index: u32, to: super::Node) {
        let definition = self.program.files[file as usize].facts().definition(def);
        let parameter = &definition.parameters[index as usize];
        let global = self.program.files[file as usize].def(def);
        if parameter.kind != ParameterKind::Receiver && parameter.default.is_none() {
            self.inject(file, definition, global, &parameter.name, to);
        }
        if matches!(parameter.kind, ParameterKind::Rest | ParameterKind::KeywordRest) {
            let container = self.container();
            self.rest_containers.insert((global, index), container);
            self.add(to, Value::Container(container), Rule::Scope);
        }
    }

    /// Fields without a binding of their own, declared results, returned and yielded values.
    fn results(&mut self, file: u32) {
        let facts = self.program.files[file as usize].facts();
        for (at, definition) in facts.definitions.iter().enumerate() {
            let Some(written) = definition.returns else { continue };
            let def = DefId(at as u32);
            let global = self.program.files[file as usize].def(def);
            if definition.kind.is_callable() {
                let to = self.return_node(global);
                self.instance_of(file, written, to, Rule::Annotation);
            } else if matches!(definition.kind, facts::DefinitionKind::Field | facts::DefinitionKind::Variable) {
                let Some(parent) = definition.parent else { continue };
                let class = self.program.files[file as usize].def(parent);
                if !self.program.is_type(class) {
                    continue;
                }
                let name = self.program.names.intern(&definition.name);
                let to = self.member(class, name, true);
                self.instance_of(file, written, to, Rule::Annotation);
            }
        }
        let mutated = reassigned(facts);
        for leaving in &facts.returns {
            let def = self.program.files[file as usize].def(leaving.definition);
            let from = self.expr_node(file, leaving.value);
            match leaving.kind {
                ReturnKind::Return => self.returned(file, leaving.definition, leaving.value, &mutated),
                ReturnKind::Yield => {
                    let container = match self.generators.get(&def) {
                        Some(container) => *container,
                        None => {
                            let container = self.container();
                            self.generators.insert(def, container);
                            let to = self.return_node(def);
                            self.add(to, Value::Container(container), Rule::Scope);
                            container
                        }
                    };
                    let to = self.stored(container, None);
                    self.copy(from, to, Rule::Container);
                }
                ReturnKind::Throw => {}
            }
        }
    }

    /// A returned value; a parameter that is never assigned to is noted as passed through, and only what it holds
    /// without any call (its default, its declared type) is in every result.
    fn returned(&mut self, file: u32, def: DefId, value: ExprId, mutated: &Reassigned<'_>) {
        let facts = self.program.files[file as usize].facts();
        let global = self.program.files[file as usize].def(def);
        match facts.expr(value) {
            Expr::Either(options) => {
                return options.iter().for_each(|option| self.returned(file, def, *option, mutated));
            }
            Expr::Name { name, .. } => {
                let parameters = &facts.definition(def).parameters;
                let position = self
                    // PHP's variables have a `$`, and arguments by name have none.
                    .place_of_parameter(global, name.trim_start_matches('$'))
                    .filter(|place| parameters[*place].kind != ParameterKind::Receiver);
                let index = position.map(|position| position as u32);
                let node = self.expr_node(file, value);
                let own = index.filter(|at| self.parameter_nodes.get(&(global, *at)) == Some(&node));
                let body = facts.definition(def).body;
                if let (Some(at), Some(body)) = (own, body)
                    && !matches!(parameters[at as usize].kind, ParameterKind::Rest | ParameterKind::KeywordRest)
                    && !mutated.contains(&(body, name.as_str()))
                {
                    self.passes.insert((global, at));
                    let to = self.return_node(global);
                    if let Some(default) = parameters[at as usize].default {
                        let from = self.expr_node(file, default);
                        self.copy(from, to, Rule::Scope);
                    }
                    if let Some(written) = parameters[at as usize].annotation {
                        self.instance_of(file, written, to, Rule::Annotation);
                    }
                    return;
                }
            }
            _ => {}
        }
        let from = self.expr_node(file, value);
        let to = self.return_node(global);
        self.copy(from, to, Rule::Scope);
    }

    /// What waited for the hierarchy to be known.
    #[inline(never)]
    pub(super) fn resume_deferred(&mut self) {
        for (node, value, rule, constraint) in std::mem::take(&mut self.deferred) {
            self.apply(node, value, rule, constraint);
        }
    }

    /// The calls of a file, with the hierarchy known.
    #[inline(never)]
    pub(super) fn calls(&mut self, file: u32) {
        let facts = self.program.files[file as usize].facts();
        for (at, call) in facts.calls.iter().enumerate() {
            let callee = self.expr_node(file, call.callee);
            self.constrain(callee, Constraint::Call { file, call: CallId(at as u32) });
        }
    }

    /// The container that a rest parameter collects into.
    pub(crate) fn rest_container(&self, def: crate::program::Def, index: u32) -> Option<super::Container> {
        self.rest_containers.get(&(def, index)).copied()
    }
}
