//! Statements and declarations.

use super::comments::{each_with_comments, is_comment};
use super::{calls, children, doc, expressions, tables};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{
    BindingKind, DefId, Definition, DefinitionKind, Expr, ExprId, Key, Parameter, ParameterKind, ReturnKind, ScopeKind,
    Target,
};
use std::collections::HashSet;
use tree_sitter::Node;

/// What a file returns is bound to this name.
const RETURNED: &str = "<returned>";

pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    if let Some(first) = root.named_child(0).filter(|first| is_comment(*first)) {
        let text = doc(cx, &[first]);
        cx.facts_mut().definitions[0].doc = text;
    }
    let classes = tables::classes(cx, root);
    each_with_comments(cx, root, |cx, node, above| {
        cx.deeper(|cx| statement(cx, node, above, &classes));
    });
}

/// The statements of a block in a scope of their own.
pub(super) fn block(cx: &mut Lowering<'_>, node: Node<'_>) {
    cx.in_scope(ScopeKind::Block, node, |cx| inside(cx, node));
}

/// The statements in a node.
pub(super) fn inside(cx: &mut Lowering<'_>, node: Node<'_>) {
    let none = HashSet::new();
    each_with_comments(cx, node, |cx, child, above| {
        cx.deeper(|cx| statement(cx, child, above, &none));
    });
}

fn statement(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], classes: &HashSet<String>) {
    match node.kind() {
        "function_declaration" => function(cx, node, above),
        "variable_declaration" => match children(node).first().copied() {
            Some(inner) if inner.kind() == "assignment_statement" => assignment(cx, inner, node, above, true, classes),
            Some(list) => list.all("name").into_iter().for_each(|name| cx.bind_name(name, None, None)),
            None => {}
        },
        "assignment_statement" => assignment(cx, node, node, above, false, classes),
        "return_statement" => returned(cx, node),
        "if_statement" | "elseif_statement" | "else_statement" | "while_statement" | "repeat_statement"
        | "do_statement" => {
            for field in ["condition", "consequence", "body"] {
                match node.field(field) {
                    Some(part) if part.kind() == "block" => block(cx, part),
                    Some(part) => {
                        expressions::value(cx, part);
                    }
                    None => {}
                }
            }
            for other in node.all("alternative") {
                cx.deeper(|cx| statement(cx, other, &[], classes));
            }
        }
        "for_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| loops(cx, node));
        }
        "block" => block(cx, node),
        "goto_statement" | "label_statement" | "break_statement" | "empty_statement" | "hash_bang_line" => {}
        _ => {
            expressions::value(cx, node);
        }
    }
}

/// `return a, b`; of a file what the module is.
fn returned(cx: &mut Lowering<'_>, node: Node<'_>) {
    let list = children(node).first().copied();
    let values: Vec<ExprId> =
        list.map_or_else(Vec::new, children).into_iter().map(|one| expressions::value(cx, one)).collect();
    if values.is_empty() {
        return;
    }
    let result = cx.one_or_tuple(values);
    if cx.definition() == DefId::MODULE {
        cx.bind(Target::Name(RETURNED.to_owned()), Some(result), None, node);
        cx.facts_mut().exports.push((RETURNED.to_owned(), "=".to_owned()));
    } else {
        cx.returns(result, ReturnKind::Return);
    }
}

fn loops(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(clause) = node.field("clause") else { return };
    let parts = children(clause);
    if clause.kind() == "for_generic_clause" {
        let from = parts.get(1).map_or_else(Vec::new, |list| children(*list));
        let whole = cx.optional(from.first().copied(), expressions::value);
        from.iter().skip(1).for_each(|one| {
            expressions::value(cx, *one);
        });
        let element = cx.expr(Expr::Element(whole));
        let names = parts.first().map_or_else(Vec::new, |list| list.all("name"));
        let last = names.len().saturating_sub(1);
        for (name, at) in names.into_iter().zip(0..) {
            // Of `pairs` and `ipairs` the last name is the element.
            cx.bind_name(name, (at == last).then_some(element), None);
        }
    } else {
        for field in ["start", "end", "step"] {
            cx.optional(clause.field(field), expressions::value);
        }
        if let Some(name) = clause.field("name") {
            cx.bind_name(name, None, None);
        }
    }
    if let Some(body) = node.field("body") {
        inside(cx, body);
    }
}

