//! Packages, imports, types, constants and variables.

use super::comments::{self, each_with_comments};
use super::{assignments, functions, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, Definition, DefinitionKind, Expr, Import, ScopeKind};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    each_with_comments(cx, root, |cx, node, above| top(cx, node, above));
}

fn top(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "package_clause" => {
            cx.facts_mut().package = node.named_child(0).map(|name| cx.text(name).to_owned());
            cx.facts_mut().definitions[0].doc = comments::text(cx, above);
        }
        "import_declaration" => imports(cx, node),
        "function_declaration" => functions::function(cx, node, above),
        "method_declaration" => functions::method(cx, node, above),
        "type_declaration" | "const_declaration" | "var_declaration" => declaration(cx, node, above),
        _ => statements::statement(cx, node),
    }
}

fn imports(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        match child.kind() {
            "import_spec" => import(cx, child),
            _ => imports(cx, child),
        }
    }
}

fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(path) = node.field("path") else { return };
    let module = cx.text(path).trim_matches(['"', '`']).to_owned();
    let name = node.field("name");
    let (item, alias, bound) = match name.map(|name| (name.kind(), cx.text(name))) {
        Some(("dot", _)) => (Some("*".to_owned()), None, String::new()),
        Some((_, "_")) => (None, Some(String::new()), String::new()),
        Some((_, alias)) => (None, Some(alias.to_owned()), alias.to_owned()),
        None => (None, None, package_name(&module).to_owned()),
    };
    let (scope, span) = (cx.scope(), cx.span(node));
    cx.import(Import { module, level: 0, item, alias, reexport: false, scope, span }, Some(&bound));
}

/// The name a path binds where its package says nothing else: the last segment that is not a major version.
fn package_name(path: &str) -> &str {
    let version =
        |part: &str| part.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let last = path.rsplit('/').find(|segment| !version(segment)).unwrap_or(path);
    match last.rsplit_once('.') {
        Some((name, after)) if version(after) => name,
        _ => last,
    }
}

/// `type`, `const` and `var`, one or a group.
pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let alone = children(node).len() == 1;
    // In brackets, even where it is one: `var ( now = Max )`.
    let is_group = (0..node.child_count()).filter_map(|at| node.child(at)).any(|child| child.kind() == "(");
    each_with_comments(cx, node, |cx, child, inside| {
        let whole = if alone && !is_group { node } else { child };
        let above = if inside.is_empty() && alone { above } else { inside };
        match child.kind() {
            "type_spec" | "type_alias" => type_spec(cx, child, whole, above),
            "const_spec" | "var_spec" => variables(cx, child, whole, above),
            // A group in parentheses.
            _ => declaration(cx, child, &[]),
        }
    });
}

fn variables(cx: &mut Lowering<'_>, node: Node<'_>, whole: Node<'_>, above: &[Node<'_>]) {
    let mut names = node.all("name");
    names.retain(|name| name.kind() == "identifier");
    let values = children_of(node.field("value"));
    let annotation = node.field("type").map(|written| types::lower(cx, written));
    let top = cx.definition() == DefId::MODULE && cx.scope() == facts::ScopeId::FILE;
    for (index, name) in names.iter().enumerate() {
        let own = values.get(index).filter(|value| value.kind() == "func_literal");
        if top && own.is_none() && cx.text(*name) != "_" {
            let mut draft = cx.draft(DefinitionKind::Variable, cx.text(*name), whole, *name);
            finish(cx, &mut draft, whole, whole.end_byte(), above);
            // One of a group: the word is before the brackets.
            if node.kind() == "const_spec" && whole == node {
                draft.signature.insert_str(0, "const ");
            }
            cx.define(draft, false);
        }
    }
    assignments::bind_all(cx, &names, &values, annotation, above);
}

/// Span, signature, doc and visibility.
pub(super) fn finish(
    cx: &Lowering<'_>,
    definition: &mut Definition,
    whole: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) {
    comments::widen(cx, &mut definition.span, above);
    definition.doc = comments::text(cx, above);
    definition.signature = cx.head(whole.start_byte(), head_end).trim_end().trim_end_matches('{').to_owned();
    definition.exported = definition.name.starts_with(|c: char| c.is_uppercase());
}

fn type_spec(cx: &mut Lowering<'_>, node: Node<'_>, whole: Node<'_>, above: &[Node<'_>]) {
    let Some([name, written]) = node.fields(["name", "type"]) else { return };
    let kind = match written.kind() {
        _ if node.kind() == "type_alias" => DefinitionKind::TypeAlias,
        "struct_type" => DefinitionKind::Class,
        "interface_type" => DefinitionKind::Interface,
        _ => DefinitionKind::TypeAlias,
    };
    let mut draft = cx.draft(kind, cx.text(name), whole, name);
    let body = match written.kind() {
        "struct_type" => written.named_child(0).filter(|list| list.kind() == "field_declaration_list"),
        "interface_type" => Some(written),
        _ => None,
    };
    let end = match body {
        Some(list) if list == written => written.start_byte() + "interface".len(),
        Some(list) => list.start_byte(),
        None => whole.end_byte(),
    };
    finish(cx, &mut draft, whole, end, above);
    let id = cx.define(draft, true);
    cx.in_scope(ScopeKind::Block, node, |cx| {
        types::parameters(cx, node);
        match body {
            Some(body) => {
                cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body, id));
            }
            None => {
                let base = types::lower(cx, written);
                if !matches!(cx.facts().expr(base), Expr::Unknown | Expr::Literal(_)) {
                    cx.definition_mut(id).bases.push(base);
                }
            }
        }
    });
}

fn members(cx: &mut Lowering<'_>, body: Node<'_>, id: DefId) {
    each_with_comments(cx, body, |cx, node, above| match node.kind() {
        "field_declaration" => field(cx, node, above, id),
        "method_elem" => functions::signature(cx, node, above),
        "type_elem" => {
            if let [one] = children(node)[..] {
                let base = types::lower(cx, one);
                cx.definition_mut(id).bases.push(base);
            }
        }
        _ => {}
    });
}

fn field(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], id: DefId) {
    let Some(written) = node.field("type") else { return };
    let annotation = types::lower(cx, written);
    let mut names = node.all("name");
    if names.is_empty() {
        // Embedded: its members are the struct's, and it is a field under its own name.
        cx.definition_mut(id).bases.push(annotation);
        names.push(types::own_name(written));
    }
    for name in names {
        let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), node, name);
        finish(cx, &mut draft, node, node.end_byte(), above);
        cx.define(draft, false);
        cx.bind_name(name, None, Some(annotation));
    }
}
