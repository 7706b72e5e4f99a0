//! The servers that a person has set up: connected when needed, with what is known of their tools.

use crate::{Address, Client, Content, Listing, McpError, Resource, Transport, TransportError, Trust};
use model::Timer;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A server that a person has set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// The name that the person gave it.
    pub name: String,
    /// Where it is.
    pub address: Address,
    /// What the person trusts of it; `None`: nothing.
    pub trust: Option<Trust>,
}

impl Server {
    /// What is trusted at this very address.
    pub fn trusted(&self) -> Option<&Trust> {
        self.trust.as_ref().filter(|trust| trust.address() == self.address.to_string())
    }
}

/// Opens transports to servers: the host's part.
pub trait Connector {
    /// A transport to a server. Over HTTP nothing is sent yet; a program is started.
    fn connect(&self, server: &Server) -> Result<Rc<dyn Transport>, TransportError>;
}

/// What is known of a tool before it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What the tool says of itself now.
    pub definition: String,
    /// The hash of that.
    pub hash: String,
    /// Whether the person trusts just that, and the tool says of itself that it only reads.
    pub trusted_to_read: bool,
    /// What it said of itself when it was trusted, or called last, where that is something else.
    pub before: Option<String>,
}

struct Slot {
    server: Server,
    client: RefCell<Option<Rc<Client>>>,
    /// As the server has listed its tools last; why it could not.
    listing: RefCell<Option<Result<Rc<Listing>, McpError>>>,
    /// The definitions of the tools that were called.
    called: RefCell<BTreeMap<String, String>>,
}

/// The servers that a person has set up.
pub struct Servers {
    slots: Vec<Slot>,
    connector: Rc<dyn Connector>,
    timer: Rc<dyn Timer>,
}

impl Servers {
    /// These servers; none is connected yet.
    pub fn new(servers: Vec<Server>, connector: Rc<dyn Connector>, timer: Rc<dyn Timer>) -> Self {
        let slot = |server| Slot {
            server,
            client: RefCell::default(),
            listing: RefCell::default(),
            called: RefCell::default(),
        };
        Self { slots: servers.into_iter().map(slot).collect(), connector, timer }
    }

    /// The servers, in the person's order.
    pub fn iter(&self) -> impl Iterator<Item = &Server> {
        self.slots.iter().map(|slot| &slot.server)
    }

    /// The server of this name.
    ///
    /// # Errors
    /// [`McpError::NoServer`], with those that there are.
    pub fn get(&self, name: &str) -> Result<&Server, McpError> {
        self.slot(name).map(|slot| &slot.server)
    }

    /// Lists a server's tools anew.
    ///
    /// # Errors
    /// The server cannot be reached, refuses, or sends what is no list.
    pub async fn list(&self, name: &str) -> Result<Rc<Listing>, McpError> {
        let slot = self.slot(name)?;
        let listed = match self.client(slot) {
            Ok(client) => client.tools().await.map(Rc::new),
            Err(error) => Err(error.into()),
        };
        slot.forget_if_broken(&listed);
        *slot.listing.borrow_mut() = Some(listed.clone());
        listed
    }

    /// What is known of a tool by the list that was read last; `None` where it is in none.
    pub fn standing(&self, server: &str, tool: &str) -> Option<Standing> {
        let slot = self.slot(server).ok()?;
        let listing = slot.listing.borrow();
        let tool = listing.as_ref()?.as_ref().ok()?.get(tool)?;
        let trusted = slot.server.trusted().and_then(|trust| trust.of(tool.name()));
        let called = slot.called.borrow().get(tool.name()).cloned();
        let before = trusted.map(str::to_owned).or(called).filter(|before| before != tool.text());
        Some(Standing {
            definition: tool.text().to_owned(),
            hash: tool.hash(),
            trusted_to_read: trusted == Some(tool.text()) && tool.says_it_reads(),
            before,
        })
    }

    /// Calls a tool of the list that was read last. Whether it may be called is the caller's to know.
    ///
    /// # Errors
    /// The server or the tool is not there, or as [`Client::call`].
    pub async fn call(&self, server: &str, tool: &str, arguments: &Value) -> Result<Content, McpError> {
        let slot = self.slot(server)?;
        let listing = slot.listing.borrow().clone().transpose()?;
        let there = |listing: Rc<Listing>| listing.tools.iter().map(|tool| tool.name().to_owned()).collect();
        let Some(definition) = listing.as_ref().and_then(|listing| listing.get(tool)) else {
            return Err(McpError::NoTool { name: tool.to_owned(), there: listing.map_or_else(Vec::new, there) });
        };
        slot.called.borrow_mut().insert(tool.to_owned(), definition.text().to_owned());
        let done = self.client(slot)?.call(tool, arguments).await;
        slot.forget_if_broken(&done);
        done
    }

    /// A server's resources, and whether there are more.
    ///
    /// # Errors
    /// As [`Client::resources`].
    pub async fn resources(&self, server: &str) -> Result<(Vec<Resource>, bool), McpError> {
        let slot = self.slot(server)?;
        let done = self.client(slot)?.resources().await;
        slot.forget_if_broken(&done);
        done
    }

    /// Reads a resource of a server.
    ///
    /// # Errors
    /// As [`Client::read`].
    pub async fn read(&self, server: &str, uri: &str) -> Result<Content, McpError> {
        let slot = self.slot(server)?;
        let done = self.client(slot)?.read(uri).await;
        slot.forget_if_broken(&done);
        done
    }

    /// Ends all sessions; servers are notified where the transport can do that.
    pub async fn close(&self) {
        for slot in &self.slots {
            let client = slot.client.borrow_mut().take();
            if let Some(client) = client {
                client.close().await;
            }
        }
    }

    fn slot(&self, name: &str) -> Result<&Slot, McpError> {
        self.slots.iter().find(|slot| slot.server.name == name).ok_or_else(|| McpError::NoServer {
            name: name.to_owned(),
            there: self.iter().map(|server| server.name.clone()).collect(),
        })
    }

    fn client(&self, slot: &Slot) -> Result<Rc<Client>, TransportError> {
        if let Some(client) = &*slot.client.borrow() {
            return Ok(Rc::clone(client));
        }
        let client = Rc::new(Client::new(self.connector.connect(&slot.server)?, Rc::clone(&self.timer)));
        *slot.client.borrow_mut() = Some(Rc::clone(&client));
        Ok(client)
    }
}

impl Slot {
    /// The next request connects anew where the connection can be used no more.
    fn forget_if_broken<T>(&self, done: &Result<T, McpError>) {
        if let Err(McpError::Transport(_) | McpError::Flood(_) | McpError::Silent(_)) = done {
            *self.client.borrow_mut() = None;
        }
    }
}
