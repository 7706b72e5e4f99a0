//! `quarry references`, `implementations`, `supertypes`, `impact` and `path`, and the same questions by `quarry mcp`.

use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const SHAPES: &str = "\
class Shape:
    def area(self):
        raise NotImplementedError


class Square(Shape):
    def area(self):
        return side()


def side():
    return 2


def paint(square: Square):
    return square.area()
";

const TESTS: &str = "\
from shapes import Square, paint


def test_paint():
    assert paint(Square()) == 2
";

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    fn new(name: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("quarry-relations-{name}-{}", std::process::id())));
        std::fs::create_dir_all(place.0.join("code/tests")).unwrap();
        std::fs::write(place.0.join("code/shapes.py"), SHAPES).unwrap();
        std::fs::write(place.0.join("code/tests/test_shapes.py"), TESTS).unwrap();
        place
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.0).env("QUARRY_RUNS", self.0.join("runs"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// What a command prints that ends well.
    #[track_caller]
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.prints(&[arguments, &["--json"]].concat())).unwrap()
    }
}

#[test]
fn types_above_and_below_are_printed_with_the_line_that_states_them() {
    let place = Place::new("types");
    assert_eq!(
        place.prints(&["implementations", "code", "Shape"]),
        "shapes.Shape  (class at shapes.py:1-3)\n  1 implementation\n  shapes.Square  shapes.py:6  possible (own file)\n"
    );
    assert_eq!(
        place.prints(&["supertypes", "code", "Square.area"]),
        "shapes.Square.area  (method at shapes.py:7-8)\n  1 supertype\n  \
         shapes.Shape.area  shapes.py:2  possible (own file)\n"
    );
    assert!(
        place
            .prints(&["supertypes", "code", "side"])
            .ends_with("  no type, and no method of one: it has no supertypes\n")
    );
    let below = &place.json(&["implementations", "code", "Shape"])[0];
    assert_eq!((&below["symbol"], &below["all_files_read"]), (&json!("shapes.Shape"), &json!(true)));
    let row = &below["implementations"][0];
    assert_eq!((&row["name"], &row["path"], &row["line"]), (&json!("shapes.Square"), &json!("shapes.py"), &json!(6)));
    assert_eq!((&row["sure"], &row["rule"], &row["is_test"]), (&json!("possible"), &json!("own file"), &json!(false)));
    assert_eq!(place.json(&["supertypes", "code", "Shape"])[0]["supertypes"], json!([]));
}

#[test]
fn whom_a_change_reaches_is_printed_nearest_first() {
    let place = Place::new("impact");
    assert_eq!(
        place.prints(&["impact", "code", "side"]),
        "shapes.side  (function at shapes.py:11-12)\n  3 symbols within 3 calls, 1 of them of tests\n  \
         1  shapes.Square.area  shapes.py:8  calls shapes.side (scope)  proven chain\n  \
         2  shapes.paint  shapes.py:16  calls shapes.Square.area (annotation)  proven chain\n  \
         3  tests.test_shapes.test_paint  tests/test_shapes.py:5  calls shapes.paint (import)  proven chain  test\n"
    );
    let near = &place.json(&["impact", "code", "side", "--depth", "1"])[0];
    assert_eq!((&near["total"], &near["tests"], &near["all_followed"]), (&json!(1), &json!(0), &json!(true)));
    let reached = &near["reached"][0];
    assert_eq!((&reached["name"], &reached["proven"]), (&json!("shapes.Square.area"), &json!(true)));
    assert_eq!((&reached["by"]["callee"], &reached["by"]["line"]), (&json!("shapes.side"), &json!(8)));
    assert_eq!(place.run(&["impact", "code", "side", "--depth", "0"], "").status.code(), Some(2));
}

#[test]
fn a_chain_of_calls_is_printed_with_the_line_of_each() {
    let place = Place::new("path");
    assert_eq!(
        place.prints(&["path", "code", "test_paint", "side"]),
        "1. tests.test_shapes.test_paint calls shapes.paint  tests/test_shapes.py:5  proven (import)\n\
         2. shapes.paint calls shapes.Square.area  shapes.py:16  proven (annotation)\n\
         3. shapes.Square.area calls shapes.side  shapes.py:8  proven (scope)\n"
    );
    assert_eq!(place.prints(&["path", "code", "side", "paint"]), "no chain of calls from side to paint was found\n");
    let found = place.json(&["path", "code", "paint", "side"]);
    assert_eq!((&found["found"], &found["all_followed"]), (&json!(true), &json!(true)));
    let callees: Vec<&Value> = found["calls"].as_array().unwrap().iter().map(|call| &call["callee"]).collect();
    assert_eq!(callees, ["shapes.Square.area", "shapes.side"]);
    assert_eq!(place.json(&["path", "code", "side", "paint"])["found"], json!(false));
}

#[test]
fn a_name_that_is_not_there_is_an_error_with_the_nearest() {
    let place = Place::new("names");
    for arguments in [
        ["references", "code", "sid"].as_slice(),
        &["implementations", "code", "sid"],
        &["supertypes", "code", "sid"],
        &["impact", "code", "sid"],
        &["path", "code", "paint", "sid"],
    ] {
        let output = place.run(arguments, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(said.contains("there is no symbol `sid`; did you mean `shapes.side`"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_client_of_mcp_gets_the_same_questions_as_tools() {
    let place = Place::new("mcp");
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let request = |id: usize, method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string() + "\n"
    };
    let calls = [
        (
            "references",
            json!({ "symbol": "side", "kind": "call" }),
            "call in shapes.Square.area at shapes.py:8 (proven, scope 1.00)",
        ),
        ("implementations", json!({ "symbol": "Shape" }), "shapes.Square at shapes.py:6 (possible, own file 0.90)"),
        ("supertypes", json!({ "symbol": "Square" }), "shapes.Shape (class at shapes.py:1-3), stated at shapes.py:6"),
        (
            "impact",
            json!({ "symbol": "side" }),
            "3. tests.test_shapes.test_paint calls shapes.paint at tests/test_shapes.py:5",
        ),
        ("path", json!({ "from": "paint", "to": "side" }), "2. shapes.Square.area calls shapes.side at shapes.py:8"),
    ];
    let mut input = request(0, "initialize", hello) + &request(1, "tools/list", json!({}));
    for (at, (tool, arguments, _)) in calls.iter().enumerate() {
        input += &request(at + 2, "tools/call", json!({ "name": tool, "arguments": arguments }));
    }
    let output = place.run(&["mcp", "code"], &input);
    let sent: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answer =
        |id: usize| sent.iter().find(|message| message["id"] == id).unwrap_or_else(|| panic!("{id}: {sent:?}"));
    let listed: Vec<&str> =
        answer(1)["result"]["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    for (at, (tool, _, wanted)) in calls.iter().enumerate() {
        assert!(listed.contains(tool), "{listed:?}");
        let text = answer(at + 2)["result"]["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text.contains(wanted), "{tool}: {text}");
        assert!(!text.contains("[["), "{tool}: {text}");
    }
}
