//! Items and statements.

use super::leading::{Leading, draft, inner_doc, is_public};
use super::{expressions, imports, macros, patterns, types};
use crate::{
    Lowering,
    lowering::{Fields, children, children_of, first_child},
};
use facts::{
    Binding, DefId, Definition, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ReturnKind, ScopeKind, Target,
};
use tree_sitter::Node;

#[derive(Clone, Copy, Default)]
pub struct Place<'t> {
    /// In a trait or an `impl`.
    in_type: bool,
    /// In a trait, or an `impl` of one: visible without `pub`.
    in_trait: bool,
    type_name: Option<&'t str>,
    owner: Option<ExprId>,
    implements: Option<ExprId>,
}

/// The items and statements of `node`. Gives the value of a last expression without semicolon.
pub fn sequence<'t>(cx: &mut Lowering<'t>, node: Node<'_>, place: Place<'t>) -> Option<ExprId> {
    let mut leading = Leading::default();
    let mut tail = None;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            _ if leading.collect(cx, child) => {}
            "inner_attribute_item" | "label" | "empty_statement" => {}
            _ => {
                let leading = std::mem::take(&mut leading);
                tail = cx.deeper(|cx| statement(cx, child, &leading, place)).flatten();
            }
        }
    }
    tail
}

/// A block in a scope of its own, with its value.
pub fn block(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let mut value = None;
    cx.in_scope(ScopeKind::Block, node, |cx| value = sequence(cx, node, Place::default()));
    value.unwrap_or_else(|| expressions::null(cx))
}

fn statement<'t>(cx: &mut Lowering<'t>, node: Node<'_>, leading: &Leading<'_>, place: Place<'t>) -> Option<ExprId> {
    match node.kind() {
        "function_item" | "function_signature_item" => function(cx, node, leading, place),
        "struct_item" | "union_item" => structure(cx, node, leading),
        "enum_item" => enumeration(cx, node, leading),
        "trait_item" => trait_item(cx, node, leading),
        "impl_item" => impl_item(cx, node, leading),
        "mod_item" => module(cx, node, leading),
        "const_item" | "static_item" => constant(cx, node, leading, place),
        "type_item" | "associated_type" => alias(cx, node, leading, place),
        "macro_definition" => macro_rules(cx, node, leading),
        "use_declaration" => imports::use_declaration(cx, node, is_public(node)),
        "extern_crate_declaration" => imports::extern_crate(cx, node, is_public(node)),
        "foreign_mod_item" => {
            if let Some(body) = node.field("body") {
                sequence(cx, body, Place::default());
            }
        }
        "let_declaration" => let_declaration(cx, node),
        "expression_statement" => {
            let only = node.named_child(0).filter(|child| child.kind() == "macro_invocation");
            if only.is_some_and(|call| holds_items(cx, place) && macro_items(cx, call, place)) {
                return None;
            }
            let value = first_child(node).map(|value| expressions::expression(cx, value));
            return value.filter(|_| !cx.text(node).ends_with(';'));
        }
        "ERROR" => return sequence(cx, node, place),
        "macro_invocation" if holds_items(cx, place) && macro_items(cx, node, place) => {}
        _ => return Some(expressions::expression(cx, node)),
    }
    None
}

/// True among items rather than statements.
fn holds_items(cx: &Lowering<'_>, place: Place<'_>) -> bool {
    place.in_type || matches!(cx.facts().scope(cx.scope()).kind, ScopeKind::Module | ScopeKind::Class)
}

fn macro_items<'t>(cx: &mut Lowering<'t>, node: Node<'_>, place: Place<'t>) -> bool {
    macros::items(cx, node, |cx, items| {
        sequence(cx, items, place);
    })
}

