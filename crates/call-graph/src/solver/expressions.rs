//! A node for each expression through which values flow.

use super::places::Places;
use super::value::{Constraint, Container, Key, Node, Value, literal_name};
use super::{NONE, Solver};
use crate::containers;
use crate::language_rules::OuterNames;
use crate::program::Name;
use crate::rule::Rule;
use facts::{DefId, DefinitionKind, Expr, ExprId, LiteralKind, ScopeId, ScopeKind};

impl<'a> Solver<'a> {
    /// Children come before parents in the arena, so that one pass in order suffices.
    #[inline(never)]
    pub(super) fn expressions(&mut self, file: usize) {
        let facts = self.program.files[file].facts();
        let base = self.program.files[file].expr_base;
        let places = Places::of(facts, self.program.files[file].rules);
        self.find_object_methods(file);
        let mut last_values = facts.last_values.iter().peekable();
        for (at, expr) in facts.exprs.iter().enumerate() {
            let id = ExprId(at as u32);
            let last = last_values.next_if(|(read, _)| *read == id).filter(|_| places.is_value(id));
            let node = match expr {
                _ if let Some((_, value)) = last => self.last_value(file as u32, *value),
                Expr::Attribute { base, name, .. } if places.is_field_read(id) => {
                    let name = self.program.names.intern(name);
                    self.read(file as u32, *base, |_, to| Constraint::LoadField { name, to })
                }
                Expr::Name { name, scope, .. } => {
                    let name = self.program.names.intern(name);
                    if places.is_type(id) {
                        let node = self.look_up_type(file, *scope, name);
                        self.expr_nodes[base as usize + at] = if node == self.empty { NONE } else { node.0 };
                        continue;
                    }
                    let found = self.look_up(file, places.scope_of_lookup(facts, id, *scope), name);
                    let found =
                        if places.is_field_read(id) { self.read_field(file, *scope, name, found) } else { found };
                    if self.program.files[file].rules.bare_properties { self.read_name(found) } else { found }
                }
                _ => self.expression(file as u32, expr),
            };
            self.expr_nodes[base as usize + at] = if node == self.empty { NONE } else { node.0 };
        }
    }

    /// What a variable has that was last bound to this value. Reading the variable does not do again what made the value.
    fn last_value(&mut self, file: u32, value: ExprId) -> Node {
        let from = self.expr_node(file, value);
        if from == self.empty {
            return from;
        }
        let to = self.node();
        self.copy(from, to, Rule::Scope);
        to
    }

    #[inline(never)]
    fn expression(&mut self, file: u32, expr: &'a Expr) -> Node {
        match expr {
            Expr::Receiver { definition } => self.receiver(file, *definition),
            Expr::Super { definition } => self.super_of(file, *definition),
            Expr::Attribute { base, name, .. } => {
                self.read(file, *base, |solver, to| Constraint::Load { name: solver.program.names.intern(name), to })
            }
            Expr::Members { base, prefix } => {
                let prefix = self.program.names.intern(prefix);
                self.read(file, *base, |_, to| Constraint::LoadPrefix { prefix, to })
            }
            Expr::Subscript { base, key } => {
                self.read(file, *base, |solver, to| Constraint::LoadKey { key: solver.key(key), to })
            }
            Expr::Call(call) => {
                let node = self.node();
                let at = self.program.files[file as usize].call_base + call.0;
                self.call_nodes[at as usize] = node;
                node
            }
            Expr::Function(def) => self.definition_value(file, *def),
            Expr::Collection(items) => {
                let container = self.container();
                let has_names = items.iter().any(|(key, _)| matches!(key, facts::Key::Text(_) | facts::Key::Spread));
                if has_names && self.program.files[file as usize].rules.constructor_functions {
                    self.plain_objects.insert(container);
                }
                let node = self.node();
                self.fill(file, items, container, node);
                self.object_of_methods(file, items, container);
                self.add(node, Value::Container(container), Rule::Scope);
                node
            }
            Expr::Either(options) => {
                let nodes: Vec<Node> = options.iter().map(|option| self.expr_node(file, *option)).collect();
                self.join(nodes)
            }
            Expr::Element(base) => self.read(file, *base, |_, to| Constraint::LoadKey { key: None, to }),
            Expr::Await(inner) => self.expr_node(file, *inner),
            Expr::Generic { base, .. } => self.expr_node(file, *base),
            Expr::Cast { value, to } => {
                let node = self.node();
                self.instance_of(file, *to, node, Rule::Annotation);
                let inner = self.expr_node(file, *value);
                self.constrain(inner, Constraint::CopyUntyped { to: node, rule: Rule::Scope });
                if let Expr::Collection(items) = self.program.expr(file, *value) {
                    let positional = self.program.files[file as usize].rules.positional_fields;
                    for (key, item) in items {
                        let from = self.expr_node(file, *item);
                        match key {
                            facts::Key::Text(name) => {
                                let name = self.program.names.intern(name);
                                self.constrain(node, Constraint::Store { name, from });
                            }
                            facts::Key::Index(index) if positional && from != self.empty => {
                                self.constrain(node, Constraint::StoreAt { index: *index, from });
                            }
                            _ => {}
                        }
                    }
                }
                node
            }
            // Names are looked up by where they are.
            Expr::Name { .. } | Expr::Literal(LiteralKind::Null) | Expr::Unknown => self.empty,
            Expr::Literal(kind) => self.builtin_node(literal_name(*kind)),
        }
    }

