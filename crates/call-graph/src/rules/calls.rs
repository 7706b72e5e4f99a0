//! Rules 3 and 4: the value of a call, what its arguments flow into, constructors, functions as values.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Container, Key, Node, Value};
use facts::{Call, CallId, CallKind, DefinitionKind, Expr, Parameter, ParameterKind};

/// Parameters that a `*xs` may fill, or that are looked at for the next one by position.
const MAX_SPREAD: usize = 64;

/// Decorators above one another that are looked through for what they are applied to: each of them looks.
const MAX_STACKED: usize = 64;

/// Where an argument goes that the function returns as it is.
#[derive(Clone, Copy)]
struct Through {
    result: Node,
    rule: Rule,
}

impl<'a> Solver<'a> {
    /// A callee of a call became known.
    pub(crate) fn call_value(&mut self, file: u32, id: CallId, value: Value, rule: Rule) {
        let call = self.program.call(file, id);
        let result = self.call_result(file, id);
        match value {
            Value::Function(def) if self.is_of_other_arity(def, call) || self.shadowed.contains(&def) => {}
            Value::Function(def) => {
                if call.kind == CallKind::New && self.program.file_of(def).rules.constructor_functions {
                    self.add(result, Value::Instance(def), rule.max(Rule::Constructed));
                }
                let own = self.decorated_by(file, call);
                if let Some(own) = own {
                    self.decorated.insert((def, own));
                }
                let skip = usize::from(self.is_unbound(file, call, def) || self.gives_receiver(file, call));
                let through = Through { result, rule: Rule::Returned.max(rule) };
                self.pass_arguments(file, call, def, skip, Some(through));
                let returned = self.return_node(def);
                match own {
                    Some(own) if self.first_copy(returned, result) => {
                        let rule = through.rule;
                        self.constrain(returned, Constraint::CopyDecorated { to: result, rule, decorator: def, own });
                    }
                    Some(_) => {}
                    None => self.copy(returned, result, through.rule),
                }
            }
            Value::Class(class) => {
                self.convert(file, call, class);
                let instead = self.run_by_class(call, class);
                for (method, _) in &instead {
                    self.call_value(file, id, Value::Function(*method), rule.max(Rule::Member));
                }
                if instead.is_empty() {
                    self.add(result, Value::Instance(class), rule.max(Rule::Constructed));
                    self.construct(file, call, class);
                }
            }
            Value::Super(class, _) => {
                let order = self.hierarchy.order(class);
                let base = order.iter().skip(1).find(|base| self.constructors.contains_key(base)).copied();
                if let Some(base) = base {
                    self.construct(file, call, base);
                }
            }
            Value::Instance(class) => {
                self.add_instance_call(file, id, class, rule);
            }
            Value::Binder(def) => self.add(result, Value::Function(def), rule.max(Rule::Returned)),
            Value::External(id) => {
                self.add(result, value, rule.max(Rule::Returned));
                if self.hands_on_function(file, call, id)
                    && let Some(given) = call.arguments.first()
                {
                    let from = self.expr_node(file, given.value);
                    self.copy(from, result, Rule::Returned);
                }
                if let Some(held) = self.wrapped(file, call) {
                    self.copy(held, result, Rule::Returned);
                }
                self.register_variant(file, call);
                self.make_queue(file, call, id, result);
            }
            Value::Builtin(name) => self.call_builtin(file, call, name, result),
            Value::ContainerMethod(container, name) => {
                let arguments: Vec<Node> = call.arguments.iter().map(|a| self.expr_node(file, a.value)).collect();
                match self.work_queues.contains(&container) {
                    true => self.put_into_queue(container, name, &arguments),
                    false => self.call_container(container, name, &arguments, result),
                }
            }
            Value::WrapperMethod(class, name) => {
                let arguments: Vec<Node> = call.arguments.iter().map(|a| self.expr_node(file, a.value)).collect();
                self.call_wrapper(class, name, rule, &arguments, result);
            }
            Value::Namespace(space) => {
                if let Some(own) = self.module_value(space) {
                    self.constrain_once(own, Constraint::Call { file, call: id });
                }
            }
            // A value of a class that a call made of its members.
            Value::Container(body) => {
                if self.class_bodies.contains(&body) {
                    self.add(result, value, rule.max(Rule::Constructed));
                }
            }
            Value::Alias(_) | Value::Others => {}
        }
    }

    /// True of a function that a call cannot mean, because it takes another number of arguments.
    pub(crate) fn is_of_other_arity(&self, def: Def, call: &Call) -> bool {
        self.program.file_of(def).rules.arity_decides && !takes_as_many(&self.program.definition(def).parameters, call)
    }

