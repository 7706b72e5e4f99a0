use super::*;
use limits::agent::TEXT_CALLS;
use proptest::prelude::*;
use serde_json::json;

const OFFERED: [&str; 4] = ["read_file", "grep", "delete_file", "undo"];

/// The calls as `name {arguments}`.
fn found(text: &str) -> Vec<String> {
    of_model(text, &OFFERED).calls.iter().map(|call| format!("{} {}", call.name, call.arguments)).collect()
}

const READ: &str = r#"read_file {"file_path":"a.py"}"#;

#[test]
fn every_format_gives_the_call() {
    for text in [
        r#"{"tool": "read_file", "args": {"file_path": "a.py"}}"#,
        r#"{"name": "read_file", "arguments": {"file_path": "a.py"}}"#,
        r#"{"name": "read_file", "arguments": "{\"file_path\": \"a.py\"}"}"#,
        r#"{"type": "function", "name": "read_file", "parameters": {"file_path": "a.py"}}"#,
        "{'tool': 'read_file', 'args': {'file_path': 'a.py',}}",
        "I look at it first.\n\n```json\n{\"tool\": \"read_file\", \"args\": {\"file_path\": \"a.py\"}}\n```\nThen I go on.",
        "```\n[{\"tool\": \"read_file\", \"args\": {\"file_path\": \"a.py\"}}]",
        "First:\n{\n  \"tool\": \"read_file\",\n  \"args\": {\"file_path\": \"a.py\"}\n}\nand then more",
        "<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"file_path\": \"a.py\"}}\n</tool_call>",
        "<tool_call>{\"name\": \"read_file\", \"arguments\": {\"file_path\": \"a.py\"}}",
        "<tool_call>read_file(file_path=\"a.py\")</tool_call>",
        "Let me see.\n  read_file(file_path=\"a.py\")\n",
        "`read_file(file_path='a.py')`",
        "```tool_code\nread_file(file_path=\"a.py\")\n```",
    ] {
        assert_eq!(found(text), [READ], "{text}");
    }
}

#[test]
fn arguments_keep_their_types() {
    let calls =
        found("grep(pattern=\"a, \\\"b\\\")\", regex=True, context=2, path=None, x=[1, {\"k\": \")\"}])\nundo()");
    let arguments = json!({"pattern": "a, \"b\")", "regex": true, "context": 2, "path": null, "x": [1, {"k": ")"}]});
    assert_eq!(calls, [format!("grep {arguments}"), "undo {}".to_owned()]);
}

// What a model says it will do is not a call.
#[test]
fn prose_calls_nothing() {
    for text in [
        "I will delete main.js",
        "I will delete_file main.js",
        "delete main.js",
        "You could use read_file(file_path=\"a.py\") for that.",
        "Call `read_file(file_path=\"a.py\")` next.",
        "```python\nread_file(file_path=\"a.py\")\n```",
        "The format is {\"tool\": \"read_file\", \"args\": {}}.",
        "read_file(path)",
        "read_file(a.py)",
        "read_file(file_path=path)",
        "x = read_file(file_path=\"a.py\")",
        "{\"tool\": \"read_file\"}",
        "{\"tool\": \"read_file\", \"args\": [1]}",
        "{\"name\": \"rm\", \"arguments\": {}}",
        "rm(path=\"a.py\")",
        "[1] see a.py\n[[2]] and b.py",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn several_calls_come_in_order_and_the_ninth_is_counted() {
    let text =
        "undo()\n<tool_call>{\"name\": \"grep\", \"arguments\": {}}</tool_call>\n{\"tool\": \"undo\", \"args\": {}}";
    assert_eq!(found(text), ["undo {}", "grep {}", "undo {}"]);
    let many = of_model(&"undo()\n".repeat(TEXT_CALLS + 3), &OFFERED);
    assert_eq!(many.calls.len(), TEXT_CALLS);
    assert_eq!(many.note.as_deref(), Some("3 more calls were found; at most 8 are taken at once."));
    // Calls of tools that do not exist take no place.
    assert_eq!(found(&("rm()\n".repeat(20) + "undo()")), ["undo {}"]);
}

#[test]
fn a_text_over_the_limit_is_not_read_and_says_so() {
    let calls = of_model(&"undo()\n".repeat(TEXT_CALLS_BYTES / 7 + 1), &OFFERED);
    assert!(calls.calls.is_empty());
    assert!(calls.note.is_some_and(|note| note.contains("up to 262144 bytes")));
}

#[test]
fn hostile_texts_of_the_largest_size_are_read_in_passes_not_in_squares() {
    for piece in
        ["[\n", "{\n", "{\"\n", "```\n", "<tool_call>\n", "a(a=\"\n", "a(a=[\n", "a(", "\\\"[", "{\"a\":\n", "[]\n"]
    {
        let text = piece.repeat(TEXT_CALLS_BYTES / piece.len());
        assert!(of_model(&text, &OFFERED).calls.is_empty(), "{piece}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in "([a-z(){}\\[\\]\"'`<>/=,: \n\\\\é]|tool_call|```|undo\\(\\)|\"tool\"|\"args\"){0,80}") {
        let calls = of_model(&text, &OFFERED).calls;
        prop_assert!(calls.iter().all(|call| OFFERED.contains(&call.name.as_str()) && call.arguments.is_object()));
    }
}
