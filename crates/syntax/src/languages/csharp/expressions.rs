//! Values.

use super::{c_like, chains, functions, members, patterns, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, left_spine};
use facts::{Argument, CallKind, Expr, ExprId, Key, LiteralKind, Target};
use tree_sitter::Node;

/// The value of an expression. `name` is the variable it is bound to.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    let node = peel(node);
    cx.deeper_value(|cx| peeled(cx, node, name))
}

/// The expression inside any number of parentheses.
pub(super) fn peel(node: Node<'_>) -> Node<'_> {
    c_like::peel(node, &["parenthesized_expression", "checked_expression", "ref_expression"])
}

fn peeled(cx: &mut Lowering<'_>, node: Node<'_>, name: Option<Node<'_>>) -> ExprId {
    match node.kind() {
        "identifier" => cx.name(cx.text(node), node),
        "generic_name" | "qualified_name" | "predefined_type" | "array_type" | "nullable_type" => {
            types::lower(cx, node)
        }
        "this" => members::receiver(cx),
        "base" => match cx.receiver() {
            Some(definition) => cx.expr(Expr::Super { definition }),
            None => cx.unknown(),
        },
        "invocation_expression"
        | "member_access_expression"
        | "element_access_expression"
        | "conditional_access_expression" => chains::chain(cx, node),
        "object_creation_expression" => created(cx, node),
        "implicit_object_creation_expression" => {
            let unknown = cx.unknown();
            created_as(cx, node, unknown)
        }
        "array_creation_expression" => array(cx, node),
        "implicit_array_creation_expression" | "initializer_expression" | "collection_expression" => elements(cx, node),
        "tuple_expression" => {
            let given = given(cx, node).into_iter().map(|argument| argument.value).collect();
            cx.tuple(given)
        }
        "lambda_expression" | "anonymous_method_expression" => functions::lambda(cx, node, name),
        "assignment_expression" => assignment(cx, node),
        "conditional_expression" => conditional(cx, node),
        "binary_expression" => binary(cx, node),
        "await_expression" => {
            let inner = cx.optional(children(node).into_iter().next(), |cx, inner| value(cx, inner, None));
            cx.expr(Expr::Await(inner))
        }
        "cast_expression" => cast(cx, node.field("type"), node.field("value")),
        "as_expression" => cast(cx, node.field("right"), node.field("left")),
        "is_pattern_expression" | "is_expression" => {
            patterns::is(cx, node);
            cx.literal(LiteralKind::Boolean)
        }
        "switch_expression" => patterns::switch(cx, node),
        "query_expression" => query(cx, node),
        "string_literal" | "verbatim_string_literal" | "raw_string_literal" => cx.literal(LiteralKind::Text),
        "interpolated_string_expression" => {
            statements::statements(cx, node);
            cx.literal(LiteralKind::Text)
        }
        "boolean_literal" => cx.literal(LiteralKind::Boolean),
        "null_literal" => cx.literal(LiteralKind::Null),
        "prefix_unary_expression" | "postfix_unary_expression" => unary(cx, node),
        "typeof_expression" | "sizeof_expression" | "default_expression" => cx.unknown(),
        "declaration_expression" => {
            let annotation = node.field("type").and_then(|written| types::declared(cx, written));
            if let Some(name) = node.field("name").filter(|name| name.kind() == "identifier") {
                cx.bind_name(name, None, annotation);
            }
            cx.unknown()
        }
        kind if kind.ends_with("_literal") => cx.literal(LiteralKind::Number),
        _ => {
            statements::statements(cx, node);
            cx.unknown()
        }
    }
}

/// The values in a node: its named children and `this`, which has no name in the grammar.
pub(super) fn values_in<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| is_value(*child)).collect()
}

/// True for what may be a value: no sign and no keyword but `this`.
pub(super) fn is_value(node: Node<'_>) -> bool {
    (node.is_named() && !node.is_extra()) || node.kind() == "this"
}

