//! A file as collectors see it: its text without comments, the comments, its calls with their arguments as written.

mod arguments;
mod constant;
mod decorators;
mod mask;
mod places;

pub use arguments::{Argument, arguments, is_in_string, literal, split, until_closed};
pub use constant::{literal_behind, value_of_constant};
pub use decorators::Decorator;
pub use places::places;

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
    /// What each call calls, in the order of the calls.
    callees: Vec<String>,
}

impl<'a> File<'a> {
    pub fn new(id: FileId, path: &'a str, language: Language, text: &'a str, facts: Option<&'a FileFacts>) -> Self {
        let after_newlines = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1);
        let line_starts: Vec<u32> = std::iter::once(0).chain(after_newlines).collect();
        let mask::Masked { code, comments } = mask::mask(text, language, &line_starts);
        let callees = facts.map_or_else(Vec::new, |facts| {
            facts.calls.iter().map(|call| dotted(facts, call.callee, DEEPEST)).collect()
        });
        Self { id, path, language, text, code, comments, facts, line_starts, callees }
    }

    /// The line of a byte, from 1.
    pub fn line_at(&self, byte: usize) -> u32 {
        line_of(&self.line_starts, byte)
    }

    /// How many lines it has.
    pub fn line_count(&self) -> u32 {
        let is_open = self.line_starts.last().is_some_and(|start| (*start as usize) < self.text.len());
        self.line_starts.len() as u32 - u32::from(!is_open)
    }

    /// A line as it is written, without the white space around it; empty where there is no such line.
    pub fn shown(&self, line: u32) -> &'a str {
        let starts = self.line_starts.get((line as usize).saturating_sub(1)..).unwrap_or_default();
        let end = starts.get(1).map_or(self.text.len(), |next| *next as usize);
        starts.first().and_then(|start| self.text.get(*start as usize..end)).unwrap_or_default().trim()
    }

    /// Lines of code with their numbers, comments blanked.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        let ends = self.line_starts.iter().skip(1).map(|next| *next as usize - 1).chain([self.code.len()]);
        let lines = self.line_starts.iter().zip(ends).map(|(start, end)| {
            let line = self.code.get(*start as usize..end).unwrap_or_default();
            line.strip_suffix('\r').unwrap_or(line)
        });
        (1..).zip(lines.take(self.line_count() as usize))
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
        self.language.is_script()
    }

    pub fn entry(&self, lines: (u32, u32), name: &str, detail: &str) -> Entry {
        Entry::new(self.id, lines, name, detail)
    }

    pub fn definitions(&self) -> &'a [Definition] {
        self.facts.map_or(&[], |facts| &facts.definitions)
    }

    /// The calls, each with what it calls: `a.b.c`, `?` for a part that has no name.
    pub fn calls(&self) -> impl Iterator<Item = (&'a Call, &str)> {
        let calls: &'a [Call] = self.facts.map_or(&[], |facts| &facts.calls);
        calls.iter().zip(self.callees.iter().map(String::as_str))
    }

    /// The code of a call, comments blanked.
    pub fn code_of(&self, call: &Call) -> &str {
        self.code.get(call.span.start as usize..call.span.end as usize).unwrap_or("")
    }

    /// The arguments of a call as written.
    pub fn arguments_of(&self, call: &Call) -> Vec<Argument> {
        let code = self.code_of(call);
        if self.language != Language::Ruby {
            return arguments(code);
        }
        // `it "adds" do ... end`: Ruby needs no brackets, and those of the block are other ones.
        let line = code.lines().next().unwrap_or("").trim_end().trim_end_matches(" do").trim_end_matches(" {");
        let (called, behind) = line.split_once(' ').unwrap_or((line, ""));
        if called.contains('(') {
            return arguments(code);
        }
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
    memchr::memrchr2(b'.', b':', dotted.as_bytes()).map_or(dotted, |at| &dotted[at + 1..])
}

fn line_of(line_starts: &[u32], byte: usize) -> u32 {
    line_starts.partition_point(|start| *start as usize <= byte) as u32
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