/// Defines what may be in an `impl`, under its type's name and unbound there.
fn define(cx: &mut Lowering<'_>, mut draft: Definition, place: Place<'_>) -> DefId {
    draft.owner = place.owner;
    draft.implements = place.implements;
    draft.exported |= place.in_trait;
    let name = draft.name.clone();
    let id = cx.define(draft, place.type_name.is_none());
    if let Some(type_name) = place.type_name {
        let parent = cx.facts().definition(cx.definition()).path.clone();
        let path = facts::dotted(&parent, &format!("{type_name}.{name}"));
        cx.definition_mut(id).path = path;
    }
    id
}

fn function(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>, place: Place<'_>) {
    let Some(name) = node.field("name") else { return };
    let kind = if place.in_type { DefinitionKind::Method } else { DefinitionKind::Function };
    let mut draft = draft(cx, kind, node, name, leading);
    let modifiers = children(node).into_iter().find(|child| child.kind() == "function_modifiers");
    draft.is_async = modifiers.is_some_and(|words| cx.text(words).contains("async"));
    let id = define(cx, draft, place);
    // Type parameters are seen by the head and the body.
    let bounds = types::bounds(cx, node);
    if node.field("type_parameters").is_some() {
        cx.in_scope(ScopeKind::Block, node, |cx| {
            types::bind_parameters(cx, node, &bounds);
            signature_and_body(cx, node, id, place, &bounds);
        });
    } else {
        signature_and_body(cx, node, id, place, &bounds);
    }
}

fn signature_and_body<'n>(
    cx: &mut Lowering<'_>,
    node: Node<'n>,
    id: DefId,
    place: Place<'_>,
    bounds: &types::Bounds<'_, 'n>,
) {
    let list = children_of(node.field("parameters"));
    let (mut parameters, mut nodes) = (Vec::new(), Vec::new());
    for child in list {
        match child.kind() {
            "self_parameter" => {
                let parameter = ParameterKind::Receiver;
                parameters.push(Parameter { name: "self".into(), kind: parameter, annotation: None, default: None });
                nodes.push(child);
            }
            "parameter" => {
                let annotation = child.field("type");
                let annotation = annotation.map(|written| types::of_parameter(cx, written, bounds));
                let pattern = child.field("pattern").unwrap_or(child);
                let receiver = pattern.kind() == "self";
                let kind = if receiver { ParameterKind::Receiver } else { ParameterKind::Plain };
                parameters.push(Parameter { name: pattern_name(cx, pattern), kind, annotation, default: None });
                nodes.push(pattern);
            }
            _ => {}
        }
    }
    let returns = node.field("return_type").map(|written| types::lower(cx, written));
    let has_receiver = parameters.first().is_some_and(|p| p.kind == ParameterKind::Receiver);
    let definition = cx.definition_mut(id);
    definition.is_static = place.in_type && !has_receiver;
    definition.parameters = parameters;
    definition.returns = returns;
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        bind_parameters(cx, id, &nodes);
        if let Some(body) = node.field("body") {
            let value = sequence(cx, body, Place::default());
            if let Some(value) = value.filter(|_| returns.is_some()) {
                cx.returns(value, ReturnKind::Return);
            }
        }
    });
    if node.field("body").is_none() {
        cx.definition_mut(id).body = None;
    }
}

/// The name a parameter's pattern gives the whole parameter; empty where it takes it apart.
pub fn pattern_name(cx: &Lowering<'_>, pattern: Node<'_>) -> String {
    match pattern.kind() {
        "identifier" | "self" => cx.text(pattern).to_owned(),
        "mut_pattern" | "ref_pattern" => {
            let inner = children(pattern).into_iter().find(|part| part.kind() == "identifier");
            inner.map_or_else(String::new, |name| cx.text(name).to_owned())
        }
        _ => String::new(),
    }
}

