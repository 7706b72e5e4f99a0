//! Looking at code without a model: a codebase's answers in the words of [`protocol`], the same on every host.

mod calls;
mod files;
mod found;
mod meaning;
mod symbols;

pub use calls::calls_as_json;
pub use files::{directory, file};
pub use found::{found, hit};
pub use meaning::meaning;
pub use symbols::{edge, neighbourhood, summary, symbol_page};
