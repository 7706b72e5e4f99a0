//! Names: local variables or calls, instance and class variables, `self`.

use super::{calls, children, classes};
use crate::Lowering;
use facts::{CallKind, DefinitionKind, Expr, ExprId, Key, Scope, ScopeKind, Target};
use tree_sitter::Node;

/// True where no local variable from further out is seen: blocks see those around them, methods and classes do not.
fn ends_locals(cx: &Lowering<'_>, scope: &Scope) -> bool {
    let is_block = cx.facts().definition(scope.owner).kind == DefinitionKind::Lambda;
    matches!(scope.kind, ScopeKind::Class | ScopeKind::Module) || scope.kind == ScopeKind::Function && !is_block
}

/// A bare name: a local variable, else a call without arguments.
pub(super) fn identifier(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let name = cx.text(node);
    if is_local(cx, name) {
        return cx.name(name, node);
    }
    if matches!(name, "__method__" | "__FILE__" | "__dir__") {
        return cx.literal(facts::LiteralKind::Text);
    }
    calls::bare(cx, node)
}

pub(super) fn is_local(cx: &Lowering<'_>, name: &str) -> bool {
    cx.declared_around(name, |scope| ends_locals(cx, scope)).is_some()
}

/// What a bare call of this name means: a method of the receiver, else a function.
pub(super) fn called(cx: &mut Lowering<'_>, name: &str, node: Node<'_>) -> ExprId {
    match cx.receiver() {
        Some(_) => {
            let base = receiver(cx);
            cx.attribute(base, name, node)
        }
        None => cx.name(name, node),
    }
}

/// `self`: the class in its own body.
pub(super) fn receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver() {
        Some(id) if cx.facts().definition(id).kind.is_type() => cx.expr(Expr::Function(id)),
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.unknown(),
    }
}

/// The class of the receiver: `self.class`.
pub(super) fn class_of_receiver(cx: &mut Lowering<'_>) -> ExprId {
    match cx.receiver().and_then(|_| cx.enclosing(|definition| definition.kind.is_type())) {
        Some(class) => cx.expr(Expr::Function(class)),
        None => cx.unknown(),
    }
}

/// `@x` and `@@x` are attributes of the receiver and of its class; `$x` is a name of its own.
pub(super) fn variable(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let base = base_of_variable(cx, node);
    let name = cx.text(node);
    match base {
        Some(base) => cx.attribute(base, name, node),
        None => cx.name(name, node),
    }
}

fn base_of_variable(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    cx.receiver()?;
    match node.kind() {
        "instance_variable" => Some(receiver(cx)),
        "class_variable" => Some(class_of_receiver(cx)),
        _ => None,
    }
}

/// Binds a variable of any kind, where it is written as a plain name.
pub(super) fn bind(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    let name = cx.text(node);
    if node.kind() == "constant" {
        return constant(cx, node, value);
    }
    if let Some(base) = base_of_variable(cx, node) {
        return cx.bind(Target::Attribute { base, name: name.to_owned() }, value, None, node);
    }
    let known = cx.declared_around(name, |scope| ends_locals(cx, scope));
    let scope = known.unwrap_or_else(|| {
        cx.first_here(name);
        cx.scope()
    });
    cx.bind_in(scope, Target::Name(name.to_owned()), value, None, node);
}

/// A constant is defined where it is assigned.
fn constant(cx: &mut Lowering<'_>, node: Node<'_>, value: Option<ExprId>) {
    let holder = cx.facts().definition(cx.definition()).kind;
    if (holder.is_type() || holder == DefinitionKind::Module) && cx.first_here(cx.text(node)) {
        let whole = node.parent().unwrap_or(node);
        let mut draft = classes::draft(cx, DefinitionKind::Variable, cx.text(node), whole, node, &[]);
        let first_line = cx.text(whole).lines().next().unwrap_or("");
        draft.signature = first_line.trim_end_matches(['{', '[']).trim_end().to_owned();
        cx.define(draft, false);
    }
    cx.bind_name(node, value, None);
}

/// Binds the names of `(a, (b, *c))` to the elements of a value.
pub(super) fn destructure(cx: &mut Lowering<'_>, node: Node<'_>, whole: ExprId) {
    for (at, part) in children(node).into_iter().enumerate() {
        let element = |cx: &mut Lowering<'_>| cx.expr(Expr::Subscript { base: whole, key: Key::Index(at as i64) });
        match part.kind() {
            "destructured_parameter" | "destructured_left_assignment" | "left_assignment_list" => {
                let inner = element(cx);
                cx.deeper(|cx| destructure(cx, part, inner));
            }
            "splat_parameter" | "rest_assignment" => {
                if let Some(name) = part.named_child(0) {
                    super::targets::bind(cx, name, Some(whole));
                }
            }
            _ => {
                let value = element(cx);
                super::targets::bind(cx, part, Some(value));
            }
        }
    }
}

/// A call that syntax implies: an operator, a subscript.
pub(super) fn implied(cx: &mut Lowering<'_>, base: ExprId, method: &str, given: Vec<ExprId>, node: Node<'_>) -> ExprId {
    let callee = cx.attribute(base, method, node);
    let given = given.into_iter().map(calls::plain).collect();
    cx.call(callee, given, CallKind::Implicit, node)
}