/// Binds parameters by name, or by the parts of their pattern.
pub fn bind_parameters(cx: &mut Lowering<'_>, id: DefId, nodes: &[Node<'_>]) {
    for (index, node) in nodes.iter().enumerate() {
        let parameter = &cx.facts().definition(id).parameters[index];
        let annotation = parameter.annotation;
        if parameter.name.is_empty() {
            patterns::bind(cx, *node, None, annotation);
        } else {
            cx.bind_parameter(id, index as u32, *node);
        }
    }
}

fn structure(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>) {
    let Some(name) = node.field("name") else { return };
    let draft = draft(cx, DefinitionKind::Class, node, name, leading);
    let id = cx.define(draft, true);
    let Some(body) = node.field("body") else { return };
    with_type_parameters(cx, node, |cx| fields(cx, body, id));
}

/// Lowers what sees the type parameters of an item.
fn with_type_parameters(cx: &mut Lowering<'_>, item: Node<'_>, inner: impl FnOnce(&mut Lowering<'_>)) {
    if item.field("type_parameters").is_none() {
        return inner(cx);
    }
    let bounds = types::bounds(cx, item);
    cx.in_scope(ScopeKind::Block, item, |cx| {
        types::bind_parameters(cx, item, &bounds);
        inner(cx);
    });
}

fn fields(cx: &mut Lowering<'_>, body: Node<'_>, id: DefId) {
    cx.in_body(id, ScopeKind::Class, body, |cx| match body.kind() {
        "field_declaration_list" => members(cx, body, |cx, child, leading| {
            if let Some([name, written]) = child.fields(["name", "type"]) {
                let annotation = types::lower(cx, written);
                field(cx, child, name, leading, annotation);
            }
        }),
        _ => {
            let mut cursor = body.walk();
            let types: Vec<Node<'_>> = body.children_by_field_name("type", &mut cursor).collect();
            for (i, written) in types.into_iter().enumerate() {
                let annotation = types::lower(cx, written);
                cx.bind(Target::Name(i.to_string()), None, Some(annotation), written);
            }
        }
    });
}

fn enumeration(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>) {
    let Some(name) = node.field("name") else { return };
    let draft = draft(cx, DefinitionKind::Enum, node, name, leading);
    let id = cx.define(draft, true);
    let Some(body) = node.field("body") else { return };
    with_type_parameters(cx, node, |cx| variants(cx, body, id, name));
}

fn variants(cx: &mut Lowering<'_>, body: Node<'_>, id: DefId, name: Node<'_>) {
    cx.in_body(id, ScopeKind::Class, body, |cx| {
        members(cx, body, |cx, child, leading| {
            if let Some(variant) = child.field("name") {
                let annotation = cx.name(cx.text(name), name);
                let id = field(cx, child, variant, leading, annotation);
                let definition = &mut cx.definition_mut(id);
                (definition.exported, definition.returns) = (true, None);
                payload(cx, child, cx.text(variant));
            }
        });
    });
}

/// What a variant holds: members of the enum under the variant's name, `Variant.0` and `Variant.field`, which no program
/// can write.
fn payload(cx: &mut Lowering<'_>, variant: Node<'_>, name: &str) {
    let Some(body) = variant.field("body") else { return };
    let mut cursor = body.walk();
    let held: Vec<(String, Node<'_>)> = match body.kind() {
        "field_declaration_list" => {
            let fields = children(body).into_iter().filter_map(|field| field.fields(["name", "type"]));
            fields.map(|[field, written]| (cx.text(field).to_owned(), written)).collect()
        }
        _ => {
            let types = body.children_by_field_name("type", &mut cursor);
            types.enumerate().map(|(at, written)| (at.to_string(), written)).collect()
        }
    };
    for (field, written) in held {
        let annotation = types::lower(cx, written);
        cx.bind(Target::Name(patterns::of_variant(name, &field)), None, Some(annotation), written);
    }
}

/// The fields or variants of a list with their docs.
fn members(cx: &mut Lowering<'_>, list: Node<'_>, mut each: impl FnMut(&mut Lowering<'_>, Node<'_>, &Leading<'_>)) {
    let mut leading = Leading::default();
    let mut cursor = list.walk();
    for child in list.named_children(&mut cursor) {
        if leading.collect(cx, child) {
            // Attributes of a field run nothing.
            leading.attributes.clear();
        } else {
            each(cx, child, &std::mem::take(&mut leading));
        }
    }
}

fn field(cx: &mut Lowering<'_>, node: Node<'_>, name: Node<'_>, leading: &Leading<'_>, annotation: ExprId) -> DefId {
    let mut draft = draft(cx, DefinitionKind::Field, node, name, leading);
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.returns = Some(annotation);
    let id = cx.define(draft, false);
    cx.bind_name(name, None, Some(annotation));
    id
}

fn trait_item(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>) {
    let Some(name) = node.field("name") else { return };
    let supertraits = children_of(node.field("bounds"));
    let supertraits = supertraits.into_iter().filter(|bound| bound.kind() != "lifetime");
    let bases = supertraits.map(|bound| types::lower(cx, bound)).collect();
    let mut draft = draft(cx, DefinitionKind::Interface, node, name, leading);
    draft.bases = bases;
    let id = cx.define(draft, true);
    if let Some(body) = node.field("body") {
        let place = Place { in_type: true, in_trait: true, ..Place::default() };
        cx.in_body(id, ScopeKind::Class, body, |cx| {
            sequence(cx, body, place);
        });
    }
}

fn impl_item(cx: &mut Lowering<'_>, node: Node<'_>, _leading: &Leading<'_>) {
    let Some(type_node) = node.field("type") else { return };
    let bounds = types::bounds(cx, node);
    // `impl<T: Named> Greets for T`: whatever has the bound.
    let owner = types::of_parameter(cx, type_node, &bounds);
    let implements = node.field("trait").map(|written| types::lower(cx, written));
    let type_name = simple_name(cx, type_node);
    if let (Some(implemented), Some(id)) = (implements, cx.last_type(type_name)) {
        cx.definition_mut(id).bases.push(implemented);
    }
    let in_trait = implements.is_some();
    let place = Place { in_type: true, in_trait, type_name: Some(type_name), owner: Some(owner), implements };
    let Some(body) = node.field("body") else { return };
    cx.in_scope(ScopeKind::Block, node, |cx| {
        types::bind_parameters(cx, node, &bounds);
        bind_parameters_of_type(cx, type_node, type_name, &bounds);
        // Heads of functions are read outside of them, where nothing else says whose they are.
        cx.bind(Target::Name("Self".to_owned()), Some(owner), None, type_node);
        sequence(cx, body, place);
    });
}

/// `impl<S: Store> Cache<S>` says of the type's own parameter what it is: its fields have the bound's methods.
fn bind_parameters_of_type<'n>(cx: &mut Lowering<'_>, written: Node<'n>, name: &str, bounds: &types::Bounds<'_, 'n>) {
    let arguments = children_of(written.field("type_arguments")).into_iter();
    let arguments: Vec<Node<'_>> = arguments.filter(|argument| argument.kind() != "lifetime").collect();
    let body = cx.last_type(name).and_then(|id| cx.facts().definition(id).body);
    let Some(scope) = body.and_then(|body| cx.facts().scope(body).parent) else { return };
    if cx.facts().scope(scope).kind != ScopeKind::Block {
        return;
    }
    // They are the first that is bound there.
    let start = cx.facts().scope(scope).span.start;
    let first = cx.facts().bindings.partition_point(|binding| binding.span.start < start);
    let own = cx.facts().bindings[first..].iter().take_while(|binding| binding.scope == scope);
    let name = |binding: &Binding| match &binding.target {
        Target::Name(name) => name.clone(),
        _ => String::new(),
    };
    let names: Vec<String> = own.take(arguments.len()).map(name).collect();
    for (own, argument) in names.into_iter().zip(arguments) {
        if let Some(bound) = types::bound(cx, argument, bounds) {
            cx.bind_in(scope, Target::Name(own), Some(bound), None, argument);
        }
    }
}

/// `Owner` of `&'a a::Owner<T>`.
fn simple_name<'t>(cx: &Lowering<'t>, node: Node<'_>) -> &'t str {
    let mut at = node;
    loop {
        let next = match at.kind() {
            "generic_type" | "reference_type" | "pointer_type" => at.field("type"),
            "scoped_type_identifier" => at.field("name"),
            "dynamic_type" => at.field("trait"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return cx.text(at),
        }
    }
}

fn module(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>) {
    let Some(name) = node.field("name") else { return };
    let Some(body) = node.field("body") else {
        return match leading.value_of(cx, "path") {
            Some(path) => imports::module_at(cx, node, path, cx.text(name), is_public(node)),
            None => imports::child_module(cx, node, cx.text(name), is_public(node)),
        };
    };
    let mut draft = draft(cx, DefinitionKind::Module, node, name, leading);
    if let Some(inner) = inner_doc(cx, body) {
        draft.doc = Some(format!("{}\n{inner}", leading.doc));
    }
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Module, body, |cx| {
        sequence(cx, body, Place::default());
    });
}

fn constant(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>, place: Place<'_>) {
    let Some(name) = node.field("name") else { return };
    let annotation = node.field("type").map(|written| types::lower(cx, written));
    let value = node.field("value").map(|value| expressions::named(cx, value, cx.text(name)));
    let in_function = cx.enclosing(|d| d.kind.is_callable()).is_some();
    if in_function || cx.text(name) == "_" {
        return cx.bind_name(name, value, annotation);
    }
    let kind = if place.in_type { DefinitionKind::Field } else { DefinitionKind::Variable };
    let mut draft = draft(cx, kind, node, name, leading);
    draft.returns = annotation;
    draft.is_static = place.in_type;
    // The binding says what it holds, not that it is a function.
    draft.owner = place.owner;
    draft.implements = place.implements;
    draft.exported |= place.in_trait;
    let id = cx.define(draft, false);
    match place.type_name {
        Some(type_name) => {
            let path = facts::dotted(type_name, cx.text(name));
            cx.definition_mut(id).path = path;
        }
        None => cx.bind_name(name, value, annotation),
    }
}

fn alias(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>, place: Place<'_>) {
    let Some(name) = node.field("name") else { return };
    let value = node.field("type").map(|written| types::lower(cx, written));
    let mut draft = draft(cx, DefinitionKind::TypeAlias, node, name, leading);
    draft.returns = value;
    draft.parameters = types::parameters(cx, node);
    if place.type_name.is_some() {
        define(cx, draft, place);
        return;
    }
    draft.exported |= place.in_trait;
    let id = cx.define(draft, false);
    let value = value.unwrap_or_else(|| cx.expr(Expr::Function(id)));
    cx.bind_definition(id, value);
}

fn macro_rules(cx: &mut Lowering<'_>, node: Node<'_>, leading: &Leading<'_>) {
    let Some(name) = node.field("name") else { return };
    let mut draft = draft(cx, DefinitionKind::Macro, node, name, leading);
    draft.signature = format!("macro_rules! {}", cx.text(name));
    draft.exported = leading.attributes.iter().any(|a| cx.text(*a).starts_with("macro_export"));
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        for rule in children(node) {
            if let Some(right) = rule.field("right") {
                macros::walk(cx, right);
            }
        }
    });
}

fn let_declaration(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(pattern) = node.field("pattern") else { return };
    let annotation = node.field("type").map(|written| types::lower(cx, written));
    let name = pattern_name(cx, pattern);
    let value = node.field("value").map(|value| expressions::named(cx, value, &name));
    patterns::bind(cx, pattern, value, annotation);
    if let Some(other) = node.field("alternative") {
        expressions::expression(cx, other);
    }
}
