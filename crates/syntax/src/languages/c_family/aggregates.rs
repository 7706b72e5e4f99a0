//! Structs, unions and enums.

use super::comments::each_with_comments;
use super::declarations::finish;
use super::declarators::take_apart;
use super::{declarations, expressions, functions, names, namespaces, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefinitionKind, Expr, ExprId, ScopeKind, Target};
use tree_sitter::Node;

/// The type that a specifier names, and defines where it has a body. `alias` is the name that a `typedef` gives it, and the
/// whole of that.
pub(super) fn specifier(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    alias: Option<(Node<'_>, Node<'_>)>,
    above: &[Node<'_>],
    template: Option<Node<'_>>,
) -> ExprId {
    let name = node.field("name").or(alias.map(|(name, _)| name));
    let Some(body) = node.field("body") else {
        return match name {
            Some(name) if name.kind() == "type_identifier" => cx.name(&tag(cx.text(name)), name),
            Some(name) => types::lower(cx, name),
            None => cx.unknown(),
        };
    };
    let is_enum = node.kind() == "enum_specifier";
    let kind = match is_enum {
        true => DefinitionKind::Enum,
        false if is_interface(cx, body) => DefinitionKind::Interface,
        false => DefinitionKind::Class,
    };
    let whole = template.or(alias.map(|(_, whole)| whole)).unwrap_or(node);
    // `class A::B { .. }`, `struct A<int> { .. }`.
    let apart = name.map(|name| names::take_apart(cx, name));
    let own = apart.as_ref().map(|apart| match apart.name.field("name") {
        Some(plain) => plain,
        None => apart.name,
    });
    let outer = apart.and_then(|apart| apart.owner(cx));
    let name = own;
    let mut draft = match name {
        Some(name) => cx.draft(kind, cx.text(name), whole, name),
        // Its fields are reached through what is declared with it.
        None => cx.draft(kind, "<anonymous>", node, node.child(0).unwrap_or(node)),
    };
    finish(cx, &mut draft, whole, body.start_byte(), above);
    draft.bases = bases(cx, node);
    let id = cx.define(draft, name.is_some() && outer.is_none());
    let value = cx.expr(Expr::Function(id));
    if let (Some(name), Some(base)) = (name, outer) {
        let path = facts::dotted(&cx.facts().definition(cx.definition()).path, &dotted_name(cx, node));
        cx.definition_mut(id).path = path;
        cx.bind(Target::Attribute { base, name: cx.text(name).to_owned() }, Some(value), None, name);
    } else if let Some(name) = name {
        cx.bind(Target::Name(tag(cx.text(name))), Some(value), None, name);
        cx.last_binding_defines(value);
    }
    cx.in_body(id, ScopeKind::Class, body, |cx| match is_enum {
        true => constants(cx, body),
        false => {
            namespaces::bind_parameters(cx, template);
            fields(cx, body);
        }
    });
    value
}

fn dotted_name(cx: &Lowering<'_>, node: Node<'_>) -> String {
    node.field("name").map_or_else(String::new, |name| {
        let apart = names::take_apart(cx, name);
        let last = apart.name.field("name").unwrap_or(apart.name);
        let mut path = apart.path;
        path.push(cx.text(last).to_owned());
        path.join(".")
    })
}

/// `: public A, private B<C>`.
fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let Some(clause) = children(node).into_iter().find(|child| child.kind() == "base_class_clause") else {
        return Vec::new();
    };
    let written = children(clause).into_iter();
    written
        .filter(|base| matches!(base.kind(), "type_identifier" | "qualified_identifier" | "template_type"))
        .map(|base| types::lower(cx, base))
        .collect()
}

/// True where a class has nothing but functions that others have to write: `virtual int f() = 0;`.
fn is_interface(cx: &Lowering<'_>, body: Node<'_>) -> bool {
    let mut any = false;
    let all = children(body).into_iter().all(|member| match member.kind() {
        "access_specifier" | "alias_declaration" | "using_declaration" | "friend_declaration" => true,
        "field_declaration" => {
            let is_pure = member.field("default_value").is_some_and(|value| cx.text(value) == "0")
                && member.field("declarator").is_some_and(|declarator| take_apart(declarator).function.is_some());
            any |= is_pure;
            is_pure
        }
        // Constructors and destructors have no type.
        "function_definition" | "declaration" => member.field("type").is_none(),
        _ => false,
    });
    any && all
}

/// The name under which the tag of a struct, union or enum is looked up where it is written as one: a variable may be called
/// like its type.
fn tag(name: &str) -> String {
    format!("struct {name}")
}

/// The fields of a body, those of conditional parts included.
fn fields(cx: &mut Lowering<'_>, body: Node<'_>) {
    each_with_comments(cx, body, |cx, node, above| match node.kind() {
        "field_declaration" => field(cx, node, above),
        "friend_declaration" | "access_specifier" => {}
        kind if kind.starts_with("preproc_if") || kind.starts_with("preproc_el") => {
            cx.deeper(|cx| fields(cx, node));
        }
        _ => {
            declarations::declaration(cx, node, above);
        }
    });
}

fn field(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let written = cx.deeper(|cx| types::of(cx, node)).flatten();
    let declarators = node.all("declarator");
    let has_name = node.field("type").is_some_and(|written| written.field("name").is_some());
    if let (true, Some(written)) = (declarators.is_empty() && !has_name, written) {
        // The members of a struct without a name are those of the one around.
        let around = cx.definition();
        cx.definition_mut(around).bases.push(written);
    }
    let is_static = declarations::has_storage(cx, node, "static");
    for declarator in declarators {
        let apart = take_apart(declarator);
        let Some(name) = apart.name else { continue };
        if let Some(function) = apart.function.filter(|_| !apart.is_function_pointer) {
            functions::prototype(cx, node, name, function, written, above);
            continue;
        }
        let annotation = apart.typed(cx, written);
        let value = node.field("default_value").map(|value| expressions::initial(cx, value, annotation));
        let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), node, name);
        finish(cx, &mut draft, node, node.end_byte(), above);
        draft.exported = true;
        draft.is_static = is_static;
        cx.define(draft, false);
        cx.bind_name(name, value, annotation);
    }
}

fn constants(cx: &mut Lowering<'_>, body: Node<'_>) {
    each_with_comments(cx, body, |cx, node, above| match node.kind() {
        "enumerator" => {
            let Some(name) = node.field("name") else { return };
            let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), node, name);
            finish(cx, &mut draft, node, node.end_byte(), above);
            draft.is_static = true;
            cx.define(draft, false);
            if let Some(value) = node.field("value") {
                expressions::value(cx, value);
            }
        }
        kind if kind.starts_with("preproc_") => {
            for inner in children_of(Some(node)).into_iter().filter(|inner| inner.kind() == "enumerator") {
                if let Some(name) = inner.field("name") {
                    let mut draft = cx.draft(DefinitionKind::Field, cx.text(name), inner, name);
                    finish(cx, &mut draft, inner, inner.end_byte(), &[]);
                    draft.is_static = true;
                    cx.define(draft, false);
                }
            }
        }
        _ => {}
    });
}
