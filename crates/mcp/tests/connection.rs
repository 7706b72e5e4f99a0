//! A client on lines.

mod fake;

use expect_test::expect;
use fake::{Behaviour, Fake, modern, request};
use futures::executor::block_on;
use futures::future::join_all;
use mcp::{Connection, Server};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// What is sent for these lines, each worked on to its end before the next.
fn exchange_with(host: Rc<Fake>, lines: &[String]) -> Vec<Value> {
    let connection = Connection::new(Server::new(host));
    let sent = RefCell::new(Vec::new());
    let send = |line: String| {
        assert!(!line.contains('\n'), "one message a line");
        sent.borrow_mut().push(serde_json::from_str(&line).unwrap());
    };
    for line in lines {
        if let Some(work) = connection.receive(line.as_bytes(), &send) {
            block_on(work);
        }
    }
    sent.take()
}

fn exchange(messages: &[Value]) -> Vec<Value> {
    messages_with(Behaviour::Answers, messages)
}

fn messages_with(behaviour: Behaviour, messages: &[Value]) -> Vec<Value> {
    exchange_with(Fake::with(behaviour), &messages.iter().map(Value::to_string).collect::<Vec<_>>())
}

/// What is sent for a call of this tool.
fn called(version: &str, tool: &str, arguments: Value) -> Vec<Value> {
    exchange(&[initialize(version), request(1, "tools/call", json!({ "name": tool, "arguments": arguments }))])
}

fn initialize(version: &str) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    request(0, "initialize", json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client }))
}

fn code(message: &Value) -> i64 {
    message["error"]["code"].as_i64().unwrap_or_else(|| panic!("{message}"))
}

