//! What a person trusts of servers, as a file beside the runs.

use anyhow::{Context, Result, bail};
use mcp_client::Trust;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// The largest length of the file in bytes.
const LONGEST: usize = 32 << 20;

/// What is trusted, by the names of servers.
#[derive(Debug, Default, PartialEq)]
pub struct Trusted(BTreeMap<String, Trust>);

impl Trusted {
    /// Nothing where there is no file.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = || format!("what you trust of servers is in {}, which cannot be read", path.display());
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            read => read.with_context(shown)?,
        };
        if bytes.len() > LONGEST {
            bail!("{}: it is too long", shown());
        }
        Ok(Self(serde_json::from_slice(&bytes).with_context(shown)?))
    }

    /// Replaces the file as a whole.
    pub fn write(&self, path: &Path) -> Result<()> {
        let folder = path.parent().context("a file lies in a folder")?;
        crate::runs::private_folder().recursive(true).create(folder).with_context(|| folder.display().to_string())?;
        let new = path.with_extension("new");
        std::fs::write(&new, serde_json::to_vec(&self.0)?).with_context(|| new.display().to_string())?;
        std::fs::rename(&new, path).with_context(|| path.display().to_string())
    }

    pub fn of(&self, server: &str) -> Option<&Trust> {
        self.0.get(server)
    }

    pub fn set(&mut self, server: &str, trust: Trust) {
        self.0.insert(server.to_owned(), trust);
    }

    /// False where nothing was trusted.
    pub fn forget(&mut self, server: &str) -> bool {
        self.0.remove(server).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn what_is_trusted_is_read_again_and_damage_is_an_error() {
        let scratch = Scratch::new("trusted");
        let file = scratch.0.join("sub/trust.json");
        let mut trusted = Trusted::read(&file).unwrap();
        assert_eq!(trusted, Trusted::default());
        trusted.set("a", Trust::at("https://a.example/mcp"));
        trusted.write(&file).unwrap();
        let mut again = Trusted::read(&file).unwrap();
        assert_eq!(again.of("a").unwrap().address(), "https://a.example/mcp");
        assert!(again.forget("a") && !again.forget("a"));
        std::fs::write(&file, "{").unwrap();
        assert!(Trusted::read(&file).is_err());
    }
}
