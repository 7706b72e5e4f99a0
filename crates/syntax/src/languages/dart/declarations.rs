//! The file, its directives, and what every declaration has: doc, annotations, visibility.

use super::comments::{self, each_with_comments};
use super::{child, children, classes, expressions, functions, has_word, statements, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Definition, DefinitionKind, Expr, ExprId, Import};
use tree_sitter::Node;

/// [`Import::level`] of one of several libraries that a condition chooses from.
const CONDITIONAL: u32 = 2;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    each_with_comments(cx, root, |cx, node, above| {
        cx.deeper(|cx| match node.kind() {
            "import_or_export" => children(node).into_iter().for_each(|one| import(cx, one)),
            "part_directive" => part(cx, node),
            "library_name" => cx.facts_mut().definitions[0].doc = comments::text(cx, above),
            "part_of_directive" | "script_tag" => {}
            _ => declared(cx, node, above),
        });
    });
}

fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "class_declaration" | "mixin_declaration" | "enum_declaration" | "extension_type_declaration" => {
            classes::class(cx, node, above);
        }
        "extension_declaration" => classes::extension(cx, node),
        "type_alias" => alias(cx, node, above),
        "top_level_variable_declaration" | "external_variable_declaration" => variables(cx, node, node, above, None),
        _ => match node.field("signature") {
            Some(signature) => {
                let written = functions::Written { node, head: node, signature, body: node.field("body") };
                functions::function(cx, &written, above, None);
            }
            None => statements::statement(cx, node),
        },
    }
}

/// What is between the quotes of a directive: of one with conditions the default, then what each condition chooses.
fn uris(cx: &Lowering<'_>, node: Node<'_>) -> Vec<String> {
    let Some(written) = node.field("uri") else { return Vec::new() };
    let own = child(written, &["uri"]).unwrap_or(written);
    let conditions = children(written).into_iter().filter(|part| part.kind() == "configuration_uri");
    let chosen = conditions.filter_map(|condition| child(condition, &["uri"]));
    let text = |uri: Node<'_>| cx.text(uri).trim_matches(['\'', '"']).to_owned();
    [own].into_iter().chain(chosen).map(text).filter(|uri| !uri.is_empty()).collect()
}

/// `import 'a.dart' as b show C, D;`, `export 'a.dart' if (dart.library.io) 'b.dart' hide C;`
fn import(cx: &mut Lowering<'_>, node: Node<'_>) {
    let reexport = node.kind() == "library_export";
    let written = child(node, &["import_specification"]).unwrap_or(node);
    let alias = written.field("alias").map(|alias| cx.text(alias));
    let combinators = children(written).into_iter().filter(|part| part.kind() == "combinator");
    let (shows, hides): (Vec<Node<'_>>, Vec<Node<'_>>) = combinators.partition(|part| has_word(*part, "show"));
    let names = |lists: &[Node<'_>]| -> Vec<&str> {
        lists.iter().flat_map(|list| children(*list)).map(|name| cx.text(name)).collect()
    };
    let hidden = names(&hides);
    // A second list is of what the first one leaves.
    let further: Vec<Vec<&str>> = shows.iter().skip(1).map(|list| names(&[*list])).collect();
    let is_left = |name: &&str| !hidden.contains(name) && further.iter().all(|list| list.contains(name));
    let shown: Vec<&str> = names(&shows[..shows.len().min(1)]).into_iter().filter(is_left).collect();
    let (scope, span) = (cx.scope(), cx.span(node));
    let modules = uris(cx, written);
    let level = if modules.len() > 1 { CONDITIONAL } else { 0 };
    for module in modules {
        let import = |item: Option<&str>, alias: Option<&str>| {
            let (module, item, alias) = (module.clone(), item.map(str::to_owned), alias.map(str::to_owned));
            Import { module, level, item, alias, reexport, scope, span }
        };
        if let Some(alias) = alias {
            cx.import(import(None, Some(alias)), Some(alias));
            continue;
        }
        for name in &shown {
            cx.import(import(Some(name), None), Some(*name).filter(|_| !reexport));
        }
        if shows.is_empty() {
            let id = cx.import(import(Some("*"), None), None);
            cx.hide(id, &hidden);
        }
    }
}

