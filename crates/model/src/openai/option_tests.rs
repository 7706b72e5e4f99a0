//! The options of a request on the wire, against the scripted server: what is sent, and what happens when a server
//! refuses it.

use super::tests::{bench, ok, refused, request, whole};
use crate::{
    ChatDelta, ChatRequest, Fallback, JsonSchema, Message, ModelErrorKind, ResponseFormat, Role, Task, ToolChoice,
    ToolSpec,
};
use protocol::Turn;
use serde_json::{Value, json};

fn schema() -> ResponseFormat {
    let schema = json!({"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]});
    ResponseFormat::JsonSchema(JsonSchema { name: "Score".into(), schema })
}

fn with_options() -> ChatRequest<'static> {
    ChatRequest { temperature: Some(0.3), max_tokens: Some(1000), ..request(schema()) }
}

fn with_tool(tool_choice: ToolChoice) -> ChatRequest<'static> {
    let parameters = json!({"type": "object"});
    let tools = vec![ToolSpec { name: "read_file".into(), description: "Reads.".into(), parameters }];
    ChatRequest { tools, tool_choice, ..request(ResponseFormat::Text) }
}

/// The fields of each request that the client sends to a server with these replies; the last reply is an answer.
#[track_caller]
fn sent(request: &ChatRequest<'_>, refusals: &[&str]) -> (Vec<Value>, Vec<ChatDelta>) {
    let refusals = refusals.iter().map(|words| refused(400, &json!({"error": {"message": words}}).to_string()));
    let replies: Vec<_> = refusals.chain([ok(&whole())]).collect();
    let bench = bench(replies);
    let (answer, deltas) = bench.chat_of(request);
    assert_eq!(answer.unwrap().message.content, "all");
    (bodies(&bench), deltas)
}

fn bodies(bench: &super::tests::Bench) -> Vec<Value> {
    (0..bench.requests()).map(|at| serde_json::from_str(&bench.asked(at)).unwrap()).collect()
}

fn left_out(deltas: &[ChatDelta]) -> Vec<&'static str> {
    let field = |delta: &ChatDelta| match delta {
        ChatDelta::Fallback(Fallback::LeftOut { field, .. }) => Some(*field),
        _ => None,
    };
    deltas.iter().filter_map(field).collect()
}

#[test]
fn options_are_sent_as_the_request_has_them() {
    let (sent, _) = sent(&with_options(), &[]);
    assert_eq!(sent[0]["temperature"], json!(0.3));
    assert_eq!(sent[0]["max_tokens"], json!(1000));
    let format = &sent[0]["response_format"];
    assert_eq!((&format["type"], &format["json_schema"]["name"]), (&json!("json_schema"), &json!("Score")));
    assert_eq!(format["json_schema"]["schema"]["required"], json!(["score"]));
    assert_eq!(format["json_schema"].get("strict"), None);
}

