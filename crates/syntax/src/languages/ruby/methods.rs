//! Methods and their parameters.

use super::classes::draft;
use super::sequences::Mode;
use super::{children_of, control, expressions, names};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{DefId, DefinitionKind, ExprId, LiteralKind, Parameter, ParameterKind, ReturnKind, ScopeKind};
use tree_sitter::Node;

/// The name of the parameter and of the argument that hold a block.
pub(super) const BLOCK: &str = "&";

/// `def f`, `def self.f`, `def x=(v)`.
pub(super) fn method(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], mode: Mode) -> ExprId {
    let Some(name) = node.field("name") else { return cx.unknown() };
    let text: String = cx.text(name).split_whitespace().collect();
    let on_class = mode.singleton || node.kind() == "singleton_method";
    let in_class = cx.facts().definition(cx.definition()).kind.is_type();
    let kind = match (in_class, text.as_str()) {
        (true, "initialize") if !on_class => DefinitionKind::Constructor,
        (true, _) => DefinitionKind::Method,
        _ => DefinitionKind::Function,
    };
    let mut draft = draft(cx, kind, &text, node, name, above);
    let end = node.field("parameters").unwrap_or(name).end_byte();
    draft.signature = cx.head(node.start_byte(), end).to_owned();
    draft.exported = !mode.private;
    draft.is_static = on_class && in_class;
    // A method is looked up on its receiver; a function by its name.
    let id = cx.define(draft, !in_class);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        let receiver = if in_class { Some(id) } else { cx.receiver().map(|_| id) };
        cx.with_receiver(receiver, |cx| {
            children_of(node.field("parameters")).into_iter().for_each(|parameter| declare(cx, parameter, id));
            if let Some(body) = node.field("body") {
                returned(cx, body);
            }
        });
    });
    // The method's name.
    cx.literal(LiteralKind::Text)
}

/// A body whose value is returned.
pub(super) fn returned(cx: &mut Lowering<'_>, body: Node<'_>) {
    let result = control::body(cx, body);
    cx.returns(result, ReturnKind::Return);
}

/// One parameter of a method or block.
pub(super) fn declare(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let name = node.field("name").unwrap_or(node);
    let kind = match node.kind() {
        "identifier" | "optional_parameter" => ParameterKind::Plain,
        "splat_parameter" => ParameterKind::Rest,
        "keyword_parameter" => ParameterKind::KeywordOnly,
        "hash_splat_parameter" => ParameterKind::KeywordRest,
        "block_parameter" => return block_parameter(cx, node, id),
        "destructured_parameter" => return destructured(cx, node, id),
        "forward_parameter" => return forwarded(cx, node, id),
        _ => return,
    };
    let default = node.field("value").map(|value| expressions::value(cx, value));
    // `*` and `**` without a name can be handed on as they are.
    let text = cx.text(name);
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(Parameter { name: text.to_owned(), kind, annotation: None, default });
    let index = parameters.len() as u32 - 1;
    cx.first_here(text);
    cx.bind_parameter(id, index, name);
}

/// `&block`, whose name is bound to what is handed on as the block.
fn block_parameter(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    block_of(cx, id, node);
    if let Some(name) = node.field("name") {
        let value = cx.name(BLOCK, node);
        cx.first_here(cx.text(name));
        cx.bind_name(name, Some(value), None);
    }
}

/// Gives a method its parameter for a block, once.
pub(super) fn block_of(cx: &mut Lowering<'_>, id: DefId, node: Node<'_>) {
    let parameters = &mut cx.definition_mut(id).parameters;
    if parameters.iter().any(|parameter| parameter.name == BLOCK) {
        return;
    }
    let (name, kind) = (BLOCK.to_owned(), ParameterKind::KeywordOnly);
    parameters.push(Parameter { name, kind, annotation: None, default: None });
    let index = parameters.len() as u32 - 1;
    cx.in_definition(id, |cx| cx.bind_parameter(id, index, node));
}

/// `(a, (b, *c))` of a block's parameters.
fn destructured(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    let parameter = Parameter { name: String::new(), kind: ParameterKind::Plain, annotation: None, default: None };
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(parameter);
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, node);
    let whole = cx.name("", node);
    names::destructure(cx, node, whole);
}

/// `...`: the rest by position and by name, and the block.
fn forwarded(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    for (name, kind) in [("*", ParameterKind::Rest), ("**", ParameterKind::KeywordRest)] {
        let parameters = &mut cx.definition_mut(id).parameters;
        parameters.push(Parameter { name: name.to_owned(), kind, annotation: None, default: None });
        let index = parameters.len() as u32 - 1;
        cx.bind_parameter(id, index, node);
    }
    block_of(cx, id, node);
}

/// The method around, not a block in it.
pub(super) fn around(cx: &Lowering<'_>) -> Option<DefId> {
    cx.enclosing(|definition| {
        matches!(definition.kind, DefinitionKind::Method | DefinitionKind::Constructor | DefinitionKind::Function)
    })
}
