//! Calls that define something or say something of the class around: `attr_reader`, `include`, `alias_method`,
//! `define_method`, `require`.

use super::calls::constant_text;
use super::{blocks, children_of, classes, names, sequences};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{
    CallKind, DefId, DefinitionKind, ExprId, Import, LiteralKind, Parameter, ParameterKind, ReturnKind, ScopeKind,
    Target,
};
use tree_sitter::Node;

/// Lowers a call without a receiver that is such a macro; `None` for any other.
pub(super) fn call(cx: &mut Lowering<'_>, node: Node<'_>, name: &str) -> Option<ExprId> {
    let given = children_of(node.field("arguments"));
    let first = given.first().copied();
    match (name, classes::around(cx)) {
        ("require" | "require_relative" | "load" | "autoload", _) => import(cx, node, name, &given)?,
        ("attr_reader" | "attr_writer" | "attr_accessor" | "attr" | "cattr_accessor" | "mattr_accessor", Some(_)) => {
            attributes(cx, name, &given);
        }
        ("include" | "prepend", Some(class)) => classes::mix_in(cx, class, node),
        ("private" | "protected" | "public" | "private_class_method" | "private_constant", Some(class)) => {
            hide(cx, class, &given, name != "public");
        }
        ("alias_method", Some(_)) => {
            let [new, old] = given[..] else { return None };
            let (new_name, old_name) = (constant_text(cx, new)?, constant_text(cx, old)?);
            delegating(cx, node, new, new_name, names::receiver, old_name);
        }
        ("define_method", Some(_)) => return defined(cx, node, first?),
        ("delegate", Some(_)) => delegate(cx, node, &given)?,
        ("def_delegators" | "def_instance_delegators", Some(_)) => forward(cx, node, &given)?,
        ("def_delegator" | "def_instance_delegator", Some(_)) => forward_one(cx, node, &given)?,
        ("class_methods", Some(_)) => {
            let body = node.field("block")?.field("body")?;
            return Some(sequences::lower(cx, body, sequences::Mode { private: false, singleton: true }));
        }
        ("included" | "class_eval", Some(_)) => return Some(blocks::statements(cx, node.field("block")?)),
        // RSpec's: a function of that name for the examples around.
        ("let" | "let!" | "subject", None) => {
            let (named, block) = (first?, node.field("block")?);
            let name = constant_text(cx, named)?;
            return Some(blocks::named(cx, block, DefinitionKind::Function, name, named, node));
        }
        _ => return None,
    }
    Some(cx.unknown())
}

/// `require "a/b"`; it binds no name.
fn import(cx: &mut Lowering<'_>, node: Node<'_>, name: &str, given: &[Node<'_>]) -> Option<()> {
    let module = constant_text(cx, *given.last()?)?.to_owned();
    let item = (name == "autoload").then(|| constant_text(cx, given[0]).unwrap_or("*").to_owned());
    let level = u32::from(name == "require_relative");
    let (scope, span) = (cx.scope(), cx.span(node));
    let alias = Some(String::new());
    cx.import(Import { module, level, item, alias, reexport: false, scope, span }, None);
    Some(())
}

/// `private :a, :b` after the methods.
fn hide(cx: &mut Lowering<'_>, class: DefId, given: &[Node<'_>], private: bool) {
    for named in given {
        let Some(name) = constant_text(cx, *named) else {
            super::expressions::value(cx, *named);
            continue;
        };
        let found = cx.facts().definitions.iter().rposition(|d| d.parent == Some(class) && d.name == name);
        if let Some(at) = found {
            cx.facts_mut().definitions[at].exported = !private;
        }
    }
}

/// A method that is written as a call of a macro. `inner` lowers its body.
fn method(
    cx: &mut Lowering<'_>,
    whole: Node<'_>,
    at: Node<'_>,
    name: &str,
    parameter: Option<&str>,
    inner: impl FnOnce(&mut Lowering<'_>),
) {
    let mut draft = classes::draft(cx, DefinitionKind::Method, name, whole, at, &[]);
    draft.signature = cx.text(whole).lines().next().unwrap_or("").to_owned();
    let plain =
        |name: &str| Parameter { name: name.to_owned(), kind: ParameterKind::Plain, annotation: None, default: None };
    draft.parameters.extend(parameter.map(plain));
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, whole, |cx| {
        cx.with_receiver(Some(id), |cx| {
            if parameter.is_some() {
                cx.bind_parameter(id, 0, at);
            }
            inner(cx);
        });
    });
}

fn attributes(cx: &mut Lowering<'_>, which: &str, given: &[Node<'_>]) {
    for named in given {
        let Some(name) = constant_text(cx, *named) else { continue };
        let whole = named.parent().and_then(|list| list.parent()).unwrap_or(*named);
        if which != "attr_writer" {
            reader(cx, whole, *named, name);
        }
        if which == "attr_writer" || which.ends_with("accessor") {
            writer(cx, whole, *named, name);
        }
    }
}

