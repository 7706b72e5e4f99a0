//! What is written to: names, members, and patterns that take a value apart.

use super::expressions::{peel, value};
use super::keys;
use super::names::{self, Lead, Naming};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{DefinitionKind, Expr, ExprId, Key, ScopeId, Target};
use tree_sitter::Node;

/// How a name in a pattern is written.
#[derive(Clone, Copy)]
pub(super) enum Write {
    Declare(ScopeId),
    /// `const`
    DeclareConstant(ScopeId),
    /// It is declared elsewhere.
    Assign,
}

/// The left side of an assignment, evaluated.
pub(super) enum Place {
    /// A member or subscript.
    Target(Target),
    /// A name or pattern, still to be written.
    Pattern,
}

/// Evaluates what the left side of an assignment hangs on.
pub(super) fn place(cx: &mut Lowering<'_>, left: Node<'_>) -> Place {
    let node = bare(left);
    let Some(object) = node.field("object") else { return Place::Pattern };
    let base = value(cx, object, None);
    if let Some(property) = node.field("property") {
        return Place::Target(Target::Attribute { base, name: cx.text(property).to_owned() });
    }
    Place::Target(keys::target(cx, base, node.field("index")))
}

/// Writes to an evaluated left side.
pub(super) fn store(cx: &mut Lowering<'_>, left: Node<'_>, place: Place, value: Option<ExprId>) {
    match place {
        Place::Target(target) => cx.bind(target, value, None, left),
        Place::Pattern => write(cx, bare(left), value, None, Write::Assign),
    }
}

/// What a function on the right side of `left = ..` is called: `m` with prefix `Foo` for `Foo.prototype.m`.
pub(super) fn naming<'n>(cx: &Lowering<'_>, left: Node<'n>, whole: Node<'n>, place: &Place) -> Option<Naming<'n>> {
    let left = bare(left);
    if left.kind() == "identifier" {
        return Some(Naming::new(cx.text(left), left, whole));
    }
    let (base, name) = match place {
        Place::Target(Target::Attribute { base, name } | Target::Subscript { base, key: Key::Text(name) }) => {
            (base, name)
        }
        _ => return None,
    };
    let property = left.field("property").or_else(|| left.field("index"))?;
    of_member(cx, left.field("object")?, (*base, name), property, whole)
}

/// What a function is called that becomes this member of `object`, evaluated already. `written` is where its name is.
pub(super) fn of_member<'n>(
    cx: &Lowering<'_>,
    object: Node<'_>,
    (base, name): (ExprId, &str),
    written: Node<'n>,
    whole: Node<'n>,
) -> Option<Naming<'n>> {
    if !plain(name) && !name.starts_with('[') {
        return None;
    }
    let path = path_of(cx, object);
    let mut naming = Naming::new(name, written, whole);
    naming.owner = Some(base);
    naming.kind = DefinitionKind::Method;
    naming.exported = true;
    if let Some(of) = path.strip_suffix(".prototype") {
        // Assigned to the prototype, so that the type itself owns it.
        naming.owner = prototype_of(cx.facts().expr(base)).or(naming.owner);
        return Some(naming.under(of));
    }
    match path.as_str() {
        "module" if name == "exports" => None,
        "exports" | "module.exports" => {
            (naming.owner, naming.kind) = (None, DefinitionKind::Function);
            Some(naming)
        }
        // `Foo.prototype = { m() {} }`: its functions are the type's.
        _ if name == "prototype" && plain(&path) => {
            naming.name = path;
            Some(naming)
        }
        _ if let Some((function, of)) = cx.prototype_held_by(&path) => {
            naming.owner = Some(function);
            Some(naming.under(of))
        }
        _ if plain(&path) => Some(naming.under(&path)),
        _ => Some(naming),
    }
}

/// An expression as written, without blanks.
pub(super) fn path_of(cx: &Lowering<'_>, node: Node<'_>) -> String {
    cx.text(node).split_whitespace().collect()
}

/// Notes that a variable, bound just now to `initial`, is another name for a prototype: `var p = Foo.prototype`, also
/// `var p = Foo.prototype = { .. }`.
pub(super) fn note_prototype(cx: &mut Lowering<'_>, scope: ScopeId, name: &str, initial: Node<'_>, bound: ExprId) {
    let initial = peel(initial);
    let (written, function) = match initial.kind() {
        "member_expression" => (initial, prototype_of(cx.facts().expr(bound))),
        "assignment_expression" => {
            let Some(left) = initial.field("left") else { return };
            let span = cx.span(left);
            // The variable's own binding comes after that of the prototype.
            let stored = cx.facts().bindings.iter().rev().take(2).find(|binding| binding.span == span);
            let function = stored.and_then(|binding| match &binding.target {
                Target::Attribute { base, name } if name == "prototype" => Some(*base),
                _ => None,
            });
            (left, function)
        }
        _ => return,
    };
    let path: String = written.field("object").map_or("", |object| cx.text(object)).split_whitespace().collect();
    if let Some(function) = function.filter(|_| plain(&path) && path != "this") {
        cx.holds_prototype(scope, name, function, path);
    }
}

