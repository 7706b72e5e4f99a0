//! What statements make: tables, views, types, functions, indexes, triggers, and the columns of these.

use super::comments::{self, collect, is_comment, keep_adjacent};
use super::{doc, heads};
use crate::Lowering;
use crate::languages::schema::{child, named};
use crate::lowering::{Fields, children};
use facts::{DefId, DefinitionKind, ScopeKind};
use source::Span;
use tree_sitter::Node;

/// What a statement makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A table, a view or a composite type: it has columns.
    Table,
    Enumeration,
    /// Another type.
    Type,
    Function,
    /// An index, a sequence, a schema, a trigger.
    Other,
}

impl Kind {
    /// By the word behind `create`.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "table" | "view" => Self::Table,
            "type" | "domain" => Self::Type,
            "function" | "procedure" | "aggregate" => Self::Function,
            "index" | "sequence" | "schema" | "trigger" | "event" => Self::Other,
            _ => return None,
        })
    }

    fn of_node(node: Node<'_>) -> Option<Self> {
        Some(match node.kind() {
            "create_table" | "create_view" | "create_materialized_view" => Self::Table,
            "create_type" if child(node, &["enum_elements"]).is_some() => Self::Enumeration,
            "create_type" if child(node, &["column_definitions"]).is_some() => Self::Table,
            "create_type" => Self::Type,
            "create_function" => Self::Function,
            "create_index" | "create_sequence" | "create_schema" | "create_trigger" => Self::Other,
            _ => return None,
        })
    }

    fn of_definition(self) -> DefinitionKind {
        match self {
            Self::Table => DefinitionKind::Class,
            Self::Enumeration => DefinitionKind::Enum,
            Self::Type => DefinitionKind::TypeAlias,
            Self::Function => DefinitionKind::Function,
            Self::Other => DefinitionKind::Variable,
        }
    }
}

/// What is made, and its name without schema and quotes.
struct Made<'t> {
    kind: Kind,
    name: &'t str,
    name_span: Span,
}

/// A file, or a statement that was read alone.
pub(super) fn file(cx: &mut Lowering<'_>, root: Node<'_>) {
    let count = cx.facts().definitions.len();
    within(cx, root, &mut Vec::new());
    // Of a statement that cannot be read the head may say what it makes.
    if root.has_error() && cx.facts().definitions.len() == count {
        by_head(cx, root, &[]);
    }
}

fn by_head(cx: &mut Lowering<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    let text = cx.text(node);
    let Some((kind, name)) = heads::read(text) else { return false };
    let whole = cx.span(node);
    let line = whole.start_line + text[..name.start].bytes().filter(|byte| *byte == b'\n').count() as u32;
    let (start, end) = (whole.start + name.start as u32, whole.start + name.end as u32);
    let name_span = Span { start, end, start_line: line, end_line: line };
    define(cx, node, &Made { kind, name: &text[name], name_span }, above);
    true
}

/// The statements of a program, a block or a transaction, each with the comments above it.
fn within<'n>(cx: &mut Lowering<'_>, node: Node<'n>, above: &mut Vec<Node<'n>>) {
    let mut cursor = node.walk();
    let mut previous_row = None;
    for one in node.named_children(&mut cursor) {
        if is_comment(one) || one.kind() == "marginalia" {
            collect(above, one, previous_row);
            continue;
        }
        keep_adjacent(above, one.start_position().row);
        cx.deeper(|cx| statement(cx, one, above));
        above.clear();
        previous_row = Some(one.end_position().row);
    }
}

fn statement<'n>(cx: &mut Lowering<'_>, node: Node<'n>, above: &mut Vec<Node<'n>>) {
    match node.kind() {
        "statement" | "transaction" | "block" => return within(cx, node, above),
        "ERROR" => {
            if !by_head(cx, node, above) {
                within(cx, node, above);
            }
            return;
        }
        "alter_table" => return altered(cx, node),
        _ => {}
    }
    let name = match node.kind() {
        "create_index" => node.field("column"),
        "create_schema" => child(node, &["identifier"]),
        _ => child(node, &["object_reference"]).and_then(|reference| reference.field("name")),
    };
    if let (Some(kind), Some(name)) = (Kind::of_node(node), name) {
        let made = Made { kind, name: name_of(cx, name), name_span: inside_quotes(cx, name) };
        define(cx, node, &made, above);
    }
}