    /// What a call of a class runs in place of its constructor; nothing where it constructs.
    pub(crate) fn run_by_class(&self, call: &Call, class: Def) -> Vec<(Def, Rule)> {
        let method = self.program.file_of(class).rules.class_call_method.filter(|_| call.kind == CallKind::Call);
        let found = self.methods_named(class, method);
        found.into_iter().filter(|(method, _)| self.program.definition(*method).is_static).collect()
    }

    /// What a decorator is applied to; `None` for other calls.
    pub(crate) fn decorated_by(&self, file: u32, call: &Call) -> Option<Def> {
        let mut call = call;
        for _ in 0..MAX_STACKED {
            if call.kind != CallKind::Decorator {
                return None;
            }
            match self.program.expr(file, call.arguments.first()?.value) {
                Expr::Function(def) => return Some(self.program.files[file as usize].def(*def)),
                // Decorators above one another.
                Expr::Call(inner) => call = self.program.call(file, *inner),
                _ => return None,
            }
        }
        None
    }

    pub(crate) fn call_result(&self, file: u32, id: CallId) -> Node {
        let global = self.program.files[file as usize].call_base + id.0;
        self.call_nodes[global as usize]
    }

    /// The method is named through its class, so that the first argument is the receiver.
    fn is_unbound(&self, file: u32, call: &Call, def: Def) -> bool {
        let definition = self.program.definition(def);
        let takes_receiver = definition.parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver);
        if !takes_receiver || definition.is_static {
            return false;
        }
        let rules = self.program.file_of(def).rules;
        let Expr::Attribute { base, .. } = self.program.expr(file, call.callee) else {
            return rules.receiver_is_argument;
        };
        let base = self.expr_node(file, *base);
        if rules.receiver_is_argument {
            let own = self.program.enclosing_type(def);
            return !self
                .values(base)
                .iter()
                .any(|(value, _)| matches!(value, Value::Instance(of) if Some(*of) == own));
        }
        self.has_only(base, |value| matches!(value, Value::Class(_)))
    }

    /// `f.call(receiver, ..)`: the first argument is the receiver. Ruby's `f.call` and C#'s `f.Invoke` take none.
    fn gives_receiver(&self, file: u32, call: &Call) -> bool {
        let Expr::Attribute { base, name, .. } = self.program.expr(file, call.callee) else { return false };
        let rules = self.program.files[file as usize].rules;
        if rules.function_binder.is_none() {
            return false;
        }
        let members = rules.function_members;
        let is_function = |value| matches!(value, Value::Function(_));
        members.contains(&name.as_str()) && self.has_only(self.expr_node(file, *base), is_function)
    }

    /// `f.apply(receiver, xs)`.
    fn spreads_arguments(&self, file: u32, call: &Call) -> bool {
        let spreader = self.program.files[file as usize].rules.function_spreader;
        let named = |name: &str| spreader == Some(name);
        matches!(self.program.expr(file, call.callee), Expr::Attribute { name, .. } if named(name))
            && self.gives_receiver(file, call)
    }

    #[inline(never)]
    fn construct(&mut self, file: u32, call: &'a Call, class: Def) {
        for (constructor, _) in self.constructors_of(class) {
            self.pass_arguments(file, call, constructor, 0, None);
        }
    }

    /// What runs when a class is constructed: its own or inherited constructors, with how sure each is.
    pub(crate) fn constructors_of(&self, class: Def) -> Vec<(Def, Rule)> {
        let order = self.hierarchy.order(class);
        let own = order.iter().find_map(|base| self.constructors.get(base));
        let own = own.into_iter().flatten().map(|constructor| (*constructor, Rule::Scope));
        own.chain(self.methods_named(class, self.program.file_of(class).rules.allocator)).collect()
    }

    /// The functions under this name in the class, or else in the first of its bases that has the name; what a decorator
    /// put there is less sure than what the class defines.
    pub(crate) fn methods_named(&self, class: Def, name: Option<&str>) -> Vec<(Def, Rule)> {
        name.and_then(|name| self.program.names.get(name)).map_or_else(Vec::new, |name| self.methods_of(class, name))
    }

    /// The same by the name's number.
    pub(crate) fn methods_of(&self, class: Def, name: Name) -> Vec<(Def, Rule)> {
        let order = self.hierarchy.order(class);
        let found = order.iter().find_map(|base| self.members.get(&(*base, name)));
        found.map_or_else(Vec::new, |(node, _)| self.functions_by_rule(*node))
    }

    fn functions_by_rule(&self, node: Node) -> Vec<(Def, Rule)> {
        let function = |(value, rule)| match value {
            Value::Function(def) => Some((def, rule)),
            _ => None,
        };
        self.values(node).into_iter().filter_map(function).collect()
    }

    pub(crate) fn functions_in(&self, node: Node) -> Vec<Def> {
        self.functions_by_rule(node).into_iter().map(|(def, _)| def).collect()
    }

    #[inline(never)]
    fn add_instance_call(&mut self, file: u32, id: CallId, class: Def, rule: Rule) {
        let rules = self.program.file_of(class).rules;
        let result = self.call_result(file, id);
        if let Some(converted) = self.converted_to(class) {
            self.constrain_once(converted, Constraint::Call { file, call: id });
        }
        if rules.callable_variants && self.program.definition(class).kind == DefinitionKind::Enum {
            self.add(result, Value::Instance(class), rule.max(Rule::Constructed));
        }
        let Some(name) = rules.call_method else { return };
        let name = self.program.names.intern(name);
        let Some(&(member, true)) =
            self.hierarchy.order(class).iter().find_map(|base| self.members.get(&(*base, name)))
        else {
            return;
        };
        self.constrain_once(member, Constraint::Call { file, call: id });
    }

    /// `HandlerFunc(f)`: calling a value of the type may run what was converted to it.
    fn convert(&mut self, file: u32, call: &Call, class: Def) {
        if let [argument] = call.arguments.as_slice()
            && let Some(to) = self.converted_to(class)
        {
            let from = self.expr_node(file, argument.value);
            self.copy(from, to, Rule::Flow);
        }
    }

    /// The node of what values of a type were converted from, which may be functions; `None` of a type that is converted to in no
    /// language, or whose values are called by a method of theirs.
    fn converted_to(&mut self, class: Def) -> Option<Node> {
        let rules = self.program.file_of(class).rules;
        let heads = &mut self.heads;
        let converts = rules.types_convert && rules.call_method.is_none();
        converts.then(|| *self.converted.entry(class).or_insert_with(|| crate::solver::new_node(heads)))
    }

    /// Arguments flow into parameters, and `through` the function where it returns them. `skip` arguments are left out
    /// in front.
    fn pass_arguments(&mut self, file: u32, call: &'a Call, def: Def, skip: usize, through: Option<Through>) {
        let definition = self.program.definition(def);
        let parameters = &definition.parameters;
        let receiver = usize::from(parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver));
        let mut position = receiver;
        let spreads = self.spreads_arguments(file, call);
        let mut in_rest = 0;
        for argument in call.arguments.iter().skip(skip) {
            let from = self.expr_node(file, argument.value);
            if let Some(name) = &argument.name {
                self.pass_named(def, name, from, through);
            } else if argument.spread || spreads {
                self.pass_spread(def, position, from, through);
            } else {
                let by_name = parameters.iter().skip(position).take(MAX_SPREAD);
                position += by_name.take_while(|p| p.kind == ParameterKind::KeywordOnly).count();
                if parameters.get(position).is_some_and(|p| p.kind == ParameterKind::Rest) {
                    self.pass_rest(def, position, Some(Key::Index(in_rest)), from);
                    in_rest += 1;
                } else {
                    self.pass_at(def, position, from, through);
                }
                if parameters.get(position).is_some_and(|p| p.kind != ParameterKind::Rest) {
                    position += 1;
                }
            }
        }
    }

    /// A value becomes the first parameter after the receiver.
    pub(crate) fn pass_value(&mut self, def: Def, from: Node) {
        let parameters = &self.program.definition(def).parameters;
        let first = parameters.iter().position(|parameter| parameter.kind != ParameterKind::Receiver);
        if let Some(first) = first {
            self.pass_at(def, first, from, None);
        }
    }

    fn pass_at(&mut self, def: Def, position: usize, from: Node, through: Option<Through>) {
        let Some(parameter) = self.program.definition(def).parameters.get(position) else { return };
        if parameter.kind != ParameterKind::Rest {
            self.pass_to(def, position, from, through);
        } else {
            self.pass_rest(def, position, None, from);
        }
    }

    /// An argument becomes an element of a rest parameter, the one at its place among them where that is known.
    fn pass_rest(&mut self, def: Def, position: usize, key: Option<Key>, from: Node) {
        if let Some(container) = self.rest_container(def, position as u32) {
            let to = self.stored(container, key);
            self.copy(from, to, Rule::Container);
        }
    }

    fn pass_to(&mut self, def: Def, position: usize, from: Node, through: Option<Through>) {
        let typed = self.program.definition(def).parameters[position].annotation.is_some();
        for Through { result: to, rule } in self.ways_in(def, position, through) {
            if !typed {
                self.copy(from, to, rule);
            } else if self.first_copy(from, to) {
                self.constrain(from, Constraint::CopyUntyped { to, rule });
            }
        }
    }

    /// Where an argument for a parameter goes: out again, where the function returns it, and into the parameter.
    fn ways_in(&self, def: Def, position: usize, through: Option<Through>) -> impl Iterator<Item = Through> + use<> {
        let parameter = (def, position as u32);
        let through = through.filter(|_| self.passes.contains(&parameter));
        let inside = self.parameter_nodes.get(&parameter).map(|to| Through { result: *to, rule: Rule::Flow });
        through.into_iter().chain(inside)
    }

    fn pass_named(&mut self, def: Def, name: &'a str, from: Node, through: Option<Through>) {
        let parameters = &self.program.definition(def).parameters;
        if let Some(position) = self.place_of_parameter(def, name) {
            self.pass_to(def, position, from, through);
        } else if let Some(position) = parameters.iter().rposition(|p| p.kind == ParameterKind::KeywordRest)
            && let Some(container) = self.rest_container(def, position as u32)
        {
            let name = self.program.names.intern(name);
            let to = self.field(container, Key::Text(name));
            self.copy(from, to, Rule::Container);
        }
    }

    /// `*xs` fills what is left by position, `**kw` by name.
    fn pass_spread(&mut self, def: Def, position: usize, from: Node, through: Option<Through>) {
        let definition = self.program.definition(def);
        for (at, parameter) in definition.parameters.iter().enumerate().skip(position).take(MAX_SPREAD) {
            if parameter.kind == ParameterKind::Rest || parameter.kind == ParameterKind::KeywordRest {
                if let Some(container) = self.rest_container(def, at as u32) {
                    self.spread_into_rest(def, at, at == position, from, container);
                }
                continue;
            }
            let Some(&to) = self.parameter_nodes.get(&(def, at as u32)) else { continue };
            let through = through.filter(|_| self.passes.contains(&(def, at as u32)));
            for (to, rule) in [(to, Rule::Flow)].into_iter().chain(through.map(|out| (out.result, out.rule))) {
                if self.first_copy(from, to) {
                    let middle = self.node();
                    self.copy(middle, to, rule);
                    let name = self.program.names.intern(&parameter.name);
                    self.constrain(from, Constraint::LoadKey { key: Some(Key::Text(name)), to: middle });
                    let index = (at - position) as i64;
                    self.constrain(from, Constraint::LoadKey { key: Some(Key::Index(index)), to: middle });
                }
            }
        }
    }

    /// `*xs` and `**kw` handed on as such keep their keys, where the rest parameter begins at the same place.
    fn spread_into_rest(&mut self, def: Def, at: usize, begins: bool, from: Node, container: Container) {
        let is_named = self.program.definition(def).parameters[at].kind == ParameterKind::KeywordRest;
        let node = self.parameter_nodes.get(&(def, at as u32)).copied().filter(|_| is_named || begins);
        let Some(to) = node else {
            let to = self.stored(container, None);
            return self.constrain(from, Constraint::LoadKey { key: None, to });
        };
        self.made.entry(to).or_insert(container);
        if self.first_copy(from, to) {
            self.constrain(from, Constraint::Spread { to });
        }
    }

    /// A function is called with an argument at a place by the language's own code.
    pub(crate) fn feed_at(&mut self, value: Value, place: usize, argument: Node) {
        let Value::Function(def) = value else { return };
        let parameters = &self.program.definition(def).parameters;
        let first = usize::from(parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver));
        self.pass_at(def, first + place, argument, None);
    }

    /// A function is called with an element by the language's own code.
    pub(crate) fn feed(&mut self, value: Value, element: Node, result: Option<Node>) {
        let Value::Function(def) = value else { return };
        let parameters = &self.program.definition(def).parameters;
        let first = usize::from(parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver));
        self.pass_at(def, first, element, result.map(|result| Through { result, rule: Rule::Container }));
        if let Some(result) = result {
            let returned = self.return_node(def);
            self.copy(returned, result, Rule::Container);
        }
    }
}

/// True where parameters are filled by as many arguments as a call has.
pub(crate) fn takes_as_many(parameters: &[Parameter], call: &Call) -> bool {
    let plain = parameters.iter().filter(|parameter| parameter.kind != ParameterKind::Receiver);
    let required = plain.clone().filter(|parameter| parameter.default.is_none()).count();
    let rest = parameters.last().is_some_and(|parameter| parameter.kind == ParameterKind::Rest);
    let given = call.arguments.len();
    (required..=plain.count()).contains(&given) || (rest && given + 1 >= required)
}
