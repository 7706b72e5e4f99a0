//! The reader says what the `toml` crate says.

use super::super::node::Node;
use serde_json::{Map, Value};

fn as_json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::from(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) if number.is_finite() => Value::from(number),
        toml::Value::Float(_) => Value::from("not finite"),
        toml::Value::Boolean(value) => Value::from(value),
        toml::Value::Datetime(_) => Value::from("time"),
        toml::Value::Array(items) => items.into_iter().map(as_json).collect(),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, as_json(value))).collect())
        }
    }
}

/// What is in the text, by the other reader; None where it refuses.
fn other(text: &str) -> Option<Value> {
    let table: toml::Table = text.parse().ok()?;
    let map: Map<String, Value> = table.into_iter().map(|(key, value)| (key, as_json(value))).collect();
    Some(Value::Object(map))
}

#[track_caller]
fn check(text: &str) {
    let ours = super::parse(text).map(|node: Node| node.value());
    assert_eq!(ours.ok(), other(text), "{text}");
}

#[test]
fn real_files_are_read_alike() {
    check(include_str!("../../../../../Cargo.toml"));
    check(include_str!("../../../../../Cargo.lock"));
    check(include_str!("../../../../../deny.toml"));
    check(include_str!("../../../Cargo.toml"));
}

#[test]
fn every_kind_of_value_is_read_alike() {
    check("a = 1_000\nb = +0x_\n".replace("0x_", "5").as_str());
    check("a = 0xff\nb = 0o17\nc = 0b1\nd = -1.5e3\ne = 1e6\nf = true\n");
    check("a = \"x \\u00e9 \\U0001F600 \\\"q\\\" \\\\ \\t\"\nb = 'l\\n'\n'c d'.\"e\\n\" = 1\n");
    check("a = \"\"\"\none\n  two \\\n   three \"q\" \"\"\"\"\"\nb = '''\r\nx'y''z'''\r\n");
    check("a = [ 1, # one\n  [2, 3,], {b = 1, c.d = 2}\n]\ne = {}\nf = []\n");
    check("[a.b]\nc = 1\n[a]\nd = 2\n[[e.f]]\ng = 1\n[e.f.h]\ni = 1\n[[e.f]]\ng = 2\n[ x . y ]\n");
    // Texts, as JSON has no times: only that they are read.
    let times = "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 07:32:00.5\nc = 07:32:00\nd = 1979-05-27 # c\n";
    let read = super::parse(times).unwrap().value();
    assert_eq!(read["b"], "1979-05-27 07:32:00.5");
    assert_eq!(read["d"], "1979-05-27");
}

#[test]
fn what_is_no_toml_is_refused() {
    for text in [
        "a",
        "a = ",
        "a = 1 b",
        "= 1",
        "a = \"x",
        "a = [1",
        "[a",
        "[[a]",
        "a = 1\na = 2\n",
        "[a]\n[a]\n",
        "a = \"\\q\"",
        "a = x",
    ] {
        assert_eq!(other(text), None, "{text}");
        assert!(super::parse(text).is_err(), "{text}");
    }
    assert!(super::parse(&format!("a = {}", "[".repeat(1_000))).is_err());
    assert!(super::parse(&format!("[{}a]", "a.".repeat(1_000))).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    /// What the other reader takes is read alike.
    #[test]
    fn random_texts_are_read_alike(text in "((\n|\r\n|)(a|b|c|a\\.b|\"d\"| = | = |=|1|2\\.5|true|\"x\"|'y'|\"\"\"|'''|\\[a\\]|\\[\\[b\\]\\]|\\[|\\]|\\{|\\}|, |,|#| |\n|\n|\\\\)){0,14}") {
        if let Some(expected) = other(&text) {
            proptest::prop_assert_eq!(super::parse(&text).map(|node| node.value()).ok(), Some(expected));
        }
    }

    /// Likewise where most texts are TOML.
    #[test]
    fn random_tables_are_read_alike(lines in proptest::collection::vec("(\\[(a|b)(\\.(a|c)){0,2}\\]|\\[\\[(d|a\\.d)\\]\\]|(a|b|c|e)(\\.(x|y)){0,2} = (1|'s'|\\[1, 2\\]|\\{x = 1, y\\.z = 2\\}|\\[\\{q = 1\\}\\]))", 0..7)) {
        let text = lines.join("\n");
        if let Some(expected) = other(&text) {
            proptest::prop_assert_eq!(super::parse(&text).map(|node| node.value()).ok(), Some(expected), "{}", text);
        }
    }
}
