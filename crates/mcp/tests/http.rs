//! Streamable HTTP.

mod fake;

use agent::CancelToken;
use fake::{Behaviour, Fake, modern, request};
use futures::executor::block_on;
use mcp::Server;
use mcp::http::{Endpoint, Post, Reply};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const BOTH: &str = "application/json, text/event-stream";

/// A status and a body.
#[derive(Debug, PartialEq)]
enum Got {
    Nothing,
    Json(u16, Value),
    Events(Vec<Value>),
}

fn post_with<'a>(behaviour: Behaviour, body: &'a str, change: impl FnOnce(&mut Post<'a>)) -> Got {
    let endpoint = Endpoint::new(Server::new(Fake::with(behaviour)));
    let mut post =
        Post { body: body.as_bytes(), content_type: Some("application/json"), accept: Some(BOTH), ..Post::default() };
    change(&mut post);
    match block_on(endpoint.post(&post)) {
        Reply::Accepted => Got::Nothing,
        Reply::Json { status, body } => Got::Json(status, serde_json::from_str(&body).unwrap()),
        Reply::Stream(exchange) => {
            let events = RefCell::new(Vec::new());
            let send = |event: String| events.borrow_mut().push(data(&event));
            block_on(exchange.run(&CancelToken::new(), &send));
            Got::Events(events.take())
        }
    }
}

/// The JSON of an event as it is written.
fn data(event: &str) -> Value {
    let data = event.strip_prefix("event: message\ndata: ").and_then(|rest| rest.strip_suffix("\n\n"));
    let data = data.unwrap_or_else(|| panic!("{event}"));
    assert!(!data.contains('\n'));
    serde_json::from_str(data).unwrap()
}

fn post(body: &Value, version: Option<&'static str>) -> Got {
    let body = body.to_string();
    post_with(Behaviour::Answers, &body, |post| post.protocol_version = version)
}

fn json(got: Got) -> (u16, Value) {
    match got {
        Got::Json(status, body) => (status, body),
        other => panic!("{other:?}"),
    }
}

fn code(got: Got) -> (u16, i64) {
    let (status, body) = json(got);
    (status, body["error"]["code"].as_i64().unwrap_or_else(|| panic!("{body}")))
}

#[test]
fn each_request_is_answered_without_a_session() {
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let (status, body) = json(post(&request(1, "initialize", params), None));
    assert_eq!((status, &body["result"]["protocolVersion"]), (200, &json!("2025-06-18")));
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(&initialized, Some("2025-06-18")), Got::Nothing);
    let (status, body) = json(post(&request(2, "tools/list", json!({})), Some("2025-06-18")));
    assert_eq!((status, &body["result"]["tools"][0]["title"]), (200, &json!("Echo text")));
    // Without the header it is 2025-03-26.
    let (_, body) = json(post(&request(2, "tools/list", json!({})), None));
    assert!(body["result"]["tools"][0].get("title").is_none());
    assert_eq!(code(post(&request(3, "nothing", json!({})), Some("2025-06-18"))), (200, -32601));
}

#[test]
fn what_is_no_message_or_of_no_version_is_400() {
    let broken = |body: &str| code(post_with(Behaviour::Answers, body, |_| {}));
    assert_eq!(broken("{"), (400, -32700));
    assert_eq!(broken("3"), (400, -32600));
    assert_eq!(code(post(&request(1, "tools/list", json!({})), Some("2031-01-01"))), (400, -32022));
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(code(post(&notification, Some("2031-01-01"))), (400, -32022));
    // The newest version has no handshake to rely on.
    assert_eq!(code(post(&request(1, "tools/list", json!({})), Some("2026-07-28"))), (400, -32602));
}

#[test]
fn ask_and_what_has_a_progress_token_is_a_stream() {
    let ask = json!({ "name": "ask", "arguments": { "question": "q" }, "_meta": { "progressToken": 1 } });
    let ask = request(5, "tools/call", ask);
    let Got::Events(events) = post(&ask, Some("2025-11-25")) else { panic!("a stream") };
    let methods: Vec<_> = events.iter().map(|event| event["method"].as_str().unwrap_or("response")).collect();
    let progress = "notifications/progress";
    assert_eq!(methods, [progress, progress, progress, progress, "response"]);
    assert_eq!(events[4]["id"], 5);
    assert_eq!(events[4]["result"]["structuredContent"]["citations"][0]["path"], "a.py");
    // A client that takes JSON alone waits for it.
    let waited = post_with(Behaviour::Answers, &ask.to_string(), |post| post.accept = Some("application/json"));
    assert_eq!(json(waited).1["result"], events[4]["result"].without("structuredContent"));
    // One that takes events alone has everything as an event.
    let events = post_with(Behaviour::Answers, &request(1, "ping", json!({})).to_string(), |post| {
        post.accept = Some("text/event-stream");
    });
    assert_eq!(events, Got::Events(vec![json!({ "jsonrpc": "2.0", "id": 1, "result": {} })]));
}

trait Without {
    fn without(&self, key: &str) -> Value;
}

