//! Where the expressions of a file are, as far as their meaning depends on it.

use crate::language_rules::LanguageRules;
use facts::{BindingKind, CallKind, DefId, Expr, ExprId, FileFacts, ScopeId, ScopeKind, Target};
use rustc_hash::{FxHashMap, FxHashSet};

/// Expressions looked at in the value of one variable: destructuring shares a value among many variables.
const MOST_IN_VALUE: usize = 64;

/// Which expressions of a file are callees, and which are in the value of the variable that they name.
pub struct Places {
    fields_apart: bool,
    /// Callees of every kind of call; empty where nothing depends on it.
    callees: FxHashSet<ExprId>,
    /// Callees of plain calls, where no local variable can be one.
    called: FxHashSet<ExprId>,
    /// What is written as a type, in a language where a member may have a type's name.
    types: FxHashSet<ExprId>,
    /// Names that are read in the value, or the written type, which first binds them.
    in_own_value: FxHashSet<ExprId>,
}

impl Places {
    pub fn of(facts: &FileFacts, rules: &LanguageRules) -> Self {
        let mut places = Self {
            fields_apart: rules.fields_apart,
            called: FxHashSet::default(),
            callees: FxHashSet::default(),
            types: FxHashSet::default(),
            in_own_value: FxHashSet::default(),
        };
        if rules.types_apart {
            places.types = types_in(facts);
        }
        if rules.fields_apart {
            places.callees = facts.calls.iter().map(|call| call.callee).collect();
        }
        if rules.locals_not_called {
            // A class inside a function is constructed by its name.
            let called = facts.calls.iter().filter(|call| call.kind == CallKind::Call);
            places.called = called.map(|call| call.callee).collect();
        }
        if rules.locals_begin_after {
            places.in_own_value = names_in_own_value(facts);
        }
        places.in_own_value.extend(decorators_named_like_what_they_decorate(facts));
        places
    }

    /// A name that is written as a type.
    pub fn is_type(&self, expr: ExprId) -> bool {
        self.types.contains(&expr)
    }

    /// What is neither written as a type nor called where no local variable can be: it means the variable that it names.
    pub fn is_value(&self, expr: ExprId) -> bool {
        !self.is_type(expr) && !self.called.contains(&expr)
    }

    /// An attribute that is read and not called, in a language where a method of that name is something else.
    pub fn is_field_read(&self, expr: ExprId) -> bool {
        self.fields_apart && !self.callees.contains(&expr)
    }

    /// Where the lookup of a name begins that is read in `scope`.
    pub fn scope_of_lookup(&self, facts: &FileFacts, expr: ExprId, scope: ScopeId) -> ScopeId {
        if self.in_own_value.contains(&expr) {
            return facts.scope(scope).parent.unwrap_or(scope);
        }
        if self.called.contains(&expr) {
            return outside_functions(facts, scope);
        }
        scope
    }
}

/// The expressions that are written as types, with what they are made of.
fn types_in(facts: &FileFacts) -> FxHashSet<ExprId> {
    let of_bindings = facts.bindings.iter().filter_map(|binding| binding.annotation);
    let of_definitions = facts.definitions.iter().flat_map(|definition| {
        let parameters = definition.parameters.iter().filter_map(|parameter| parameter.annotation);
        parameters.chain(definition.returns).chain(definition.owner).chain(definition.bases.iter().copied())
    });
    let of_calls = facts.calls.iter().filter(|call| call.kind == CallKind::New).map(|call| call.callee);
    let mut found: FxHashSet<ExprId> = of_bindings.chain(of_definitions).chain(of_calls).collect();
    // Parents come after their children.
    for (at, expr) in facts.exprs.iter().enumerate().rev() {
        let id = ExprId(at as u32);
        match expr {
            Expr::Cast { to, .. } => {
                found.insert(*to);
            }
            Expr::Generic { base, arguments } if found.contains(&id) => {
                found.extend(arguments.iter().chain([base]));
            }
            Expr::Collection(items) if found.contains(&id) => found.extend(items.iter().map(|(_, item)| *item)),
            _ => {}
        }
    }
    found
}

