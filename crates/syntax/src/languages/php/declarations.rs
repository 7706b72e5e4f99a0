//! The file, its namespace and imports, and what every declaration has: doc, modifiers, attributes.

use super::comments::{self, each_with_comments};
use super::{classes, functions, names, statements};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{Definition, DefinitionKind, Import, ScopeId, ScopeKind};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    let is_namespace = |node: &Node<'_>| node.kind() == "namespace_definition";
    let are_several = children(root).iter().filter(|node| is_namespace(node)).nth(1).is_some();
    // The namespace that what follows is in, where it has no block.
    let mut section = None;
    each_with_comments(cx, root, |cx, node, above| match section {
        _ if is_namespace(&node) => section = cx.deeper(|cx| namespace(cx, node, are_several)).flatten(),
        Some(scope) => cx.further_in_scope(scope, node, |cx| declared(cx, node, above)),
        None => _ = cx.deeper(|cx| declared(cx, node, above)),
    });
}

/// A declaration, or else a statement.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "namespace_definition" => _ = namespace(cx, node, false),
        "namespace_use_declaration" => uses(cx, node),
        "function_definition" => functions::function(cx, node, above),
        "const_declaration" => classes::constants(cx, node, above),
        "text" | "php_tag" | "text_interpolation" => {}
        _ if classes::is_type(node) => classes::declaration(cx, node, above),
        _ => statements::statement(cx, node),
    }
}

/// Of several in one file each is a namespace of its own, with its own imports: `namespace A { .. } namespace { .. }`. The scope of
/// one behind the first that has no block: `namespace B;` goes on to the next.
fn namespace(cx: &mut Lowering<'_>, node: Node<'_>, is_one_of_several: bool) -> Option<ScopeId> {
    let name = node.field("name").map(|name| dotted(cx, name));
    let is_first = cx.facts().package.is_none() && cx.facts().namespaces.is_empty();
    if is_first {
        cx.facts_mut().package = name.clone();
    }
    let body = node.field("body");
    match body {
        Some(body) if is_first && !is_one_of_several => file(cx, body),
        None if is_first => {}
        _ => {
            let scope = cx.in_scope(ScopeKind::Module, body.unwrap_or(node), |cx| {
                // Before what is inside, which may name something from the top. A namespace without a name is the global one.
                let scope = cx.scope();
                cx.facts_mut().namespaces.push((scope, name.unwrap_or_default()));
                body.into_iter().for_each(|body| file(cx, body));
            });
            return body.is_none().then_some(scope);
        }
    }
    None
}

/// `A\B` as `A.B`.
pub(super) fn dotted(cx: &Lowering<'_>, node: Node<'_>) -> String {
    let text: String = cx.text(node).split_whitespace().collect();
    text.trim_start_matches('\\').replace('\\', ".")
}

/// `use A\B, A\C as D;`, `use A\{B, C\D};`, `use function A\b;`.
fn uses(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    let prefix = parts.iter().find(|part| part.kind() == "namespace_name").map(|prefix| dotted(cx, *prefix));
    let group = parts.iter().find(|part| part.kind() == "namespace_use_group");
    for clause in group.map_or(parts.clone(), |group| children(*group)) {
        let Some(name) = children(clause).first().copied().filter(|_| clause.kind() == "namespace_use_clause") else {
            continue;
        };
        let own = dotted(cx, name);
        let whole = prefix.as_ref().map_or(own.clone(), |prefix| format!("{prefix}.{own}"));
        let alias = clause.field("alias").map(|alias| cx.text(alias).to_owned());
        import(cx, &whole, alias, node);
    }
}

/// Imports the last segment of a dotted name, which is bound under it or under an alias.
pub(super) fn import(cx: &mut Lowering<'_>, whole: &str, alias: Option<String>, node: Node<'_>) {
    let (module, item) = whole.rsplit_once('.').unwrap_or(("", whole));
    let bound = alias.clone().unwrap_or_else(|| item.to_owned());
    let (scope, span) = (cx.scope(), cx.span(node));
    let import = Import {
        module: module.to_owned(),
        level: 0,
        item: Some(item.to_owned()),
        alias,
        reexport: false,
        scope,
        span,
    };
    cx.import(import, Some(&bound));
}

/// `include "a.php"`; it binds no name.
pub(super) fn included(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(path) = children(node).last().copied() else { return };
    let module = match names::constant_text(cx, path) {
        Some(text) => text.to_owned(),
        None => cx.text(path).to_owned(),
    };
    let (scope, span) = (cx.scope(), cx.span(node));
    let alias = Some(String::new());
    cx.import(Import { module, level: 0, item: None, alias, reexport: false, scope, span }, None);
}

/// A draft with span, signature, doc, visibility and attributes.
pub(super) fn draft(
    cx: &mut Lowering<'_>,
    kind: DefinitionKind,
    name: Node<'_>,
    node: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name).trim_start_matches('$'), node, name);
    let owner_is_test = cx.facts().definition(cx.definition()).is_test;
    let modifiers = modifiers(node);
    let visibility = modifiers.iter().find(|modifier| modifier.kind() == "visibility_modifier");
    draft.exported = visibility.is_none_or(|visibility| cx.text(*visibility) != "private");
    draft.is_static = modifiers.iter().any(|modifier| modifier.kind() == "static_modifier");
    draft.doc = comments::text(cx, above);
    comments::widen(cx, &mut draft.span, above);
    let attributes = modifiers.iter().find(|modifier| modifier.kind() == "attribute_list").copied();
    let start = attributes.map_or(node.start_byte(), |attributes| attributes.end_byte());
    let head = cx.head(start, head_end.max(start));
    draft.signature = head.trim().trim_end_matches([';', '=']).trim_end().to_owned();
    let named: Vec<Node<'_>> = children_of(attributes)
        .into_iter()
        .flat_map(children)
        .filter_map(|attribute| attribute.named_child(0))
        .collect();
    draft.is_test = owner_is_test || named.iter().any(|name| cx.text(*name).ends_with("Test"));
    draft.decorators = named.into_iter().map(|name| names::named(cx, name)).collect();
    draft
}

/// What is written in front of a declaration. It comes first; a declaration of many names must not be looked through for
/// each of them.
fn modifiers<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let first = node.named_children(&mut cursor).filter(|child| !comments::is_comment(*child));
    first.take_while(|child| child.kind().ends_with("_modifier") || child.kind() == "attribute_list").collect()
}
