//! What runs programs in the tab: the interpreters, bundled from `runner/`.

use crate::files::{fresh_folder, test_files};
use crate::run::{node_tests, program, run, step};
use crate::{place, setup};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Builds the interpreters into a folder. Takes a second.
pub fn build_into(folder: &Path) -> Result<()> {
    step("What runs programs in the tab");
    setup::npm("runner")?;
    let packages = setup::python_packages("pytest-in-the-tab", "runner/requirements.txt")?;
    let parts = place::parts()?;
    // On a fresh machine nothing has been built there yet.
    std::fs::create_dir_all(&parts)?;
    let zip = parts.join("python-packages.zip");
    run(program(setup::pip()?)?.arg("runner/packages.py").arg(packages).arg(&zip))?;
    fresh_folder(folder)?;
    run(program("node")?.arg("runner/build.mjs").arg(folder).arg(zip))
}

/// The tests of the interpreters in node, without a browser.
pub fn test() -> Result<()> {
    let folder: PathBuf = place::parts()?.join("runner");
    build_into(&folder)?;
    step("Programs in QuickJS");
    run(node_tests(test_files("runner/test")?)?.env("QUARRY_RUNNER", folder))
}
