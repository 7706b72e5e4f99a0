//! Elements of a collection that no other name reaches: each constant key of it is a variable.

use super::names::{Names, runs_in_order};
use super::{Read, Variable, Write};
use facts::{Argument, BindingKind, Expr, ExprId, FileFacts, Key, Target};
use std::collections::{HashMap, HashSet};

/// Methods of a container that reading and writing an element are lowered to.
const OF_ELEMENTS: [&str; 2] = ["__getitem__", "__setitem__"];

/// The elements of collections that are written out once and are only ever used with constant keys.
pub(super) fn variables(facts: &FileFacts, names: &Names<'_>, reads: &[Read]) -> Vec<Variable> {
    let written = facts.bindings.iter().any(|binding| matches!(binding.target, Target::Subscript { .. }));
    if !written {
        return Vec::new();
    }
    let others = used_otherwise(facts);
    let at: HashMap<ExprId, u32> = reads.iter().copied().collect();
    let mut tables: HashMap<(facts::ScopeId, &str), Table> = HashMap::new();
    for (name, bindings) in &names.bound {
        let [only] = bindings[..] else { continue };
        if runs_in_order(facts, name.0) {
            tables.extend(Table::of(facts, name.0, only).map(|table| (*name, table)));
        }
    }
    let mut of_read: HashMap<ExprId, (facts::ScopeId, &str)> = HashMap::new();
    let mut elsewhere: HashSet<&str> = HashSet::new();
    for (expr, id) in facts.exprs.iter().zip(0..).map(|(expr, id)| (expr, ExprId(id))) {
        let Expr::Name { name, .. } = expr else { continue };
        match names.read(facts, id) {
            Some(found) if others.contains(&id) || !at.contains_key(&id) => drop(tables.remove(&found)),
            Some(found) => drop(of_read.insert(id, found)),
            // A function inside, or one of another file.
            None => drop(elsewhere.insert(name)),
        }
    }
    tables.retain(|name, _| !elsewhere.contains(name.1));
    for (expr, id) in facts.exprs.iter().zip(0..).map(|(expr, id)| (expr, ExprId(id))) {
        let Expr::Subscript { base, key } = expr else { continue };
        if let Some(table) = of_read.get(base).and_then(|name| tables.get_mut(name)) {
            table.read(key, (id, at[base]));
        }
    }
    for binding in &facts.bindings {
        let Target::Subscript { base, key } = &binding.target else { continue };
        if let Some(table) = of_read.get(base).and_then(|name| tables.get_mut(name)) {
            table.write(key, (binding.span.start, binding.span.end), binding.value);
        }
    }
    let known = tables.into_values().filter(|table| table.is_known);
    let mut found: Vec<Variable> = known.flat_map(|table| table.elements.into_values()).collect();
    found.sort_by_key(|variable| (variable.writes[0].range, variable.writes.len()));
    found
}

struct Table {
    elements: HashMap<Key, Variable>,
    within: (u32, u32),
    is_known: bool,
}

impl Table {
    /// What a binding writes out with constant keys.
    fn of(facts: &FileFacts, scope: facts::ScopeId, binding: usize) -> Option<Self> {
        let binding = &facts.bindings[binding];
        let Expr::Collection(items) = facts.expr(binding.value?) else { return None };
        if binding.kind != BindingKind::Assignment || binding.annotation.is_some() {
            return None;
        }
        let span = facts.scope(scope).span;
        let mut table = Self { elements: HashMap::new(), within: (span.start, span.end), is_known: true };
        for (key, value) in items {
            table.write(key, (binding.span.start, binding.span.end), Some(*value));
        }
        Some(table)
    }

    fn element(&mut self, key: &Key) -> Option<&mut Variable> {
        // What counts from the end is another name for an element.
        self.is_known &= !matches!(key, Key::Unknown | Key::Index(..0));
        let within = self.within;
        let new = || Variable { writes: Vec::new(), reads: Vec::new(), within };
        self.is_known.then(|| self.elements.entry(key.clone()).or_insert_with(new))
    }

    fn write(&mut self, key: &Key, range: (u32, u32), value: Option<ExprId>) {
        if let Some(element) = self.element(key) {
            element.writes.push(Write { range, value, is_parameter: false, annotation: None });
        }
    }

    fn read(&mut self, key: &Key, read: Read) {
        if let Some(element) = self.element(key) {
            element.reads.push(read);
        }
    }
}

/// Every expression that is used in another way than as what has elements.
fn used_otherwise(facts: &FileFacts) -> HashSet<ExprId> {
    let mut used = HashSet::new();
    for expr in &facts.exprs {
        match expr {
            Expr::Attribute { base, name, .. } if !OF_ELEMENTS.contains(&name.as_str()) => drop(used.insert(*base)),
            Expr::Members { base, .. } | Expr::Element(base) | Expr::Await(base) => drop(used.insert(*base)),
            Expr::Cast { value, to } => used.extend([*value, *to]),
            Expr::Generic { base, arguments } => used.extend(arguments.iter().chain([base]).copied()),
            Expr::Either(options) => used.extend(options.iter().copied()),
            Expr::Collection(items) => used.extend(items.iter().map(|(_, item)| *item)),
            _ => {}
        }
    }
    for call in &facts.calls {
        used.insert(call.callee);
        used.extend(call.arguments.iter().map(|Argument { value, .. }| *value));
    }
    for binding in &facts.bindings {
        used.extend(binding.value);
        if let Target::Attribute { base, .. } = &binding.target {
            used.insert(*base);
        }
    }
    used.extend(facts.returns.iter().map(|leaving| leaving.value));
    used
}
