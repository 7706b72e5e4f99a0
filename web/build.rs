//! Writes a function for each of the page's strings (`crate::strings`) from `strings/*.ftl`. A language that is incomplete fails
//! the build, with what it lacks.
#![expect(clippy::disallowed_methods, reason = "a build script is an edge: it reads files and writes one")]

use anyhow::{Context, bail};
use page_strings::{Catalog, Part, functions, translation};
use std::path::{Path, PathBuf};

/// The message in which each language names itself.
const NAME: &str = "language-name";

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=strings");
    let english = read(Path::new("strings/en.ftl"))?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir("strings")? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut languages = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "ftl")) {
        let catalog = read(path)?;
        translation(&english, &catalog)?;
        let tag = path.file_stem().context("a file without a name")?.to_string_lossy().into_owned();
        let parts = catalog.message(NAME).map(|message| message.parts.as_slice());
        let Some([Part::Text(name)]) = parts else { bail!("{tag}: `{NAME}` is no text") };
        languages.push((tag, name.clone()));
    }
    let out = std::env::var("OUT_DIR")?;
    Ok(std::fs::write(Path::new(&out).join("strings.rs"), functions(&english, &languages))?)
}

fn read(path: &Path) -> anyhow::Result<Catalog> {
    let name = Path::new("web").join(path).display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    Ok(Catalog::read(&name, &text)?)
}
