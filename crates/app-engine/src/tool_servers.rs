//! The servers of tools that a person has set up, and what they trust of them.
//!
//! They are kept in a file of the browser's storage, tokens in the key vault.

use crate::failure;
use crate::settings_file::SettingsFile;
use host_web::{FetchHttpClient, FileStore, KeyVault, TimeoutTimer};
use limits::mcp::SERVERS;
use mcp_client::{
    Address, Connector, HttpTransport, Listing, McpError, Server, Servers, Transport, TransportError, Trust,
};
use model::Secret;
use protocol::{Failure, FailureKind, Reply, ServerTool, ToolServer, ToolTrust};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Longest name of a server, in characters.
const NAME: usize = 60;
const CORS: &str = "Check the address and that the server runs. In a browser it must also allow this page: \
    Access-Control-Allow-Origin, Access-Control-Allow-Headers with content-type, authorization, mcp-session-id and \
    mcp-protocol-version, and Access-Control-Expose-Headers with Mcp-Session-Id.";

/// A server as it is stored; its token is not.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    name: String,
    url: String,
    #[serde(default)]
    trust: Option<Trust>,
}

/// The servers of tools.
pub struct ToolServers {
    file: SettingsFile,
    vault: Rc<KeyVault>,
    /// Connections to the servers as they are stored; `None` until they are needed, and after a change.
    open: RefCell<Option<Rc<Servers>>>,
}

/// Reaches servers by `fetch`.
struct Fetching {
    /// By the name of the server.
    tokens: BTreeMap<String, String>,
}

impl Connector for Fetching {
    fn connect(&self, server: &Server) -> Result<Rc<dyn Transport>, TransportError> {
        match &server.address {
            Address::Http(url) => {
                let token = self.tokens.get(&server.name).map(Secret::new);
                Ok(Rc::new(HttpTransport::new(Rc::new(FetchHttpClient), url, token)))
            }
            Address::Command(_) => {
                Err(TransportError::Unreachable("a program needs the command line; it can't run here".to_owned()))
            }
        }
    }
}

impl ToolServers {
    pub fn new(files: Rc<dyn FileStore>, vault: Rc<KeyVault>) -> Self {
        let file = SettingsFile { files, folder: ".mcp", name: "servers.json", beside: "servers.new.json" };
        Self { file, vault, open: RefCell::default() }
    }

    /// The servers for a run.
    pub async fn open(&self) -> Result<Rc<Servers>, Failure> {
        if let Some(open) = &*self.open.borrow() {
            return Ok(Rc::clone(open));
        }
        let (mut servers, mut tokens) = (Vec::new(), BTreeMap::new());
        for Stored { name, url, trust } in self.read().await? {
            // What was stored was checked; what is no address any more is not reached.
            let Ok(address) = Address::http(&url) else { continue };
            if let Some(token) = self.vault.get(&token_name(&name)).await {
                tokens.insert(name.clone(), token);
            }
            servers.push(Server { name, address, trust });
        }
        let servers = Rc::new(Servers::new(servers, Rc::new(Fetching { tokens }), Rc::new(TimeoutTimer)));
        *self.open.borrow_mut() = Some(Rc::clone(&servers));
        Ok(servers)
    }

    pub async fn list(&self) -> Result<Reply, Failure> {
        let mut servers = Vec::new();
        for stored in self.read().await? {
            let has_token = self.vault.get(&token_name(&stored.name)).await.is_some();
            let trusted = stored.trust.as_ref().map_or(0, |trust| trust.len() as u32);
            servers.push(ToolServer { name: stored.name, url: stored.url, has_token, trusted });
        }
        Ok(Reply::ToolServers { servers })
    }

