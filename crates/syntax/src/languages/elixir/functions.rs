//! Functions, macros and guards, by clauses; anonymous functions.

use super::attributes::{self, Above};
use super::{arguments, control, do_block, keyword_value, modules, names, patterns, sequences, values, word};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{
    Argument, CallKind, DefId, Definition, DefinitionKind, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind,
};
use tree_sitter::Node;

/// What defines a function.
pub(super) const DEFINES: &[&str] = &["def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defn", "defnp"];

/// A parameter to which no clause gives a name is found by its place.
const UNNAMED: &str = "";

/// The head of a clause: its name, what it takes, and its guard.
struct Head<'n> {
    name: Node<'n>,
    parameters: Vec<Node<'n>>,
    guard: Option<Node<'n>>,
}

fn head<'n>(call: Node<'n>) -> Option<Head<'n>> {
    let given = *arguments(call).first()?;
    let (given, guard) = match given.kind() {
        "binary_operator" if given.kind_of("operator") == "when" => (given.field("left")?, given.field("right")),
        _ => (given, None),
    };
    let (name, parameters) = match given.kind() {
        "identifier" => (given, Vec::new()),
        "call" => (given.field("target").filter(|name| name.kind() == "identifier")?, arguments(given)),
        // `def a + b`
        "binary_operator" => {
            let [left, operator, right] = given.fields(["left", "operator", "right"])?;
            (operator, vec![left, right])
        }
        "unary_operator" => (given.field("operator")?, vec![given.field("operand")?]),
        _ => return None,
    };
    Some(Head { name, parameters, guard })
}

/// The function that a sequence begins with, all of its clauses; how many expressions they are.
pub(super) fn clauses(cx: &mut Lowering<'_>, parts: &[Node<'_>], above: &Above<'_>) -> Option<usize> {
    let first = *parts.first()?;
    let own = head(first)?;
    let (defines, name) = (word(cx, first), cx.text(own.name));
    if name == "unquote" {
        return None;
    }
    let is_same = |node: &&Node<'_>| {
        word(cx, **node) == defines
            && head(**node)
                .is_some_and(|other| cx.text(other.name) == name && other.parameters.len() == own.parameters.len())
    };
    let count = parts.iter().take_while(is_same).count().max(1);
    let parts = &parts[..count];
    let mut draft = draft(cx, first, own.name, above);
    draft.exported = !matches!(defines, "defp" | "defmacrop" | "defguardp" | "defnp");
    draft.span.end = cx.span(parts[count - 1]).end;
    draft.span.end_line = cx.span(parts[count - 1]).end_line;
    if let Some(above) = above.first {
        (draft.span.start, draft.span.start_line) = (cx.span(above).start, cx.span(above).start_line);
    }
    let has_body = parts.iter().any(|part| body_of(cx, *part).is_some()) || defines.starts_with("defguard");
    let heads: Vec<Head<'_>> = parts.iter().filter_map(|part| head(*part)).collect();
    let defaults = defaults(cx, &heads);
    draft.parameters = defaults;
    let id = cx.define(draft, true);
    attributes::typed(cx, id, above);
    modules::implemented(cx, id);
    if has_body {
        body(cx, id, parts, &heads);
    }
    Some(count)
}

fn draft(cx: &Lowering<'_>, node: Node<'_>, name: Node<'_>, above: &Above<'_>) -> Definition {
    let around = cx.facts().definition(cx.definition());
    let kind = match word(cx, node) {
        "defmacro" | "defmacrop" | "defguard" | "defguardp" => DefinitionKind::Macro,
        _ if around.kind.is_type() => DefinitionKind::Method,
        _ => DefinitionKind::Function,
    };
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    let end = match (do_block(node), keyword_value(cx, node, "do")) {
        (Some(block), _) => block.start_byte(),
        (None, Some(value)) => value.parent().map_or(value.start_byte(), |pair| pair.start_byte()),
        (None, None) => node.end_byte(),
    };
    draft.signature = cx.head(node.start_byte(), end).trim_end().trim_end_matches(',').to_owned();
    draft.doc = above.doc.clone();
    // What a protocol declares is called on the implementation of its first argument.
    draft.is_static = around.kind.is_type() && !(around.kind == DefinitionKind::Interface && end == node.end_byte());
    draft.is_test = around.is_test;
    draft
}

/// Parameters by place: the first name that a clause gives one, and its default value.
fn defaults(cx: &mut Lowering<'_>, heads: &[Head<'_>]) -> Vec<Parameter> {
    let count = heads.first().map_or(0, |head| head.parameters.len());
    let mut found = Vec::new();
    for at in 0..count {
        let (mut name, mut default) = (None, None);
        for head in heads {
            let Some(pattern) = head.parameters.get(at).copied() else { continue };
            let (pattern, value) = with_default(pattern);
            name = name.or_else(|| patterns::name(cx, pattern));
            if default.is_none() {
                default = value.map(|value| values::value(cx, value));
            }
        }
        let name = name.unwrap_or(UNNAMED).to_owned();
        found.push(Parameter { name, kind: ParameterKind::Plain, annotation: None, default });
    }
    found
}

/// `pattern \\ default`
fn with_default(node: Node<'_>) -> (Node<'_>, Option<Node<'_>>) {
    match node.fields(["left", "right"]) {
        Some([left, right]) if node.kind() == "binary_operator" && node.kind_of("operator") == "\\\\" => {
            (left, Some(right))
        }
        _ => (node, None),
    }
}

