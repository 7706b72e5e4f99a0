//! `page-strings FOLDER OUT`: compiles every language of a folder of strings but English into `OUT/<language>.json`.
#![expect(clippy::disallowed_methods, reason = "this program is the edge: it reads the folder and writes files")]

use page_strings::{Catalog, Problem, translation};
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder, out] = arguments.as_slice() else { return Err("usage: page-strings FOLDER OUT".into()) };
    std::fs::create_dir_all(out)?;
    let english = read(&folder.join("en.ftl"))?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().ok_or("a file without a name")?;
        if path.extension().is_some_and(|extension| extension == "ftl") && name != "en" {
            let compiled = translation(&english, &read(&path)?).map_err(listed)?;
            std::fs::write(out.join(name).with_extension("json"), compiled)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Catalog, Box<dyn Error>> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    Ok(Catalog::read(&name, &text).map_err(listed)?)
}

fn listed(problems: Vec<Problem>) -> String {
    problems.iter().map(|problem| format!("\n{problem}")).collect()
}
