//! Completion of `@name` in the ask box: files, folders and symbols. What is chosen is put into the question as its name in
//! backticks, which agents and the offline model read as any other name. A folder can also limit what is asked to it.

use super::dynamic::dynamic;
use crate::shims;
use crate::strings;
use crate::text::{Mention, folders_named, mention_at};
use crate::workbench::Workbench;
use leptos::html::Textarea;
use leptos::prelude::*;
use protocol::{Command, FoundItem, FoundKind, Reply};
use wasm_bindgen_futures::spawn_local;

/// Wait after a keystroke before asking, in milliseconds.
const DEBOUNCE_MS: u32 = 20;
/// Most symbols and files that are asked for, and most rows that are shown.
const MOST_FOUND: u32 = 20;
const MOST: usize = 8;
/// Most folders that are offered.
const FOLDERS: usize = 2;
/// The kind of a folder that what is asked is limited to.
const ONLY_IN: &str = "only in";

#[derive(Debug, Clone, PartialEq, Eq)]
struct Choice {
    kind: &'static str,
    /// What is put into the question.
    name: String,
    /// Where it is; empty where the name says it.
    detail: String,
}

/// The state of the list below the ask box.
#[derive(Clone, Copy)]
pub struct Completion {
    field: NodeRef<Textarea>,
    text: RwSignal<String>,
    /// The folder that what is asked is limited to.
    folder: RwSignal<Option<String>>,
    mention: RwSignal<Option<Mention>>,
    choices: RwSignal<Vec<Choice>>,
    at: RwSignal<usize>,
}

impl Completion {
    pub fn new(field: NodeRef<Textarea>, text: RwSignal<String>, folder: RwSignal<Option<String>>) -> Self {
        let (mention, choices, at) = (RwSignal::new(None), RwSignal::new(Vec::new()), RwSignal::new(0));
        Self { field, text, folder, mention, choices, at }
    }

    pub fn is_open(self) -> bool {
        !self.choices.with(Vec::is_empty)
    }

    /// The id of the row that is chosen; `None` while the list is closed.
    pub fn active(self) -> Option<String> {
        self.is_open().then(|| format!("mention-{}", self.at.get()))
    }

    pub fn close(self) {
        self.mention.set(None);
        self.choices.set(Vec::new());
    }

    /// After the text or the caret has changed: finds what the name may be.
    pub fn typed(self, bench: Workbench) {
        let Some(field) = self.field.get_untracked() else { return };
        // A field without a caret has it at the end.
        let caret = field.selection_start().ok().flatten().map_or(usize::MAX, |caret| caret as usize);
        let mention = self.text.with_untracked(|text| mention_at(text, caret)).filter(|it| !it.query.is_empty());
        self.mention.set(mention.clone());
        match mention {
            Some(mention) => spawn_local(self.find(bench, mention)),
            None => self.choices.set(Vec::new()),
        }
    }

    async fn find(self, bench: Workbench, wanted: Mention) {
        let is_current = || self.mention.try_get_untracked().flatten().as_ref() == Some(&wanted);
        shims::sleep(DEBOUNCE_MS).await;
        if !is_current() {
            return;
        }
        let query = wanted.query.trim_end_matches('/').to_owned();
        let found = bench.engine.call(Command::Find { query, limit: MOST_FOUND }).await;
        if is_current() {
            // What cannot be searched for has no completion; the text stays as it is.
            let items = match found {
                Ok(Reply::Found { items }) => items,
                _ => Vec::new(),
            };
            self.at.set(0);
            self.choices.set(choices(&items, &wanted.query));
        }
    }

    /// Handles a key of the field while the list is open; false where it has no meaning.
    pub fn key(self, key: &str) -> bool {
        if !untrack(|| self.is_open()) {
            return false;
        }
        let last = self.choices.with_untracked(Vec::len).saturating_sub(1);
        match key {
            "ArrowDown" => self.at.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => self.at.update(|at| *at = at.saturating_sub(1)),
            "Enter" | "Tab" => self.choose(self.at.get_untracked()),
            "Escape" => self.close(),
            _ => return false,
        }
        true
    }

