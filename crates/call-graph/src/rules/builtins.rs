//! Rule 4, the language's own: functions and methods of containers and wrappers that hand on what they are given.

use crate::containers;
use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Container, Key, Node, Value};
use facts::{Call, Expr};

impl<'a> Solver<'a> {
    /// The language's own functions that hand on what they are given.
    #[inline(never)]
    pub(super) fn call_builtin(&mut self, file: u32, call: &'a Call, name: Name, result: Node) {
        let text = self.program.names.text(name);
        let argument = |solver: &Self, at: usize| {
            call.arguments.get(at).filter(|a| a.name.is_none()).map(|a| solver.expr_node(file, a.value))
        };
        let callee = match self.program.expr(file, call.callee) {
            Expr::Generic { base, .. } => *base,
            _ => call.callee,
        };
        let is_name = matches!(self.program.expr(file, callee), Expr::Name { .. });
        if !is_name && matches!(text, "Object" | "Array") {
            self.call_object(file, call, result);
        }
        let rules = self.program.files[file as usize].rules;
        self.defer(file, call, text);
        if is_name
            && rules.passing_globals.contains(&text)
            && let Some(from) = argument(self, 0)
        {
            self.copy(from, result, Rule::Container);
        }
        if is_name && rules.container_makers.contains(&text) {
            self.make_container(file, call, result);
        }
        // `type(x)` with one argument.
        if is_name
            && text == "type"
            && let (Some(from), Some(class), 1) = (argument(self, 0), rules.class_member, call.arguments.len())
        {
            let name = self.program.names.intern(class);
            self.constrain(from, Constraint::Load { name, to: result });
        }
        // `type(name, bases, members)` makes a class.
        if is_name
            && text == "type"
            && rules.class_member.is_some()
            && let (Some(bases), Some(members)) = (argument(self, 1), argument(self, 2))
        {
            self.make_class(bases, members, result);
        }
        if is_name && text == "append" {
            let made = self.made_by(result);
            let out = self.stored(made, None);
            for added in call.arguments.iter().skip(1) {
                let from = self.expr_node(file, added.value);
                if added.spread {
                    self.constrain(from, Constraint::LoadKey { key: None, to: out });
                } else {
                    self.copy(from, out, Rule::Container);
                }
            }
            self.add(result, Value::Container(made), Rule::Container);
        }
        if is_name
            && text == "next"
            && let Some(from) = argument(self, 0)
        {
            self.constrain(from, Constraint::LoadKey { key: None, to: result });
        }
        if is_name
            && matches!(text, "map" | "filter")
            && let (Some(function), Some(over)) = (argument(self, 0), argument(self, 1))
        {
            let element = self.node();
            self.constrain(over, Constraint::LoadKey { key: None, to: element });
            let made = self.made_by(result);
            let out = self.stored(made, None);
            let returned = if text == "map" { Some(out) } else { None };
            self.constrain(function, Constraint::Feed { element, result: returned });
            if text == "filter" {
                self.copy(element, out, Rule::Container);
            }
            self.add(result, Value::Container(made), Rule::Container);
        }
        if let Some(held) = self.wrapped(file, call) {
            self.copy(held, result, Rule::Returned);
        }
        self.add(result, Value::Builtin(name), Rule::Returned);
    }

    /// The first argument where a call makes a wrapper of the language's around it, which is used like what it holds.
    pub(crate) fn wrapped(&self, file: u32, call: &Call) -> Option<Node> {
        let rules = self.program.files[file as usize].rules;
        let Expr::Attribute { base, name, .. } = self.program.expr(file, call.callee) else { return None };
        let of = match self.program.expr(file, *base) {
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => name.as_str(),
            _ => return None,
        };
        let makes = rules.wrapping_functions.contains(&name.as_str()) && rules.transparent_types.contains(&of);
        call.arguments.first().filter(|_| makes).map(|argument| self.expr_node(file, argument.value))
    }

    /// A class that is made by a call is taken for each of its bases, with the members that it is given.
    fn make_class(&mut self, bases: Node, members: Node, class: Node) {
        let own = self.node();
        self.constrain(bases, Constraint::LoadKey { key: None, to: class });
        self.constrain(class, Constraint::Instance { to: own, rule: Rule::Returned });
        self.constrain(members, Constraint::ClassBody { class, own });
    }

    /// Functions among the members of such a class get a value of it.
    pub(crate) fn class_body(&mut self, value: Value, class: Node, own: Node) {
        let Value::Container(body) = value else { return };
        self.class_bodies.insert(body);
        self.add(class, value, Rule::Returned);
        self.add(own, value, Rule::Returned);
        let elements = self.elements(body);
        self.constrain_once(elements, Constraint::FeedAt { place: 0, argument: own });
    }