/// `part 'a.dart';`
fn part(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(module) = uris(cx, node).into_iter().next() else { return };
    let (scope, span) = (cx.scope(), cx.span(node));
    let alias = Some(String::new());
    cx.import(Import { module, level: 1, item: None, alias, reexport: false, scope, span }, None);
}

/// `typedef A = B<int>;`, `typedef int A(int b);`
fn alias(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = child(node, &["type_identifier"]) else { return };
    let base = child(node, &["type"]).filter(|written| written.start_byte() > name.start_byte());
    let base = base.map(|written| types::lower(cx, written));
    let mut draft = draft(cx, DefinitionKind::TypeAlias, name, node, node, node.end_byte(), above);
    draft.bases.extend(base.filter(|base| !matches!(cx.facts().expr(*base), Expr::Unknown | Expr::Literal(_))));
    cx.define(draft, true);
}

/// Variables of a file, fields of a class; `head` is the node with the words in front of them.
pub(super) fn variables(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    head: Node<'_>,
    above: &[Node<'_>],
    extended: Option<&classes::Extended>,
) {
    let annotation = child(head, &["type"]).map(|written| types::lower(cx, written));
    let lists = ["initialized_identifier_list", "static_final_declaration_list", "identifier_list"];
    let is_member = cx.facts().definition(cx.definition()).kind.is_type() || extended.is_some();
    for item in child(head, &lists).map_or_else(Vec::new, children) {
        let Some(name) = item.field("name").or_else(|| Some(item).filter(|item| item.kind() == "identifier")) else {
            continue;
        };
        let given = item.field("value");
        let kind = if is_member { DefinitionKind::Field } else { DefinitionKind::Variable };
        let long = given.filter(|value| value.end_position().row > node.start_position().row);
        let end = long.map_or(node.end_byte(), |value| value.start_byte());
        let mut draft = draft(cx, kind, name, node, head, end, above);
        draft.signature = draft.signature.trim_end_matches(['=', ';', ' ']).to_owned();
        draft.is_static = is_member && has_word(head, "static");
        let own = classes::define(cx, draft, extended, false);
        let receiver = Some(own).filter(|_| is_member).or(cx.receiver());
        let value = cx.with_receiver(receiver, |cx| given.map(|given| expressions::named(cx, given, Some(name))));
        if extended.is_none() {
            cx.bind_name(name, value, annotation);
            if !is_member {
                value.map(|value| cx.last_binding_defines(value));
            }
        }
    }
}

/// A draft with span, signature, doc, visibility and annotations. `head` has the annotations where `node` has not.
pub(super) fn draft(
    cx: &mut Lowering<'_>,
    kind: DefinitionKind,
    name: Node<'_>,
    node: Node<'_>,
    head: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    let mut annotations: Vec<Node<'_>> = children(node).into_iter().filter(|one| one.kind() == "annotation").collect();
    if head != node {
        annotations.extend(children(head).into_iter().filter(|one| one.kind() == "annotation"));
    }
    let start = annotations.last().map_or(node.start_byte(), |last| last.end_byte());
    draft.exported = !draft.name.starts_with('_');
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    draft.doc = comments::text(cx, above);
    comments::widen(cx, &mut draft.span, above);
    let signature = cx.head(start, head_end.max(start)).trim();
    draft.signature = signature.trim_end_matches("=>").trim_end_matches(['{', ';']).trim_end().to_owned();
    draft.decorators = annotations.into_iter().filter_map(|one| annotation(cx, one)).collect();
    draft
}

fn annotation(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    let name = node.field("name")?;
    Some(types::path(cx, &if name.kind() == "identifier" { vec![name] } else { children(name) }, name))
}
