//! Links to code: copied, and set up by the person.

use crate::address::{Address, Spot};
use crate::history::Place;
use crate::links::{Origin, OriginError, editor_link};
use crate::strings;
use crate::workbench::Workbench;
use crate::{preferences, shims};
use leptos::prelude::*;
use protocol::{Citation, RepositoryOverview};
use wasm_bindgen_futures::{JsFuture, spawn_local};

impl Workbench {
    /// Loads what the person has set up for this repository; for the host else what its git data says.
    pub(super) fn load_links(self, overview: &RepositoryOverview) {
        let stored = |name: &str| preferences::load(&format!("{name}.{}", overview.link), |text| Some(text.to_owned()));
        let links = self.links;
        let editor = preferences::load("editor", |text| Some(text.to_owned()));
        links.editor.set(editor.unwrap_or_else(|| "vscode".to_owned()));
        // What is not known is empty.
        links.root.set(stored("root").unwrap_or_default());
        links.page.set(stored("page").or_else(|| overview.host_page.clone()).unwrap_or_default());
        links.commit.set(stored("commit").or_else(|| overview.commit.clone()).unwrap_or_default());
    }

    /// Keeps what the person has set up, for this repository. What equals its git data is not kept: that may change.
    pub fn save_links(self, editor: String, root: String, page: String, commit: String) {
        let Some(overview) = self.overview.get_untracked() else { return };
        let keep = |name: &str, value: &str, known: Option<&String>| {
            let name = format!("{name}.{}", overview.link);
            match value.is_empty() || known.is_some_and(|known| known == value) {
                true => preferences::forget(&name),
                false => preferences::save(&name, value),
            }
        };
        preferences::save("editor", &editor);
        keep("root", root.trim(), None);
        keep("page", page.trim(), overview.host_page.as_ref());
        keep("commit", commit.trim(), overview.commit.as_ref());
        self.load_links(&overview);
    }

    /// The page's own address of a place in the open repository.
    pub fn address_of(self, spot: Spot) -> Option<String> {
        let repository = self.overview.with(|it| it.as_ref().map(|it| it.link.clone()))?;
        Some(shims::absolute(&Address { repository, spot }.to_string()))
    }

    /// The permanent address of a place at the host.
    ///
    /// # Errors
    /// Why there is none.
    pub fn permalink(self, place: &Place) -> Result<String, OriginError> {
        let (page, commit) = (self.links.page.get(), self.links.commit.get());
        Origin::new(&page, &commit).map(|origin| origin.link(place))
    }

    /// The address that opens a place in the person's editor; `None` before the folder is known.
    pub fn in_editor(self, place: &Place) -> Option<String> {
        self.links.root.with(|root| self.links.editor.with(|editor| editor_link(editor, root, place)))
    }

    /// Where what an answer cites is: at the host, else on this page. `None` for a commit.
    pub fn link_of(self, citation: &Citation) -> Option<String> {
        if citation.commit.is_some() {
            return None;
        }
        let place = Place { path: citation.path.clone(), start: citation.start_line, end: citation.end_line };
        self.permalink(&place).ok().or_else(|| self.address_of(Spot::File(place)))
    }

    /// Copies a text, and says whether the browser allowed it.
    pub fn copy(self, text: String, what: &'static str) {
        let copying = shims::copy_text(&text);
        spawn_local(async move {
            let is_done = JsFuture::from(copying).await.is_ok_and(|done| done.as_bool() == Some(true));
            self.announce(if is_done { strings::links_copied(what) } else { strings::links_not_copied().to_owned() });
        });
    }
}
