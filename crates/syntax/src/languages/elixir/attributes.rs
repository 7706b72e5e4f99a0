//! Attributes of modules: documentation, types and what they say of the definition below, constants.

use super::{arguments, child, children, functions, names, types, values, word};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{BindingKind, DefId, DefinitionKind, Parameter, ParameterKind, Target};
use tree_sitter::Node;

/// What stands above a definition.
#[derive(Default)]
pub(super) struct Above<'n> {
    pub doc: Option<String>,
    /// The type of a function: `f(a, b) :: c`.
    pub spec: Option<Node<'n>>,
    /// The first of the attributes.
    pub first: Option<Node<'n>>,
}

/// `@name`, `@name value`.
pub(super) fn is_attribute(node: Node<'_>) -> bool {
    node.kind() == "unary_operator" && node.kind_of("operator") == "@"
}

/// `@name value`, which sets it.
pub(super) fn is_set(node: Node<'_>) -> bool {
    is_attribute(node) && node.kind_of("operand") == "call"
}

/// The name of an attribute, where it is read.
pub(super) fn name<'t>(cx: &Lowering<'t>, node: Node<'_>) -> Option<&'t str> {
    let operand = node.field("operand")?;
    let named = if operand.kind() == "call" { operand.field("target")? } else { operand };
    Some(cx.text(named))
}

/// Takes in what an attribute says of the module or of what is below.
pub(super) fn collect<'n>(cx: &mut Lowering<'_>, node: Node<'n>, above: &mut Above<'n>) {
    let Some(operand) = node.field("operand").filter(|operand| operand.kind() == "call") else { return };
    let given = arguments(operand).first().copied();
    let Some(given) = given else { return };
    match word(cx, operand) {
        "doc" | "typedoc" => above.doc = text(cx, given).or(above.doc.take()),
        "moduledoc" => {
            let doc = text(cx, given);
            if !cx.facts().definition(cx.definition()).kind.is_callable() {
                cx.definition_mut(cx.definition()).doc = doc;
            }
            return;
        }
        "spec" => above.spec = Some(given),
        "type" | "typep" | "opaque" => {
            type_alias(cx, node, given, std::mem::take(above));
            return;
        }
        "callback" | "macrocallback" => {
            callback(cx, node, given, std::mem::take(above));
            return;
        }
        "behaviour" => {
            // In quoted code it is that of another module.
            let is_type = cx.facts().definition(cx.definition()).kind.is_type();
            if let Some(base) = names::value(cx, given).filter(|_| is_type) {
                cx.definition_mut(cx.definition()).bases.push(base);
            }
            return;
        }
        "impl" | "deprecated" | "since" => {}
        "dialyzer" | "compile" | "derive" | "enforce_keys" | "optional_callbacks" | "on_load" | "tag" | "moduletag"
        | "describetag" | "before_compile" | "after_compile" | "on_definition" | "external_resource" => {
            values::value(cx, given);
        }
        name => return constant(cx, node, operand, name, given),
    }
    above.first = above.first.or(Some(node));
}

/// The text of a documentation without the margin of its lines.
fn text(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    if !matches!(node.kind(), "string" | "sigil" | "charlist") {
        return None;
    }
    let parts = children(node).into_iter().filter(|part| part.kind() != "sigil_name");
    let whole: String = parts.map(|part| cx.text(part)).collect();
    let margin = |line: &str| line.len() - line.trim_start().len();
    // The first line begins behind the quotes, wherever these are.
    let least = whole.lines().skip(1).filter(|line| !line.trim().is_empty()).map(margin).min().unwrap_or(0);
    let lines = whole.lines().map(|line| line.get(least.min(margin(line))..).unwrap_or("").trim_end());
    Some(lines.collect::<Vec<_>>().join("\n").trim().to_owned())
}

/// `@timeout 5000`: a constant of the module, read as `@timeout`.
fn constant(cx: &mut Lowering<'_>, node: Node<'_>, operand: Node<'_>, name: &str, given: Node<'_>) {
    let value = values::value(cx, given);
    let Some(named) = operand.field("target") else { return };
    let bound = format!("@{name}");
    let is_first = cx.first_here(&bound);
    let id = is_first.then(|| {
        let mut draft = cx.draft(DefinitionKind::Variable, name, node, named);
        let is_long = node.end_position().row > node.start_position().row;
        draft.signature =
            cx.head(node.start_byte(), if is_long { named.end_byte() } else { node.end_byte() }).to_owned();
        draft.exported = false;
        cx.define(draft, false)
    });
    cx.bind(Target::Name(bound), Some(value), None, named);
    if let (Some(id), Some(last)) = (id, cx.facts_mut().bindings.last_mut()) {
        last.kind = BindingKind::Definition(id);
    }
}

/// `@type t :: %__MODULE__{..}`
fn type_alias(cx: &mut Lowering<'_>, node: Node<'_>, given: Node<'_>, above: Above<'_>) {
    let named = given.field("left").filter(|_| given.kind() == "binary_operator").unwrap_or(given);
    let name = named.field("target").unwrap_or(named);
    if name.kind() != "identifier" {
        return;
    }
    let mut draft = cx.draft(DefinitionKind::TypeAlias, cx.text(name), node, name);
    draft.doc = above.doc;
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.exported = !cx.head(node.start_byte(), node.end_byte()).starts_with("@typep");
    cx.define(draft, false);
}

/// `@callback f(a, b) :: c`: a function that implementations have.
fn callback(cx: &mut Lowering<'_>, node: Node<'_>, given: Node<'_>, above: Above<'_>) {
    let Some((head, result)) = types::parts(given) else { return };
    let name = head.field("target").unwrap_or(head);
    if name.kind() != "identifier" {
        return;
    }
    let is_type = cx.facts().definition(cx.definition()).kind.is_type();
    let kind = if is_type { DefinitionKind::Method } else { DefinitionKind::Function };
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    draft.doc = above.doc;
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    for part in children_of_head(head) {
        let named = part.field("left").filter(|left| left.kind() == "identifier" && part.kind() == "binary_operator");
        let name = named.map_or("", |named| cx.text(named)).to_owned();
        draft.parameters.push(Parameter { name, kind: ParameterKind::Plain, annotation: None, default: None });
    }
    draft.returns = result.and_then(|result| types::lower(cx, result));
    cx.define(draft, false);
}

fn children_of_head(head: Node<'_>) -> Vec<Node<'_>> {
    child(head, &["arguments"]).map_or_else(Vec::new, children)
}

/// Gives a function the types that are written above it, where they are of as many parameters.
pub(super) fn typed(cx: &mut Lowering<'_>, id: DefId, above: &Above<'_>) {
    let Some((head, result)) = above.spec.and_then(types::parts) else { return };
    let name = head.field("target").unwrap_or(head);
    let given = children_of_head(head);
    let definition = cx.facts().definition(id);
    if cx.text(name) != definition.name || given.len() != definition.parameters.len() {
        return;
    }
    for (at, part) in given.into_iter().enumerate() {
        let annotation = types::lower(cx, functions::without_name(part));
        cx.definition_mut(id).parameters[at].annotation = annotation;
    }
    let returns = result.and_then(|result| types::lower(cx, result));
    cx.definition_mut(id).returns = returns;
}
