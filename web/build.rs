//! Writes a function for each of the page's strings (`crate::strings`) from `strings/*.ftl`. A language that is incomplete fails
//! the build, with what it lacks.
#![expect(clippy::disallowed_methods, reason = "a build script is an edge: it reads files and writes one")]

use page_strings::{Catalog, Part, Problem, functions, translation};
use std::error::Error;
use std::path::{Path, PathBuf};

/// The message in which each language names itself.
const NAME: &str = "language-name";

fn main() -> Result<(), Box<dyn Error>> {
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
        translation(&english, &catalog).map_err(listed)?;
        let tag = path.file_stem().ok_or("a file without a name")?.to_string_lossy().into_owned();
        let parts = catalog.message(NAME).map(|message| message.parts.as_slice());
        let Some([Part::Text(name)]) = parts else { return Err(format!("{tag}: `{NAME}` is no text").into()) };
        languages.push((tag, name.clone()));
    }
    let out = std::env::var("OUT_DIR")?;
    Ok(std::fs::write(Path::new(&out).join("strings.rs"), functions(&english, &languages))?)
}

fn read(path: &Path) -> Result<Catalog, Box<dyn Error>> {
    let name = Path::new("web").join(path).display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    Ok(Catalog::read(&name, &text).map_err(listed)?)
}

fn listed(problems: Vec<Problem>) -> String {
    problems.iter().map(|problem| format!("\n{problem}")).collect()
}
