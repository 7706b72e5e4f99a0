//! What the words of source code and of questions about it mean to every other crate.
//!
//! [`identifier`] splits texts into words and identifiers into parts, [`stem`] compares forms of a word, [`irregular`] those that no
//! stemmer knows, [`abbreviations`] lists short forms, [`spelling`] British and American ones, [`synonyms`] and [`condition`] what code calls that which people say,
//! [`turned`] reads that a condition is negated, [`http_status`] what the states of HTTP are called, [`number`] what a number is worth as code writes it,
//! [`operators`] what functions of operators are called, [`logging`] what loggers are called, [`stop_words`] lists the words that say nothing about a subject and
//! [`everyday`] those that people put around it, and [`path`] recognises tests, examples, old and built files by the conventions
//! of their names. Search, call graph and offline model read the same tables here, so they agree on what a word is and which
//! file is a test.
//!
//! Everything is a pure function of its arguments; nothing here ranks, resolves or answers.

pub mod abbreviations;
pub mod condition;
pub mod everyday;
pub mod http_status;
pub mod identifier;
pub mod irregular;
pub mod logging;
pub mod misspelt;
pub mod number;
pub mod operators;
pub mod opposite;
mod particle_verbs;
pub mod path;
pub mod setting;
pub mod spelling;
pub mod stem;
pub mod stop_words;
pub mod synonyms;
pub mod turned;
