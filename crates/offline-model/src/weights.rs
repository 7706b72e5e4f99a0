//! The numbers by which [`relevance`](crate::relevance) picks what an answer is about.
//!
//! The thresholds were set by hand. The weights of places and kinds, and the powers of length and likeness in `relevance`, were
//! fitted together on the questions of where and how of the training half of `tests/eval`: they make the expected places likely among
//! all that was found (softmax of the logarithm of the score, each pulled to its value before), were checked on repositories left out
//! in turn, and rounded.
//! Whoever changes one runs `cargo xtask eval` and the tests of this crate. A weight of 1 changes nothing.

/// Of the best score, what another definition must reach to be described. Lower values let in what shares one common
/// word with the question.
pub const SHARE_OF_BEST: f64 = 0.42;
/// Of the best coverage, what another definition must reach: nearly half of what the best one holds.
pub const SHARE_OF_COVERAGE: f64 = 0.45;
/// Definitions that cover less than this count only if no document covers twice as much.
pub const LEAST_COVERAGE: f64 = 0.2;
/// See [`LEAST_COVERAGE`].
pub const DOCUMENT_COVERS_MORE: f64 = 0.5;

/// Of what the best test covers, what code must cover for tests to be left out.
pub const CODE_FOR_TESTS: f64 = 0.6;
/// The same where it is asked what happens: a test has all words of the condition, and the code those of what it does. Set by hand.
pub const CODE_FOR_TESTS_OF_CONDITION: f64 = 0.3;

/// Share of the search engine's score; it knows how rare a word is in the whole repository, but not the question.
pub const ENGINE: f64 = 0.3;
/// Share of a score that is kept at no coverage; the rest grows with it.
pub const UNCOVERED: f64 = 0.5;
/// See [`UNCOVERED`].
pub const COVERED: f64 = 0.5;

/// What a word counts for by the best place in which it occurs. The order is that of how deliberately a place is worded.
pub mod place {
    /// The symbol's own name. The scale: no place counts more.
    pub const NAME: f64 = 3.0;
    /// The name of the class around it.
    pub const CLASS: f64 = 2.9;
    pub const DOCUMENTATION: f64 = 1.5;
    /// The rest of the qualified name, and the path.
    pub const PATH: f64 = 1.0;
    pub const BODY: f64 = 1.0;
    /// The code of a definition of more than [`LONG`] lines.
    pub const LONG_BODY: f64 = 0.4;
    /// A body with more lines holds every word by chance.
    pub const LONG: usize = 40;
}

/// What code may call that which a word says counts for this much of the word itself in a score.
pub const SYNONYM: f64 = 0.75;
/// The same in what is covered.
pub const SYNONYM_COVERS: f64 = 0.5;
/// Lines of a definition beyond these make no difference.
pub const MOST_LINES: usize = 60;

/// Factors for what a definition is. Questions are about what is done more than about what holds it.
pub mod kind {
    pub const CALLABLE: f64 = 1.0;
    /// Classes and all other kinds.
    pub const OTHER: f64 = 0.7;
    pub const MINOR: f64 = 0.6;
    /// A field, for who asks how something works. Set by hand.
    pub const FIELD_FOR_HOW: f64 = 0.5;
    /// What is in no definition.
    pub const DOCUMENT: f64 = 0.5;
    /// What is in a test: it shows how the thing is used, not how it works.
    pub const TEST: f64 = 0.3;
    /// What is in the code that ships.
    pub const OWN: f64 = 1.0;
    /// What is in an example, a benchmark or a copy of another project, or kept for old users.
    pub const ASIDE: f64 = 0.55;
    /// What holds no word of the thing that the question asks about.
    pub const OFF_SUBJECT: f64 = 0.7;
    /// What turns the one into the other where the question asks for the way back.
    pub const OPPOSITE: f64 = 0.3;
    /// What turns the one into the other, as the question asks.
    pub const ALONG: f64 = 1.75;
    /// What is offered to those who use the code, where the question asks how something is done with it. Set by hand.
    pub const OFFERED: f64 = 1.4;
    /// What is called by words of the question that follow each other there: `downloadSpeed`. Set by hand.
    pub const PHRASE: f64 = 1.3;
    /// What is called old, deprecated or not what it is asked for. Set by hand.
    pub const TURNED: f64 = 0.5;
    /// What a build wrote: the source is there too.
    pub const COPY: f64 = 0.3;
}

/// When what does the work comes before a first place that only hands a value on. Set by hand.
pub mod first_place {
    /// Of the first place's score, what it must reach.
    pub const ABOUT_AS_GOOD: f64 = 0.7;
    /// Of what the first place covers of the question, what it must cover.
    pub const ABOUT_AS_MUCH: f64 = 0.9;
}

/// Factor for words that most questions about doing something contain (see
/// [`is_common`](code_words::everyday::is_common)).
pub const EVERYDAY: f64 = 0.45;
/// A word counts by the root of how many times rarer it is than a word in all that was found, up to this many times: one
/// find in a pool of twenty must not outweigh all other words.
pub const MOST_RARE: usize = 15;
/// What a name of nothing but the question's words gains; others gain by the share of theirs.
pub const PURE_NAME: f64 = 0.35;

/// Of sections of documents, for who asks how something is done with the code. Set by hand.
pub mod usage {
    /// What a section must cover of the question's words, from 0 to 1.
    pub const LEAST_COVERAGE: f64 = 0.5;
    /// What a section gains that is as like the question as can be.
    pub const LIKENESS: f64 = 1.0;
    /// Factor for a section that shows code.
    pub const CODE: f64 = 1.5;
    /// What a section gains by each word of the question that its title has.
    pub const TITLE: f64 = 0.25;
    /// Words of a title that count.
    pub const MOST_IN_TITLE: usize = 3;
    /// Factor for a section that a build wrote: its source is there too.
    pub const GENERATED: f64 = 0.5;
}

/// Of passages of documents and comments that are quoted beside code, whatever is asked. Set by hand.
pub mod passage {
    /// What a passage must cover of the question's words, from 0 to 1.
    pub const LEAST_COVERAGE: f64 = 0.5;
    /// The same where a word of the question is in nothing that was found.
    pub const LEAST_IN_DOUBT: f64 = 0.65;
    /// The same under a title with so many words of the question.
    pub const LEAST_TITLED: f64 = 0.25;
    /// See [`LEAST_TITLED`].
    pub const OF_TITLE: usize = 2;
    /// Of what the first place of code covers, what a passage must cover to be quoted beside it.
    pub const ABOUT_AS_MUCH: f64 = 0.8;
    /// So much more than the first place of code covers a passage that is quoted before it.
    pub const CLEARLY_MORE: f64 = 0.2;
    /// Factor for a passage under a title with a word of the question.
    pub const TITLE: f64 = 1.25;
}
