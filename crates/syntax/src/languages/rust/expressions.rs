//! Values.

use super::{items, macros, operators, patterns, types};
use crate::{
    Lowering,
    lowering::{Fields, children, children_of, first_child},
};
use facts::{
    Argument, CallKind, DefinitionKind, Expr, ExprId, Key, LiteralKind, Parameter, ParameterKind, ReturnKind,
    ScopeKind, Target,
};
use tree_sitter::Node;

pub fn expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| expression_inner(cx, node))
}

/// The value of an expression that is bound to `name`: a closure takes the name.
pub fn named(cx: &mut Lowering<'_>, node: Node<'_>, name: &str) -> ExprId {
    if node.kind() == "closure_expression" { closure(cx, node, name) } else { expression(cx, node) }
}

fn expression_inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let first = || node.named_child(0).filter(|child| !child.is_extra());
    match node.kind() {
        "identifier" | "crate" | "super" | "metavariable" | "shorthand_field_identifier" => {
            cx.name(cx.text(node), node)
        }
        "self" => receiver(cx, node),
        "scoped_identifier" => path(cx, node),
        "generic_function" => optional(cx, node.field("function")),
        "generic_type"
        | "generic_type_with_turbofish"
        | "bracketed_type"
        | "type_identifier"
        | "primitive_type"
        | "scoped_type_identifier" => types::lower(cx, node),
        "field_expression" => field(cx, node),
        "call_expression" => call(cx, node),
        "macro_invocation" => macros::invocation(cx, node),
        "struct_expression" => structure(cx, node),
        "closure_expression" => closure(cx, node, ""),
        "string_literal" | "raw_string_literal" | "char_literal" => cx.literal(LiteralKind::Text),
        "integer_literal" | "float_literal" | "negative_literal" => cx.literal(LiteralKind::Number),
        "boolean_literal" => cx.literal(LiteralKind::Boolean),
        "unit_expression" => null(cx),
        "tuple_expression" | "array_expression" => collection(cx, node),
        "binary_expression" => operators::binary(cx, node),
        "unary_expression" | "reference_expression" => {
            let value = optional(cx, children(node).into_iter().find(|child| child.kind() != "mutable_specifier"));
            if node.kind() == "unary_expression" {
                operators::unary(cx, value, node);
            }
            let follows = node.kind() == "reference_expression" || cx.text(node).starts_with('*');
            if follows { cx.expr(Expr::Await(value)) } else { value }
        }
        "await_expression" | "try_expression" => {
            let value = optional(cx, first());
            cx.expr(Expr::Await(value))
        }
        "index_expression" => index(cx, node),
        "assignment_expression" => assignment(cx, node),
        "compound_assignment_expr" => operators::compound(cx, node),
        "type_cast_expression" => {
            let value = optional(cx, node.field("value"));
            let to = cx.optional(node.field("type"), types::lower);
            cx.expr(Expr::Cast { value, to })
        }
        "parenthesized_expression" => optional(cx, first()),
        "if_expression" => if_expression(cx, node),
        "match_expression" => match_expression(cx, node),
        "let_condition" => {
            let value = optional(cx, node.field("value"));
            if let Some(pattern) = node.field("pattern") {
                patterns::bind(cx, pattern, Some(value), None);
            }
            cx.literal(LiteralKind::Boolean)
        }
        "for_expression" => for_loop(cx, node),
        "while_expression" => {
            cx.in_scope(ScopeKind::Block, node, |cx| every(cx, node));
            null(cx)
        }
        "block" => items::block(cx, node),
        "unsafe_block" | "async_block" | "const_block" | "try_block" | "gen_block" => {
            optional(cx, children(node).into_iter().find(|child| child.kind() == "block"))
        }
        "return_expression" => {
            let value = first().map(|value| expression(cx, value)).unwrap_or_else(|| null(cx));
            cx.returns(value, ReturnKind::Return);
            cx.unknown()
        }
        "yield_expression" => {
            let value = optional(cx, first());
            cx.returns(value, ReturnKind::Yield);
            cx.unknown()
        }
        "ERROR" => items::sequence(cx, node, items::Place::default()).unwrap_or_else(|| cx.unknown()),
        "attribute_item" | "inner_attribute_item" | "lifetime" | "label" => cx.unknown(),
        _ => {
            every(cx, node);
            cx.unknown()
        }
    }
}

fn every(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        expression(cx, child);
    }
}

fn optional(cx: &mut Lowering<'_>, node: Option<Node<'_>>) -> ExprId {
    cx.optional(node, expression)
}

