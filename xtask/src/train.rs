//! `cargo xtask train words`: fetches the packages of `tests/words/manifest.tsv` and fits the tables of learned words on them.

use crate::files::fresh_folder;
use crate::place;
use crate::run::{cargo, output, program, run, step};
use crate::setup;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "tests/words/manifest.tsv";
const TABLE: &str = "crates/learned-words/table/words.bin";
const SMALL_TABLE: &str = "crates/learned-words/table/small.bin";

/// A line of the manifest: what is needed to fetch it. Its checksum is checked by the program that reads it.
struct Package<'m> {
    registry: &'m str,
    name: &'m str,
    version: &'m str,
    file: &'m str,
}

/// Fetches what is not there yet, then fits. `arguments` go to the program, as `--dimensions 64`.
pub fn words(arguments: &[String]) -> Result<()> {
    let text = std::fs::read_to_string(place::root().join(MANIFEST))?;
    let packages = text.lines().filter(|line| !line.starts_with('#')).map(package).collect::<Result<Vec<_>>>()?;
    let folder = place::cache()?.join("word-packages");
    std::fs::create_dir_all(&folder)?;
    let missing: Vec<&Package> = packages.iter().filter(|package| !folder.join(package.file).exists()).collect();
    if !missing.is_empty() {
        step(&format!("{} source packages to learn words from (once)", missing.len()));
        fetch(&missing, &folder)?;
    }
    step("Learned words");
    run(&mut cargo(&["build", "--profile", "native", "--locked", "-p", "word-training"])?)?;
    let built = place::target()?.join("native").join(format!("word-training{}", std::env::consts::EXE_SUFFIX));
    let mut training = program(built)?;
    training
        .args(["--manifest", MANIFEST, "--out", TABLE, "--small", SMALL_TABLE, "--packages"])
        .arg(&folder)
        .args(arguments);
    run(&mut training)
}

fn package(line: &str) -> Result<Package<'_>> {
    let columns: Vec<&str> = line.split('\t').collect();
    ensure!(columns.len() == 6, "{MANIFEST}: the line `{line}` has not six columns");
    Ok(Package { registry: columns[0], name: columns[1], version: columns[2], file: columns[3] })
}

fn fetch(missing: &[&Package], folder: &Path) -> Result<()> {
    let work = folder.join("partial");
    fresh_folder(&work)?;
    let of = |registry: &'static str| missing.iter().copied().filter(move |package| package.registry == registry);
    for package in of("pypi") {
        let wanted = format!("{}=={}", package.name, package.version);
        let mut pip = program(setup::pip()?)?;
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--dest"])
            .arg(&work)
            .args(wheel(package.file))
            .arg(wanted);
        run(&mut pip)?;
    }
    for package in of("npm") {
        let wanted = format!("{}@{}", package.name, package.version);
        run(program("npm")?.args(["pack", "--silent", "--pack-destination"]).arg(&work).arg(&wanted))?;
    }
    let crates: Vec<&Package> = of("crates").collect();
    if !crates.is_empty() {
        copy_crates(&crates, &work)?;
    }
    for package in missing {
        let fetched = find(&work, package)?;
        std::fs::rename(fetched, folder.join(package.file))?;
    }
    Ok(std::fs::remove_dir_all(&work)?)
}

/// Asks pip for just this wheel, on whatever system it runs: `name-version-python-abi-platform.whl`.
fn wheel(file: &str) -> Vec<String> {
    let Some(tags) = file.strip_suffix(".whl") else { return vec!["--no-binary=:all:".to_owned()] };
    let mut tags: Vec<&str> = tags.rsplit('-').take(3).collect();
    let (platforms, abi, python) = (tags.remove(0), tags.remove(0), tags.remove(0));
    let mut asked = vec!["--only-binary=:all:".to_owned(), format!("--abi={abi}")];
    asked.extend(platforms.split('.').map(|platform| format!("--platform={platform}")));
    let version = python.trim_start_matches(|c: char| c.is_alphabetic());
    // `py3` and `py2.py3` are for any version: one that all packages take.
    let version = if version.len() > 1 && !version.contains('.') { version } else { "311" };
    asked.push(format!("--python-version={version}"));
    asked.push(format!("--implementation={}", if python.starts_with("cp") { "cp" } else { "py" }));
    asked
}

/// Lets cargo fetch all of them as dependencies of a throw-away package, and copies their files from cargo's own cache.
fn copy_crates(crates: &[&Package], work: &Path) -> Result<()> {
    let head = "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n\
                [workspace]\n[dependencies]\n";
    let line = |package: &&Package| {
        format!("{} = {{ version = \"={}\", default-features = false }}\n", package.name, package.version)
    };
    std::fs::write(work.join("Cargo.toml"), crates.iter().map(line).fold(head.to_owned(), |all, line| all + &line))?;
    std::fs::write(work.join("lib.rs"), "")?;
    let mut metadata = program("cargo")?;
    metadata.args(["metadata", "--format-version", "1"]).current_dir(work);
    let text = output(&mut metadata).context("the crates could not be fetched: is there a network?")?;
    let listed: Value = serde_json::from_str(&text)?;
    for package in crates {
        let is_it = |listed: &&Value| listed["name"] == package.name && listed["version"] == package.version;
        let found = listed["packages"].as_array().and_then(|all| all.iter().find(is_it));
        let manifest = found.and_then(|found| found["manifest_path"].as_str());
        let manifest = PathBuf::from(manifest.with_context(|| format!("cargo did not fetch {}", package.name))?);
        std::fs::copy(archive_of(&manifest).context("cargo keeps no archives")?, work.join(package.file))?;
    }
    Ok(())
}

/// `registry/src/INDEX/NAME-VERSION/Cargo.toml` is unpacked from `registry/cache/INDEX/NAME-VERSION.crate`.
fn archive_of(manifest: &Path) -> Option<PathBuf> {
    let package = manifest.parent()?;
    let index = package.parent()?;
    let name = format!("{}.crate", package.file_name()?.to_str()?);
    Some(index.parent()?.parent()?.join("cache").join(index.file_name()?).join(name))
}

/// The fetched file: npm names the archive of a package with a scope differently in some versions.
fn find(work: &Path, package: &Package) -> Result<PathBuf> {
    let wanted = |path: &PathBuf| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(package.file));
    let files = std::fs::read_dir(work)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let found = files.into_iter().find(wanted);
    found.with_context(|| format!("{} {}: no {} was fetched", package.name, package.version, package.file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_is_asked_for_by_its_tags() {
        let plain = wheel("anyio-4.16.0-py3-none-any.whl").join(" ");
        assert_eq!(plain, "--only-binary=:all: --abi=none --platform=any --python-version=311 --implementation=py");
        let built = wheel("numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl");
        assert!(
            built.contains(&"--platform=manylinux_2_28_x86_64".to_owned()) && built.contains(&"--abi=cp311".to_owned())
        );
        assert_eq!(wheel("a-1.tar.gz"), ["--no-binary=:all:"]);
    }

    #[test]
    fn the_archive_of_a_crate_is_in_cargos_cache() {
        let manifest = Path::new("/c/registry/src/index-1/url-2.5.0/Cargo.toml");
        assert_eq!(archive_of(manifest), Some("/c/registry/cache/index-1/url-2.5.0.crate".into()));
    }
}
