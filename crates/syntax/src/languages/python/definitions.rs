//! Functions, classes, variables, and what belongs to them: parameters, decorators, docstrings.

use super::{annotations, constant_text, definers, expressions, last_segment, parametrized, statements};
use crate::{
    Lowering,
    lowering::{Fields, children, children_of, first_child},
};
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ScopeKind};
use tree_sitter::Node;

pub type Decorator<'n> = (ExprId, Node<'n>);

/// A function or class with decorators.
pub fn decorated(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut decorators = Vec::new();
    for child in children(node) {
        match child.kind() {
            "decorator" => {
                if let Some(value) = first_child(child) {
                    decorators.push((expressions::expression(cx, value), value));
                }
            }
            "function_definition" => function(cx, child, node, &decorators),
            "class_definition" => class(cx, child, node, &decorators),
            _ => {}
        }
    }
}

/// `def`; `whole` includes the decorators.
pub fn function(cx: &mut Lowering<'_>, node: Node<'_>, whole: Node<'_>, decorators: &[Decorator<'_>]) {
    let Some(name_node) = node.field("name") else { return };
    let name = cx.text(name_node);
    let is_method = cx.facts().definition(cx.definition()).kind.is_type();
    let decorator_names: Vec<&str> = decorators.iter().map(|(_, at)| last_segment(cx, *at)).collect();
    let has = |wanted: &[&str]| decorator_names.iter().any(|name| wanted.contains(name));
    let kind = match (is_method, name) {
        (true, "__init__") => DefinitionKind::Constructor,
        (true, _) => DefinitionKind::Method,
        (false, _) => DefinitionKind::Function,
    };
    let has_receiver = is_method && !has(&["staticmethod"]);
    let parameters_node = node.field("parameters");
    let (parameters, parameter_nodes) = parameters(cx, parameters_node, has_receiver);
    let returns = node.field("return_type").map(|written| annotations::annotation(cx, written));
    let body = node.field("body");

    let mut definition = cx.draft(kind, name, whole, name_node);
    let head_end = node.field("return_type").or(parameters_node).unwrap_or(name_node).end_byte();
    definition.signature = cx.head(node.start_byte(), head_end).to_owned();
    definition.doc = body.and_then(|body| docstring(cx, body));
    definition.parameters = parameters;
    definition.returns = returns;
    definition.decorators = decorators.iter().map(|(value, _)| *value).collect();
    definition.exported = is_exported(cx, name);
    let implied = ["__new__", "__init_subclass__", "__class_getitem__"].contains(&name);
    definition.is_static = is_method && (implied || has(&["staticmethod", "classmethod", "abstractclassmethod"]));
    definition.is_async = expressions::has_token(node, "async");
    let is_accessor = has(&["setter", "deleter"]);
    definition.is_property = is_accessor || has(&["property", "cached_property", "abstractproperty"]);
    definition.is_test = name.starts_with("test_") || in_test(cx);
    let id = cx.define(definition, false);
    decorate(cx, id, decorators, !is_accessor);

    let bodies = cx.facts().scopes.len();
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.facts_mut().scopes[bodies].skips_class_scopes = true;
        for (index, parameter) in parameter_nodes.iter().enumerate() {
            cx.bind_parameter(id, index as u32, *parameter);
        }
        parametrized::bind(cx, id, decorators, node);
        if let Some(body) = body {
            statements::block(cx, body);
        }
    });
}

/// The decorator calls, innermost first, and the binding of the name to what comes out.
fn decorate(cx: &mut Lowering<'_>, id: DefId, decorators: &[Decorator<'_>], bind: bool) {
    let mut value = cx.expr(Expr::Function(id));
    for (decorator, at) in decorators.iter().rev() {
        definers::decorated(cx, (*decorator, *at), id, value);
        let result = cx.call(*decorator, vec![expressions::positional(value)], CallKind::Decorator, *at);
        let transparent = ["property", "staticmethod", "classmethod", "setter", "deleter", "getter"];
        if !transparent.contains(&last_segment(cx, *at)) {
            value = result;
        }
    }
    if bind {
        cx.bind_definition(id, value);
    }
}

/// `class`; `whole` includes the decorators.
pub fn class(cx: &mut Lowering<'_>, node: Node<'_>, whole: Node<'_>, decorators: &[Decorator<'_>]) {
    let Some(name_node) = node.field("name") else { return };
    let name = cx.text(name_node);
    let superclasses = node.field("superclasses");
    let mut bases = Vec::new();
    let mut metaclass = None;
    let (mut kind, mut is_test) = (DefinitionKind::Class, name.starts_with("Test") || in_test(cx));
    for base in children_of(superclasses) {
        if let Some(value) = base.field("value").filter(|_| base.kind() == "keyword_argument") {
            let given = expressions::expression(cx, value);
            if base.field("name").is_some_and(|name| cx.text(name) == "metaclass") {
                metaclass = Some((given, value));
            }
            continue;
        }
        match last_segment(cx, base) {
            "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag" => kind = DefinitionKind::Enum,
            "Protocol" => kind = DefinitionKind::Interface,
            "TestCase" => is_test = true,
            _ => {}
        }
        bases.push(annotations::annotation(cx, base));
    }
    let body = node.field("body");

    let mut definition = cx.draft(kind, name, whole, name_node);
    definition.signature = cx.head(node.start_byte(), superclasses.unwrap_or(name_node).end_byte()).to_owned();
    definition.doc = body.and_then(|body| docstring(cx, body));
    definition.bases = bases;
    definition.decorators = decorators.iter().map(|(value, _)| *value).collect();
    definition.exported = is_exported(cx, name);
    definition.is_test = is_test;
    let id = cx.define(definition, false);
    decorate(cx, id, decorators, true);
    if let Some((maker, at)) = metaclass {
        let made = cx.expr(Expr::Function(id));
        cx.call(maker, vec![expressions::positional(made)], CallKind::Implicit, at);
    }
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        if let Some(body) = body {
            statements::block(cx, body);
        }
    });
}