/// `()`.
pub fn null(cx: &mut Lowering<'_>) -> ExprId {
    cx.literal(LiteralKind::Null)
}

fn receiver(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let method = cx.enclosing(|d| d.parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver));
    match method {
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.name("self", node),
    }
}

fn path(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some(name) = node.field("name") else { return cx.unknown() };
    match node.field("path") {
        Some(path) => {
            // `self::f` is the module's, whatever the receiver is.
            let base = if path.kind() == "self" { cx.name("self", path) } else { expression(cx, path) };
            cx.attribute(base, cx.text(name), name)
        }
        None => cx.name(cx.text(name), name),
    }
}

fn field(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let base = optional(cx, node.field("value"));
    match node.field("field") {
        Some(name) => cx.attribute(base, cx.text(name), name),
        None => cx.unknown(),
    }
}

fn call(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let function = node.field("function");
    let list = node.field("arguments");
    let list = children_of(list).into_iter().filter(|argument| argument.kind() != "attribute_item");
    let name = function.map_or("", |function| cx.text(function));
    if matches!(name, "Some" | "Ok" | "Err") {
        let values: Vec<ExprId> = list.map(|argument| expression(cx, argument)).collect();
        let held = values.first().copied().filter(|_| name != "Err");
        return held.unwrap_or_else(|| cx.unknown());
    }
    let mut callee = optional(cx, function);
    // `(self.f)()` calls what a field holds, and no method of that name.
    if function.is_some_and(|function| function.kind() == "parenthesized_expression") {
        callee = cx.expr(Expr::Await(callee));
    }
    let arguments = list.map(|argument| Argument { name: None, value: expression(cx, argument), spread: false });
    let arguments = arguments.collect();
    cx.call(callee, arguments, CallKind::Call, node)
}

fn structure(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let to = cx.optional(node.field("name"), types::lower);
    let mut fields = Vec::new();
    for child in children_of(node.field("body")) {
        match child.kind() {
            "field_initializer" => {
                let name = child.field("field").map_or("", |name| cx.text(name));
                if let Some(value) = child.field("value") {
                    fields.push((Key::Text(name.to_owned()), named(cx, value, name)));
                }
            }
            "shorthand_field_initializer" => {
                if let Some(name) = children(child).into_iter().find(|part| part.kind() == "identifier") {
                    fields.push((Key::Text(cx.text(name).to_owned()), expression(cx, name)));
                }
            }
            "base_field_initializer" => base(cx, child, to),
            _ => every(cx, child),
        }
    }
    let value = cx.expr(Expr::Collection(fields));
    cx.expr(Expr::Cast { value, to })
}

/// `..base`; what `Default::default()` is there is known by the type.
fn base(cx: &mut Lowering<'_>, node: Node<'_>, of: ExprId) {
    let Some(given) = first_child(node).filter(|given| cx.text(*given) == "Default::default()") else {
        return every(cx, node);
    };
    let callee = cx.attribute(of, "default", given);
    cx.call(callee, Vec::new(), CallKind::Call, given);
}

fn closure(cx: &mut Lowering<'_>, node: Node<'_>, name: &str) -> ExprId {
    let list = node.field("parameters");
    let (mut parameters, mut nodes) = (Vec::new(), Vec::new());
    for child in children_of(list) {
        let pattern = child.field("pattern").filter(|_| child.kind() == "parameter").unwrap_or(child);
        let annotation = child.field("type").map(|written| types::lower(cx, written));
        let name = items::pattern_name(cx, pattern);
        parameters.push(Parameter { name, kind: ParameterKind::Plain, annotation, default: None });
        nodes.push(pattern);
    }
    let returns = node.field("return_type").map(|written| types::lower(cx, written));
    let mut draft = cx.draft(DefinitionKind::Lambda, name, node, list.unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.parameters = parameters;
    draft.returns = returns;
    draft.exported = false;
    draft.is_async = cx.text(node).starts_with("async");
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        items::bind_parameters(cx, id, &nodes);
        let value = optional(cx, node.field("body"));
        cx.returns(value, ReturnKind::Return);
    });
    cx.expr(Expr::Function(id))
}

fn collection(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let length = node.field("length");
    let parts = children(node).into_iter().filter(|part| part.kind() != "attribute_item" && Some(*part) != length);
    let items: Vec<ExprId> = parts.map(|part| expression(cx, part)).collect();
    let repeated = length.map(|length| expression(cx, length)).is_some();
    let key = |i: usize| if repeated { Key::Unknown } else { Key::Index(i as i64) };
    let items = items.into_iter().enumerate().map(|(i, item)| (key(i), item)).collect();
    cx.expr(Expr::Collection(items))
}

