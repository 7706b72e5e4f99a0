use super::*;
use crate::openai::tests::{Bench, Reply, bench, bench_at, ok, refused, request, whole};
use crate::{ChatDelta, ChatRequest, ChatResponse, Fallback, HttpError, ModelError, ModelErrorKind, ResponseFormat};
use futures::executor::block_on;
use serde_json::{Value, json};
use std::cell::RefCell;

fn server(name: &str) -> ModelChoice {
    ModelChoice::OpenAiCompatible { base_url: format!("https://{name}.example/v1"), model: "small-1".into() }
}

/// Settings as a person writes them.
fn settings(json: Value) -> BTreeMap<ProfileName, ProfileSettings> {
    serde_json::from_value(json).unwrap()
}

/// The base URL of [`server`] as settings have it.
fn written(name: &str) -> Value {
    serde_json::to_value(server(name)).unwrap()
}

fn answer() -> Reply {
    ok(&whole())
}

fn gone(name: &str) -> Reply {
    Err(HttpError::Unreachable { origin: format!("https://{name}.example"), why: "refused".into() })
}

/// Opened profiles over scripted servers, which each have their replies.
fn opened(json: Value, servers: Vec<(&str, Vec<Reply>)>) -> (Profiles, BTreeMap<String, Rc<Bench>>) {
    let benches: BTreeMap<String, Rc<Bench>> = servers
        .into_iter()
        .map(|(name, replies)| (name.to_owned(), Rc::new(bench_at(&format!("https://{name}.example/v1"), replies))))
        .collect();
    let profiles = Profiles::open(&settings(json), |choice| {
        let name = benches.keys().find(|name| server(name) == *choice).ok_or_else(|| format!("no {choice:?}"))?;
        Ok::<Rc<dyn ModelClient>, String>(Rc::clone(&benches[name]) as Rc<dyn ModelClient>)
    });
    (profiles.unwrap(), benches)
}

impl ModelClient for Bench {
    fn info(&self) -> protocol::ModelInfo {
        self.client.info()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> crate::ChatFuture<'a> {
        self.client.chat(request, on)
    }
}

fn call(model: &dyn ModelClient) -> (Result<ChatResponse, ModelError>, Vec<String>) {
    call_with(model, &request(ResponseFormat::Text))
}

/// The response and the sentences of what was done in place of what was asked for.
fn call_with(model: &dyn ModelClient, request: &ChatRequest<'_>) -> (Result<ChatResponse, ModelError>, Vec<String>) {
    let mut sentences = Vec::new();
    let mut on = |delta| {
        if let ChatDelta::Fallback(fallback @ Fallback::OtherModel { .. }) = delta {
            sentences.push(fallback.to_string());
        }
    };
    let response = block_on(model.chat(request, &mut on));
    (response, sentences)
}

fn body(bench: &Bench, at: usize) -> Value {
    serde_json::from_str(&bench.asked(at)).unwrap()
}

#[test]
fn a_profile_has_its_model_temperature_and_most_tokens() {
    let json = json!({
        "default": {"model": written("a")},
        "plan": {"model": written("b"), "temperature": 0.3, "max_tokens": 800},
    });
    let (profiles, servers) = opened(json, vec![("a", vec![answer()]), ("b", vec![answer(), answer()])]);
    assert!(call(profiles.get(ProfileName::Plan)).0.is_ok());
    assert_eq!(
        (&body(&servers["b"], 0)["temperature"], &body(&servers["b"], 0)["max_tokens"]),
        (&json!(0.3), &json!(800))
    );
    // What a request sets itself is kept.
    let own = ChatRequest { temperature: Some(0.0), ..request(ResponseFormat::Text) };
    assert!(call_with(profiles.get(ProfileName::Plan), &own).0.is_ok());
    assert_eq!(
        (&body(&servers["b"], 1)["temperature"], &body(&servers["b"], 1)["max_tokens"]),
        (&json!(0.0), &json!(800))
    );
    assert!(call(profiles.get(ProfileName::Default)).0.is_ok());
    assert_eq!(body(&servers["a"], 0).get("temperature"), None);
}

