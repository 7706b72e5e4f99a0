//! Call sites: each gets its edges, or a reason why it has none.

use super::Builder;
use crate::containers;
use crate::modules::NamespaceId;
use crate::program::Def;
use crate::rule::Rule;
use crate::solver::value::{Node, Value};
use crate::{UnresolvedReason, UnresolvedSite};
use facts::{Call, CallId, CallKind, DefinitionKind, Expr};

/// What a call site was found to do.
#[derive(Default)]
pub(super) struct Found {
    targets: Vec<(Def, Rule)>,
    external: Option<(u32, Rule)>,
    builtin: bool,
}

/// So many functions may have been passed to one place for a call of it to say as much about each as about one.
const MAX_FLOWED: usize = 4;
/// The same for elements of one container: a table of handlers is longer, and meant.
const MAX_ELEMENTS: usize = 12;

/// How sure it is that a function of the language that runs what it is given does so where it is called.
const RUN_WHERE_PASSED: f32 = 0.92;

/// Modules that are each the next one as a whole are followed so far.
const MOST_REEXPORTS: usize = 8;

/// What is left of the confidence in each of so many callees that reached one place by `rule`.
fn crowded(targets: &[(Def, Rule)], rule: Rule) -> f32 {
    let most = match rule {
        Rule::Flow => MAX_FLOWED,
        Rule::Container => MAX_ELEMENTS,
        _ => return 1.0,
    };
    let count = targets.iter().filter(|(_, by)| *by == rule).count();
    if count > most { most as f32 / count as f32 } else { 1.0 }
}

impl<'a> Builder<'a> {
    pub(super) fn sites(&mut self, file: u32) {
        let facts = self.solver.program.files[file as usize].facts();
        for call in &facts.calls {
            self.site(file, call);
        }
    }

    fn site(&mut self, file: u32, call: &'a Call) {
        let caller = self.solver.program.files[file as usize].def(call.caller);
        let callee = self.solver.expr_node(file, call.callee);
        let line = self.solver.program.files[file as usize].facts().line_of_call(call);
        let mut found = self.targets(file, call, callee);
        if matches!(self.solver.program.expr(file, call.callee), Expr::Receiver { .. }) {
            self.own_constructors(caller, callee, &mut found);
        }
        // An enum's constants construct it; no reader calls that a call of itself.
        if matches!(found.targets[..], [(to, _)] if to == caller && self.solver.program.definition(to).kind.is_type()) {
            return;
        }
        self.choose_overload(file, call, &mut found.targets);
        let vague = call.kind == CallKind::Decorator
            && found.targets.iter().all(|(_, rule)| crowded(&found.targets, *rule) < 1.0 && *rule >= Rule::Flow);
        let has_others = self.solver.has_others(callee);
        if has_others || found.targets.len() > 1 && (vague || self.has_edges_enough()) {
            self.stats.call_sites += 1;
            let noted = if has_others { self.solver.functions_in(callee).len() } else { 0 };
            let candidates = noted.max(found.targets.len()) as u32;
            return self.unresolved(file, call, caller, UnresolvedReason::Ambiguous { candidates });
        }
        if found.targets.is_empty() && found.external.is_none() && !found.builtin {
            found.targets.extend(self.held_callee(file, call));
            if !found.targets.is_empty() {
                self.callbacks(file, call, caller);
            }
        }
        if found.targets.is_empty() {
            self.callbacks(file, call, caller);
            if call.kind == CallKind::Implicit {
                return;
            }
            self.stats.call_sites += 1;
            self.without_target(file, call, caller, found);
            return;
        }
        self.stats.call_sites += 1;
        let exclusive = self.exclude_each_other(&found.targets);
        let mut proven = false;
        for (to, rule) in &found.targets {
            let share = if exclusive(*rule) { rule.share() } else { 1.0 };
            let confidence = rule.confidence() * share * crowded(&found.targets, *rule);
            proven |= confidence >= Rule::PROVEN;
            self.edge(file, caller, *to, *rule, confidence, line);
        }
        self.overriding(file, call, caller, line, &found.targets);
        self.implementations(file, call, caller, line, &found.targets);
        if proven {
            self.stats.proven += 1;
        } else {
            self.stats.possible += 1;
        }
    }

