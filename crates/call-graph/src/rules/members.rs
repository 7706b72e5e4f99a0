//! Rule 2: members of modules, classes and values; inherited ones in method resolution order.

use crate::containers;
use crate::modules::NamespaceId;
use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Key, Node, PropertyRead, Value};
use facts::DefinitionKind;

impl Solver<'_> {
    /// Member `name` of `value` reaches `to`.
    pub(crate) fn load(&mut self, node: Node, value: Value, rule: Rule, name: Name, to: Node) {
        if !self.complete && matches!(value, Value::Class(_) | Value::Instance(_) | Value::Super(..)) {
            self.deferred.push((node, value, rule, Constraint::Load { name, to }));
        }
        match value {
            Value::Namespace(space) => {
                let rule = if rule == Rule::Scope { Rule::Member } else { rule };
                match self.namespace_member(space, name) {
                    Some(member) => self.copy(member, to, rule),
                    None => {
                        self.load_missing_of_module(space, name, rule, to);
                        self.load_from_module_value(space, name, to);
                    }
                }
            }
            Value::Class(class) if self.names_constructor(class, name) => self.load_constructor(class, rule, to),
            Value::Class(class) if !self.complete => {
                if let Some(&(member, _)) = self.members.get(&(class, name)) {
                    self.copy(member, to, Rule::Member);
                }
            }
            Value::Class(class) if self.program.file_of(class).rules.class_members_apart => {
                self.load_of_class(class, name, rule.max(Rule::Member), to);
            }
            Value::Class(class) => self.load_member(class, name, rule.max(Rule::Member), false, to),
            Value::Instance(_) | Value::Super(..) if !self.complete => {}
            Value::Instance(class)
                if self.program.file_of(class).rules.class_member == Some(self.program.names.text(name)) =>
            {
                // It may be one below.
                let least = if self.hierarchy.below(class).is_empty() { Rule::Returned } else { Rule::Flow };
                self.add(to, Value::Class(class), rule.max(least));
            }
            Value::Instance(class) => self.load_member(class, name, rule.max(Rule::Member), true, to),
            Value::Super(class, is_static) => self.load_super(class, name, is_static, to),
            Value::Function(def) => self.load_of_function(def, rule, name, to),
            Value::Container(container) => {
                let text = self.program.names.text(name);
                let known = self.find_field(container, Key::Text(name));
                if self.class_bodies.contains(&container) {
                    let stored = self.stored(container, None);
                    self.copy(stored, to, rule.max(Rule::Container));
                } else if known.is_none() && containers::is_method(text) && !self.plain_objects.contains(&container) {
                    self.add(to, Value::ContainerMethod(container, name), rule);
                    return;
                }
                let field = self.field(container, Key::Text(name));
                self.copy(field, to, rule);
            }
            Value::External(_) => self.add(to, value, rule.max(Rule::Import)),
            Value::Builtin(_) => self.add(to, value, rule.max(Rule::Returned)),
            Value::ContainerMethod(..)
            | Value::WrapperMethod(..)
            | Value::Binder(_)
            | Value::Alias(_)
            | Value::Others => {}
        }
    }

    /// `C::new`, where that is no member like others.
    fn names_constructor(&self, class: Def, name: Name) -> bool {
        self.program.file_of(class).rules.constructor_member == Some(self.program.names.text(name))
    }

    /// The constructors of a class as functions; of a class that has none, the class is the function.
    fn load_constructor(&mut self, class: Def, rule: Rule, to: Node) {
        let own = self.constructors.get(&class).cloned().unwrap_or_else(|| vec![class]);
        for constructor in own {
            let made = self.return_node(constructor);
            self.add(made, Value::Instance(class), Rule::Constructed);
            self.add(to, Value::Function(constructor), rule.max(Rule::Constructor));
        }
    }

    /// `module.exports = value`: what the module has not itself may be a member of that value.
    fn load_from_module_value(&mut self, space: NamespaceId, name: Name, to: Node) {
        if let Some(own) = self.module_value(space) {
            self.constrain_once(own, Constraint::Load { name, to });
            // `import x from "./commonjs"`.
            if self.program.names.text(name) == "default" {
                self.copy(own, to, Rule::Import);
            }
        }
    }

    /// The value that a CommonJS module is as a whole.
    pub(crate) fn module_value(&self, space: NamespaceId) -> Option<Node> {
        let here = self.spaces.get(space);
        let local = here.exports.get(&self.program.names.get("=")?)?;
        self.find_variable(here.scope, *local)
    }

    fn load_member(&mut self, class: Def, name: Name, rule: Rule, of_instance: bool, to: Node) {
        let order = self.hierarchy.order(class);
        let mut found = false;
        for (depth, base) in order.iter().enumerate() {
            let Some(&(member, declared)) = self.members.get(&(*base, name)) else { continue };
            let rule = if depth > 0 { rule.max(Rule::Inherited) } else { rule };
            self.copy_out(member, to, rule, of_instance);
            if declared {
                found = true;
                break;
            }
        }
        if found {
            return;
        }
        let own = self.member(class, name, false);
        self.copy_out(own, to, rule, of_instance);
        if of_instance {
            self.load_missing(class, name, rule, to);
        }
        if !of_instance && self.program.definition(class).kind == DefinitionKind::Enum {
            self.add(to, Value::Instance(class), rule);
        }
        let mut below = false;
        let narrows = self.program.file_of(class).rules.values_narrow;
        for sub in narrows.then(|| self.hierarchy.below(class)).into_iter().flatten() {
            // A class below may have it from another of its bases: this one is a mixin.
            let member = self.declared_from(sub, 0, name);
            if let Some(member) = member {
                self.copy_out(member, to, rule.max(Rule::Override), of_instance);
                below = true;
            }
        }
        let rules = self.program.file_of(class).rules;
        let is_found = below || rules.class_members_apart && self.load_function_of_all(class, name, rule, to);
        if !is_found {
            let external = order.iter().find_map(|base| self.external_bases.get(base).copied());
            if self.load_given(class, name, rule, of_instance, to) {
                return;
            }
            if let Some(external) = external {
                self.add(to, Value::External(external), rule.max(Rule::Inherited));
            } else if of_instance {
                let method =
                    containers::wrapper_method(self.program.file_of(class).rules, self.program.names.text(name));
                if method.gives_itself || method.takes_function {
                    self.add(to, Value::WrapperMethod(class, name), rule);
                }
            }
        }
    }

    /// A member that the language gives to types, or that a value has through the one that it stands for. True where it is
    /// one of those.
    fn load_given(&mut self, class: Def, name: Name, rule: Rule, of_instance: bool, to: Node) -> bool {
        let rules = self.program.file_of(class).rules;
        let text = self.program.names.text(name);
        // Methods of wrappers say more of what they return.
        let wraps = containers::wrapper_method(rules, text);
        if of_instance && (wraps.gives_itself || wraps.takes_function) {
            return false;
        }
        if !of_instance && rules.given_constructors.contains(&text) {
            self.add(to, Value::Class(class), rule.max(Rule::Returned));
            return true;
        }
        if rules.given_members.contains(&text) {
            self.add(to, Value::Builtin(name), rule.max(Rule::Inherited));
            return true;
        }
        let deref = rules.deref_method.filter(|method| of_instance && *method != text);
        let through = self.methods_named(class, deref);
        if through.is_empty() {
            return false;
        }
        let reads =
            through.iter().map(|(method, within)| PropertyRead { node: to, getter: *method, rule: rule.max(*within) });
        self.property_reads.extend(reads);
        // Made once: what a value stands for may stand for it in turn.
        if let Some(known) = self.dereferenced.get(&(class, name)) {
            self.copy(*known, to, rule);
            return true;
        }
        let found = self.node();
        self.dereferenced.insert((class, name), found);
        for (method, _) in through {
            let through = self.return_node(method);
            self.constrain(through, Constraint::Load { name, to: found });
        }
        self.copy(found, to, rule);
        true
    }

    /// The member that the source declares first in the order of lookup of a class, `skip` of its classes left out.
    fn declared_from(&self, class: Def, skip: usize, name: Name) -> Option<Node> {
        let order = self.hierarchy.order(class);
        order.iter().skip(skip).find_map(|base| match self.members.get(&(*base, name)) {
            Some(&(member, true)) => Some(member),
            _ => None,
        })
    }

    /// A class that answers for members which it does not have runs a method when one is read.
    fn load_missing(&mut self, class: Def, name: Name, rule: Rule, to: Node) {
        let Some(method) = self.program.file_of(class).rules.implicit.on_missing_member else { return };
        // The language looks its own methods up in the class alone.
        let text = self.program.names.text(name);
        if text.starts_with("__") && text.ends_with("__") {
            return;
        }
        for (getter, within) in self.methods_named(class, Some(method)) {
            self.missing_reads.push((name, PropertyRead { node: to, getter, rule: rule.max(within) }));
        }
    }

    /// The same of a module with such a function (PEP 562). The attributes that every module has are found without it.
    fn load_missing_of_module(&mut self, space: NamespaceId, name: Name, rule: Rule, to: Node) {
        const OF_ANY: [&str; 8] =
            ["__name__", "__doc__", "__file__", "__path__", "__dict__", "__spec__", "__loader__", "__package__"];
        let Some(function) = self.answers_for_module else { return };
        if OF_ANY.contains(&self.program.names.text(name)) || name == function {
            return;
        }
        let Some(own) = self.namespace_member(space, function) else { return };
        for (value, within) in self.values(own) {
            if let Value::Function(getter) = value
                && self.program.file_of(getter).rules.implicit.on_missing_member.is_some()
            {
                self.missing_reads.push((name, PropertyRead { node: to, getter, rule: rule.max(within) }));
            }
        }
    }

    /// Field `name` of a value of `class`: the first declared in the order of lookup; any member where there is none.
    pub(crate) fn load_field(&mut self, node: Node, class: Def, rule: Rule, name: Name, to: Node) {
        if !self.complete {
            self.deferred.push((node, Value::Instance(class), rule, Constraint::LoadField { name, to }));
            return;
        }
        let order = self.hierarchy.order(class);
        let holder = order.iter().position(|base| self.fields_beside_methods.contains(&(*base, name)));
        let Some(depth) = holder else { return self.load(node, Value::Instance(class), rule, name, to) };
        let Some(&(member, _)) = self.members.get(&(order[depth], name)) else { return };
        let least = if depth > 0 { Rule::Inherited } else { Rule::Member };
        if self.first_copy(member, to) {
            self.constrain(member, Constraint::CopyField { to, rule: rule.max(least) });
        }
    }

    /// Members of instances run their getters.
    fn copy_out(&mut self, member: Node, to: Node, rule: Rule, of_instance: bool) {
        if self.first_copy(member, to) {
            let constraint = match of_instance {
                true => Constraint::CopyMember { to, rule },
                false => Constraint::Copy { to, rule },
            };
            return self.constrain(member, constraint);
        }
        // It came out before; now by a better rule, perhaps.
        for (value, by) in self.values(member) {
            let is_accessor = matches!(value, Value::Function(def) if self.program.accessor(def).is_some());
            if member != to && !(of_instance && is_accessor) {
                self.add(to, value, by.max(rule));
            }
        }
    }

    fn load_super(&mut self, class: Def, name: Name, is_static: bool, to: Node) {
        if is_static && self.program.file_of(class).rules.class_members_apart {
            return self.load_super_of_class(class, name, to);
        }
        let order = self.hierarchy.order(class);
        for base in order.iter().skip(1) {
            if let Some(&(member, true)) = self.members.get(&(*base, name)) {
                self.copy_out(member, to, Rule::Inherited, !is_static);
                return;
            }
        }
        let external = order.iter().find_map(|base| self.external_bases.get(base).copied());
        // In a mixin, what comes next is known to the classes below.
        let mut mixed_in = false;
        for sub in self.hierarchy.below(class) {
            let next = self.hierarchy.order(sub).iter().position(|base| *base == class);
            if let Some(member) = next.and_then(|at| self.declared_from(sub, at + 1, name)) {
                mixed_in = true;
                self.copy_out(member, to, Rule::Override, !is_static);
            }
        }
        match external {
            Some(external) => self.add(to, Value::External(external), Rule::Inherited),
            None if mixed_in => {}
            // Every class has the language's own root above it.
            None => self.add(to, Value::Builtin(name), Rule::Inherited),
        }
    }

    /// `f.attribute`; in JavaScript `f.call` is the function again, and `f.bind` returns it.
    fn load_of_function(&mut self, def: Def, rule: Rule, name: Name, to: Node) {
        let text = self.program.names.text(name);
        let rules = self.program.file_of(def).rules;
        if rules.function_members.contains(&text) {
            self.add(to, Value::Function(def), rule);
            return;
        }
        // The result is a function that runs it, and what it is given.
        if rules.function_combinators.contains(&text) {
            self.add(to, Value::Binder(def), rule);
            return;
        }
        if rules.functional_interfaces && !rules.given_members.contains(&text) {
            self.add(to, Value::Function(def), rule);
            return;
        }
        if rules.function_binder == Some(text) {
            self.add(to, Value::Binder(def), rule);
            return;
        }
        if rules.constructor_functions && text == "prototype" {
            self.add(to, Value::Instance(def), rule);
        }
        let member = self.member(def, name, false);
        self.copy(member, to, rule.max(Rule::Flow));
    }

    /// Whether the source declares `name` as a method of a class or of one above it.
    fn has_method(&self, class: Def, name: Name) -> bool {
        let is_method = |def: &Def| self.program.definition(*def).kind == DefinitionKind::Method;
        self.declared_from(class, 0, name).is_some_and(|member| self.functions_in(member).iter().any(is_method))
    }

    /// `from` becomes member `name` of `value`.
    pub(crate) fn store_member(&mut self, value: Value, name: Name, from: Node) {
        match value {
            Value::Instance(class) if !self.setters_of(class, name).is_empty() => {
                for (setter, _) in self.setters_of(class, name) {
                    self.pass_value(setter, from);
                }
            }
            Value::Instance(def) | Value::Class(def) | Value::Function(def) => {
                let to = self.member(def, name, false);
                // One value may have another function in place of its method; the others have the method.
                let replaces = self.has_method(def, name);
                let least = if replaces || matches!(value, Value::Function(_)) { Rule::Flow } else { Rule::Scope };
                self.copy(from, to, least);
            }
            Value::Namespace(space) => {
                let scope = self.spaces.get(space).scope;
                if self.find_variable(scope, name).is_none() {
                    self.passed_on.clear();
                }
                let to = self.variable(scope, name);
                self.copy(from, to, Rule::Member);
            }
            Value::Container(container) => {
                let to = self.field(container, Key::Text(name));
                self.copy(from, to, Rule::Container);
            }
            _ => {}
        }
    }
}
