//! Values.

use super::{annotations, constant_text, definers, definitions, narrowing, operators, reflection, statements, targets};
use crate::{
    Lowering,
    lowering::{Fields, children, first_child},
};
use facts::{
    Argument, CallKind, DefinitionKind, Expr, ExprId, Key, LiteralKind, ParameterKind, ReturnKind, ScopeKind, Target,
};
use tree_sitter::Node;

/// Iterables whose iteration runs no code of a project.
const BUILTIN_ITERABLES: &[&str] = &["range", "enumerate", "zip", "sorted", "list", "tuple", "set", "dict", "reversed"];

pub fn expression(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| expression_inner(cx, node))
}

fn expression_inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "identifier" => {
            let value = name(cx, node);
            cx.as_narrowed(value, node)
        }
        "attribute" => {
            let value = attribute(cx, node);
            cx.as_narrowed(value, node)
        }
        "subscript" => subscript(cx, node),
        "call" => call(cx, node),
        "string" | "concatenated_string" => string(cx, node),
        "integer" | "float" => cx.literal(LiteralKind::Number),
        "true" | "false" => boolean(cx),
        "none" => null(cx),
        "list" | "tuple" | "expression_list" | "pattern_list" => sequence(cx, node, false),
        "set" => sequence(cx, node, true),
        "dictionary" => dictionary(cx, node),
        "list_comprehension" | "set_comprehension" | "generator_expression" | "dictionary_comprehension" => {
            comprehension(cx, node)
        }
        "parenthesized_expression" => cx.optional(first_child(node), expression),
        "lambda" => lambda(cx, node, ""),
        "conditional_expression" => conditional(cx, node),
        "boolean_operator" | "binary_operator" => operators::chain(cx, node),
        "comparison_operator" => operators::comparison(cx, node),
        "not_operator" => {
            children(node).into_iter().for_each(|tested| operators::condition(cx, tested));
            boolean(cx)
        }
        "unary_operator" => {
            let value = cx.optional(node.field("argument"), expression);
            if let Some(method) = operators::method_of_sign(node.kind_of("operator")) {
                operators::implied(cx, value, method, Vec::new(), node);
            }
            value
        }
        "await" => match children(node).first() {
            Some(inner) => {
                let value = expression(cx, *inner);
                cx.expr(Expr::Await(value))
            }
            None => cx.unknown(),
        },
        "yield" => yields(cx, node),
        "named_expression" => walrus(cx, node),
        "assignment" => targets::assignment(cx, node).unwrap_or_else(|| cx.unknown()),
        "type" => annotations::annotation(cx, node),
        _ => {
            every(cx, node);
            cx.unknown()
        }
    }
}

/// A value that leaves as it is: the variable itself, whatever is known of its type.
pub fn passed_on(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if node.kind() == "identifier" { name(cx, node) } else { expression(cx, node) }
}

/// `a if condition else b`.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let [first, condition, second] = parts[..] else {
        every(cx, node);
        return cx.unknown();
    };
    operators::condition(cx, condition);
    let values = [(first, true), (second, false)].map(|(branch, holds)| {
        let known = narrowing::of_condition(cx, condition, holds);
        cx.narrowed(known, |cx| passed_on(cx, branch))
    });
    cx.expr(Expr::Either(values.to_vec()))
}

fn every(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        expression(cx, child);
    }
}

/// `None`.
pub fn null(cx: &mut Lowering<'_>) -> ExprId {
    cx.literal(LiteralKind::Null)
}

fn boolean(cx: &mut Lowering<'_>) -> ExprId {
    cx.literal(LiteralKind::Boolean)
}

pub fn positional(value: ExprId) -> Argument {
    Argument { name: None, value, spread: false }
}

/// True where `node` has this keyword or sign among its own children.
pub fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == token)
}

/// A name; the receiver where it is that of the innermost function which has a parameter of this name.
fn name(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let name = cx.text(node);
    let receiver = cx.innermost_with_parameter(name).filter(|id| {
        let first = cx.facts().definition(*id).parameters.first();
        first.is_some_and(|p| p.kind == ParameterKind::Receiver && p.name == name)
    });
    match receiver {
        Some(definition) => cx.expr(Expr::Receiver { definition }),
        None => cx.name(name, node),
    }
}

fn attribute(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([object, name]) = node.fields(["object", "attribute"]) else {
        every(cx, node);
        return cx.unknown();
    };
    let base = expression(cx, object);
    cx.attribute(base, cx.text(name), name)
}