    /// Puts the items of a literal into its container, which is what `node` has. What is spread does not reach keys that are written
    /// behind it.
    fn fill(&mut self, file: u32, items: &'a [(facts::Key, ExprId)], container: Container, node: Node) {
        let is_spread = |(key, _): &(facts::Key, ExprId)| matches!(key, facts::Key::Spread);
        let behind = items.iter().rposition(is_spread).map_or(0, |at| at + 1);
        let (before, behind) = items.split_at(behind);
        for (key, value) in behind {
            self.put(file, key, *value, container);
        }
        if before.is_empty() {
            return;
        }
        self.made.insert(node, container);
        self.copied.entry(container).or_default();
        for (key, value) in before.iter().filter(|item| !is_spread(item)) {
            self.put(file, key, *value, container);
        }
        for (_, spread) in before.iter().filter(|item| is_spread(item)) {
            let from = self.expr_node(file, *spread);
            self.constrain(from, Constraint::Spread { to: node });
        }
    }

    fn put(&mut self, file: u32, key: &'a facts::Key, value: ExprId, container: Container) {
        let value = self.expr_node(file, value);
        let key = self.key(key);
        let to = self.stored(container, key);
        self.copy(value, to, Rule::Container);
    }

    /// What a bare name gives that is not called, in a language where a method of that name is something else.
    fn read_field(&mut self, file: usize, scope: ScopeId, name: Name, found: Node) -> Node {
        if found == self.empty || !self.names_of_fields.contains(&name) || self.is_local(file, scope, name, found) {
            return found;
        }
        if let Some(known) = self.read_fields.get(&found) {
            return *known;
        }
        let to = self.node();
        self.read_fields.insert(found, to);
        self.constrain(found, Constraint::CopyField { to, rule: Rule::Scope });
        to
    }

    /// A variable or a parameter of a function around.
    fn is_local(&self, file: usize, scope: ScopeId, name: Name, found: Node) -> bool {
        let source = &self.program.files[file];
        let mut scopes = std::iter::successors(Some(scope), |at| source.facts().scope(*at).parent);
        scopes.any(|at| {
            let is_function = matches!(source.facts().scope(at).kind, ScopeKind::Function | ScopeKind::Block);
            is_function && self.find_variable(source.scope(at), name) == Some(found)
        })
    }

    /// What a bare name gives where it is a property's.
    fn read_name(&mut self, found: Node) -> Node {
        // A member of the class around was read already.
        if found == self.empty || self.read_names.contains(&found) {
            return found;
        }
        let to = self.node();
        self.constrain(found, Constraint::CopyMember { to, rule: Rule::Scope });
        to
    }

