//! GraphQL: schemas, and documents of operations.
//!
//! - Object types and inputs are classes, interfaces and enumerations what they are called; unions and scalars are names of types.
//!   Their fields and values are fields.
//! - An extension of a type is no definition: its fields are those of the type, written outside of it.
//! - A directive is a macro; operations and fragments with a name are functions.
//! - What a description says of its definition is documentation.
//!
//! Nothing is called. Start at [`definitions`].

mod highlighting;
#[cfg(test)]
mod tests;

use super::schema::{child, named};
use crate::lowering::children;
use crate::{HighlightClass, LanguageSupport, Lowering};
use facts::{Definition, DefinitionKind, ExprId, ScopeKind};
use tree_sitter::Node;

/// GraphQL.
pub struct GraphQl;

impl LanguageSupport for GraphQl {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_graphql::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        definitions(cx, root);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// What is written in a document, however deep the grammar puts it.
fn definitions(cx: &mut Lowering<'_>, node: Node<'_>) {
    for part in children(node) {
        match part.kind() {
            "object_type_definition" | "input_object_type_definition" => define(cx, part, DefinitionKind::Class),
            "interface_type_definition" => define(cx, part, DefinitionKind::Interface),
            "enum_type_definition" => define(cx, part, DefinitionKind::Enum),
            "union_type_definition" | "scalar_type_definition" => define(cx, part, DefinitionKind::TypeAlias),
            "directive_definition" => define(cx, part, DefinitionKind::Macro),
            "operation_definition" | "fragment_definition" => define(cx, part, DefinitionKind::Function),
            kind if kind.ends_with("_type_extension") => extension(cx, part),
            "document"
            | "definition"
            | "type_system_definition"
            | "type_definition"
            | "type_system_extension"
            | "type_extension"
            | "executable_definition"
            | "ERROR" => {
                cx.deeper(|cx| definitions(cx, part));
            }
            _ => {}
        }
    }
}

/// A definition with a name, and the fields in it.
fn define(cx: &mut Lowering<'_>, node: Node<'_>, kind: DefinitionKind) {
    let Some(name) = child(node, &["name", "fragment_name"]) else { return };
    let mut draft = begun(cx, node, kind, name);
    draft.bases = bases(cx, node);
    let id = cx.define(draft, true);
    if kind != DefinitionKind::Function && kind != DefinitionKind::Macro {
        cx.in_body(id, ScopeKind::Class, node, |cx| members(cx, node, None));
    }
}

/// The fields that an extension adds to a type.
fn extension(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = child(node, &["name"]) else { return };
    let owner = cx.name(cx.text(name), name);
    members(cx, node, Some((owner, cx.text(name))));
}

/// Fields and values in the braces of a type.
fn members(cx: &mut Lowering<'_>, node: Node<'_>, owner: Option<(ExprId, &str)>) {
    for list in children(node) {
        if !matches!(list.kind(), "fields_definition" | "input_fields_definition" | "enum_values_definition") {
            continue;
        }
        for member in children(list) {
            let Some(name) = child(member, &["name", "enum_value"]) else { continue };
            let mut draft = begun(cx, member, DefinitionKind::Field, name);
            draft.returns = child(member, &["type"]).and_then(|of| type_of(cx, of));
            draft.owner = owner.map(|(owner, _)| owner);
            let id = cx.define(draft, false);
            if let Some((_, of)) = owner {
                let field = cx.definition_mut(id);
                field.path = facts::dotted(of, &field.name);
            }
        }
    }
}

/// A definition with its head and its documentation.
fn begun(cx: &Lowering<'_>, node: Node<'_>, kind: DefinitionKind, name: Node<'_>) -> Definition {
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    let description = child(node, &["description"]);
    draft.doc = description.map(|said| cx.text(said).trim_matches('"').trim().to_owned());
    let start = description.map_or(node.start_byte(), |said| said.end_byte());
    let body = named(node, |part| matches!(part.kind(), "selection_set") || part.kind().ends_with("s_definition"));
    // The arguments of a field and of a directive are part of its head.
    let body = body.filter(|part| part.kind() != "arguments_definition");
    draft.signature = cx.head(start, body.map_or(node.end_byte(), |body| body.start_byte())).trim().to_owned();
    draft
}

/// The interfaces that a type implements. The grammar nests them to the left.
fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut at = child(node, &["implements_interfaces"]);
    while let Some(list) = at {
        found.extend(child(list, &["named_type"]));
        at = child(list, &["implements_interfaces"]);
    }
    found.into_iter().rev().map(|base| cx.name(cx.text(base), base)).collect()
}

/// The type that is named, in lists and with or without a mark that it is never null.
fn type_of(cx: &mut Lowering<'_>, node: Node<'_>) -> Option<ExprId> {
    if node.kind() == "named_type" {
        return Some(cx.name(cx.text(node), node));
    }
    let inner = children(node).into_iter().next()?;
    cx.deeper(|cx| type_of(cx, inner)).flatten()
}
