//! Reading and setting in each format; what is refused.

use super::*;
use serde_json::json;

fn file(name: &str) -> RepoPath {
    RepoPath::parse(name).unwrap()
}

#[track_caller]
fn reads(name: &str, text: &str, key: &str, expected: &str) {
    assert_eq!(read(&file(name), text, Some(key)).unwrap(), expected);
}

#[track_caller]
fn sets(name: &str, text: &str, key: &str, value: Value, expected: &str) {
    assert_eq!(set(&file(name), text, Some(key), &value).unwrap(), expected);
}

#[track_caller]
fn fails(name: &str, text: &str, key: &str, value: Value, sentence: &str) {
    let error = set(&file(name), text, Some(key), &value).unwrap_err().to_string();
    assert!(error.contains(sentence), "{error}");
}

const PACKAGE: &str = "{\n\t\"name\": \"x\", // ours\n\t\"scripts\": {\n\t\t\"b\": \"1\",\n\t\t\"a.c\": [1, {\"d\": null}],\n\t},\n\t\"empty\": {}\n}\n";

#[test]
fn json_is_read_in_its_order_with_comments() {
    reads("p.json", PACKAGE, "scripts", r#"{"b":"1","a.c":[1,{"d":null}]}"#);
    reads("p.json", PACKAGE, r#"scripts["a.c"][1].d"#, "null");
    reads("p.json", "{\"n\": 12345678901234567890123}", "n", "12345678901234567890123");
    assert_eq!(read(&file("p.json"), "[1]", None).unwrap(), "[1]");
}

#[test]
fn json_keeps_layout_and_comments() {
    sets("p.json", PACKAGE, "name", json!("y"), &PACKAGE.replace("\"x\"", "\"y\""));
    sets(
        "p.json",
        PACKAGE,
        "scripts[\"a.c\"][0]",
        json!({"k": [true]}),
        &PACKAGE.replace("[1,", "[{\n\t\t\t\"k\": [\n\t\t\t\ttrue\n\t\t\t]\n\t\t},"),
    );
    sets("p.json", PACKAGE, "scripts.new", json!(2), &PACKAGE.replace("null}],\n", "null}],\n\t\t\"new\": 2,\n"));
    sets("p.json", PACKAGE, "scripts[\"a.c\"][2]", json!(3), &PACKAGE.replace("null}]", "null}, 3]"));
    sets("p.json", PACKAGE, "empty.k", json!(1), &PACKAGE.replace("{}", "{\n\t\t\"k\": 1\n\t}"));
    sets("p.json", "\u{feff}{\"a\": 1,\r\n\"b\": 2}", "b", json!([1]), "\u{feff}{\"a\": 1,\r\n\"b\": [\r\n  1\r\n]}");
}

#[test]
fn json_is_written_whole() {
    let path = file("p.json");
    assert_eq!(set(&path, "{\r\n    \"a\": 1\r\n}", None, &json!({"b": 2})).unwrap(), "{\r\n    \"b\": 2\r\n}");
    assert_eq!(set(&path, "", None, &json!([])).unwrap(), "[]\n");
}

#[test]
fn json_that_is_none_is_refused_by_line() {
    fails("p.json", "{\n\"a\": 1\n\"b\": 2}", "a", json!(1), "line 3: a comma or the end");
    fails("p.json", "{a: 1}", "a", json!(1), "line 1: a value is expected");
    fails("p.json", "{} x", "a", json!(1), "something follows");
    fails("p.json", &"[".repeat(100), "a", json!(1), "nested too deeply");
    fails("p.json", "{\"a\": {\"b\": 1}}", "a.c.d", json!(1), "there is no `a.c`; there is: `b`");
    fails("p.json", "{\"a\": [1]}", "a[3]", json!(1), "there is no `a[3]`; there is: a list of 1");
    // Of two equal keys the last counts.
    sets("p.json", "{\"a\": 1, \"a\": 2}", "a", json!(3), "{\"a\": 1, \"a\": 3}");
}

const WORKFLOW: &str = "# ci\nname: build  # why\non:\n  push:\n    branches: [main, 'v*']\njobs:\n- run: |\n    one\n      two\n\n  name: \"x: y\"\n- plain\nlast:\n";

#[test]
fn yaml_is_read() {
    reads("a.yml", WORKFLOW, "name", "\"build\"");
    reads("a.yml", WORKFLOW, "on.push.branches[1]", "\"v*\"");
    reads("a.yml", WORKFLOW, "jobs", r#"[{"run":"one\n  two\n","name":"x: y"},"plain"]"#);
    reads("a.yml", WORKFLOW, "last", "null");
    reads("a.yml", "a: >-\n  b\n  c\n\n  d\nn: -1.5\nt: yes\nu: http://x#y\n", "a", "\"b c\\nd\"");
    reads("a.yml", "---\n- - 1\n  - 2\n-\n  k: v\n", "[0][1]", "2");
    reads("a.yml", "{a: 1, \"b\":2,\n c: [x y, ~], d: }\n", "c", "[\"x y\",null]");
}

#[test]
fn yaml_keeps_layout_and_comments() {
    sets("a.yml", WORKFLOW, "name", json!("test"), &WORKFLOW.replace("name: build  #", "name: test  #"));
    sets("a.yml", WORKFLOW, "on.push.branches[1]", json!("it's"), &WORKFLOW.replace("'v*'", "'it''s'"));
    sets("a.yml", WORKFLOW, "on.push.branches[2]", json!("x"), &WORKFLOW.replace("'v*']", "'v*', x]"));
    sets("a.yml", WORKFLOW, "jobs[0].run", json!("ls"), &WORKFLOW.replace("|\n    one\n      two", "ls"));
    sets(
        "a.yml",
        WORKFLOW,
        "jobs[0].env",
        json!({"A": "yes"}),
        &WORKFLOW.replace("y\"\n", "y\"\n  env: {A: \"yes\"}\n"),
    );
    sets("a.yml", WORKFLOW, "jobs[2]", json!("- x"), &WORKFLOW.replace("- plain\n", "- plain\n- \"- x\"\n"));
    sets("a.yml", WORKFLOW, "on.pull", json!(null), &WORKFLOW.replace("'v*']\n", "'v*']\n  pull: null\n"));
    sets("a.yml", WORKFLOW, "last", json!(1.5), &WORKFLOW.replace("last:", "last: 1.5"));
    sets("a.yml", "# nothing yet\n", "a", json!(1), "# nothing yet\na: 1\n");
    sets("a.yml", "\u{feff}a: 1\r\nb: 2", "c", json!(true), "\u{feff}a: 1\r\nb: 2\r\nc: true");
}

#[test]
fn yaml_that_is_not_read_is_named() {
    let check = |text: &str, sentence| fails("a.yml", text, "a", json!(1), sentence);
    check("b: &x 1\n", "line 1: anchors");
    check("b: 1\nc: *x\n", "line 2: anchors");
    check("b: !!str 1\n", "tags");
    check("b:\n  <<: 1\n", "merge keys");
    check("b: one\n  two\n", "line 2: a value over several lines");
    check("b: \"one\n  two\"\n", "quoted value over several lines");
    check("b: 1\n---\nc: 2\n", "several documents");
    check("b:\n\tc: 1\n", "tabs");
    check("b: 1\n c: 2\n", "line 2");
    check("? b\n: 1\n", "keys of several lines");
    fails("a.yml", "a:\n  b: 1\n", "a", json!(1), "a block of several lines; set its values one by one");
}

const CARGO: &str = "# top\n[package] # ours\nname = \"x\" # why\nversion = '1'\n\n[dependencies]\nserde = { version = \"1\" }\n\n[[bin]]\nname = \"b\"\nlist = [\n  1,\n  2,\n]\n";

#[test]
fn toml_is_read_and_set() {
    reads("Cargo.toml", CARGO, "package.name", "\"x\"");
    reads("Cargo.toml", CARGO, "bin[0]", r#"{"name":"b","list":[1,2]}"#);
    sets("Cargo.toml", CARGO, "package.version", json!("2"), &CARGO.replace("'1'", "\"2\""));
    sets(
        "Cargo.toml",
        CARGO,
        "dependencies.serde.version",
        json!("2"),
        &CARGO.replace("{ version = \"1\" }", "{ version = \"2\" }"),
    );
    sets(
        "Cargo.toml",
        CARGO,
        "dependencies.serde.features",
        json!(["a"]),
        &CARGO.replace("\"1\" }", "\"1\", features = [\"a\"] }"),
    );
    sets("Cargo.toml", CARGO, "package.edition", json!("2024"), &CARGO.replace("'1'\n", "'1'\nedition = \"2024\"\n"));
    sets("Cargo.toml", CARGO, "bin[0].list[2]", json!(3), &CARGO.replace("  2,\n", "  2,\n  3,\n"));
    sets("a.toml", "a = 1\r\n[t]\r\n", "t.b", json!(1.5), "a = 1\r\n[t]\r\nb = 1.5\r\n");
    sets("a.toml", "[t]", "t.b", json!(true), "[t]\nb = true");
}

#[test]
fn toml_refuses_what_it_cannot_keep() {
    fails("a.toml", CARGO, "package", json!(1), "it is a table with a header");
    fails("a.toml", CARGO, "bin[1]", json!({"name": "c"}), "add a `[[header]]`");
    fails("a.toml", "a = 1\n", "a", json!(null), "TOML has no null");
    fails("a.toml", "a = \n", "a", json!(1), "line 1: ");
    fails("a.toml", CARGO, "nothing.b", json!(1), "there is no `nothing`; there is: `package`, `dependencies`, `bin`");
}

const SETUP: &str = "; top\n[metadata]\nname=x\n\n[tool.black]\nline-length = 80 \nfiles =\n    a\n    b\n# end\n";

#[test]
fn ini_is_read_and_set() {
    reads("setup.cfg", SETUP, "metadata.name", "\"x\"");
    reads("setup.cfg", SETUP, "tool.black.line-length", "\"80\"");
    reads("setup.cfg", SETUP, "tool.black.files", "\"\\na\\nb\"");
    reads(".editorconfig", "root = true\n[*.{js,py}]\nindent = 2\n", "[\"*.{js,py}\"].indent", "\"2\"");
    sets("setup.cfg", SETUP, "metadata.name", json!("y"), &SETUP.replace("name=x", "name= y").replace("= y", "=y"));
    sets("setup.cfg", SETUP, "tool.black.line-length", json!(100), &SETUP.replace("80", "100"));
    sets("setup.cfg", SETUP, "metadata.new", json!("v"), &SETUP.replace("name=x\n", "name=x\nnew=v\n"));
    sets("setup.cfg", SETUP, "tool.black.z", json!(true), &SETUP.replace("    b\n", "    b\nz = true\n"));
    sets("a.ini", "[s]\r\nk: v", "s.l", json!("w"), "[s]\r\nk: v\r\nl: w");
}

#[test]
fn ini_refuses_an_unknown_section_and_other_values() {
    fails("setup.cfg", SETUP, "nothing.name", json!("y"), "there is no `nothing`; there is: `metadata`, `tool.black`");
    fails("setup.cfg", SETUP, "metadata.name", json!(["y"]), "a text of one line");
    fails("setup.cfg", SETUP, "metadata.name", json!("a\n[x]"), "a text of one line");
    fails("setup.cfg", SETUP, "metadata", json!("y"), "it is a section");
    fails("setup.cfg", "[open\n", "a.b", json!("y"), "line 1: a section has no `]`");
}

#[test]
fn keys_and_names_that_say_nothing_are_refused() {
    fails("a.json", "{}", "a..b", json!(1), "the key `a..b` is not well-formed");
    fails("a.json", "{}", "a[x]", json!(1), "not well-formed");
    fails("a.py", "", "a", json!(1), "`a.py` is no JSON, YAML, TOML or INI file by its name");
}

proptest::proptest! {
    /// Whatever the text: no panic, and where an edit is made, only that value differs.
    #[test]
    fn no_text_panics_and_no_edit_harms(text in "([a-c]{1,2}|: |- |\n|\n  |\\[|\\]|\\{|\\}|,|\"|'|#| |=|\r\n|1|\\|){0,24}", key in "[a-c]{1,2}(\\.[a-c]|\\[0\\]){0,1}") {
        for name in ["a.json", "a.yaml", "a.toml", "a.ini"] {
            let path = file(name);
            if let Ok(after) = set(&path, &text, Some(&key), &json!("new value")) {
                proptest::prop_assert_eq!(read(&path, &after, Some(&key)).unwrap(), "\"new value\"");
            }
        }
    }
}
