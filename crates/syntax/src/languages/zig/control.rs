//! Statements, and what has branches or captures a value.

use super::expressions::value;
use super::{name_of, variables};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// Fields of a union that `inline else` is followed into.
const MAX_FIELDS: usize = 64;

/// The statements of a block, in the scope around it.
pub(super) fn statements(cx: &mut Lowering<'_>, block: Node<'_>) {
    for child in children(block) {
        statement(cx, child);
    }
}

/// One statement.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.deeper(|cx| plain(cx, node));
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) {
    match node.kind() {
        "block" => scoped(cx, node, |cx| statements(cx, node)),
        "variable_declaration" => variables::statement(cx, node),
        "comptime_statement"
        | "comptime_declaration"
        | "nosuspend_statement"
        | "suspend_statement"
        | "defer_statement"
        | "ERROR" => statements(cx, node),
        "errdefer_statement" => scoped(cx, node, |cx| {
            capture(cx, payload(node), &[]);
            statements(cx, node);
        }),
        "if_statement" => branches(cx, node),
        "for_statement" | "for_expression" => each(cx, node),
        "while_statement" | "while_expression" => repeated(cx, node),
        "payload" | "block_label" | "break_label" => {}
        _ => {
            value(cx, node, None);
        }
    }
}

fn scoped(cx: &mut Lowering<'_>, node: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>)) {
    cx.in_scope(ScopeKind::Block, node, inner);
}

fn payload(node: Node<'_>) -> Option<Node<'_>> {
    children(node).into_iter().find(|child| child.kind() == "payload")
}

/// `|a, *b|`: the names are bound to these values.
fn capture(cx: &mut Lowering<'_>, payload: Option<Node<'_>>, values: &[Option<ExprId>]) {
    let names = payload.map_or_else(Vec::new, children);
    for (at, name) in names.into_iter().enumerate() {
        if cx.text(name) != "_" {
            let value = values.get(at).copied().flatten();
            cx.bind(Target::Name(name_of(cx, name).to_owned()), value, None, name);
        }
    }
}

/// `if (a) |b| {} else |c| {}`. A loop, so that an `else if` ladder costs no depth.
fn branches(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut at = node;
    loop {
        let condition = at.field("condition").map(|condition| value(cx, condition, None));
        if let Some(body) = at.field("body") {
            scoped(cx, body, |cx| {
                capture(cx, payload(at), &[condition]);
                statement(cx, body);
            });
        }
        let Some(clause) = children(at).into_iter().find(|child| child.kind() == "else_clause") else { return };
        let Some(alternative) = clause.field("alternative") else { return };
        match payload(clause) {
            None if alternative.kind() == "if_statement" => at = alternative,
            caught => {
                return scoped(cx, alternative, |cx| {
                    capture(cx, caught, &[]);
                    statement(cx, alternative);
                });
            }
        }
    }
}

/// `for (a, 0..) |b, c| {} else {}`.
fn each(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    let at = parts.iter().position(|part| part.kind() == "payload").unwrap_or(parts.len());
    let mut elements = Vec::new();
    for input in parts[..at].iter().filter(|part| part.kind() != "block_label") {
        let iterated = value(cx, *input, None);
        let is_range = input.kind() == "range_expression";
        elements.push((!is_range).then(|| cx.expr(Expr::Element(iterated))));
    }
    scoped(cx, node, |cx| {
        capture(cx, parts.get(at).copied(), &elements);
        rest(cx, parts.get(at + 1..).unwrap_or_default());
    });
}

/// `while (a) |b| : (c) {} else |d| {}`.
fn repeated(cx: &mut Lowering<'_>, node: Node<'_>) {
    let condition = node.field("condition").map(|condition| value(cx, condition, None));
    let parts = children(node);
    let first = parts.iter().position(|part| Some(*part) == node.field("condition")).map_or(0, |at| at + 1);
    scoped(cx, node, |cx| {
        let captured = parts.get(first).filter(|part| part.kind() == "payload").copied();
        capture(cx, captured, &[condition]);
        rest(cx, &parts[first..]);
    });
}

/// What comes behind the head of a loop.
fn rest(cx: &mut Lowering<'_>, parts: &[Node<'_>]) {
    for part in parts {
        match part.kind() {
            "else_clause" => scoped(cx, *part, |cx| {
                capture(cx, payload(*part), &[]);
                if let Some(alternative) = part.field("alternative") {
                    statement(cx, alternative);
                }
            }),
            _ => statement(cx, *part),
        }
    }
}