#[test]
fn initialize_agrees_on_a_version_and_lists_the_capabilities() {
    let sent_back = exchange(&[initialize("2025-06-18")]);
    expect![[r#"
        {
          "capabilities": {
            "tools": {}
          },
          "instructions": "Quarry knows the code repository `shop`: an index of its symbols, text and call graph. Begin with search_codebase, which finds definitions by name or by what they do; then get_callers and get_callees follow calls, each with how sure it is; references, implementations, supertypes, impact and path list all uses of a symbol, what is below and above it, whom a change reaches and by which calls; describe_symbol states bases, defaults, errors, tests and uses, and read_file shows lines. ask answers a whole question with verified citations. Paths are relative to the repository's root; lines count from 1. As of today.",
          "protocolVersion": "2025-06-18",
          "serverInfo": {
            "name": "quarry",
            "title": "Quarry",
            "version": "0.1.0"
          }
        }"#]].assert_eq(&serde_json::to_string_pretty(&sent_back[0]["result"]).unwrap());
    for (asked, agreed) in [("2024-11-05", "2024-11-05"), ("2030-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25")] {
        assert_eq!(exchange(&[initialize(asked)])[0]["result"]["protocolVersion"], agreed);
    }
    assert_eq!(code(&exchange(&[request(1, "initialize", json!({}))])[0]), -32602);
}

#[test]
fn a_broken_line_is_answered_and_the_next_one_is_read() {
    let lines = ["{broken", "", "  ", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#];
    let sent_back = exchange_with(Fake::with(Behaviour::Answers), &lines.map(str::to_owned));
    assert_eq!(sent_back.len(), 2, "{sent_back:?}");
    assert_eq!((code(&sent_back[0]), &sent_back[0]["id"]), (-32700, &Value::Null));
    assert_eq!(sent_back[1], json!({ "jsonrpc": "2.0", "id": 1, "result": {} }));
}

#[test]
fn tools_come_with_schemas_titles_and_hints() {
    let sent_back = exchange(&[initialize("2025-11-25"), request(1, "tools/list", json!({}))]);
    let tools = &sent_back[1]["result"]["tools"];
    assert_eq!(tools[0]["name"], "echo_text");
    assert_eq!(tools[0]["title"], "Echo text");
    assert_eq!(tools[0]["inputSchema"]["type"], "object");
    assert_eq!(tools[0]["annotations"], json!({ "readOnlyHint": true, "openWorldHint": false }));
    assert_eq!(tools[1]["name"], "ask");
    assert_eq!(tools[1]["inputSchema"]["properties"]["agent"]["enum"], json!(["plan-react"]));
    assert_eq!(tools[1]["outputSchema"]["type"], "object");
    // Before 2025-06-18 neither titles nor structure.
    let sent_back = exchange(&[initialize("2025-03-26"), request(1, "tools/list", json!({}))]);
    let tools = &sent_back[1]["result"]["tools"];
    assert!(tools[0].get("title").is_none() && tools[1].get("outputSchema").is_none());
    let cursor = exchange(&[initialize("2025-11-25"), request(1, "tools/list", json!({ "cursor": "2" }))]);
    assert_eq!(code(&cursor[1]), -32602);
}

#[test]
fn ask_is_listed_only_where_there_is_an_agent() {
    let host = || Rc::new(Fake { asks_nobody: true, ..Fake::default() });
    let list = [initialize("2025-11-25"), request(1, "tools/list", json!({}))].map(|message| message.to_string());
    assert_eq!(exchange_with(host(), &list)[1]["result"]["tools"].as_array().unwrap().len(), 1);
    let ask = request(1, "tools/call", json!({ "name": "ask", "arguments": { "question": "q" } }));
    let sent_back = exchange_with(host(), &[initialize("2025-11-25").to_string(), ask.to_string()]);
    assert_eq!(code(&sent_back[1]), -32602);
}

#[test]
fn a_tool_answers_in_text_without_ids_of_spans() {
    let call = |arguments: Value| called("2025-11-25", "echo_text", arguments).remove(1);
    let text = json!([{ "type": "text", "text": "a.py:1-2 `x`\n[[other]]" }]);
    assert_eq!(call(json!({ "text": "x" }))["result"], json!({ "content": text, "isError": false }));
    // What the model can put right is a result, not an error of the protocol.
    let failed = call(json!({ "text": "" }));
    assert_eq!(failed["result"]["isError"], true);
    assert_eq!(failed["result"]["content"][0]["text"], "there is nothing to say");
    assert_eq!(call(json!({}))["result"]["isError"], true);
    // What the repository could not be asked is no result at all.
    let unreadable = call(json!({ "text": "unreadable" }));
    assert_eq!((code(&unreadable), unreadable.get("result")), (-32603, None));
    assert_eq!(unreadable["error"]["message"], "the index could not be read");
    assert_eq!(call(Value::Null)["result"]["isError"], true);
    assert_eq!(code(&call(json!(7))), -32602);
}

#[test]
fn an_unknown_tool_or_method_is_an_error_of_the_protocol() {
    let sent_back = exchange(&[
        initialize("2025-11-25"),
        request(1, "tools/call", json!({ "name": "nothing" })),
        request(2, "tools/call", json!({})),
        request(3, "resources/list", json!({})),
        request(4, "server/discover", json!({})),
    ]);
    assert_eq!(sent_back[1..].iter().map(code).collect::<Vec<_>>(), [-32602, -32602, -32601, -32601]);
}

#[test]
fn a_version_is_needed_before_anything_but_ping() {
    let sent_back = exchange(&[request(1, "tools/list", json!({})), request(2, "ping", json!({}))]);
    assert_eq!(code(&sent_back[0]), -32602);
    assert_eq!(sent_back[1]["result"], json!({}));
}

#[test]
fn ask_answers_with_citations_and_reports_progress() {
    let ask = json!({
        "name": "ask", "arguments": { "question": " does it? ", "max_iterations": 2, "in": "src/net" }, "_meta": { "progressToken": "p" },
    });
    let host = Fake::with(Behaviour::Answers);
    let lines = [initialize("2025-11-25"), request(1, "tools/call", ask)].map(|message| message.to_string());
    let sent_back = exchange_with(Rc::clone(&host), &lines);
    let asked = host.asked.take();
    assert_eq!((asked[0].question.as_str(), asked[0].agent.as_str()), ("does it?", "plan-react"));
    assert_eq!(asked[0].max_iterations, Some(2));
    assert_eq!(asked[0].folder.as_deref(), Some("src/net"));
    let sent_back: Vec<String> =
        sent_back[1..].iter().map(|message| serde_json::to_string_pretty(message).unwrap()).collect();
    expect![[r#"
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "message": "plan: look; tell",
            "progress": 1,
            "progressToken": "p"
          }
        }
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "message": "echo_text `it`: said",
            "progress": 2,
            "progressToken": "p"
          }
        }
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "message": "enough evidence: all is there",
            "progress": 3,
            "progressToken": "p"
          }
        }
        {
          "jsonrpc": "2.0",
          "method": "notifications/progress",
          "params": {
            "message": "writing the answer",
            "progress": 4,
            "progressToken": "p"
          }
        }
        {
          "id": 1,
          "jsonrpc": "2.0",
          "result": {
            "content": [
              {
                "text": "It does [1], as `grid[[2]]`.\n\nCitations, checked against the repository:\n[1] a.py:3-4  a.does\n1 citations could not be verified and were taken out.",
                "type": "text"
              }
            ],
            "isError": false,
            "structuredContent": {
              "answer": "It does [1], as `grid[[2]]`.",
              "citations": [
                {
                  "end_line": 4,
                  "number": 1,
                  "path": "a.py",
                  "start_line": 3,
                  "symbol": "a.does"
                }
              ],
              "dropped_citations": 1,
              "model": "offline",
              "run": "r1"
            }
          }
        }"#]].assert_eq(&sent_back.join("\n"));
}

