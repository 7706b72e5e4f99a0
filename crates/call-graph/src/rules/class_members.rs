//! Rule 2 in languages where a class has methods of its own beside those of its values ([`class_members_apart`]): what a
//! class itself, or `super` in such a method, is asked for. `extend` gives a class the methods of a module.
//!
//! [`class_members_apart`]: crate::language_rules::LanguageRules::class_members_apart

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Node, Value};
use facts::{Expr, FileFacts};
use std::rc::Rc;

/// The method that gives a class the methods of modules.
const EXTEND: &str = "extend";

/// The most modules that one class is extended by.
const MAX_EXTENDED: usize = 64;

impl<'a> Solver<'a> {
    /// The node of a member of the class itself, made where there is none.
    pub(crate) fn class_member(&mut self, class: Def, name: Name) -> Node {
        let heads = &mut self.heads;
        *self.class_members.entry((class, name)).or_insert_with(|| crate::solver::new_node(heads))
    }

    /// Member `name` of the class itself reaches `to`: a constant, a method of the class or of one that it inherits from or is
    /// extended by.
    pub(crate) fn load_of_class(&mut self, class: Def, name: Name, rule: Rule, to: Node) {
        let order = self.hierarchy.order(class);
        if self.program.names.text(name).starts_with(char::is_uppercase) {
            let constant = order.iter().find_map(|base| self.members.get(&(*base, name))).filter(|(_, known)| *known);
            if let Some(&(constant, _)) = constant {
                return self.copy(constant, to, rule);
            }
        }
        if !self.load_from(&order, name, rule, to) {
            self.load_from_outside(&order, class, name, rule, to);
        }
    }

    /// `super` in a method of the class itself.
    pub(crate) fn load_super_of_class(&mut self, class: Def, name: Name, to: Node) {
        let order = self.hierarchy.order(class);
        let below: Rc<[Def]> = order.iter().skip(1).copied().collect();
        if !self.load_from_extensions(class, name, Rule::Inherited, to)
            && !self.load_from(&below, name, Rule::Inherited, to)
        {
            self.add(to, Value::Builtin(name), Rule::Inherited);
        }
    }

    fn load_from(&mut self, order: &[Def], name: Name, rule: Rule, to: Node) -> bool {
        for (depth, base) in order.iter().enumerate() {
            let rule = if depth > 0 { rule.max(Rule::Inherited) } else { rule };
            if let Some(&member) = self.class_members.get(&(*base, name)) {
                self.copy(member, to, rule);
                return true;
            }
            if self.load_from_extensions(*base, name, rule.max(Rule::Inherited), to) {
                return true;
            }
        }
        false
    }

    fn load_from_extensions(&mut self, class: Def, name: Name, rule: Rule, to: Node) -> bool {
        let modules = self.extended.get(&class).cloned().unwrap_or_default(); // Most classes are extended by none.
        for module in modules.into_iter().rev() {
            let order = self.hierarchy.order(module);
            let found = order.iter().find_map(|base| self.members.get(&(*base, name)));
            if let Some(&(member, true)) = found {
                self.copy(member, to, rule);
                return true;
            }
        }
        false
    }

    fn load_from_outside(&mut self, order: &[Def], class: Def, name: Name, rule: Rule, to: Node) {
        let external = order.iter().find_map(|base| self.external_bases.get(base).copied());
        if !self.load_function_of_all(class, name, rule, to) {
            match external {
                Some(external) => self.add(to, Value::External(external), rule.max(Rule::Inherited)),
                // A variable of the class itself.
                None => {
                    let own = self.member(class, name, false);
                    self.copy(own, to, rule);
                }
            }
        }
    }

    /// A function outside of classes, or one of the language itself, is a method of every value.
    pub(crate) fn load_function_of_all(&mut self, class: Def, name: Name, rule: Rule, to: Node) -> bool {
        let rules = self.program.file_of(class).rules;
        let found = self.functions_of_all(name);
        if !found.is_empty() {
            let found = self.join(found);
            self.copy(found, to, rule.max(Rule::Inherited));
            return true;
        }
        let is_global = rules.is_global(self.program.names.text(name));
        if is_global {
            self.add(to, Value::Builtin(name), rule);
        }
        is_global
    }

    /// The functions of this name outside of classes, in whichever files they are.
    pub(crate) fn functions_of_all(&self, name: Name) -> Vec<Node> {
        let files = self.layouts.functions_of_all(name);
        let scope = |file: &u32| self.program.files[*file as usize].scope(facts::ScopeId::FILE);
        files.iter().filter_map(|file| self.find_variable(scope(file), name)).collect()
    }

    /// Reads off the calls of class bodies which modules extend which class.
    pub(crate) fn read_extensions(&mut self) {
        for file in 0..self.program.files.len() as u32 {
            if !self.program.files[file as usize].rules.class_members_apart {
                continue;
            }
            let facts = self.program.files[file as usize].facts();
            for call in &facts.calls {
                let Some(class) = extended_class(facts, call.callee) else { continue };
                let class = self.program.class_of(self.program.files[file as usize].def(class));
                for argument in &call.arguments {
                    let node = self.expr_node(file, argument.value);
                    let modules = self.values(node).into_iter().filter_map(|(value, _)| match value {
                        Value::Class(module) => Some(module),
                        _ => None,
                    });
                    let modules: Vec<Def> = modules.collect();
                    let known = self.extended.entry(class).or_default();
                    known.extend(modules.into_iter().take(MAX_EXTENDED.saturating_sub(known.len())));
                }
            }
        }
    }
}

fn extended_class(facts: &FileFacts, callee: facts::ExprId) -> Option<facts::DefId> {
    let Expr::Attribute { base, name, .. } = facts.expr(callee) else { return None };
    match facts.expr(*base) {
        Expr::Function(class) if name == EXTEND && facts.definition(*class).kind.is_type() => Some(*class),
        _ => None,
    }
}
