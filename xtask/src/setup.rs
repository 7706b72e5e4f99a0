//! What the build and the tests need beyond Rust, Node and a package manager, installed where missing.

use crate::files::{fresh_folder, hash_of};
use crate::place;
use crate::run::{cargo, output, program, run, step};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// `rust-version` of the workspace.
pub const MINIMUM_RUST: &str = env!("CARGO_PKG_RUST_VERSION");

const TRUNK: &str = "0.21.14";
const WASM_BINDGEN: &str = "0.2.130";
const WASM_SPLIT: &str = "0.2.4";
const CARGO_DENY: &str = "0.20.2";
const NODE_MAJOR: u32 = 20;

/// Everything that building the app needs.
pub fn for_build() -> Result<()> {
    rust()?;
    wasm_target()?;
    clang()?;
    cargo_tool("trunk", TRUNK, &["--locked"])?;
    // Its own lock file names a version that is not to be had.
    cargo_tool("wasm-bindgen", WASM_BINDGEN, &[])?;
    cargo_tool("wasm-split-cli", WASM_SPLIT, &["--locked", "--features", "build-binary"])?;
    node()?;
    npm("web")
}

/// What the tests need on top.
pub fn for_tests() -> Result<()> {
    for_build()?;
    cargo_tool("cargo-deny", CARGO_DENY, &["--locked"])?;
    git()?;
    openssl()?;
    npm("tests")?;
    chromium().map(drop)
}

/// Makes the certificate of servers that a browser is to reach by https.
fn openssl() -> Result<()> {
    if output(program("openssl")?.arg("version")).is_some() {
        return Ok(());
    }
    step("openssl");
    apt(&["openssl"]).context("install openssl")
}

fn rust() -> Result<()> {
    let version = output(program("rustc")?.arg("--version")).context("rustc is missing: install Rust by rustup")?;
    let oldest: u32 = MINIMUM_RUST.strip_prefix("1.").and_then(|minor| minor.parse().ok()).context("rust-version")?;
    let minor = version.split('.').nth(1).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    if !version.starts_with("rustc 1.") || minor < oldest {
        bail!("Rust {MINIMUM_RUST} or newer is needed, this is {}: run `rustup update stable`", version.trim());
    }
    Ok(())
}

fn wasm_target() -> Result<()> {
    let sysroot = output(program("rustc")?.args(["--print", "sysroot"])).context("rustc does not answer")?;
    if PathBuf::from(sysroot.trim()).join("lib/rustlib/wasm32-unknown-unknown").exists() {
        return Ok(());
    }
    step("Rust's wasm target");
    run(program("rustup")?.args(["target", "add", "wasm32-unknown-unknown"]))
        .context("the wasm target could not be added; without rustup, install rust-std for wasm32-unknown-unknown")
}

/// A program of a package that cargo installs, of this version.
pub fn cargo_tool(name: &str, version: &str, flags: &[&str]) -> Result<()> {
    let found = output(program(name)?.arg("--version"));
    if found.is_some_and(|text| text.split_whitespace().any(|word| word.trim_start_matches('v') == version)) {
        return Ok(());
    }
    let package = match name {
        "wasm-bindgen" => "wasm-bindgen-cli",
        "wasm-split-cli" => "wasm_split_cli_support",
        name => name,
    };
    if is_installed(package, version)? {
        return Ok(());
    }
    step(&format!("{package} {version} (once; some minutes)"));
    let tools = place::tools()?;
    let mut install = cargo(&["install", package, "--version", version, "--debug", "--root"])?;
    // A debug build takes a third of the time, and these tools wait for others most of theirs.
    install.arg(&tools).args(flags).env("CARGO_TARGET_DIR", tools.join("target")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(&mut install)
}

/// Whether cargo has installed this version of a package among the tools: not every program says its version.
fn is_installed(package: &str, version: &str) -> Result<bool> {
    let list = place::tools()?.join(".crates.toml");
    // Without the file nothing was installed yet.
    Ok(list.is_file() && std::fs::read_to_string(list)?.contains(&format!("\"{package} {version} (")))
}

/// The C compiler for grammars, and its archiver.
pub struct Clang {
    /// `clang-19` or the like.
    pub clang: String,
    /// `llvm-ar-19` or the like.
    pub archiver: String,
}

fn find_clang() -> Option<Clang> {
    let suffixes = ["", "-22", "-21", "-20", "-19", "-18", "-17"];
    suffixes.iter().find_map(|suffix| {
        let (clang, archiver) = (format!("clang{suffix}"), format!("llvm-ar{suffix}"));
        let targets = output(program(&clang).ok()?.arg("--print-targets"))?;
        let major = output(program(&clang).ok()?.arg("-dumpversion"))?.split('.').next()?.parse::<u32>().ok()?;
        output(program(&archiver).ok()?.arg("--version"))?;
        (targets.contains("wasm32") && major >= 17).then_some(Clang { clang, archiver })
    })
}

/// A clang that knows wasm32, installed where there is none.
pub fn clang() -> Result<Clang> {
    if let Some(found) = find_clang() {
        return Ok(found);
    }
    step("clang with the wasm32 target, for the grammars");
    apt(&["clang-19", "llvm-19"])
        .context("install clang 17 or newer with llvm-ar and the wasm32 target (macOS: `brew install llvm`)")?;
    find_clang().context("clang was installed but does not list wasm32 among its targets")
}

/// ccache, which keeps what clang makes of the grammars; installed where that needs no password, else done without.
pub fn ccache() -> Result<Option<&'static str>> {
    const CCACHE: &str = "ccache";
    let find = || -> Result<Option<&'static str>> { Ok(output(program(CCACHE)?.arg("--version")).map(|_| CCACHE)) };
    if let Some(found) = find()? {
        return Ok(Some(found));
    }
    step("ccache, for the grammars");
    if let Err(error) = apt(&[CCACHE]) {
        println!("grammars are compiled without a cache: {error:#}");
    }
    find()
}