#[test]
fn without_a_token_there_is_no_progress() {
    assert_eq!(called("2025-11-25", "ask", json!({ "question": "does it?" })).len(), 2);
}

#[test]
fn an_older_client_gets_the_text_alone() {
    let sent_back = called("2025-03-26", "ask", json!({ "question": "does it?" }));
    assert!(sent_back[1]["result"].get("structuredContent").is_none());
}

#[test]
fn a_run_without_an_answer_reports_the_reason() {
    let why = |behaviour| {
        let ask = json!({ "name": "ask", "arguments": { "question": "does it?" } });
        let sent_back = messages_with(behaviour, &[initialize("2025-11-25"), request(1, "tools/call", ask)]);
        assert_eq!(sent_back[1]["result"]["isError"], true);
        sent_back[1]["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(why(Behaviour::Fails), "the key is wrong. Check the key. (run r1)");
    assert_eq!(why(Behaviour::BreaksOff), "the run broke off (run r1)");
    assert_eq!(why(Behaviour::Refuses), "asking needs a token with the scope `ask`");
}

#[test]
fn wrong_arguments_of_ask_are_reported_to_the_model() {
    for arguments in [
        json!({}),
        json!({ "question": " " }),
        json!({ "question": "q", "agent": "nobody" }),
        json!({ "question": "q", "max_iterations": 0 }),
        json!({ "question": "q", "depth": 3 }),
        json!({ "question": "q", "in": 3 }),
    ] {
        let sent_back = called("2025-11-25", "ask", arguments.clone());
        assert_eq!(sent_back[1]["result"]["isError"], true, "{arguments}");
        assert!(
            sent_back[1]["result"]["content"][0]["text"].as_str().unwrap().starts_with("wrong arguments for `ask`")
        );
    }
}

#[test]
fn a_cancelled_request_is_stopped_and_not_answered() {
    let connection = Connection::new(Server::new(Fake::with(Behaviour::WaitsForCancel)));
    let sent = RefCell::new(Vec::<String>::new());
    let send = |line: String| sent.borrow_mut().push(line);
    block_on(connection.receive(initialize("2025-11-25").to_string().as_bytes(), &send).unwrap());
    let ask = json!({ "name": "ask", "arguments": { "question": "q" }, "_meta": { "progressToken": 9 } });
    let receive = |message: Value| connection.receive(message.to_string().as_bytes(), &send);
    let work = receive(request(1, "tools/call", ask.clone())).unwrap();
    let twice = receive(request(1, "tools/call", ask)).unwrap();
    let ping = receive(request(2, "ping", json!({}))).unwrap();
    let cancel = async {
        let cancel =
            |id: Value| json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
        assert!(receive(cancel(json!("1"))).is_none(), "another id");
        assert!(receive(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled" })).is_none());
        assert!(receive(cancel(json!(1))).is_none());
    };
    block_on(join_all([work, twice, ping, Box::pin(cancel)]));
    let sent_back: Vec<Value> = sent.take().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The greeting, the plan, the second use of the id, the ping; nothing after the cancellation.
    assert_eq!(sent_back.len(), 4, "{sent_back:?}");
    assert_eq!(sent_back[1]["params"], json!({ "progressToken": 9, "progress": 1, "message": "plan: look; tell" }));
    assert_eq!((code(&sent_back[2]), &sent_back[3]["id"]), (-32600, &json!(2)));
    // The id is free again.
    let list = receive(request(1, "tools/list", json!({}))).unwrap();
    block_on(list);
    assert_eq!(sent.borrow().len(), 1);
}

#[test]
fn batches_are_of_one_version_alone() {
    let batch = json!([
        request(1, "ping", json!({})),
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        7,
        request(2, "tools/call", json!({ "name": "echo_text", "arguments": { "text": "x" } })),
    ]);
    let sent_back = exchange(&[initialize("2025-03-26"), batch.clone()]);
    let answers = sent_back[1].as_array().unwrap();
    assert_eq!(answers.len(), 3);
    assert_eq!((&answers[0]["id"], code(&answers[1]), &answers[2]["id"]), (&json!(1), -32600, &json!(2)));
    let notifications = json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]);
    assert_eq!(exchange(&[initialize("2025-03-26"), notifications]).len(), 1);
    assert_eq!(code(&exchange(&[initialize("2025-06-18"), batch])[1]), -32600);
}

#[test]
fn a_request_may_carry_its_own_version() {
    let sent_back = exchange(&[modern(1, "server/discover", json!({})), modern(2, "tools/list", json!({}))]);
    let discovered = &sent_back[0]["result"];
    assert_eq!(discovered["supportedVersions"][0], "2026-07-28");
    assert_eq!(discovered["resultType"], "complete");
    assert_eq!(discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "quarry");
    let listed = &sent_back[1]["result"];
    assert_eq!((&listed["resultType"], &listed["cacheScope"]), (&json!("complete"), &json!("private")));
    assert!(listed["ttlMs"].is_number() && listed["tools"].is_array());
    let call = modern(3, "tools/call", json!({ "name": "echo_text", "arguments": { "text": "x" } }));
    let called = &exchange(&[call])[0]["result"];
    assert_eq!((&called["resultType"], &called["isError"]), (&json!("complete"), &json!(false)));
    assert!(called.get("ttlMs").is_none());
    // Gone with the handshake.
    assert_eq!(code(&exchange(&[modern(4, "ping", json!({}))])[0]), -32601);
}

#[test]
fn an_unsupported_version_is_reported_with_the_supported_ones() {
    let mut future = modern(1, "tools/list", json!({}));
    future["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2031-01-01".into();
    let sent_back = exchange(&[future]);
    assert_eq!(code(&sent_back[0]), -32022);
    assert_eq!(sent_back[0]["error"]["data"]["requested"], "2031-01-01");
    assert_eq!(sent_back[0]["error"]["data"]["supported"][0], "2026-07-28");
    let mut incapable = modern(1, "tools/list", json!({}));
    incapable["params"]["_meta"].as_object_mut().unwrap().remove("io.modelcontextprotocol/clientCapabilities");
    assert_eq!(code(&exchange(&[incapable])[0]), -32602);
}
