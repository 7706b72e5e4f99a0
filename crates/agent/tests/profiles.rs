//! Each kind of work is done with the model of its profile, and what is not set up with that of `default`.

#[path = "support/router.rs"]
#[allow(dead_code)] // A part of it is used here.
mod router;
mod support;

use agent::{Agent, Controls, Models, Toolbox};
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::{ChatDelta, ChatFuture, ChatRequest, ModelClient, ProfileName, ProfileSettings, Profiles};
use protocol::{AskOptions, Event, ModelChoice, ModelInfo};
use router::{generate, relevant, retrieve, score, world_with};
use serde_json::json;
use state_graph::MemoryStore;
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, answered, one_place, question, ticks};

/// The model of a profile, with one script for all: the replies are in the order of the run's calls.
struct OfProfile(String, Rc<ScriptedModelClient>);

impl ModelClient for OfProfile {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "scripted".to_owned(), model: self.0.clone() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        self.1.chat(request, on)
    }
}

/// Which model answered which node, in a run of an agent with these profiles.
fn answered_by(agent: &str, profiles: &[ProfileName], script: Vec<Scripted>) -> Vec<(String, String)> {
    let script = Rc::new(ScriptedModelClient::new(script));
    let named = |profile: &ProfileName| {
        let model = profile.as_str().to_owned();
        let model = ModelChoice::OpenAiCompatible { base_url: "https://api.example/v1".to_owned(), model };
        (*profile, ProfileSettings { model, ..ProfileSettings::default() })
    };
    let profiles = Profiles::open(&profiles.iter().map(named).collect(), |choice| match choice {
        ModelChoice::OpenAiCompatible { model, .. } => {
            Ok::<Rc<dyn ModelClient>, &str>(Rc::new(OfProfile(model.clone(), Rc::clone(&script))))
        }
        ModelChoice::Offline => Err("there is no such model"),
    })
    .unwrap();
    let world = world_with(Vec::new());
    let agent_of_run = Agent {
        models: Models::of(&profiles),
        tools: world.tools().with(Lookup(|_: &_| one_place("f is at a.py:1-2", Vec::new()))),
        acting: Toolbox::new(),
        services: agent::ActingServices::default(),
        attended: true,
        repository: None,
        verifier: Box::new(Confirms(|_| true)),
        clock: ticks(),
        timer: Rc::new(NoWait),
        store: Rc::new(MemoryStore::default()),
    };
    let mut by = Vec::new();
    let on = |event: protocol::TimedEvent| {
        if let Event::ModelUsed { node, model: Some(model), .. } = event.event {
            by.push((node, model.model));
        }
    };
    let options = AskOptions { agent: agent.to_owned(), ..AskOptions::default() };
    answered(block_on(agent_of_run.ask(question("What is f?", options), &Controls::default(), on)));
    by
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(node, model)| ((*node).to_owned(), (*model).to_owned())).collect()
}

fn plan_react() -> Vec<Scripted> {
    ["[\"Find f\"]", "found", FINISH, "It is a function."].map(Scripted::text).into()
}

#[test]
fn plan_react_plans_and_judges_with_models_of_their_own() {
    let by = answered_by("plan-react", &ProfileName::ALL, plan_react());
    let expected =
        [("planner", "plan"), ("executor_llm", "default"), ("refinery", "review"), ("synthesizer", "default")];
    assert_eq!(by, pairs(&expected));
}

#[test]
fn plan_review_plans_edits_and_reviews_with_models_of_their_own() {
    let script = [
        json!({"plan": ["look"]}),
        json!({"success": true, "output": "found"}),
        json!({"verdict": "finish", "reason": "all is done", "fix_suggestion": ""}),
    ];
    let script = script.map(|reply| Scripted::text(reply.to_string())).into();
    let by = answered_by("plan-review", &ProfileName::ALL, script);
    assert_eq!(by, pairs(&[("planner", "plan"), ("executor", "edit"), ("reviewer", "review")]));
}

#[test]
fn tool_router_decides_with_the_fast_model_and_grades_with_that_of_reviews() {
    let script =
        vec![score(100), retrieve("f"), relevant(&[1]), generate(), Scripted::text("It is a function [[c1]].")];
    let by = answered_by("tool-router", &ProfileName::ALL, script);
    let expected = [
        ("guardrail", "fast"),
        ("router", "fast"),
        ("grade_documents", "review"),
        ("router", "fast"),
        ("generate", "default"),
    ];
    assert_eq!(by, pairs(&expected));
}

#[test]
fn a_profile_that_is_not_set_up_is_the_default() {
    let by = answered_by("plan-react", &[ProfileName::Default, ProfileName::Plan], plan_react());
    let expected =
        [("planner", "plan"), ("executor_llm", "default"), ("refinery", "default"), ("synthesizer", "default")];
    assert_eq!(by, pairs(&expected));
}
