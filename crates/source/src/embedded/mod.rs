//! Code inside files of another kind: components of Vue, Svelte and Astro, pages of HTML, notebooks.
//!
//! Their code is read as a text of the same length and the same lines in which everything else is blank, so that every
//! place in it is the place in the file. What a template calls is written as expressions of the script's language, in
//! the bytes that its markup leaves free ([`listing`]).
//!
//! What is not read: the template of a Vue component without `<script setup>`, except for the tags of components, as
//! its names are members of an object; templates of other languages (Pug); scripts that are in another file (`src`);
//! components that are not named in the script (registered for the whole application); an expression for whose
//! separators the markup leaves no room; handlers in attributes of pages of HTML (`onclick`); notebooks that are not written
//! one line of source a line.

mod astro;
mod expression;
mod html;
mod json;
mod listing;
mod markup;
mod notebook;
mod svelte;
mod vue;

use crate::{Language, RepoPath};
use std::borrow::Cow;

/// A kind of file that has code of another language inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Container {
    /// A single-file component of Vue.
    Vue,
    /// A component of Svelte.
    Svelte,
    /// A component of Astro.
    Astro,
    /// A page of HTML, which has code where a script is written in it.
    Html,
    /// A Jupyter notebook.
    Notebook,
}

impl Container {
    /// The kind of a file, by its name.
    pub fn of(path: &RepoPath) -> Option<Self> {
        match path.extension().as_str() {
            "vue" => Some(Self::Vue),
            "svelte" => Some(Self::Svelte),
            "astro" => Some(Self::Astro),
            "html" | "htm" => Some(Self::Html),
            "ipynb" => Some(Self::Notebook),
            _ => None,
        }
    }

    /// A short stable name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Vue => "vue",
            Self::Svelte => "svelte",
            Self::Astro => "astro",
            Self::Html => "html",
            Self::Notebook => "notebook",
        }
    }

    /// True where the file is one component, which others import as its default export.
    pub fn is_component(self) -> bool {
        matches!(self, Self::Vue | Self::Svelte | Self::Astro)
    }

    /// The name of the component that the file is: its own, without the ending.
    pub fn component_name(path: &RepoPath) -> Option<&str> {
        let is_one = Self::of(path).is_some_and(Self::is_component);
        path.file_name().rsplit_once('.').map(|(name, _)| name).filter(|name| is_one && !name.is_empty())
    }

    /// The language of the code inside; `None` where it is none that is known, or the file cannot be read.
    pub(crate) fn language(self, text: &str) -> Option<Language> {
        match self {
            Self::Vue => Some(markup::language(&vue::scripts(text))),
            Self::Svelte => Some(markup::language(&svelte::scripts(text))),
            // Its expressions hold elements.
            Self::Astro => Some(Language::Tsx),
            Self::Html => {
                let scripts = html::scripts(text);
                (!scripts.is_empty()).then(|| markup::language(&scripts))
            }
            Self::Notebook => notebook::read(text).ok()?.language,
        }
    }
}

/// The code of a file as a parser reads it: of the same length and lines, with all else blank. The text itself where the
/// file is no [`Container`], or cannot be read as one, as a page of HTML without a script.
pub fn code_of<'t>(path: &RepoPath, text: &'t str) -> Cow<'t, str> {
    match Container::of(path) {
        None => Cow::Borrowed(text),
        Some(Container::Vue) => Cow::Owned(vue::code(text)),
        Some(Container::Svelte) => Cow::Owned(svelte::code(text)),
        Some(Container::Astro) => Cow::Owned(astro::code(text)),
        Some(Container::Html) => html::code(text).map_or(Cow::Borrowed(text), Cow::Owned),
        Some(Container::Notebook) => searched(path, text),
    }
}

/// The code in a block that names a kind of component as its language, as a parser reads it, and what it is in: a block that
/// begins with a tag (or with the fence of Astro's code) is read as such a file, any other as a piece of a script. `None` for another name.
pub fn code_of_block<'t>(name: &str, text: &'t str) -> Option<(Language, Cow<'t, str>)> {
    let path = RepoPath::parse(&format!("block.{}", name.to_ascii_lowercase())).ok()?;
    let container = Container::of(&path).filter(|container| container.is_component())?;
    let start = text.trim_start();
    let is_file = start.starts_with('<') || (container == Container::Astro && start.starts_with("---"));
    if !is_file {
        return Some((Language::TypeScript, Cow::Borrowed(text)));
    }
    container.language(text).map(|language| (language, code_of(&path, text)))
}

/// What of a file is searched: of a notebook its cells, as code of the same length and lines, without outputs; of any other
/// file all.
pub fn searched<'t>(path: &RepoPath, text: &'t str) -> Cow<'t, str> {
    match Container::of(path) {
        Some(Container::Notebook) => notebook::read(text).map_or(Cow::Borrowed(text), |read| Cow::Owned(read.code)),
        _ => Cow::Borrowed(text),
    }
}

/// Why the code of a file cannot be read, for people; `None` where it can, and for files that are no [`Container`].
pub fn unread(path: &RepoPath, text: &str) -> Option<String> {
    match Container::of(path)? {
        Container::Notebook => notebook::read(text).err().map(|fault| fault.to_string()),
        Container::Vue | Container::Svelte | Container::Astro | Container::Html => None,
    }
}

/// A text of the same length and lines with nothing in it.
fn blank(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' }).collect()
}

/// What was made of blanks and whole characters.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("characters are copied whole")
}

#[cfg(test)]
mod tests;
