//! Structured output: what is read of a model's answer, what is asked again, and what remains.

use agent::structured::{Repair, Schema, Structured};
use futures::executor::block_on;
use model::scripted::{Scripted, ScriptedModelClient};
use model::{
    ChatRequest, ChatResponse, FinishReason, Message, ModelClient, ModelError, ModelErrorKind, ResponseFormat, Role,
    Task, ToolChoice, ToolSpec,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::cell::RefCell;

/// A verdict about a step.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
struct Verdict {
    /// Whether it worked.
    success: bool,
    /// What was found.
    output: String,
    /// Of 100.
    #[serde(default)]
    score: Option<u8>,
}

fn good() -> Verdict {
    Verdict { success: true, output: "done".to_owned(), score: None }
}

const GOOD: &str = r#"{"success": true, "output": "done"}"#;

/// What each call of the model was asked.
type Requests = Vec<(Vec<Message>, ResponseFormat, ToolChoice)>;

/// Asks a scripted model; the result and the requests.
fn ask(
    schema: &Schema<'_, Verdict>,
    request: ChatRequest<'_>,
    script: Vec<Scripted>,
) -> (Result<Structured<Verdict>, ModelError>, Requests) {
    let model = ScriptedModelClient::new(script);
    let requests = RefCell::new(Vec::new());
    let result = block_on(schema.ask(request, async |request| {
        let seen = (request.messages.clone(), request.format.clone(), request.tool_choice.clone());
        requests.borrow_mut().push(seen);
        model.chat(request, &mut |_| {}).await
    }));
    (result, requests.into_inner())
}

fn request() -> ChatRequest<'static> {
    ChatRequest::new(vec![Message::new(Role::User, "Did it work?")], Task::Free)
}

/// The result of these answers, and how many calls it took.
#[track_caller]
fn answered(texts: &[&str]) -> (Structured<Verdict>, usize) {
    let script = texts.iter().map(|text| Scripted::text(*text)).collect();
    let (result, requests) = ask(&Schema::of_type(), request(), script);
    (result.unwrap(), requests.len())
}

fn failure(kind: ModelErrorKind) -> Scripted {
    Scripted::Fails(ModelError { kind, message: "the provider failed".to_owned(), advice: None })
}

#[test]
fn the_schema_is_plain_and_enforced_by_the_provider() {
    let schema = Schema::<Verdict>::of_type();
    let (_, requests) = ask(&schema, request(), vec![Scripted::text(GOOD)]);
    let ResponseFormat::JsonSchema(sent) = &requests[0].1 else { panic!("{:?}", requests[0].1) };
    assert_eq!(sent.name, "Verdict");
    assert_eq!(sent.schema["required"], json!(["success", "output"]));
    assert_eq!(sent.schema["properties"]["success"], json!({"description": "Whether it worked.", "type": "boolean"}));
    assert_eq!(sent.schema.get("$schema").or(sent.schema.get("title")), None);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&schema.text()).unwrap(), sent.schema);
}