#[test]
fn a_request_without_options_has_the_bytes_it_always_had() {
    for format in [ResponseFormat::Text, ResponseFormat::JsonObject] {
        // In the order in which they are written, which the bytes have where maps keep it.
        let mut expected = json!({
            "model": "small-1",
            "messages": [{"role": "user", "content": "Wer ruft?"}],
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        if format == ResponseFormat::JsonObject {
            expected["response_format"] = json!({"type": "json_object"});
        }
        let bench = bench(vec![ok(&whole())]);
        assert!(bench.chat_of(&request(format)).0.is_ok());
        assert_eq!(bench.asked(0), expected.to_string());
    }
}

#[test]
fn the_task_does_not_change_what_is_sent() {
    let history: [Turn; 0] = [];
    let context = crate::Context { question: "Wer ruft?", history: &history, findings: &[] };
    let of = |task| {
        let request = ChatRequest {
            format: ResponseFormat::JsonObject,
            ..ChatRequest::new(vec![Message::new(Role::User, "Wer ruft?")], task)
        };
        sent(&request, &[]).0
    };
    let free = of(Task::Free);
    assert_eq!(free[0]["response_format"], json!({"type": "json_object"}));
    for task in [Task::Plan(context), Task::Answer(context), Task::Judge { context, iteration: 1 }] {
        assert_eq!(of(task), free);
    }
}

#[test]
fn a_tool_choice_is_sent_with_tools_only() {
    for (choice, wire) in [
        (ToolChoice::Auto, Value::Null),
        (ToolChoice::None, json!("none")),
        (ToolChoice::Required, json!("required")),
        (ToolChoice::Named("read_file".into()), json!({"type": "function", "function": {"name": "read_file"}})),
    ] {
        assert_eq!(sent(&with_tool(choice.clone()), &[]).0[0]["tool_choice"], wire);
        let without_tools = ChatRequest { tools: Vec::new(), ..with_tool(choice) };
        assert_eq!(sent(&without_tools, &[]).0[0].get("tool_choice"), None);
    }
}

#[test]
fn a_refused_schema_becomes_an_object_and_then_nothing() {
    let refusal = "This model does not support response format `json_schema`";
    let (bodies, deltas) = sent(&with_options(), &[refusal, "'response_format.type' must be 'text'"]);
    assert_eq!(bodies[1]["response_format"], json!({"type": "json_object"}));
    assert_eq!(bodies[2].get("response_format"), None);
    assert_eq!(bodies[2]["temperature"], json!(0.3));
    assert_eq!(left_out(&deltas), ["json_schema", "json_object"]);
    let ChatDelta::Fallback(first) = &deltas[0] else { panic!("{deltas:?}") };
    assert_eq!(
        first.to_string(),
        format!("api.example does not accept `json_schema`, which is left out from now on: {refusal}")
    );
}

#[test]
fn a_refused_temperature_is_left_out_of_later_requests_too() {
    let words = "Unsupported value: 'temperature' does not support 0.3 with this model (key sk-secret-123).";
    let bench =
        bench(vec![refused(400, &json!({"error": {"message": words}}).to_string()), ok(&whole()), ok(&whole())]);
    let (answer, deltas) = bench.chat_of(&with_options());
    assert!(answer.is_ok());
    assert_eq!(left_out(&deltas), ["temperature"]);
    assert!(!format!("{deltas:?}").contains("sk-secret-123"), "{deltas:?}");
    let (answer, deltas) = bench.chat_of(&with_options());
    assert!(answer.is_ok() && left_out(&deltas).is_empty());
    let has: Vec<bool> = bodies(&bench).iter().map(|body| body.get("temperature").is_some()).collect();
    assert_eq!(has, [true, false, false]);
}

#[test]
fn the_most_tokens_are_sent_under_the_name_that_the_server_knows() {
    let renamed = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
    let (bodies, deltas) = sent(&with_options(), &[renamed]);
    assert_eq!((bodies[1].get("max_tokens"), &bodies[1]["max_completion_tokens"]), (None, &json!(1000)));
    assert_eq!(left_out(&deltas), ["max_tokens"]);
    let (bodies, deltas) = sent(&with_options(), &[renamed, "Unknown parameter: max_completion_tokens"]);
    assert!(bodies[2].get("max_tokens").is_none() && bodies[2].get("max_completion_tokens").is_none());
    assert_eq!(left_out(&deltas), ["max_tokens", "max_completion_tokens"]);
}

#[test]
fn a_refused_tool_choice_leaves_the_tools() {
    let (bodies, deltas) = sent(&with_tool(ToolChoice::Required), &["tool_choice is not supported by this model"]);
    assert_eq!((bodies[1].get("tool_choice"), bodies[1]["tools"].as_array().unwrap().len()), (None, 1));
    assert_eq!(left_out(&deltas), ["tool_choice"]);
}

#[test]
fn a_refusal_of_what_was_not_sent_is_an_error() {
    for words in ["temperature", "response_format", "max_tokens is too large", "tool_choice"] {
        let bench = bench(vec![refused(400, &json!({"error": {"message": words}}).to_string())]);
        let error = bench.chat_of(&request(ResponseFormat::Text)).0.unwrap_err();
        assert_eq!((error.kind, bench.requests()), (ModelErrorKind::Refused, 1), "{words}");
    }
}

#[test]
fn a_field_is_dropped_once_at_most() {
    let again = || refused(400, &json!({"error": {"message": "temperature"}}).to_string());
    let bench = bench(vec![again(), again()]);
    let error = bench.chat_of(&with_options()).0.unwrap_err();
    assert_eq!((error.kind, bench.requests()), (ModelErrorKind::Refused, 2));
}
