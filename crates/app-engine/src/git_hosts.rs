//! Tokens for git hosts, and what an address means before anything is sent.
//!
//! A token is kept in the key vault under the origin of the host's API, which it is sent to and nowhere else.

use crate::failure;
use git_host::{Address, At, Client, HostError};
use host_web::{FetchHttpClient, KeyVault, PerformanceClock, TimeoutTimer, sentence};
use model::{HttpError, Secret};
use protocol::{Failure, FailureKind, HostedAddress, Reply};
use std::rc::Rc;

const CORS: &str = "Check the connection and the address. A host of your own must let this page read its answers (CORS); a \
    repository that was renamed answers only under its new name.";
const TOKEN: &str =
    "Give a token that may read the repository's contents, if it is private or the allowance is used up.";

/// The tokens of git hosts.
pub struct GitHosts {
    vault: Rc<KeyVault>,
}

impl GitHosts {
    pub fn new(vault: Rc<KeyVault>) -> Self {
        Self { vault }
    }

    /// What an address means. Nothing is sent.
    pub async fn read(&self, text: &str) -> Result<Reply, Failure> {
        let address = parsed(text)?;
        let has_token = self.vault.get(&token_name(&address)).await.is_some();
        let contacts = Client::contacts(&address).iter().map(|origin| host_of(origin).to_owned()).collect();
        let host = address.host().to_owned();
        let state = state(&address.at);
        let address =
            HostedAddress { address: text.trim().to_owned(), host, path: address.path, state, contacts, has_token };
        Ok(Reply::Address { address })
    }

    pub async fn set_token(&self, text: &str, token: &str, remember: bool) -> Result<Reply, Failure> {
        let token = token.trim();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(failure::bad_input("A token is one word of letters, digits and signs."));
        }
        self.vault.set(&token_name(&parsed(text)?), token, remember).await.map_err(failure::storage)?;
        self.read(text).await
    }

    pub async fn forget_token(&self, text: &str) -> Result<Reply, Failure> {
        self.vault.forget(&token_name(&parsed(text)?)).await.map_err(failure::storage)?;
        self.read(text).await
    }

    /// A client for the host of an address, with its token if there is one.
    pub async fn client(&self, address: &Address) -> Client {
        let token = self.vault.get(&token_name(address)).await.map(Secret::new);
        let (http, timer) = (Rc::new(FetchHttpClient), Rc::new(TimeoutTimer));
        Client::new(http, timer, PerformanceClock::wall_ms, token)
    }
}

/// The address that a person has typed.
pub fn parsed(text: &str) -> Result<Address, Failure> {
    Address::parse(text).map_err(|error| failure::bad_input(sentence(&error)))
}

/// A host's error as the page shows it.
pub fn refused(error: &HostError) -> Failure {
    let message = sentence(error);
    match error {
        HostError::Address(_) => failure::bad_input(message),
        error if error.asks_for_token() => failure::failure(FailureKind::Token, message, Some(TOKEN)),
        HostError::Http(HttpError::Unreachable { .. }) | HostError::UnknownHost { .. } => {
            failure::failure(FailureKind::BadInput, message, Some(CORS))
        }
        _ => failure::failure(FailureKind::BadInput, message, Some("Nothing was changed. Try again later.")),
    }
}

/// The name of a token in the key vault; no origin of a model begins like this.
fn token_name(address: &Address) -> String {
    let origin = Client::contacts(address).into_iter().next();
    // A host is contacted at its own origin at least.
    format!("{}{}", KeyVault::GIT_HOST, origin.unwrap_or_else(|| address.origin.clone()))
}

fn host_of(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

fn state(at: &At) -> String {
    match at {
        At::Default => String::new(),
        At::Named(name, folder) if folder.is_empty() => name.clone(),
        At::Named(name, folder) => format!("{name}, folder {folder}"),
        At::NamedThenPath(text, _) => text.clone(),
        At::Request(number) => format!("request {number}"),
    }
}
