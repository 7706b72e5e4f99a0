//! HCL as Terraform writes it.
//!
//! - A block with labels is a definition by its last label, under the name by which expressions refer to it: `var.region`,
//!   `aws_instance.web`, `data.aws_ami.ubuntu`, `module.network`. Resources, data sources, modules, providers and checks are
//!   classes, variables and outputs variables.
//! - Each entry of `locals` is a variable `local.name`. What `terraform.tfvars` sets are no definitions.
//! - The `description` of a variable or an output is its documentation; else the comments above.
//!
//! Nothing is called. Start at [`body`].

mod highlighting;
#[cfg(test)]
mod tests;

use super::comments::{self, each_with_comments};
use super::schema::child;
use crate::lowering::children;
use crate::{HighlightClass, LanguageSupport, Lowering};
use facts::DefinitionKind;
use tree_sitter::Node;

/// HCL.
pub struct Hcl;

impl LanguageSupport for Hcl {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_hcl::LANGUAGE.into()
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        body(cx, root, &[]);
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The blocks at the top of a file. `before`: the comments above the first, which the grammar puts outside of a body.
fn body(cx: &mut Lowering<'_>, node: Node<'_>, before: &[Node<'_>]) {
    let mut before = Some(before);
    each_with_comments(cx, node, |cx, part, above| {
        let above = before.take().filter(|_| above.is_empty()).unwrap_or(above);
        match part.kind() {
            "block" => block(cx, part, above),
            "body" | "ERROR" => {
                cx.deeper(|cx| body(cx, part, above));
            }
            _ => {}
        }
    });
}

/// How a kind of block is referred to, and what it is. The labels follow.
fn meaning(kind: &str) -> Option<(&'static str, DefinitionKind)> {
    Some(match kind {
        "resource" => ("", DefinitionKind::Class),
        "data" => ("data", DefinitionKind::Class),
        "ephemeral" => ("ephemeral", DefinitionKind::Class),
        "module" => ("module", DefinitionKind::Class),
        "provider" => ("provider", DefinitionKind::Class),
        "check" => ("check", DefinitionKind::Class),
        "variable" => ("var", DefinitionKind::Variable),
        "output" => ("output", DefinitionKind::Variable),
        _ => return None,
    })
}

fn block(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some(kind) = child(node, &["identifier"]) else { return };
    if cx.text(kind) == "locals" {
        return locals(cx, node);
    }
    let Some((prefix, of)) = meaning(cx.text(kind)) else { return };
    let labels: Vec<Node<'_>> = children(node).into_iter().filter(|part| part.kind() == "string_lit").collect();
    let labels: Vec<Node<'_>> = labels.into_iter().filter_map(|label| child(label, &["template_literal"])).collect();
    let Some(name) = labels.last() else { return };
    let mut path: Vec<&str> = labels.iter().map(|label| cx.text(*label)).collect();
    if !prefix.is_empty() {
        path.insert(0, prefix);
    }
    let end = child(node, &["block_start"]).map_or(node.end_byte(), |start| start.start_byte());
    let said = description(cx, node);
    define(cx, (of, *name), node, above, (&path.join("."), end), said);
}

/// The entries of a block of locals.
fn locals(cx: &mut Lowering<'_>, node: Node<'_>) {
    each_with_comments(cx, node, |cx, entries, above| {
        if entries.kind() != "body" {
            return;
        }
        let mut before = Some(above);
        each_with_comments(cx, entries, |cx, entry, above| {
            let above = before.take().filter(|_| above.is_empty()).unwrap_or(above);
            if entry.kind() == "attribute"
                && let Some(name) = child(entry, &["identifier"])
            {
                let path = format!("local.{}", cx.text(name));
                define(cx, (DefinitionKind::Variable, name), entry, above, (&path, entry.end_byte()), None);
            }
        });
    });
}

/// A definition by the name that refers to it, with its head up to a byte.
fn define(
    cx: &mut Lowering<'_>,
    of: (DefinitionKind, Node<'_>),
    node: Node<'_>,
    above: &[Node<'_>],
    (path, end): (&str, usize),
    said: Option<String>,
) {
    let (kind, name) = of;
    let mut draft = cx.draft(kind, cx.text(name), node, name);
    comments::widen(cx, &mut draft.span, above);
    draft.doc = said.or_else(|| doc(cx, above));
    draft.signature = cx.head(node.start_byte(), end).trim_end().to_owned();
    let id = cx.define(draft, false);
    cx.definition_mut(id).path = path.to_owned();
}

/// The text of comments without their marks, of either sort.
fn doc(cx: &Lowering<'_>, above: &[Node<'_>]) -> Option<String> {
    if !above.iter().all(|comment| cx.text(*comment).starts_with('#')) {
        return comments::text(cx, above);
    }
    cx.spend(above.iter().map(Node::byte_range).map(|range| range.len()).sum());
    let lines: Vec<&str> = above.iter().map(|comment| cx.text(*comment).trim_start_matches('#').trim()).collect();
    Some(lines.join("\n")).filter(|text| !text.trim().is_empty())
}

/// What a block says of itself.
fn description(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let attributes = children(child(node, &["body"])?);
    let is_it = |part: &Node<'_>| child(*part, &["identifier"]).is_some_and(|name| cx.text(name) == "description");
    let found = attributes.into_iter().find(|part| part.kind() == "attribute" && is_it(part))?;
    let value = child(found, &["expression"])?;
    let text = cx.text(value).strip_prefix('"')?.strip_suffix('"')?;
    Some(text.to_owned())
}
