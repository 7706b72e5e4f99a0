//! Shell scripts, by the grammar of Bash.
//!
//! - A command by a plain word is a call of that name: of a function, or of a program, which no function of the repository is.
//! - A function takes `$1`, `$2` .. as one rest parameter `$@`; `"$@"` as a command calls what was given first. Words that may
//!   be names of functions are values of those names, and variables are bound under their names with `$`.
//! - `source` and `.` are wildcard imports of the path's literal end: what is in front is mostly a variable.
//! - Assignments outside of functions are variables worth finding; those inside bind the file's, unless `local`.
//!
//! Start at [`statement`].

mod commands;
mod highlighting;
#[cfg(test)]
mod tests;

use super::comments::each_with_comments;
use crate::lowering::{Fields, children};
use crate::{HighlightClass, LanguageSupport, Lowering};
use facts::{
    BindingKind, DefId, Definition, DefinitionKind, Expr, ExprId, Key, LiteralKind, Parameter, ParameterKind,
    ScopeKind, Target,
};
use tree_sitter::Node;

/// Bash, POSIX shells, and zsh as far as the grammar reads it.
pub struct Bash;

/// What a function is given.
const GIVEN: &str = "$@";

impl LanguageSupport for Bash {
    fn grammar(&self) -> tree_sitter::Language {
        tree_sitter_bash::LANGUAGE.into()
    }

    fn filler(&self) -> &'static str {
        ":"
    }

    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>) {
        module_doc(cx, root);
        statements(cx, root);
        cx.settle_assignments();
    }

    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass> {
        highlighting::class(node, ancestors)
    }
}

/// The comments at the top, below the line that names the interpreter.
fn module_doc(cx: &mut Lowering<'_>, root: Node<'_>) {
    let mut cursor = root.walk();
    let mut above: Vec<Node<'_>> = Vec::new();
    for child in root.named_children(&mut cursor).take_while(|child| child.kind() == "comment") {
        if !cx.text(child).starts_with("#!") {
            if above.last().is_some_and(|last| last.end_position().row + 1 < child.start_position().row) {
                break;
            }
            above.push(child);
        }
    }
    let doc = doc(cx, &above);
    cx.facts_mut().definitions[0].doc = doc;
}

/// The text of comments without their marks.
fn doc(cx: &Lowering<'_>, comments: &[Node<'_>]) -> Option<String> {
    let (first, last) = (comments.first()?, comments.last()?);
    // The same comments may be above several commands.
    cx.spend(comments.len() + last.end_byte() - first.start_byte());
    let lines = comments.iter().map(|comment| cx.text(*comment)).filter(|line| !line.starts_with("#!"));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches('#').trim()).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The statements in a node, each with the comments above it.
fn statements(cx: &mut Lowering<'_>, node: Node<'_>) {
    each_with_comments(cx, node, |cx, child, above| {
        cx.deeper(|cx| statement(cx, child, above));
    });
}

fn statement(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    match node.kind() {
        "function_definition" => function(cx, node, above),
        "command" => {
            commands::command(cx, node);
        }
        "variable_assignment" => assignment(cx, node, above, false),
        "declaration_command" => {
            let is_local = is_local(cx, node);
            for part in children(node) {
                match part.kind() {
                    "variable_assignment" => assignment(cx, part, above, is_local),
                    "variable_name" if is_local => cx.bind(variable(cx, part), None, None, part),
                    _ => {
                        value(cx, part);
                    }
                }
            }
        }
        "for_statement" => {
            let values: Vec<ExprId> = node.all("value").into_iter().map(|one| value(cx, one)).collect();
            if let Some(name) = node.field("variable") {
                let items = cx.tuple(values);
                let element = cx.expr(Expr::Element(items));
                cx.assign(&format!("${}", cx.text(name)), Some(element), name);
            }
            if let Some(body) = node.field("body") {
                statement(cx, body, &[]);
            }
        }
        "comment" | "word" | "variable_name" | "heredoc_start" | "heredoc_end" | "heredoc_content"
        | "string_content" => {}
        _ => statements(cx, node),
    }
}

fn variable(cx: &Lowering<'_>, name: Node<'_>) -> Target {
    Target::Name(format!("${}", cx.text(name)))
}

fn is_local(cx: &Lowering<'_>, node: Node<'_>) -> bool {
    let word = node.child(0).map_or("", |word| word.kind());
    cx.definition() != DefId::MODULE && matches!(word, "local" | "declare" | "typeset")
}

