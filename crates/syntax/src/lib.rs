//! Tree-sitter trees lowered to [`FileFacts`], one file per language.
//!
//! [`parse`] is a pure function from text to facts; it never fails: what the grammar cannot read becomes
//! [`FileFacts::syntax_errors`] and the rest is kept; a text made to cost more than any program does is given up
//! ([`FileFacts::stopped`], bounds in `effort`). A language is a type that implements
//! [`LanguageSupport`] in a file of [`languages`] plus its line in [`languages::support`]. All of them write through
//! one builder, [`Lowering`], which owns the bookkeeping (scopes, parents, dotted paths, spans, depth bounds), so that
//! a language file says only what its nodes mean.
//!
//! Start at [`LanguageSupport`], then read `languages/python/mod.rs`.

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod chunking;
mod effort;
#[cfg(all(test, feature = "python"))]
mod effort_tests;
mod highlight;
pub mod languages;
mod lowering;
mod rebinding;
mod recovery;
#[cfg(all(
    test,
    feature = "c",
    feature = "csharp",
    feature = "elixir",
    feature = "go",
    feature = "java",
    feature = "javascript",
    feature = "kotlin",
    feature = "php",
    feature = "python",
    feature = "ruby",
    feature = "rust",
    feature = "typescript"
))]
mod recovery_tests;
mod weight;

pub use highlight::{HighlightClass, HighlightSpan, highlight, highlight_with};
pub use lowering::Lowering;

use effort::Effort;
use facts::{CallKind, FileFacts, Stopped};
use recovery::{Alone, Reading};
use source::Language;
use std::borrow::Cow;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// What `syntax` must know of a language.
pub trait LanguageSupport: Sync {
    /// The grammar.
    fn grammar(&self) -> tree_sitter::Language;

    /// A wider grammar with the same node names, tried on text that [`grammar`](Self::grammar) cannot read.
    fn wider_grammar(&self) -> Option<tree_sitter::Language> {
        None
    }

    /// A text of the same length and lines with what the grammar takes for something else blanked, read instead of the text.
    fn first_reading(&self, _text: &str) -> Option<String> {
        None
    }

    /// A text of the same length and lines with what the grammar cannot read blanked, tried where the text itself has errors.
    fn second_reading(&self, _text: &str) -> Option<String> {
        None
    }

    /// What must come before a declaration that is parsed alone.
    fn prefix_alone(&self) -> &'static str {
        ""
    }

    /// What stands for nothing in a body that must have something.
    fn filler(&self) -> &'static str {
        ""
    }

    /// Whether a call makes a value of the very class that it names, also where a variable of a wider type gets it.
    fn constructs(&self, _kind: CallKind, _callee: &str) -> bool {
        false
    }

    /// Where the statements of a text are, in a language whose files are lists of them: where the text has errors, each
    /// statement near one is parsed alone. `None` where declarations are found by their lines.
    fn statements(&self, _text: &str) -> Option<Vec<Range<usize>>> {
        None
    }

    /// Lowers the file. The module's definition and scope exist already. Called again for each declaration that was
    /// [read alone](recovery).
    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>);

    /// How a node is shown, where that is not evident from [`highlight::by_kind`]. `ancestors` are the nodes around
    /// it, outermost first (asking the tree for a parent walks down from the root). A class for a node with children
    /// covers all of it.
    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass>;

    /// How a node is shown whose kind says less than its text; asked before [`Self::highlight`].
    fn highlight_text(&self, node: Node<'_>, text: &str) -> Option<HighlightClass> {
        let _ = (node, text);
        None
    }
}

/// The facts of a file; `None` where this build has no support for the language.
pub fn parse(language: Language, text: &str) -> Option<FileFacts> {
    languages::support(language).map(|support| parse_with(support, text))
}

/// The facts of a file in a language chosen by its type, so that no other language is linked. A file that needs more
/// than its share of work has none but [`FileFacts::stopped`].
pub fn parse_with(support: &dyn LanguageSupport, text: &str) -> FileFacts {
    lower(support, text).unwrap_or_else(|stopped| Lowering::new(text).give_up(stopped))
}

fn lower(support: &dyn LanguageSupport, text: &str) -> Result<FileFacts, Stopped> {
    let mut cx = Lowering::new(text);
    if let Some(reading) = read(support, text)? {
        let root = reading.tree.root_node();
        cx.count_errors(root);
        cx.count_lost(&reading.lost);
        if !reading.parts_first {
            support.lower(&mut cx, root);
        }
        for part in &reading.parts {
            cx.at(part.origin, |cx| {
                cx.count_errors(part.tree.root_node());
                support.lower(cx, part.tree.root_node());
            });
        }
        if reading.parts_first {
            support.lower(&mut cx, root);
        }
        cx.sort_error_places();
        if reading.parts.is_empty() {
            rebinding::note(&mut cx, root, &|kind, callee| support.constructs(kind, callee));
        }
        chunking::chunk(&mut cx, root);
    }
    cx.finish()
}

/// The text with all that could be read of it.
fn read(support: &dyn LanguageSupport, text: &str) -> Result<Option<Reading>, Stopped> {
    let Some(Best { tree, grammar, text }) = best_tree(support, text)? else { return Ok(None) };
    let alone = Alone { grammar: &grammar, prefix: support.prefix_alone(), filler: support.filler() };
    let statements = if tree.root_node().has_error() { support.statements(&text) } else { None };
    Ok(Some(match statements {
        Some(statements) => recovery::by_statements(&alone, &text, tree, statements),
        None => recovery::recover(&alone, &text, tree),
    }))
}

/// A tree, with the grammar and the text that it was made by and from.
struct Best<'t> {
    tree: Tree,
    grammar: tree_sitter::Language,
    text: Cow<'t, str>,
}

/// The tree of the grammar that reads the text with fewer errors; the language's own where both do equally.
fn best_tree<'t>(support: &dyn LanguageSupport, text: &'t str) -> Result<Option<Best<'t>>, Stopped> {
    let grammar = support.grammar();
    let parse =
        |grammar: &tree_sitter::Language, text: &str| effort::parse(grammar, text, &Effort::of_parser(text.len()));
    let text = support.first_reading(text).map_or(Cow::Borrowed(text), Cow::Owned);
    let Some(own) = parse(&grammar, &text)? else { return Ok(None) };
    let own = Best { tree: own, grammar, text };
    if !own.tree.root_node().has_error() {
        return Ok(Some(own));
    }
    if let Some(second) = support.second_reading(&own.text) {
        let read = parse(&own.grammar, &second).ok().flatten();
        let read = read.map(|tree| Best { tree, grammar: own.grammar.clone(), text: Cow::Owned(second) });
        // An error node may hold half of the file: what counts is how much is not read.
        return Ok(Some(less(own, read, lowering::unread)));
    }
    // A wider grammar that cannot cope leaves what the language's own made of it.
    let wider = support.wider_grammar().and_then(|grammar| {
        let tree = parse(&grammar, &own.text).ok().flatten()?;
        Some(Best { tree, grammar, text: own.text.clone() })
    });
    Ok(Some(less(own, wider, lowering::errors)))
}

/// The tree with less of something; the first where both have as much.
fn less<'t>(own: Best<'t>, other: Option<Best<'t>>, of: fn(Node<'_>) -> u32) -> Best<'t> {
    match other {
        Some(other) if of(other.tree.root_node()) < of(own.tree.root_node()) => other,
        _ => own,
    }
}
