//! The bundled sample: Quarry's own source.

use crate::files::fresh_folder;
use crate::place;
use crate::run::{output, program};
use anyhow::{Context, Result};
use std::path::Path;

/// Packs every tracked text file but npm's lock files into `folder/quarry.tar.gz`; the same sources give the same bytes.
pub fn pack_into(folder: &Path) -> Result<()> {
    fresh_folder(folder)?;
    let listing = output(program("git")?.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))
        .context("git does not list the checkout's files; the sample is packed from them")?;
    let mut names: Vec<&str> =
        listing.split('\0').filter(|name| !name.is_empty() && !name.ends_with("package-lock.json")).collect();
    names.sort_unstable();
    let file = std::fs::File::create(folder.join("quarry.tar.gz"))?;
    let mut archive = tar::Builder::new(flate2::write::GzEncoder::new(file, flate2::Compression::best()));
    for name in names {
        let path = place::root().join(name);
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, format!("quarry/{name}"), bytes.as_slice())?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}
