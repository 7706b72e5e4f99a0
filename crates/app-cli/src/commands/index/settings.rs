//! What `quarry index` was told: by flags, then by `quarry.toml`.

use crate::arguments::IndexOptions;
use crate::config::Config;
use anyhow::{Result, bail};
use source::Selection;
use std::path::PathBuf;

/// What to do.
pub struct Settings {
    /// Which files to take.
    pub selection: Selection,
    /// What to call the repository, if not as its folder.
    pub name: Option<String>,
    /// Where to write.
    pub out: Option<PathBuf>,
}

impl Settings {
    /// A flag replaces the value of the same name in the file.
    pub fn of(options: &IndexOptions) -> Result<Self> {
        let config = Config::of(&options.repository)?;
        let or = |flags: &[String], file: &[String]| if flags.is_empty() { file.to_vec() } else { flags.to_vec() };
        let include = or(&options.include, &config.include);
        let exclude = or(&options.exclude, &config.exclude);
        let name = options.name.as_ref().or(config.name.as_ref()).map(|name| name.trim().to_owned());
        if name.as_ref().is_some_and(|name| name.is_empty() || name.chars().any(char::is_control)) {
            bail!("a repository's name is one line of text, and not empty");
        }
        let out = match &options.out {
            Some(out) => Some(out.clone()),
            None => config.out_within(&options.repository)?,
        };
        if options.prune && out.is_none() {
            bail!("--prune needs an index: give its folder with --out");
        }
        Ok(Self { selection: Selection::new(include, exclude)?, name, out })
    }
}