#[test]
fn parts_of_a_schema_are_written_out_and_its_name_is_one_that_providers_take() {
    #[derive(Deserialize, JsonSchema)]
    struct All<T> {
        #[expect(dead_code, reason = "only its schema is of interest")]
        verdicts: Vec<T>,
    }
    let ResponseFormat::JsonSchema(schema) = Schema::<All<Verdict>>::of_type().format() else { panic!("no schema") };
    assert!(schema.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{}", schema.name);
    assert_eq!(schema.schema["properties"]["verdicts"]["items"]["type"], "object");
    assert_eq!(schema.schema.get("$defs"), None);
}

#[test]
fn a_list_is_asked_for_by_the_prompt_alone() {
    let schema = Schema::<Vec<String>>::of_type();
    assert_eq!(schema.format(), ResponseFormat::Text);
    assert_eq!(schema.read(r#"["a"]"#), Ok(Structured::Parsed(vec!["a".to_owned()])));
}

#[test]
fn an_answer_as_asked_for_is_parsed() {
    let (result, calls) = answered(&[GOOD]);
    assert_eq!((result.note(), calls), (None, 1));
    assert_eq!(result, Structured::Parsed(good()));
}

#[test]
fn an_answer_with_mistakes_is_read_without_another_call() {
    for (text, by) in [
        (format!("```json\n{GOOD}\n```"), Repair::Cut),
        (format!("{GOOD}\nAn answer for a failure would be {{\"success\": false, \"output\": \"\"}}."), Repair::Cut),
        ("{'success': True, 'output': 'done',}".to_owned(), Repair::Syntax),
        ("I think: {success: true, output: \"done\"".to_owned(), Repair::Syntax),
    ] {
        assert_eq!(answered(&[&text]), (Structured::Repaired { value: good(), by }, 1), "{text}");
    }
}

#[test]
fn a_malformed_answer_is_asked_for_once_more_with_the_error() {
    for bad in ["It went well.", r#"{"success": "yes", "output": "done"}"#, r#"{"success": true}"#, "[1, 2]"] {
        let (result, requests) = ask(&Schema::of_type(), request(), vec![Scripted::text(bad), Scripted::text(GOOD)]);
        let result = result.unwrap();
        assert!(result.note().unwrap().contains("asked again"));
        assert_eq!(result, Structured::Repaired { value: good(), by: Repair::Call }, "{bad}");
        let (messages, format, _) = &requests[1];
        assert_eq!(*format, requests[0].1);
        assert_eq!((messages.len(), messages[1].role, messages[1].content.as_str()), (3, Role::Assistant, bad));
        assert!(messages[2].content.contains(r#""required":["success","output"]"#), "{}", messages[2].content);
    }
    let (_, requests) =
        ask(&Schema::of_type(), request(), vec![Scripted::text(r#"{"success": true}"#), Scripted::text(GOOD)]);
    assert!(requests[1].0[2].content.contains("missing field `output`"), "{}", requests[1].0[2].content);
}

#[test]
fn after_a_second_malformed_answer_the_node_decides() {
    let (result, calls) = answered(&["It went well.", "Very well indeed."]);
    assert_eq!(calls, 2);
    let Structured::Fallback { why, answer } = &result else { panic!("{result:?}") };
    assert!(why.contains("asked again") && result.note().as_ref() == Some(why), "{why}");
    assert_eq!(answer, "Very well indeed.");
    let value = result.or_else(|_, answer| Verdict { success: false, output: answer.to_owned(), score: None });
    assert_eq!(value.output, "Very well indeed.");
}

#[test]
fn blank_answers_are_not_shown_back_and_not_returned() {
    let (result, requests) = ask(&Schema::of_type(), request(), vec![Scripted::text(" "), Scripted::text(GOOD)]);
    assert_eq!(result.unwrap().or_else(|_, _| panic!("no value")), good());
    assert_eq!(requests[1].0.len(), 2);
    let Structured::Fallback { answer, .. } = answered(&["prose", ""]).0 else { panic!("a value") };
    assert_eq!(answer, "prose");
}

#[test]
fn a_check_shares_the_one_repair_call() {
    let known = ["done".to_owned()];
    let schema = Schema::of_type().with_check(|verdict: &Verdict| {
        known.contains(&verdict.output).then_some(()).ok_or_else(|| format!("there is no output `{}`", verdict.output))
    });
    let unknown = r#"{"success": true, "output": "elsewhere"}"#;
    let (result, requests) = ask(&schema, request(), vec![Scripted::text(unknown), Scripted::text(GOOD)]);
    assert_eq!(result.unwrap(), Structured::Repaired { value: good(), by: Repair::Call });
    assert!(requests[1].0[2].content.contains("there is no output `elsewhere`"));
    let (result, requests) = ask(&schema, request(), vec![Scripted::text("prose"), Scripted::text(unknown)]);
    assert!(matches!(result, Ok(Structured::Fallback { why, .. }) if why.ends_with("there is no output `elsewhere`")));
    assert_eq!(requests.len(), 2);
}

#[test]
fn errors_of_the_model_end_the_run_only_where_no_call_can_succeed() {
    let first = ask(&Schema::of_type(), request(), vec![failure(ModelErrorKind::Server)]).0;
    assert_eq!(first.unwrap_err().kind, ModelErrorKind::Server);
    let key = ask(&Schema::of_type(), request(), vec![Scripted::text("prose"), failure(ModelErrorKind::Key)]).0;
    assert_eq!(key.unwrap_err().kind, ModelErrorKind::Key);
    let server = ask(&Schema::of_type(), request(), vec![Scripted::text("prose"), failure(ModelErrorKind::Server)]).0;
    let Ok(Structured::Fallback { why, answer }) = server else { panic!("{server:?}") };
    assert!(why.contains("the provider failed") && answer == "prose", "{why}");
}

#[test]
fn tools_stay_in_the_repair_call_but_must_not_be_called() {
    let tool = ToolSpec { name: "read_file".into(), description: "Reads.".into(), parameters: json!({}) };
    let request = ChatRequest { tools: vec![tool], ..request() };
    let (_, requests) = ask(&Schema::of_type(), request, vec![Scripted::text("prose"), Scripted::text(GOOD)]);
    assert_eq!((&requests[0].2, &requests[1].2), (&ToolChoice::Auto, &ToolChoice::None));
}

#[test]
fn half_an_answer_is_not_taken_for_a_whole_one() {
    let schema = Schema::<Vec<String>>::of_type();
    let half = r#"["a.py", "b.py","#;
    for (finish, calls) in [(FinishReason::Stop, 1), (FinishReason::Length, 2)] {
        let model = ScriptedModelClient::new([Scripted::text(half), Scripted::text(half)]);
        let result =
            block_on(schema.ask(request(), async |request| {
                Ok(ChatResponse { finish, ..model.chat(request, &mut |_| {}).await? })
            }));
        assert_eq!(model.requests().len(), calls);
        match result.unwrap() {
            Structured::Repaired { value, by: Repair::Syntax } => assert_eq!((value.len(), calls), (2, 1)),
            Structured::Fallback { why, .. } => assert!(why.contains("breaks off") && calls == 2, "{why}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_long_malformed_answer_is_shown_cut() {
    let long = "é".repeat(100_000);
    let (_, requests) = ask(&Schema::of_type(), request(), vec![Scripted::text(long), Scripted::text(GOOD)]);
    assert_eq!(requests[1].0[1].content.len(), 20_000);
}