    /// Functions of object literals, in which `this` is the object and not what a class around makes.
    #[inline(never)]
    fn find_object_methods(&mut self, file: usize) {
        let source = &self.program.files[file];
        if !source.rules.constructor_functions {
            return;
        }
        for expr in &source.facts().exprs {
            let Expr::Collection(items) = expr else { continue };
            let named = items.iter().filter(|(key, _)| matches!(key, facts::Key::Text(_)));
            self.object_methods.extend(named.filter_map(|(_, item)| match source.facts().expr(*item) {
                Expr::Function(def) => Some(source.def(*def)),
                _ => None,
            }));
        }
    }

    /// The object reaches `this` in its functions.
    #[inline(never)]
    fn object_of_methods(&mut self, file: u32, items: &[(facts::Key, ExprId)], container: super::Container) {
        for (_, item) in items {
            let Expr::Function(method) = self.program.expr(file, *item) else { continue };
            if self.object_methods.contains(&self.program.files[file as usize].def(*method)) {
                let node = self.receiver(file, *method);
                self.add(node, Value::Container(container), Rule::Member);
            }
        }
    }

    /// What is read of a value: nothing where it has no node.
    fn read(&mut self, file: u32, base: ExprId, reads: impl FnOnce(&mut Self, Node) -> Constraint) -> Node {
        let base = self.expr_node(file, base);
        if base == self.empty {
            return base;
        }
        let to = self.node();
        let constraint = reads(self, to);
        self.constrain(base, constraint);
        to
    }

    /// A node with the values of all; one of them where only one has any.
    pub(crate) fn join(&mut self, mut nodes: Vec<Node>) -> Node {
        let empty = self.empty;
        nodes.retain(|node| *node != empty);
        nodes.dedup();
        match nodes[..] {
            [] => empty,
            [only] => only,
            _ => {
                let to = self.node();
                for from in nodes {
                    self.copy(from, to, Rule::Scope);
                }
                to
            }
        }
    }

    /// A node that holds one thing of the language itself.
    pub(crate) fn builtin_node(&mut self, name: &'static str) -> Node {
        let name = self.program.names.intern(name);
        let scope = crate::program::GlobalScope(NONE);
        if let Some(node) = self.find_variable(scope, name) {
            return node;
        }
        let node = self.variable(scope, name);
        self.add(node, Value::Builtin(name), Rule::Scope);
        node
    }

    pub(crate) fn key(&mut self, key: &'a facts::Key) -> Option<Key> {
        match key {
            facts::Key::Text(text) => Some(Key::Text(self.program.names.intern(text))),
            facts::Key::Index(index) => Some(Key::Index(*index)),
            facts::Key::Unknown | facts::Key::Spread => None,
        }
    }

    pub(crate) fn definition_value(&mut self, file: u32, def: DefId) -> Node {
        let definition = self.program.files[file as usize].facts().definition(def);
        let global = self.program.files[file as usize].def(def);
        let value = match definition.kind {
            DefinitionKind::Module => match self.spaces.of_def.get(&global) {
                Some(id) => Value::Namespace(*id),
                None if self.program.is_type(global) => Value::Namespace(self.spaces.of_file[file as usize]),
                None => return self.empty,
            },
            DefinitionKind::Variable | DefinitionKind::Field => return self.empty,
            DefinitionKind::TypeAlias if definition.returns.is_some() || !definition.bases.is_empty() => {
                let written = definition.returns.or(definition.bases.first().copied());
                return match written {
                    Some(written) if self.is_alias(file, def) => self.alias_value(file, def, written),
                    Some(written) => self.expr_node(file, written),
                    None => self.empty,
                };
            }
            kind if kind.is_type() => Value::Class(self.program.class_of(global)),
            _ => Value::Function(global),
        };
        let node = self.node();
        match self.layouts.bodies(global).to_vec()[..] {
            // The standard library's, declared once more.
            [] if definition.body.is_none() && self.is_library_function(file, &definition.name) => {
                let name = self.program.names.intern(&definition.name);
                self.add(node, Value::Builtin(name), Rule::Scope);
            }
            [] => self.add(node, value, Rule::Scope),
            // The declaration stands for them.
            ref bodies => bodies.iter().for_each(|body| self.add(node, Value::Function(*body), Rule::Import)),
        }
        node
    }