    fn choose(self, index: usize) {
        let choice = self.choices.with_untracked(|all| all.get(index).cloned());
        if let (Some(choice), Some(mention)) = (choice, self.mention.get_untracked()) {
            let (text, caret) = self.text.with_untracked(|text| match choice.kind {
                ONLY_IN => mention.removed(text),
                _ => mention.completed(text, &choice.name),
            });
            if choice.kind == ONLY_IN {
                self.folder.set(Some(choice.name.trim_end_matches('/').to_owned()));
            }
            self.text.set(text.clone());
            if let (Some(field), Ok(caret)) = (self.field.get_untracked(), u32::try_from(caret)) {
                field.set_value(&text);
                // The field is in the document, so it has a caret and takes the focus.
                drop(field.focus());
                drop(field.set_selection_range(caret, caret));
            }
        }
        self.close();
    }
}

/// The rows for a query: folders of its name, then what was found, in its order.
fn choices(items: &[FoundItem], query: &str) -> Vec<Choice> {
    let folders = folders_named(items.iter().map(|item| item.path.as_str()), query);
    let folder = |kind| move |name: &String| Choice { kind, name: name.clone(), detail: String::new() };
    let item = |item: &FoundItem| match item.kind {
        FoundKind::File => Some(Choice { kind: "file", name: item.path.clone(), detail: String::new() }),
        FoundKind::Symbol => {
            let name = item.detail.rsplit(' ').next().unwrap_or(&item.title).to_owned();
            Some(Choice { kind: "symbol", name, detail: format!("{}:{}", item.path, item.start_line) })
        }
        FoundKind::Text => None,
    };
    // A query with a slash is of a path: files come with their folders.
    let folders = &folders[..folders.len().min(FOLDERS)];
    let mut all: Vec<Choice> = folders.iter().map(folder("folder")).collect();
    all.extend(folders.iter().map(folder(ONLY_IN)));
    all.extend(items.iter().filter_map(item));
    all.truncate(MOST);
    all
}

/// A kind of choice for people.
fn kind_words(kind: &str) -> &'static str {
    match kind {
        "file" => strings::completion_file(),
        "symbol" => strings::completion_symbol(),
        ONLY_IN => strings::completion_only_in(),
        _ => strings::completion_folder(),
    }
}

/// The list, above the field; the field keeps the focus.
#[component]
pub fn CompletionList(completion: Completion) -> impl IntoView {
    dynamic(move || {
        completion.is_open().then(|| {
            let row = |(index, choice): (usize, Choice)| {
                view! {
                    <li
                        id=format!("mention-{index}")
                        role="option"
                        class="mention"
                        class:current=move || completion.at.get() == index
                        aria-selected=move || (completion.at.get() == index).to_string()
                        data-testid="mention"
                        on:mousedown=move |event| { event.prevent_default(); completion.choose(index); }
                    >
                        <span class="quiet mention-kind">{kind_words(choice.kind)}</span>
                        <bdi class="mention-name">{choice.name}</bdi>
                        <bdi class="quiet mention-place">{choice.detail}</bdi>
                    </li>
                }
            };
            let rows = completion.choices.get().into_iter().enumerate().map(row).collect_view();
            view! { <ul class="mentions" id="mentions" role="listbox" aria-label=strings::completion_label()>{rows}</ul> }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: FoundKind, title: &str, detail: &str, path: &str) -> FoundItem {
        let (title, detail, path) = (title.to_owned(), detail.to_owned(), path.to_owned());
        FoundItem { kind, title, detail, path, start_line: 1, end_line: 2, symbol: None, parameters: None }
    }

    #[test]
    fn folders_files_and_symbols_are_offered_by_their_whole_names() {
        let items = [
            item(FoundKind::Symbol, "serve", "function server.orders.serve", "server/orders.py"),
            item(FoundKind::File, "orders.py", "server/orders.py", "server/orders.py"),
            item(FoundKind::Text, "serve()", "x", "x.py"),
        ];
        let names: Vec<_> = choices(&items, "serv").into_iter().map(|it| (it.kind, it.name)).collect();
        let wanted = [
            ("folder", "server/"),
            ("only in", "server/"),
            ("symbol", "server.orders.serve"),
            ("file", "server/orders.py"),
        ];
        assert_eq!(names, wanted.map(|(kind, name)| (kind, name.to_owned())));
    }
}
