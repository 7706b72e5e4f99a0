//! Functions of a file that make members of what they are given: `define(Session.prototype, "touch", function () {})`,
//! `mixin(Session, { touch() {} })`.
//!
//! Such a function is known by a statement that puts its arguments there; a call of it is lowered as that statement.

use super::expressions::{peel, value};
use super::names::Naming;
use super::{keys, patterns};
use crate::Lowering;
use crate::lowering::{Defined, Definer, Fields, NamedKey, children};
use facts::{Argument, Expr, ExprId, Key, Target};
use std::collections::HashMap;
use tree_sitter::Node;

/// A longer function does more than that.
const LONGEST: usize = 2000;

/// Notes those at the top of a file, before anything calls them.
pub(super) fn note(cx: &mut Lowering<'_>, root: Node<'_>) {
    let mut found: HashMap<&str, Option<Definer>> = HashMap::new();
    for statement in children(root) {
        let declaration = statement.field("declaration").unwrap_or(statement);
        for (name, function) in functions(declaration) {
            let definer = of_function(cx, function);
            found.entry(cx.text(name)).and_modify(|known| *known = None).or_insert(definer);
        }
    }
    for (name, definer) in found {
        if let Some(definer) = definer {
            cx.holds_definer(name, definer);
        }
    }
}

/// The functions that a statement declares, with their names.
fn functions(statement: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    match statement.kind() {
        "function_declaration" => statement.field("name").map(|name| (name, statement)).into_iter().collect(),
        "lexical_declaration" | "variable_declaration" => {
            let declared = children(statement).into_iter().filter_map(|one| one.fields(["name", "value"]));
            declared.map(|[name, value]| (name, peel(value))).collect()
        }
        _ => Vec::new(),
    }
}

fn of_function(cx: &Lowering<'_>, function: Node<'_>) -> Option<Definer> {
    if !matches!(function.kind(), "function_declaration" | "function_expression" | "arrow_function") {
        return None;
    }
    let [list, body] = function.fields(["parameters", "body"])?;
    let parameters: Vec<&str> = (children(list).into_iter())
        .map(|parameter| cx.text(parameter.field("pattern").or_else(|| parameter.field("left")).unwrap_or(parameter)))
        .collect();
    if parameters.len() < 2 || body.byte_range().len() > LONGEST {
        return None;
    }
    let made = Made { cx, parameters };
    let (mut found, mut open) = (None, vec![body]);
    while let Some(node) = open.pop() {
        match node.kind() {
            "assignment_expression" | "augmented_assignment_expression" => {
                // What it was called with is not what it puts there.
                if node.field("left").is_some_and(|left| made.parameter(left).is_some()) {
                    return None;
                }
                found = found.or_else(|| made.by_assignment(node));
            }
            "call_expression" => found = found.or_else(|| made.by_call(node)),
            _ => {}
        }
        open.extend(children(node).into_iter().rev());
    }
    found
}

/// Reads what a function does with its parameters.
struct Made<'c, 't> {
    cx: &'c Lowering<'t>,
    parameters: Vec<&'t str>,
}

impl Made<'_, '_> {
    fn parameter(&self, node: Node<'_>) -> Option<usize> {
        let node = peel(node);
        let name = (node.kind() == "identifier").then(|| self.cx.text(node))?;
        self.parameters.iter().position(|parameter| *parameter == name)
    }

    fn definer(&self, object: Node<'_>, members: Defined) -> Option<Definer> {
        if let Some(object) = self.parameter(object) {
            return Some(Definer { object, on_prototype: false, members });
        }
        let [of, property] = object.fields(["object", "property"])?;
        let object = self.parameter(of).filter(|_| self.cx.text(property) == "prototype")?;
        Some(Definer { object, on_prototype: true, members })
    }

    /// `object[name] = value`, `object[key] = members[key]`.
    fn by_assignment(&self, assignment: Node<'_>) -> Option<Definer> {
        let [left, right] = assignment.fields(["left", "right"])?;
        let [object, index] = left.fields(["object", "index"])?;
        let members = match (self.parameter(index), self.parameter(right)) {
            (Some(name), Some(value)) => Defined::One { name, value, is_getter: false },
            (None, _) => {
                let [members, key] = peel(right).fields(["object", "index"])?;
                let is_same = self.cx.text(key) == self.cx.text(index);
                Defined::All(self.parameter(members).filter(|_| is_same)?)
            }
            _ => return None,
        };
        self.definer(object, members)
    }

    /// `Object.defineProperty(object, name, { value })`, `Object.assign(object, members)`.
    fn by_call(&self, call: Node<'_>) -> Option<Definer> {
        let [function, list] = call.fields(["function", "arguments"])?;
        let given = children(list);
        match (self.cx.text(function), given.as_slice()) {
            ("Object.assign", [object, members]) => self.definer(*object, Defined::All(self.parameter(*members)?)),
            ("Object.defineProperty" | "Reflect.defineProperty", [object, key, descriptor]) => {
                let members = match self.parameter(*key) {
                    Some(name) => self.described(name, *descriptor)?,
                    None => Defined::All(self.descriptor_of(*descriptor, *key)?),
                };
                self.definer(*object, members)
            }
            _ => None,
        }
    }