/// The innermost class or file around.
fn outside_functions(facts: &FileFacts, mut scope: ScopeId) -> ScopeId {
    while let (ScopeKind::Function | ScopeKind::Block, Some(parent)) =
        (facts.scope(scope).kind, facts.scope(scope).parent)
    {
        scope = parent;
    }
    scope
}

fn names_in_own_value(facts: &FileFacts) -> FxHashSet<ExprId> {
    let mut found = FxHashSet::default();
    let mut bound: FxHashSet<(ScopeId, &str)> = FxHashSet::default();
    for binding in &facts.bindings {
        let Target::Name(name) = &binding.target else { continue };
        let is_first = bound.insert((binding.scope, name));
        let is_local = matches!(facts.scope(binding.scope).kind, ScopeKind::Function | ScopeKind::Block);
        if !is_first || !is_local {
            continue;
        }
        let (value, written) = match binding.kind {
            BindingKind::Assignment => (binding.value, binding.annotation),
            BindingKind::Parameter(..) => (None, binding.annotation),
            BindingKind::Definition(_) | BindingKind::Import(_) => continue,
        };
        for read in [value, written].into_iter().flatten() {
            names_in(facts, read, binding.scope, name, &mut found);
        }
    }
    found
}

/// The names `name` read in `scope` that an expression is made of, functions in it apart.
fn names_in(facts: &FileFacts, value: ExprId, scope: ScopeId, name: &str, found: &mut FxHashSet<ExprId>) {
    let mut open = vec![value];
    let mut left = MOST_IN_VALUE;
    while let Some(at) = open.pop().filter(|_| left > 0) {
        left -= 1;
        match facts.expr(at) {
            Expr::Name { name: read, scope: within, .. } if read == name && *within == scope => {
                found.insert(at);
            }
            Expr::Attribute { base, .. } | Expr::Subscript { base, .. } | Expr::Generic { base, .. } => {
                open.push(*base)
            }
            Expr::Element(inner) | Expr::Await(inner) => open.push(*inner),
            Expr::Cast { value, to } => open.extend([*value, *to]),
            Expr::Either(options) => open.extend(options.iter().take(left)),
            Expr::Collection(items) => open.extend(items.iter().take(left).map(|(_, item)| *item)),
            Expr::Call(call) => {
                let call = &facts.calls[call.0 as usize];
                open.extend(call.arguments.iter().take(left).map(|argument| argument.value));
                open.push(call.callee);
            }
            _ => {}
        }
    }
}

/// The names of decorators in the body of a class, where what they are applied to is what first has that name in the class: they
/// are read before it is bound.
fn decorators_named_like_what_they_decorate(facts: &FileFacts) -> impl Iterator<Item = ExprId> {
    let mut first: FxHashMap<(Option<DefId>, &str), DefId> = FxHashMap::default();
    if facts.calls.iter().any(|call| call.kind == CallKind::Decorator) {
        for (definition, at) in facts.definitions.iter().zip(0..) {
            first.entry((definition.parent, &definition.name)).or_insert(DefId(at));
        }
    }
    let decorators = facts.calls.iter().filter(|call| call.kind == CallKind::Decorator);
    decorators.filter_map(move |call| {
        let Expr::Function(decorated) = facts.expr(call.arguments.first()?.value) else { return None };
        let mut at = call.callee;
        let (name, scope) = loop {
            match facts.expr(at) {
                Expr::Call(made) => at = facts.calls[made.0 as usize].callee,
                Expr::Name { name, scope, .. } => break (name, *scope),
                _ => return None,
            }
        };
        let definition = facts.definition(*decorated);
        let is_own = *name == definition.name
            && facts.scope(scope).kind == ScopeKind::Class
            && first.get(&(definition.parent, name.as_str())) == Some(decorated);
        is_own.then_some(at)
    })
}
