//! The sentences of answers, and what licenses each: the only place where an answer's words are put together.
//!
//! A [`Sentence`] has private fields and no public constructor: all of them are made in the modules below this one, by functions
//! that take what a tool returned (a definition, a call, a claim, a commit, a tool's own output) and never a text about the code.
//! A verb is therefore said only with its fact: "calls" of a call site, "raises" of a claim that says so. A writer chooses
//! which sentences an answer has and in which order; it cannot word one. What is said without evidence is either that something was
//! not found ([`absent`]) or fixed when the program is compiled ([`fixed`]).

pub mod absent;
pub mod added;
pub mod called;
pub mod committed;
pub mod compared;
pub mod count;
pub mod defined;
pub mod documented;
pub mod exported;
pub mod fact;
pub mod fixed;
pub mod listed;
mod lookup;
pub mod noted;
pub mod overview;
pub mod place;
pub mod reached;
pub mod topic;

use std::borrow::Cow;

/// A line of an answer.
#[derive(Debug, Clone)]
pub struct Sentence {
    text: Cow<'static, str>,
    support: Support,
}

/// What a sentence rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// The evidence that it cites.
    Cited,
    /// What is listed or shown right below it, each with its own citation, and what a tool has counted of it.
    Below,
    /// A search that found nothing: what was looked for is in the sentence.
    NotFound,
    /// Nothing was looked up, or not all: that there is none is not said.
    NotLookedUp,
    /// What a tool has put out, which has no lines to cite.
    Output,
    /// Nothing, for it says nothing about the code: a heading, a hint, a limit of the answer.
    Fixed,
}

impl Sentence {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn support(&self) -> Support {
        self.support
    }

    /// Of evidence that the text cites. [`cite`](super::markdown::cite) alone writes citations, since text of a repository has its
    /// brackets taken apart.
    fn cited(text: String) -> Self {
        debug_assert!(text.contains("[["), "a statement without a citation: {text}");
        Self { text: text.into(), support: Support::Cited }
    }

    fn below(text: String) -> Self {
        Self { text: text.into(), support: Support::Below }
    }

    fn not_found(text: String) -> Self {
        Self { text: text.into(), support: Support::NotFound }
    }

    fn not_looked_up(text: String) -> Self {
        Self { text: text.into(), support: Support::NotLookedUp }
    }

    fn output(text: String) -> Self {
        Self { text: text.into(), support: Support::Output }
    }

    const fn fixed(text: &'static str) -> Self {
        Self { text: Cow::Borrowed(text), support: Support::Fixed }
    }
}
