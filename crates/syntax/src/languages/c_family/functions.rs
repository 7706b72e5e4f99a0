//! Functions and prototypes.

use super::declarations::{finish, has_storage};
use super::declarators::take_apart;
use super::names::Qualified;
use super::{construction, declarations, expressions, lambdas, names, namespaces, statements, test_macros, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefId, Definition, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ScopeKind, Target};
use tree_sitter::Node;

/// A function with its body.
pub(super) fn definition(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], template: Option<Node<'_>>) {
    let Some(declarator) = node.field("declarator") else { return };
    let apart = take_apart(declarator);
    let named = apart.name.filter(|name| is_name(*name)).zip(apart.function);
    let Some((name, function)) = named else {
        // What the grammar makes of a macro in front of a block.
        return declarations::in_body(cx, node);
    };
    if node.field("type").is_none() && test_macros::is_head(cx, name) {
        return test_macros::test(cx, node, function, above);
    }
    let returns = types::of(cx, node).or_else(|| lambdas::returned(cx, function));
    let Some(body) = node.field("body") else { return };
    let apart = names::take_apart(cx, name);
    let whole = template.unwrap_or(node);
    let mut draft = draft(cx, node, whole, &apart, body.start_byte(), above);
    draft.returns = returns;
    let id = define(cx, draft, &apart);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        namespaces::bind_parameters(cx, template);
        parameters(cx, function, id);
        old_style(cx, node, id);
        if cx.facts().definition(id).kind == DefinitionKind::Constructor {
            let bases = bases_of(cx, &apart);
            construction::initializers(cx, node, id, &bases);
        }
        statements::inside(cx, body);
    });
}

/// What may be the name of a function.
fn is_name(name: Node<'_>) -> bool {
    matches!(
        name.kind(),
        "identifier"
            | "field_identifier"
            | "qualified_identifier"
            | "destructor_name"
            | "operator_name"
            | "operator_cast"
            | "template_function"
    )
}

