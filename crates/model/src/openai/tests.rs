//! The client against a scripted server: canned bytes, no network, no time.

use super::*;
use crate::{FinishReason, HttpError, HttpRequest, Message, ModelErrorKind, ResponseFormat, Role, Task};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use std::cell::RefCell;
use std::collections::VecDeque;

type Piece = Result<Vec<u8>, HttpError>;
pub type Reply = Result<(u16, Vec<(String, String)>, Vec<Piece>), HttpError>;

pub struct ScriptedHttp {
    replies: RefCell<VecDeque<Reply>>,
    requests: RefCell<Vec<HttpRequest>>,
}

impl ScriptedHttp {
    /// Gives these replies in order.
    pub fn with(replies: Vec<Reply>) -> Self {
        Self { replies: RefCell::new(replies.into()), requests: RefCell::default() }
    }

    /// The requests so far.
    pub fn sent(&self) -> Vec<HttpRequest> {
        self.requests.borrow().clone()
    }
}

impl HttpClient for ScriptedHttp {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        self.requests.borrow_mut().push(request);
        let reply = self.replies.borrow_mut().pop_front().expect("a request past the script");
        Box::pin(async move {
            let (status, headers, pieces) = reply?;
            Ok(HttpResponse { status, headers, body: stream::iter(pieces).boxed_local() })
        })
    }
}

#[derive(Default)]
pub struct RecordingTimer(pub RefCell<Vec<u64>>);

impl Timer for RecordingTimer {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        self.0.borrow_mut().push(ms);
        Box::pin(async {})
    }
}

pub struct Bench {
    http: Rc<ScriptedHttp>,
    timer: Rc<RecordingTimer>,
    pub client: OpenAiClient,
}

const KEY: &str = "sk-secret-123";

pub fn bench_at(base_url: &str, replies: Vec<Reply>) -> Bench {
    let http = Rc::new(ScriptedHttp::with(replies));
    let timer = Rc::new(RecordingTimer::default());
    let config = Config {
        base_url: base_url.into(),
        model: "small-1".into(),
        key: Some(Secret::new(KEY)),
        page_origin: Some("https://quarry.example".into()),
        max_attempts: Config::DEFAULT_ATTEMPTS,
    };
    Bench { client: OpenAiClient::new(config, http.clone(), timer.clone()), http, timer }
}

pub fn bench(replies: Vec<Reply>) -> Bench {
    bench_at("https://api.example/v1/", replies)
}

pub fn ok(body: &str) -> Reply {
    Ok((200, Vec::new(), vec![Ok(body.as_bytes().to_vec())]))
}

pub fn refused(status: u16, body: &str) -> Reply {
    Ok((status, Vec::new(), vec![Ok(body.as_bytes().to_vec())]))
}

pub fn request(format: ResponseFormat) -> ChatRequest<'static> {
    ChatRequest { format, ..ChatRequest::new(vec![Message::new(Role::User, "Wer ruft?")], Task::Free) }
}

impl Bench {
    fn chat(&self) -> (Result<ChatResponse, ModelError>, Vec<ChatDelta>) {
        self.chat_of(&request(ResponseFormat::JsonObject))
    }

    pub fn chat_of(&self, request: &ChatRequest<'_>) -> (Result<ChatResponse, ModelError>, Vec<ChatDelta>) {
        let mut deltas = Vec::new();
        let answer = block_on(self.client.chat(request, &mut |delta| deltas.push(delta)));
        (answer, deltas)
    }

    pub fn asked(&self, at: usize) -> String {
        String::from_utf8(self.http.requests.borrow()[at].body.clone()).unwrap()
    }

    pub fn requests(&self) -> usize {
        self.http.requests.borrow().len()
    }
}

const STREAM: &str = ": warming up\r\n\r\n\
data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\r\n\r\n\
data: {\"choices\":[{\"delta\":{\"content\":\"Grüße, \"}}]}\r\n\r\n\
data: {\"choices\":[{\"delta\":{\"content\":\"мир 👍\"}}]}\n\n\
data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\\\":\"}}]}}]}\n\n\
data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"文\\\"}\"}}]}}]}\n\n\
data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n\
data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}\n\n\
data: [DONE]\n\n";

pub fn whole() -> String {
    "data: {\"choices\":[{\"delta\":{\"content\":\"all\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".into()
}

fn half() -> Reply {
    ok("data: {\"choices\":[{\"delta\":{\"content\":\"half an ans\"}}]}\n\n")
}

