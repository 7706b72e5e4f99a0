//! Why a page or a search gave nothing.

use limits::web::{PAGE_MS, QUERY_CHARACTERS, REDIRECTS, URL_BYTES};
use model::HttpError;

/// Why a page or a search gave nothing. Its text is a sentence for people and models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    /// Not the address of a page.
    #[error("`{0}` is no address of a page; give one such as https://docs.rs/serde")]
    NoUrl(String),
    /// An address longer than allowed.
    #[error("an address has at most {URL_BYTES} bytes")]
    LongUrl,
    /// Not encrypted.
    #[error("only https:// is fetched")]
    NotHttps,
    /// An address with a name or password.
    #[error("an address with a name or password is not fetched")]
    Credentials,
    /// A machine of this network.
    #[error("`{0}` is a private or local address, which is not fetched")]
    Private(String),
    /// The owner of this host has not allowed it.
    #[error("`{0}` is not among the hosts that this server may fetch from")]
    NotAllowed(String),
    /// The page is elsewhere.
    #[error("it redirects to {0}, another origin; call again with that address, so that the person can be asked")]
    Elsewhere(String),
    /// Redirects without end.
    #[error("it redirects more than {REDIRECTS} times")]
    Redirects,
    /// No answer.
    #[error("{0}")]
    Http(#[from] HttpError),
    /// No answer in time.
    #[error("it did not answer within {seconds} seconds", seconds = PAGE_MS / 1_000)]
    Silent,
    /// A status other than success.
    #[error("it answered with HTTP status {0}{advice}", advice = advice(.0))]
    Status(u16),
    /// A kind of content that is not read.
    #[error("it is of the type `{0}`, and only text is read")]
    Kind(String),
    /// An encoding that is not read.
    #[error("it is written in the encoding `{0}`; UTF-8 and ISO 8859-1 are read")]
    Charset(String),
    /// A page without text.
    #[error("it holds no text; it may be drawn by a script, which is not run")]
    Empty,
    /// A search that is longer than allowed, or empty.
    #[error("a search has 1 to {QUERY_CHARACTERS} characters")]
    Query,
    /// The answer of a search server has another form.
    #[error("the answer of the search server cannot be read: {0}")]
    Unreadable(String),
}

fn advice(status: &u16) -> &'static str {
    match status {
        401 | 403 => "; it wants a key or does not want programs",
        404 | 410 => "; there is no such page",
        429 => "; it is asked too often, try later",
        _ => "",
    }
}
