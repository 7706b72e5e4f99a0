//! Source packages of Debian, by apt itself: it checks what it fetches. Nothing of the machine's own apt is changed.

use crate::files::fresh_folder;
use crate::run::{program, run};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where apt lists what it fetches packages from.
const SOURCES: &str = "/etc/apt/sources.list.d";

/// Fetches a source package into `work` and returns its archive as its authors published it, without Debian's patches.
pub fn fetch(package: &str, version: &str, work: &Path) -> Result<PathBuf> {
    let apt = work.join("apt");
    source_lists(&apt.join("parts"))?;
    std::fs::create_dir_all(apt.join("lists/partial"))?;
    let with_own_folders = || -> Result<Command> {
        let mut command = program("apt-get")?;
        let option = |name: &str, folder: &str| format!("{name}={}", apt.join(folder).display());
        command.args(["-q", "-o", "Dir::Etc::SourceList=/dev/null"]);
        command.args(["-o", &option("Dir::Etc::SourceParts", "parts"), "-o", &option("Dir::State::Lists", "lists")]);
        command.args(["-o", &option("Dir::Cache", "cache")]).current_dir(work);
        Ok(command)
    };
    run(with_own_folders()?.arg("update")).context("this source is fetched by apt: a Debian system is needed")?;
    run(with_own_folders()?.args(["source", "--download-only", "--tar-only", &format!("{package}={version}")]))?;
    let entries = std::fs::read_dir(work)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_original = |path: &PathBuf| path.to_string_lossy().contains(".orig.tar.");
    entries.into_iter().find(is_original).context("apt left no archive")
}

/// The machine's lists of packages, as lists of source packages.
fn source_lists(parts: &Path) -> Result<()> {
    fresh_folder(parts)?;
    let mut made = 0;
    for entry in std::fs::read_dir(SOURCES).context(SOURCES)? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        if path.extension().is_some_and(|end| end == "sources") && text.contains("debian") {
            std::fs::write(parts.join(format!("{made}.sources")), text.replace("Types: deb\n", "Types: deb-src\n"))?;
            made += 1;
        }
    }
    ensure!(made > 0, "{SOURCES} lists no packages of Debian");
    Ok(())
}

/// Unpacks an archive whose entries all lie in one top folder, by tar: some are compressed by xz.
pub fn unpack(archive: &Path, folder: &Path) -> Result<()> {
    fresh_folder(folder)?;
    run(program("tar")?.arg("-xf").arg(archive).args(["--strip-components=1", "-C"]).arg(folder))
}
