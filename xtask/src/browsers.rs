//! The main path in Firefox and WebKit (`tests/browsers`), and what those tests need, installed where missing.
//!
//! WebKit is WebKitGTK's: the engine of Safari with another system below it. Both are driven by the W3C WebDriver protocol.

use crate::files::test_files;
use crate::run::{node_tests, output, program, run, step};
use crate::{app, serve, setup};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const GECKODRIVER: &str = "0.37.1";

/// Builds the app and runs it in both browsers. `arguments`: `firefox` or `webkit`, or none for both.
pub fn run_all(arguments: &[String]) -> Result<()> {
    setup::for_tests()?;
    let dist = app::build()?;
    on(dist, arguments.first().map(String::as_str))
}

/// Runs the built app in `dist` in one browser, or in both. Where a browser cannot be installed because the machine is none
/// of Debian's, its tests are left out, and that is printed.
pub fn on(dist: PathBuf, only: Option<&str>) -> Result<()> {
    let started = Instant::now();
    let mut files = test_files("tests/browsers")?;
    files.retain(|path| only.is_none_or(|name| path.ends_with(format!("{name}.test.mjs"))));
    ensure!(!files.is_empty(), "no such browser; there are: firefox, webkit");
    let server = serve::start(dist, 0)?;
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).context("a test file without a name")?.to_owned();
        let mut node = node_tests([file])?;
        node.env("QUARRY_URL", format!("http://localhost:{}/", server.port));
        let set_up = if name.starts_with("firefox") { firefox(&mut node) } else { webkit(&mut node) };
        match set_up {
            Err(error) if !has_apt() => println!("{name} is left out: {error:#}"),
            Err(error) => return Err(error),
            Ok(()) => {
                step(&format!("The main path: {name}"));
                run(&mut node)?;
            }
        }
    }
    println!("other browsers: {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

fn has_apt() -> bool {
    program("apt-get").ok().and_then(|mut apt| output(apt.arg("--version"))).is_some()
}

fn firefox(node: &mut Command) -> Result<()> {
    let find = || on_path(&["firefox-esr", "firefox"]);
    if find().is_none() {
        step("Firefox, for the browser tests");
        setup::apt(&["firefox-esr"]).context("install Firefox and put it on the PATH")?;
    }
    setup::cargo_tool("geckodriver", GECKODRIVER, &["--locked"])?;
    node.env("QUARRY_FIREFOX", find().context("Firefox was installed but is not on the PATH")?);
    node.env("QUARRY_GECKODRIVER", "geckodriver");
    Ok(())
}

fn webkit(node: &mut Command) -> Result<()> {
    let find = || Some((on_path(&["WebKitWebDriver"])?, on_path(&["Xvfb"])?, mini_browser()?));
    if find().is_none() {
        step("WebKit, its driver and a screen in memory, for the browser tests");
        setup::apt(&["webkit2gtk-driver", "xvfb"]).context("install WebKitWebDriver, its MiniBrowser and Xvfb")?;
    }
    let (driver, screen, browser) =
        find().context("WebKit was installed but its driver, browser or Xvfb is missing")?;
    node.env("QUARRY_WEBKIT_DRIVER", driver).env("QUARRY_XVFB", screen).env("QUARRY_WEBKIT", browser);
    Ok(())
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|dir| names.iter().map(move |name| dir.join(name)))
        .find(|file| file.is_file())
}

/// The small browser that comes with WebKitGTK: beside its library, in a folder named after the machine and the version.
fn mini_browser() -> Option<PathBuf> {
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    };
    let places =
        below(Path::new("/usr/lib")).into_iter().chain([PathBuf::from("/usr/libexec"), PathBuf::from("/usr/lib64")]);
    let folders = places.flat_map(|place| below(&place));
    let of_webkit = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("webkit"));
    folders.filter(of_webkit).map(|folder| folder.join("MiniBrowser")).find(|file| file.is_file())
}
