//! Values.

use super::{c_like, functions, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of, left_spine};
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, ParameterKind};
use tree_sitter::Node;

/// The name a function literal is bound to, and the comments above it.
pub(super) type Named<'a, 'n> = Option<(Node<'n>, &'a [Node<'n>])>;

pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, named: Named<'_, '_>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, named))
}

pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression", "literal_element"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, named: Named<'_, '_>) -> ExprId {
    match node.kind() {
        "identifier" | "type_identifier" | "package_identifier" => name(cx, node),
        "interpreted_string_literal" | "raw_string_literal" => cx.literal(LiteralKind::Text),
        "int_literal" | "float_literal" | "imaginary_literal" | "rune_literal" | "iota" => {
            cx.literal(LiteralKind::Number)
        }
        "true" | "false" => cx.literal(LiteralKind::Boolean),
        "nil" => cx.literal(LiteralKind::Null),
        "func_literal" => functions::literal(cx, node, named),
        "call_expression"
        | "selector_expression"
        | "index_expression"
        | "slice_expression"
        | "type_assertion_expression" => chain(cx, node),
        "composite_literal" => composite(cx, node),
        "unary_expression" => unary(cx, node),
        "binary_expression" => binary(cx, node),
        "type_conversion_expression" => {
            let inner = node.field("operand").map(|inner| value(cx, inner, None));
            let to = node.field("type").map(|written| types::lower(cx, written));
            match (inner, to) {
                (Some(value), Some(to)) => cx.expr(Expr::Cast { value, to }),
                _ => cx.unknown(),
            }
        }
        "type_instantiation_expression" => cx.optional(node.field("type"), types::lower),
        "literal_value" => elements(cx, node, None),
        "comment" => cx.unknown(),
        _ if node.kind().ends_with("_type") => types::lower(cx, node),
        _ => {
            for child in children(node) {
                value(cx, child, None);
            }
            cx.unknown()
        }
    }
}

/// A name; the receiver's own is the receiver.
fn name(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let text = cx.text(node);
    if let Some(definition) = cx.receiver() {
        let first = cx.facts().definition(definition).parameters.first();
        if first.is_some_and(|first| first.kind == ParameterKind::Receiver && first.name == text) {
            return cx.expr(Expr::Receiver { definition });
        }
    }
    cx.name(text, node)
}

/// Calls, members, subscripts, assertions: from the innermost outwards without recursion.
fn chain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut links = Vec::new();
    let mut base = node;
    while let Some(inner) = link(cx, base) {
        links.push(base);
        base = peel(inner);
    }
    let start = if links.is_empty() { made(cx, base) } else { value(cx, base, None) };
    cx.chain(start, links, linked)
}

fn link<'n>(cx: &Lowering<'_>, node: Node<'n>) -> Option<Node<'n>> {
    match node.kind() {
        "call_expression" => {
            let function = node.field("function")?;
            (!makes(cx, function)).then_some(function)
        }
        "selector_expression" | "index_expression" | "slice_expression" | "type_assertion_expression" => {
            node.field("operand")
        }
        _ => None,
    }
}

fn makes(cx: &Lowering<'_>, function: Node<'_>) -> bool {
    function.kind() == "identifier" && matches!(cx.text(function), "new" | "make")
}

/// `new(T)` and `make(T, ..)`: a value of the type.
fn made(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let given = children_of(node.field("arguments"));
    let Some((first, rest)) = given.split_first() else { return cx.unknown() };
    let to = types::lower(cx, *first);
    for other in rest {
        value(cx, *other, None);
    }
    let value = cx.expr(Expr::Collection(Vec::new()));
    cx.expr(Expr::Cast { value, to })
}

