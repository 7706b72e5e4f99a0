//! What stands at the top of a file or in a body: includes, conditional parts, variables, types, prototypes.

use super::comments::{self, each_with_comments};
use super::declarators::{Declarator, take_apart};
use super::{aggregates, c_like, expressions, functions, macros, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{BindingKind, DefId, Definition, DefinitionKind, ExprId, Import, ScopeId};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    let first = root.named_child(0).filter(|first| comments::is_comment(*first));
    if let Some(first) = first {
        let doc = comments::text(cx, &[first]);
        cx.facts_mut().definitions[0].doc = doc;
    }
    items(cx, root);
}

/// The declarations in a node, each with the comments above it.
pub(super) fn items(cx: &mut Lowering<'_>, node: Node<'_>) {
    each_with_comments(cx, node, |cx, child, above| {
        cx.deeper(|cx| item(cx, child, above));
    });
}

fn item(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    if !declaration(cx, node, above) {
        statements::statement(cx, node);
    }
}

/// True, with everything done, where the node declares something or is for the preprocessor.
pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    match node.kind() {
        "preproc_include" => include(cx, node),
        "preproc_function_def" => macros::define(cx, node, above),
        "preproc_def" => macros::constant(cx, node, above),
        "preproc_call" | "preproc_directive" => {}
        "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" | "preproc_elifdef" => conditional(cx, node),
        "linkage_specification" => {
            if let Some(body) = node.field("body") {
                item(cx, body, above);
            }
        }
        "declaration_list" => items(cx, node),
        "function_definition" => functions::definition(cx, node, above),
        "declaration" => variables(cx, node, above),
        "type_definition" => aliases(cx, node, above),
        "struct_specifier" | "union_specifier" | "enum_specifier" => {
            aggregates::specifier(cx, node, None, above);
        }
        _ => return false,
    }
    true
}

/// Both branches of `#if`: which of them is compiled is not known.
fn conditional(cx: &mut Lowering<'_>, node: Node<'_>) {
    let condition = node.field("condition").or_else(|| node.field("name"));
    each_with_comments(cx, node, |cx, child, above| {
        if Some(child) != condition {
            cx.deeper(|cx| item(cx, child, above));
        }
    });
}

/// `#include "path"` brings everything that the file has; `<path>` is kept with its brackets.
fn include(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(path) = node.field("path").filter(|path| matches!(path.kind(), "string_literal" | "system_lib_string"))
    else {
        return;
    };
    let module = cx.text(path).trim_matches('"').to_owned();
    let (scope, span) = (ScopeId::FILE, cx.span(node));
    let item = Some("*".to_owned());
    cx.import(Import { module, level: 0, item, alias: None, reexport: false, scope, span }, None);
}

/// True where the declaration is written with this word: `static`, `extern`.
pub(super) fn has_storage(cx: &Lowering<'_>, node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .take_while(|child| !matches!(child.kind(), "compound_statement" | "init_declarator"))
        .any(|child| child.kind() == "storage_class_specifier" && cx.text(child) == word)
}

/// Span, signature, doc and visibility.
pub(super) fn finish(cx: &Lowering<'_>, draft: &mut Definition, node: Node<'_>, head_end: usize, above: &[Node<'_>]) {
    comments::widen(cx, &mut draft.span, above);
    draft.doc = comments::text(cx, above);
    draft.signature = cx.head(node.start_byte(), head_end).trim_end().trim_end_matches([';', '=', '{']).to_owned();
    draft.exported = !has_storage(cx, node, "static");
}

/// `int a = 1, *b;`, and prototypes among them.
fn variables(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let written = types::of(cx, node);
    let is_extern = has_storage(cx, node, "extern");
    for declarator in node.all("declarator") {
        if cx.is_exhausted() {
            return;
        }
        let apart = take_apart(declarator);
        let Some(name) = apart.name.filter(|name| name.kind() == "identifier") else { continue };
        if let Some(function) = apart.function.filter(|_| declarator.kind() != "init_declarator") {
            functions::prototype(cx, node, name, function, written, above);
        } else if !is_extern {
            variable(cx, node, declarator, &apart, name, written, above);
        }
    }
}

fn variable(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    declarator: Node<'_>,
    apart: &Declarator<'_>,
    name: Node<'_>,
    written: Option<ExprId>,
    above: &[Node<'_>],
) {
    let annotation = apart.typed(cx, written);
    let bound = declarator.field("value");
    let value = bound.map(|bound| expressions::initial(cx, bound, annotation));
    let is_global = cx.definition() == DefId::MODULE && cx.scope() == ScopeId::FILE;
    let defined = is_global.then(|| {
        let mut draft = cx.draft(DefinitionKind::Variable, cx.text(name), node, name);
        finish(cx, &mut draft, node, c_like::end_of_head(node, bound), above);
        cx.define(draft, false)
    });
    cx.bind_name(name, value, annotation);
    if let (Some(id), Some(last)) = (defined, cx.facts_mut().bindings.last_mut()) {
        last.kind = BindingKind::Definition(id);
    }
}

/// `typedef struct { .. } name, *pointer;`
fn aliases(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(written) = node.field("type") else { return };
    let declarators = node.all("declarator");
    let names: Vec<(Declarator<'_>, Node<'_>)> = declarators
        .iter()
        .map(|one| take_apart(*one))
        .filter_map(|apart| Some((apart.name?, apart)))
        .map(|(n, a)| (a, n))
        .collect();
    let has_body = written.field("body").is_some();
    let tag = written.field("name");
    // A type without a tag takes the first name that is not a pointer to it.
    let own = names.first().filter(|_| has_body && tag.is_none()).map(|(_, name)| *name);
    let base = match own {
        Some(own) => aggregates::specifier(cx, written, Some((own, node)), above),
        None if has_body => aggregates::specifier(cx, written, None, above),
        None => types::of(cx, node).unwrap_or_else(|| cx.unknown()),
    };
    for (apart, name) in names {
        let same = tag.is_some_and(|tag| cx.text(tag) == cx.text(name)) || own == Some(name);
        if same {
            continue;
        }
        let mut draft = cx.draft(DefinitionKind::TypeAlias, cx.text(name), node, name);
        finish(cx, &mut draft, node, c_like::end_of_head(node, written.field("body")), above);
        let is_function = apart.is_function_pointer || apart.function.is_some();
        if !is_function && !matches!(cx.facts().expr(base), facts::Expr::Unknown | facts::Expr::Literal(_)) {
            let base = apart.typed(cx, Some(base));
            draft.bases.extend(base);
        }
        cx.define(draft, true);
    }
}

/// The children of a body that are no comments, for declarations inside functions.
pub(super) fn in_body(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        statements::statement(cx, child);
    }
}
