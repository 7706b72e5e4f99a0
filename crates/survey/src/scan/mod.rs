//! A file as collectors see it: its text without comments, the comments, its calls with their arguments as written.

mod arguments;
mod constant;
mod decorators;
mod mask;

pub use arguments::{Argument, arguments, is_in_string, literal, split, until_closed};
pub use constant::{literal_behind, value_of_constant};
pub use decorators::Decorator;

use crate::Entry;
use code_words::path::{is_aside, is_test};
use facts::{Call, DefId, Definition, DefinitionKind, Expr, ExprId, FileFacts};
use source::{FileId, Language};

/// A file that is being collected from.
pub struct File<'a> {
    pub id: FileId,
    pub path: &'a str,
    pub language: Language,
    pub text: &'a str,
    /// The text with every comment and docstring blanked: the same length, so that spans hold in both.
    pub code: String,
    /// Comments and docstrings, a line each: its number and its text.
    pub comments: Vec<(u32, String)>,
    pub facts: Option<&'a FileFacts>,
    line_starts: Vec<u32>,
}

impl<'a> File<'a> {
    pub fn new(id: FileId, path: &'a str, language: Language, text: &'a str, facts: Option<&'a FileFacts>) -> Self {
        let mask::Masked { code, comments } = mask::mask(text, language);
        let after_newlines = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        Self { id, path, language, text, code, comments, facts, line_starts }
    }

    /// The line of a byte, from 1.
    pub fn line_at(&self, byte: usize) -> u32 {
        self.line_starts.partition_point(|start| *start as usize <= byte) as u32
    }

    /// Lines of code with their numbers, comments blanked.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        (1..).zip(self.code.lines())
    }

    pub fn file_name(&self) -> &'a str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// In a test, an example, a benchmark or a copy of another project.
    pub fn is_aside(&self) -> bool {
        is_aside(self.path)
    }

    pub fn is_test(&self) -> bool {
        is_test(self.path)
    }

    /// JavaScript or TypeScript.
    pub fn is_script(&self) -> bool {
        matches!(self.language, Language::JavaScript | Language::TypeScript | Language::Tsx)
    }

    pub fn entry(&self, lines: (u32, u32), name: &str, detail: &str) -> Entry {
        Entry::new(self.id, lines, name, detail)
    }

    pub fn definitions(&self) -> &'a [Definition] {
        self.facts.map_or(&[], |facts| &facts.definitions)
    }

    pub fn calls(&self) -> &'a [Call] {
        self.facts.map_or(&[], |facts| &facts.calls)
    }

    /// The code of a call, comments blanked.
    pub fn code_of(&self, call: &Call) -> &str {
        self.code.get(call.span.start as usize..call.span.end as usize).unwrap_or("")
    }

    /// The arguments of a call as written.
    pub fn arguments_of(&self, call: &Call) -> Vec<Argument> {
        let code = self.code_of(call);
        // `it "adds" do ... end`: Ruby needs no brackets, and those of the block are other ones.
        let line = code.lines().next().unwrap_or("").trim_end().trim_end_matches(" do").trim_end_matches(" {");
        let behind = line.split_once(' ').filter(|_| self.language == Language::Ruby).map_or("", |(_, behind)| behind);
        if behind.starts_with(['"', '\'']) { arguments(&format!("({behind})")) } else { arguments(code) }
    }

    /// A module of Ruby that has types and nothing else: each file of a package writes it again.
    pub fn is_namespace(&self, id: DefId) -> bool {
        let inside = || self.definitions().iter().filter(|inner| inner.parent == Some(id));
        self.language == Language::Ruby
            && self.definition(id).is_some_and(|definition| definition.kind == DefinitionKind::Interface)
            && inside().any(|inner| inner.kind.is_type())
            && !inside().any(|inner| inner.kind.is_callable())
    }

    /// Whether a definition is in nothing but the file, and in [namespaces](Self::is_namespace).
    pub fn is_top(&self, definition: &Definition) -> bool {
        let mut parent = definition.parent;
        while let Some(id) = parent.filter(|id| *id != DefId::MODULE) {
            if !self.is_namespace(id) {
                return false;
            }
            parent = self.definition(id).and_then(|outer| outer.parent);
        }
        parent == Some(DefId::MODULE) && definition.owner.is_none()
    }

    /// `a.b.c` of what is called; `?` for a part that has no name.
    pub fn callee(&self, call: &Call) -> String {
        self.facts.map_or_else(String::new, |facts| dotted(facts, call.callee, DEEPEST))
    }

    /// An expression as dotted names.
    pub fn dotted(&self, expr: ExprId) -> String {
        self.facts.map_or_else(String::new, |facts| dotted(facts, expr, DEEPEST))
    }

    /// The lines from the first decorator to the head of a definition.
    pub fn head_lines(&self, definition: &Definition) -> (u32, u32) {
        let first = decorators::first_line(self, definition).unwrap_or(definition.name_span.start_line);
        (first.min(definition.name_span.start_line), definition.name_span.start_line)
    }

    /// The decorators, annotations and attributes of a definition, as written.
    pub fn decorators_of(&self, definition: &Definition) -> Vec<Decorator> {
        decorators::decorators(self, definition)
    }

    /// Bases of a type as written, the last segment of each without type arguments.
    pub fn bases_of(&self, definition: &Definition) -> Vec<String> {
        let last = |expr: &ExprId| last_segment(&self.dotted(*expr)).to_owned();
        definition.bases.iter().map(last).filter(|name| name != "?" && !name.is_empty()).collect()
    }

    /// The definition's name with that of the type or function around it: `Cart.add`.
    pub fn qualified(&self, definition: &Definition) -> String {
        let own = || definition.path.clone();
        match definition.owner {
            Some(owner) => format!("{}.{}", last_segment(&self.dotted(owner)), definition.name),
            None => own(),
        }
    }

    /// The innermost callable definition of which this is the body.
    pub fn definition(&self, id: DefId) -> Option<&'a Definition> {
        self.definitions().get(id.0 as usize)
    }
}

/// `c` of `a.b.c` and `a::b::c`.
pub fn last_segment(dotted: &str) -> &str {
    dotted.rsplit(['.', ':']).next().unwrap_or(dotted)
}

/// Names of one chain that are followed.
const DEEPEST: u32 = 24;

fn dotted(facts: &FileFacts, expr: ExprId, left: u32) -> String {
    let inner = |expr: ExprId| dotted(facts, expr, left - 1);
    match facts.expr(expr) {
        _ if left == 0 => "?".to_owned(),
        Expr::Name { name, .. } => name.clone(),
        Expr::Attribute { base, name, .. } => format!("{}.{name}", inner(*base)),
        Expr::Generic { base, .. } | Expr::Await(base) | Expr::Element(base) => inner(*base),
        Expr::Call(call) => {
            facts.calls.get(call.0 as usize).map_or_else(|| "?".to_owned(), |call| format!("{}()", inner(call.callee)))
        }
        Expr::Subscript { base, .. } => format!("{}[]", inner(*base)),
        Expr::Receiver { .. } => "self".to_owned(),
        Expr::Cast { value, .. } => inner(*value),
        _ => "?".to_owned(),
    }
}
