//! Modules, protocols and their implementations, structs.

use super::attributes::Above;
use super::{arguments, attributes, child, children, do_block, keyword_value, names, pairs, sequences, values, word};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, ScopeId, ScopeKind, Target};
use tree_sitter::Node;

/// `defmodule A.B do .. end`, `defprotocol A do .. end`.
pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &Above<'_>) -> Option<()> {
    let named = arguments(node).first().copied()?;
    let written = match named.kind() {
        "alias" => cx.text(named).split_whitespace().collect(),
        _ => names::module(cx, named)?,
    };
    let outer = names::around(cx).filter(|_| named.kind() == "alias");
    let absolute = written.strip_prefix("Elixir.");
    let outer = outer.filter(|_| absolute.is_none());
    let whole = match (&outer, absolute) {
        (_, Some(absolute)) => absolute.to_owned(),
        (Some(outer), None) => format!("{outer}.{written}"),
        (None, None) => written.trim_start_matches(':').to_owned(),
    };
    if let Some(outer) = outer {
        // Inside, and behind it, the first part of a nested name stands for the whole. One of `Elixir` is nested in none.
        let first = written.split('.').next().unwrap_or(&written);
        names::alias(cx, first, &format!("{outer}.{first}"));
    }
    let kind = if word(cx, node) == "defprotocol" { DefinitionKind::Interface } else { kind_of(cx, node) };
    let draft = draft(cx, kind, &whole, node, named, above);
    define(cx, draft, whole, node, named);
    Some(())
}

/// `defimpl Protocol, for: Type do .. end`. Of several types the first gives the name.
pub(super) fn implementation(cx: &mut Lowering<'_>, node: Node<'_>, above: &Above<'_>) -> Option<()> {
    let named = arguments(node).first().copied()?;
    let protocol = names::module(cx, named)?;
    let of = keyword_value(cx, node, "for");
    let first = match of {
        Some(list) if list.kind() == "list" => children(list).first().copied(),
        other => other,
    };
    let of = match first {
        Some(first) => names::module(cx, first)?,
        None => names::around(cx)?,
    };
    let base = cx.name(&protocol, named);
    let whole = format!("{protocol}.{of}");
    let mut draft = draft(cx, DefinitionKind::Class, &whole, node, named, above);
    draft.bases.push(base);
    define(cx, draft, whole, node, named);
    Some(())
}

/// The first parameter of what an implementation of a protocol has is of the type that it is for.
pub(super) fn implemented(cx: &mut Lowering<'_>, id: DefId) {
    let around = cx.facts().definition(cx.definition());
    let is_untyped = cx.facts().definition(id).parameters.first().is_some_and(|first| first.annotation.is_none());
    let ([base], true, true) = (&around.bases[..], is_untyped, around.signature.starts_with("defimpl")) else { return };
    let Expr::Name { name: protocol, .. } = cx.facts().expr(*base) else { return };
    let Some(of) = around.path.strip_prefix(protocol.as_str()).and_then(|of| of.strip_prefix('.')) else { return };
    let (name, scope, line) = (of.to_owned(), cx.scope(), cx.facts().definition(id).span.start_line);
    let annotation = Some(cx.expr(Expr::Name { name, scope, line }));
    cx.definition_mut(id).parameters[0].annotation = annotation;
}

/// What a module is to others: see [the language](super).
fn kind_of(cx: &Lowering<'_>, node: Node<'_>) -> DefinitionKind {
    let mut is_interface = false;
    for part in do_block(node).map_or_else(Vec::new, children) {
        let attribute = attributes::is_attribute(part).then(|| attributes::name(cx, part)).flatten();
        match attribute.unwrap_or_else(|| word(cx, part)) {
            "defstruct" | "defexception" | "behaviour" => return DefinitionKind::Class,
            "callback" | "macrocallback" => is_interface = true,
            _ => {}
        }
    }
    if is_interface { DefinitionKind::Interface } else { DefinitionKind::Module }
}

fn draft(
    cx: &Lowering<'_>,
    kind: DefinitionKind,
    whole: &str,
    node: Node<'_>,
    named: Node<'_>,
    above: &Above<'_>,
) -> Definition {
    let mut draft = cx.draft(kind, names::last(whole), node, named);
    let end = do_block(node).map_or(node.end_byte(), |block| block.start_byte());
    draft.signature = cx.head(node.start_byte(), end).trim_end().to_owned();
    draft.doc = above.doc.clone();
    draft.is_test = child(node, &["do_block"]).is_some_and(|block| {
        let uses = children(block).into_iter().filter(|part| word(cx, *part) == "use");
        uses.filter_map(|part| arguments(part).first().copied()).any(|used| is_case(cx.text(used)))
    });
    draft
}

/// `ExUnit.Case` and what projects make of it: `MyApp.DataCase`.
fn is_case(module: &str) -> bool {
    names::last(module).ends_with("Case")
}

/// Defines a module under its whole name, which is bound in the file's scope.
fn define(cx: &mut Lowering<'_>, draft: Definition, whole: String, node: Node<'_>, named: Node<'_>) {
    let kind = if draft.kind == DefinitionKind::Module { ScopeKind::Module } else { ScopeKind::Class };
    let id = cx.define(draft, false);
    let around = cx.facts().definition(cx.definition()).path.clone();
    if !whole.starts_with(&around) {
        // An implementation inside of the type's module is named after the protocol.
        cx.definition_mut(id).parent = Some(DefId::MODULE);
    }
    cx.definition_mut(id).path = facts::dotted("", &whole);
    let value = cx.expr(Expr::Function(id));
    cx.bind_in(ScopeId::FILE, Target::Name(whole), Some(value), None, named);
    cx.last_binding_defines(value);
    cx.in_body(id, kind, node, |cx| match (do_block(node), keyword_value(cx, node, "do")) {
        (Some(block), _) => {
            sequences::lower(cx, block);
        }
        (None, Some(body)) => {
            sequences::all(cx, &[body]);
        }
        (None, None) => {}
    });
}

/// `defstruct [:a, b: 1]`, `defexception message: "x"`: the fields of a value.
pub(super) fn fields(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<()> {
    for given in arguments(node) {
        let parts = if given.kind() == "list" { children(given) } else { vec![given] };
        if !matches!(given.kind(), "list" | "keywords") {
            values::value(cx, given);
        }
        for part in parts {
            if part.kind() == "keywords" {
                for (at, (name, default)) in children(part).into_iter().zip(pairs(cx, part)) {
                    let default = values::value(cx, default);
                    field(cx, name, at.field("key").unwrap_or(at), at, Some(default));
                }
            } else if let Some(name) = names::atom(cx, part) {
                field(cx, name, part, part, None);
            }
        }
    }
    Some(())
}

fn field(cx: &mut Lowering<'_>, name: &str, named: Node<'_>, node: Node<'_>, default: Option<ExprId>) {
    let mut draft = cx.draft(DefinitionKind::Field, name, node, named);
    draft.name_span.end = draft.name_span.start + cx.text(named).trim_end().len() as u32;
    draft.signature = cx.text(node).to_owned();
    cx.define(draft, false);
    if let (Some(value), Some(module)) = (default, names::around(cx)) {
        let (class, nothing) = (cx.name(&module, node), cx.unknown());
        let base = cx.expr(Expr::Cast { value: nothing, to: class });
        cx.bind(Target::Attribute { base, name: name.to_owned() }, Some(value), None, named);
    }
}