    /// `process.nextTick(f, x)`: what is behind the function reaches its parameters.
    fn defer(&mut self, file: u32, call: &'a Call, global: &str) {
        let Some(first) = self.deferred_from(file, call, global) else { return };
        let Some(function) = call.arguments.first() else { return };
        let function = self.expr_node(file, function.value);
        for (place, argument) in call.arguments.iter().skip(first).enumerate() {
            let argument = self.expr_node(file, argument.value);
            self.constrain_once(function, Constraint::FeedAt { place: place as u32, argument });
        }
    }

    /// For a call of a function of the language that runs its first argument later: from which place on it hands on arguments.
    pub(crate) fn deferred_from(&self, file: u32, call: &Call, global: &str) -> Option<usize> {
        let calls = self.program.files[file as usize].rules.deferring_calls;
        let of = match self.program.expr(file, call.callee) {
            Expr::Name { .. } => ("", global),
            Expr::Attribute { base, name, .. } if matches!(self.program.expr(file, *base), Expr::Name { .. }) => {
                (global, name.as_str())
            }
            _ => return None,
        };
        calls.iter().find(|(object, name, _)| (*object, *name) == of).map(|(.., first)| *first)
    }

    /// A new container with what the first argument holds, also in pairs, and what is given by name.
    fn make_container(&mut self, file: u32, call: &'a Call, result: Node) {
        let made = self.made_by(result);
        for argument in &call.arguments {
            let from = self.expr_node(file, argument.value);
            match &argument.name {
                Some(name) => {
                    let name = self.program.names.intern(name);
                    let to = self.field(made, Key::Text(name));
                    self.copy(from, to, Rule::Container);
                }
                None => {
                    let to = self.stored(made, None);
                    self.constrain(from, Constraint::LoadKey { key: None, to });
                    let pair = self.node();
                    self.constrain(from, Constraint::LoadKey { key: None, to: pair });
                    self.constrain(pair, Constraint::LoadKey { key: Some(Key::Index(1)), to });
                }
            }
        }
        self.add(result, Value::Container(made), Rule::Scope);
    }

    /// A method of the language's containers.
    #[inline(never)]
    pub(super) fn call_container(&mut self, container: Container, name: Name, arguments: &[Node], result: Node) {
        let elements = self.elements(container);
        let method = containers::method(self.program.names.text(name));
        if method.gives_element {
            self.copy(elements, result, Rule::Scope);
        }
        if method.gives_itself {
            self.add(result, Value::Container(container), Rule::Container);
        }
        if method.gives_entries {
            let made = self.made_by(result);
            let entries = self.stored(made, None);
            self.add(entries, Value::Container(container), Rule::Container);
            self.add(result, Value::Container(made), Rule::Container);
        }
        if method.gives_copy {
            let copy = self.copy_by(result, container);
            // `concat`
            for argument in arguments.iter().filter(|_| !method.takes_function) {
                let added = self.stored(copy, None);
                self.constrain(*argument, Constraint::LoadKey { key: None, to: added });
            }
            self.add(result, Value::Container(copy), Rule::Container);
        }
        if method.stores
            && let Some(last) = arguments.last()
        {
            let to = self.stored(container, None);
            self.copy(*last, to, Rule::Container);
        }
        if method.takes_function {
            let made = self.made_by(result);
            let out = self.stored(made, None);
            for argument in arguments {
                self.constrain(*argument, Constraint::Feed { element: elements, result: Some(out) });
            }
            if method.stores_result {
                let to = self.stored(container, None);
                self.copy(out, to, Rule::Container);
            }
            if !method.gives_element && !method.gives_itself && !method.gives_copy {
                self.add(result, Value::Container(made), Rule::Container);
            }
        }
    }

    /// A method of a wrapper around a value of a class.
    #[inline(never)]
    pub(super) fn call_wrapper(&mut self, class: Def, name: Name, rule: Rule, arguments: &[Node], result: Node) {
        let rules = self.program.file_of(class).rules;
        let method = containers::wrapper_method(rules, self.program.names.text(name));
        if method.gives_itself {
            self.add(result, Value::Instance(class), rule);
        }
        if method.takes_function {
            let held = self.node();
            self.add(held, Value::Instance(class), rule);
            let returned = (!method.gives_itself).then_some(result);
            for argument in arguments {
                self.constrain(*argument, Constraint::Feed { element: held, result: returned });
            }
        }
    }
}