fn index(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let base = optional(cx, parts.first().copied());
    let Some(index) = parts.get(1) else { return base };
    expression(cx, *index);
    match index.kind() {
        "range_expression" => {
            let any = cx.expr(Expr::Element(base));
            cx.list_of(any)
        }
        _ => {
            let key = key(cx, *index);
            let element = cx.expr(Expr::Subscript { base, key });
            match operators::index(cx, base, node) {
                Some(own) => cx.expr(Expr::Either(vec![element, own])),
                None => element,
            }
        }
    }
}

fn key(cx: &Lowering<'_>, index: Node<'_>) -> Key {
    match index.kind() {
        "integer_literal" => cx.text(index).parse().map_or(Key::Unknown, Key::Index),
        "string_literal" => Key::Text(cx.text(index).trim_matches('"').to_owned()),
        _ => Key::Unknown,
    }
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some([left, right]) = node.fields(["left", "right"]) {
        let value = expression(cx, right);
        assign(cx, left, value);
    }
    null(cx)
}

/// Binds a place: a name, a field, an element, a dereference, or a tuple of these.
pub(super) fn assign(cx: &mut Lowering<'_>, place: Node<'_>, value: ExprId) {
    let target = match place.kind() {
        "identifier" => return cx.assign(cx.text(place), Some(value), place),
        "field_expression" => {
            let base = optional(cx, place.field("value"));
            let name = place.field("field").map_or("", |name| cx.text(name));
            Target::Attribute { base, name: name.to_owned() }
        }
        "index_expression" => {
            let parts = children(place);
            let base = optional(cx, parts.first().copied());
            let key = parts.get(1).map_or(Key::Unknown, |index| key(cx, *index));
            Target::Subscript { base, key }
        }
        "tuple_expression" => {
            for (i, part) in children(place).into_iter().enumerate() {
                let item = cx.expr(Expr::Subscript { base: value, key: Key::Index(i as i64) });
                cx.deeper(|cx| assign(cx, part, item));
            }
            return;
        }
        "unary_expression" | "parenthesized_expression" => {
            if let Some(inner) = first_child(place) {
                cx.deeper(|cx| assign(cx, inner, value));
            }
            return;
        }
        _ => {
            expression(cx, place);
            return;
        }
    };
    cx.bind(target, Some(value), None, place);
}

fn if_expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut values = Vec::new();
    cx.in_scope(ScopeKind::Block, node, |cx| {
        optional(cx, node.field("condition"));
        values.push(optional(cx, node.field("consequence")));
    });
    if let Some(other) = node.field("alternative") {
        values.push(optional(cx, first_child(other)));
    }
    either(cx, values)
}

fn match_expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let subject = optional(cx, node.field("value"));
    let arms = children_of(node.field("body"));
    let mut values = Vec::new();
    for arm in arms.into_iter().filter(|arm| arm.kind() == "match_arm") {
        cx.in_scope(ScopeKind::Block, arm, |cx| {
            if let Some(pattern) = arm.field("pattern") {
                patterns::bind(cx, pattern, Some(subject), None);
            }
            values.push(optional(cx, arm.field("value")));
        });
    }
    either(cx, values)
}

/// One of the values of branches; those that never arrive or are nothing say nothing.
fn either(cx: &mut Lowering<'_>, values: Vec<ExprId>) -> ExprId {
    let mut kept: Vec<ExprId> =
        values.into_iter().filter(|id| !matches!(cx.facts().expr(*id), Expr::Unknown)).collect();
    kept.dedup();
    if kept.is_empty() { cx.unknown() } else { cx.one_or_either(kept) }
}

fn for_loop(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let value = optional(cx, node.field("value"));
    let iterated = node.field("value").unwrap_or(node);
    if !matches!(cx.facts().expr(value), Expr::Unknown | Expr::Collection(_)) {
        let callee = cx.attribute(value, "next", iterated);
        cx.call(callee, Vec::new(), CallKind::Implicit, iterated);
    }
    let element = cx.expr(Expr::Element(value));
    cx.in_scope(ScopeKind::Block, node, |cx| {
        if let Some(pattern) = node.field("pattern") {
            patterns::bind(cx, pattern, Some(element), None);
        }
        optional(cx, node.field("body"));
    });
    null(cx)
}
