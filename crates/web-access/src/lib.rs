//! Pages and searches of the Web, for agents: which addresses are reached, the text of a page, and the providers of searches.
//!
//! The key decision: what is reached is decided by the address, before and after every redirect, and a redirect to another
//! origin is not followed but reported, because a person is asked about each origin. Where a host resolves names itself, it
//! refuses the addresses that [`is_public`] refuses, whatever they are called; in a browser tab that cannot be seen.
//! Everything that comes back is untrusted text within bounds.
//!
//! Start at [`PageReader`] and [`WebSearch`].

mod address;
mod article;
mod error;
mod page;
mod search;

pub use address::{PageUrl, Rules, is_public};
pub use article::{Article, article};
pub use error::WebError;
pub use page::{Fetched, Page, PageClient, PageReader};
pub use search::{Found, Provider, WebSearch};

use std::rc::Rc;

/// What a host offers of the Web.
#[derive(Clone, Default)]
pub struct Web {
    /// Fetches pages; `None` where none are fetched.
    pub pages: Option<Rc<PageReader>>,
    /// Searches; `None` where no provider is set up.
    pub search: Option<Rc<WebSearch>>,
}
