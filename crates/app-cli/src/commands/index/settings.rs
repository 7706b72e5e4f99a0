//! The settings of `quarry index`: flags, then `quarry.toml`.

use crate::arguments::IndexOptions;
use crate::config::Config;
use anyhow::{Result, bail};
use source::Selection;
use std::path::{Path, PathBuf};

pub struct Settings {
    /// Which files to index.
    pub selection: Selection,
    /// The name of the repository, if not that of its folder or archive.
    pub name: Option<String>,
    /// The directory to write the index to.
    pub out: Option<PathBuf>,
}

impl Settings {
    /// The settings of the flags and of the file; a flag replaces the value of the same name in the file.
    pub fn of(options: &IndexOptions) -> Result<Self> {
        let mut config = Config::of(&options.repository)?;
        let replace = |value: &mut Vec<String>, flags: &[String]| {
            if !flags.is_empty() {
                *value = flags.to_vec();
            }
        };
        replace(&mut config.include, &options.include);
        replace(&mut config.exclude, &options.exclude);
        if let Some(name) = &options.name {
            config.name = Some(name.clone());
        }
        let settings = Self::from(&config, &options.repository, options.out.as_deref())?;
        if options.prune.is_some() && settings.out.is_none() {
            bail!("--prune needs an index: give its folder with --out");
        }
        Ok(settings)
    }

    pub fn of_file(repository: &Path) -> Result<Self> {
        Self::from(&Config::of(repository)?, repository, None)
    }

    fn from(config: &Config, repository: &Path, out: Option<&Path>) -> Result<Self> {
        let name = config.name.as_ref().map(|name| name.trim().to_owned());
        if name.as_ref().is_some_and(|name| name.is_empty() || name.chars().any(char::is_control)) {
            bail!("a repository's name is one line of text, and not empty");
        }
        let out = match out {
            Some(out) => Some(out.to_owned()),
            None => config.out_within(repository)?,
        };
        Ok(Self { selection: config.selection()?, name, out })
    }
}
