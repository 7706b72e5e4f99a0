//! Answers of a [`codebase::Codebase`] as the types of [`protocol`]: files, folders, symbols, calls and search results as
//! every host shows them, without a model.
//!
//! Start at [`symbol_page`].

mod acceptance;
mod calls;
mod changed_files;
mod changes;
mod dropped_patch;
mod files;
mod found;
mod kind_word;
mod meaning;
mod overview;
mod references;
mod symbols;

pub use acceptance::{AcceptanceError, acceptance};
pub use calls::calls_as_json;
pub use changed_files::{ChangedFilesError, changed_files};
pub use changes::{BaseError, base_text, differences, patch, proposed_changes};
pub use dropped_patch::{DroppedPatch, PatchProblem, dropped_patch, shown_name};
pub use files::{directory, file};
pub use found::{found, found_items, hit};
pub use meaning::meaning;
pub use overview::{overview, parts_map};
pub use references::{
    call_path, find_in_file, impact, impact_as_json, implementations_as_json, references, references_as_json,
    relatives, step_as_json, supertypes_as_json,
};
pub use symbols::{edge, neighbourhood, summary, symbol_named, symbol_page};