fn subscript(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let Some((container, indices)) = parts.split_first() else { return cx.unknown() };
    let base = expression(cx, *container);
    let arguments: Vec<Argument> = indices.iter().map(|index| positional(expression(cx, *index))).collect();
    if !matches!(cx.facts().expr(base), Expr::Literal(_) | Expr::Collection(_)) {
        let callee = cx.attribute(base, "__getitem__", node);
        cx.call(callee, arguments, CallKind::Implicit, node);
    }
    match indices {
        [index] if index.kind() == "slice" => {
            let any = cx.expr(Expr::Element(base));
            cx.list_of(any)
        }
        [index] => {
            let key = targets::key(cx, *index);
            cx.expr(Expr::Subscript { base, key })
        }
        _ => cx.expr(Expr::Subscript { base, key: Key::Unknown }),
    }
}

fn call(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([function, list]) = node.fields(["function", "arguments"]) else {
        every(cx, node);
        return cx.unknown();
    };
    let callee = expression(cx, function);
    let arguments = arguments(cx, list);
    if matches!(cx.text(function), "__all__.extend" | "__all__.append") {
        children(list).into_iter().for_each(|names| export_all(cx, Some(names)));
    }
    if let Some(value) = reflection::read_or_write(cx, function, list, &arguments) {
        cx.call(callee, arguments, CallKind::Call, node);
        return value;
    }
    definers::call(cx, function, list, &arguments);
    if cx.text(function) == "pytest.param" {
        // A set of values with marks and a name: what a test gets are the values.
        let values =
            arguments.iter().filter(|argument| argument.name.is_none()).map(|argument| argument.value).collect();
        cx.call(callee, arguments, CallKind::Call, node);
        return cx.one_or_tuple(values);
    }
    let is_super = matches!(cx.facts().expr(callee), Expr::Name { name, .. } if name == "super");
    let result = cx.call(callee, arguments, CallKind::Call, node);
    let method = cx.enclosing(|d| matches!(d.kind, DefinitionKind::Method | DefinitionKind::Constructor));
    match method.filter(|_| is_super) {
        Some(definition) => cx.expr(Expr::Super { definition }),
        None => result,
    }
}

fn arguments(cx: &mut Lowering<'_>, list: Node<'_>) -> Vec<Argument> {
    if list.kind() != "argument_list" {
        return vec![positional(expression(cx, list))];
    }
    let mut arguments = Vec::new();
    for child in children(list) {
        let inner = children(child).last().copied();
        arguments.push(match (child.kind(), inner) {
            ("keyword_argument", Some(inner)) => {
                let name = child.field("name").map(|name| cx.text(name).to_owned());
                Argument { name, value: expression(cx, inner), spread: false }
            }
            ("list_splat" | "dictionary_splat", Some(inner)) => {
                Argument { name: None, value: expression(cx, inner), spread: true }
            }
            _ => positional(expression(cx, child)),
        });
    }
    arguments
}

/// A string; the values in its braces are lowered for their calls.
fn string(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    for part in children(node) {
        match part.kind() {
            "string" => drop(string(cx, part)),
            "interpolation" => interpolation(cx, part),
            _ => {}
        }
    }
    cx.literal(LiteralKind::Text)
}

/// `{value!r:spec}` in a string.
fn interpolation(cx: &mut Lowering<'_>, node: Node<'_>) {
    let method = match node.field("type_conversion").map(|conversion| cx.text(conversion)) {
        Some("!r" | "!a") => "__repr__",
        Some("!s") => "__str__",
        _ => "__format__",
    };
    for (at, part) in children(node).into_iter().enumerate() {
        let value = expression(cx, part);
        if at == 0 {
            operators::implied(cx, value, method, Vec::new(), part);
        }
    }
}

fn sequence(cx: &mut Lowering<'_>, node: Node<'_>, unordered: bool) -> ExprId {
    let mut items = Vec::new();
    let mut spread = false;
    for (i, child) in children(node).into_iter().enumerate() {
        if matches!(child.kind(), "list_splat" | "parenthesized_list_splat") {
            spread = true;
            let inner = cx.optional(first_child(child), expression);
            items.push((Key::Unknown, cx.expr(Expr::Element(inner))));
        } else {
            let key = if unordered || spread { Key::Unknown } else { Key::Index(i as i64) };
            items.push((key, expression(cx, child)));
        }
    }
    cx.expr(Expr::Collection(items))
}

fn dictionary(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut items = Vec::new();
    for child in children(node) {
        match child.fields(["key", "value"]) {
            Some([key, value]) => {
                let constant = targets::key(cx, key);
                if constant == Key::Unknown {
                    expression(cx, key);
                }
                let name = if let Key::Text(text) = &constant { text.clone() } else { String::new() };
                let value = if value.kind() == "lambda" { lambda(cx, value, &name) } else { expression(cx, value) };
                items.push((constant, value));
            }
            None => {
                items.push((Key::Spread, cx.optional(first_child(child), expression)));
            }
        }
    }
    cx.expr(Expr::Collection(items))
}

