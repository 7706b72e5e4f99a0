//! Special forms: what decides, repeats, waits and handles.

use super::{arguments, child, children, do_block, keyword_value, names, patterns, sequences, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Expr, ExprId, Key, ScopeKind};
use tree_sitter::Node;

/// The value of a special form; `None` for other names.
pub(super) fn special(cx: &mut Lowering<'_>, node: Node<'_>, name: &str, piped: Option<ExprId>) -> Option<ExprId> {
    Some(match name {
        "case" => {
            let subject = subject(cx, node, piped);
            match body(cx, node, "do") {
                Some(block) => clauses(cx, block, subject),
                None => cx.unknown(),
            }
        }
        "cond" | "receive" => {
            let block = do_block(node)?;
            let mut found = vec![clauses(cx, block, None)];
            found.extend(child(block, &["after_block"]).map(|after| clauses(cx, after, None)));
            cx.one_or_either(found)
        }
        "if" | "unless" => {
            subject(cx, node, piped);
            let found: Vec<ExprId> = ["do", "else"].into_iter().filter_map(|word| branch(cx, node, word)).collect();
            cx.one_or_either(found)
        }
        "with" => with(cx, node),
        "for" => comprehension(cx, node),
        "try" => with_handlers(cx, do_block(node)?),
        "quote" => {
            let block = body(cx, node, "do")?;
            sequences::lower(cx, block);
            cx.unknown()
        }
        _ => return None,
    })
}

fn subject(cx: &mut Lowering<'_>, node: Node<'_>, piped: Option<ExprId>) -> Option<ExprId> {
    let written = arguments(node).first().copied().filter(|first| piped.is_none() && first.kind() != "keywords");
    piped.or_else(|| written.map(|written| values::value(cx, written)))
}

/// The block or the value of a keyword: `do`, `else`.
fn body<'n>(cx: &Lowering<'_>, node: Node<'n>, word: &str) -> Option<Node<'n>> {
    let block = do_block(node);
    let block = match word {
        "do" => block,
        _ => block.and_then(|block| child(block, &[&format!("{word}_block")])),
    };
    block.or_else(|| keyword_value(cx, node, word))
}

fn branch(cx: &mut Lowering<'_>, node: Node<'_>, word: &str) -> Option<ExprId> {
    let part = body(cx, node, word)?;
    Some(scoped(cx, part, |cx| sequence(cx, part)))
}

/// A block, or a single value behind a keyword.
fn sequence(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if node.kind().ends_with("_block") { sequences::lower(cx, node) } else { values::value(cx, node) }
}

fn scoped(cx: &mut Lowering<'_>, node: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>) -> ExprId) -> ExprId {
    let mut result = None;
    cx.in_scope(ScopeKind::Block, node, |cx| result = Some(inner(cx)));
    result.unwrap_or_else(|| cx.unknown())
}

/// What a clause takes on its left, and its guard.
pub(super) fn left_of(clause: Node<'_>) -> (Vec<Node<'_>>, Option<Node<'_>>) {
    let Some(left) = clause.field("left") else { return (Vec::new(), None) };
    match left.kind() {
        "binary_operator" => (left.field("left").map_or_else(Vec::new, children), left.field("right")),
        _ => (children(left), None),
    }
}

/// The clauses of a block, each with the value that its pattern is matched with.
pub(super) fn clauses(cx: &mut Lowering<'_>, block: Node<'_>, subject: Option<ExprId>) -> ExprId {
    let mut found = Vec::new();
    for clause in children(block).into_iter().filter(|part| part.kind() == "stab_clause") {
        let result = scoped(cx, clause, |cx| {
            let (parts, guard) = left_of(clause);
            match subject {
                Some(_) => parts.iter().for_each(|part| patterns::bind(cx, *part, subject)),
                None => parts.iter().for_each(|part| handled(cx, *part)),
            }
            guard.iter().for_each(|guard| {
                values::value(cx, *guard);
            });
            match clause.field("right") {
                Some(right) => sequences::lower(cx, right),
                None => cx.unknown(),
            }
        });
        found.push(result);
    }
    cx.one_or_either(found)
}

