//! The strings of the page: Fluent files, a language each, read and compiled when the page is built.
//!
//! [`Catalog::read`] reads a file. Of Fluent it takes a subset: messages of text, `{ $name }`, literals such as `{" "}`, and
//! selectors by the plural category of a count or by exact numbers, which hold no selectors. [`functions()`] writes a Rust function
//! a message with English in it; [`translation()`] writes the file that the page loads for another language, after it has
//! compared that language with English. What does not belong is a [`Problem`] that names file and line, and the build fails.
//!
//! A compiled message is a text with arguments by number, so that the page needs no parser:
//!
//! | what | compiled |
//! |---|---|
//! | text | itself |
//! | the second argument | U+0001, `1` |
//! | a selector by the first argument | U+0002, `0`, then key U+0003 text U+0003 for each variant, U+0004 |

mod catalog;
mod compact;
mod functions;
mod problem;
mod translation;

pub use catalog::{Catalog, Message, Part, Variant};
pub use functions::functions;
pub use problem::{Problem, Problems};
pub use translation::translation;
