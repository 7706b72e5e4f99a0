//! A run whose model cannot be reached goes on with the next model of its profile, and says so.

mod support;

use agent::{Agent, Controls, Models, Tool, ToolError, ToolOutput, Toolbox};
use futures::executor::block_on;
use model::scripted::{Scripted, ScriptedModelClient};
use model::{
    ChatDelta, ChatFuture, ChatRequest, ModelClient, ModelError, ModelErrorKind, ProfileName, ProfileSettings, Profiles,
};
use protocol::{AskOptions, Event, ModelChoice, ModelInfo};
use serde_json::Value;
use state_graph::MemoryStore;
use std::collections::BTreeMap;
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, answered, one_place, question, ticks};

/// A scripted model with a name.
struct Named(&'static str, ScriptedModelClient);

impl ModelClient for Named {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "scripted".to_owned(), model: self.0.to_owned() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        self.1.chat(request, on)
    }
}

fn choice(model: &str) -> ModelChoice {
    ModelChoice::OpenAiCompatible { base_url: "https://api.example/v1".to_owned(), model: model.to_owned() }
}

fn lookup() -> impl Tool {
    Lookup(|_: &Value| -> Result<ToolOutput, ToolError> { one_place("f is at a.py:1-2", Vec::new()) })
}

#[test]
fn the_next_model_of_a_profile_answers_and_the_change_is_reported() {
    let gone = || {
        let message = "no answer from https://api.example".to_owned();
        Scripted::Fails(ModelError { kind: ModelErrorKind::Unreachable, message, advice: None })
    };
    let answers = ["[\"Find f\"]", "found", FINISH, "It is a function."].map(Scripted::text);
    let mut scripts = BTreeMap::from([("large", vec![gone()]), ("small", answers.to_vec())]);
    let default =
        ProfileSettings { model: choice("large"), fallbacks: vec![choice("small")], ..ProfileSettings::default() };
    let settings = BTreeMap::from([(ProfileName::Default, default)]);
    let profiles = Profiles::open(&settings, |wanted| {
        let name = ["large", "small"].into_iter().find(|name| choice(name) == *wanted).ok_or("no such model")?;
        let script = scripts.remove(name).ok_or("opened twice")?;
        Ok::<Rc<dyn ModelClient>, &str>(Rc::new(Named(name, ScriptedModelClient::new(script))))
    })
    .unwrap();

    let agent = Agent {
        models: Models::of(&profiles),
        tools: Toolbox::new().with(lookup()),
        acting: Toolbox::new(),
        services: agent::ActingServices::default(),
        attended: true,
        repository: None,
        verifier: Box::new(Confirms(|_| true)),
        clock: ticks(),
        timer: Rc::new(model::scripted::NoWait),
        store: Rc::new(MemoryStore::default()),
    };
    let mut events = Vec::new();
    let question = question("What is f?", AskOptions::default());
    let answer = answered(block_on(agent.ask(question, &Controls::default(), |event| events.push(event.event))));
    assert_eq!(answer.markdown, "It is a function.");

    let reported: Vec<&str> = events
        .iter()
        .filter_map(|event| if let Event::Fallback { why, .. } = event { Some(why.as_str()) } else { None })
        .collect();
    assert_eq!(reported, ["`large` cannot be reached, so `small` is asked: no answer from https://api.example"]);
    let used = |event: &Event| match event {
        Event::ModelUsed { model: Some(model), .. } => Some(model.model.clone()),
        _ => None,
    };
    assert_eq!(events.iter().filter_map(used).collect::<Vec<_>>(), ["small"; 4]);
}
