//! Names of C++: qualified ones, those with template arguments, of operators and destructors.

use super::types;
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{Expr, ExprId, ScopeId};
use tree_sitter::Node;

/// The name under which every class has its destructor, besides its own.
pub(super) const DESTRUCTOR: &str = "~";

/// `a::b::c`, `a::b<c>`, `::a`: a value or a type. A loop, because names get long.
pub(super) fn qualified(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut at = node;
    let mut base = None;
    let mut is_first = true;
    while at.kind() == "qualified_identifier" {
        if let Some(scope) = at.field("scope") {
            base = Some(segment(cx, base, scope));
        } else if is_first {
            // `::name` is that of the file's scope.
            let Some(name) = at.field("name").filter(|name| name.kind() != "qualified_identifier") else { break };
            let (text, line) = (cx.text(last(name)).to_owned(), cx.span(name).start_line);
            return cx.expr(Expr::Name { name: text, scope: ScopeId::FILE, line });
        }
        is_first = false;
        match at.field("name") {
            Some(name) => at = name,
            None => break,
        }
    }
    segment(cx, base, at)
}

/// One name, with its template arguments where it is a type.
pub(super) fn segment(cx: &mut Lowering<'_>, base: Option<ExprId>, node: Node<'_>) -> ExprId {
    match node.kind() {
        "template_type" => {
            let own = named(cx, base, last(node));
            let arguments = types_in(cx, node);
            if arguments.is_empty() { own } else { cx.expr(Expr::Generic { base: own, arguments }) }
        }
        "template_function" | "template_method" => named(cx, base, last(node)),
        "dependent_name" => match children(node).first().copied() {
            Some(inner) => segment(cx, base, inner),
            None => cx.unknown(),
        },
        "destructor_name" => match base {
            Some(base) => cx.attribute(base, DESTRUCTOR, node),
            None => cx.unknown(),
        },
        "decltype" | "qualified_identifier" => cx.unknown(),
        _ => named(cx, base, node),
    }
}

fn named(cx: &mut Lowering<'_>, base: Option<ExprId>, node: Node<'_>) -> ExprId {
    let name = text(cx, node);
    match base {
        Some(base) => cx.attribute(base, &name, node),
        None => cx.name(&name, node),
    }
}

/// The template arguments that are types.
pub(super) fn types_in(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let written = children_of(node.field("arguments"));
    written.into_iter().filter(|one| one.kind() == "type_descriptor").map(|one| types::lower(cx, one)).collect()
}

/// The node of a name without its template arguments.
fn last(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "template_type" | "template_function" | "template_method" => node.field("name").unwrap_or(node),
        _ => node,
    }
}

/// A name as it is defined and called: that of an operator without blanks.
pub(super) fn text(cx: &Lowering<'_>, node: Node<'_>) -> String {
    match node.kind() {
        "operator_name" => {
            let written: Vec<&str> = cx.text(node).split_whitespace().collect();
            match written[..] {
                // `operator new`.
                [word, name] if name.starts_with(char::is_alphabetic) => format!("{word} {name}"),
                _ => written.concat(),
            }
        }
        "operator_cast" => {
            let written = node.field("type").map_or("", |written| cx.text(written));
            format!("operator {written}")
        }
        "destructor_name" => cx.text(node).split_whitespace().collect(),
        _ => cx.text(last(node)).to_owned(),
    }
}

/// What is in front of the last name, and that name: `a::B::f` is defined in `a::B`.
pub(super) struct Qualified<'n> {
    /// The names in front as written, without template arguments.
    pub path: Vec<String>,
    /// The last name.
    pub name: Node<'n>,
    /// The node that holds the names in front.
    pub whole: Node<'n>,
}

/// Takes a name apart that is defined outside of what it belongs to.
pub(super) fn take_apart<'n>(cx: &Lowering<'_>, whole: Node<'n>) -> Qualified<'n> {
    let mut path = Vec::new();
    let mut at = whole;
    while at.kind() == "qualified_identifier" {
        if let Some(scope) = at.field("scope") {
            path.push(cx.text(last(scope)).to_owned());
        }
        match at.field("name") {
            Some(name) => at = name,
            None => break,
        }
    }
    Qualified { path, name: at, whole }
}

impl Qualified<'_> {
    /// The class that the name belongs to, as a type.
    pub fn owner(&self, cx: &mut Lowering<'_>) -> Option<ExprId> {
        let mut base = None;
        let mut at = self.whole;
        while at.kind() == "qualified_identifier" {
            if let Some(scope) = at.field("scope") {
                base = Some(match base {
                    Some(base) => cx.attribute(base, cx.text(last(scope)), scope),
                    None => cx.name(cx.text(last(scope)), scope),
                });
            }
            at = at.field("name")?;
        }
        base
    }
}
