//! Conditions, loops, `rescue`, and how values leave.

use super::expressions::value;
use super::{calls, children, children_of, names, sequences, targets};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, Expr, ExprId, Key, ReturnKind};
use tree_sitter::Node;

/// A body with its `rescue`, `else` and `ensure`: the value of whichever part comes last.
pub(super) fn body(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if !matches!(node.kind(), "body_statement" | "begin" | "block_body" | "then" | "do" | "else" | "program") {
        return value(cx, node);
    }
    let parts = children(node);
    let is_clause = |part: &Node<'_>| matches!(part.kind(), "rescue" | "else" | "ensure");
    if !parts.iter().any(is_clause) {
        return sequences::value(cx, node);
    }
    let mut results = Vec::new();
    let mut last = None;
    for part in parts {
        match part.kind() {
            "rescue" => results.push(rescue(cx, part)),
            "else" => last = Some(sequences::value(cx, part)),
            "ensure" => {
                sequences::value(cx, part);
            }
            _ => last = Some(statement(cx, part)),
        }
    }
    results.splice(0..0, last);
    cx.one_or_either(results)
}

/// A statement among clauses; definitions in it have no comment of their own.
fn statement(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| value(cx, node))
}

/// `rescue A, B => e`.
fn rescue(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let caught = children_of(node.field("exceptions")).into_iter().map(|caught| value(cx, caught)).collect::<Vec<_>>();
    let annotation = if caught.is_empty() { None } else { Some(cx.one_or_either(caught)) };
    if let Some(name) = node.field("variable").and_then(|variable| variable.named_child(0)) {
        match name.kind() {
            "identifier" => {
                targets::bind(cx, name, None);
                cx.bind_name(name, None, annotation);
            }
            _ => targets::bind(cx, name, None),
        }
    }
    cx.optional(node.field("body"), body)
}

/// `if`, `unless`, `elsif`, `a ? b : c`: one of the branches. A loop, so that a ladder costs no depth.
pub(super) fn condition(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut branches = Vec::new();
    let mut at = node;
    loop {
        if let Some(condition) = at.field("condition") {
            value(cx, condition);
        }
        if let Some(branch) = at.field("consequence") {
            branches.push(body(cx, branch));
        }
        match at.field("alternative") {
            Some(next) if matches!(next.kind(), "elsif" | "conditional") => at = next,
            Some(last) => {
                branches.push(body(cx, last));
                break;
            }
            None => break,
        }
    }
    cx.one_or_either(branches)
}

/// `a if b`, `a rescue b`, `a while b`.
pub(super) fn modifier(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let condition = node.field("condition").map(|condition| value(cx, condition));
    let result = cx.optional(node.field("body"), value);
    match node.field("handler") {
        Some(handler) => {
            let handled = value(cx, handler);
            cx.expr(Expr::Either(vec![result, handled]))
        }
        None if condition.is_some() && node.kind().starts_with("while") => cx.unknown(),
        None => result,
    }
}

/// `case a when B then c`: one of the branches.
pub(super) fn case(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let tested = node.field("value").map(|tested| value(cx, tested));
    let mut results = Vec::new();
    for clause in children(node).into_iter().filter(|child| Some(*child) != node.field("value")) {
        match clause.kind() {
            "when" => {
                for pattern in clause.all("pattern") {
                    let pattern = value(cx, pattern.named_child(0).unwrap_or(pattern));
                    if let Some(tested) = tested {
                        names::implied(cx, pattern, "===", vec![tested], clause);
                    }
                }
                results.extend(clause.field("body").map(|then| body(cx, then)));
            }
            "in_clause" => {
                if let Some(pattern) = clause.field("pattern") {
                    let tested = tested.unwrap_or_else(|| cx.unknown());
                    match_pattern(cx, pattern, tested);
                }
                results
                    .extend(clause.field("guard").and_then(|guard| guard.named_child(0)).map(|guard| value(cx, guard)));
                results.extend(clause.field("body").map(|then| body(cx, then)));
            }
            "else" => results.push(body(cx, clause)),
            _ => {}
        }
    }
    cx.one_or_either(results)
}

