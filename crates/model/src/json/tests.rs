use super::*;
use serde_json::json;

#[test]
fn what_models_get_wrong_is_read_as_meant() {
    for (written, meant) in [
        (r#"["a"]"#, json!(["a"])),
        ("Here you are:\n```json\n[\"a\", \"b\"]\n```\nAnything else?", json!(["a", "b"])),
        ("['a', 'b',]", json!(["a", "b"])),
        ("{query: 'router', n_results: 5,", json!({"query": "router", "n_results": 5})),
        ("{\"a\": True, 'b': None, c: False}", json!({"a": true, "b": null, "c": false})),
        ("{a: [1, 2.5, {b: -3e2}}", json!({"a": [1, 2.5, {"b": -300.0}]})),
        ("[\"a\"\n \"b\"]", json!(["a", "b"])),
        ("{\"a\": \"say \"hi\" now\", \"b\": 1}", json!({"a": "say \"hi\" now", "b": 1})),
        ("{\"re\": \"\\d+\\.\\w\", x: 1}", json!({"re": "\\d+\\.\\w", "x": 1})),
        ("{'a': 'it's', // why\n /* not */ 'b': “c” # end\n}", json!({"a": "it's", "b": "c"})),
        ("{'smile': '\\ud83d\\ude00', 'lone': '\\ud83d'}", json!({"smile": "😀", "lone": "\\ud83d"})),
        ("{path: src/app.py, line: 12th}", json!({"path": "src/app.py", "line": "12th"})),
        ("[\"line\nbreak\"]", json!(["line\nbreak"])),
        ("[[1, 2], [3]", json!([[1, 2], [3]])),
        ("{}", json!({})),
    ] {
        assert_eq!(read(written), Ok(meant), "{written}");
    }
}

#[test]
fn what_leaves_open_what_was_meant_is_refused() {
    for written in
        ["", "I cannot", "{path}", "{\"query\": \"rou", "[1] [2]", "{a: }", "{: 1}", "[/* ", "use {a: 1 and \"b"]
    {
        assert!(matches!(read(written), Err(NotJson::Syntax(_))), "{written}: {:?}", read(written));
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let nested = |depth: usize, inner: &str| format!("{}{inner}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(JSON_DEPTH, "1")).is_ok());
    assert_eq!(read(&nested(JSON_DEPTH + 1, "1")), Err(NotJson::TooDeep));
    assert!(read(&nested(JSON_DEPTH, "1,,")).is_ok());
    for deep in [nested(JSON_DEPTH + 1, "1,,"), nested(5_000, "1"), "[".repeat(200_000), "{a:".repeat(200_000)] {
        assert_eq!(read(&deep), Err(NotJson::TooDeep));
    }
    assert_eq!(read(&format!("[{}", "1,".repeat(REPAIR_BYTES / 2))), Err(NotJson::TooLong));
}

#[test]
fn the_first_value_is_read_and_how_is_reported() {
    use Reading::{Cut, Mended, Whole};
    for (written, value, reading) in [
        (r#"{"a": 1}"#, json!({"a": 1}), Whole),
        ("```json\n{\"a\": 1}\n```\nFor example {\"a\": 2}.", json!({"a": 1}), Cut),
        ("{'a': 1,} or {'a': 2}", json!({"a": 1}), Mended),
        ("cut off: {\"a\": [1", json!({"a": [1]}), Mended),
    ] {
        assert_eq!(read_first(written), Ok((value, reading)), "{written}");
    }
    assert!(matches!(read_first("I cannot"), Err(NotJson::Syntax(_))));
    assert_eq!(read_first(&"[".repeat(200_000)), Err(NotJson::TooDeep));
    let deep = format!("{}1{}", "[".repeat(JSON_DEPTH + 1), "]".repeat(JSON_DEPTH + 1));
    assert_eq!(read_first(&format!("so: {deep}")), Err(NotJson::TooDeep));
    assert_eq!(read_first(&format!("[{}", "1,".repeat(REPAIR_BYTES / 2))), Err(NotJson::TooLong));
}