/// The type of a parameter that may be named: `name :: type`.
pub(super) fn without_name(node: Node<'_>) -> Node<'_> {
    let is_named = node.kind() == "binary_operator" && node.kind_of("operator") == "::";
    node.field("right").filter(|_| is_named).unwrap_or(node)
}

fn body_of<'n>(cx: &Lowering<'_>, node: Node<'n>) -> Option<Node<'n>> {
    do_block(node).or_else(|| keyword_value(cx, node, "do"))
}

fn body(cx: &mut Lowering<'_>, id: DefId, parts: &[Node<'_>], heads: &[Head<'_>]) {
    let is_only = parts.len() == 1;
    cx.in_body(id, ScopeKind::Function, parts[0], |cx| {
        for (part, head) in parts.iter().zip(heads) {
            let lower = |cx: &mut Lowering<'_>| {
                for (pattern, at) in head.parameters.iter().zip(0..) {
                    parameter(cx, id, at, with_default(*pattern).0);
                }
                if let Some(guard) = head.guard {
                    let value = values::value(cx, guard);
                    if word(cx, *part).starts_with("defguard") {
                        cx.returns(value, ReturnKind::Return);
                    }
                }
                let result = match (do_block(*part), keyword_value(cx, *part, "do")) {
                    (Some(block), _) => Some(control::with_handlers(cx, block)),
                    (None, Some(value)) => Some(values::value(cx, value)),
                    (None, None) => None,
                };
                if let Some(result) = result {
                    cx.returns(result, ReturnKind::Return);
                }
            };
            // What `__using__` quotes is found in the scope of its body.
            if is_only {
                lower(cx);
            } else {
                cx.in_scope(ScopeKind::Block, *part, lower);
            }
        }
    });
}

/// Binds a parameter of a clause: under its name, or under its place for what a pattern takes out of it.
pub(super) fn parameter(cx: &mut Lowering<'_>, id: DefId, at: u32, pattern: Node<'_>) {
    let is_plain = pattern.kind() == "identifier";
    let name = if is_plain { cx.text(pattern).to_owned() } else { format!("&{}", at + 1) };
    if (at as usize) >= cx.facts().definition(id).parameters.len() {
        return;
    }
    cx.first_here(&name);
    cx.bind_parameter_as(&name, id, at, pattern);
    if !is_plain {
        let whole = cx.name(&name, pattern);
        patterns::bind(cx, pattern, Some(whole));
    }
}

/// `defdelegate f(a, b), to: Module, as: :g`
pub(super) fn delegate(cx: &mut Lowering<'_>, node: Node<'_>, above: &Above<'_>) -> Option<()> {
    let own = head(node)?;
    let mut draft = draft(cx, node, own.name, above);
    draft.parameters = defaults(cx, std::slice::from_ref(&own));
    let id = cx.define(draft, true);
    attributes::typed(cx, id, above);
    let to = keyword_value(cx, node, "to");
    let named = keyword_value(cx, node, "as").and_then(|named| names::atom(cx, named));
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        let mut given = Vec::new();
        for (pattern, at) in own.parameters.iter().zip(0..) {
            let pattern = with_default(*pattern).0;
            parameter(cx, id, at, pattern);
            let value = values::value(cx, pattern);
            given.push(Argument { name: None, value, spread: false });
        }
        let Some(to) = to else { return };
        let base = values::value(cx, to);
        let callee = cx.attribute(base, named.unwrap_or_else(|| cx.text(own.name)), own.name);
        let result = cx.call(callee, given, CallKind::Call, node);
        cx.returns(result, ReturnKind::Return);
    });
    Some(())
}

/// `fn a, b -> c end`, by its clauses.
pub(super) fn anonymous(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let clauses: Vec<Node<'_>> =
        super::children(node).into_iter().filter(|part| part.kind() == "stab_clause").collect();
    let heads: Vec<(Vec<Node<'_>>, Option<Node<'_>>)> = clauses.iter().map(|one| control::left_of(*one)).collect();
    let mut draft = cx.draft(DefinitionKind::Lambda, "", node, node.child(0).unwrap_or(node));
    let end = clauses.first().and_then(|one| one.field("right")).map_or(node.end_byte(), |right| right.start_byte());
    draft.signature = cx.head(node.start_byte(), end).trim_end().to_owned();
    draft.exported = false;
    draft.is_test = cx.facts().definition(cx.definition()).is_test;
    let count = heads.iter().map(|(parts, _)| parts.len()).max().unwrap_or(0);
    for at in 0..count {
        let name = heads.iter().filter_map(|(parts, _)| parts.get(at)).find_map(|part| patterns::name(cx, *part));
        let name = name.unwrap_or(UNNAMED).to_owned();
        draft.parameters.push(Parameter { name, kind: ParameterKind::Plain, annotation: None, default: None });
    }
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        for (clause, (parts, guard)) in clauses.iter().zip(heads) {
            cx.in_scope(ScopeKind::Block, *clause, |cx| {
                for (part, at) in parts.iter().zip(0..) {
                    parameter(cx, id, at, *part);
                }
                if let Some(guard) = guard {
                    values::value(cx, guard);
                }
                if let Some(right) = clause.field("right") {
                    let result = sequences::lower(cx, right);
                    cx.returns(result, ReturnKind::Return);
                }
            });
        }
    });
    cx.expr(facts::Expr::Function(id))
}