impl Without for Value {
    fn without(&self, key: &str) -> Value {
        let mut copy = self.clone();
        copy.as_object_mut().unwrap().remove(key);
        copy
    }
}

#[test]
fn a_disconnected_client_is_sent_nothing_more() {
    let endpoint = Endpoint::new(Server::new(Fake::with(Behaviour::WaitsForCancel)));
    let ask = json!({ "name": "ask", "arguments": { "question": "q" }, "_meta": { "progressToken": 1 } });
    let body = request(5, "tools/call", ask).to_string();
    let post = Post {
        body: body.as_bytes(),
        content_type: Some("application/json"),
        accept: Some(BOTH),
        protocol_version: Some("2025-11-25"),
        ..Post::default()
    };
    let Reply::Stream(exchange) = block_on(endpoint.post(&post)) else { panic!("a stream") };
    let cancel = CancelToken::new();
    let events = RefCell::new(Vec::new());
    let send = |event: String| events.borrow_mut().push(data(&event));
    let goes_away = async { cancel.cancel() };
    block_on(futures::future::join(exchange.run(&cancel, &send), goes_away));
    assert_eq!(events.borrow().len(), 1, "the plan alone: {events:?}");
}

#[test]
fn batches_are_of_one_version_alone() {
    let batch = json!([
        request(1, "ping", json!({})),
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        request(2, "initialize", json!({ "protocolVersion": "2025-03-26" })),
        9,
    ]);
    let (status, body) = json(post(&batch, Some("2025-03-26")));
    let codes: Vec<_> = body.as_array().unwrap().iter().map(|one| one["error"]["code"].as_i64()).collect();
    assert_eq!((status, codes), (200, vec![None, Some(-32600), Some(-32600)]));
    assert_eq!(code(post(&batch, Some("2025-06-18"))), (400, -32600));
    let responses = json!([{ "jsonrpc": "2.0", "id": 1, "result": {} }]);
    assert_eq!(post(&responses, None), Got::Nothing);
}

#[test]
fn each_further_request_of_a_batch_is_counted() {
    let batch: Vec<_> = (1..=100).map(|id| request(id, "ping", json!({}))).collect();
    let host = Fake { admits: Some(Cell::new(2)), ..Fake::default() };
    let body = Value::Array(batch).to_string();
    let post = Post {
        body: body.as_bytes(),
        content_type: Some("application/json"),
        protocol_version: Some("2025-03-26"),
        ..Post::default()
    };
    let Reply::Json { body, .. } = block_on(Endpoint::new(Server::new(Rc::new(host))).post(&post)) else {
        panic!("no JSON")
    };
    let answers: Vec<Value> = serde_json::from_str(&body).unwrap();
    let answered = answers.iter().filter(|answer| answer["result"].is_object()).count();
    assert_eq!((answers.len(), answered), (100, 3), "the first came with the call, two more were let pass");
    assert_eq!(answers[3]["error"], json!({ "code": -32000, "message": "too many calls" }));
}

/// A request of 2026-07-28 with these headers.
fn modern_post(body: &Value, method: Option<&'static str>, name: Option<&'static str>) -> Got {
    let body = body.to_string();
    post_with(Behaviour::Answers, &body, |post| {
        post.protocol_version = Some("2026-07-28");
        post.method = method;
        post.name = name;
    })
}

#[test]
fn headers_of_the_newest_version_must_agree_with_the_body() {
    let call = modern(1, "tools/call", json!({ "name": "echo_text", "arguments": { "text": "x" } }));
    for name in ["echo_text", "=?base64?ZWNob190ZXh0?="] {
        let (status, body) = json(modern_post(&call, Some("tools/call"), Some(name)));
        assert_eq!((status, &body["result"]["resultType"]), (200, &json!("complete")));
    }
    for (method, name) in [
        (None, Some("echo_text")),
        (Some("tools/list"), Some("echo_text")),
        (Some("tools/call"), None),
        (Some("tools/call"), Some("ask")),
    ] {
        assert_eq!(code(modern_post(&call, method, name)), (400, -32020), "{method:?} {name:?}");
    }
    assert_eq!(code(post(&call, Some("2025-11-25"))), (400, -32020));
    let list = modern(1, "tools/list", json!({}));
    assert_eq!(json(modern_post(&list, Some("tools/list"), None)).0, 200);
    let nothing = modern(1, "nothing", json!({}));
    assert_eq!(code(modern_post(&nothing, Some("nothing"), None)), (404, -32601));
    let unknown = modern(1, "tools/call", json!({ "name": "unknown" }));
    assert_eq!(code(modern_post(&unknown, Some("tools/call"), Some("unknown"))), (400, -32602));
}

#[test]
fn other_media_types_are_refused() {
    let list = request(1, "tools/list", json!({})).to_string();
    let refused = post_with(Behaviour::Answers, &list, |post| post.content_type = Some("text/plain"));
    assert_eq!(json(refused).0, 415);
    assert_eq!(json(post_with(Behaviour::Answers, &list, |post| post.accept = Some("text/html"))).0, 406);
}
