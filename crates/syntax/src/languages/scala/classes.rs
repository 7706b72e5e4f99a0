//! Classes, traits, enums and objects.

use super::comments::each_with_comments;
use super::declarations::{annotations, declared, draft, value};
use super::{calls, child, children, expressions, functions, has_word, types};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{CallKind, DefId, DefinitionKind, Expr, ExprId, Parameter, ParameterKind, ScopeKind, Target};
use tree_sitter::Node;

/// The names of the classes and traits right in a body: an object of the same name is one's companion.
pub(super) fn names_in(cx: &Lowering<'_>, node: Node<'_>) -> Vec<String> {
    let found = children(node)
        .into_iter()
        .filter(|part| matches!(part.kind(), "class_definition" | "trait_definition" | "enum_definition"));
    found.filter_map(|part| part.field("name")).map(|name| cx.text(name).to_owned()).collect()
}

/// `owner`: the class that has it and its name, where that is written elsewhere.
pub(super) fn class(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], owner: Option<(ExprId, &str)>) {
    let Some(name) = node.field("name") else { return };
    let kind = match node.kind() {
        "trait_definition" => DefinitionKind::Interface,
        "enum_definition" => DefinitionKind::Enum,
        _ => DefinitionKind::Class,
    };
    let mut draft = draft(cx, kind, name, node, node.end_before("body"), above);
    draft.decorators = annotations(cx, node);
    let id = cx.define(draft, true);
    belongs_to(cx, id, owner, name);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        types::parameters(cx, node);
        let bases = bases(cx, node);
        cx.definition_mut(id).bases = bases.clone();
        let lists = node.all("class_parameters");
        if lists.is_empty() {
            super_call(cx, node, &bases);
        } else {
            let is_case = has_word(cx, node, "case");
            constructor(cx, node, name, &lists, &bases, is_case);
        }
        if let Some(body) = node.field("body") {
            members(cx, body, id, None);
        }
    });
}

/// A type in the companion of a class is a member of that class.
fn belongs_to(cx: &mut Lowering<'_>, id: DefId, owner: Option<(ExprId, &str)>, name: Node<'_>) {
    let Some((base, class)) = owner else { return };
    let own = cx.facts().definition(id).name.clone();
    let around = cx.facts().definition(cx.definition()).path.clone();
    let definition = cx.definition_mut(id);
    definition.path = facts::dotted(&around, &format!("{class}.{own}"));
    definition.owner = Some(base);
    let value = cx.expr(Expr::Function(id));
    cx.bind(Target::Attribute { base, name: own }, Some(value), None, name);
}

/// The types behind `extends`.
fn bases(cx: &mut Lowering<'_>, node: Node<'_>) -> Vec<ExprId> {
    let written = node.field("extend").map_or_else(Vec::new, |clause| clause.all("type"));
    written.into_iter().map(|one| types::lower(cx, one)).collect()
}

/// What the first base is given.
fn super_call(cx: &mut Lowering<'_>, node: Node<'_>, bases: &[ExprId]) {
    let Some(clause) = node.field("extend") else { return };
    let given = clause.field("arguments").map(|list| calls::arguments(cx, list));
    if let (Some(given), Some(base)) = (given, bases.first()) {
        cx.call(*base, given, CallKind::New, clause);
    }
}