/// git, with which the tests of patches compare.
fn git() -> Result<()> {
    let find = || Some(output(program("git").ok()?.arg("--version"))).flatten();
    if find().is_none() {
        step("git, which the tests of patches compare with");
        apt(&["git"]).context("install git and put it on the PATH")?;
        find().context("git was installed but does not answer")?;
    }
    Ok(())
}

fn node() -> Result<()> {
    let version = output(program("node")?.arg("--version")).context("Node.js 20 or newer is missing")?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|part| part.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE_MAJOR) {
        bail!("Node.js {NODE_MAJOR} or newer is needed, this is {}", version.trim());
    }
    Ok(())
}

/// Installs the npm packages of a folder of the checkout as its lock file says.
pub fn npm(folder: &str) -> Result<()> {
    npm_at(folder, &place::root().join(folder))
}

/// Installs the npm packages of the folder `at` as its lock file says. No package runs a script of its own.
pub fn npm_at(name: &str, at: &Path) -> Result<()> {
    let lock = std::fs::read(at.join("package-lock.json")).with_context(|| format!("{name}/package-lock.json"))?;
    let stamp = at.join("node_modules/.quarry-lock");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    step(&format!("npm packages of {name}/"));
    let mut install = program("npm")?;
    install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]).current_dir(at);
    run(&mut install)?;
    std::fs::write(stamp, lock)?;
    Ok(())
}

/// A Python with pip, for source packages; installed where there is none.
pub fn pip() -> Result<&'static str> {
    let find = || {
        let works = |name: &&str| program(name).ok().and_then(|mut p| output(p.args(["-m", "pip", "--version"])));
        ["python3", "python"].into_iter().find(|name| works(name).is_some())
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    step("pip, for source packages");
    apt(&["python3", "python3-pip", "python3-venv"]).context("install Python 3 with pip")?;
    find().context("pip was installed but does not answer")
}

/// The folder, for `PYTHONPATH`, of the Python packages that a `requirements.txt` of the checkout pins.
pub fn python_packages(name: &str, requirements: &str) -> Result<PathBuf> {
    let requirements = place::root().join(requirements);
    let pinned = std::fs::read(&requirements).with_context(|| requirements.display().to_string())?;
    let folder = place::cache()?.join("python").join(format!("{name}-{:016x}", hash_of(&pinned)));
    if !folder.exists() {
        step(&format!("{name}, for Python (once)"));
        let partial = folder.with_extension("partial");
        fresh_folder(&partial)?;
        let mut install = program(pip()?)?;
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]);
        run(install.args(["--no-deps", "--target"]).arg(&partial).arg("-r").arg(requirements))?;
        std::fs::rename(&partial, &folder)?;
    }
    Ok(folder)
}

/// The browser's path, installed where there is none.
pub fn chromium() -> Result<PathBuf> {
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    step("Chromium, for the browser tests");
    apt(&["chromium", "chromium-driver", "fonts-dejavu-core"]).context("install Chromium and put it on the PATH")?;
    find_chromium().context("Chromium was installed but is not on the PATH")
}

fn find_chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    std::env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name))).find(|file| file.is_file())
}

/// The driver that goes with the browser.
pub fn chromedriver() -> Result<PathBuf> {
    let find = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join("chromedriver")).find(|file| file.is_file())
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    step("ChromeDriver, for the wasm tests");
    apt(&["chromium-driver"]).context("install chromedriver and put it on the PATH")?;
    find().context("ChromeDriver was installed but is not on the PATH")
}

/// Installs Debian packages, as root or by sudo where it asks nothing.
pub fn apt(packages: &[&str]) -> Result<()> {
    if output(program("apt-get")?.arg("--version")).is_none() {
        bail!("no apt-get on this machine to install {}", packages.join(", "));
    }
    let root = output(program("id")?.arg("-u")).is_some_and(|id| id.trim() == "0");
    if !root && output(program("sudo")?.args(["-n", "true"])).is_none() {
        bail!("not root and sudo asks for a password: run `sudo apt-get install {}`", packages.join(" "));
    }
    let apt = |arguments: &[&str]| -> Result<()> {
        let mut command = if root { program("apt-get")? } else { program("sudo")? };
        if !root {
            command.args(["-n", "apt-get"]);
        }
        run(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-q"])?;
    apt(&[&["install", "-y", "-q", "--no-install-recommends"], packages].concat())
}
