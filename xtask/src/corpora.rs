//! Real repositories for the evaluation and the benchmarks: source packages, fetched once by their registries' own
//! clients at pinned versions and kept in the cache.

use crate::files::fresh_folder;
use crate::place;
use crate::run::{output, program, run, step};
use crate::setup;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Where a source package comes from.
#[derive(Debug, Clone, Copy)]
enum Registry {
    Python,
    Npm,
    Rust,
}

#[derive(Debug)]
pub struct Corpus {
    /// The folder's name, and so the repository's.
    pub name: &'static str,
    package: &'static str,
    /// Pinned.
    pub version: &'static str,
    registry: Registry,
    /// Which of the package's files belong to the repository.
    keep: fn(&str) -> bool,
}

/// Flask, with its tests, examples and documentation.
pub const FLASK: Corpus =
    Corpus { name: "flask", package: "flask", version: "3.1.1", registry: Registry::Python, keep: |_| true };

/// RxJS: its TypeScript, without what was built from it.
pub const RXJS: Corpus = Corpus {
    name: "rxjs",
    package: "rxjs",
    version: "7.8.2",
    registry: Registry::Npm,
    keep: |path| path.starts_with("src/") || !path.contains('/'),
};

pub const TOKIO: Corpus =
    Corpus { name: "tokio", package: "tokio", version: "1.54.1", registry: Registry::Rust, keep: |_| true };

/// About 130 files: the Python of Aider, with its tests and benchmark.
pub const AIDER: Corpus = Corpus {
    name: "aider",
    package: "aider-chat",
    version: "0.86.1",
    registry: Registry::Python,
    keep: |path| path.ends_with(".py"),
};

/// About 1,000 files: Django's Python and the first part of its tests, without translations.
pub const DJANGO: Corpus = Corpus {
    name: "django",
    package: "django",
    version: "5.2.8",
    registry: Registry::Python,
    keep: |path| {
        let first_tests = ["tests/a", "tests/b", "tests/c"].iter().any(|start| path.starts_with(start));
        path.ends_with(".py") && !path.contains("/locale/") && (path.starts_with("django/") || first_tests)
    },
};

/// About 5,000 files: all of Django, with tests, documentation, templates and translations.
pub const DJANGO_WHOLE: Corpus =
    Corpus { name: "django-whole", package: "django", version: "5.2.8", registry: Registry::Python, keep: |_| true };

impl Corpus {
    /// The repository's folder, fetched where it is not there yet.
    pub fn fetch(&self) -> Result<PathBuf> {
        let home = place::cache()?.join("corpora").join(format!("{}-{}", self.name, self.version));
        let folder = home.join(self.name);
        if folder.exists() {
            return Ok(folder);
        }
        step(&format!("{} {} (source package, once)", self.package, self.version));
        let work = home.with_extension("partial");
        fresh_folder(&work)?;
        let kept = work.join(self.name);
        self.download(&work, &kept).with_context(|| {
            format!("the source package {} {} could not be fetched: is there a network?", self.package, self.version)
        })?;
        fresh_folder(&home)?;
        std::fs::rename(&kept, &folder)?;
        std::fs::remove_dir_all(&work)?;
        Ok(folder)
    }

    fn download(&self, work: &Path, kept: &Path) -> Result<()> {
        match self.registry {
            Registry::Python => {
                let python = setup::pip()?;
                let wanted = format!("{}=={}", self.package, self.version);
                let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", self.package, &wanted];
                run(program(python)?.args(pip).current_dir(work))?;
                self.unpack(&archive_in(work)?, kept)
            }
            Registry::Npm => {
                let wanted = format!("{}@{}", self.package, self.version);
                run(program("npm")?.args(["pack", "--silent", &wanted]).current_dir(work))?;
                self.unpack(&archive_in(work)?, kept)
            }
            Registry::Rust => self.copy_crate(work, kept),
        }
    }

    /// Unpacks an archive whose entries all lie in one top folder.
    fn unpack(&self, archive: &Path, kept: &Path) -> Result<()> {
        let file = std::fs::File::open(archive)?;
        for entry in tar::Archive::new(flate2::read::GzDecoder::new(file)).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            let inside: PathBuf = path.components().skip(1).collect();
            let plain = inside.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if entry.header().entry_type().is_file() && plain && (self.keep)(&inside.to_string_lossy()) {
                let target = kept.join(inside);
                std::fs::create_dir_all(target.parent().context("an entry without a name")?)?;
                entry.unpack(target)?;
            }
        }
        Ok(())
    }

    /// Lets cargo fetch the package as the dependency of a throw-away one, and copies it from cargo's own cache.
    fn copy_crate(&self, work: &Path, kept: &Path) -> Result<()> {
        let manifest = format!(
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n\
             [workspace]\n[dependencies]\n{} = {{ version = \"={}\", default-features = false }}\n",
            self.package, self.version
        );
        std::fs::write(work.join("Cargo.toml"), manifest)?;
        std::fs::write(work.join("lib.rs"), "")?;
        let metadata = output(program("cargo")?.args(["metadata", "--format-version", "1"]).current_dir(work))
            .context("`cargo metadata` failed")?;
        let metadata: Value = serde_json::from_str(&metadata)?;
        let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
        let manifest = packages
            .iter()
            .find(|package| package["name"] == self.package)
            .and_then(|package| package["manifest_path"].as_str())
            .context("the package is not among its dependencies")?;
        self.copy(Path::new(manifest).parent().context("a manifest without a folder")?, "", kept)
    }

    fn copy(&self, from: &Path, inside: &str, kept: &Path) -> Result<()> {
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if entry.file_type()?.is_dir() {
                self.copy(&entry.path(), &path, kept)?;
            } else if (self.keep)(&path) {
                let target = kept.join(&path);
                std::fs::create_dir_all(target.parent().context("an entry without a name")?)?;
                std::fs::copy(entry.path(), target)?;
            }
        }
        Ok(())
    }
}

fn archive_in(folder: &Path) -> Result<PathBuf> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_archive = |path: &PathBuf| [".tar.gz", ".tgz"].iter().any(|end| path.to_string_lossy().ends_with(end));
    entries.into_iter().find(is_archive).context("the package manager left no archive")
}
