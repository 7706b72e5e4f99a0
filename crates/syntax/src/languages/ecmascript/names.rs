//! How a definition gets its name and its surroundings.

use super::keys;
use crate::Lowering;
use crate::languages::comments;
use crate::lowering::NamedKey;
use facts::{DefId, Definition, DefinitionKind, ExprId, dotted};
use source::Span;
use tree_sitter::Node;

/// What precedes a declaration and belongs to it: decorators, comments, `export`.
#[derive(Clone, Default)]
pub(super) struct Lead<'n> {
    /// Comments right above, in order.
    pub(super) comments: Vec<Node<'n>>,
    /// Decorators that the grammar puts beside the declaration.
    pub(super) decorators: Vec<Node<'n>>,
    /// The statement around: `export ..`, `declare ..`, `const ..`.
    pub(super) outer: Option<Node<'n>>,
    pub(super) exported: bool,
}

/// What a function, class or object literal is bound to, and so named after.
#[derive(Clone)]
pub(super) struct Naming<'n> {
    pub(super) name: String,
    /// Dotted names in front of it inside the current definition: `api` in `const api = { get() {} }`.
    pub(super) prefix: String,
    pub(super) name_node: Node<'n>,
    /// The declaration, pair, field or assignment.
    pub(super) whole: Node<'n>,
    /// What precedes the declaration.
    pub(super) lead: Lead<'n>,
    /// The kind a function gets.
    pub(super) kind: DefinitionKind,
    pub(super) exported: bool,
    pub(super) is_static: bool,
    /// The object or type it is assigned to.
    pub(super) owner: Option<ExprId>,
}

impl<'n> Naming<'n> {
    /// A function called `name`, seen from outside only where exported.
    pub(super) fn new(name: &str, name_node: Node<'n>, whole: Node<'n>) -> Self {
        Self {
            name: name.to_owned(),
            prefix: String::new(),
            name_node,
            whole,
            lead: Lead::default(),
            kind: DefinitionKind::Function,
            exported: false,
            is_static: false,
            owner: None,
        }
    }

    /// With what precedes the declaration.
    pub(super) fn with_lead(mut self, lead: &Lead<'n>) -> Self {
        self.exported |= lead.exported;
        self.lead = lead.clone();
        self
    }

    /// Of a member reached through `prefix`.
    pub(super) fn under(mut self, prefix: &str) -> Self {
        self.prefix = prefix.to_owned();
        self
    }

    /// The dotted name for what lies inside: `api.nested`.
    pub(super) fn dotted(&self) -> String {
        dotted(&self.prefix, &self.name)
    }

    /// A draft of `kind`, with span, doc and signature (everything before `head_end`).
    pub(super) fn draft(&self, cx: &Lowering<'_>, kind: DefinitionKind, head_end: usize) -> Definition {
        let mut draft = cx.draft(kind, &self.name, self.whole, self.name_node);
        let outer = self.lead.outer.unwrap_or(self.whole);
        draft.span = span_with_lead(cx, outer, &self.lead);
        draft.signature = head(cx, outer, head_end);
        draft.doc = comments::text(cx, &self.lead.comments);
        draft.exported = self.exported;
        draft.is_static = self.is_static;
        draft.owner = self.owner;
        draft.is_test = cx.facts().definition(cx.definition()).is_test;
        draft
    }
}

/// Adds the definition, with the dotted names of `prefix` in its path.
pub(super) fn define(cx: &mut Lowering<'_>, draft: Definition, prefix: &str, bind: bool) -> DefId {
    let id = cx.define(draft, bind);
    if !prefix.is_empty() {
        let (parent, name) = (cx.definition(), cx.facts().definition(id).name.clone());
        let path = dotted(&cx.facts().definition(parent).path, &dotted(prefix, &name));
        cx.definition_mut(id).path = path;
    }
    id
}

/// The span from the first comment or decorator to the end of the declaration.
fn span_with_lead(cx: &Lowering<'_>, outer: Node<'_>, lead: &Lead<'_>) -> Span {
    let mut span = cx.span(outer);
    comments::widen(cx, &mut span, &lead.comments);
    comments::widen(cx, &mut span, &lead.decorators);
    span
}

/// The text of a declaration before its body, decorators left out.
fn head<'t>(cx: &Lowering<'t>, outer: Node<'_>, end: usize) -> String {
    let mut cursor = outer.walk();
    let start = (outer.children(&mut cursor)).find(|child| child.kind() != "decorator" && !child.is_extra());
    let start = start.map_or(outer.start_byte(), |child| child.start_byte());
    let text = cx.head(start, end.max(start));
    text.trim_end().trim_end_matches(['{', '=', ';', ',']).trim_end().to_owned()
}

/// A property's name: identifiers and private names as written, strings without quotes, computed names as the text that they are known to be, or else in brackets.
pub(super) fn property(cx: &Lowering<'_>, node: Node<'_>) -> String {
    match node.kind() {
        "string" => string(cx, node),
        "computed_property_name" => match node.named_child(0).and_then(|inner| keys::held(cx, inner)) {
            Some(NamedKey::Text(name) | NamedKey::Unique(name)) => name,
            None => cx.text(node).split_whitespace().collect(),
        },
        _ => cx.text(node).to_owned(),
    }
}

/// A string literal without its quotes.
pub(super) fn string(cx: &Lowering<'_>, node: Node<'_>) -> String {
    let text = cx.text(node);
    // A literal that the text leaves unfinished may be a quote alone.
    text.get(1..text.len().saturating_sub(1)).unwrap_or("").to_owned()
}