/// Binds the names of a pattern.
pub(super) fn match_pattern(cx: &mut Lowering<'_>, node: Node<'_>, tested: ExprId) {
    match node.kind() {
        "identifier" => targets::bind(cx, node, Some(tested)),
        "as_pattern" => {
            if let Some([of, name]) = node.fields(["value", "name"]) {
                let to = value(cx, of);
                let seen = cx.expr(Expr::Cast { value: tested, to });
                targets::bind(cx, name, Some(seen));
            }
        }
        "keyword_pattern" => {
            let Some(key) = node.field("key") else { return };
            let field = cx.expr(Expr::Subscript { base: tested, key: Key::Text(cx.text(key).to_owned()) });
            match node.field("value") {
                Some(inner) => {
                    cx.deeper(|cx| match_pattern(cx, inner, field));
                }
                None => names::bind(cx, key, Some(field)),
            }
        }
        "array_pattern" => {
            for (at, part) in children(node).into_iter().filter(|part| part.kind() != "constant").enumerate() {
                let element = cx.expr(Expr::Subscript { base: tested, key: Key::Index(at as i64) });
                cx.deeper(|cx| match_pattern(cx, part, element));
            }
        }
        "splat_parameter" | "hash_splat_parameter" => {
            if let Some(name) = node.field("name") {
                targets::bind(cx, name, Some(tested));
            }
        }
        "hash_pattern" | "find_pattern" | "alternative_pattern" | "parenthesized_pattern" => {
            children(node).into_iter().for_each(|part| {
                cx.deeper(|cx| match_pattern(cx, part, tested));
            });
        }
        _ => {
            value(cx, node);
        }
    }
}

/// `while`, `until`, `for x in y`.
pub(super) fn repeated(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(condition) = node.field("condition") {
        value(cx, condition);
    }
    if let Some([pattern, over]) = node.fields(["pattern", "value"]) {
        let over = value(cx, over.named_child(0).unwrap_or(over));
        let element = cx.expr(Expr::Element(over));
        targets::bind(cx, pattern, Some(element));
    }
    if let Some(inner) = node.field("body") {
        body(cx, inner);
    }
    cx.unknown()
}

/// `return`, `next`, `break`: what leaves, from the method around or from the block.
pub(super) fn leave(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let values: Vec<ExprId> = match node.named_child(0) {
        Some(list) => calls::arguments_in(cx, list).into_iter().map(|argument| argument.value).collect(),
        None => Vec::new(),
    };
    if values.is_empty() {
        return cx.unknown();
    }
    let result = cx.one_or_tuple(values);
    match node.kind() {
        "next" => cx.returns(result, ReturnKind::Return),
        "return" => {
            if let Some(definition) = super::methods::around(cx).or_else(|| cx.receiver()) {
                cx.facts_mut().returns.push(facts::Return { definition, value: result, kind: ReturnKind::Return });
            }
        }
        _ => {}
    }
    cx.unknown()
}

/// `raise A, "text"`: an error of that class is made and thrown.
pub(super) fn raise(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let given = calls::arguments(cx, node);
    let Some((first, rest)) = given.split_first() else { return cx.unknown() };
    let thrown = first.value;
    let is_class = matches!(cx.facts().expr(thrown), Expr::Name { .. } | Expr::Attribute { .. });
    let is_constant = node.field("arguments").and_then(|list| list.named_child(0));
    let thrown = match is_constant.map(|first| first.kind()) {
        Some("constant" | "scope_resolution") if is_class => {
            let rest = rest.first().cloned().into_iter().collect();
            cx.call(thrown, rest, CallKind::New, node)
        }
        _ => thrown,
    };
    cx.returns(thrown, ReturnKind::Throw);
    cx.unknown()
}
