//! What is wrong with a file of strings.

use std::fmt;
use thiserror::Error;

/// Something in a file of strings that the build refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// As the reader of the file named it.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// What is wrong there.
    pub what: Fault,
}

/// What is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("this is not Fluent: {0}")]
    Syntax(String),
    #[error("{0} is outside the subset of Fluent that the page's strings use")]
    Unsupported(&'static str),
    #[error("the id `{0}` is not of lower-case words with hyphens between, at least two")]
    Id(String),
    #[error("`{0}` is there twice")]
    Twice(String),
    #[error("`{0}` is neither a number nor a plural category (zero, one, two, few, many, other)")]
    Key(String),
    #[error("the default of a selector is `other`")]
    Default,
    #[error("a control character in `{0}`")]
    Control(String),
    #[error("`{0}` has more than ten arguments")]
    Arguments(String),
    #[error("`{0}` is missing")]
    Missing(String),
    #[error("English has no `{0}`")]
    Unknown(String),
    #[error("`{id}` has the arguments {found}, in English {expected}")]
    OtherArguments { id: String, found: String, expected: String },
    #[error("`{id}` selects by `${argument}`, which English does not: it is no count")]
    NoCount { id: String, argument: String },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for Problem {}

/// All that is wrong with a file, in the order of its lines; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    /// A line each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|problem| write!(f, "\n{problem}"))
    }
}

impl std::error::Error for Problems {}