    fn is_library_function(&self, file: u32, name: &str) -> bool {
        let rules = self.program.files[file as usize].rules;
        rules.outer_names == OuterNames::Linked && rules.is_global(name)
    }

    /// A value of a written type reaches `to`.
    pub(crate) fn instance_of(&mut self, file: u32, written: ExprId, to: Node, rule: Rule) {
        if self.instance_of_parameter(file, written, to, rule) {
            return;
        }
        match self.program.expr(file, written) {
            Expr::Generic { base, arguments } => {
                let name = last_name(self, file, *base);
                let generic = containers::generic(self.program.files[file as usize].rules, name);
                // The repository may have a `Map` or `Mutex` of its own.
                if generic != containers::Generic::Nominal {
                    let from = self.expr_node(file, *base);
                    self.constrain(from, Constraint::OwnInstance { to, rule });
                }
                match generic {
                    containers::Generic::Transparent => {
                        if let Some(first) = arguments.first() {
                            self.instance_of(file, *first, to, rule);
                        }
                    }
                    containers::Generic::Class => {
                        for argument in arguments.iter().take(1) {
                            let from = self.expr_node(file, *argument);
                            self.copy(from, to, rule);
                        }
                    }
                    containers::Generic::Elements => {
                        let container = self.container();
                        let elements = self.stored(container, None);
                        if let Some(last) = arguments.last() {
                            self.instance_of(file, *last, elements, rule);
                        }
                        self.add(to, Value::Container(container), rule);
                    }
                    containers::Generic::Nominal => self.instance_of_use(file, *base, arguments, to, rule),
                }
            }
            Expr::Either(options) => options.iter().for_each(|option| self.instance_of(file, *option, to, rule)),
            Expr::Await(inner) => self.instance_of(file, *inner, to, rule),
            Expr::Collection(items) => {
                let container = self.container();
                for (key, item) in items {
                    let key = self.key(key);
                    let node = self.stored(container, key);
                    self.instance_of(file, *item, node, rule);
                }
                self.add(to, Value::Container(container), rule);
            }
            other => {
                let from = self.expr_node(file, written);
                self.constrain(from, Constraint::Instance { to, rule });
                if matches!(other, Expr::Function(_) | Expr::Receiver { .. }) {
                    self.copy(from, to, rule);
                }
            }
        }
    }

    /// `self`, `this`.
    fn receiver(&mut self, file: u32, method: DefId) -> Node {
        let def = self.program.files[file as usize].def(method);
        if let Some(node) = self.receiver_nodes.get(&def) {
            return *node;
        }
        let node = self.node();
        self.receiver_nodes.insert(def, node);
        let definition = self.program.definition(def);
        if self.object_methods.contains(&def) {
            return node;
        }
        if let Some(owner) = definition.owner {
            self.instance_of(file, owner, node, Rule::Member);
        } else if let Some(class) = self.program.enclosing_type(def) {
            let value = if definition.is_static { Value::Class(class) } else { Value::Instance(class) };
            self.add(node, value, Rule::Member);
        } else if definition.parent.is_none() && self.program.is_type(def)
            || self.program.files[file as usize].rules.constructor_functions
                && definition.kind == DefinitionKind::Function
        {
            self.add(node, Value::Instance(def), Rule::Member);
        }
        node
    }

    fn super_of(&mut self, file: u32, method: DefId) -> Node {
        let def = self.program.files[file as usize].def(method);
        let node = self.node();
        if let Some(class) = self.program.enclosing_type(def) {
            let is_static = self.program.definition(def).is_static;
            self.add(node, Value::Super(class, is_static), Rule::Member);
        }
        node
    }
}

fn last_name<'a>(solver: &Solver<'a>, file: u32, expr: ExprId) -> &'a str {
    match solver.program.expr(file, expr) {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } => name,
        _ => "",
    }
}
