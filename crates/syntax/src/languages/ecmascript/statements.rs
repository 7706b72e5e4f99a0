//! Statements.

use super::names::{Lead, Naming};
use super::{
    c_like, classes, commonjs, documentation, expressions, functions, keys, literals, modules, narrowing, patterns,
    typescript,
};
use crate::Lowering;
use crate::lowering::{Fields, children, first_child};
use facts::{DefId, DefinitionKind, Expr, LiteralKind, ReturnKind, ScopeId, ScopeKind};
use patterns::Write;
use tree_sitter::Node;

/// The statements inside `parent`, each with the comments and decorators above it.
pub(super) fn statements(cx: &mut Lowering<'_>, parent: Node<'_>) {
    let mut cursor = parent.walk();
    let mut lead = Lead::default();
    let mut previous_row = None;
    let mark = cx.narrow_mark();
    for node in parent.named_children(&mut cursor) {
        match node.kind() {
            "comment" => documentation::collect(&mut lead, node, previous_row),
            "decorator" => lead.decorators.push(node),
            _ => {
                documentation::keep_adjacent(&mut lead, node);
                let first = cx.facts().bindings.len();
                statement(cx, node, &lead);
                lead = Lead::default();
                narrow_after(cx, node, first);
            }
        }
        if node.kind() != "comment" {
            previous_row = Some(node.end_position().row);
        }
    }
    cx.narrow_until(mark);
}

/// Where a guard leaves, or makes the value another one, its condition does not hold from there on; `first` is the first binding
/// in it.
fn narrow_after(cx: &mut Lowering<'_>, node: Node<'_>, first: usize) {
    if node.kind() == "if_statement"
        && node.field("alternative").is_none()
        && let Some([condition, body]) = node.fields(["condition", "consequence"])
    {
        let known = match narrowing::leaves(body) {
            true => narrowing::of_condition(cx, condition, false),
            false => narrowing::after_rebinding(cx, condition, body, first),
        };
        cx.narrow_from_here(known);
    }
}

pub(super) fn statement<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    cx.deeper(|cx| plain_statement(cx, node, lead));
}

fn plain_statement<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    match node.kind() {
        "export_statement" => modules::export(cx, node, lead),
        "import_statement" => modules::import(cx, node),
        "import_alias" => modules::import_alias(cx, node),
        "function_declaration" | "generator_function_declaration" | "function_signature" => {
            functions::declaration(cx, node, lead);
        }
        "class_declaration" | "abstract_class_declaration" => classes::declaration(cx, node, lead),
        "interface_declaration"
        | "enum_declaration"
        | "type_alias_declaration"
        | "ambient_declaration"
        | "module"
        | "internal_module" => typescript::declaration(cx, node, lead),
        "lexical_declaration" | "variable_declaration" | "using_declaration" => variables(cx, node, lead),
        "expression_statement" => expression_statement(cx, node, lead),
        "return_statement" => returned(cx, node, ReturnKind::Return),
        "throw_statement" => returned(cx, node, ReturnKind::Throw),
        "statement_block" => block(cx, node),
        "if_statement" => if_statement(cx, node),
        "for_statement" | "switch_body" => {
            cx.in_scope(ScopeKind::Block, node, |cx| parts(cx, node));
        }
        "for_in_statement" => {
            cx.in_scope(ScopeKind::Block, node, |cx| for_in(cx, node));
        }
        "catch_clause" => {
            cx.in_scope(ScopeKind::Block, node, |cx| catch(cx, node));
        }
        "while_statement" => while_loop(cx, node),
        "switch_statement" | "switch_case" | "switch_default" | "try_statement" | "finally_clause" | "do_statement"
        | "with_statement" | "else_clause" | "labeled_statement" => {
            parts(cx, node);
        }
        "ERROR" => statements(cx, node),
        "statement_identifier"
        | "empty_statement"
        | "debugger_statement"
        | "break_statement"
        | "continue_statement"
        | "hash_bang_line" => {}
        _ => {
            expressions::value(cx, node, None);
        }
    }
}

/// An `if`, its branches with what the conditions say. A loop, so that an `else if` ladder costs no depth.
fn if_statement(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mark = cx.narrow_mark();
    let mut at = node;
    while let Some(condition) = at.field("condition") {
        part(cx, condition);
        if let Some(body) = at.field("consequence") {
            let known = narrowing::of_condition(cx, condition, true);
            cx.narrowed(known, |cx| part(cx, body));
        }
        let Some(next) = at.field("alternative").and_then(|clause| clause.named_child(0)) else { break };
        let known = narrowing::of_condition(cx, condition, false);
        cx.narrow_from_here(known);
        if next.kind() != "if_statement" {
            part(cx, next);
            break;
        }
        at = next;
    }
    cx.narrow_until(mark);
}

fn while_loop(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([condition, body]) = node.fields(["condition", "body"]) else { return parts(cx, node) };
    part(cx, condition);
    let known = narrowing::of_condition(cx, condition, true);
    cx.narrowed(known, |cx| part(cx, body));
}

/// The expressions and statements a statement is made of.
fn parts(cx: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        part(cx, child);
    }
}

/// A statement with nothing of its own before it.
fn part(cx: &mut Lowering<'_>, node: Node<'_>) {
    statement(cx, node, &Lead::default());
}

fn block(cx: &mut Lowering<'_>, node: Node<'_>) {
    let declares =
        |child: &Node<'_>| matches!(child.kind(), "lexical_declaration" | "class_declaration" | "function_declaration");
    if children(node).iter().any(declares) {
        cx.in_scope(ScopeKind::Block, node, |cx| statements(cx, node));
    } else {
        statements(cx, node);
    }
}

