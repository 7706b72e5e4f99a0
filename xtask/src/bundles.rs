//! Everything that is built for browsers and Workers, for the tests: built by a process of its own, whose single-threaded
//! linking leaves a core to the checks and tests on the host that run meanwhile.

use crate::run::{print_steps, step};
use crate::{app, edge, embed, npm, place};
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The folders of what is built.
pub struct Bundles {
    /// The page with the engine and the packs.
    pub page: PathBuf,
    pub embed: PathBuf,
    pub npm: PathBuf,
}

/// Builds all of them; the Worker with those of its tests.
pub fn build() -> Result<Bundles> {
    let built = for_browsers()?;
    edge::build_for_tests()?;
    print_steps(20.0);
    Ok(built)
}

/// Builds what the tests in Chromium need.
pub fn for_browsers() -> Result<Bundles> {
    Ok(Bundles { page: app::build()?, embed: embed::build()?, npm: npm::build()? })
}

/// A build in a process of its own, killed where it is dropped before it ended.
pub struct Meanwhile {
    process: Child,
    log: PathBuf,
}

impl Meanwhile {
    /// Starts to build all bundles.
    pub fn start() -> Result<Self> {
        let log = place::cache()?.join("bundles.log");
        let file = File::create(&log).with_context(|| log.display().to_string())?;
        let mut build = Command::new(std::env::current_exe()?);
        build.arg("bundles").stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        println!("\nwhat runs in browsers and Workers is built meanwhile; its output comes when that is needed");
        Ok(Self { process: build.spawn().context("xtask could not start itself")?, log })
    }

    /// Waits for it and prints what it printed.
    ///
    /// # Errors
    /// The build failed.
    pub fn finish(mut self) -> Result<Bundles> {
        step("What runs in browsers and Workers, built meanwhile");
        let status = self.process.wait()?;
        print!("{}", std::fs::read_to_string(&self.log)?);
        ensure!(status.success(), "building what runs in browsers and Workers failed ({status})");
        Ok(Bundles { page: place::dist(), embed: embed::folder(), npm: npm::folder() })
    }
}

impl Drop for Meanwhile {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as well.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