/// `type X = ...`.
pub fn type_alias(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some([left, right]) = node.fields(["left", "right"]) else { return };
    let value = annotations::annotation(cx, right);
    let name = last_segment(cx, left);
    let mut draft = cx.draft(DefinitionKind::TypeAlias, name, node, left);
    draft.signature = cx.head(node.start_byte(), node.end_byte()).to_owned();
    draft.exported = is_exported(cx, name);
    let id = cx.define(draft, false);
    cx.bind_definition(id, value);
}

/// A definition for a variable of the module or a class, at its first assignment; nothing inside functions.
pub fn variable(cx: &mut Lowering<'_>, name_node: Node<'_>, statement: Node<'_>, annotation: Option<ExprId>) {
    let name = cx.text(name_node);
    let inside_function = cx.enclosing(|d| d.kind.is_callable()).is_some();
    if inside_function || matches!(name, "_" | "__all__") || !cx.first_here(name) {
        return;
    }
    let in_class = cx.facts().definition(cx.definition()).kind.is_type();
    let alias = annotation.is_some_and(|id| match cx.facts().expr(id) {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } => name == "TypeAlias",
        _ => false,
    });
    let kind = match (alias, in_class) {
        (true, _) => DefinitionKind::TypeAlias,
        (_, true) => DefinitionKind::Field,
        _ => DefinitionKind::Variable,
    };
    let mut draft = cx.draft(kind, name, statement, name_node);
    draft.signature = cx.head(statement.start_byte(), statement.end_byte()).to_owned();
    draft.returns = annotation;
    draft.exported = is_exported(cx, name);
    cx.define(draft, false);
}

/// Parameters with the nodes that name them. Annotations and defaults belong to the scope around.
pub fn parameters<'n>(
    cx: &mut Lowering<'_>,
    list: Option<Node<'n>>,
    has_receiver: bool,
) -> (Vec<Parameter>, Vec<Node<'n>>) {
    let (mut parameters, mut nodes) = (Vec::new(), Vec::new());
    let mut plain = ParameterKind::Plain;
    for child in children_of(list) {
        let inner = first_child(child);
        let name = match child.kind() {
            "keyword_separator" => {
                plain = ParameterKind::KeywordOnly;
                continue;
            }
            "identifier" | "tuple_pattern" | "list_splat_pattern" | "dictionary_splat_pattern" => child,
            "typed_parameter" => inner.unwrap_or(child),
            "default_parameter" | "typed_default_parameter" => child.field("name").unwrap_or(child),
            _ => continue,
        };
        let kind = match name.kind() {
            "list_splat_pattern" => ParameterKind::Rest,
            "dictionary_splat_pattern" => ParameterKind::KeywordRest,
            _ if has_receiver && parameters.is_empty() => ParameterKind::Receiver,
            _ => plain,
        };
        if kind == ParameterKind::Rest {
            plain = ParameterKind::KeywordOnly;
        }
        let name_node = first_child(name).filter(|_| name.kind().ends_with("splat_pattern")).unwrap_or(name);
        let text = if name_node.kind() == "identifier" { cx.text(name_node) } else { "" };
        let annotation = child.field("type").map(|written| annotations::annotation(cx, written));
        let default = child.field("value").map(|value| expressions::expression(cx, value));
        parameters.push(Parameter { name: text.to_owned(), kind, annotation, default });
        nodes.push(name_node);
    }
    (parameters, nodes)
}

/// The docstring of a module or body: its first statement, where that is a string.
pub fn docstring(cx: &Lowering<'_>, body: Node<'_>) -> Option<String> {
    let first = first_child(body)?;
    let text =
        first.named_child(0).filter(|_| first.kind() == "expression_statement" && first.named_child_count() == 1)?;
    // A line that ends in a backslash goes on.
    let text = constant_text(cx, text)?.replace("\\\n", "");
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let margin = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min();
    let mut lines = text.lines();
    // An empty docstring has no lines.
    let mut doc = lines.next().unwrap_or("").trim().to_owned();
    for line in lines {
        doc.push('\n');
        // A blank line may be shorter than the margin.
        doc.push_str(line.get(margin.unwrap_or(0)..).unwrap_or("").trim_end());
    }
    Some(doc)
}

fn is_exported(cx: &Lowering<'_>, name: &str) -> bool {
    let hidden = name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"));
    !hidden && cx.enclosing(|d| d.kind.is_callable()).is_none()
}

fn in_test(cx: &Lowering<'_>) -> bool {
    cx.enclosing(|d| d.is_test).is_some()
}
