//! What stands at the top of a file or in a body: includes, conditional parts, variables, types, prototypes.

use super::comments::{self, each_with_comments};
use super::declarators::{Declarator, take_apart};
use super::{
    aggregates, c_like, construction, expressions, functions, macros, names, namespaces, statements, test_macros, types,
};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{BindingKind, Definition, DefinitionKind, ExprId, Import, ScopeId, ScopeKind, Target};
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
    let mut head = None;
    each_with_comments(cx, node, |cx, child, above| {
        let test = head.take().filter(|_| child.kind() == "compound_statement");
        match test.and_then(|test| test_macros::named_by_text(cx, test)) {
            Some(name) => test_macros::test_by_text(cx, name, child),
            None => {
                cx.deeper(|cx| item(cx, child, above));
            }
        }
        head = Some(child);
    });
}

fn item(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    if !declaration(cx, node, above) {
        statements::statement(cx, node);
    }
}

/// True, with everything done, where the node declares something or is for the preprocessor.
pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    declared(cx, node, above, None)
}

/// The same for what may be below the head of a template.
pub(super) fn declared(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], template: Option<Node<'_>>) -> bool {
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
        "function_definition" => functions::definition(cx, node, above, template),
        "declaration" => variables(cx, node, above),
        "type_definition" => aliases(cx, node, above),
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => {
            aggregates::specifier(cx, node, None, above, template);
        }
        "namespace_definition" => namespaces::definition(cx, node, above),
        "using_declaration" => namespaces::using(cx, node),
        "namespace_alias_definition" => namespaces::alias_of_namespace(cx, node),
        "alias_declaration" => namespaces::alias(cx, node, above),
        "template_declaration" => namespaces::template(cx, node, above),
        "template_instantiation" | "concept_definition" | "static_assert_declaration" => {}
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
        let Some(name) = apart.name else { continue };
        let is_function = apart.function.filter(|_| declarator.kind() != "init_declarator");
        match (name.kind(), is_function) {
            ("structured_binding_declarator", _) => {
                if let Some(value) = declarator.field("value") {
                    let whole = expressions::value(cx, value);
                    take_out(cx, name, whole);
                }
            }
            ("identifier", Some(function)) if namespaces::is_local(cx) && written.is_some() => {
                constructed(cx, declarator, name, function, written);
            }
            (_, Some(function)) => functions::prototype(cx, node, name, function, written, above),
            ("identifier", None) if !is_extern => variable(cx, node, declarator, &apart, name, written, above),
            ("qualified_identifier", None) => member(cx, declarator, name, written),
            _ => {}
        }
    }
}

/// `T a(b);` in a function reads as a prototype: with names for parameters, a variable is meant.
fn constructed(
    cx: &mut Lowering<'_>,
    declarator: Node<'_>,
    name: Node<'_>,
    function: Node<'_>,
    written: Option<ExprId>,
) {
    let parameters = crate::lowering::children_of(function.field("parameters"));
    let is_value = |one: &Node<'_>| one.field("declarator").is_none() && one.kind_of("type") == "type_identifier";
    if !cx.constructs_variables() || parameters.is_empty() || !parameters.iter().all(is_value) {
        return;
    }
    let given = parameters.iter().filter_map(|one| one.field("type"));
    let given = given.map(|one| facts::Argument { name: None, value: cx.name(cx.text(one), one), spread: false });
    let given = given.collect();
    let value = written.map(|to| cx.call(to, given, facts::CallKind::New, declarator));
    cx.bind_name(name, value, written);
}

/// `auto [a, b] = whole;`: parts by position. Of a map's element the last one is what the map is said to hold.
pub(super) fn take_out(cx: &mut Lowering<'_>, pattern: Node<'_>, whole: ExprId) {
    let parts = children(pattern);
    let last = parts.len().saturating_sub(1);
    for (index, name) in parts.into_iter().enumerate() {
        let mut value = cx.expr(facts::Expr::Subscript { base: whole, key: facts::Key::Index(index as i64) });
        if index == last {
            value = cx.expr(facts::Expr::Either(vec![whole, value]));
        }
        cx.bind_name(name, Some(value), None);
    }
}

/// `int A::count = f();`: a static field.
fn member(cx: &mut Lowering<'_>, declarator: Node<'_>, name: Node<'_>, written: Option<ExprId>) {
    let apart = names::take_apart(cx, name);
    let value = construction::variable(cx, written, declarator.field("value"), declarator);
    if let Some(base) = apart.owner(cx) {
        let name = names::text(cx, apart.name);
        cx.bind(Target::Attribute { base, name }, value, written, declarator);
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
    // That of a condition is beside the declarator.
    let bound = declarator.field("value").or_else(|| node.field("value"));
    let value = match cx.constructs_variables() && !apart.points && !has_storage(cx, node, "extern") {
        true => construction::variable(cx, annotation, bound, declarator),
        false => bound.map(|bound| expressions::initial(cx, bound, annotation)),
    };
    let is_global = !namespaces::is_local(cx) && matches!(cx.facts().scope(cx.scope()).kind, ScopeKind::Module);
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
        Some(own) => aggregates::specifier(cx, written, Some((own, node)), above, None),
        None if has_body => aggregates::specifier(cx, written, None, above, None),
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
