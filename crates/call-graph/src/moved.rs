//! The graph of files of which some were edited without a change of what calls what: comments, documentation, texts, white
//! space. Nothing is resolved again; places move.
//!
//! What resolution reads of a file is all of its facts but places, heads, documentation and chunks. Where all of that is as it
//! was, the same sites lead to the same definitions. Sites of one line are one edge, so lines must move as lines: two that
//! were one stay one, and those that were two stay two, in their order.

use crate::WholeGraph;
use crate::local_names::local_names;
use facts::{DefId, Expr, FileFacts};
use rustc_hash::FxHashMap;
use source::{FileId, Language, Span};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The facts of an edited file.
#[derive(Debug, Clone, Copy)]
pub struct EditedFile<'a> {
    /// Its number, which is the same in both.
    pub file: FileId,
    /// Its facts that the graph was made of.
    pub before: &'a FileFacts,
    /// Its facts now.
    pub now: &'a FileFacts,
    /// What it is written in.
    pub language: Language,
}

impl WholeGraph {
    /// The graph that linking all files again would make, where these were edited and all others, their numbers included, are as
    /// they were. `None` where the edits may change more than places: then the files are to be linked.
    pub fn moved(&self, edited: &[EditedFile<'_>]) -> Option<Self> {
        let lines: FxHashMap<FileId, BTreeMap<u32, u32>> =
            edited.iter().map(|edit| Some((edit.file, moved_lines(edit)?))).collect::<Option<_>>()?;
        let mut graph = self.clone();
        for edit in edited {
            graph.move_symbols(edit.file, |def: DefId| edit.now.definitions.get(def.0 as usize))?;
            let names = local_names(edit.now, edit.language, |name| graph.has_named(name));
            graph.set_local_names(edit.file, names);
        }
        graph.move_lines(|file, line| match lines.get(&file) {
            Some(lines) => lines.get(&line).copied(),
            None => Some(line),
        })?;
        Some(graph)
    }
}

/// The new line of each line that an edge or an open site may be on. `None` where the facts differ in more than places, or
/// lines do not move as lines.
fn moved_lines(edit: &EditedFile<'_>) -> Option<BTreeMap<u32, u32>> {
    if without_places(edit.before) != without_places(edit.now) || order(edit.before) != order(edit.now) {
        return None;
    }
    let mut moved = BTreeMap::new();
    for (before, now) in lines(edit.before).into_iter().zip(lines(edit.now)) {
        if *moved.entry(before).or_insert(now) != now {
            return None;
        }
    }
    moved.values().is_sorted_by(|a, b| a < b).then_some(moved)
}

/// What resolution reads.
fn without_places(facts: &FileFacts) -> FileFacts {
    let mut facts = facts.clone();
    for definition in &mut facts.definitions {
        (definition.span, definition.name_span) = (Span::default(), Span::default());
        definition.signature.clear();
        definition.doc = None;
    }
    facts.scopes.iter_mut().for_each(|scope| scope.span = Span::default());
    facts.bindings.iter_mut().for_each(|binding| binding.span = Span::default());
    facts.calls.iter_mut().for_each(|call| call.span = Span::default());
    facts.imports.iter_mut().for_each(|import| import.span = Span::default());
    for expr in &mut facts.exprs {
        if let Expr::Name { line, .. } | Expr::Attribute { line, .. } = expr {
            *line = 0;
        }
    }
    facts.chunks.clear();
    facts.syntax_errors = 0;
    facts.error_places.clear();
    facts
}

/// The definitions in the order in which symbols are numbered.
fn order(facts: &FileFacts) -> Vec<usize> {
    let mut order: Vec<usize> = (0..facts.definitions.len()).collect();
    order.sort_unstable_by_key(|at| {
        let span = facts.definitions[*at].span;
        (span.start, Reverse(span.end), *at)
    });
    order
}

/// Every line that an edge or an open site may be on, in the order of the facts.
fn lines(facts: &FileFacts) -> Vec<u32> {
    let mut lines = Vec::with_capacity(facts.calls.len() * 3 + facts.bindings.len() + facts.exprs.len());
    for call in &facts.calls {
        lines.extend([facts.line_of_call(call), call.span.start_line]);
        let arguments = call.arguments.iter();
        lines.extend(arguments.map(|argument| facts.line_of_name(argument.value).unwrap_or(call.span.start_line)));
    }
    lines.extend(facts.bindings.iter().map(|binding| binding.span.start_line));
    lines.extend(facts.exprs.iter().filter_map(|expr| match expr {
        Expr::Name { line, .. } | Expr::Attribute { line, .. } => Some(*line),
        _ => None,
    }));
    lines
}
