//! Hostile answers of models inside wasm, whose stack of 1 MB is what the page and a shared isolate have: none of them
//! may trap. Run by node through wasm-bindgen's test runner.
#![cfg(target_arch = "wasm32")]

use futures::future::{LocalBoxFuture, ready};
use futures::stream::{self, StreamExt};
use model::openai::{Config, OpenAiClient};
use model::{
    ChatRequest, HttpClient, HttpError, HttpRequest, HttpResponse, Message, ModelClient, ResponseFormat, Role, Task,
    Timer, json,
};
use std::rc::Rc;
use wasm_bindgen_test::wasm_bindgen_test;

/// What nests, opens or closes something.
const WORDS: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "`",
    ",",
    ":",
    "\\",
    "\\u",
    "{\"a\":",
    "[[",
    "//",
    "/*",
    "```json\n",
    "data: ",
    "\n\n",
    "{\"choices\":[{\"delta\":{\"content\":\"",
    "a",
];

/// A server that answers with these bytes.
struct Canned(Vec<u8>);

impl HttpClient for Canned {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let body = stream::iter([Ok(self.0.clone())]).boxed_local();
        Box::pin(ready(Ok(HttpResponse { status: 200, headers: Vec::new(), body })))
    }
}

struct AtOnce;

impl Timer for AtOnce {
    fn sleep(&self, _: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}

/// The text as a plan, as a whole answer, and as the arguments of a call; whatever comes of it has words.
async fn survives(text: &str) {
    if let Err(error) = json::read(text) {
        assert!(!error.to_string().is_empty());
    }
    let call = serde_json::json!({ "function": { "name": "f", "arguments": text } });
    let chunk = serde_json::json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "stop" }] });
    for body in [text.to_owned(), format!("data: {text}\n\n"), format!("data: {chunk}\n\n"), chunk.to_string()] {
        let config = Config {
            base_url: "https://api.example/v1".to_owned(),
            model: "m".to_owned(),
            key: None,
            page_origin: None,
            max_attempts: 1,
        };
        let client = OpenAiClient::new(config, Rc::new(Canned(body.into_bytes())), Rc::new(AtOnce));
        let request = ChatRequest {
            messages: vec![Message::new(Role::User, "?")],
            tools: Vec::new(),
            task: Task::Free,
            format: ResponseFormat::Text,
        };
        if let Err(error) = client.chat(&request, &mut |_| {}).await {
            assert!(!error.message.is_empty());
        }
    }
}

#[wasm_bindgen_test]
async fn nesting_without_end() {
    for piece in ["[", "{", "{\"a\":", "{a:[", "[{", "['", "[\"", "[[],", "[/*", "{\"a\":{}, \"b\":"] {
        for depth in [31, 33, 127, 129, 5_000, 100_000] {
            survives(&piece.repeat(depth)).await;
            survives(&format!("{}1{}", piece.repeat(depth), "]}".repeat(depth))).await;
        }
    }
}

#[wasm_bindgen_test]
async fn random_words() {
    let mut state = 1u64;
    let mut below = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    for _ in 0..2_000 {
        let mut text = String::new();
        for _ in 0..below(40) {
            let (word, times) = (WORDS[below(WORDS.len())], 1 + below(8) * below(30));
            text.push_str(&word.repeat(times));
        }
        survives(&text).await;
    }
}
