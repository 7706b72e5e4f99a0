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
mod weight;

pub use highlight::{HighlightClass, HighlightSpan, highlight, highlight_with};
pub use lowering::Lowering;

use effort::Effort;
use facts::{FileFacts, Stopped};
use source::Language;
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

    /// Lowers the file. The module's definition and scope exist already.
    fn lower(&self, cx: &mut Lowering<'_>, root: Node<'_>);

    /// How a node is shown, where that is not evident from [`highlight::by_kind`]. `ancestors` are the nodes around
    /// it, outermost first (asking the tree for a parent walks down from the root). A class for a node with children
    /// covers all of it.
    fn highlight(&self, node: Node<'_>, ancestors: &[Node<'_>]) -> Option<HighlightClass>;
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
    if let Some(tree) = best_tree(support, text)? {
        cx.count_errors(tree.root_node());
        support.lower(&mut cx, tree.root_node());
        chunking::chunk(&mut cx, tree.root_node());
    }
    cx.finish()
}

/// The tree of the grammar that reads the text with fewer errors; the language's own where both do equally.
fn best_tree(support: &dyn LanguageSupport, text: &str) -> Result<Option<Tree>, Stopped> {
    let read = support.first_reading(text);
    let text = read.as_deref().unwrap_or(text);
    let tree = |grammar| effort::parse(&grammar, text, &Effort::of_parser(text.len()));
    let Some(own) = tree(support.grammar())? else { return Ok(None) };
    if !own.root_node().has_error() {
        return Ok(Some(own));
    }
    if let Some(second) = support.second_reading(text) {
        let read = effort::parse(&support.grammar(), &second, &Effort::of_parser(text.len())).ok().flatten();
        // An error node may hold half of the file: what counts is how much is not read.
        return Ok(Some(less(own, read, lowering::unread)));
    }
    // A wider grammar that cannot cope leaves what the language's own made of it.
    let wider = support.wider_grammar().and_then(|grammar| tree(grammar).ok().flatten());
    Ok(Some(less(own, wider, lowering::errors)))
}

/// The tree with less of something; the first where both have as much.
fn less(own: Tree, other: Option<Tree>, of: fn(Node<'_>) -> u32) -> Tree {
    match other {
        Some(other) if of(other.root_node()) < of(own.root_node()) => other,
        _ => own,
    }
}