    /// Sets a server up, in place of one of the same name. Nothing is sent to it yet.
    pub async fn add(&self, name: &str, url: &str, token: &str, remember: bool) -> Result<Reply, Failure> {
        let name = name.trim();
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.len() > NAME || !name.chars().all(fits) {
            return Err(failure::bad_input("The name has 1 to 60 letters, digits, dots or dashes, without blanks."));
        }
        let address = Address::http(url).map_err(|error| failure::bad_input(format!("The address: {error}.")))?;
        let url = address.to_string();
        let mut stored = self.read().await?;
        let known = stored.iter().position(|stored| stored.name == name);
        if known.is_none() && stored.len() == SERVERS {
            return Err(failure::bad_input(format!("There are {SERVERS} servers already; remove one first.")));
        }
        let moved = known.is_none_or(|at| stored[at].url != url);
        let trust = known.filter(|_| !moved).and_then(|at| stored[at].trust.clone());
        let server = Stored { name: name.to_owned(), url, trust };
        match known {
            Some(at) => stored[at] = server,
            None => stored.push(server),
        }
        // A token goes to the address that it was given for.
        if !token.trim().is_empty() {
            self.vault.set(&token_name(name), token.trim(), remember).await.map_err(failure::storage)?;
        } else if moved {
            self.vault.forget(&token_name(name)).await.map_err(failure::storage)?;
        }
        self.write(&stored).await?;
        self.list().await
    }

    pub async fn remove(&self, name: &str) -> Result<Reply, Failure> {
        let mut stored = self.read().await?;
        stored.retain(|stored| stored.name != name);
        self.vault.forget(&token_name(name)).await.map_err(failure::storage)?;
        self.write(&stored).await?;
        self.list().await
    }

    /// Reaches a server and lists its tools.
    pub async fn tools(&self, name: &str) -> Result<Reply, Failure> {
        let servers = self.open().await?;
        let listing = servers.list(name).await.map_err(|error| unusable(name, &error))?;
        Ok(shown(&servers, name, &listing))
    }

    /// Trusts the tools whose definitions the person has seen, where the server still says the same; none: trusts nothing of
    /// the server any more.
    pub async fn trust(&self, name: &str, seen: &[String]) -> Result<Reply, Failure> {
        let servers = self.open().await?;
        let listing = servers.list(name).await.map_err(|error| unusable(name, &error))?;
        let address = servers.get(name).map_err(|error| unusable(name, &error))?.address.to_string();
        let mut trust = Trust::at(&address);
        listing
            .tools
            .iter()
            .filter(|tool| seen.iter().any(|seen| seen == tool.text()))
            .for_each(|tool| trust.add(tool));
        let mut stored = self.read().await?;
        if let Some(stored) = stored.iter_mut().find(|stored| stored.name == name) {
            stored.trust = (trust.len() > 0).then_some(trust);
        }
        self.write(&stored).await?;
        Ok(shown(&*self.open().await?, name, &listing))
    }

    async fn read(&self) -> Result<Vec<Stored>, Failure> {
        // Without a file none was ever set up.
        Ok(self.file.read().await?.unwrap_or_default())
    }

    async fn write(&self, stored: &[Stored]) -> Result<(), Failure> {
        self.file.write(&stored).await?;
        let before = self.open.borrow_mut().take();
        if let Some(before) = before {
            before.close().await;
        }
        Ok(())
    }
}

/// The name of a token in the key vault; no origin of a model begins like this.
fn token_name(server: &str) -> String {
    format!("{}{server}", KeyVault::TOOLS)
}

fn unusable(name: &str, error: &McpError) -> Failure {
    let advice = match error {
        McpError::Transport(TransportError::Unreachable(_) | TransportError::Status { status: 400 | 404, .. }) => {
            Some(CORS)
        }
        _ => None,
    };
    failure::failure(FailureKind::BadInput, format!("{name}: {error}."), advice)
}

fn shown(servers: &Servers, name: &str, listing: &Listing) -> Reply {
    let trust = servers.get(name).ok().and_then(Server::trusted);
    let tools = listing.with(trust).into_iter().map(|listed| ServerTool {
        name: listed.tool.name().to_owned(),
        description: listed.tool.description(),
        definition: listed.tool.text().to_owned(),
        reads: listed.tool.says_it_reads(),
        trust: match (listed.trusted, listed.trusted_before) {
            (true, _) => ToolTrust::Yes,
            (false, Some(_)) => ToolTrust::Changed,
            (false, None) => ToolTrust::No,
        },
    });
    Reply::ServerTools { tools: tools.collect(), left_out: listing.left_out.clone() }
}
