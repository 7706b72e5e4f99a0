//! Functions cut out of the chunks that they share with others, so that a chunk speaks for one of them.

use super::innermost;
use crate::document::ChunkRecord;
use facts::{Chunk, DefId, Definition, FileFacts};
use source::Span;

/// A shorter function stays with its neighbours: alone it has too few words to be weighed by.
const LINES: u32 = 5;

/// The lines before which chunks are cut, ascending: where functions of some length begin, and behind them. Functions
/// inside functions stay where they are.
pub fn cuts(facts: &FileFacts) -> Vec<u32> {
    let apart = facts.definitions.iter().filter(|definition| is_apart(facts, definition));
    let mut cuts: Vec<u32> = apart.flat_map(|apart| [apart.span.start_line, apart.span.end_line + 1]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// A chunk, cut before those of these lines that are inside it.
pub fn apart(text: &str, facts: &FileFacts, cuts: &[u32], chunk: &Chunk) -> Vec<ChunkRecord> {
    let whole = chunk.span;
    let from = cuts.partition_point(|line| *line <= whole.start_line);
    let to = cuts.partition_point(|line| *line <= whole.end_line);
    let Some(cuts) = cuts.get(from..to).filter(|cuts| !cuts.is_empty()) else {
        return vec![ChunkRecord { span: whole, definition: chunk.definition }];
    };
    let pieces = joined(text, pieces(text, whole, cuts));
    pieces.into_iter().map(|span| ChunkRecord { span, definition: holder(facts, text, &span) }).collect()
}

fn is_apart(facts: &FileFacts, definition: &Definition) -> bool {
    let is_inner = |mut at: Option<DefId>| {
        while let Some(outer) = at.filter(|at| *at != DefId::MODULE) {
            let outer = facts.definition(outer);
            if outer.kind.is_callable() {
                return true;
            }
            at = outer.parent;
        }
        false
    };
    definition.kind.is_callable() && definition.span.line_count() >= LINES && !is_inner(definition.parent)
}

/// The stretches of whole lines between the cuts.
fn pieces(text: &str, whole: Span, cuts: &[u32]) -> Vec<Span> {
    let mut pieces = Vec::new();
    let (mut at, mut line) = (whole.start, whole.start_line);
    let mut open = Span { end: at, end_line: line, ..whole };
    for content in text.get(whole.start as usize..whole.end as usize).unwrap_or("").split_inclusive('\n') {
        if cuts.binary_search(&line).is_ok() {
            pieces.push(open);
            open = Span { start: at, end: at, start_line: line, end_line: line };
        }
        at += content.len() as u32;
        (open.end, open.end_line) = (at, line);
        line += 1;
    }
    pieces.push(open);
    pieces
}

/// What holds no word, as a closing brace, goes with what is before it.
fn joined(text: &str, pieces: Vec<Span>) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::new();
    for piece in pieces {
        let written = text.get(piece.start as usize..piece.end as usize).unwrap_or("");
        match joined.last_mut() {
            Some(last) if !written.contains(|c: char| c.is_alphanumeric()) => {
                (last.end, last.end_line) = (piece.end, piece.end_line);
            }
            _ => joined.push(piece),
        }
    }
    joined
}

/// The innermost definition that holds what is written in the span.
fn holder(facts: &FileFacts, text: &str, span: &Span) -> DefId {
    let written = text.get(span.start as usize..span.end as usize).unwrap_or("");
    let end = span.start + written.trim_end_matches(|c: char| !c.is_alphanumeric()).len() as u32;
    let start = span.start + (written.len() - written.trim_start().len()) as u32;
    innermost(facts, &Span { start: start.min(end), end, ..*span })
}

#[cfg(test)]
mod tests {
    use crate::builder::chunks::chunks;
    use facts::{Chunk, DefId, Definition, DefinitionKind, FileFacts};
    use source::{Language, Outline, Span};

    /// The span of some lines of a text, both included.
    fn lines(text: &str, first: u32, last: u32) -> Span {
        let start_of =
            |line: u32| text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum::<usize>() as u32;
        Span { start: start_of(first), end: start_of(last + 1), start_line: first, end_line: last }
    }

    #[test]
    fn a_function_of_some_length_is_a_chunk_of_its_own() {
        let text = "class A {\n  x = 1\n  f() {\n    a\n    b\n    c\n  }\n  g() {}\n}\n";
        let mut facts = FileFacts::default();
        let mut add = |kind, name: &str, parent, first, last| {
            let span = lines(text, first, last);
            let definition = Definition::new(kind, name.into(), span, span);
            facts.definitions.push(Definition { parent, ..definition });
        };
        add(DefinitionKind::Module, "", None, 1, 9);
        add(DefinitionKind::Class, "A", Some(DefId::MODULE), 1, 9);
        add(DefinitionKind::Method, "f", Some(DefId(1)), 3, 7);
        add(DefinitionKind::Method, "g", Some(DefId(1)), 8, 8);
        facts.chunks = vec![Chunk { span: lines(text, 1, 9), definition: DefId(1) }];
        let found = chunks(Language::TypeScript, text, Some(&facts), &Outline::default());
        let found: Vec<_> = found.iter().map(|c| (c.span.start_line, c.span.end_line, c.definition.0)).collect();
        assert_eq!(found, [(1, 2, 1), (3, 7, 2), (8, 9, 3)], "the short one stays with what is around it");
    }
}
