//! `page-strings FOLDER OUT`: compiles every language of a folder of strings but English into `OUT/<language>.json`.
#![expect(clippy::disallowed_methods, reason = "this program is the edge: it reads the folder and writes files")]

use anyhow::{Context, bail};
use page_strings::{Catalog, translation};
use std::path::{Path, PathBuf};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder, out] = arguments.as_slice() else { bail!("usage: page-strings FOLDER OUT") };
    std::fs::create_dir_all(out)?;
    let english = read(&folder.join("en.ftl"))?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().context("a file without a name")?;
        if path.extension().is_some_and(|extension| extension == "ftl") && name != "en" {
            let compiled = translation(&english, &read(&path)?)?;
            std::fs::write(out.join(name).with_extension("json"), compiled)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Catalog> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    Ok(Catalog::read(&name, &text)?)
}