fn for_in(cx: &mut Lowering<'_>, node: Node<'_>) {
    let iterated = node.field("right").map(|right| expressions::value(cx, right, None));
    let of = node.kind_of("operator") == "of";
    let value = match iterated {
        Some(iterable) if of => literals::element(cx, iterable, node),
        _ => cx.literal(LiteralKind::Text),
    };
    if let Some(left) = node.field("left") {
        let write = match node.field("kind").map(|kind| kind.kind()) {
            Some("var") => Write::Declare(function_scope(cx)),
            Some(_) => Write::Declare(cx.scope()),
            None => Write::Assign,
        };
        patterns::write(cx, left, Some(value), None, write);
    }
    if let Some(body) = node.field("body") {
        part(cx, body);
    }
}

fn catch(cx: &mut Lowering<'_>, node: Node<'_>) {
    if let Some(parameter) = node.field("parameter") {
        let write = Write::Declare(cx.scope());
        patterns::write(cx, parameter, None, None, write);
    }
    if let Some(body) = node.field("body") {
        statements(cx, body);
    }
}

fn expression_statement<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let Some(inner) = node.named_child(0) else { return };
    match inner.kind() {
        "internal_module" => typescript::declaration(cx, inner, lead),
        "assignment_expression" => {
            let lead = Lead { outer: Some(node), ..lead.clone() };
            expressions::assignment(cx, inner, &lead);
        }
        _ => {
            expressions::value(cx, inner, None);
        }
    }
}

fn returned(cx: &mut Lowering<'_>, node: Node<'_>, kind: ReturnKind) {
    let value = match first_child(node) {
        Some(inner) => expressions::passed_on(cx, inner),
        None => cx.literal(LiteralKind::Null),
    };
    cx.returns(value, kind);
}

/// The scope `var` declares in: the innermost that is not a block.
pub(super) fn function_scope(cx: &Lowering<'_>) -> ScopeId {
    let mut id = cx.scope();
    loop {
        let scope = cx.facts().scope(id);
        match scope.parent {
            Some(parent) if scope.kind == ScopeKind::Block => id = parent,
            _ => return id,
        }
    }
}

/// `const`, `let`, `var`, `using`.
pub(super) fn variables<'n>(cx: &mut Lowering<'_>, node: Node<'n>, lead: &Lead<'n>) {
    let scope = if node.kind() == "variable_declaration" { function_scope(cx) } else { cx.scope() };
    let is_constant = node.field("kind").is_some_and(|kind| kind.kind() == "const");
    let declarators: Vec<Node<'_>> =
        children(node).into_iter().filter(|child| child.kind() == "variable_declarator").collect();
    for (index, declarator) in declarators.iter().enumerate() {
        let mut lead = lead.clone();
        lead.outer = (declarators.len() == 1).then(|| lead.outer.unwrap_or(node));
        if index > 0 {
            lead.comments.clear();
        }
        variable(cx, *declarator, scope, is_constant, &lead);
    }
}

fn variable<'n>(cx: &mut Lowering<'_>, node: Node<'n>, scope: ScopeId, is_constant: bool, lead: &Lead<'n>) {
    let Some(target) = node.field("name") else { return };
    let value = node.field("value");
    if let Some(value) = value
        && commonjs::require_declaration(cx, target, value, node, scope)
    {
        return;
    }
    let annotation = node.field("type").map(|written| super::types::annotation(cx, written));
    if target.kind() != "identifier" {
        let value = value.map(|value| expressions::value(cx, value, None));
        if lead.exported {
            patterns::define_exported(cx, target, lead);
        }
        let write = if is_constant { Write::DeclareConstant(scope) } else { Write::Declare(scope) };
        return patterns::write(cx, target, value, annotation, write);
    }
    let naming = Naming::new(cx.text(target), target, node).with_lead(lead);
    let top = cx.facts().scope(scope).kind == ScopeKind::Module;
    if top && value.is_none_or(|value| !expressions::names_itself(value)) {
        let draft = naming.draft(cx, DefinitionKind::Variable, c_like::end_of_head(node, value));
        cx.define(draft, false);
    }
    let bound = value.map(|value| expressions::value(cx, value, Some(&naming)));
    bind_named(cx, scope, &naming, bound, annotation);
    if let (Some(value), Some(bound)) = (value, bound) {
        patterns::note_prototype(cx, scope, &naming.name, value, bound);
    }
    if let Some(value) = value.filter(|_| is_constant) {
        keys::declared(cx, scope, &naming.name, value);
    }
}

/// Binds `naming` to a value: as a definition where the value is one that took its name.
fn bind_named(
    cx: &mut Lowering<'_>,
    scope: ScopeId,
    naming: &Naming<'_>,
    value: Option<facts::ExprId>,
    annotation: Option<facts::ExprId>,
) {
    cx.bind_in(scope, facts::Target::Name(naming.name.clone()), value, annotation, naming.name_node);
    let defined = value.and_then(|value| match cx.facts().expr(value) {
        Expr::Function(id) if own(cx, *id, naming) => Some(*id),
        _ => None,
    });
    if let (Some(id), Some(binding)) = (defined, cx.facts_mut().bindings.last_mut()) {
        binding.kind = facts::BindingKind::Definition(id);
        cx.definition_mut(id).scope = scope;
    }
}

fn own(cx: &Lowering<'_>, id: DefId, naming: &Naming<'_>) -> bool {
    cx.facts().definition(id).name_span == cx.span(naming.name_node)
}
