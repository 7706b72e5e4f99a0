//! The file, its package and imports, and what every declaration has: doc, modifiers, annotations.

use super::comments::{self, each_with_comments, is_comment};
use super::{children, classes, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Definition, DefinitionKind, Import};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    each_with_comments(cx, root, |cx, node, above| match node.kind() {
        "package_declaration" => {
            cx.facts_mut().package = children(node).last().map(|name| dotted(cx, *name));
            cx.facts_mut().definitions[0].doc = comments::text(cx, above);
        }
        "import_declaration" => import(cx, node),
        _ if classes::is_type(node) => classes::declaration(cx, node, above),
        _ => statements::statement(cx, node),
    });
}

fn dotted(cx: &Lowering<'_>, node: Node<'_>) -> String {
    cx.text(node).split_whitespace().collect()
}

/// `import a.b.C;` is item `C` of `a.b`; a static import is an item of its class.
fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let parts = children(node);
    let Some(name) = parts.first().map(|name| dotted(cx, *name)) else { return };
    let all = parts.iter().any(|part| part.kind() == "asterisk");
    let (module, item) = match name.rsplit_once('.') {
        Some((module, item)) if !all => (module.to_owned(), item.to_owned()),
        _ => (name, "*".to_owned()),
    };
    let (scope, span) = (cx.scope(), cx.span(node));
    let bound = item.clone();
    cx.import(
        Import { module, level: 0, item: Some(item), alias: None, reexport: false, scope, span },
        Some(bound.as_str()),
    );
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
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    // They come first; a declaration of many names must not be looked through for each of them.
    let mut cursor = node.walk();
    let first = node.named_children(&mut cursor).find(|child| !is_comment(*child));
    let mut start = node.start_byte();
    let (mut words, mut annotations) = (Vec::new(), Vec::new());
    if let Some(modifiers) = first.filter(|first| first.kind() == "modifiers") {
        start = modifiers.end_byte();
        let mut cursor = modifiers.walk();
        for modifier in modifiers.children(&mut cursor) {
            match modifier.kind() {
                "annotation" | "marker_annotation" => annotations.extend(modifier.field("name")),
                _ if is_comment(modifier) => {}
                word => {
                    start = start.min(modifier.start_byte());
                    words.push(word);
                }
            }
        }
    }
    let owner = cx.facts().definition(cx.definition());
    let in_interface = owner.kind == DefinitionKind::Interface;
    let test = annotations.iter().any(|name| is_test(cx.text(*name)));
    draft.is_test = owner.is_test && !owner.kind.is_type() || test;
    draft.is_static = words.contains(&"static");
    draft.exported =
        words.contains(&"public") || words.contains(&"protected") || in_interface && !words.contains(&"private");
    draft.doc = comments::text(cx, above);
    comments::widen(cx, &mut draft.span, above);
    let head = cx.head(start, head_end.max(start));
    draft.signature = head.trim().trim_end_matches([';', '=']).trim_end().to_owned();
    draft.decorators = annotations.into_iter().map(|name| types::name(cx, name)).collect();
    draft
}

fn is_test(annotation: &str) -> bool {
    let name = annotation.rsplit('.').next().unwrap_or(annotation);
    matches!(
        name,
        "Test"
            | "ParameterizedTest"
            | "RepeatedTest"
            | "TestFactory"
            | "TestTemplate"
            | "BeforeEach"
            | "AfterEach"
            | "BeforeAll"
            | "AfterAll"
            | "Before"
            | "After"
            | "BeforeClass"
            | "AfterClass"
    )
}
