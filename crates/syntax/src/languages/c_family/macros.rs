//! Macros: those with parameters are functions to a reader.

use super::comments;
use super::{declarations, statements};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{
    Binding, BindingKind, DefId, DefinitionKind, Expr, FileFacts, Parameter, ParameterKind, ReturnKind, ScopeKind,
    Target,
};
use std::collections::HashSet;
use tree_sitter::Node;

/// Longest text of a macro, in bytes, that is read as code.
const MAX_TEXT: usize = 1 << 14;

/// `#define F(x) g(x)`: a definition whose text is its body. An expression is what it gives.
pub(super) fn define(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    // Whatever namespace or class it stands in.
    cx.in_definition(DefId::MODULE, |cx| defined(cx, node, above));
}

fn defined(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let value = node.field("value");
    let mut draft = cx.draft(DefinitionKind::Macro, cx.text(name), node, name);
    comments::widen(cx, &mut draft.span, above);
    draft.doc = comments::text(cx, above);
    let head = cx.head(node.start_byte(), node.end_before("value"));
    draft.signature = head.trim_end().trim_end_matches('\\').trim_end().to_owned();
    let named = children_of(node.field("parameters"));
    draft.parameters = named.iter().map(|name| parameter(cx, *name)).collect();
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        for (name, index) in named.iter().zip(0..) {
            cx.bind_parameter(id, index, *name);
        }
        if let Some(value) = value {
            text(cx, value);
        }
    });
}

fn parameter(cx: &Lowering<'_>, name: Node<'_>) -> Parameter {
    let is_rest = cx.text(name).ends_with("...");
    let kind = if is_rest { ParameterKind::Rest } else { ParameterKind::Plain };
    Parameter { name: cx.text(name).trim_end_matches('.').to_owned(), kind, annotation: None, default: None }
}

/// The text of a macro as statements in its place. What does not read as such is looked through for calls.
fn text(cx: &mut Lowering<'_>, value: Node<'_>) {
    let written = cx.text(value);
    // The semicolon put behind it must be in the place of some other character.
    if written.len() > MAX_TEXT || cx.span(value).end as usize >= cx.source().len() {
        return;
    }
    // A backslash at the end of a line goes on with the next; pasted names are known to none.
    let code: String = written.replace("\\\n", " \n").replace("\\\r\n", " \r\n").replace('#', " ");
    let code = format!("{code};");
    let Some(tree) = cx.parse_part(&code) else { return };
    cx.inside(value, |cx| {
        let parts = children(tree.root_node());
        if let [only] = parts[..]
            && let Some(expression) = expression_of(only)
        {
            let result = super::expressions::value(cx, expression);
            return cx.returns(result, ReturnKind::Return);
        }
        for part in parts {
            statements::statement(cx, part);
        }
    });
}

fn expression_of(statement: Node<'_>) -> Option<Node<'_>> {
    match statement.kind() {
        "expression_statement" => statement.named_child(0),
        _ => None,
    }
}

/// `#define F g`: the name is another's. A constant is a definition without a value.
pub(super) fn constant(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    cx.in_definition(DefId::MODULE, |cx| named(cx, node, above));
}

fn named(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    let value = node.field("value");
    // A guard against including twice.
    let Some(value) = value else { return };
    let mut draft = cx.draft(DefinitionKind::Macro, cx.text(name), node, name);
    declarations::finish(cx, &mut draft, node, node.end_byte(), above);
    draft.signature = draft.signature.trim_end().to_owned();
    let text = cx.text(value).trim();
    let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text != cx.text(name);
    let id = cx.define(draft, false);
    if is_name {
        let other = cx.name(text, value);
        cx.bind_name(name, Some(other), None);
        if let Some(last) = cx.facts_mut().bindings.last_mut() {
            last.kind = BindingKind::Definition(id);
        }
    }
}

/// Keeps the names that macros give to others as what those are, where the file has them: a prefix for all names of a
/// library, which is hardly ever switched on, is written in the same way. Call it once all is lowered.
pub(super) fn settle_aliases(cx: &mut Lowering<'_>) {
    let FileFacts { bindings, definitions, exprs, .. } = cx.facts_mut();
    let is_alias = |binding: &Binding| match binding.kind {
        BindingKind::Definition(id) => {
            let definition = &definitions[id.0 as usize];
            definition.kind == DefinitionKind::Macro && definition.body.is_none()
        }
        _ => false,
    };
    let named = |target: &Target| if let Target::Name(name) = target { Some(name.clone()) } else { None };
    let known: HashSet<String> = bindings.iter().filter(|b| !is_alias(b)).filter_map(|b| named(&b.target)).collect();
    bindings.retain(|binding| {
        let other = binding.value.map(|value| &exprs[value.0 as usize]);
        !is_alias(binding) || matches!(other, Some(Expr::Name { name, .. }) if known.contains(name))
    });
    for binding in bindings {
        if is_alias(binding) {
            binding.kind = BindingKind::Assignment;
        }
    }
}
