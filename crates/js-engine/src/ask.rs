//! A question, answered by an agent over the index. Runs are in memory, and gone when they end.

use crate::request::OwnModel;
use agent::{Agent, AgentState, CancelToken, Controls, Question};
use codebase::Reader;
use host_web::{FetchHttpClient, PerformanceClock, TimeoutTimer};
use js_sys::Reflect;
use model::openai::{Config, OpenAiClient};
use model::{ModelClient, Paced, Secret};
use offline_model::OfflineModel;
use protocol::{AskOptions, ModelChoice, TimedEvent, Turn};
use state_graph::MemoryStore;
use std::rc::Rc;

pub struct Asked {
    pub question: String,
    /// Earlier turns, oldest first.
    pub history: Vec<Turn>,
    /// The visitor's own model.
    pub model: Option<OwnModel>,
}

/// Runs a question. `on` is called with every event; the last holds the outcome, so nothing is returned.
pub async fn ask(reader: &Reader, asked: Asked, cancel: CancelToken, on: impl FnMut(TimedEvent)) {
    let (model, choice) = open(asked.model);
    let clock = PerformanceClock::new();
    let clock = Rc::new(move || clock.now_ms());
    let store = Rc::new(MemoryStore::default());
    let agent = Agent::over(reader, model.as_ref(), clock, Rc::new(TimeoutTimer), store);
    // No person can be asked here.
    let agent = Agent { attended: false, ..agent };
    let question = Question {
        run: "embed".to_owned(),
        text: asked.question,
        history: asked.history,
        after: None,
        conversation: None,
        instead_of: None,
        options: AskOptions { model: choice, ..AskOptions::default() },
        repository: reader.name(),
        asked_at: PerformanceClock::wall_ms(),
    };
    // An error is in the last event too.
    let _ = agent.ask_as::<AgentState>(question, &Controls { cancel, ..Controls::default() }, on).await;
}

fn open(own: Option<OwnModel>) -> (Box<dyn ModelClient>, ModelChoice) {
    let timer = Rc::new(TimeoutTimer);
    let Some(OwnModel { base_url, model, key }) = own else {
        return (Box::new(Paced::new(OfflineModel::new(), timer)), ModelChoice::Offline);
    };
    let choice = ModelChoice::OpenAiCompatible { base_url: base_url.clone(), model: model.clone() };
    let key = Some(key).filter(|key| !key.trim().is_empty()).map(Secret::new);
    let config = Config { base_url, model, key, page_origin: page_origin(), max_attempts: Config::DEFAULT_ATTEMPTS };
    (Box::new(OpenAiClient::new(config, Rc::new(FetchHttpClient), timer)), choice)
}

/// The page's origin: a worker from a blob has that of the page that made it. `None` outside a browser.
fn page_origin() -> Option<String> {
    let location = Reflect::get(&js_sys::global(), &"location".into()).ok()?;
    // Reading a property of undefined is an error.
    Reflect::get(&location, &"origin".into()).ok()?.as_string()
}
