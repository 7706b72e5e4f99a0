//! Smaller wasm, by binaryen's wasm-opt. The last result of each module is kept in the cache, beside a hash of what
//! went into it: a large module takes the better part of a minute.

use crate::files::{fresh_folder, hash_of};
use crate::place;
use crate::run::{output, program};
use anyhow::{Context, Result};
use std::path::Path;

/// What the browsers that the app asks for can run, and nothing kept that only a debugger reads.
const FLAGS: [&str; 10] = [
    "-Oz",
    // One function inside another is fewer bytes, but two per cent more of them after gzip.
    "--one-caller-inline-max-function-size=0",
    "--strip-debug",
    "--strip-producers",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Replaces `module` by a smaller one that does the same. `name` is its place in the cache.
pub fn shrink(name: &str, module: &Path) -> Result<()> {
    shrink_with(name, module, &[])
}

/// The same with flags beside those for browsers.
pub fn shrink_with(name: &str, module: &Path, more: &[&str]) -> Result<()> {
    let flags = [&FLAGS, more].concat();
    let before = std::fs::read(module).with_context(|| module.display().to_string())?;
    // The lock file of the page's packages pins wasm-opt.
    let tool = std::fs::read(place::root().join("web/package-lock.json"))?;
    let inputs = (hash_of(&before), hash_of(&tool), hash_of(flags.concat().as_bytes()));
    let folder = place::cache()?.join("shrunk").join(name);
    let kept = folder.join(format!("{:016x}{:016x}{:016x}.wasm", inputs.0, inputs.1, inputs.2));
    if !kept.exists() {
        fresh_folder(&folder)?;
        let partial = folder.join("partial");
        let mut command = program("node")?;
        command.arg("web/node_modules/.bin/wasm-opt").args(&flags).arg(module).arg("-o").arg(&partial);
        output(&mut command).with_context(|| format!("wasm-opt failed on {}", module.display()))?;
        std::fs::rename(&partial, &kept)?;
    }
    let after = std::fs::copy(&kept, module)?;
    println!("{name}: {} KB, {} KB after wasm-opt", before.len() / 1000, after / 1000);
    Ok(())
}