/// The place of a name without its quotes.
fn inside_quotes(cx: &Lowering<'_>, node: Node<'_>) -> Span {
    let mut span = cx.span(node);
    if cx.text(node).len() > 2 && cx.text(node).starts_with(['"', '`', '\'']) {
        (span.start, span.end) = (span.start + 1, span.end - 1);
    }
    span
}

/// A name without its quotes.
fn name_of<'t>(cx: &Lowering<'t>, node: Node<'_>) -> &'t str {
    cx.text(node).trim_matches(['"', '`'])
}

fn define(cx: &mut Lowering<'_>, node: Node<'_>, made: &Made<'_>, above: &[Node<'_>]) {
    let mut draft = cx.draft(made.kind.of_definition(), made.name, node, node);
    draft.name_span = made.name_span;
    comments::widen(cx, &mut draft.span, above);
    draft.doc = doc(cx, above);
    // A function's body and a view's query are no part of their heads; of an enumeration the values are.
    let body = named(node, |part| matches!(part.kind(), "column_definitions" | "create_query" | "function_body"));
    let end = body.map_or(node.end_byte(), |body| body.start_byte());
    let head = cx.head(node.start_byte(), end).trim_end().trim_end_matches(['(', ';']).trim_end();
    draft.signature = match head.to_ascii_lowercase() {
        lower if lower.ends_with(" as") => head[..head.len() - 3].to_owned(),
        _ => head.to_owned(),
    };
    let is_type = draft.kind.is_type();
    let id = cx.define(draft, true);
    let kind = if is_type { ScopeKind::Class } else { ScopeKind::Block };
    cx.in_body(id, kind, node, |cx| match made.kind {
        Kind::Table | Kind::Type => columns(cx, node),
        Kind::Enumeration => {
            let values = child(node, &["enum_elements"]).map_or_else(Vec::new, children);
            values.into_iter().for_each(|value| field(cx, value, value, &[]));
        }
        Kind::Function | Kind::Other => {}
    });
}

/// The columns that are defined anywhere in a statement: errors may lie around them.
fn columns(cx: &mut Lowering<'_>, node: Node<'_>) {
    let mut cursor = node.walk();
    let (mut above, mut previous_row) = (Vec::new(), None);
    for one in node.named_children(&mut cursor) {
        if is_comment(one) {
            collect(&mut above, one, previous_row);
            continue;
        }
        keep_adjacent(&mut above, one.start_position().row);
        match one.kind() {
            "column_definition" => {
                if let Some(name) = one.field("name") {
                    field(cx, name, one, &above);
                }
                // What could not be read behind a column may hold the next ones.
                cx.deeper(|cx| columns(cx, one));
            }
            "column_definitions" | "ERROR" => {
                cx.deeper(|cx| columns(cx, one));
            }
            _ => {}
        }
        above.clear();
        previous_row = Some(one.end_position().row);
    }
}

fn field(cx: &mut Lowering<'_>, name: Node<'_>, whole: Node<'_>, above: &[Node<'_>]) {
    let text = name_of(cx, name).trim_matches('\'');
    let mut draft = cx.draft(DefinitionKind::Field, text, whole, name);
    draft.name_span = inside_quotes(cx, name);
    if whole != name {
        comments::widen(cx, &mut draft.span, above);
        draft.doc = doc(cx, above);
        draft.signature = cx.head(whole.start_byte(), whole.end_byte()).to_owned();
    }
    cx.define(draft, true);
}

/// `alter table a add column b`: a field of the table, which may be in another file.
fn altered(cx: &mut Lowering<'_>, node: Node<'_>) {
    let table = child(node, &["object_reference"]).and_then(|reference| reference.field("name"));
    let Some(table) = table.map(|table| name_of(cx, table).to_owned()) else { return };
    let known = cx.last_type(&table);
    for added in children(node).into_iter().filter(|part| part.kind() == "add_column") {
        let Some(column) = child(added, &["column_definition"]) else { continue };
        let Some(name) = column.field("name") else { continue };
        match known {
            Some(table) => cx.in_definition(table, |cx| field(cx, name, column, &[])),
            None => {
                let count = cx.facts().definitions.len();
                field(cx, name, column, &[]);
                if cx.facts().definitions.len() > count {
                    let path = facts::dotted(&table, name_of(cx, name));
                    cx.definition_mut(DefId(count as u32)).path = path;
                }
            }
        }
    }
}