fn linked(cx: &mut Lowering<'_>, link: Node<'_>, base: ExprId) -> ExprId {
    match link.kind() {
        "selector_expression" => {
            let field = link.field("field");
            cx.attribute(base, field.map_or("", |field| cx.text(field)), field.unwrap_or(link))
        }
        "index_expression" => {
            let key = link.field("index").map_or(Key::Unknown, |index| key(cx, index));
            cx.expr(Expr::Subscript { base, key })
        }
        "slice_expression" => {
            for field in ["start", "end", "capacity"] {
                if let Some(bound) = link.field(field) {
                    value(cx, bound, None);
                }
            }
            base
        }
        "type_assertion_expression" => match link.field("type") {
            Some(written) => {
                let to = types::lower(cx, written);
                cx.expr(Expr::Cast { value: base, to })
            }
            None => base,
        },
        _ => {
            let mut given = Vec::new();
            for child in children_of(link.field("arguments")) {
                let spread = child.kind() == "variadic_argument";
                let inner = if spread { child.named_child(0).unwrap_or(child) } else { child };
                given.push(Argument { name: None, value: value(cx, inner, None), spread });
            }
            cx.call(base, given, CallKind::Call, link)
        }
    }
}

pub(super) fn key(cx: &mut Lowering<'_>, node: Node<'_>) -> Key {
    match node.kind() {
        "interpreted_string_literal" | "raw_string_literal" => {
            Key::Text(cx.text(node).trim_matches(['"', '`']).to_owned())
        }
        "int_literal" => cx.text(node).parse().map_or(Key::Unknown, Key::Index),
        _ => {
            value(cx, node, None);
            Key::Unknown
        }
    }
}

/// `T{..}`.
fn composite(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([written, body]) = node.fields(["type", "body"]) else { return cx.unknown() };
    let to = types::lower(cx, written);
    let implied = match cx.facts().expr(to) {
        Expr::Collection(items) if written.kind() != "struct_type" => items.first().map(|(_, element)| *element),
        _ => None,
    };
    let value = elements(cx, body, implied);
    cx.expr(Expr::Cast { value, to })
}

/// The elements of a literal; those without a type of their own have the `implied` one.
fn elements(cx: &mut Lowering<'_>, body: Node<'_>, implied: Option<ExprId>) -> ExprId {
    let mut items = Vec::new();
    for (index, child) in children(body).into_iter().enumerate() {
        if child.kind() != "keyed_element" {
            items.push((Key::Index(index as i64), element(cx, child, None, implied)));
            continue;
        }
        let Some([left, right]) = child.fields(["key", "value"]) else { continue };
        let left = peel(left);
        // A field of a struct, or a variable as a map's key: the same in the tree.
        let field = left.kind() == "identifier";
        let key = if field { Key::Text(cx.text(left).to_owned()) } else { key(cx, left) };
        let named: Named<'_, '_> = field.then_some((left, &[]));
        items.push((key, element(cx, right, named, implied)));
    }
    cx.expr(Expr::Collection(items))
}

fn element(cx: &mut Lowering<'_>, node: Node<'_>, named: Named<'_, '_>, implied: Option<ExprId>) -> ExprId {
    let node = peel(node);
    let plain = value(cx, node, named);
    match implied {
        Some(to) if node.kind() == "literal_value" => cx.expr(Expr::Cast { value: plain, to }),
        _ => plain,
    }
}

fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while at.kind() == "unary_expression" {
        match at.field("operand") {
            Some(inner) => at = peel(inner),
            None => break,
        }
    }
    let inner = value(cx, at, None);
    match node.kind_of("operator") {
        "&" | "*" => cx.expr(Expr::Await(inner)),
        "<-" => cx.expr(Expr::Element(inner)),
        "!" => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let first = value(cx, first, None);
    let text = matches!(cx.facts().expr(first), Expr::Literal(LiteralKind::Text));
    for right in operations.into_iter().filter_map(|operation| operation.field("right")) {
        value(cx, right, None);
    }
    match node.kind_of("operator") {
        "+" if text => cx.literal(LiteralKind::Text),
        "+" => cx.unknown(),
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
}
