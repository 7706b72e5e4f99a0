//! Written types, in annotations and as base classes.

use super::{constant_text, expressions, last_segment};
use crate::{Lowering, lowering::children};
use facts::{Expr, ExprId};
use tree_sitter::Node;

/// A type as a value: unions and `Optional` become `Either`, subscripts `Generic`, forward references what they say.
pub fn annotation(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| annotation_inner(cx, node))
}

fn annotation_inner(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    match (node.kind(), parts.as_slice()) {
        ("type" | "constrained_type" | "parenthesized_expression", [inner, ..]) => annotation(cx, *inner),
        ("subscript" | "generic_type", [base, arguments @ ..]) => {
            let wrapper = last_segment(cx, *base);
            if wrapper == "Literal" {
                return cx.unknown();
            }
            let base = annotation(cx, *base);
            let written = match arguments {
                [list] if list.kind() == "type_parameter" => children(*list),
                _ => arguments.to_vec(),
            };
            let arguments: Vec<ExprId> = written.into_iter().map(|argument| annotation(cx, argument)).collect();
            generic(cx, wrapper, base, arguments)
        }
        ("member_type", [base, name]) => {
            let base = annotation(cx, *base);
            cx.attribute(base, cx.text(*name), *name)
        }
        ("union_type", _) => {
            let all = parts.iter().map(|part| annotation(cx, *part)).collect();
            cx.expr(Expr::Either(all))
        }
        ("binary_operator", [left, right]) => {
            let all = vec![annotation(cx, *left), annotation(cx, *right)];
            cx.expr(Expr::Either(all))
        }
        ("list", _) => {
            let all = parts.iter().map(|part| annotation(cx, *part)).collect();
            cx.tuple(all)
        }
        ("string", _) => match constant_text(cx, node) {
            Some(text) => Forward { rest: text.trim_start(), at: node }.union(cx),
            None => cx.unknown(),
        },
        _ => expressions::expression(cx, node),
    }
}

/// `base[arguments]`, where `base` ends in `wrapper`.
fn generic(cx: &mut Lowering<'_>, wrapper: &str, base: ExprId, arguments: Vec<ExprId>) -> ExprId {
    match (wrapper, arguments.as_slice()) {
        ("Optional", [one]) => {
            let null = expressions::null(cx);
            cx.expr(Expr::Either(vec![*one, null]))
        }
        ("Union", _) => cx.expr(Expr::Either(arguments)),
        ("Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired" | "ReadOnly", [first, ..]) => *first,
        _ => cx.expr(Expr::Generic { base, arguments }),
    }
}

/// A reader for a type written as a string: names, dots, brackets and bars.
struct Forward<'t, 'n> {
    rest: &'t str,
    at: Node<'n>,
}

impl<'t> Forward<'t, '_> {
    fn union(&mut self, cx: &mut Lowering<'_>) -> ExprId {
        let mut all = Vec::new();
        loop {
            all.push(cx.deeper_value(|cx| self.single(cx)));
            if !self.eat('|') {
                break;
            }
        }
        cx.one_or_either(all)
    }

    fn single(&mut self, cx: &mut Lowering<'_>) -> ExprId {
        while self.eat('"') || self.eat('\'') {}
        let mut last = self.word();
        let mut value = match last {
            "" => return cx.unknown(),
            "None" => expressions::null(cx),
            _ => cx.name(last, self.at),
        };
        while self.eat('.') {
            last = self.word();
            value = cx.attribute(value, last, self.at);
        }
        if !self.eat('[') {
            return value;
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.union(cx));
            while self.eat('"') || self.eat('\'') {}
            if !self.eat(',') {
                break;
            }
        }
        self.eat(']');
        generic(cx, last, value, arguments)
    }

    fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn eat(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
}