#[test]
fn a_profile_that_is_not_set_up_is_the_default() {
    let json = json!({"default": {"model": written("a")}, "fast": {"model": written("b")}});
    let (profiles, _) = opened(json, vec![("a", Vec::new()), ("b", Vec::new())]);
    let host = |name| profiles.get(name).info().provider;
    assert_eq!(ProfileName::ALL.map(host), ["a.example", "b.example", "a.example", "a.example", "a.example"]);
    let one = Profiles::of(Rc::new(bench(vec![answer()])));
    assert!(call(one.get(ProfileName::Review)).0.is_ok());
}

#[test]
fn names_are_those_of_the_settings() {
    for name in ProfileName::ALL {
        assert_eq!(serde_json::to_value(name).unwrap(), json!(name.as_str()));
        assert_eq!(ProfileName::from_name(name.as_str()), Some(name));
    }
    assert_eq!(ProfileName::from_name("slow"), None);
    let unknown = json!({"model": {"type": "offline"}, "key": "sk-1"});
    assert!(serde_json::from_value::<ProfileSettings>(unknown).is_err());
}

#[test]
fn each_model_is_opened_once() {
    let json = json!({
        "default": {"model": written("a"), "fallbacks": [written("b")]},
        "fast": {"model": written("b")},
        "edit": {"model": written("a"), "temperature": 0.7},
    });
    let calls = RefCell::new(Vec::new());
    let profiles = Profiles::open(&settings(json), |choice| {
        calls.borrow_mut().push(choice.clone());
        Ok::<Rc<dyn ModelClient>, ()>(Rc::new(bench(Vec::new())))
    });
    assert!(profiles.is_ok());
    assert_eq!(*calls.borrow(), [server("a"), server("b")]);
}

#[test]
fn a_model_that_cannot_be_reached_is_replaced_in_order_and_reported() {
    let json = json!({"default": {"model": written("a"), "fallbacks": [written("b"), written("c")]}});
    let servers = vec![("a", vec![gone("a")]), ("b", vec![gone("b")]), ("c", vec![answer(), answer()])];
    let (profiles, servers) = opened(json, servers);
    let model = profiles.get(ProfileName::Default);
    let (response, sentences) = call(model);
    assert_eq!(response.unwrap().message.content, "all");
    assert_eq!(sentences.len(), 2);
    assert!(
        sentences[0].starts_with("`small-1` cannot be reached, so `small-1` is asked: no answer from"),
        "{sentences:?}"
    );
    assert_eq!(model.info().provider, "c.example");
    // Later calls go to the model that answered.
    assert!(call(model).0.is_ok());
    assert_eq!((servers["a"].requests(), servers["b"].requests(), servers["c"].requests()), (1, 1, 2));
}

#[test]
fn where_no_model_can_be_reached_the_last_error_is_returned_and_the_next_call_starts_anew() {
    let json = json!({"default": {"model": written("a"), "fallbacks": [written("b")]}});
    let (profiles, _) = opened(json, vec![("a", vec![gone("a"), answer()]), ("b", vec![gone("b")])]);
    let model = profiles.get(ProfileName::Default);
    let error = call(model).0.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Unreachable);
    assert!(error.message.contains("b.example"), "{error}");
    assert!(call(model).0.is_ok());
    assert_eq!(model.info().provider, "a.example");
}

#[test]
fn other_errors_lead_to_no_other_model() {
    for (status, kind) in [(401, ModelErrorKind::Key), (402, ModelErrorKind::Quota), (500, ModelErrorKind::Server)] {
        let json = json!({"default": {"model": written("a"), "fallbacks": [written("b")]}});
        let failures = (0..4).map(|_| refused(status, "{}")).collect();
        let (profiles, servers) = opened(json, vec![("a", failures), ("b", Vec::new())]);
        let (response, sentences) = call(profiles.get(ProfileName::Default));
        assert_eq!(response.unwrap_err().kind, kind);
        assert!(sentences.is_empty() && servers["b"].requests() == 0);
    }
}