    /// Which of several callees, by their rule, one run of the call excludes: different types or values do, and so do what a
    /// branch, a loop or a default bound to one variable. Overloads that no types tell apart may all be meant.
    #[inline(never)]
    fn exclude_each_other(&self, targets: &[(Def, Rule)]) -> impl Fn(Rule) -> bool + use<> {
        // What may run in place of another callee leaves that one as it is.
        let name = |def: Def| self.solver.program.definition(def).name.as_str();
        // An allocator runs before the constructor.
        let constructs =
            targets.iter().any(|(to, _)| self.solver.program.definition(*to).kind == DefinitionKind::Constructor);
        let is_allocator = |def: Def| constructs && self.solver.program.file_of(def).rules.allocator == Some(name(def));
        let competes = |(to, rule): &(Def, Rule)| *rule != Rule::Override && !is_allocator(*to);
        let own: Vec<Def> = targets.iter().filter(|target| competes(target)).map(|(to, _)| *to).collect();
        let competing = own.len() > 1;
        let may_be_overloads = |to: &Def| {
            let rules = self.solver.program.file_of(*to).rules;
            rules.overloads && rules.typed_overloads.is_none() && name(*to) == name(own[0])
        };
        let overloaded = own.iter().all(may_be_overloads);
        // Syntax may run several methods of one class, one after the other: what competes has one name and two classes.
        let implied = targets.iter().filter(|(_, rule)| *rule == Rule::Implicit);
        let implied: Vec<(&str, Option<Def>)> =
            implied.map(|(to, _)| (name(*to), self.solver.program.enclosing_type(*to))).collect();
        let implied_apart =
            implied.iter().any(|(name, class)| implied.iter().any(|(other, of)| name == other && class != of));
        move |rule| match rule {
            Rule::Implicit => implied_apart,
            _ => competing && rule <= Rule::Container && (!overloaded || rule >= Rule::Constructed),
        }
    }

    #[inline(never)]
    fn targets(&self, file: u32, call: &Call, callee: Node) -> Found {
        let mut found = Found::default();
        let saturated = self.solver.is_saturated(callee) && !self.is_table_of_handlers(callee);
        let implies_construction = call.kind == CallKind::Implicit
            && !matches!(self.solver.program.expr(file, call.callee), Expr::Attribute { .. })
            && self.solver.program.files[file as usize].rules.members_through_owner;
        for (value, rule) in self.solver.values(callee) {
            match value {
                // What a declaration or an initializer implies constructs, and calls nothing.
                Value::Function(_) | Value::Instance(_) if implies_construction => {}
                Value::Function(def) if self.solver.shadowed.contains(&def) => {}
                // Containers whose elements may be nearly anything: only what is more certain counts.
                _ if saturated && rule > Rule::Flow => {}
                Value::Function(def) => {
                    self.push(&mut found, def, self.as_called(call, rule));
                    for variant in self.solver.variants_of(def) {
                        self.push(&mut found, *variant, Rule::Override);
                    }
                }
                Value::Class(class) if self.solver.program.file_of(class).rules.types_convert => {
                    found.builtin = true;
                }
                Value::Class(class) => {
                    let instead = self.solver.run_by_class(call, class);
                    if instead.is_empty() {
                        self.push_class(&mut found, class, rule, call.kind);
                        continue;
                    }
                    let least = rule.max(Rule::Member);
                    instead.into_iter().for_each(|(method, within)| self.push(&mut found, method, least.max(within)));
                }
                Value::Super(class, _) => {
                    let order = self.solver.hierarchy.order(class);
                    let base = order.iter().skip(1).find(|base| self.solver.constructors.contains_key(base));
                    for (constructor, _) in base.into_iter().flat_map(|base| self.solver.constructors_of(*base)) {
                        self.push(&mut found, constructor, Rule::Inherited);
                    }
                    found.builtin = true;
                }
                Value::Instance(class) => {
                    let rules = self.solver.program.file_of(class).rules;
                    found.builtin |= rules.call_method.is_none();
                    let converted = self.solver.converted.get(&class).map(|node| self.solver.functions_in(*node));
                    converted.into_iter().flatten().for_each(|def| self.push(&mut found, def, Rule::Flow));
                    for (def, within) in self.solver.methods_named(class, rules.call_method) {
                        let least = rule.max(within);
                        let is_sure = rule < Rule::Flow && within < Rule::Returned;
                        self.push(&mut found, def, if is_sure { Rule::Implicit } else { least });
                    }
                }
                Value::External(id) => found.external = found.external.or(Some((id, rule))),
                Value::Builtin(name) => {
                    found.builtin = true;
                    for (method, rule) in self.solver.run_by_global(file, call, name) {
                        self.push(&mut found, method, rule);
                    }
                }
                Value::Container(_) | Value::ContainerMethod(..) | Value::WrapperMethod(..) | Value::Binder(_) => {
                    found.builtin = true
                }
                Value::Namespace(space) => self.push_module(&mut found, space),
                Value::Alias(_) | Value::Others => {}
            }
        }
        if call.kind == CallKind::Implicit && found.targets.is_empty() && found.external.is_none() {
            for (method, rule) in self.solver.run_instead(file, call) {
                self.push(&mut found, method, rule);
            }
        }
        found
    }