/// The parameters of a class: its constructor's, and names in the whole class.
fn constructor(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    name: Node<'_>,
    lists: &[Node<'_>],
    bases: &[ExprId],
    is_case: bool,
) {
    let (Some(first), Some(last)) = (lists.first(), lists.last()) else { return };
    let mut own = draft(cx, DefinitionKind::Constructor, name, *first, first.end_byte(), &[]);
    own.signature = format!("{}{}", cx.text(name), cx.head(first.start_byte(), last.end_byte()));
    let id = cx.define(own, false);
    let parameters: Vec<Node<'_>> =
        lists.iter().flat_map(|list| children(*list)).filter(|part| part.kind() == "class_parameter").collect();
    cx.in_body(id, ScopeKind::Function, *first, |cx| {
        cx.with_receiver(Some(id), |cx| {
            for parameter in &parameters {
                let Some(name) = parameter.field("name") else { continue };
                let annotation = functions::parameter(cx, *parameter, id);
                let base = cx.expr(Expr::Receiver { definition: id });
                let from = cx.name(cx.text(name), name);
                let target = Target::Attribute { base, name: cx.text(name).to_owned() };
                cx.bind(target, Some(from), annotation, name);
            }
            super_call(cx, node, bases);
        });
    });
    for parameter in parameters {
        let Some(name) = parameter.field("name") else { continue };
        let annotation = parameter.field("type").map(|written| types::lower(cx, written));
        if is_case || has_word(cx, parameter, "val") || has_word(cx, parameter, "var") {
            let draft = draft(cx, DefinitionKind::Field, name, parameter, parameter.end_byte(), &[]);
            cx.define(draft, false);
        }
        cx.bind_name(name, None, annotation);
    }
}

/// An object; one beside a class of its name adds static members to that class.
pub(super) fn object(
    cx: &mut Lowering<'_>,
    node: Node<'_>,
    above: &[Node<'_>],
    companions: &[String],
    owner: Option<(ExprId, &str)>,
) {
    let Some(name) = node.field("name") else { return };
    let text = cx.text(name).to_owned();
    // A companion inside of a companion adds to a class that is known by its path alone.
    if companions.contains(&text) {
        let owner = cx.name(&text, name);
        if let Some(body) = node.field("body") {
            let around = cx.definition();
            cx.in_scope(ScopeKind::Block, node, |cx| members(cx, body, around, Some((owner, &text))));
        }
        return;
    }
    let mut draft = draft(cx, DefinitionKind::Class, name, node, node.end_before("body"), above);
    draft.decorators = annotations(cx, node);
    let id = cx.define(draft, true);
    belongs_to(cx, id, owner, name);
    cx.in_body(id, ScopeKind::Class, node, |cx| {
        let bases = bases(cx, node);
        cx.definition_mut(id).bases = bases.clone();
        super_call(cx, node, &bases);
        if let Some(body) = node.field("body") {
            let first = cx.facts().definitions.len();
            members(cx, body, id, None);
            // They are named through the object.
            for own in cx.facts_mut().definitions.iter_mut().skip(first).filter(|own| own.parent == Some(id)) {
                own.is_static = !own.kind.is_type();
            }
        }
    });
}

/// The members in a body; of a companion with the class that they belong to and its name.
fn members(cx: &mut Lowering<'_>, body: Node<'_>, own: DefId, owner: Option<(ExprId, &str)>) {
    let companions = names_in(cx, body);
    each_with_comments(cx, body, |cx, node, above| {
        cx.deeper(|cx| match (node.kind(), owner) {
            ("function_definition" | "function_declaration", Some(_)) => functions::function(cx, node, above, owner),
            ("val_definition" | "var_definition", Some((owner, _))) => value(cx, node, above, Some(owner)),
            ("class_definition" | "trait_definition" | "enum_definition", Some(_)) => class(cx, node, above, owner),
            ("object_definition", Some(_)) => object(cx, node, above, &companions, owner),
            ("enum_case_definitions", _) => cases(cx, node, above),
            ("self_type", _) => own_name(cx, node, own),
            _ => {
                if !declared(cx, node, above, &companions) {
                    let is_whole = owner.is_none() && cx.facts().definition(own).owner.is_none();
                    let receiver = if is_whole { Some(own) } else { cx.receiver() };
                    cx.with_receiver(receiver, |cx| expressions::value(cx, node));
                }
            }
        });
    });
}

/// `self =>`, `self: T =>`: a name for the value itself, which is of another type as well.
fn own_name(cx: &mut Lowering<'_>, node: Node<'_>, class: DefId) {
    let parts = children(node);
    let Some(alias) = parts.first().copied().filter(|name| name.kind() == "identifier") else { return };
    if cx.text(alias) == "this" || cx.facts().definition(class).name.starts_with('<') {
        return;
    }
    let own = cx.facts().definition(class).name.clone();
    let own = cx.name(&own, alias);
    cx.bind_name(alias, None, Some(own));
    if let Some(written) = parts.get(1) {
        let other = types::lower(cx, *written);
        cx.bind_name(alias, None, Some(other));
    }
}

/// `case Red, Green`, `case Custom(v: Int)`.
fn cases(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    for case in children(node) {
        let Some(name) = case.field("name") else { continue };
        let mut draft = draft(cx, DefinitionKind::Field, name, case, case.end_byte(), above);
        (draft.exported, draft.is_static) = (true, true);
        cx.define(draft, false);
    }
}

/// A class without a name; the class as a value.
pub(super) fn anonymous(cx: &mut Lowering<'_>, body: Node<'_>, node: Node<'_>, bases: Vec<ExprId>) -> ExprId {
    let mut draft = cx.draft(DefinitionKind::Class, "<anonymous>", node, node.child(0).unwrap_or(node));
    draft.signature = cx.head(node.start_byte(), body.start_byte()).trim_end().to_owned();
    draft.bases = bases;
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Class, body, |cx| members(cx, body, id, None));
    cx.expr(Expr::Function(id))
}

/// `new T(a) { .. }`
pub(super) fn new(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let written = children(node).into_iter().find(|part| !matches!(part.kind(), "arguments" | "template_body"));
    let base = cx.optional(written, types::lower);
    let given = child(node, &["arguments"]).map_or_else(Vec::new, |list| calls::arguments(cx, list));
    let callee = match child(node, &["template_body"]) {
        Some(body) => {
            if written.is_some() {
                cx.call(base, given.clone(), CallKind::New, node);
            }
            anonymous(cx, body, node, written.map(|_| base).into_iter().collect())
        }
        None => base,
    };
    cx.call(callee, given, CallKind::New, node)
}

/// A parameter of a function without a name.
pub(super) fn plain_parameter(name: &str, annotation: Option<ExprId>) -> Parameter {
    Parameter { name: name.to_owned(), kind: ParameterKind::Plain, annotation, default: None }
}
