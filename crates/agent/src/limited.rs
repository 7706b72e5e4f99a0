//! What the model of a run knows of the repository: what it is called, and the folder that the run is limited to, which its answer says.
//!
//! The repository that the run sees is limited by its [`Reader`](codebase::Reader); this is about words alone. Answers that a
//! model writes get the folder in front here, for every model and agent; those that nodes put together get it there, by
//! [`lead`].

use crate::prompts;
use model::spending::BudgetedModel;
use model::{ChatDelta, ChatFuture, ChatRequest, Message, ModelClient, Role, Task};
use protocol::{ModelInfo, Prices};
use std::rc::Rc;

/// What a model knows of the repository itself.
#[derive(Debug, Default)]
pub(crate) struct AboutRepository {
    pub names: Vec<String>,
    /// Whether its text is fetched where it is read, and is too much to fetch all of it.
    pub is_fetched: bool,
}

/// A model of a run that knows what the repository is called, and may be limited to a folder.
pub(crate) struct LimitedModel<'m> {
    model: BudgetedModel<'m>,
    folder: Option<String>,
    project: Rc<AboutRepository>,
}

impl<'m> LimitedModel<'m> {
    /// Of a run that is about the whole repository.
    pub fn new(model: BudgetedModel<'m>) -> Self {
        Self { model, folder: None, project: Rc::default() }
    }

    /// Of a run that is limited to this folder.
    pub fn within(self, folder: Option<&str>) -> Self {
        Self { folder: folder.map(str::to_owned), ..self }
    }

    /// Of a run about a repository.
    pub fn about(self, project: Rc<AboutRepository>) -> Self {
        Self { project, ..self }
    }
}

impl ModelClient for LimitedModel<'_> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn prices(&self) -> Option<Prices> {
        self.model.prices()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            let mut request =
                ChatRequest { project: &self.project.names, is_fetched: self.project.is_fetched, ..request.clone() };
            let Some(folder) = self.folder.as_deref() else { return self.model.chat(&request, on).await };
            request.folder = Some(folder);
            instruct(&mut request.messages, &prompts::limited(folder));
            if !matches!(request.task, Task::Answer(_)) {
                return self.model.chat(&request, on).await;
            }
            let mut has_begun = false;
            let mut on_delta = |delta: ChatDelta| match delta {
                // White space in front of an answer says nothing, and what is empty stays so.
                ChatDelta::Text(text) if !has_begun && text.trim().is_empty() => {}
                ChatDelta::Text(text) if !has_begun => {
                    has_begun = true;
                    on(ChatDelta::Text(lead(folder, &text)));
                }
                ChatDelta::Retrying { .. } | ChatDelta::Fallback(_) => {
                    has_begun = false;
                    on(delta);
                }
                other => on(other),
            };
            let mut response = self.model.chat(&request, &mut on_delta).await?;
            if !response.message.content.trim().is_empty() {
                response.message.content = lead(folder, &response.message.content);
            }
            Ok(response)
        })
    }
}

/// Adds to what the system says: some servers take one message of it alone, at the beginning.
fn instruct(messages: &mut Vec<Message>, text: &str) {
    match messages.first_mut().filter(|first| first.role == Role::System) {
        Some(first) => first.content = format!("{}\n\n{text}", first.content),
        None => messages.insert(0, Message::new(Role::System, text)),
    }
}

/// The beginning of an answer, with the folder in front of it.
pub(crate) fn lead(folder: &str, beginning: &str) -> String {
    let beginning = beginning.trim_start();
    // A heading, a list, a quotation, a table or a fence begins a line.
    let is_block = beginning.starts_with(['#', '-', '+', '>', '|', '~'])
        || ["* ", "```"].iter().any(|sign| beginning.starts_with(sign))
        || beginning.split_once(['.', ')']).is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let fence = if folder.contains('`') { "``" } else { "`" };
    let gap = if is_block { "\n\n" } else { " " };
    format!("In {fence}{folder}{fence}:{gap}{beginning}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_begins_a_line_of_its_own() {
        assert_eq!(lead("src", " It is there."), "In `src`: It is there.");
        assert_eq!(lead("src", "`load` is there."), "In `src`: `load` is there.");
        assert_eq!(lead("src", "**Done.**"), "In `src`: **Done.**");
        for block in ["# One", "- one", "* one", "1. one", "> one", "| a | b |", "```rs\nx\n```"] {
            assert_eq!(lead("src", block), format!("In `src`:\n\n{block}"));
        }
        assert_eq!(lead("a`b", "It."), "In ``a`b``: It.");
    }

    #[test]
    fn what_the_system_says_is_one_message_in_front() {
        let mut messages = vec![Message::new(Role::User, "Where?")];
        instruct(&mut messages, "Only there.");
        instruct(&mut messages, "Be brief.");
        let said: Vec<_> = messages.iter().map(|message| (message.role, message.content.as_str())).collect();
        assert_eq!(said, [(Role::System, "Only there.\n\nBe brief."), (Role::User, "Where?")]);
    }
}