#[test]
fn a_stream_reads_the_same_wherever_it_is_cut() {
    for cut in 0..=STREAM.len() {
        let (a, b) = STREAM.as_bytes().split_at(cut);
        let bench = bench(vec![Ok((200, Vec::new(), vec![Ok(a.to_vec()), Ok(b.to_vec())]))]);
        let answer = bench.chat().0.unwrap();
        assert_eq!(answer.message.content, "Grüße, мир 👍", "cut at {cut}");
        assert_eq!(answer.message.tool_calls[0].arguments, serde_json::json!({"x": "文"}), "cut at {cut}");
        assert_eq!(answer.usage.unwrap().output, 3);
        assert_eq!(answer.finish, FinishReason::ToolCalls);
    }
}

#[test]
fn sends_auth_and_content_type_and_nothing_else() {
    let bench = bench(vec![ok(&whole())]);
    let (_, deltas) = bench.chat();
    assert_eq!(deltas, [ChatDelta::Text("all".into())]);
    let request = &bench.http.requests.borrow()[0];
    assert_eq!((request.method, request.url.as_str()), ("POST", "https://api.example/v1/chat/completions"));
    let names: Vec<&str> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["authorization", "content-type"]);
    assert_eq!(request.headers[0].1, format!("Bearer {KEY}"));
}

#[test]
fn a_missing_done_and_a_missing_last_newline_are_no_failure() {
    let bench = bench(vec![ok("data:{\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}")]);
    assert_eq!(bench.chat().0.unwrap().message.content, "hi");
}

#[test]
fn an_answer_that_is_not_streamed_is_read_too() {
    let body = "\n {\"choices\":[{\"message\":{\"content\":\"whole\"},\"finish_reason\":\"stop\"}],\
                \"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}";
    let (answer, deltas) = bench(vec![ok(body)]).chat();
    assert_eq!(answer.unwrap().message.content, "whole");
    assert_eq!(deltas, [ChatDelta::Text("whole".into())]);
}

#[test]
fn what_may_pass_is_retried_with_growing_waits() {
    let limited = Ok((429, vec![("retry-after".into(), "3".into())], vec![Ok(b"{\"error\":\"slow down\"}".to_vec())]));
    let broken = Ok((200, Vec::new(), vec![Err(HttpError::Broken("reset".into()))]));
    let bench = bench(vec![limited, refused(503, "<html>"), broken, ok(&whole())]);
    let (answer, deltas) = bench.chat();
    assert_eq!(answer.unwrap().message.content, "all");
    assert_eq!(*bench.timer.0.borrow(), [3000, 1000, 2000]);
    let attempts: Vec<u32> = deltas
        .iter()
        .filter_map(|delta| if let ChatDelta::Retrying { attempt, .. } = delta { Some(*attempt) } else { None })
        .collect();
    assert_eq!(attempts, [2, 3, 4]);
}

#[test]
fn retries_end() {
    let bench = bench((0..4).map(|_| refused(500, "{\"error\":{\"message\":\"boom\"}}")).collect());
    let error = bench.chat().0.unwrap_err();
    assert_eq!((error.kind, bench.requests()), (ModelErrorKind::Server, 4));
    assert_eq!(error.message, "api.example failed (status 500): boom");
}

#[test]
fn a_wait_beyond_the_limit_is_reported_instead_of_waited_out() {
    let bench = bench(vec![Ok((429, vec![("retry-after".into(), "7200".into())], Vec::new()))]);
    let error = bench.chat().0.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::RateLimited);
    assert!(error.advice.unwrap().contains("7200 s"));
}

#[test]
fn an_answer_broken_in_the_middle_is_asked_for_once_more() {
    let (answer, deltas) = bench(vec![half(), ok(&whole())]).chat();
    assert_eq!(answer.unwrap().message.content, "all");
    assert!(matches!(
        deltas.as_slice(),
        [ChatDelta::Text(_), ChatDelta::Retrying { attempt: 2, .. }, ChatDelta::Text(_)]
    ));

    let again = bench(vec![half(), half()]);
    let error = again.chat().0.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::BrokenAnswer);
    assert!(error.message.contains("received 11 characters, the last of them `half an ans`"), "{}", error.message);
}

#[test]
fn an_error_inside_the_stream_is_explained() {
    let inside = "data: {\"error\":{\"message\":\"Invalid API key: sk-secret-123\",\"code\":401}}\n\n";
    let error = bench(vec![ok(inside)]).chat().0.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Key);
    assert_eq!(error.message, "api.example refused the key: Invalid API key: [key]");

    let passing = "data: {\"error\":{\"message\":\"overloaded\",\"code\":502}}\n\n";
    assert_eq!(bench(vec![ok(passing), ok(&whole())]).chat().0.unwrap().message.content, "all");
}