    /// Functions are a table of handlers, however many. Beside them may be what no call can mean, and a few other values.
    fn is_table_of_handlers(&self, callee: Node) -> bool {
        let values = self.solver.values(callee);
        let functions = values.iter().filter(|(value, _)| matches!(value, Value::Function(_))).count();
        let is_other = |value| {
            matches!(
                value,
                Value::Class(_) | Value::Instance(_) | Value::Super(..) | Value::Namespace(_) | Value::External(_)
            )
        };
        functions > values.iter().filter(|(value, _)| is_other(*value)).count() * MAX_FLOWED
    }

    fn push_class(&self, found: &mut Found, class: Def, rule: Rule, kind: CallKind) {
        let constructors = self.solver.constructors_of(class);
        let rule = if rule >= Rule::Flow { rule } else { Rule::Constructor };
        // What a declaration implies runs only what is written.
        if constructors.is_empty() && kind != CallKind::Implicit {
            self.push(found, class, rule);
        }
        for (constructor, within) in constructors {
            let is_made = within >= Rule::Returned;
            self.push(found, constructor, if is_made { within } else { rule });
        }
    }

    /// A module that is one value as a whole, or the whole of another module: `module.exports = require('./b')`.
    fn push_module(&self, found: &mut Found, space: NamespaceId) {
        if let Some(component) = self.solver.layouts.component(space) {
            return self.push(found, component, Rule::Import);
        }
        let mut open = vec![space];
        let mut seen = Vec::new();
        while let Some(space) = open.pop().filter(|_| seen.len() < MOST_REEXPORTS) {
            let Some(own) = self.solver.module_value(space).filter(|own| !seen.contains(own)) else { continue };
            seen.push(own);
            for (value, rule) in self.solver.values(own) {
                match value {
                    Value::Function(def) => self.push(found, def, Rule::Import),
                    Value::Class(class) => self.push_class(found, class, rule.max(Rule::Import), CallKind::Call),
                    Value::Namespace(other) => open.push(other),
                    _ => {}
                }
            }
        }
    }

    /// `this(..)` that runs another constructor of the class.
    #[inline(never)]
    fn own_constructors(&self, caller: Def, callee: Node, found: &mut Found) {
        for (value, _) in self.solver.values(callee) {
            let Value::Instance(class) = value else { continue };
            if self.solver.program.file_of(class).rules.receiver_constructs {
                let others = self.solver.constructors_of(class).into_iter().filter(|(other, _)| *other != caller);
                others.for_each(|(other, _)| self.push(found, other, Rule::Constructor));
            }
        }
    }

    fn push(&self, found: &mut Found, def: Def, rule: Rule) {
        if !found.targets.iter().any(|(known, _)| *known == def) {
            found.targets.push((def, rule));
        }
    }

    fn as_called(&self, call: &Call, rule: Rule) -> Rule {
        if call.kind == CallKind::Implicit && rule < Rule::Flow { Rule::Implicit } else { rule }
    }

    /// Functions handed to code outside the repository, or to a callee that is not known.
    #[inline(never)]
    fn callbacks(&mut self, file: u32, call: &Call, caller: Def) {
        if matches!(call.kind, CallKind::Decorator | CallKind::Implicit) {
            return;
        }
        let rules = self.solver.program.files[file as usize].rules;
        if self.solver.makes_partial(file, call)
            || self.solver.wrapped(file, call).is_some()
            || self.converts(file, call)
        {
            return;
        }
        let keeps = match self.solver.program.expr(file, call.callee) {
            Expr::Name { name, .. } => rules.only_inspects(name),
            Expr::Attribute { name, .. } => containers::method(name).stores || containers::only_compares(name),
            _ => false,
        };
        if keeps {
            return;
        }
        for argument in &call.arguments {
            let sure = if self.runs(file, call, argument) { RUN_WHERE_PASSED } else { Rule::Callback.confidence() };
            if let Expr::Call(made) = self.solver.program.expr(file, argument.value)
                && !self.binds(file, *made)
            {
                continue;
            }
            let node = self.solver.expr_node(file, argument.value);
            if self.solver.is_saturated(node) {
                continue;
            }
            let functions = self.solver.functions_in(node);
            if functions.len() > MAX_FLOWED {
                continue;
            }
            let is_one = functions.len() == 1;
            let facts = self.solver.program.files[file as usize].facts();
            let line = facts.line_of_name(argument.value).unwrap_or(call.span.start_line);
            for def in functions {
                let share = if is_one { 1.0 } else { Rule::Callback.share() };
                self.edge(file, caller, def, Rule::Callback, sure * share, line);
            }
        }
    }

