//! Files, structs, unions, enums, opaques and error sets with their members.

use super::comments::{self, each_with_comments};
use super::expressions::value;
use super::{control, functions, imports, is_container, name_of, variables};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    let docs: Vec<&str> =
        cx.source().lines().take_while(|line| line.starts_with("//!")).map(|line| line[3..].trim()).collect();
    if !docs.is_empty() {
        cx.facts_mut().definitions[0].doc = Some(docs.join("\n").trim().to_owned());
    }
    members(cx, root, None);
}

/// What a container is called, and where that is written.
pub(super) struct Named<'a, 'n> {
    pub text: String,
    /// The name itself.
    pub node: Node<'n>,
    /// The declaration around.
    pub whole: Node<'n>,
    pub above: &'a [Node<'n>],
    /// Its name is bound where it is declared.
    pub binds: bool,
}

/// A container without a name of its own.
pub(super) fn anonymous(cx: &mut Lowering<'_>, node: Node<'_>, text: &str) -> ExprId {
    let keyword = node.child(0).unwrap_or(node);
    let named = Named { text: text.to_owned(), node: keyword, whole: node, above: &[], binds: false };
    define(cx, node, &named)
}

/// Adds a container with its members; its value.
pub(super) fn define(cx: &mut Lowering<'_>, node: Node<'_>, named: &Named<'_, '_>) -> ExprId {
    let kind = match node.kind() {
        "enum_declaration" | "error_set_declaration" => DefinitionKind::Enum,
        _ => DefinitionKind::Class,
    };
    let mut cursor = node.walk();
    let brace = node.children(&mut cursor).find(|child| child.kind() == "{").map(|brace| brace.start_byte());
    let mut draft = cx.draft(kind, &named.text, named.whole, named.node);
    finish(cx, &mut draft, named.whole, brace.unwrap_or(named.whole.end_byte()), named.above);
    let id = cx.define(draft, named.binds);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        cx.with_receiver(None, |cx| match node.kind() {
            "error_set_declaration" => {
                children(node).into_iter().for_each(|one| variant(cx, one, one, &[]));
            }
            _ => members(cx, node, Some((id, &named.text))),
        });
    });
    cx.expr(Expr::Function(id))
}

/// Span, signature, doc and visibility.
pub(super) fn finish(
    cx: &Lowering<'_>,
    definition: &mut Definition,
    whole: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) {
    // What a file says of itself is no comment of what comes first in it.
    let own = above.iter().rposition(|comment| cx.text(*comment).starts_with("//!")).map_or(0, |last| last + 1);
    let above = &above[own..];
    comments::widen(cx, &mut definition.span, above);
    definition.doc = comments::text(cx, above);
    definition.signature = cx.head(whole.start_byte(), head_end).trim_end().trim_end_matches([';', ',']).to_owned();
    definition.exported = super::has_word(whole, "pub") || super::has_word(whole, "export");
}

/// `own`: the container and its name, unless it is the file.
fn members(cx: &mut Lowering<'_>, body: Node<'_>, own: Option<(DefId, &str)>) {
    let names = names_of_this(cx, body, own.map(|(_, name)| name));
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| match node.kind() {
            "container_field" => field(cx, node, above, body, own.map(|(id, _)| id)),
            "variable_declaration" => variables::member(cx, node, above),
            "function_declaration" => functions::function(cx, node, above, &names),
            "test_declaration" => functions::test(cx, node, above),
            "using_namespace_declaration" => imports::all_of(cx, node),
            "struct_declaration" | "enum_declaration" | "union_declaration" if is_container(body) => {}
            _ if is_head(node, body) => {
                value(cx, node, None);
            }
            _ => control::statement(cx, node),
        });
    });
}

/// True of what is written before the members: the type of an enum's tags.
fn is_head(node: Node<'_>, body: Node<'_>) -> bool {
    let mut cursor = body.walk();
    let brace = body.children(&mut cursor).find(|child| child.kind() == "{");
    is_container(body) && brace.is_some_and(|brace| node.start_byte() < brace.start_byte())
}

/// The names by which functions of a container know its type: its own, and those of `@This()`.
fn names_of_this(cx: &Lowering<'_>, body: Node<'_>, own: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = own.filter(|name| !name.is_empty()).map(str::to_owned).into_iter().collect();
    for node in children(body).into_iter().filter(|node| node.kind() == "variable_declaration") {
        if let [name, this] = children(node)[..]
            && cx.text(this) == "@This()"
        {
            names.push(name_of(cx, name).to_owned());
        }
    }
    names
}

/// A field, or one of an enum's values.
fn field(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], body: Node<'_>, own: Option<DefId>) {
    let Some(name) = node.field("name") else { return };
    let default = default_of(node);
    if body.kind() == "enum_declaration" {
        return variant(cx, name, node, above);
    }
    let annotation = node.field("type").map(|written| value(cx, written, None));
    // The fields of a tuple have types alone.
    let is_named = annotation.is_some() || body.kind() == "union_declaration";
    if !is_named || !matches!(name.kind(), "identifier" | "builtin_type") {
        value(cx, name, None);
        return;
    }
    let mut draft = cx.draft(DefinitionKind::Field, name_of(cx, name), node, name);
    finish(cx, &mut draft, node, node.end_byte(), above);
    (draft.returns, draft.exported) = (annotation, true);
    let text = draft.name.clone();
    cx.define(draft, false);
    let Some(default) = default.map(|default| value(cx, default, annotation)) else { return };
    let base = match own {
        Some(id) => cx.expr(Expr::Function(id)),
        None => cx.expr(Expr::Receiver { definition: DefId::MODULE }),
    };
    cx.bind(Target::Attribute { base, name: text }, Some(default), None, name);
}

fn variant(cx: &mut Lowering<'_>, name: Node<'_>, whole: Node<'_>, above: &[Node<'_>]) {
    // `_`: there may be others.
    if cx.text(name) == "_" {
        return;
    }
    let mut draft = cx.draft(DefinitionKind::Field, name_of(cx, name), whole, name);
    finish(cx, &mut draft, whole, whole.end_byte(), above);
    draft.exported = true;
    cx.define(draft, false);
}

fn default_of(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let behind = node.children(&mut cursor).skip_while(|child| child.kind() != "=");
    behind.filter(|child| child.is_named() && !child.is_extra()).last()
}
