//! The collectors, one list a file.

mod api;
mod commands;
mod compared_options;
mod configuration;
mod decorated;
mod documented_options;
mod entry_points;
mod environment;
mod errors;
mod events;
mod examples;
mod imports;
mod locales;
mod manifests;
mod member_choices;
mod member_codes;
mod member_constants;
mod member_emitted;
mod member_literals;
mod member_tables;
mod members;
mod migrations;
mod modules;
mod options;
mod routes;
mod scripts;
mod tests;
mod todos;
mod types;

pub use environment::is_read_in as reads_environment;
pub use examples::folded as examples_folded;

pub use crate::collected::{Collected, TypeRow};
use crate::scan::File;
use source::FileId;
use std::collections::BTreeMap;

/// Collects all lists from one file.
pub fn collect(file: &File<'_>, out: &mut Collected) {
    routes::collect(file, out);
    commands::collect(file, out);
    options::collect(file, out);
    compared_options::collect(file, out);
    environment::collect(file, out);
    configuration::collect(file, out);
    errors::collect(file, out);
    types::collect(file, out);
    tests::collect(file, out);
    todos::collect(file, out);
    api::collect(file, out);
    examples::collect(file, out);
    locales::collect(file, out);
    migrations::collect(file, out);
    decorated::collect(file, out);
    imports::collect(file, out);
    entry_points::collect(file, out);
    scripts::collect(file, out);
    manifests::collect(file, out);
    modules::collect(file, out);
    members::collect(file, out);
    member_literals::collect(file, out);
    member_choices::collect(file, out);
    member_codes::collect(file, out);
    member_constants::collect(file, out);
    member_emitted::collect(file, out);
    events::collect(file, out);
    documented_options::collect(file, out);
    member_tables::collect(file, out);
}

/// Makes the lists that need all files.
/// `paths` are those of all files.
pub fn finish(out: &mut Collected, paths: &BTreeMap<FileId, String>) {
    imports::finish(out);
    errors::finish(out);
    types::finish(out, paths);
}