/// `name() { .. }`
fn function(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let Some([name, body]) = node.fields(["name", "body"]) else { return };
    let mut draft = cx.draft(DefinitionKind::Function, cx.text(name), node, name);
    finish(cx, &mut draft, cx.head(node.start_byte(), body.start_byte()), above);
    draft.is_test = cx.text(name).starts_with("test_") || cx.text(name).starts_with("test:");
    draft.parameters.push(Parameter {
        name: GIVEN.to_owned(),
        kind: ParameterKind::Rest,
        annotation: None,
        default: None,
    });
    let id = cx.define(draft, true);
    cx.in_body(id, ScopeKind::Function, node, |cx| {
        cx.bind_parameter(id, 0, name);
        statements(cx, body);
    });
}

fn finish(cx: &Lowering<'_>, draft: &mut Definition, signature: &str, above: &[Node<'_>]) {
    super::comments::widen(cx, &mut draft.span, above);
    draft.doc = doc(cx, above);
    draft.signature = signature.trim_end().to_owned();
}

fn assignment(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>], is_local: bool) {
    let Some(name) = node.field("name") else { return };
    let bound = node.field("value").map(|bound| value(cx, bound));
    if name.kind() == "subscript" {
        if let Some(array) = name.field("name") {
            let base = cx.name(&format!("${}", cx.text(array)), array);
            let key = name.field("index").map_or(Key::Unknown, |index| Key::Text(cx.text(index).to_owned()));
            cx.bind(Target::Subscript { base, key }, bound, None, node);
        }
        return;
    }
    let text = cx.text(name).to_owned();
    let defined = if cx.definition() == DefId::MODULE && cx.first_here(&text) {
        let mut draft = cx.draft(DefinitionKind::Variable, &text, node, name);
        finish(cx, &mut draft, cx.text(node).lines().next().unwrap_or(""), above);
        Some(cx.define(draft, false))
    } else {
        None
    };
    if is_local || defined.is_some() {
        cx.bind(variable(cx, name), bound, None, name);
        if let (Some(id), Some(last)) = (defined, cx.facts_mut().bindings.last_mut()) {
            last.kind = BindingKind::Definition(id);
        }
    } else {
        cx.assign(&format!("${text}"), bound, name);
    }
}

/// The value of a word, a string, an expansion.
fn value(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    cx.deeper_value(|cx| plain(cx, node))
}

fn plain(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    if let Some(text) = literal(cx, node) {
        return match commands::may_be_function(&text) {
            true => cx.name(&text, node),
            false => cx.literal(LiteralKind::Text),
        };
    }
    match node.kind() {
        "simple_expansion" | "expansion" => expansion(cx, node),
        // `"$@"`, `"$name"`.
        "string" if children(node).len() == 1 => match children(node).first().copied() {
            Some(only) if only.kind().ends_with("expansion") => value(cx, only),
            _ => inside(cx, node),
        },
        "array" => {
            let items = children(node).into_iter().map(|item| value(cx, item)).collect();
            cx.tuple(items)
        }
        "number" => cx.literal(LiteralKind::Number),
        "command" => {
            commands::command(cx, node);
            cx.literal(LiteralKind::Text)
        }
        _ => inside(cx, node),
    }
}

fn inside(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    statements(cx, node);
    cx.literal(LiteralKind::Text)
}

/// The text of what holds no expansion.
fn literal(cx: &Lowering<'_>, node: Node<'_>) -> Option<String> {
    let text = match node.kind() {
        "word" => cx.text(node),
        "raw_string" => cx.text(node).trim_matches('\''),
        "string" if children(node).iter().all(|part| part.kind() == "string_content") => {
            cx.text(node).trim_matches('"')
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// `$1`, `$@`, `$name`, `${name[0]}`.
fn expansion(cx: &mut Lowering<'_>, node: Node<'_>) -> ExprId {
    let parts = children(node);
    for part in parts.iter().skip(1) {
        value(cx, *part);
    }
    let Some(name) = parts.first().copied() else { return cx.unknown() };
    match name.kind() {
        "variable_name" | "special_variable_name" => {
            let text = cx.text(name);
            match (text, text.parse::<i64>()) {
                ("@" | "*", _) => cx.name(GIVEN, name),
                (_, Ok(place)) if place > 0 => {
                    let base = cx.name(GIVEN, name);
                    cx.expr(Expr::Subscript { base, key: Key::Index(place - 1) })
                }
                _ => cx.name(&format!("${text}"), name),
            }
        }
        "subscript" => {
            let Some(array) = name.field("name") else { return cx.unknown() };
            let base = cx.name(&format!("${}", cx.text(array)), array);
            let key = match name.field("index") {
                Some(index) if index.kind() == "word" && !matches!(cx.text(index), "@" | "*") => {
                    Key::Text(cx.text(index).to_owned())
                }
                Some(index) => match cx.text(index).parse() {
                    Ok(place) => Key::Index(place),
                    Err(_) => {
                        value(cx, index);
                        Key::Unknown
                    }
                },
                None => Key::Unknown,
            };
            cx.expr(Expr::Subscript { base, key })
        }
        _ => value(cx, name),
    }
}
