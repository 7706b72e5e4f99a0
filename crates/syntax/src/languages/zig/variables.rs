//! Constants and variables, and what is assigned to.

use super::calls::key;
use super::containers::{Named, define, finish};
use super::expressions::value;
use super::{has_word, imports, initializers, is_container, name_of};
use crate::Lowering;
use crate::languages::c_like;
use crate::lowering::{Fields, children};
use facts::{DefinitionKind, Expr, ExprId, Key, Target};
use tree_sitter::Node;

/// One of the names or places that a statement gives values to.
struct Written<'n> {
    place: Node<'n>,
    /// The type, of what is declared here.
    to: Option<Node<'n>>,
    is_declared: bool,
}

/// A declaration or an assignment, taken apart.
struct Parts<'n> {
    written: Vec<Written<'n>>,
    given: Option<Node<'n>>,
    /// `+=` and its kin give no value of their own.
    is_plain: bool,
}

fn parts(node: Node<'_>) -> Parts<'_> {
    let mut parts = Parts { written: Vec::new(), given: None, is_plain: true };
    let (mut declares, mut behind) = (false, false);
    let mut cursor = node.walk();
    let mut at = cursor.goto_first_child();
    while at {
        let (child, field) = (cursor.node(), cursor.field_name());
        match child.kind() {
            "const" | "var" => declares = true,
            kind if !child.is_named() && kind.ends_with('=') => (behind, parts.is_plain) = (true, kind == "="),
            "byte_alignment" | "address_space" | "link_section" => {}
            _ if !child.is_named() || child.is_extra() => {}
            _ if behind => parts.given = parts.given.or(Some(child)),
            _ if field == Some("type") => {
                if let Some(last) = parts.written.last_mut() {
                    last.to = Some(child);
                }
            }
            // `extern "c"`.
            "string" if !declares && parts.written.is_empty() => {}
            _ => parts.written.push(Written { place: child, to: None, is_declared: std::mem::take(&mut declares) }),
        }
        at = cursor.goto_next_sibling();
    }
    parts
}

/// What a container declares: a definition, unless it only gives something its own name again.
pub(super) fn member(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let parts = parts(node);
    let ([Written { place: name, to, is_declared: true }], given) = (&parts.written[..], parts.given) else {
        return statement(cx, node);
    };
    if let Some(container) = given.filter(|given| is_container(*given)) {
        let named = Named { text: name_of(cx, *name).to_owned(), node: *name, whole: node, above, binds: true };
        define(cx, container, &named);
        return;
    }
    let text = name_of(cx, *name).to_owned();
    let is_public = has_word(node, "pub") || has_word(node, "export");
    if let Some(given) = given
        && imports::bound(cx, given, &text, is_public)
    {
        return;
    }
    if is_public || !given.is_some_and(|given| is_same_name(cx, given, &text)) {
        let mut draft = cx.draft(DefinitionKind::Variable, &text, node, *name);
        finish(cx, &mut draft, node, c_like::end_of_head(node, given), above);
        cx.define(draft, false);
    }
    declare(cx, *name, *to, given);
}

/// True of `std.mem` where it is called `mem`, and of `@This()`.
fn is_same_name(cx: &Lowering<'_>, given: Node<'_>, name: &str) -> bool {
    match given.kind() {
        "field_expression" => given.field("member").is_some_and(|member| name_of(cx, member) == name),
        "builtin_function" => cx.text(given) == "@This()",
        _ => false,
    }
}

fn declare(cx: &mut Lowering<'_>, name: Node<'_>, to: Option<Node<'_>>, given: Option<Node<'_>>) {
    let annotation = to.map(|to| value(cx, to, None));
    let given = given.map(|given| value(cx, given, annotation));
    cx.bind(Target::Name(name_of(cx, name).to_owned()), given, annotation, name);
}

/// A declaration or assignment in a function.
pub(super) fn statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = parts(node);
    match &parts.written[..] {
        [Written { place, to, is_declared: true }] => local(cx, node, *place, *to, parts.given),
        [Written { place, .. }] => assign(cx, *place, parts.given, parts.is_plain),
        several => {
            let whole = parts.given.map(|given| value(cx, given, None));
            for (one, index) in several.iter().zip(0..) {
                let part = whole.map(|base| cx.expr(Expr::Subscript { base, key: Key::Index(index) }));
                match (one.is_declared, one.to) {
                    (true, to) => {
                        let annotation = to.map(|to| value(cx, to, None));
                        cx.bind(Target::Name(name_of(cx, one.place).to_owned()), part, annotation, one.place);
                    }
                    (false, _) => write(cx, one.place, part),
                }
            }
        }
    }
}

fn local(cx: &mut Lowering<'_>, node: Node<'_>, name: Node<'_>, to: Option<Node<'_>>, given: Option<Node<'_>>) {
    let text = name_of(cx, name).to_owned();
    match given {
        Some(container) if is_container(container) => {
            let named = Named { text, node: name, whole: node, above: &[], binds: true };
            define(cx, container, &named);
        }
        Some(given) if imports::bound(cx, given, &text, false) => {}
        _ => declare(cx, name, to, given),
    }
}

/// `a.b = c`, `a += b`.
pub(super) fn assign(cx: &mut Lowering<'_>, place: Node<'_>, given: Option<Node<'_>>, is_plain: bool) {
    if !is_plain {
        for part in std::iter::once(place).chain(given) {
            value(cx, part, None);
        }
        return;
    }
    if let (Some(given), "dereference_expression") = (given, place.kind())
        && given.kind() == "anonymous_struct_initializer"
    {
        return initializers::into(cx, place, given);
    }
    let given = given.map(|given| value(cx, given, None));
    write(cx, place, given);
}

fn write(cx: &mut Lowering<'_>, place: Node<'_>, given: Option<ExprId>) {
    let place = c_like::peel(place, &["parenthesized_expression"]);
    match place.kind() {
        "identifier" if cx.text(place) == "_" => {}
        "identifier" => cx.assign(name_of(cx, place), given, place),
        "field_expression" if place.field("object").is_some() => {
            if let Some([object, member]) = place.fields(["object", "member"]) {
                let base = value(cx, object, None);
                cx.bind(Target::Attribute { base, name: name_of(cx, member).to_owned() }, given, None, place);
            }
        }
        "index_expression" => {
            if let Some([object, index]) = place.fields(["object", "index"]) {
                let base = value(cx, object, None);
                let key = key(cx, index);
                cx.bind(Target::Subscript { base, key }, given, None, place);
            }
        }
        "dereference_expression" | "null_coercion_expression" => {
            let inner = children(place).first().copied();
            match inner {
                // The pointer stays what it is.
                Some(inner) if inner.kind() != "identifier" => write(cx, inner, given),
                _ => {}
            }
        }
        _ => {
            value(cx, place, None);
        }
    }
}
