//! The docs sites of `docs/recipes`: built by their own generators with the ask element in them, opened in Chromium.
//!
//! Everything happens in the cache. A site is copied there, the embed's files and an index are put beside its pages as its
//! recipe says, and its generator runs; what was installed for it is used by the next run.

mod generator;

use crate::files::{copy_folder, fresh_folder, hash_of, hash_of_folder};
use crate::run::{node_tests, program, run, step};
use crate::{app, embed, place, setup};
use anyhow::{Context, Result, ensure};
use generator::{GENERATORS, Generator};
use std::path::{Path, PathBuf};
use std::time::Instant;

const SOURCES: &str = "tests/sites";

/// The repository that the sites document, and that is asked about.
const REPOSITORY: &str = "tests/fixtures/shop";

/// Builds the sites and tests them. `arguments`: the name of one generator, or none for all.
pub fn run_all(arguments: &[String]) -> Result<()> {
    let started = Instant::now();
    let only = arguments.first();
    let names = || GENERATORS.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let chosen: Vec<_> = GENERATORS.iter().filter(|it| only.is_none_or(|name| it.name == name)).collect();
    ensure!(!chosen.is_empty(), "no such generator; there are: {}", names());

    setup::for_tests()?;
    sites(&chosen, &embed::build()?, &app::tested_command_line()?)?;
    println!("docs sites: {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// Builds all sites with the built embed and command line, and tests them.
pub fn with_embed(package: &Path, quarry: &Path) -> Result<()> {
    sites(&GENERATORS.iter().collect::<Vec<_>>(), package, quarry)
}

fn sites(chosen: &[&Generator], package: &Path, quarry: &Path) -> Result<()> {
    let index = index(quarry)?;
    for generator in chosen {
        build(generator, package, &index)?;
    }
    tests(chosen)
}

/// The index of the repository, made as CI of a docs site makes it.
fn index(quarry: &Path) -> Result<PathBuf> {
    step("An index of the sites' repository");
    let index = folder()?.join("index");
    fresh_folder(&index)?;
    let mut quarry = program(quarry)?;
    run(quarry.args(["index", REPOSITORY, "--out"]).arg(&index))?;
    Ok(index)
}

/// Installs the generator and builds its site, unless it was built from the same before.
fn build(generator: &Generator, package: &Path, index: &Path) -> Result<()> {
    let started = Instant::now();
    let home = folder()?.join(generator.name);
    std::fs::create_dir_all(&home)?;
    let installed = (generator.install)(&home)?;
    let seconds = started.elapsed().as_secs_f32();
    let (site, built, stamp) = (home.join("site"), home.join("built"), home.join("built.inputs"));
    lay_out(generator, &site, package, index)?;
    // The pinned packages are among the files; how they are put to use is not.
    let how = hash_of(include_bytes!("generator.rs"));
    let inputs = format!("{how:016x} {:016x}", hash_of_folder(&site)?);
    if std::fs::read_to_string(&stamp).is_ok_and(|before| before == inputs) {
        println!("the docs site of {}: unchanged", generator.name);
        return Ok(());
    }

    step(&format!("The docs site of {}", generator.name));
    let started = Instant::now();
    fresh_folder(&built)?;
    std::fs::write(&stamp, "unfinished")?;
    run((generator.command)(&installed, &site, &built)?.current_dir(&site).env("CI", "true"))
        .with_context(|| format!("{} could not build its site", generator.name))?;
    std::fs::write(&stamp, inputs)?;
    println!("installed in {seconds:.0} s, built in {:.1} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// The site's sources with the style that all recipes share, and beside its pages the index and the embed.
fn lay_out(generator: &Generator, site: &Path, package: &Path, index: &Path) -> Result<()> {
    let sources = place::root().join(SOURCES);
    copy_folder(&sources.join(generator.name), site)?;
    std::fs::copy(sources.join("ask.css"), site.join(generator.style))?;
    let assets = site.join(generator.assets);
    copy_folder(index, &assets.join("quarry"))?;
    copy_embed(package, &assets.join("quarry-ask"))
}

/// What the recipes say to copy of the package: the script and the folder of its parts.
fn copy_embed(package: &Path, to: &Path) -> Result<()> {
    fresh_folder(to)?;
    std::fs::copy(package.join("quarry-ask.js"), to.join("quarry-ask.js")).context("the embed's quarry-ask.js")?;
    for entry in std::fs::read_dir(package)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("parts-") {
            copy_folder(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn tests(chosen: &[&Generator]) -> Result<()> {
    step("The docs sites in Chromium");
    let names = chosen.iter().map(|generator| generator.name);
    let mut node = node_tests(["recipes"].into_iter().chain(names).map(|name| format!("{SOURCES}/{name}.test.mjs")))?;
    run(node.env("QUARRY_CHROMIUM", setup::chromium()?).env("QUARRY_SITES", folder()?))
}

fn folder() -> Result<PathBuf> {
    Ok(place::cache()?.join("sites"))
}