    fn described(&self, name: usize, descriptor: Node<'_>) -> Option<Defined> {
        children(descriptor).into_iter().find_map(|entry| {
            let [key, held] = match entry.kind() {
                "pair" => entry.fields(["key", "value"])?,
                _ => [entry, entry],
            };
            let key = self.cx.text(key);
            let value = self.parameters.iter().position(|parameter| *parameter == self.cx.text(held))?;
            matches!(key, "value" | "get").then_some(Defined::One { name, value, is_getter: key == "get" })
        })
    }

    /// `Object.getOwnPropertyDescriptor(members, key)`.
    fn descriptor_of(&self, call: Node<'_>, key: Node<'_>) -> Option<usize> {
        // `!` behind it in TypeScript.
        let call = if call.kind() == "non_null_expression" { call.named_child(0)? } else { call };
        let [function, list] = call.fields(["function", "arguments"])?;
        let known =
            matches!(self.cx.text(function), "Object.getOwnPropertyDescriptor" | "Reflect.getOwnPropertyDescriptor");
        match children(list)[..] {
            [members, of] if known && self.cx.text(of) == self.cx.text(key) => self.parameter(members),
            _ => None,
        }
    }
}

/// The arguments of a call that makes members, which are bound; `None`, with nothing lowered, for any other call.
pub(super) fn members(cx: &mut Lowering<'_>, call: Node<'_>) -> Option<Vec<Argument>> {
    let [function, list] = call.fields(["function", "arguments"])?;
    let definer = (function.kind() == "identifier").then(|| cx.definer_held_by(cx.text(function)))??;
    let nodes = children(list);
    let object = *nodes.get(definer.object)?;
    let is_member = matches!(peel(object).kind(), "identifier" | "member_expression" | "this");
    let made = match definer.members {
        Defined::One { value, .. } | Defined::OwnName(value) | Defined::All(value) => value,
    };
    if !is_member || made <= definer.object || nodes.iter().any(|node| node.kind() == "spread_element") {
        return None;
    }
    let mut given: Vec<ExprId> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let naming = given.get(definer.object).copied().filter(|_| at == made);
        let naming = naming.and_then(|base| naming_of(cx, definer, &nodes, base, call));
        let first = cx.facts().definitions.len();
        let made = value(cx, *node, naming.as_ref());
        if let (Defined::One { is_getter: true, .. }, Some(_), Expr::Function(id)) =
            (definer.members, &naming, cx.facts().expr(made))
            && id.0 as usize >= first
        {
            let id = *id;
            cx.definition_mut(id).is_property = true;
        }
        given.push(made);
    }
    let mut base = *given.get(definer.object)?;
    if definer.on_prototype {
        base = cx.attribute(base, "prototype", object);
    }
    if let Some(made) = given.get(made) {
        bind(cx, definer, &nodes, (base, *made), call);
    }
    Some(given.into_iter().map(|value| Argument { name: None, value, spread: false }).collect())
}

/// What a function, or the object of several, is called as what a call makes of it.
fn naming_of<'n>(
    cx: &Lowering<'_>,
    definer: Definer,
    nodes: &[Node<'n>],
    base: ExprId,
    call: Node<'n>,
) -> Option<Naming<'n>> {
    let object = nodes[definer.object];
    match definer.members {
        Defined::One { name, .. } => {
            let written = *nodes.get(name)?;
            patterns::of_member(cx, object, (base, &key(cx, written)?), written, call)
        }
        Defined::All(_) => {
            let path = patterns::path_of(cx, object);
            let of = path.strip_suffix(".prototype").unwrap_or(&path);
            // What any object has more is no member of a type.
            let is_type = definer.on_prototype || of != path || of.starts_with(|c: char| c.is_ascii_uppercase());
            let mut naming = Naming::new(of, object, call);
            naming.owner = Some(patterns::prototype_of(cx.facts().expr(base)).unwrap_or(base));
            naming.exported = true;
            (is_type && patterns::plain(of) && of != "this").then_some(naming)
        }
        Defined::OwnName(_) => None,
    }
}

fn key(cx: &Lowering<'_>, written: Node<'_>) -> Option<String> {
    match keys::held(cx, written)? {
        NamedKey::Text(name) | NamedKey::Unique(name) => Some(name),
    }
}

fn bind(cx: &mut Lowering<'_>, definer: Definer, nodes: &[Node<'_>], (base, made): (ExprId, ExprId), call: Node<'_>) {
    match definer.members {
        Defined::One { name, is_getter, .. } => {
            let is_function = matches!(cx.facts().expr(made), Expr::Function(_));
            if let Some(name) = nodes.get(name).and_then(|name| key(cx, *name)).filter(|_| !is_getter || is_function) {
                cx.bind(Target::Attribute { base, name }, Some(made), None, call);
            }
        }
        Defined::All(_) => {
            let Expr::Collection(items) = cx.facts().expr(made).clone() else { return };
            for (key, item) in items {
                if let Key::Text(name) = key {
                    cx.bind(Target::Attribute { base, name }, Some(item), None, call);
                }
            }
        }
        Defined::OwnName(_) => {}
    }
}
