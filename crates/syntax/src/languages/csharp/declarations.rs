//! The file, its namespace and what it uses, and what every declaration has: doc, modifiers, attributes.

use super::comments::{self, each_with_comments, is_comment};
use super::{functions, members, statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children};
use facts::{Definition, DefinitionKind, Import};
use tree_sitter::Node;

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    each_with_comments(cx, root, |cx, node, above| {
        cx.deeper(|cx| declaration(cx, node, above));
    });
}

/// What stands at the top of a file or in a namespace.
fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "using_directive" => using(cx, node),
        "file_scoped_namespace_declaration" | "namespace_declaration" => namespace(cx, node, above),
        "global_statement" | "declaration_list" => file(cx, node),
        "local_function_statement" => functions::local(cx, node, above),
        kind if kind.starts_with("preproc_") => file(cx, node),
        _ if members::is_type(node) => members::declaration(cx, node, above),
        _ => statements::statement(cx, node),
    }
}

/// The first namespace of a file is its package, with those inside it as long as there is none yet.
fn namespace(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name").map(|name| dotted(cx, name)) else { return };
    let has_types = cx.facts().definitions.len() > 1;
    match &cx.facts().package {
        None => cx.facts_mut().package = Some(name.clone()),
        Some(outer) if !has_types && node.kind() == "namespace_declaration" => {
            let inner = format!("{outer}.{name}");
            cx.facts_mut().package = Some(inner);
        }
        Some(_) => {}
    }
    if !has_types {
        let package = cx.facts().package.clone().unwrap_or(name);
        for (dot, _) in package.match_indices('.') {
            all_of(cx, &package[..dot], false, node);
        }
        let doc = comments::text(cx, above);
        let module = &mut cx.facts_mut().definitions[0].doc;
        *module = doc.or(module.take());
    }
    if let Some(body) = node.field("body") {
        file(cx, body);
    }
}

fn dotted(cx: &Lowering<'_>, node: Node<'_>) -> String {
    let text: String = cx.text(node).split_whitespace().collect();
    text.trim_start_matches("global::").to_owned()
}

/// `using A.B;` brings all of a namespace, `using X = A.B.C;` one thing under another name. `global` passes it on to all.
fn using(cx: &mut Lowering<'_>, node: Node<'_>) {
    let alias = node.field("name");
    let Some(written) = children(node).into_iter().rfind(|child| Some(*child) != alias) else { return };
    let named = if written.kind() == "generic_name" { written.named_child(0).unwrap_or(written) } else { written };
    let path = dotted(cx, named);
    let mut cursor = node.walk();
    let words: Vec<&str> = node.children(&mut cursor).map(|child| child.kind()).collect();
    let is_global = words.contains(&"global");
    match (alias, path.rsplit_once('.')) {
        (Some(alias), split) => {
            let (module, item) = split.unwrap_or(("", path.as_str()));
            let (bound, scope, span) = (cx.text(alias).to_owned(), cx.scope(), cx.span(node));
            let import = Import {
                module: module.to_owned(),
                level: 0,
                item: Some(item.to_owned()),
                alias: Some(bound.clone()),
                reexport: is_global,
                scope,
                span,
            };
            cx.import(import, Some(&bound));
        }
        // The members of a class are no wildcard.
        (None, Some((module, item))) if words.contains(&"static") => {
            let (scope, span) = (cx.scope(), cx.span(node));
            let (module, item) = (module.to_owned(), Some(item.to_owned()));
            cx.import(
                Import { module, level: 0, item, alias: Some(String::new()), reexport: false, scope, span },
                None,
            );
        }
        _ => all_of(cx, &path, is_global, node),
    }
}

fn all_of(cx: &mut Lowering<'_>, namespace: &str, is_global: bool, node: Node<'_>) {
    let (scope, span, item) = (facts::ScopeId::FILE, cx.span(node), Some("*".to_owned()));
    let module = namespace.to_owned();
    cx.import(Import { module, level: 0, item, alias: None, reexport: is_global, scope, span }, None);
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
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    let (mut words, mut attributes) = (Vec::new(), Vec::new());
    let mut start = node.start_byte();
    // They come first; a declaration of many names must not be looked through for each of them.
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "attribute_list" => {
                attributes.extend(children(child).into_iter().filter_map(|attribute| attribute.field("name")));
                start = child.end_byte();
            }
            "modifier" => words.push(cx.text(child)),
            _ if is_comment(child) => {}
            _ => break,
        }
    }
    let owner = cx.facts().definition(cx.definition());
    let in_interface = owner.kind == DefinitionKind::Interface;
    let test = attributes.iter().any(|name| is_test(cx.text(*name)));
    draft.is_test = owner.is_test && !owner.kind.is_type() || test;
    draft.is_static = words.iter().any(|word| matches!(*word, "static" | "const"));
    draft.is_async = words.contains(&"async");
    let is_seen = |word: &&str| matches!(*word, "public" | "protected" | "internal");
    draft.exported = words.iter().any(is_seen) || in_interface && !words.contains(&"private");
    draft.doc = comments::text(cx, above).map(|doc| without_tags(&doc)).filter(|doc| !doc.is_empty());
    comments::widen(cx, &mut draft.span, above);
    let head = cx.head(start.min(head_end), head_end);
    draft.signature =
        head.trim().trim_end_matches(['{', ';', '=']).trim_end().trim_end_matches("=>").trim_end().to_owned();
    draft.decorators = attributes.into_iter().map(|name| types::lower(cx, name)).collect();
    draft
}

/// The text of an XML comment.
fn without_tags(doc: &str) -> String {
    let mut text = String::with_capacity(doc.len());
    let mut rest = doc;
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('>') else { break };
        let tag = &rest[open + 1..open + close];
        // `<see cref="Store"/>`, `<paramref name="x"/>`.
        if tag.ends_with('/')
            && let Some(named) = tag.split('"').nth(1)
        {
            text.push_str(named);
        }
        rest = &rest[open + close + 1..];
    }
    text.push_str(rest);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Attributes of xUnit, NUnit and MSTest.
fn is_test(attribute: &str) -> bool {
    let name = attribute.rsplit('.').next().unwrap_or(attribute);
    let name = name.strip_suffix("Attribute").unwrap_or(name);
    matches!(
        name,
        "Fact"
            | "Theory"
            | "Test"
            | "TestCase"
            | "TestCaseSource"
            | "TestMethod"
            | "DataTestMethod"
            | "SetUp"
            | "TearDown"
            | "OneTimeSetUp"
            | "OneTimeTearDown"
            | "TestInitialize"
            | "TestCleanup"
            | "Benchmark"
    )
}
