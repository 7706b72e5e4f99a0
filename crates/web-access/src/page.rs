//! Fetches a page as text.

use crate::{PageUrl, Rules, WebError, article};
use futures::StreamExt;
use futures::future::{Either, LocalBoxFuture, select};
use limits::web::{PAGE_BYTES, PAGE_MS, REDIRECTS, TEXT_BYTES};
use model::{HttpError, HttpResponse, Timer};
use std::pin::pin;
use std::rc::Rc;

/// The answer to a request for a page.
pub struct Fetched {
    /// Status, headers and body.
    pub response: HttpResponse,
    /// Where it came from, if the host has followed redirects; `None`: from the address that was asked for.
    pub url: Option<String>,
}

/// Sends requests for pages: a GET without cookies, credentials and referrer. Retries nothing, caches nothing. A host that
/// cannot see redirects follows them and says where the answer came from; every other returns them. A host that resolves
/// names refuses addresses that are not [public](crate::is_public). Dropping the future, or the body, aborts the request.
pub trait PageClient {
    /// Sends a request and waits for the status and headers.
    fn get(&self, url: &PageUrl) -> LocalBoxFuture<'static, Result<Fetched, HttpError>>;
}

/// Fetches pages.
pub struct PageReader {
    client: Rc<dyn PageClient>,
    timer: Rc<dyn Timer>,
    rules: Rules,
}

/// A page as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it came from.
    pub url: String,
    /// Its title; empty if it has none.
    pub title: String,
    /// Its text: of HTML the main part as Markdown. At most [`TEXT_BYTES`] and a sentence that says what is left out.
    pub text: String,
}

impl PageReader {
    /// Over a host's client.
    pub fn new(client: Rc<dyn PageClient>, timer: Rc<dyn Timer>, rules: Rules) -> Self {
        Self { client, timer, rules }
    }

    /// The address of a page that may be fetched.
    ///
    /// # Errors
    /// Why it is not fetched.
    pub fn address(&self, url: &str) -> Result<PageUrl, WebError> {
        PageUrl::parse(url, &self.rules)
    }

    /// Fetches a page.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn fetch(&self, url: &PageUrl) -> Result<Page, WebError> {
        match select(pin!(self.page(url)), self.timer.sleep(PAGE_MS)).await {
            Either::Left((page, _)) => page,
            Either::Right(_) => Err(WebError::Silent),
        }
    }

    async fn page(&self, url: &PageUrl) -> Result<Page, WebError> {
        let mut at = url.clone();
        for _ in 0..=REDIRECTS {
            let Fetched { response, url: came_from } = self.client.get(&at).await?;
            if let Some(came_from) = came_from {
                at = self.within(url, PageUrl::parse(&came_from, &self.rules)?)?;
            }
            if let (301..=303 | 307 | 308, Some(location)) = (response.status, response.header("location")) {
                at = self.within(url, at.redirected(location, &self.rules)?)?;
                continue;
            }
            if !(200..=299).contains(&response.status) {
                return Err(WebError::Status(response.status));
            }
            return read(&at, response).await;
        }
        Err(WebError::Redirects)
    }

    /// A person was asked about one origin.
    fn within(&self, asked: &PageUrl, next: PageUrl) -> Result<PageUrl, WebError> {
        if next.origin() == asked.origin() { Ok(next) } else { Err(WebError::Elsewhere(next.as_str().to_owned())) }
    }
}

async fn read(url: &PageUrl, response: HttpResponse) -> Result<Page, WebError> {
    let kind = response.header("content-type").unwrap_or("text/html").to_ascii_lowercase();
    let media = kind.split(';').next().unwrap_or_default().trim().to_owned();
    let is_html = matches!(media.as_str(), "text/html" | "application/xhtml+xml");
    let is_text = media.starts_with("text/")
        || media == "application/json"
        || media.ends_with("+json")
        || media == "application/xml";
    if !is_html && !is_text {
        return Err(WebError::Kind(media.chars().filter(|c| c.is_ascii_graphic()).take(80).collect()));
    }
    let charset = kind.split("charset=").nth(1).map(|label| label.split(';').next().unwrap_or_default());
    let charset = charset.map_or("utf-8", |label| label.trim_matches(['"', '\'', ' '])).to_owned();
    let (bytes, cut) = body(response).await?;
    let text = decoded(bytes, &charset)?;
    let (title, mut text) = if is_html {
        let article = article(&text, url.as_str());
        (article.title, article.markdown)
    } else {
        (String::new(), text)
    };
    if text.trim().is_empty() {
        return Err(WebError::Empty);
    }
    if text.len() > TEXT_BYTES {
        let all = text.len();
        text.truncate(text.floor_char_boundary(TEXT_BYTES));
        text += &format!("\n[cut here: {} of {all} bytes of text are left out]", all - text.len());
    } else if cut {
        text += &format!("\n[the page is longer than {PAGE_BYTES} bytes, of which these are the first]");
    }
    Ok(Page { url: url.as_str().to_owned(), title, text })
}

/// The two encodings in which nearly all pages are written. The tables of others are too large for what they are needed.
fn decoded(bytes: Vec<u8>, charset: &str) -> Result<String, WebError> {
    match charset {
        "utf-8" | "utf8" | "us-ascii" | "" => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        "iso-8859-1" | "latin1" | "windows-1252" => Ok(bytes.into_iter().map(char::from).collect()),
        other => Err(WebError::Charset(other.chars().filter(|c| c.is_ascii_graphic()).take(40).collect())),
    }
}

/// The first bytes of a body, and whether there are more.
async fn body(mut response: HttpResponse) -> Result<(Vec<u8>, bool), WebError> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.body.next().await {
        bytes.extend(piece?);
        if bytes.len() > PAGE_BYTES {
            bytes.truncate(PAGE_BYTES);
            return Ok((bytes, true));
        }
    }
    Ok((bytes, false))
}