/// `if (a) |b| c else |d| e` as a value. A loop, so that a ladder costs no depth.
pub(super) fn if_value(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let mut results = Vec::new();
    let mut at = node;
    loop {
        let parts = children(at);
        let condition = at.field("condition").map(|condition| value(cx, condition, None));
        let mut captured = None;
        let mut is_first = true;
        let mut next = None;
        for part in parts.into_iter().filter(|part| Some(*part) != at.field("condition")) {
            if part.kind() == "payload" {
                captured = Some(part);
                continue;
            }
            let given = if is_first { condition } else { None };
            match (is_first, captured.is_none(), part.kind() == at.kind()) {
                (false, true, true) => next = Some(part),
                _ => scoped(cx, part, |cx| {
                    capture(cx, captured, &[given]);
                    results.push(value(cx, part, to));
                }),
            }
            (captured, is_first) = (None, false);
        }
        match next {
            Some(next) => at = next,
            None => return cx.one_or_either(results),
        }
    }
}

/// `a catch |b| c`.
pub(super) fn caught(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let mut results = Vec::new();
    let parts = children(node);
    if let Some(first) = parts.first() {
        results.push(value(cx, *first, to));
    }
    scoped(cx, node, |cx| {
        capture(cx, payload(node), &[]);
        for part in parts.iter().skip(1).filter(|part| part.kind() != "payload") {
            results.push(value(cx, *part, to));
        }
    });
    cx.one_or_either(results)
}

/// `switch (a) { .b => |c| d, else => e }`: one of the cases' values.
pub(super) fn switch(cx: &mut Lowering<'_>, node: Node<'_>, to: Option<ExprId>) -> ExprId {
    let parts = children(node);
    let switched = parts.iter().find(|part| !matches!(part.kind(), "block_label" | "switch_case")).copied();
    let switched = switched.map(|switched| value(cx, switched, None));
    let mut results = Vec::new();
    for case in parts.into_iter().filter(|part| part.kind() == "switch_case") {
        scoped(cx, case, |cx| results.extend(self::case(cx, case, switched, to)));
    }
    cx.one_or_either(results)
}

fn case(cx: &mut Lowering<'_>, case: Node<'_>, switched: Option<ExprId>, to: Option<ExprId>) -> Option<ExprId> {
    let mut cursor = case.walk();
    let all: Vec<Node<'_>> = case.children(&mut cursor).filter(|child| !child.is_extra()).collect();
    let arrow = all.iter().position(|child| child.kind() == "=>")?;
    let is_named = |child: &&Node<'_>| child.is_named();
    let patterns: Vec<Node<'_>> = all[..arrow].iter().filter(is_named).copied().collect();
    let captured = payload(case);
    if captured.is_some() {
        let part = switched.and_then(|switched| captured_of(cx, case, &patterns, switched));
        capture(cx, captured, &[part]);
    }
    for pattern in patterns.into_iter().filter(|pattern| pattern.kind() != "field_expression") {
        value(cx, pattern, None);
    }
    let result = all[arrow + 1..].iter().filter(is_named).rfind(|child| child.kind() != "payload").copied()?;
    Some(value(cx, result, to))
}

/// The field of a union that a case is about; with `inline else` any field of the union around.
fn captured_of(cx: &mut Lowering<'_>, case: Node<'_>, patterns: &[Node<'_>], switched: ExprId) -> Option<ExprId> {
    if let Some(member) = patterns.first().and_then(|first| first.field("member")) {
        return Some(cx.attribute(switched, name_of(cx, member), member));
    }
    let Expr::Receiver { definition } = *cx.facts().expr(switched) else { return None };
    let union = cx.facts().definition(definition).parent?;
    let fields = cx.facts().definitions.iter().skip(union.0 as usize);
    let fields = fields.filter(|field| field.kind == DefinitionKind::Field && field.parent == Some(union));
    let names: Vec<String> = fields.take(MAX_FIELDS).map(|field| field.name.clone()).collect();
    let parts: Vec<ExprId> = names.iter().map(|name| cx.attribute(switched, name, case)).collect();
    (!parts.is_empty()).then(|| cx.one_or_either(parts))
}

/// `label: { .. break :label value; }`: the label is a variable of the block.
pub(super) fn labeled(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let label = parts.iter().find(|part| part.kind() == "block_label").copied();
    let Some(label) = label.filter(|_| node.kind() != "block") else {
        match node.kind() {
            "block" => plain(cx, node),
            _ => statements(cx, node),
        }
        return cx.unknown();
    };
    let name = label_of(cx, label);
    let mut result = None;
    scoped(cx, node, |cx| {
        cx.bind(Target::Name(name.clone()), None, None, label);
        statements(cx, node);
        result = Some(cx.name(&name, label));
    });
    result.unwrap_or_else(|| cx.unknown())
}

/// `break :label value`, `continue`.
pub(super) fn leave(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    let label = parts.iter().find(|part| part.kind() == "break_label").copied();
    let given = parts.into_iter().find(|part| part.kind() != "break_label").map(|given| value(cx, given, None));
    if let (Some(label), Some(given)) = (label, given) {
        let name = label_of(cx, label);
        cx.assign(&name, Some(given), label);
    }
    cx.unknown()
}

/// No name of anything else has a colon.
fn label_of(cx: &Lowering<'_>, label: Node<'_>) -> String {
    let name = children(label).first().map_or("", |name| name_of(cx, *name));
    format!("{name}:")
}
