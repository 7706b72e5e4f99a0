//! The collectors, one list a file.

mod api;
mod commands;
mod configuration;
mod decorated;
mod entry_points;
mod environment;
mod errors;
mod examples;
mod imports;
mod locales;
mod migrations;
mod options;
mod routes;
mod scripts;
mod tests;
mod todos;
mod types;

pub use examples::folded as examples_folded;
pub use types::TypeRow;

use crate::manifest::{self, Manifest};
use crate::scan::File;
use crate::{Entry, List};

/// What the files so far have.
#[derive(Debug, Default)]
pub struct Collected {
    pub pages: Vec<Vec<Entry>>,
    /// Types with their bases, from which several lists are made once all files are there.
    pub types: Vec<TypeRow>,
    pub manifests: Vec<Manifest>,
}

impl Collected {
    pub fn push(&mut self, list: List, entry: Entry) {
        self.pages.resize_with(List::ALL.len(), Vec::new);
        self.pages[list as usize].push(entry);
    }
}

/// Collects all lists from one file.
pub fn collect(file: &File<'_>, out: &mut Collected) {
    routes::collect(file, out);
    commands::collect(file, out);
    options::collect(file, out);
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
    if let Some(manifest) = manifest::read(file) {
        manifest::collect(&manifest, file, out);
        out.manifests.push(manifest);
    }
}

/// Makes the lists that need all files.
pub fn finish(out: &mut Collected) {
    errors::finish(out);
    types::finish(out);
}