/// The left side of a clause that is matched with nothing that is known: a condition of `cond`, a message, `e in Error`.
fn handled(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some([left, right]) = node.fields(["left", "right"]).filter(|_| node.kind_of("operator") == "in") {
        let listed = if right.kind() == "list" { children(right) } else { vec![right] };
        let types: Vec<ExprId> = listed.into_iter().filter_map(|one| names::value(cx, one)).collect();
        let (value, to) = (cx.unknown(), cx.one_or_either(types));
        let caught = cx.expr(Expr::Cast { value, to });
        return patterns::bind(cx, left, Some(caught));
    }
    match node.kind() {
        "call" | "access_call" | "unary_operator" => {
            values::value(cx, node);
        }
        "binary_operator" if !matches!(node.kind_of("operator"), "=" | "<>" | "|" | "::") => {
            values::value(cx, node);
        }
        _ => patterns::bind(cx, node, None),
    }
}

/// A block with what handles its errors: `do .. rescue .. else .. after .. end`.
pub(super) fn with_handlers(cx: &mut Lowering<'_>, block: Node<'_>) -> ExprId {
    let own = sequences::lower(cx, block);
    let mut found = vec![own];
    for part in children(block) {
        match part.kind() {
            "rescue_block" | "catch_block" => found.push(clauses(cx, part, None)),
            "else_block" => found.push(clauses(cx, part, Some(own))),
            "after_block" => {
                scoped(cx, part, |cx| sequences::lower(cx, part));
            }
            _ => {}
        }
    }
    cx.one_or_either(found)
}

/// `with a <- b, c = d do .. else .. end`
fn with(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut found = Vec::new();
    let result = scoped(cx, node, |cx| {
        for part in arguments(node) {
            clause(cx, part, |_, value| value);
        }
        match body(cx, node, "do") {
            Some(block) => sequence(cx, block),
            None => cx.unknown(),
        }
    });
    found.push(result);
    if let Some(other) = do_block(node).and_then(|block| child(block, &["else_block"])) {
        found.push(clauses(cx, other, None));
    }
    cx.one_or_either(found)
}

/// `pattern <- value`, of which the pattern binds what `taken` makes; anything else is a value.
fn clause(cx: &mut Lowering<'_>, node: Node<'_>, taken: impl Fn(&mut Lowering<'_>, ExprId) -> ExprId) {
    if node.kind() == "keywords" {
        return;
    }
    let is_arrow = node.kind() == "binary_operator" && node.kind_of("operator") == "<-";
    let Some([pattern, value]) = node.fields(["left", "right"]).filter(|_| is_arrow) else {
        values::value(cx, node);
        return;
    };
    let value = values::value(cx, value);
    let value = taken(cx, value);
    match pattern.fields(["left", "right"]) {
        Some([inner, guard]) if pattern.kind_of("operator") == "when" => {
            patterns::bind(cx, inner, Some(value));
            values::value(cx, guard);
        }
        _ => patterns::bind(cx, pattern, Some(value)),
    }
}

/// `for x <- xs, filter, into: y do .. end`
fn comprehension(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    scoped(cx, node, |cx| {
        for part in arguments(node) {
            clause(cx, part, |cx, value| cx.expr(Expr::Element(value)));
        }
        for word in ["into", "reduce", "uniq"] {
            if let Some(option) = keyword_value(cx, node, word) {
                values::value(cx, option);
            }
        }
        let result = match body(cx, node, "do") {
            Some(block) if children(block).first().is_some_and(|first| first.kind() == "stab_clause") => {
                return clauses(cx, block, None);
            }
            Some(block) => sequence(cx, block),
            None => cx.unknown(),
        };
        cx.list_of(result)
    })
}

/// The block that a macro is given behind `do`: it runs where it is written, as far as anyone can tell.
pub(super) fn block_argument(cx: &mut Lowering<'_>, block: Node<'_>) -> ExprId {
    let has_clauses = children(block).first().is_some_and(|first| first.kind() == "stab_clause");
    let value = scoped(cx, block, |cx| match has_clauses {
        true => clauses(cx, block, None),
        false => with_handlers(cx, block),
    });
    cx.expr(Expr::Collection(vec![(Key::Text("do".to_owned()), value)]))
}
