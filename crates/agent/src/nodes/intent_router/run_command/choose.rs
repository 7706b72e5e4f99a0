//! The program that a request asks for: the project's check for tests, one that the words name, else one that the model reads
//! in them. There is no program that runs where none was asked for.

use super::RunCommand;
use crate::nodes::intent_router::argv;
use crate::nodes::intent_router::words::wants_tests;
use crate::nodes::written::ask_for;
use crate::prompts::intent_router as prompts;
use crate::structured::{Schema, Structured};
use crate::verify::{Recipe, Verified, Verifying};
use crate::{IntentRouterState, RunContext};
use code_runner::{Command, RunLimits};
use limits::running::CHAT_COMMAND_MS;
use model::{ChatRequest, Message, Role, Task};
use schemars::JsonSchema;
use serde::Deserialize;
use state_graph::NodeError;

/// The answer of the model: the program and its arguments; empty where the request names none.
#[derive(Deserialize, JsonSchema)]
struct Argv(Vec<String>);

/// What a request to run something comes to.
pub(super) enum Chosen {
    /// A program.
    Program(Command),
    /// A program whose output is known: it ran, and its output was compared.
    Compared { command: Command, verified: Box<Verified> },
    /// Nothing: sentences for the person.
    Nothing(String),
}

impl RunCommand<'_> {
    /// Chooses the program.
    pub(super) async fn choose(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<Chosen, NodeError> {
        let Some(runner) = self.setting.services.runner.as_deref() else {
            return Ok(Chosen::Nothing("Nothing ran: nothing runs programs here. The command line can.".to_owned()));
        };
        if wants_tests(&state.input) {
            return self.tests(state, cx).await;
        }
        let found = match argv::of_words(&state.input) {
            Some(argv) => argv,
            None => self.asked(state, cx).await?,
        };
        if found.first().is_none_or(|program| program.trim().is_empty()) {
            let why =
                "Nothing ran: the request names no program. Name it with its arguments, such as `run python main.py`.";
            return Ok(Chosen::Nothing(why.to_owned()));
        }
        let command = Command { limits: RunLimits::default().within_ms(CHAT_COMMAND_MS), ..Command::new(found) };
        // What cannot run here is not asked about.
        Ok(match runner.check(&command) {
            Ok(()) => Chosen::Program(command),
            Err(error) => Chosen::Nothing(format!("Nothing ran: {error}.")),
        })
    }

    /// What the project is checked with.
    async fn tests(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<Chosen, NodeError> {
        let verifying = Verifying { reader: self.repository, setting: self.setting, about: &[], tried: &[] };
        Ok(match verifying.recipe(&state.changes).await? {
            Err(why) => Chosen::Nothing(format!("Nothing ran: {why}.")),
            Ok(Recipe::Check { command }) => Chosen::Program(command),
            Ok(Recipe::Tests { suite, .. }) => Chosen::Program(suite.command),
            // Its exit code alone says nothing.
            Ok(Recipe::Expected { command, .. }) => {
                let verified = verifying.verify(&state.changes, &state.grants, cx).await?;
                Chosen::Compared { command, verified: Box::new(verified) }
            }
        })
    }

    async fn asked(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<Vec<String>, NodeError> {
        let schema = Schema::<Argv>::of_type();
        let prompt = prompts::argv(state, &schema.text());
        let task = Task::Argv { request: &state.input };
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(vec![Message::new(Role::User, prompt)], task) };
        let answer: Structured<Argv> = ask_for(&schema, self.model, request, cx).await?;
        let Argv(found) = answer.or_else(|_, _| Argv(Vec::new()));
        // An answer without a program is no command, and is reported as that.
        Ok(argv::named(found).unwrap_or_default())
    }
}