fn reader(cx: &mut Lowering<'_>, whole: Node<'_>, at: Node<'_>, name: &str) {
    method(cx, whole, at, name, None, |cx| {
        let base = names::receiver(cx);
        let field = cx.attribute(base, &format!("@{name}"), at);
        cx.returns(field, ReturnKind::Return);
    });
}

fn writer(cx: &mut Lowering<'_>, whole: Node<'_>, at: Node<'_>, name: &str) {
    method(cx, whole, at, &format!("{name}="), Some("value"), |cx| {
        let base = names::receiver(cx);
        let value = cx.name("value", at);
        cx.bind(Target::Attribute { base, name: format!("@{name}") }, Some(value), None, at);
    });
}

/// The members of a `Struct` or of `Data`: accessors, and the constructor that sets them.
pub(super) fn members_of_struct(cx: &mut Lowering<'_>, given: &[Node<'_>], writable: bool) {
    let members: Vec<(Node<'_>, &str)> =
        given.iter().filter_map(|node| Some((*node, constant_text(cx, *node)?))).collect();
    for (at, name) in &members {
        reader(cx, *at, *at, name);
        if writable {
            writer(cx, *at, *at, name);
        }
    }
}

/// A method that calls another one.
fn delegating(
    cx: &mut Lowering<'_>,
    whole: Node<'_>,
    at: Node<'_>,
    name: &str,
    to: impl FnOnce(&mut Lowering<'_>) -> ExprId,
    other: &str,
) {
    method(cx, whole, at, name, None, |cx| {
        let base = to(cx);
        let callee = cx.attribute(base, other, at);
        let result = cx.call(callee, Vec::new(), CallKind::Call, at);
        cx.returns(result, ReturnKind::Return);
    });
}

/// `alias new old`.
pub(super) fn alias(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let (Some([new, old]), Some(_)) = (node.fields(["name", "alias"]), classes::around(cx)) {
        let name = |node| constant_text(cx, node).unwrap_or(cx.text(node));
        let (new_name, old_name) = (name(new), name(old));
        delegating(cx, node, new, new_name, names::receiver, old_name);
    }
    cx.unknown()
}

/// `define_method(:name) { .. }`.
fn defined(cx: &mut Lowering<'_>, node: Node<'_>, named: Node<'_>) -> Option<ExprId> {
    let name = constant_text(cx, named)?;
    let block = node.field("block")?;
    blocks::named(cx, block, DefinitionKind::Method, name, named, node);
    Some(cx.literal(LiteralKind::Text))
}

/// `delegate :a, :b, to: :other`.
fn delegate(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Node<'_>]) -> Option<()> {
    let is_to = |cx: &Lowering<'_>, pair: &Node<'_>| pair.field("key").is_some_and(|key| cx.text(key) == "to");
    let to = given.iter().find(|pair| is_to(cx, pair))?.field("value")?;
    let to_name = constant_text(cx, to)?;
    for named in given.iter().filter(|named| named.kind() != "pair") {
        let Some(name) = constant_text(cx, *named) else { continue };
        delegating(cx, node, *named, name, |cx| of_receiver(cx, to_name, to), name);
    }
    Some(())
}

/// `def_delegators :@x, :a, :b`.
fn forward(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Node<'_>]) -> Option<()> {
    let (to, names) = given.split_first()?;
    let to_name = constant_text(cx, *to)?;
    for named in names {
        let Some(name) = constant_text(cx, *named) else { continue };
        delegating(cx, node, *named, name, |cx| of_receiver(cx, to_name, *to), name);
    }
    Some(())
}

/// `def_delegator :@x, :theirs, :ours`.
fn forward_one(cx: &mut Lowering<'_>, node: Node<'_>, given: &[Node<'_>]) -> Option<()> {
    let [to, theirs, ..] = given else { return None };
    let ours = given.get(2).unwrap_or(theirs);
    let (to_name, other, name) = (constant_text(cx, *to)?, constant_text(cx, *theirs)?, constant_text(cx, *ours)?);
    delegating(cx, node, *ours, name, |cx| of_receiver(cx, to_name, *to), other);
    Some(())
}

/// A variable or method of the receiver; `class` is its class.
fn of_receiver(cx: &mut Lowering<'_>, name: &str, at: Node<'_>) -> ExprId {
    if name == "class" {
        return names::class_of_receiver(cx);
    }
    let base = names::receiver(cx);
    let member = cx.attribute(base, name, at);
    if name.starts_with('@') { member } else { cx.call(member, Vec::new(), CallKind::Call, at) }
}
