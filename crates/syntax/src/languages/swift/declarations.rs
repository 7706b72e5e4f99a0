//! Types, their extensions and members, and what every declaration has.

use super::comments;
use super::{child, children, functions, has_word, properties, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, Import, ScopeKind};
use tree_sitter::Node;

/// True, with everything done, where the node declares something.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    match node.kind() {
        "import_declaration" => import(cx, node),
        "class_declaration" => match node.kind_of("declaration_kind") {
            "extension" => extension(cx, node),
            _ => class(cx, node, above),
        },
        "protocol_declaration" => class(cx, node, above),
        "function_declaration" | "protocol_function_declaration" => functions::function(cx, node, above, None),
        "init_declaration" | "deinit_declaration" => functions::constructor(cx, node, above, None),
        "subscript_declaration" => functions::subscript(cx, node, above, None),
        "property_declaration" | "protocol_property_declaration" => properties::property(cx, node, above, None),
        "typealias_declaration" | "associatedtype_declaration" => alias(cx, node, above),
        "operator_declaration" | "precedence_group_declaration" | "directive" | "macro_declaration" => {}
        _ => return false,
    }
    true
}

/// Modules are built apart: what the others have is not in this one.
fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = child(node, &["identifier"]) else { return };
    let (module, scope, span) = (cx.text(name).to_owned(), cx.scope(), cx.span(node));
    let alias = Some(String::new());
    cx.import(Import { module, level: 0, item: None, alias, reexport: false, scope, span }, None);
}

/// A definition with its doc, head and visibility.
pub(super) fn draft(
    cx: &Lowering<'_>,
    kind: DefinitionKind,
    name: Node<'_>,
    node: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let text = cx.text(name).trim_matches('`').to_owned();
    let mut draft = cx.draft(kind, &text, node, name);
    comments::widen(cx, &mut draft.span, above);
    draft.doc = comments::text(cx, above);
    draft.signature = cx.head(node.start_byte(), head_end).trim_end().trim_end_matches('{').trim_end().to_owned();
    draft.exported = !has_word(cx, node, "private") && !has_word(cx, node, "fileprivate");
    draft
}

/// Attributes as decorators: `@Test`.
pub(super) fn attributes(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let Some(modifiers) = child(node, &["modifiers"]) else { return Vec::new() };
    let written = children(modifiers).into_iter().filter(|one| one.kind() == "attribute");
    written.filter_map(|one| child(one, &["user_type"])).map(|one| types::lower(cx, one)).collect()
}

fn class(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some([name, body]) = node.fields(["name", "body"]) else { return };
    let kind = match node.kind_of("declaration_kind") {
        "enum" => DefinitionKind::Enum,
        "protocol" => DefinitionKind::Interface,
        _ => DefinitionKind::Class,
    };
    let mut draft = draft(cx, kind, name, node, body.start_byte(), above);
    draft.decorators = attributes(cx, node);
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node);
        cx.definition_mut(id).bases = bases;
        members(cx, body, id, None);
    });
}

fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let written = children(node).into_iter().filter(|part| part.kind() == "inheritance_specifier");
    written.filter_map(|one| one.field("inherits_from")).map(|one| types::lower(cx, one)).collect()
}

/// What an extension adds to a type: the type, the protocols it implements, and its dotted name.
#[derive(Clone)]
pub(super) struct Extended {
    pub owner: ExprId,
    pub implements: Option<ExprId>,
    pub name: String,
}

fn extension(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([written, body]) = node.fields(["name", "body"]) else { return };
    let owner = match written.kind() {
        // The library's own types have no members here.
        "user_type" if children(written).len() == 1 => cx.name(cx.text(written), written),
        _ => types::lower(cx, written),
    };
    let name: String = cx.text(written).split('<').next().unwrap_or("").split_whitespace().collect();
    let bases = bases(cx, node);
    let implements = bases.first().copied();
    if let Some(known) = cx.last_type(name.rsplit('.').next().unwrap_or(&name)) {
        cx.definition_mut(known).bases.extend(bases);
    }
    let extended = Extended { owner, implements, name };
    members(cx, body, cx.definition(), Some(&extended));
}

/// Adds a member; one of an extension has the path that it would have in its type.
pub(super) fn define(
    cx: &mut Lowering<'_>,
    mut draft: Definition,
    extended: Option<&Extended>,
    is_named: bool,
) -> DefId {
    if let Some(extended) = extended {
        draft.owner = Some(extended.owner);
        draft.implements = extended.implements;
    }
    let name = draft.name.clone();
    let id = cx.define(draft, is_named && extended.is_none());
    if let Some(extended) = extended {
        let around = cx.facts().definition(cx.definition()).path.clone();
        cx.definition_mut(id).path = facts::dotted(&around, &format!("{}.{name}", extended.name));
    }
    id
}

/// The members in the body of a type or of an extension.
fn members(cx: &mut Lowering<'_>, body: Node<'_>, class: DefId, extended: Option<&Extended>) {
    comments::each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| match node.kind() {
            "function_declaration" | "protocol_function_declaration" => functions::function(cx, node, above, extended),
            "init_declaration" | "deinit_declaration" => functions::constructor(cx, node, above, extended),
            "subscript_declaration" => functions::subscript(cx, node, above, extended),
            "property_declaration" | "protocol_property_declaration" => {
                properties::property(cx, node, above, extended);
            }
            "enum_entry" => entries(cx, node, above),
            _ => {
                if !declared(cx, node, above) {
                    cx.with_receiver(Some(class), |cx| statements::statement(cx, node));
                }
            }
        });
    });
}

/// `case a, b(Item) = 1`
fn entries(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    for name in node.all("name") {
        let mut draft = draft(cx, DefinitionKind::Field, name, node, node.end_byte(), above);
        (draft.exported, draft.is_static) = (true, true);
        draft.signature = cx.text(node).lines().next().unwrap_or("").trim_end_matches(';').to_owned();
        cx.define(draft, false);
    }
}

fn alias(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let base =
        node.field("value").or_else(|| node.all("name").get(1).copied()).map(|written| types::lower(cx, written));
    let mut draft = draft(cx, DefinitionKind::TypeAlias, name, node, node.end_byte(), above);
    draft.bases.extend(base.filter(|base| !matches!(cx.facts().expr(*base), Expr::Unknown | Expr::Literal(_))));
    cx.define(draft, true);
}