pub(super) fn prototype_of(expr: &Expr) -> Option<ExprId> {
    match expr {
        Expr::Attribute { base, name, .. } if name == "prototype" => Some(*base),
        _ => None,
    }
}

pub(super) fn plain(path: &str) -> bool {
    path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '#'))
}

/// Writes `value` to a name, member or pattern.
pub(super) fn write(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    value: Option<ExprId>,
    annotation: Option<ExprId>,
    write: Write,
) {
    cx.deeper(|cx| write_one(cx, node, value, annotation, write));
}

fn write_one(cx: &mut Lowering<'_>, node: Node<'_>, bound: Option<ExprId>, annotation: Option<ExprId>, how: Write) {
    match node.kind() {
        "identifier" | "shorthand_property_identifier_pattern" | "shorthand_property_identifier" | "undefined" => {
            let name = cx.text(node);
            match how {
                Write::Declare(scope) | Write::DeclareConstant(scope) => {
                    cx.bind_in(scope, Target::Name(name.to_owned()), bound, annotation, node)
                }
                Write::Assign => cx.assign(name, bound, node),
            }
        }
        "assignment_pattern" | "object_assignment_pattern" => {
            let default = node.field("right").map(|right| value(cx, right, None));
            let bound = either(cx, bound, default);
            if let Some(left) = node.field("left") {
                write(cx, left, bound, annotation, how);
                if let (Write::DeclareConstant(scope), Some(default)) = (how, node.field("right"))
                    && left.kind().ends_with("identifier")
                {
                    keys::declared(cx, scope, cx.text(left), default);
                }
            }
        }
        "rest_pattern" => {
            if let Some(inner) = node.named_child(0) {
                write(cx, inner, bound, annotation, how);
            }
        }
        "array_pattern" => array(cx, node, bound.or(annotation), how),
        "object_pattern" => object(cx, node, bound.or(annotation), how),
        "member_expression"
        | "subscript_expression"
        | "non_null_expression"
        | "parenthesized_expression"
        | "as_expression" => {
            let place = place(cx, node);
            if matches!(place, Place::Target(_)) || bare(node).kind() == "identifier" {
                store(cx, node, place, bound);
            }
        }
        _ => {}
    }
}

pub(super) fn either(cx: &mut Lowering<'_>, value: Option<ExprId>, default: Option<ExprId>) -> Option<ExprId> {
    match (value, default) {
        (Some(value), Some(default)) => Some(cx.expr(Expr::Either(vec![value, default]))),
        (one, other) => one.or(other),
    }
}

fn array(cx: &mut Lowering<'_>, node: Node<'_>, base: Option<ExprId>, how: Write) {
    let mut index = 0;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "," => index += 1,
            "rest_pattern" => {
                let rest = base.map(|base| {
                    let element = cx.expr(Expr::Element(base));
                    cx.list_of(element)
                });
                write(cx, child, rest, None, how);
            }
            _ if child.is_named() && !child.is_extra() => {
                let item = base.map(|base| cx.expr(Expr::Subscript { base, key: Key::Index(index) }));
                write(cx, child, item, None, how);
            }
            _ => {}
        }
    }
}

fn object(cx: &mut Lowering<'_>, node: Node<'_>, base: Option<ExprId>, how: Write) {
    for child in children(node) {
        let name = match child.kind() {
            "rest_pattern" => {
                write(cx, child, base, None, how);
                continue;
            }
            "pair_pattern" => child.field("key"),
            "object_assignment_pattern" => child.field("left"),
            _ => Some(child),
        };
        let Some(name) = name else { continue };
        let computed = name.kind() == "computed_property_name";
        let item = match base {
            Some(base) if computed => Some(keys::member(cx, base, name.named_child(0))),
            Some(base) => Some(cx.attribute(base, &names::property(cx, name), name)),
            None => None,
        };
        write(cx, child.field("value").unwrap_or(child), item, None, how);
    }
}

/// The names an exported pattern declares become variables of their own.
pub(super) fn define_exported<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    for child in children(node) {
        let name = match child.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => Some(child),
            "pair_pattern" => child.field("value").filter(|value| value.kind() == "identifier"),
            _ => None,
        };
        if let Some(name) = name {
            let naming = Naming::new(cx.text(name), name, node).with_lead(lead);
            let draft = naming.draft(cx, DefinitionKind::Variable, node.end_byte());
            cx.define(draft, false);
        }
    }
}

/// Without parentheses, `!` and `as`.
fn bare(node: Node<'_>) -> Node<'_> {
    let mut node = peel(node);
    while matches!(node.kind(), "non_null_expression" | "as_expression" | "satisfies_expression") {
        match node.named_child(0) {
            Some(inner) => node = peel(inner),
            None => break,
        }
    }
    node
}
