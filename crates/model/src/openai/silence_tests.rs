//! A server that stops sending: canned bytes, then nothing.

use super::tests::{RecordingTimer, request};
use super::*;
use crate::{HttpError, HttpRequest, ModelErrorKind, ResponseFormat};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use limits::model::{FIRST_PIECE_MS, LOCAL_FIRST_PIECE_MS, NEXT_PIECE_MS, TOOL_CALLS};
use std::cell::RefCell;

const HALF: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"half an ans\"}}]}\n\n";
const END: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// Sends these answers in turn, each piece by piece; after the last piece nothing, not even an end.
struct Stalling(RefCell<Vec<Option<Vec<&'static str>>>>);

impl HttpClient for Stalling {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let pieces = self.0.borrow_mut().remove(0);
        Box::pin(async move {
            let Some(pieces) = pieces else { return futures::future::pending().await };
            let pieces = pieces.into_iter().map(|piece| Ok(piece.as_bytes().to_vec()));
            let body = stream::iter(pieces).chain(stream::pending()).boxed_local();
            Ok(HttpResponse { status: 200, headers: Vec::new(), body })
        })
    }
}

/// The result of the answers, the deltas meanwhile, and the waits that the timer was set for.
fn chat(
    base_url: &str,
    answers: Vec<Option<Vec<&'static str>>>,
) -> (Result<ChatResponse, ModelError>, Vec<ChatDelta>, Vec<u64>) {
    let timer = Rc::new(RecordingTimer::default());
    let config = Config {
        base_url: base_url.into(),
        model: "small-1".into(),
        key: None,
        page_origin: None,
        max_attempts: answers.len() as u32,
    };
    let client = OpenAiClient::new(config, Rc::new(Stalling(RefCell::new(answers))), timer.clone());
    let mut deltas = Vec::new();
    let answer = block_on(client.chat(&request(ResponseFormat::Text), &mut |delta| deltas.push(delta)));
    let waits = timer.0.borrow().clone();
    (answer, deltas, waits)
}

#[test]
fn a_server_that_never_answers_is_given_up_with_a_sentence() {
    let (answer, deltas, waits) = chat("https://api.example/v1", vec![None, Some(vec![])]);
    let error = answer.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Silent);
    assert_eq!(error.message, "api.example sent nothing for 180 s");
    assert!(error.advice.is_some());
    assert!(matches!(deltas.as_slice(), [ChatDelta::Retrying { attempt: 2, .. }]), "{deltas:?}");
    assert_eq!(waits, [FIRST_PIECE_MS, 500, FIRST_PIECE_MS]);
}

#[test]
fn a_model_on_this_machine_may_think_longer() {
    let (answer, _, waits) = chat("http://localhost:11434", vec![Some(vec![": loading\n\n"])]);
    assert_eq!(answer.unwrap_err().message, "localhost:11434 sent nothing for 900 s");
    assert_eq!(waits, [LOCAL_FIRST_PIECE_MS]);
}

#[test]
fn silence_within_an_answer_is_like_a_broken_connection() {
    let (answer, deltas, waits) = chat("https://api.example/v1", vec![Some(vec![HALF]), Some(vec![HALF, END])]);
    assert_eq!(answer.unwrap().message.content, "half an ans");
    assert_eq!(waits, [NEXT_PIECE_MS, 500]);
    let why = "api.example stopped in the middle of its answer and sent nothing for 120 s";
    assert!(deltas.iter().any(|delta| matches!(delta, ChatDelta::Retrying { why: reported, .. } if reported == why)));
}

#[test]
fn an_answer_that_is_whole_needs_no_end_of_the_connection() {
    let finished = "data: {\"choices\":[{\"delta\":{\"content\":\"all\"},\"finish_reason\":\"stop\"}]}\n\n";
    let (answer, _, waits) = chat("https://api.example/v1", vec![Some(vec![finished])]);
    assert_eq!(answer.unwrap().message.content, "all");
    assert_eq!(waits, [NEXT_PIECE_MS]);
}

#[test]
fn more_tool_calls_than_can_be_meant_are_refused() {
    let calls: Vec<_> =
        (0..=TOOL_CALLS).map(|n| serde_json::json!({"id": n.to_string(), "function": {"name": "f"}})).collect();
    let chunk = serde_json::json!({"choices": [{"delta": {"tool_calls": calls}}]});
    let event: &'static str = Box::leak(format!("data: {chunk}\n\n").into_boxed_str());
    let error = chat("https://api.example/v1", vec![Some(vec![event])]).0.unwrap_err();
    assert_eq!(error.message, "the answer of api.example is refused: it wants more than 128 tools at once");
}
