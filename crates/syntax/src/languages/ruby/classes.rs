//! Classes and modules.

use super::comments::{is_comment, widen};
use super::sequences::{self, Mode};
use super::{blocks, calls, children_of, expressions, macros};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// The doc comment above a definition: lines that begin with `#`, or a block between `=begin` and `=end`. Notes to tools
/// are left out.
pub(super) fn doc(cx: &Lowering<'_>, above: &[Node<'_>]) -> Option<String> {
    const FOR_TOOLS: [&str; 4] = ["rubocop:", "frozen_string_literal:", "encoding:", "-*- coding"];
    let lines = above.iter().filter(|node| is_comment(**node)).flat_map(|node| cx.text(*node).lines());
    let lines = lines.filter(|line| !matches!(*line, "=begin" | "=end") && !line.starts_with("#!"));
    let lines = lines.map(|line| {
        let line = line.trim().trim_start_matches('#');
        line.strip_prefix(' ').unwrap_or(line)
    });
    let text = lines.filter(|line| !FOR_TOOLS.iter().any(|mark| line.starts_with(mark))).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A draft with doc, span and what its holder says of it.
pub(super) fn draft(
    cx: &Lowering<'_>,
    kind: DefinitionKind,
    name: &str,
    node: Node<'_>,
    at: Node<'_>,
    above: &[Node<'_>],
) -> Definition {
    let mut draft = cx.draft(kind, name, node, at);
    draft.doc = doc(cx, above);
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    widen(cx, &mut draft.span, above);
    draft
}

/// `class Name < Base`, `module Name`.
pub(super) fn declaration(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) -> ExprId {
    let Some(name) = node.field("name") else { return sequences::value(cx, node) };
    let kind = if node.kind() == "module" { DefinitionKind::Interface } else { DefinitionKind::Class };
    let base = node.field("superclass").and_then(|base| base.named_child(0));
    let bases = base.map(|base| expressions::value(cx, base));
    let last = name.field("name").unwrap_or(name);
    let mut draft = draft(cx, kind, cx.text(last), node, last, above);
    let end = node.field("superclass").unwrap_or(name).end_byte();
    draft.signature = cx.head(node.start_byte(), end).to_owned();
    draft.is_test |= base.is_some_and(|base| is_test_class(cx.text(base)));
    draft.bases.extend(bases);
    let id = defined(cx, draft, name);
    body(cx, id, node, |cx| match node.field("body") {
        Some(body) => sequences::value(cx, body),
        None => cx.unknown(),
    });
    cx.expr(Expr::Function(id))
}

fn is_test_class(base: &str) -> bool {
    let name = base.rsplit("::").next().unwrap_or(base);
    base.starts_with("Minitest::") || base.starts_with("MiniTest::") || base == "Test::Unit::TestCase" || {
        name.ends_with("TestCase") || name.ends_with("IntegrationTest") || name == "Test"
    }
}

/// Defines a class under its name; `class A::B` is member `B` of `A`.
fn defined(cx: &mut Lowering<'_>, draft: Definition, name: Node<'_>) -> DefId {
    let own = draft.name.clone();
    let Some(scope) = name.field("scope") else { return cx.define(draft, true) };
    let outer = cx.text(scope).trim_start_matches("::").replace("::", ".");
    let base = expressions::value(cx, scope);
    let id = cx.define(draft, false);
    let around = cx.facts().definition(cx.definition()).path.clone();
    cx.definition_mut(id).path = facts::dotted(&facts::dotted(&around, &outer), &own);
    let value = cx.expr(Expr::Function(id));
    cx.bind(Target::Attribute { base, name: own }, Some(value), None, name);
    id
}

/// Lowers the body of a class, in which the class is the receiver.
pub(super) fn body(cx: &mut Lowering<'_>, id: DefId, node: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>) -> ExprId) {
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        cx.with_receiver(Some(id), |cx| {
            inner(cx);
        });
    });
}

/// `class << self`: methods of the class itself. What `class << other` defines is on a single value, and known as a function
/// alone.
pub(super) fn singleton(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(value) = node.field("value") {
        expressions::value(cx, value);
    }
    match node.field("body") {
        Some(body) => sequences::lower(cx, body, Mode { private: false, singleton: true }),
        None => cx.unknown(),
    }
}

/// The class whose body is being lowered.
pub(super) fn around(cx: &Lowering<'_>) -> Option<DefId> {
    cx.receiver().filter(|id| cx.facts().definition(*id).kind.is_type())
}

/// `Name = Struct.new(:a, :b) do .. end`, `Class.new(Base)`, `Module.new`, `Data.define(:a)`: a class of that name.
pub(super) fn assigned(cx: &mut Lowering<'_>, name: Node<'_>, value: Node<'_>) -> Option<ExprId> {
    let [receiver, method] = value.fields(["receiver", "method"])?;
    let kind = match (cx.text(receiver), cx.text(method)) {
        ("Struct" | "Class", "new") | ("Data", "define") => DefinitionKind::Class,
        ("Module", "new") => DefinitionKind::Interface,
        _ => return None,
    };
    let given = children_of(value.field("arguments"));
    let mut draft = draft(cx, kind, cx.text(name), value, name, &[]);
    draft.span = cx.span(value.parent().unwrap_or(value));
    let end = value.field("block").map_or(value.end_byte(), |block| block.start_byte());
    draft.signature = format!("{} = {}", cx.text(name), cx.head(value.start_byte(), end));
    if cx.text(receiver) == "Class" {
        draft.bases = given.iter().map(|base| expressions::value(cx, *base)).collect();
    }
    let id = cx.define(draft, true);
    body(cx, id, value, |cx| {
        if matches!(cx.text(receiver), "Struct" | "Data") {
            macros::members_of_struct(cx, &given, cx.text(receiver) == "Struct");
        }
        match value.field("block") {
            Some(block) => blocks::statements(cx, block),
            None => cx.unknown(),
        }
    });
    Some(cx.expr(Expr::Function(id)))
}

/// The classes named by `include A, B` and `prepend A, B` come before those named earlier.
pub(super) fn mix_in(cx: &mut Lowering<'_>, class: DefId, node: Node<'_>) {
    let mixed: Vec<ExprId> = calls::arguments(cx, node).into_iter().map(|argument| argument.value).collect();
    let bases = &mut cx.definition_mut(class).bases;
    bases.splice(0..0, mixed);
}
