//! `alias`, `import`, `require`, `use`.

use super::{arguments, children, keyword_value, names, pairs, values};
use crate::Lowering;
use crate::lowering::Fields;
use facts::{Argument, CallKind, Import};
use tree_sitter::Node;

/// Lowers a directive.
pub(super) fn lower(cx: &mut Lowering<'_>, node: Node<'_>, word: &str) {
    let Some(named) = arguments(node).first().copied() else { return };
    match (word, several(named)) {
        ("use", _) => used(cx, node, named),
        (_, Some((outer, parts))) => {
            let Some(outer) = names::module(cx, outer) else { return };
            for part in parts.into_iter().filter(|part| part.kind() == "alias") {
                one(cx, part, word, &format!("{outer}.{}", cx.text(part)), None);
            }
        }
        _ => {
            let Some(module) = names::module(cx, named) else { return };
            one(cx, node, word, &module, Some(node));
        }
    }
}

/// `A.{B, C}`
fn several(named: Node<'_>) -> Option<(Node<'_>, Vec<Node<'_>>)> {
    let [left, right] = named.fields(["left", "right"]).filter(|_| named.kind() == "dot")?;
    (right.kind() == "tuple").then(|| (left, children(right)))
}

fn one(cx: &mut Lowering<'_>, node: Node<'_>, word: &str, module: &str, with_options: Option<Node<'_>>) {
    let option = |name| with_options.and_then(|call| keyword_value(cx, call, name));
    let (named, only) = (option("as"), option("only"));
    match word {
        "import" => match only.filter(|only| only.kind() == "list") {
            Some(only) => imported_names(cx, node, module, only),
            None => import(cx, node, module, 0, Some("*"), None),
        },
        "alias" => {
            let name = named.map_or_else(|| names::last(module), |named| cx.text(named)).to_owned();
            names::alias(cx, &name, module);
            import(cx, node, module, 0, None, Some(&name));
        }
        _ => {
            if let Some(named) = named {
                names::alias(cx, cx.text(named), module);
            }
            import(cx, node, module, 0, None, Some(""));
        }
    }
}

fn import(cx: &mut Lowering<'_>, node: Node<'_>, module: &str, level: u32, item: Option<&str>, alias: Option<&str>) {
    let (scope, span) = (cx.scope(), cx.span(node));
    let (item, alias) = (item.map(str::to_owned), alias.map(str::to_owned));
    let bound = item.clone().filter(|_| alias.is_none());
    let import = Import { module: module.to_owned(), level, item, alias, reexport: false, scope, span };
    cx.import(import, bound.as_deref());
}

/// `only: [f: 1, g: 2]`
fn imported_names(cx: &mut Lowering<'_>, node: Node<'_>, module: &str, only: Node<'_>) {
    let lists = children(only).into_iter().filter(|part| part.kind() == "keywords");
    let mut named: Vec<&str> = lists.flat_map(|list| pairs(cx, list)).map(|(name, _)| name).collect();
    named.dedup();
    named.into_iter().for_each(|name| import(cx, node, module, 0, Some(name), None));
}

/// `use A, options` runs `A.__using__(options)`, whose quoted code becomes part of the module.
fn used(cx: &mut Lowering<'_>, node: Node<'_>, named: Node<'_>) {
    let Some(module) = names::module(cx, named) else { return };
    import(cx, node, &module, 0, None, Some(""));
    import(cx, node, &format!("{module}.__using__"), 1, Some("*"), None);
    let given = arguments(node).get(1).copied();
    // `use MyApp.Web, :controller` takes over what the function of that name quotes.
    if let Some(part) = given.and_then(|given| names::atom(cx, given)) {
        import(cx, node, &format!("{module}.{part}"), 1, Some("*"), None);
    }
    let base = cx.name(&module, named);
    let callee = cx.attribute(base, "__using__", named);
    let value = cx.optional(given, values::value);
    cx.call(callee, vec![Argument { name: None, value, spread: false }], CallKind::Macro, node);
}

/// `unquote(helpers())` in quoted code: what that function quotes is part of it.
pub(super) fn unquoted(cx: &mut Lowering<'_>, node: Node<'_>) {
    let Some(call) = arguments(node).first().copied().filter(|call| call.kind() == "call") else { return };
    let Some(target) = call.field("target").filter(|target| target.kind() == "identifier") else { return };
    if let Some(module) = names::around(cx).filter(|_| arguments(call).is_empty()) {
        import(cx, node, &format!("{module}.{}", cx.text(target)), 1, Some("*"), None);
    }
}