fn draft(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    whole: Node<'_>,
    apart: &Qualified<'_>,
    head_end: usize,
    above: &[Node<'_>],
) -> Definition {
    let name = names::text(cx, apart.name);
    let around = cx.facts().definition(cx.definition());
    let class = match apart.path.last() {
        Some(class) => Some(class.as_str()),
        None => around.kind.is_type().then_some(around.name.as_str()),
    };
    let kind = match class {
        None => DefinitionKind::Function,
        Some(class) if class == name && node.field("type").is_none() => DefinitionKind::Constructor,
        Some(_) => DefinitionKind::Method,
    };
    let in_class = apart.path.is_empty() && class.is_some();
    let mut draft = cx.draft(kind, &name, whole, apart.name);
    finish(cx, &mut draft, node, head_end, above);
    draft.signature = cx.head(whole.start_byte(), head_end).trim_end().trim_end_matches([';', '=', '{']).to_owned();
    if in_class {
        // What is static in a class belongs to the class, and is seen from outside.
        draft.is_static = has_storage(cx, node, "static");
        draft.exported = true;
    }
    draft.is_test = kind == DefinitionKind::Function && name.starts_with("test_");
    draft.owner = apart.owner(cx);
    draft
}

/// Adds a function; one that is written outside of its class has the path that it would have there.
fn define(cx: &mut Lowering<'_>, draft: Definition, apart: &Qualified<'_>) -> DefId {
    let is_outside = draft.owner.is_some();
    let name = draft.name.clone();
    let is_destructor = name.starts_with('~') && !is_outside;
    // The name of a class is not that of its constructor.
    let is_named = !is_outside && draft.kind != DefinitionKind::Constructor && !name.starts_with("operator ");
    let id = cx.define(draft, is_named);
    if is_outside {
        let around = cx.facts().definition(cx.definition()).path.clone();
        let path = facts::dotted(&around, &format!("{}.{name}", apart.path.join(".")));
        cx.definition_mut(id).path = path;
    }
    if is_destructor {
        let value = cx.expr(Expr::Function(id));
        cx.bind(Target::Name(names::DESTRUCTOR.to_owned()), Some(value), None, apart.name);
    }
    id
}

/// The classes that a constructor's initializers may name: its own and its bases, as far as the file has them.
fn bases_of(cx: &Lowering<'_>, apart: &Qualified<'_>) -> Vec<String> {
    let class = match apart.path.last() {
        Some(class) => cx.last_type(class),
        None => cx.enclosing(|definition| definition.kind.is_type()),
    };
    let mut found: Vec<String> = apart.path.last().cloned().into_iter().collect();
    if let Some(class) = class {
        let class = cx.facts().definition(class);
        found.push(class.name.clone());
        for base in &class.bases {
            let mut at = *base;
            while let Expr::Generic { base, .. } = cx.facts().expr(at) {
                at = *base;
            }
            if let Expr::Name { name, .. } | Expr::Attribute { name, .. } = cx.facts().expr(at) {
                found.push(name.clone());
            }
        }
    }
    found
}

/// A function without its body. One inside a function is known there, and is found elsewhere.
pub(super) fn prototype(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    function: Node<'_>,
    returns: Option<ExprId>,
    above: &[Node<'_>],
) {
    if namespaces::is_local(cx) || !is_name(name) || name.kind() == "qualified_identifier" {
        return;
    }
    let apart = names::take_apart(cx, name);
    let returns = returns.or_else(|| lambdas::returned(cx, function));
    let mut draft = draft(cx, node, node, &apart, node.end_byte(), above);
    draft.returns = returns;
    let id = define(cx, draft, &apart);
    cx.in_scope(ScopeKind::Function, function, |cx| parameters(cx, function, id));
}

pub(super) fn parameters(cx: &mut Lowering<'_>, function: Node<'_>, id: DefId) {
    for declared in children_of(function.field("parameters")) {
        match declared.kind() {
            "parameter_declaration" => declared_parameter(cx, declared, id, ParameterKind::Plain),
            "optional_parameter_declaration" => declared_parameter(cx, declared, id, ParameterKind::Plain),
            "variadic_parameter_declaration" => declared_parameter(cx, declared, id, ParameterKind::Rest),
            "variadic_parameter" => add(cx, "", ParameterKind::Rest, None, id, declared),
            // Types follow behind the parentheses.
            "identifier" => add(cx, cx.text(declared), ParameterKind::Plain, None, id, declared),
            _ => {}
        }
    }
}

fn declared_parameter(cx: &mut Lowering<'_>, declared: Node<'_>, id: DefId, kind: ParameterKind) {
    let written = types::of(cx, declared);
    let default = declared.field("default_value").map(|value| expressions::value(cx, value));
    let Some(declarator) = declared.field("declarator") else {
        // `(void)` has no parameters.
        let is_none = declared.field("type").is_some_and(|written| cx.text(written) == "void");
        if !is_none {
            push(cx, Parameter { name: String::new(), kind, annotation: written, default }, id, declared);
        }
        return;
    };
    let apart = take_apart(declarator);
    let annotation = match apart.function {
        // A function as a parameter is a pointer to it.
        Some(_) => None,
        None => apart.typed(cx, written),
    };
    let name = apart.name.map_or("", |name| cx.text(name));
    let parameter = Parameter { name: name.to_owned(), kind, annotation, default };
    push(cx, parameter, id, declared);
}

fn add(cx: &mut Lowering<'_>, name: &str, kind: ParameterKind, annotation: Option<ExprId>, id: DefId, node: Node<'_>) {
    push(cx, Parameter { name: name.to_owned(), kind, annotation, default: None }, id, node);
}

fn push(cx: &mut Lowering<'_>, parameter: Parameter, id: DefId, node: Node<'_>) {
    let parameters = &mut cx.definition_mut(id).parameters;
    parameters.push(parameter);
    let index = parameters.len() as u32 - 1;
    cx.bind_parameter(id, index, node);
}

/// `int f(a, b) int a; struct s *b; { .. }`: the types of parameters.
fn old_style(cx: &mut Lowering<'_>, node: Node<'_>, id: DefId) {
    for declaration in children(node).into_iter().filter(|child| child.kind() == "declaration") {
        let written = types::of(cx, declaration);
        for apart in declaration.all("declarator").into_iter().map(take_apart) {
            let Some(name) = apart.name else { continue };
            let annotation = apart.typed(cx, written);
            let text = cx.text(name);
            let parameters = &mut cx.definition_mut(id).parameters;
            let place = parameters.iter().position(|parameter| parameter.name == text);
            if let Some(place) = place {
                parameters[place].annotation = annotation;
                cx.bind_parameter(id, place as u32, name);
            }
        }
    }
}
