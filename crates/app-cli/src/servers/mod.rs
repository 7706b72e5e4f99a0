//! What agents may use outside the repository: the servers of tools that a person names in a file with what they trust of
//! them, pages of the Web, and a search.

mod file;
mod trusted;

pub use file::ServersFile;
pub use trusted::Trusted;

use crate::runs::Runs;
use anyhow::Result;
use host_native::{McpProcess, ThreadTimer, UreqHttpClient, UreqPageClient};
use mcp_client::{Address, Connector, HttpTransport, Server, Servers, Transport, TransportError};
use model::Secret;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use web_access::{PageReader, Rules, Web};

/// What agents may use outside the repository.
pub struct Outside {
    /// The servers of tools; `None` where no file names any.
    pub servers: Option<Rc<Servers>>,
    /// Pages, and searches where the file sets up who answers them.
    pub web: Web,
}

/// What the file sets up, with what the person trusts. Pages can be fetched without a file.
pub fn open(file: Option<&Path>, runs: &Runs) -> Result<Outside> {
    let rules = Rules::default();
    let pages = PageReader::new(Rc::new(UreqPageClient::new(&rules)), Rc::new(ThreadTimer), rules);
    let pages = Some(Rc::new(pages));
    let Some(file) = file else { return Ok(Outside { servers: None, web: Web { pages, search: None } }) };
    let file = ServersFile::read(file)?;
    let trusted = Trusted::read(&runs.trust_file())?;
    let search = file.search()?.map(Rc::new);
    Ok(Outside { servers: Some(Rc::new(connected(&file, &trusted))), web: Web { pages, search } })
}

/// The servers of a file. None is connected yet.
pub fn connected(file: &ServersFile, trusted: &Trusted) -> Servers {
    let servers = file.servers().map(|(name, address)| {
        let trust = trusted.of(name).cloned();
        Server { name: name.to_owned(), address, trust }
    });
    let needs = file.names().map(|(name, entry)| (name.to_owned(), (entry.env.clone(), entry.token_env.clone())));
    let connector = Native { needs: needs.collect() };
    Servers::new(servers.collect(), Rc::new(connector), Rc::new(ThreadTimer))
}

/// Variables of the environment of a server: those that a program gets, and that of a token.
type Needs = (Vec<String>, Option<String>);

/// Starts programs, and reaches URLs by ureq.
struct Native {
    needs: BTreeMap<String, Needs>,
}

impl Connector for Native {
    fn connect(&self, server: &Server) -> Result<Rc<dyn Transport>, TransportError> {
        let needs = self.needs.get(&server.name);
        match &server.address {
            Address::Command(argv) => {
                Ok(Rc::new(McpProcess::start(argv, needs.map_or(&[], |(env, _)| env.as_slice()))?))
            }
            Address::Http(url) => {
                let variable = needs.and_then(|(_, variable)| variable.as_deref());
                let token = variable.map(token).transpose()?;
                Ok(Rc::new(HttpTransport::new(Rc::new(UreqHttpClient::new()), url, token)))
            }
        }
    }
}

/// The token in a variable of the environment, which is never an argument: other users of the machine can read those.
fn token(variable: &str) -> Result<Secret, TransportError> {
    let value = std::env::var(variable).ok().filter(|value| !value.trim().is_empty());
    value.map(Secret::new).ok_or_else(|| {
        TransportError::Unreachable(format!(
            "its token is to be in the environment variable {variable}, which is not set"
        ))
    })
}
