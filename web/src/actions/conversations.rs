//! Conversations: begin one, open one, name, delete and export.

use crate::run::{RunView, conversation_markdown};
use crate::shims;
use crate::strings;
use crate::workbench::{Pane, RunHandle, Workbench};
use leptos::prelude::*;
use protocol::{Citation, Command, Reply, RunStatus, RunSummary};
use wasm_bindgen_futures::spawn_local;

/// A conversation in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedConversation {
    pub id: String,
    /// The name that the person gave, else its first question.
    pub name: String,
    pub is_named: bool,
    /// Its questions, for the search.
    pub questions: Vec<String>,
    /// How its last run ended, or that it goes on.
    pub status: RunStatus,
    /// When its last run began, milliseconds since 1970.
    pub last_at: f64,
    pub is_imported: bool,
}

impl ListedConversation {
    /// Whether its name or one of its questions holds all words of `query`.
    pub fn matches(&self, query: &str) -> bool {
        let all = format!("{}\n{}", self.name, self.questions.join("\n")).to_lowercase();
        query.to_lowercase().split_whitespace().all(|word| all.contains(word))
    }
}

impl Workbench {
    /// The conversations of the repository, the one with the newest run first.
    pub fn conversations(self) -> Vec<ListedConversation> {
        let names = self.runs.names.get();
        let mut listed: Vec<ListedConversation> = Vec::new();
        // Newest first.
        for run in self.runs.stored.get() {
            let id = self.runs.conversation_of(&run);
            let at = listed.iter().position(|it| it.id == id).unwrap_or_else(|| {
                listed.push(ListedConversation {
                    id: id.clone(),
                    name: String::new(),
                    is_named: false,
                    questions: Vec::new(),
                    status: run.status.clone(),
                    last_at: run.started_at,
                    is_imported: false,
                });
                listed.len() - 1
            });
            let conversation = &mut listed[at];
            conversation.name.clone_from(names.get(&id).unwrap_or(&run.question));
            conversation.is_named = names.contains_key(&id);
            conversation.is_imported |= run.imported;
            conversation.questions.insert(0, run.question);
        }
        listed
    }

    /// Begins a conversation. A run that works goes on in its own.
    pub fn new_conversation(self) {
        self.runs.show_conversation(None, Vec::new());
        self.pane.set(Pane::Ask);
        request_animation_frame(|| crate::keys::focus("ask-input"));
    }

    /// Puts a conversation on screen; what of it is not on the page is read. False where it has no run.
    pub fn open_conversation(self, id: &str) -> bool {
        let members = untrack(|| self.members(id));
        if members.is_empty() {
            return false;
        }
        let runs: Vec<RunHandle> = members.into_iter().map(|stored| self.handle(stored)).collect();
        self.runs.show_conversation(Some(id.to_owned()), runs);
        true
    }

    /// The stored runs of a conversation, oldest first.
    fn members(self, id: &str) -> Vec<RunSummary> {
        let mut members = self.runs_in(id);
        members.reverse();
        members
    }

    /// The stored runs of a conversation, newest first.
    pub fn runs_in(self, id: &str) -> Vec<RunSummary> {
        let mut members = self.runs.stored.get();
        members.retain(|run| self.runs.conversation_of(run) == id);
        members
    }

    /// The run on the page, or one that is being read.
    fn handle(self, stored: RunSummary) -> RunHandle {
        self.runs.named(&stored.id).unwrap_or_else(|| {
            let (run, exchange) = self.read(stored);
            spawn_local(self.follow(run, exchange));
            run
        })
    }

    /// Opens a conversation of the list.
    pub fn look_at_conversation(self, id: &str) {
        self.stop_going();
        if self.open_conversation(id) {
            self.pane.set(Pane::Ask);
        }
    }

    pub async fn list_names(self) {
        // Without them each has its first question for a name.
        if let Ok(Reply::ConversationNames { names }) = self.engine.call(Command::ConversationNames).await {
            self.runs.names.set(names.into_iter().collect());
        }
    }