pub(super) fn draft(
    cx: &Lowering<'_>,
    kind: DefinitionKind,
    name: &str,
    node: Node<'_>,
    name_node: Node<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let mut draft = cx.draft(kind, name, node, name_node);
    super::comments::widen(cx, &mut draft.span, above);
    draft.doc = doc(cx, above);
    draft.signature = cx.head(node.start_byte(), head_end).trim_end().to_owned();
    draft
}

/// `function f()`, `local function f()`, `function T.f()`, `function T:m()`.
fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(name) = node.field("name") else { return };
    named(cx, node, node, name, above);
}

/// A function under the name that it is written with or assigned to.
pub(super) fn named(cx: &mut Lowering<'_>, node: Node<'_>, whole: Node<'_>, name: Node<'_>, above: &[Node<'_>]) {
    let member = name.field("field").or_else(|| name.field("method"));
    let (own, table) = match member.zip(name.field("table")) {
        Some((own, table)) => (own, Some(table)),
        None => (name, None),
    };
    let end = node.field("parameters").map_or(node.start_byte(), |list| list.end_byte());
    let kind = if table.is_some() { DefinitionKind::Method } else { DefinitionKind::Function };
    let mut draft = draft(cx, kind, cx.text(own), whole, own, end, above);
    let is_method = name.kind() == "method_index_expression";
    draft.is_static = table.is_some() && !is_method;
    draft.is_test = cx.text(own).starts_with("test");
    let is_local = node.child(0).is_some_and(|first| first.kind() == "local");
    draft.exported = !is_local;
    let owner = table.map(|table| expressions::value(cx, table));
    draft.owner = owner;
    let is_global = !is_local && table.is_none() && cx.definition() != DefId::MODULE;
    let id = cx.define(draft, table.is_none() && !is_global);
    if is_global {
        let value = cx.expr(Expr::Function(id));
        cx.assign(cx.text(own), Some(value), own);
    }
    if let (Some(table), Some(base)) = (table, owner) {
        let path = format!("{}.{}", cx.text(table).replace(':', "."), cx.text(own));
        cx.definition_mut(id).path = facts::dotted(&cx.facts().definition(cx.definition()).path.clone(), &path);
        // A table that is no class holds it as well.
        let value = cx.expr(Expr::Function(id));
        cx.bind(Target::Attribute { base, name: cx.text(own).to_owned() }, Some(value), None, own);
    }
    body(cx, node, id, is_method);
}

/// Parameters and body. A method written with a colon has `self`.
pub(super) fn body(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId, is_method: bool) {
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        if is_method {
            let receiver = cx.expr(Expr::Receiver { definition: id });
            cx.bind(Target::Name("self".to_owned()), Some(receiver), None, node);
        }
        if let Some(list) = node.field("parameters") {
            for name in children(list) {
                let kind = if name.kind() == "vararg_expression" { ParameterKind::Rest } else { ParameterKind::Plain };
                let text = cx.text(name).to_owned();
                let parameters = &mut cx.definition_mut(id).parameters;
                parameters.push(Parameter { name: text, kind, annotation: None, default: None });
                let index = parameters.len() as u32 - 1;
                cx.bind_parameter(id, index, name);
            }
        }
        if let Some(body) = node.field("body") {
            inside(cx, body);
        }
    });
}

