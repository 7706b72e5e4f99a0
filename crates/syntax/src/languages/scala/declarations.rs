//! The file and its package, imports, values, and what every declaration has.

use super::comments::{self, each_with_comments};
use super::{child, children, classes, expressions, functions, patterns, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Definition, DefinitionKind, Expr, ExprId, Import};
use tree_sitter::Node;

/// Declarations and statements in order, each with the comments above it.
pub(super) fn items(cx: &mut Lowering<'_>, node: Node<'_>) {
    let companions = classes::names_in(cx, node);
    each_with_comments(cx, node, |cx, child, above| {
        cx.deeper(|cx| {
            if !declared(cx, child, above, &companions) {
                expressions::value(cx, child);
            }
        });
    });
}

/// True, with everything done, where the node declares something. `companions` are the classes beside it.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], companions: &[String]) -> bool {
    match node.kind() {
        "package_clause" => package(cx, node),
        "package_object" => {
            if let Some(body) = node.field("body") {
                add_package(cx, node);
                items(cx, body);
            }
        }
        "import_declaration" => import(cx, node),
        "export_declaration" => {}
        "class_definition" | "trait_definition" | "enum_definition" => classes::class(cx, node, above, None),
        "object_definition" => classes::object(cx, node, above, companions, None),
        "function_definition" | "function_declaration" => functions::function(cx, node, above, None),
        "extension_definition" => functions::extension(cx, node, above),
        "given_definition" => given(cx, node, above),
        "val_definition" | "var_definition" | "val_declaration" | "var_declaration" => value(cx, node, above, None),
        "type_definition" => alias(cx, node, above),
        _ => return false,
    }
    true
}

/// `package a.b`, once or in parts.
fn package(cx: &mut Lowering<'_>, node: Node<'_>) {
    add_package(cx, node);
    if let Some(body) = node.field("body") {
        items(cx, body);
    }
}

fn add_package(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = node.field("name") else { return };
    let name: String = cx.text(name).split_whitespace().collect();
    let package = &mut cx.facts_mut().package;
    // With types in the file the first package stays.
    *package = Some(match package.take() {
        Some(outer) => format!("{outer}.{name}"),
        None => name,
    });
}

/// `import a.b.{C, D => E}`, `import a.b._`.
fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let path: Vec<&str> = node.all("path").into_iter().map(|part| cx.text(part)).collect();
    let last = children(node).pop();
    match last.map(|last| last.kind()) {
        Some("namespace_wildcard") => add_import(cx, node, &path.join("."), "*", None),
        Some("namespace_selectors") => {
            for selector in last.map_or_else(Vec::new, children) {
                let name = selector.field("name").map_or(cx.text(selector), |name| cx.text(name));
                match selector.kind() {
                    "namespace_wildcard" | "wildcard" => add_import(cx, node, &path.join("."), "*", None),
                    "arrow_renamed_identifier" | "as_renamed_identifier" => {
                        let alias = selector.field("alias").map(|alias| cx.text(alias)).filter(|alias| *alias != "_");
                        if let Some(alias) = alias {
                            add_import(cx, node, &path.join("."), name, Some(alias));
                        }
                    }
                    _ => add_import(cx, node, &path.join("."), name, None),
                }
            }
        }
        _ => {
            if let Some((name, front)) = path.split_last() {
                add_import(cx, node, &front.join("."), name, None);
            }
        }
    }
}

fn add_import(cx: &mut Lowering<'_>, node: Node<'_>, module: &str, item: &str, alias: Option<&str>) {
    let (scope, span) = (cx.scope(), cx.span(node));
    let bound = alias.unwrap_or(item).to_owned();
    let (module, item, alias) = (module.to_owned(), Some(item.to_owned()), alias.map(str::to_owned));
    cx.import(Import { module, level: 0, item, alias, reexport: false, scope, span }, Some(&bound));
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
    let mut draft = cx.draft(kind, cx.text(name).trim_matches('`'), node, name);
    comments::widen(cx, &mut draft.span, above);
    draft.doc = comments::text(cx, above);
    draft.signature =
        cx.head(node.start_byte(), head_end).trim_end().trim_end_matches(['{', '=', ':']).trim_end().to_owned();
    let modifiers = child(node, &["modifiers"]);
    draft.exported = !modifiers.is_some_and(|modifiers| cx.text(modifiers).contains("private"));
    draft
}

/// Annotations as decorators: `@Test`.
pub(super) fn annotations(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let written = children(node).into_iter().filter(|part| part.kind() == "annotation");
    written.filter_map(|one| one.field("name")).map(|name| types::lower(cx, name)).collect()
}

/// `val a: T = b`, `val (a, b) = c`. `owner` is the class that has it, where that is written elsewhere.
pub(super) fn value(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], owner: Option<ExprId>) {
    let annotation = node.field("type").map(|written| types::lower(cx, written));
    let bound = node.field("value");
    let Some(pattern) = node.field("pattern").or_else(|| node.field("name")) else { return };
    let holder = cx.facts().definition(cx.definition()).kind;
    let is_member = holder.is_type() || owner.is_some();
    if pattern.kind() != "identifier" {
        let whole = bound.map(|bound| expressions::value(cx, bound));
        return patterns::bind(cx, pattern, whole);
    }
    let mut own = None;
    if is_member || holder == DefinitionKind::Module {
        let kind = if is_member { DefinitionKind::Field } else { DefinitionKind::Variable };
        let long = bound.filter(|value| value.end_position().row > node.start_position().row);
        let end = long.map_or(node.end_byte(), |value| value.start_byte());
        let mut draft = draft(cx, kind, pattern, node, end, above);
        draft.decorators = annotations(cx, node);
        draft.is_static = owner.is_some();
        own = Some(cx.define(draft, false));
    }
    let receiver = own.filter(|_| is_member && owner.is_none()).or(cx.receiver());
    let value = cx.with_receiver(receiver, |cx| bound.map(|value| expressions::value(cx, value)));
    cx.bind_name(pattern, value, annotation);
    if let Some(base) = owner {
        let (name, from) = (cx.text(pattern).to_owned(), cx.name(cx.text(pattern), pattern));
        cx.bind(facts::Target::Attribute { base, name }, Some(from), annotation, pattern);
    } else if !is_member {
        value.map(|value| cx.last_binding_defines(value));
    }
}

/// `given name: T = b`: a value that others are given.
fn given(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let written = node.field("return_type");
    let annotation = written.map(|written| types::lower(cx, written));
    if let Some(name) = node.field("name") {
        let draft = draft(cx, DefinitionKind::Variable, name, node, node.end_before("body"), above);
        cx.define(draft, false);
        cx.bind_name(name, None, annotation);
    }
    match node.field("body") {
        Some(body) if matches!(body.kind(), "template_body" | "with_template_body") => {
            classes::anonymous(cx, body, node, annotation.into_iter().collect());
        }
        Some(body) => {
            expressions::value(cx, body);
        }
        None => {}
    }
}

fn alias(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let base = node.field("type").map(|written| types::lower(cx, written));
    let mut draft = draft(cx, DefinitionKind::TypeAlias, name, node, node.end_byte(), above);
    draft.bases.extend(base.filter(|base| !matches!(cx.facts().expr(*base), Expr::Unknown | Expr::Literal(_))));
    cx.define(draft, true);
}