    /// Names a conversation; an empty name takes its name away.
    pub fn name_conversation(self, conversation: String, name: String) {
        spawn_local(async move {
            let reply = self.call(Command::NameConversation { conversation, name }).await;
            if let Some(Reply::ConversationNames { names }) = reply {
                self.runs.names.set(names.into_iter().collect());
            }
        });
    }

    /// Deletes a conversation with its runs, but for one that works.
    pub async fn delete_conversation(self, conversation: String) {
        let runs: Vec<String> = untrack(|| self.members(&conversation)).into_iter().map(|run| run.id).collect();
        let reply = self.call(Command::DeleteConversation { conversation: conversation.clone(), runs }).await;
        if let Some(Reply::Runs { runs }) = reply {
            self.runs.stored.set(runs);
            self.forget_deleted();
            self.list_names().await;
            self.announce(strings::conversations_deleted());
        }
    }

    /// Takes runs that are no longer stored off the page, but for those that work.
    pub(super) fn forget_deleted(self) {
        let is_there = |run: &RunHandle| {
            let name = run.name();
            name.is_empty()
                || untrack(|| run.is_running())
                || self.runs.stored.with_untracked(|stored| stored.iter().any(|it| it.id == name))
        };
        self.runs.conversation.update(|runs| runs.retain(is_there));
        self.runs.loaded.update(|runs| runs.retain(is_there));
        self.runs.offered.update(|runs| runs.retain(is_there));
        if self.runs.chosen.get_untracked().is_some_and(|run| !is_there(&run)) {
            self.runs.show(None);
        }
        if self.runs.conversation.with_untracked(Vec::is_empty) {
            self.runs.show_conversation(None, Vec::new());
        }
    }

    /// Saves the runs of a conversation as one file, which opens here read-only.
    pub fn export_conversation(self, conversation: ListedConversation) {
        spawn_local(async move {
            let runs = untrack(|| self.members(&conversation.id)).into_iter().map(|run| run.id).collect();
            let reply = self.call(Command::ExportConversation { name: conversation.name, runs }).await;
            if let Some(Reply::Download { name, bytes }) = reply {
                shims::download_bytes(&name, "application/octet-stream", &bytes);
            }
        });
    }

    /// Saves a conversation as Markdown, with the lines that its answers cite.
    pub fn export_markdown(self, conversation: ListedConversation) {
        spawn_local(async move {
            let mut views: Vec<RunView> = Vec::new();
            for stored in untrack(|| self.members(&conversation.id)) {
                let on_page = self.runs.named(&stored.id).filter(|run| !run.view.with_untracked(|it| it.is_recorded));
                let run = match on_page {
                    Some(run) => run,
                    None => {
                        let (run, exchange) = self.read(stored);
                        self.follow(run, exchange).await;
                        run
                    }
                };
                views.push(run.view.get_untracked());
            }
            let repository =
                self.overview.with_untracked(|it| it.as_ref().map_or_else(String::new, |it| it.name.clone()));
            let link = |citation: &Citation| untrack(|| self.link_of(citation));
            let text = conversation_markdown(&conversation.name, &repository, &views, link);
            shims::download(&format!("{}.md", file_name(&conversation.name)), "text/markdown", &text);
        });
    }
}

/// A name for a file: letters and digits of any script, and dashes.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = name.to_lowercase().chars().take(60).map(plain).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "conversation".to_owned() } else { parts.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_names_and_questions_by_words_in_any_order() {
        let conversation = ListedConversation {
            id: "a".to_owned(),
            name: "Taxes".to_owned(),
            is_named: true,
            questions: vec!["Who calls add_tax?".to_owned(), "And rate_of?".to_owned()],
            status: RunStatus::Answered,
            last_at: 0.0,
            is_imported: false,
        };
        for (query, found) in [("", true), ("TAX who", true), ("rate_of taxes", true), ("discount", false)] {
            assert_eq!(conversation.matches(query), found, "{query}");
        }
    }

    #[test]
    fn files_are_named_after_their_conversation() {
        assert_eq!(file_name("Who calls `place_order`?"), "who-calls-place-order");
        assert_eq!(file_name("../../.."), "conversation");
    }
}
