//! The file, its package and imports, and what every declaration has: doc, modifiers, annotations.

use super::comments::{self, each_with_comments};
use super::{child, children, classes, expressions, functions, properties, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Definition, DefinitionKind, Import};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    each_with_comments(cx, root, |cx, node, above| {
        cx.deeper(|cx| match node.kind() {
            "package_header" => {
                cx.facts_mut().package = child(node, &["qualified_identifier"]).map(|name| dotted(cx, name));
                cx.facts_mut().definitions[0].doc = comments::text(cx, above);
            }
            "import" => import(cx, node),
            "file_annotation" => {}
            _ => declared(cx, node, above),
        });
    });
}

/// A declaration, or else a statement.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "class_declaration" | "object_declaration" => classes::declaration(cx, node, above),
        "function_declaration" => functions::function(cx, node, above),
        "property_declaration" => properties::property(cx, node, above),
        "type_alias" => alias(cx, node, above),
        _ => {
            expressions::value(cx, node);
        }
    }
}

fn dotted(cx: &Lowering<'_>, node: Node<'_>) -> String {
    cx.text(node).split_whitespace().collect::<String>().replace('`', "")
}

/// `import a.b.C as D` is item `C` of `a.b`.
fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = child(node, &["qualified_identifier"]).map(|name| dotted(cx, name)) else { return };
    let alias = child(node, &["identifier"]).map(|alias| cx.text(alias).to_owned());
    let all = cx.text(node).trim_end().ends_with('*');
    let (module, item) = match name.rsplit_once('.') {
        Some((module, item)) if !all => (module.to_owned(), item.to_owned()),
        _ => (name, "*".to_owned()),
    };
    let bound = alias.clone().unwrap_or_else(|| item.clone());
    let (scope, span) = (cx.scope(), cx.span(node));
    cx.import(Import { module, level: 0, item: Some(item), alias, reexport: false, scope, span }, Some(&bound));
}

fn alias(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("type") else { return };
    let mut draft = draft(cx, DefinitionKind::TypeAlias, name, node, node.end_byte(), above);
    draft.returns = children(node).last().filter(|last| **last != name).map(|written| types::lower(cx, *written));
    cx.define(draft, true);
}

/// A draft with span, signature, doc, visibility and annotations.
pub(super) fn draft(
    cx: &mut Lowering<'_>,
    kind: DefinitionKind,
    name: Node<'_>,
    node: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name).trim_matches('`'), node, name);
    let owner = cx.facts().definition(cx.definition());
    let inherited_test = owner.is_test;
    let mut start = node.start_byte();
    let mut annotations = Vec::new();
    if let Some(modifiers) = child(node, &["modifiers"]) {
        for modifier in children(modifiers) {
            match modifier.kind() {
                "annotation" => {
                    start = modifier.end_byte();
                    annotations.extend(annotation_name(modifier));
                }
                "visibility_modifier" => draft.exported = cx.text(modifier) != "private",
                _ => draft.is_async |= cx.text(modifier) == "suspend",
            }
        }
    }
    draft.is_test = inherited_test || annotations.iter().any(|name| is_test(cx.text(*name)));
    draft.doc = comments::text(cx, above);
    comments::widen(cx, &mut draft.span, above);
    let head = cx.head(start, head_end.max(start));
    draft.signature = head.trim().trim_end_matches(['=', '{']).trim_end().to_owned();
    draft.decorators = annotations.into_iter().map(|name| types::lower(cx, name)).collect();
    draft
}

fn annotation_name(annotation: Node<'_>) -> Option<Node<'_>> {
    let inner = child(annotation, &["constructor_invocation", "user_type"])?;
    if inner.kind() == "user_type" { Some(inner) } else { child(inner, &["user_type"]) }
}

fn is_test(annotation: &str) -> bool {
    const TESTS: [&str; 12] = [
        "Test",
        "ParameterizedTest",
        "RepeatedTest",
        "TestFactory",
        "TestTemplate",
        "BeforeEach",
        "AfterEach",
        "BeforeTest",
        "AfterTest",
        "BeforeAll",
        "AfterAll",
        "Before",
    ];
    TESTS.contains(&annotation.rsplit('.').next().unwrap_or(annotation))
}