/// The arguments in a list.
pub(super) fn given(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<Argument> {
    let mut given = Vec::new();
    for argument in children(list).into_iter().filter(|child| child.kind() == "argument") {
        let name = argument.field("name");
        let inner = values_in(argument).into_iter().rfind(|child| Some(*child) != name);
        let value = cx.optional(inner, |cx, inner| value(cx, inner, None));
        given.push(Argument { name: name.map(|name| cx.text(name).to_owned()), value, spread: false });
    }
    given
}

fn created(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let callee = cx.optional(node.field("type"), types::lower);
    created_as(cx, node, callee)
}

/// `new C(..) { A = x }`: fields are written to what is made, elements are added to it.
pub(super) fn created_as(cx: &mut Lowering<'_>, node: Node<'_>, callee: ExprId) -> ExprId {
    let made = members::made(cx, node, callee);
    let list = children(node).into_iter().find(|child| child.kind() == "initializer_expression");
    let Some(list) = list else { return made };
    for item in children(list) {
        let pair = (item.kind() == "assignment_expression").then(|| item.fields(["left", "right"])).flatten();
        match pair {
            Some([left, right]) if left.kind() == "identifier" => {
                let bound = value(cx, right, Some(left));
                let name = cx.text(left).to_owned();
                cx.bind(Target::Attribute { base: made, name }, Some(bound), None, left);
            }
            Some([left, right]) => {
                let key = chains::key(cx, Some(left));
                let bound = value(cx, right, None);
                cx.bind(Target::Subscript { base: made, key }, Some(bound), None, left);
            }
            None => {
                let bound = value(cx, item, None);
                cx.bind(Target::Subscript { base: made, key: Key::Unknown }, Some(bound), None, item);
            }
        }
    }
    made
}

fn elements(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let inner = children(node).into_iter().find(|child| child.kind() == "initializer_expression");
    let items = children(inner.unwrap_or(node)).into_iter().map(|item| value(cx, item, None)).collect();
    cx.tuple(items)
}

fn array(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let items = elements(cx, node);
    let Some(written) = node.field("type") else { return items };
    let to = types::lower(cx, written);
    cx.expr(Expr::Cast { value: items, to })
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([left, right]) = node.fields(["left", "right"]) else { return cx.unknown() };
    let left = peel(left);
    // `+=` adds a handler to an event.
    if !matches!(node.kind_of("operator"), "" | "=" | "??=" | "+=") {
        value(cx, left, None);
        return value(cx, right, None);
    }
    match left.kind() {
        "identifier" => {
            let bound = value(cx, right, Some(left));
            assign_name(cx, left, bound);
            bound
        }
        "member_access_expression" => {
            let base = left.field("expression").map(|base| value(cx, base, None));
            let bound = value(cx, right, left.field("name"));
            if let (Some(base), Some(name)) = (base, left.field("name")) {
                let name = cx.text(name).to_owned();
                cx.bind(Target::Attribute { base, name }, Some(bound), None, left);
            }
            bound
        }
        "element_access_expression" => {
            let base = left.field("expression").map(|base| value(cx, base, None));
            let key = chains::key(cx, left.field("subscript"));
            let bound = value(cx, right, None);
            if let Some(base) = base {
                cx.bind(Target::Subscript { base, key }, Some(bound), None, left);
            }
            bound
        }
        "tuple_expression" => {
            let bound = value(cx, right, None);
            patterns::tuple(cx, left, bound);
            bound
        }
        _ => {
            value(cx, left, None);
            value(cx, right, None)
        }
    }
}

/// A name with a capital is a member's by everyone's convention: writing to a property runs its setter.
pub(super) fn assign_name(cx: &mut Lowering<'_>, left: Node<'_>, bound: ExprId) {
    let name = cx.text(left);
    let is_member = name.starts_with(|first: char| first.is_uppercase()) && cx.receiver().is_some();
    if is_member {
        let base = members::receiver(cx);
        cx.bind(Target::Attribute { base, name: name.to_owned() }, Some(bound), None, left);
    } else {
        cx.assign(name, Some(bound), left);
    }
}

/// A loop over the last branch, so that a ladder of conditions costs no depth.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    while at.kind() == "conditional_expression" {
        if let Some(condition) = at.field("condition") {
            value(cx, condition, None);
        }
        if let Some(branch) = at.field("consequence") {
            branches.push(value(cx, branch, None));
        }
        match at.field("alternative") {
            Some(next) => at = peel(next),
            None => break,
        }
    }
    if at.kind() != "conditional_expression" {
        branches.push(value(cx, at, None));
    }
    cx.expr(Expr::Either(branches))
}

fn cast(cx: &mut Lowering<'_>, written: Option<Node<'_>>, inner: Option<Node<'_>>) -> ExprId {
    let value = cx.optional(inner, |cx, inner| value(cx, inner, None));
    if matches!(cx.facts().expr(value), Expr::Function(_)) {
        return value;
    }
    let to = cx.optional(written, types::lower);
    cx.expr(Expr::Cast { value, to })
}

fn binary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let (first, operations) = left_spine(node, peel);
    let is_text = |cx: &Lowering<'_>, id| matches!(cx.facts().expr(id), Expr::Literal(LiteralKind::Text));
    let mut values = vec![value(cx, first, None)];
    for right in operations.into_iter().filter_map(|operation| operation.field("right")) {
        values.push(value(cx, right, None));
    }
    let kind = match node.kind_of("operator") {
        "??" => return cx.expr(Expr::Either(values)),
        "+" if values.iter().any(|part| is_text(cx, *part)) => LiteralKind::Text,
        "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => LiteralKind::Boolean,
        _ => LiteralKind::Number,
    };
    cx.literal(kind)
}

/// A loop, so that `!!!!x` costs no depth. `x!` is `x`.
fn unary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    while matches!(at.kind(), "prefix_unary_expression" | "postfix_unary_expression") {
        match children(at).first() {
            Some(inner) => at = peel(*inner),
            None => break,
        }
    }
    if at == node {
        return cx.unknown();
    }
    let inner = value(cx, at, None);
    match cx.text(node) {
        text if text.ends_with('!') => inner,
        text if text.starts_with('!') => cx.literal(LiteralKind::Boolean),
        _ => cx.literal(LiteralKind::Number),
    }
}

/// `from x in xs where .. select ..`: the names of its clauses are elements.
fn query(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut selected = None;
    for clause in children(node) {
        match clause.kind() {
            "from_clause" | "join_clause" => {
                let name = clause.field("name");
                let parts = children(clause).into_iter().filter(|part| Some(*part) != name);
                let values: Vec<ExprId> = parts.map(|part| value(cx, part, None)).collect();
                if let (Some(name), Some(of)) = (name, values.first()) {
                    let element = cx.expr(Expr::Element(*of));
                    cx.bind_name(name, Some(element), None);
                }
            }
            "select_clause" => selected = children(clause).into_iter().next().map(|part| value(cx, part, None)),
            _ => statements::statements(cx, clause),
        }
    }
    let element = selected.unwrap_or_else(|| cx.unknown());
    cx.list_of(element)
}

/// A call that syntax implies: the end of a `using`.
pub(super) fn implied(cx: &mut Lowering<'_>, base: ExprId, method: &str, at: Node<'_>) {
    let callee = cx.attribute(base, method, at);
    cx.call(callee, Vec::new(), CallKind::Implicit, at);
}
