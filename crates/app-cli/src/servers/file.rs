//! The file of `--servers`: a table `[mcp.NAME]` for each server, and `[search]` for searches of the Web.
//!
//! Its programs run and its URLs get what a model writes, so it is read only where the person names it: the `quarry.toml` of
//! a repository may be written by somebody else. Secrets are not in it: they are in the environment, by name.

use crate::output::one_line;
use anyhow::{Context, Result, bail};
use host_native::{ThreadTimer, UreqHttpClient};
use limits::mcp::SERVERS;
use mcp_client::Address;
use model::Secret;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use web_access::{Provider, WebSearch};

/// The largest length of the file in bytes.
const LONGEST: u64 = 1 << 20;
/// The tables that it may hold. Those of other commands are theirs.
const TABLES: [&str; 5] = ["index", "mcp", "models", "prices", "search"];
/// Longest name of a server, in characters.
const NAME: usize = 60;

/// The tables `[mcp.NAME]` and `[search]`.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ServersFile {
    mcp: BTreeMap<String, Entry>,
    search: Option<Search>,
}

/// The table `[search]`: who answers searches of the Web.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    provider: String,
    url: Option<String>,
    /// The name of the environment variable with the key.
    key_env: Option<String>,
}

/// A table `[mcp.NAME]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Entry {
    url: Option<String>,
    command: Option<Vec<String>>,
    /// Names of environment variables that the program gets, beside those that say where programs and their user are.
    pub env: Vec<String>,
    /// The name of the environment variable with the token for the URL.
    pub token_env: Option<String>,
}

impl ServersFile {
    pub fn read(path: &Path) -> Result<Self> {
        let shown = || path.display().to_string();
        if std::fs::metadata(path).with_context(shown)?.len() > LONGEST {
            bail!("{} is longer than {} MiB", path.display(), LONGEST >> 20);
        }
        parse(&std::fs::read_to_string(path).with_context(shown)?).with_context(shown)
    }

    /// The servers by name.
    pub fn servers(&self) -> impl Iterator<Item = (&str, Address)> {
        self.mcp.iter().map(|(name, entry)| (name.as_str(), entry.address().expect("it was checked when it was read")))
    }

    /// Who answers searches; `None` where the file names nobody.
    pub fn search(&self) -> Result<Option<WebSearch>> {
        let Some(Search { key_env, .. }) = &self.search else { return Ok(None) };
        let (provider, url) = self.search.as_ref().map(Search::provider).expect("it is there")?;
        let key = key_env.as_ref().map(|variable| {
            let value = std::env::var(variable).ok().filter(|value| !value.trim().is_empty());
            value.map(Secret::new).with_context(|| format!("search: the environment variable {variable} is not set"))
        });
        let (http, timer) = (Rc::new(UreqHttpClient::new()), Rc::new(ThreadTimer));
        Ok(Some(WebSearch::new(provider, url, key.transpose()?, http, timer)))
    }

    /// The tables by name.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.mcp.iter().map(|(name, entry)| (name.as_str(), entry))
    }
}

impl Search {
    fn provider(&self) -> Result<(Provider, String)> {
        let provider = Provider::from_name(&self.provider).with_context(|| {
            let known = Provider::ALL.map(Provider::name).join(", ");
            format!("search: there is no provider `{}`; there are {known}", one_line(&self.provider))
        })?;
        if provider.needs_key() && self.key_env.is_none() {
            bail!("search: {} wants a key: name its environment variable as `key_env`", provider.name());
        }
        let url = self.url.as_deref().or(provider.endpoint());
        let url = url.with_context(|| format!("search: give the `url` of {}", provider.name()))?;
        let address = Address::http(url).context("search: `url`")?;
        Ok((provider, address.to_string()))
    }
}

impl Entry {
    fn address(&self) -> Result<Address> {
        match (&self.url, &self.command) {
            (Some(_), Some(_)) | (None, None) => bail!("give either `url` or `command`"),
            (None, Some(argv)) if argv.first().is_none_or(|program| program.trim().is_empty()) => {
                bail!("`command` is a list: the program and its arguments")
            }
            (None, Some(_)) if self.token_env.is_some() => bail!("`token_env` is for a URL; give a program its `env`"),
            (Some(_), None) if !self.env.is_empty() => bail!("`env` is for a command; give a URL its `token_env`"),
            (None, Some(argv)) => Ok(Address::Command(argv.clone())),
            (Some(url), None) => Address::http(url).context("`url`"),
        }
    }
}

fn parse(text: &str) -> Result<ServersFile> {
    let top: toml::Table = text.parse().map_err(|error| crate::config::mistake(&error, text))?;
    if let Some(key) = top.keys().find(|key| !TABLES.contains(&key.as_str())) {
        bail!("unknown key `{}`; known are {}", one_line(key), TABLES.join(", "));
    }
    let file: ServersFile = toml::from_str(text).map_err(|error| crate::config::mistake(&error, text))?;
    if file.mcp.len() > SERVERS {
        bail!("{} servers are set up, and at most {SERVERS} are allowed", file.mcp.len());
    }
    if let Some(search) = &file.search {
        search.provider()?;
    }
    for (name, entry) in &file.mcp {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.len() > NAME || !name.chars().all(is_plain) {
            bail!("mcp.{}: a name has 1 to {NAME} letters, digits, `-`, `_` or `.`", one_line(name));
        }
        entry.address().with_context(|| format!("mcp.{name}"))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn a_server_is_a_url_or_a_command() {
        let text = "[mcp.issues]\nurl = 'https://a.example/mcp'\ntoken_env = 'ISSUES_TOKEN'\n\
                    [mcp.files]\ncommand = ['npx', 'server', '.']\nenv = ['NODE_ENV']\n[index]\nname = 'x'\n";
        let file = parse(text).unwrap();
        let addresses: Vec<_> = file.servers().map(|(name, address)| (name.to_owned(), address.to_string())).collect();
        let expected = [("files", "npx server ."), ("issues", "https://a.example/mcp")];
        assert_eq!(addresses, expected.map(|(name, address)| (name.to_owned(), address.to_owned())));
        assert!(parse("").unwrap().servers().next().is_none());
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(why("[mcp.a]\n"), "mcp.a: give either `url` or `command`");
        assert_eq!(why("[mcp.a]\ncommand = []\n"), "mcp.a: `command` is a list: the program and its arguments");
        assert!(why("[mcp.a]\nurl = 'http://a.example/'\n").contains("it must begin with https://"));
        assert_eq!(why("[mcp.\"a b\"]\n"), "mcp.a b: a name has 1 to 60 letters, digits, `-`, `_` or `.`");
        assert!(why("[mcp.a]\ntoken = 'x'\n").contains("unknown field `token`"), "{}", why("[mcp.a]\ntoken = 'x'\n"));
        assert_eq!(
            why("[search]\nprovider = 'x'\n"),
            "search: there is no provider `x`; there are searxng, brave, tavily"
        );
        assert_eq!(why("[search]\nprovider = 'searxng'\n"), "search: give the `url` of searxng");
        assert!(why("[search]\nprovider = 'brave'\n").contains("name its environment variable as `key_env`"));
        let local = "[search]\nprovider = 'searxng'\nurl = 'http://localhost:8888'\n";
        assert_eq!(parse(local).unwrap().search().unwrap().unwrap().origin(), "http://localhost:8888");
        assert_eq!(why("[servers]\n"), "unknown key `servers`; known are index, mcp, models, prices, search");
        assert!(why("[mcp.a]\nurl = 'https://a'\nenv = ['X']\n").ends_with("give a URL its `token_env`"));
    }
}
