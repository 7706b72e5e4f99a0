//! The collectors, one list a file.

mod api;
mod clap_options;
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
mod framework_options;
mod go_commands;
mod help_options;
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
mod parsed_options;
mod read_options;
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

/// What looks at each file. A table, so that each stays a function of its own: as one function of 100 kB they took a browser a third of
/// a second to compile.
const COLLECTORS: &[fn(&File<'_>, &mut Collected)] = &[
    routes::collect,
    commands::collect,
    options::collect,
    clap_options::collect,
    framework_options::collect,
    compared_options::collect,
    parsed_options::collect,
    help_options::collect,
    environment::collect,
    configuration::collect,
    errors::collect,
    types::collect,
    tests::collect,
    todos::collect,
    api::collect,
    examples::collect,
    locales::collect,
    migrations::collect,
    decorated::collect,
    imports::collect,
    entry_points::collect,
    scripts::collect,
    manifests::collect,
    modules::collect,
    members::collect,
    member_literals::collect,
    member_choices::collect,
    member_codes::collect,
    member_constants::collect,
    member_emitted::collect,
    events::collect,
    documented_options::collect,
    read_options::collect,
    member_tables::collect,
];

/// Collects all lists from one file.
pub fn collect(file: &File<'_>, out: &mut Collected) {
    COLLECTORS.iter().for_each(|collect| collect(file, out));
}

/// Makes the lists that need all files.
/// `paths` are those of all files.
#[inline(never)]
pub fn finish(out: &mut Collected, paths: &BTreeMap<FileId, String>) {
    help_options::finish(out);
    imports::finish(out);
    errors::finish(out);
    types::finish(out, paths);
}