    /// `T(f)` that makes a `T` of a value, and calls nothing.
    fn converts(&self, file: u32, call: &Call) -> bool {
        let converts =
            |value| matches!(value, Value::Class(class) if self.solver.program.file_of(class).rules.types_convert);
        self.solver.has_only(self.solver.expr_node(file, call.callee), converts)
    }

    /// The callee is one of the language's own that is known to run what it is given: `xs.map(f)`, `setTimeout(f)`,
    /// `Thread(target=f)`.
    fn runs(&self, file: u32, call: &Call, argument: &facts::Argument) -> bool {
        let program = &self.solver.program;
        let rules = program.files[file as usize].rules;
        let (base, name) = match program.expr(file, call.callee) {
            Expr::Name { name, .. } => (None, name.as_str()),
            Expr::Attribute { base, name, .. } => (Some(*base), name.as_str()),
            _ => return false,
        };
        let callee = self.solver.values(self.solver.expr_node(file, call.callee));
        callee.iter().any(|(value, _)| match value {
            Value::ContainerMethod(_, method) => containers::method(program.names.text(*method)).takes_function,
            Value::Builtin(_) if base.is_none() => rules.running_globals.contains(&name),
            Value::Builtin(global) => {
                let global = self.solver.program.names.text(*global);
                self.solver.deferred_from(file, call, global).is_some()
            }
            Value::External(module) => {
                let module = self.solver.external_name(*module);
                let given = argument.name.as_deref();
                rules
                    .running_externals
                    .iter()
                    .any(|(of, what, under)| *of == module && *what == name && given == Some(*under))
            }
            _ => false,
        })
    }

    /// The call makes a bound function: `this.f.bind(this)`, `partial(f, 1)`.
    fn binds(&self, file: u32, call: CallId) -> bool {
        if self.solver.makes_partial(file, self.solver.program.call(file, call)) {
            return true;
        }
        let callee = self.solver.program.call(file, call).callee;
        self.solver.has_only(self.solver.expr_node(file, callee), |value| matches!(value, Value::Binder(_)))
    }

    #[inline(never)]
    fn without_target(&mut self, file: u32, call: &Call, caller: Def, found: Found) {
        let reason = if let Some((id, rule)) = found.external {
            // What one of several calls handed in from outside says little of what the others do.
            if rule >= Rule::Flow && self.by_name(file, call, caller).is_none() {
                return;
            }
            UnresolvedReason::External { module: self.solver.external_name(id).to_owned() }
        } else if found.builtin {
            UnresolvedReason::Builtin
        } else {
            match self.by_name(file, call, caller) {
                Some(reason) => self.or_work_limit(file, call, reason),
                None => return,
            }
        };
        self.unresolved(file, call, caller, reason);
    }

    /// The reason why nothing was found, unless more might have been found with more work.
    fn or_work_limit(&self, file: u32, call: &Call, reason: UnresolvedReason) -> UnresolvedReason {
        let program = &self.solver.program;
        let may_be_inside = match (&reason, program.expr(file, call.callee)) {
            // Names that an import brings along are bound as modules flow.
            (UnresolvedReason::UnknownName, Expr::Name { name, .. }) => {
                program.names.get(name).is_some_and(|name| self.methods.is_defined(name))
            }
            (UnresolvedReason::UnknownName, _) => false,
            _ => true,
        };
        if self.solver.is_exhausted() && may_be_inside { UnresolvedReason::WorkLimit } else { reason }
    }

    fn unresolved(&mut self, file: u32, call: &Call, caller: Def, reason: UnresolvedReason) {
        let name = match self.solver.program.expr(file, call.callee) {
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => name.as_str(),
            _ => "",
        };
        self.stats.count_unresolved(&reason);
        let line = self.solver.program.files[file as usize].facts().line_of_call(call);
        let site = UnresolvedSite { line, name: name.to_owned(), reason };
        self.unresolved.push((caller, site));
    }
}
