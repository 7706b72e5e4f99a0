//! Hostile answers of models inside wasm, whose stack of 1 MB is what the page and a shared isolate have: none of them
//! may trap. Run by node through wasm-bindgen's test runner.
#![cfg(target_arch = "wasm32")]

use model::json;
use model::scripted::answer_of_server;
use wasm_bindgen_test::wasm_bindgen_test;

/// What nests, opens or closes something.
#[rustfmt::skip]
const WORDS: [&str; 20] = [
    "{", "}", "[", "]", "\"", "'", "`", ",", ":", "\\", "\\u", "{\"a\":", "[[", "//", "/*", "```json\n", "data: ", "\n\n",
    "{\"choices\":[{\"delta\":{\"content\":\"", "a",
];

/// The text as a plan, as a whole answer, and as the arguments of a call; whatever comes of it has words.
async fn survives(text: &str) {
    for error in [json::read(text).err(), json::read_first(text).err()].into_iter().flatten() {
        assert!(!error.to_string().is_empty());
    }
    let call = serde_json::json!({ "function": { "name": "f", "arguments": text } });
    let chunk = serde_json::json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "stop" }] });
    for body in [text.to_owned(), format!("data: {text}\n\n"), format!("data: {chunk}\n\n"), chunk.to_string()] {
        if let Err(error) = answer_of_server(body.into_bytes()).await {
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