/// `a, b.c = d, e`, `local a = b`.
fn assignment(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    whole: Node<'_>,
    above: &[Node<'_>],
    is_local: bool,
    classes: &HashSet<String>,
) {
    let parts = children(node);
    let (Some(targets), Some(values)) = (parts.first().copied(), parts.get(1).copied()) else { return };
    let values = children(values);
    // What the last value gives fills the names that are left.
    let mut last: Option<(usize, ExprId)> = None;
    for (target, at) in targets.all("name").into_iter().zip(0..) {
        let bound = values.get(at).copied();
        if let Some(function) = bound.filter(|bound| bound.kind() == "function_definition") {
            let is_name = target.kind() == "identifier" || target.kind() == "dot_index_expression";
            if is_name && (cx.definition() == DefId::MODULE || target.kind() != "identifier") {
                named(cx, function, whole, target, above);
                continue;
            }
        }
        let is_class = bound.is_some() && target.kind() == "identifier" && classes.contains(cx.text(target));
        if is_class && cx.first_here(cx.text(target)) {
            class(cx, target, whole, bound, above);
            continue;
        }
        let module = bound.and_then(|bound| calls::required(cx, bound)).filter(|_| target.kind() == "identifier");
        if let Some(module) = module {
            calls::import(cx, whole, module, cx.text(target).to_owned());
            continue;
        }
        let value = match bound {
            Some(bound) => {
                let value = expressions::value(cx, bound);
                last = Some((at, value));
                Some(value)
            }
            None => last.map(|(from, base)| cx.expr(Expr::Subscript { base, key: Key::Index((at - from) as i64) })),
        };
        assign(cx, target, value, is_local, whole, above);
    }
}

fn assign(
    cx: &mut Lowering<'_>,
    target: Node<'_>,
    value: Option<ExprId>,
    is_local: bool,
    whole: Node<'_>,
    above: &[Node<'_>],
) {
    match target.kind() {
        "identifier" => {
            let at_top = cx.definition() == DefId::MODULE && cx.facts().scope(cx.scope()).parent.is_none();
            let defined = (at_top && cx.first_here(cx.text(target))).then(|| {
                let long = whole.end_position().row > whole.start_position().row;
                let end = if long { target.end_byte() } else { whole.end_byte() };
                let draft = draft(cx, DefinitionKind::Variable, cx.text(target), whole, target, end, above);
                cx.define(draft, false)
            });
            if is_local || defined.is_some() {
                cx.bind_name(target, value, None);
                if let (Some(id), Some(last)) = (defined, cx.facts_mut().bindings.last_mut()) {
                    last.kind = BindingKind::Definition(id);
                }
            } else {
                cx.assign(cx.text(target), value, target);
            }
        }
        "dot_index_expression" => {
            if let Some([table, field]) = target.fields(["table", "field"]) {
                let base = expressions::value(cx, table);
                cx.bind(Target::Attribute { base, name: cx.text(field).to_owned() }, value, None, target);
            }
        }
        _ => {
            if let Some([table, field]) = target.fields(["table", "field"]) {
                let base = expressions::value(cx, table);
                let key = expressions::key(cx, field);
                cx.bind(Target::Subscript { base, key }, value, None, target);
            }
        }
    }
}

/// `local T = {}`, `local T = setmetatable({}, {__index = B})`, `local T = B:extend()`: a class; what is in front is its base.
fn class(cx: &mut Lowering<'_>, name: Node<'_>, whole: Node<'_>, bound: Option<Node<'_>>, above: &[Node<'_>]) {
    let end = bound.map_or(whole.end_byte(), |bound| bound.start_byte());
    let mut draft = draft(cx, DefinitionKind::Class, cx.text(name), whole, name, end, above);
    draft.signature = draft.signature.trim_end().trim_end_matches('=').trim_end().to_owned();
    draft.bases = bound.map_or_else(Vec::new, |bound| calls::bases(cx, bound));
    let id = cx.define(draft, true);
    let table = bound.filter(|bound| bound.kind() == "table_constructor");
    cx.in_body(id, ScopeKind::Class, whole, |cx| {
        for field in table.map_or_else(Vec::new, children) {
            if let Some([name, value]) = field.fields(["name", "value"]) {
                let value = expressions::value(cx, value);
                if name.kind() == "identifier" {
                    cx.bind_name(name, Some(value), None);
                }
            }
        }
    });
    if let Some(bound) = bound.filter(|bound| bound.kind() != "table_constructor") {
        expressions::value(cx, bound);
    }
}
