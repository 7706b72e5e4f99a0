//! What manifests declare: dependencies, scripts, entry points.

use super::Collected;
use crate::manifest::{self, Row};
use crate::scan::File;
use crate::{Entry, List};

/// Keeps a manifest, and puts what it declares into the lists.
pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(manifest) = manifest::read(file) else { return };
    let of = |row: &Row| -> Entry { file.entry((row.line, row.line), &row.name, &row.detail) };
    let lists = [
        (List::Dependencies, &manifest.dependencies),
        (List::Scripts, &manifest.scripts),
        (List::EntryPoints, &manifest.entry_points),
        (List::Features, &manifest.features),
    ];
    for (list, rows) in lists {
        rows.iter().for_each(|row| out.push(list, of(row)));
    }
    out.manifests.push(manifest);
}