fn comprehension(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let clauses: Vec<Node<'_>> = parts.iter().copied().filter(|part| part.kind().ends_with("_clause")).collect();
    // The first iterable belongs to the scope around, everything else to the comprehension's own.
    let mut first = clauses.first().map(|clause| iterable(cx, *clause));
    let mut value = None;
    let mark = cx.narrow_mark();
    statements::in_comprehension(cx, node, |cx| {
        for clause in clauses {
            if clause.kind() == "for_in_clause" {
                let element = first.take().unwrap_or_else(|| iterable(cx, clause));
                if let Some(left) = clause.field("left") {
                    targets::bind_pattern(cx, left, element);
                }
            } else if let Some(tested) = first_child(clause) {
                operators::condition(cx, tested);
                let known = narrowing::of_condition(cx, tested, true);
                cx.narrow_from_here(known);
            }
        }
        let body = node.field("body");
        value = body.map(|body| match body.field("value").filter(|_| body.kind() == "pair") {
            Some(mapped) => {
                body.field("key").map(|key| expression(cx, key));
                expression(cx, mapped)
            }
            None => expression(cx, body),
        });
    });
    cx.narrow_until(mark);
    let value = value.unwrap_or_else(|| cx.unknown());
    cx.list_of(value)
}

fn iterable(cx: &mut Lowering<'_>, clause: Node<'_>) -> ExprId {
    let Some(right) = clause.field("right") else { return cx.unknown() };
    let value = expression(cx, right);
    iterate(cx, value, right, has_token(clause, "async"))
}

/// An element of `iterable`, and the calls that iterating makes.
pub fn iterate(cx: &mut Lowering<'_>, iterable: ExprId, node: Node<'_>, is_async: bool) -> ExprId {
    let builtin = match cx.facts().expr(iterable) {
        Expr::Literal(_) | Expr::Collection(_) => true,
        Expr::Call(id) => match cx.facts().expr(cx.facts().calls[id.0 as usize].callee) {
            Expr::Name { name, .. } => BUILTIN_ITERABLES.contains(&name.as_str()),
            Expr::Attribute { name, .. } => matches!(name.as_str(), "items" | "keys" | "values"),
            _ => false,
        },
        _ => false,
    };
    if !builtin {
        let (start, step) = if is_async { ("__aiter__", "__anext__") } else { ("__iter__", "__next__") };
        let callee = cx.attribute(iterable, start, node);
        let iterator = cx.call(callee, Vec::new(), CallKind::Implicit, node);
        let callee = cx.attribute(iterator, step, node);
        cx.call(callee, Vec::new(), CallKind::Implicit, node);
    }
    cx.expr(Expr::Element(iterable))
}

/// A lambda, named after what it is bound to.
pub fn lambda(cx: &mut Lowering<'_>, node: Node<'_>, name: &str) -> ExprId {
    let keyword = node.child(0).unwrap_or(node);
    let list = node.field("parameters");
    let (parameters, nodes) = definitions::parameters(cx, list, false);
    let mut draft = cx.draft(DefinitionKind::Lambda, name, node, keyword);
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.parameters = parameters;
    draft.exported = false;
    let id = cx.define(draft, false);
    let scope = cx.facts().scopes.len();
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.facts_mut().scopes[scope].skips_class_scopes = true;
        for (index, parameter) in nodes.iter().enumerate() {
            cx.bind_parameter(id, index as u32, *parameter);
        }
        if let Some(body) = node.field("body") {
            let value = expression(cx, body);
            cx.returns(value, ReturnKind::Return);
        }
    });
    cx.expr(Expr::Function(id))
}

fn yields(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let value = first_child(node).map(|value| expression(cx, value)).unwrap_or_else(|| null(cx));
    let value = if has_token(node, "from") { cx.expr(Expr::Element(value)) } else { value };
    cx.returns(value, ReturnKind::Yield);
    cx.unknown()
}

/// `name := value` binds outside any comprehension around it.
fn walrus(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let Some([name, value]) = node.fields(["name", "value"]) else { return cx.unknown() };
    let text = cx.text(name);
    let value = if value.kind() == "lambda" { lambda(cx, value, text) } else { expression(cx, value) };
    let mut scope = cx.scope();
    while let (ScopeKind::Block, Some(parent)) = (cx.facts().scope(scope).kind, cx.facts().scope(scope).parent) {
        scope = parent;
    }
    cx.bind_in(scope, Target::Name(text.to_owned()), Some(value), None, name);
    value
}

/// Names written out in a value of `__all__`.
pub fn export_all(cx: &mut Lowering<'_>, value: Option<Node<'_>>) {
    let mut waiting: Vec<Node<'_>> = value.into_iter().collect();
    while let Some(node) = waiting.pop() {
        match node.kind() {
            "list" | "tuple" | "binary_operator" | "parenthesized_expression" => {
                waiting.extend(children(node).into_iter().rev());
            }
            _ => {
                if let Some(name) = constant_text(cx, node).map(str::to_owned) {
                    cx.facts_mut().exports.push((name.clone(), name));
                }
            }
        }
    }
}