#[test]
fn optional_fields_are_left_out_once_refused() {
    let no_usage = "{\"error\":{\"message\":\"Unknown parameter: stream_options\"}}";
    let no_json = "{\"error\":\"'response_format.type' must be 'text'\"}";
    let bench = bench(vec![refused(400, no_usage), refused(422, no_json), ok(&whole()), ok(&whole())]);
    assert!(bench.chat().0.is_ok());
    assert!(bench.asked(0).contains("include_usage"));
    assert!(!bench.asked(1).contains("stream_options") && bench.asked(1).contains("json_object"));
    assert!(!bench.asked(2).contains("json_object"));
    // Remembered: the next question does not stumble again, and no wait was needed.
    assert!(bench.chat().0.is_ok());
    assert!(!bench.asked(3).contains("json_object") && bench.timer.0.borrow().is_empty());
}

#[test]
fn failures_come_with_kind_and_advice() {
    let no_credit = "{\"error\":{\"message\":\"You exceeded your current quota\",\"code\":\"insufficient_quota\"}}";
    let too_long = "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens\"}}";
    let bad_model = "{\"error\":{\"message\":\"small-1 is not a valid model ID\"}}";
    for (reply, kind) in [
        (refused(401, "{\"error\":{\"message\":\"no\"}}"), ModelErrorKind::Key),
        (refused(402, "{}"), ModelErrorKind::Quota),
        (refused(429, no_credit), ModelErrorKind::Quota),
        (refused(400, too_long), ModelErrorKind::TooLong),
        (refused(400, "{\"detail\":\"temperature\"}"), ModelErrorKind::Refused),
        (ok("<!doctype html><title>Login</title>"), ModelErrorKind::BrokenAnswer),
        (Err(HttpError::Offline), ModelErrorKind::Unreachable),
    ] {
        let bench = bench(vec![reply]);
        let error = bench.chat().0.unwrap_err();
        assert_eq!(error.kind, kind, "{error:?}");
        assert!(error.advice.is_some() && bench.requests() == 1, "{error:?}");
        assert!(!format!("{error:?}").contains(KEY));
    }
    let listed = ok("{\"data\":[{\"id\":\"small-2\"},{\"id\":\"huge\"}]}");
    let error = bench(vec![refused(400, bad_model), listed]).chat().0.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::NoSuchModel);
    assert!(error.advice.unwrap().ends_with("The server has: `small-2`."));
}

#[test]
fn an_unreachable_local_server_gets_its_exact_line() {
    let unreachable =
        |origin: &str| Err(HttpError::Unreachable { origin: origin.into(), why: "Failed to fetch".into() });
    for (base, phrase) in [
        ("http://localhost:11434", "OLLAMA_ORIGINS=https://quarry.example ollama serve"),
        ("http://localhost:1234/v1", "lms server start --cors"),
        ("http://127.0.0.1:8000/v1", "--allowed-origins '[\"https://quarry.example\"]'"),
        ("http://localhost:9999/v1", "Access-Control-Allow-Origin: https://quarry.example"),
        ("https://api.example/v1", "does not let pages call it"),
        ("http://192.168.0.9:11434/v1", "over https"),
    ] {
        let bench = bench_at(base, vec![unreachable(base)]);
        let error = bench.chat().0.unwrap_err();
        assert_eq!((error.kind, bench.requests()), (ModelErrorKind::Unreachable, 1));
        assert!(error.advice.as_ref().unwrap().contains(phrase), "{base}: {error:?}");
    }
}

#[test]
fn the_connection_test_proves_address_key_and_model() {
    let list = "{\"data\":[{\"id\":\"small-1\"},{\"id\":\"big-1\"}]}";
    let good = bench(vec![ok(list), ok(&whole())]);
    assert_eq!(block_on(good.client.test_connection()).unwrap().models, ["big-1", "small-1"]);
    // No list of models: the chat alone decides.
    let unlisted = bench(vec![refused(405, ""), ok(&whole())]);
    assert!(block_on(unlisted.client.test_connection()).unwrap().models.is_empty());
    let wrong_key = bench(vec![refused(401, "")]);
    assert_eq!(block_on(wrong_key.client.test_connection()).unwrap_err().kind, ModelErrorKind::Key);
    let wrong_model = bench(vec![ok("{\"data\":[]}"), refused(404, ""), ok("{\"data\":[]}")]);
    assert_eq!(block_on(wrong_model.client.test_connection()).unwrap_err().kind, ModelErrorKind::NoSuchModel);
}

#[test]
fn the_key_shows_nowhere() {
    let bench = bench(Vec::new());
    assert!(!format!("{:?}", bench.client.config).contains(KEY));
}
