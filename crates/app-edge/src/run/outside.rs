//! What the agent may use outside the repository: what the deployment's settings name, and nothing else.

use crate::config::Config;
use host_edge::{DelayTimer, FetchHttpClient, FetchPageClient};
use mcp_client::{Address, Connector, HttpTransport, Server, Servers, Transport, TransportError};
use model::Secret;
use std::collections::BTreeMap;
use std::rc::Rc;
use web_access::{PageReader, Rules, Web};

/// Reaches servers by `fetch`.
struct Fetching {
    tokens: BTreeMap<String, Secret>,
}

impl Connector for Fetching {
    fn connect(&self, server: &Server) -> Result<Rc<dyn Transport>, TransportError> {
        match &server.address {
            Address::Http(url) => {
                let token = self.tokens.get(&server.name).cloned();
                Ok(Rc::new(HttpTransport::new(Rc::new(FetchHttpClient), url, token)))
            }
            Address::Command(_) => {
                Err(TransportError::Unreachable("a program needs the command line; it can't run here".to_owned()))
            }
        }
    }
}

/// The servers of tools that the settings name. Nobody trusts them for others, so each call is asked about.
pub fn servers(config: &Config) -> Option<Rc<Servers>> {
    if config.tool_servers.is_empty() {
        return None;
    }
    let tokens = config.tool_servers.iter().filter_map(|it| Some((it.name.clone(), it.token.clone()?))).collect();
    let server =
        |it: &crate::config::ToolServer| Server { name: it.name.clone(), address: it.address.clone(), trust: None };
    let servers = config.tool_servers.iter().map(server).collect();
    Some(Rc::new(Servers::new(servers, Rc::new(Fetching { tokens }), Rc::new(DelayTimer))))
}

/// The pages of the hosts that the settings name.
pub fn web(config: &Config) -> Web {
    if config.fetch_hosts.is_empty() {
        return Web::default();
    }
    let rules = Rules { also: Vec::new(), only: Some(config.fetch_hosts.clone()) };
    let pages = PageReader::new(Rc::new(FetchPageClient), Rc::new(DelayTimer), rules);
    Web { pages: Some(Rc::new(pages)), search: None }
}
