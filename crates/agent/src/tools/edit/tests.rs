//! Each edit tool: what it proposes, its limits, and its errors.

use crate::tools::acting::ActingServices;
use crate::{CallContext, ToolError, ToolOutput, Toolbox};
use change_set::{ChangeSet, Overlay};
use codebase::{IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use proptest::prelude::*;
use serde_json::{Value, json};
use source::{Limits, RepoPath, SnapshotBuilder};
use std::rc::Rc;

const FILES: &[(&str, &[u8])] = &[
    (".gitignore", b"secret/\n"),
    ("a.py", b"def f():\n    return 1\n\n\ndef g():\n    return f()\n"),
    ("dos.txt", b"one\r\ntwo\r\nthree"),
    ("old.txt", b"caf\xe9 au lait\n"),
    ("logo.png", b"\x89PNG\0\0"),
    ("secret/key.txt", b"x\n"),
    ("conf/app.json", b"{\n  // how often\n  \"retries\": 3\n}\n"),
    ("conf/app.ini", b"[a]\nx = 1\n"),
];

fn reader() -> Reader {
    let mut snapshot = SnapshotBuilder::new("shop", Limits::default());
    for (path, bytes) in FILES {
        // What it leaves out it lists.
        let _ = snapshot.add(RepoPath::parse(path).unwrap(), bytes.to_vec());
    }
    Reader::whole(codebase::CodebaseBuilder::new(snapshot.finish().unwrap()).finish())
}

/// A run's changes, and the tools that propose more.
struct Session {
    reader: Reader,
    changes: ChangeSet,
    calls: u32,
}

impl Session {
    fn new() -> Self {
        Self { reader: reader(), changes: ChangeSet::default(), calls: 0 }
    }

    fn try_call(&mut self, name: &str, arguments: Value) -> Result<ToolOutput, ToolError> {
        self.calls += 1;
        let tools = Toolbox::acting(&self.reader, &ActingServices::default());
        let (id, outputs) = (format!("c{}", self.calls), Default::default());
        let cx = CallContext { id: &id, changes: &self.changes, outputs: &outputs, run: None, node: None };
        let output = block_on(tools.get(name)?.call(&arguments, cx))?;
        for update in &output.updates {
            self.changes.apply(update).unwrap();
        }
        Ok(output)
    }

    #[track_caller]
    fn call(&mut self, name: &str, arguments: Value) -> ToolOutput {
        self.try_call(name, arguments).unwrap()
    }

    #[track_caller]
    fn error(&mut self, name: &str, arguments: Value) -> String {
        let before = self.changes.clone();
        let error = self.try_call(name, arguments).unwrap_err();
        assert_eq!(self.changes, before);
        error.to_string()
    }

    fn text(&self, path: &str) -> Option<String> {
        match self.changes.read(&RepoPath::parse(path).unwrap()) {
            Overlay::Changed { text, .. } => Some(text.to_string()),
            Overlay::Deleted { .. } => None,
            Overlay::Moved { from, .. } => base(from.as_str()),
            Overlay::Untouched => base(path),
        }
    }
}

fn base(path: &str) -> Option<String> {
    let (_, bytes) = FILES.iter().find(|(it, _)| *it == path)?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}

#[test]
fn edit_file_replaces_what_is_quoted_and_shows_the_diff() {
    let mut session = Session::new();
    let edit = json!({"path": "a.py", "edits": [{"old": "return 1", "new": "return 2"}]});
    let output = session.call("edit_file", edit);
    assert_eq!(session.text("a.py").unwrap(), "def f():\n    return 2\n\n\ndef g():\n    return f()\n");
    let [changed] = output.changed.as_slice() else { panic!("one file") };
    assert_eq!((changed.path.as_str(), changed.added, changed.removed), ("a.py", 1, 1));
    assert!(output.text.contains("-    return 1\n+    return 2\n"), "{}", output.text);
    assert_eq!(output.summary, "a.py: +1 -1");
    // It sees what it proposed before.
    session.call("edit_file", json!({"path": "a.py", "edits": [{"old": "return 2", "new": "return 3"}]}));
    assert!(session.text("a.py").unwrap().contains("return 3"));
}

#[test]
fn edit_file_says_why_an_edit_did_not_match() {
    let mut session = Session::new();
    let mut error = |edits: Value| session.error("edit_file", json!({"path": "a.py", "edits": edits}));
    let nowhere = error(json!([{"old": "    return 11", "new": "x"}]));
    assert!(nowhere.contains("edit 1: `old` is not in the text") && nowhere.contains("return 1"), "{nowhere}");
    let several = error(json!([{"old": "return", "new": "x"}]));
    assert!(several.contains("in 2 places, lines 2, 6"), "{several}");
    assert!(error(json!([])).contains("no edits were given"));
    let many: Vec<Value> = (0..31).map(|_| json!({"old": "a", "new": "b"})).collect();
    assert!(error(json!(many)).contains("31 edits were given, a call takes 30"));
}

#[test]
fn edit_tools_refuse_files_that_they_could_not_write_as_they_were() {
    let mut session = Session::new();
    let write = |path: &str| json!({"path": path, "content": "x\n"});
    let mut error = |path: &str| session.error("write_file", write(path));
    assert!(error("old.txt").contains("encoded in windows-1252, and only UTF-8 is written"));
    assert!(error("logo.png").contains("left out when the repository was imported (binary)"));
    assert!(error("secret/new.txt").contains("left out when the repository was imported"));
    assert!(error("../x").contains("outside the repository"));
    assert!(error("/etc/passwd").contains("outside the repository"));
    assert!(error(".git/config").contains("git's own folder"));
    assert!(error("conf").contains("is a folder"));
    assert!(error("a.py/b").contains("`a.py` is a file"));
    assert!(session.error("edit_file", json!({"path": "b.py", "edits": []})).contains("there is no file `b.py`"));
}

#[test]
fn a_mask_is_never_written() {
    let mut session = Session::new();
    let masked = "key = [masked: AWS key]\n";
    for (tool, arguments) in [
        ("write_file", json!({"path": "n.py", "content": masked})),
        ("append_file", json!({"path": "a.py", "content": masked})),
        ("edit_file", json!({"path": "a.py", "edits": [{"old": "return 1", "new": masked}]})),
        ("set_value", json!({"path": "conf/app.json", "key": "retries", "value": {"deep": [masked]}})),
        ("apply_patch", json!({"patch": format!("--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+{masked}")})),
    ] {
        assert!(session.error(tool, arguments).contains("stands for a secret"), "{tool}");
    }
}

#[test]
fn write_file_makes_a_file_and_keeps_the_line_ends_of_one() {
    let mut session = Session::new();
    session.call("write_file", json!({"path": "new/b.py", "content": "x = 1\n", "must_be_new": true}));
    assert_eq!(session.text("new/b.py").unwrap(), "x = 1\n");
    session.call("write_file", json!({"path": "dos.txt", "content": "a\nb\n"}));
    assert_eq!(session.text("dos.txt").unwrap(), "a\r\nb\r\n");
    let again = session.call("write_file", json!({"path": "new/b.py", "content": "x = 1\n"}));
    assert!(again.updates.is_empty() && again.text.contains("Nothing is changed"), "{}", again.text);
    let there = session.error("write_file", json!({"path": "a.py", "content": "", "must_be_new": true}));
    assert!(there.contains("`a.py` is there already"), "{there}");
    let large = session.error("write_file", json!({"path": "l", "content": "x".repeat((1 << 20) + 1)}));
    assert!(large.contains("a changed file may have 1048576"), "{large}");
    let wrong = session.error("write_file", json!({"path": "l"}));
    assert!(wrong.contains("wrong arguments for `write_file`: missing field `content`"), "{wrong}");
}

#[test]
fn append_file_begins_a_line_of_its_own() {
    let mut session = Session::new();
    session.call("append_file", json!({"path": "dos.txt", "content": "four\n"}));
    assert_eq!(session.text("dos.txt").unwrap(), "one\r\ntwo\r\nthree\r\nfour\r\n");
    session.call("append_file", json!({"path": "log.txt", "content": "first\n"}));
    assert_eq!(session.text("log.txt").unwrap(), "first\n");
    assert!(session.error("append_file", json!({"path": "a.py", "content": ""})).contains("`content` is empty"));
    let large = session.error("append_file", json!({"path": "a.py", "content": "x".repeat(1 << 20)}));
    assert!(large.contains("a changed file may have 1048576"), "{large}");
    assert!(session.error("append_file", json!({"path": "old.txt", "content": "x"})).contains("only UTF-8"));
}

#[test]
fn files_are_deleted_moved_and_copied() {
    let mut session = Session::new();
    let deleted = session.call("delete_file", json!({"path": "old.txt"}));
    assert_eq!((session.text("old.txt"), deleted.summary.as_str()), (None, "old.txt: +0 -1"));
    assert!(session.error("delete_file", json!({"path": "old.txt"})).contains("there is no file `old.txt`"));
    assert!(session.error("delete_file", json!({"path": "conf"})).contains("is a folder"));

    let moved = session.call("move_file", json!({"source": "a.py", "destination": "lib/"}));
    assert_eq!((session.text("a.py"), session.text("lib/a.py")), (None, base("a.py")));
    assert!(moved.changed[0].diff.contains("rename from a.py\nrename to lib/a.py"), "{}", moved.changed[0].diff);
    for tool in ["move_file", "copy_file"] {
        let mut error = |source: &str, to: &str| session.error(tool, json!({"source": source, "destination": to}));
        assert!(error("lib/a.py", "dos.txt").contains("`dos.txt` is there already"));
        assert!(error("none.py", "x.py").contains("there is no file `none.py`"));
        assert!(error("lib/a.py", "conf").contains("write `conf/` to put the file in it"));
        assert!(error("lib/a.py", "../x").contains("outside the repository"));
    }
    session.call("copy_file", json!({"source": "lib/a.py", "destination": "b.py"}));
    assert_eq!((session.text("b.py"), session.text("lib/a.py")), (base("a.py"), base("a.py")));
    assert!(session.call("move_file", json!({"source": "lib/a.py", "destination": "a.py"})).updates.len() == 1);
    assert_eq!(session.text("a.py"), base("a.py"));
}

#[test]
fn a_patch_is_applied_to_all_files_or_none() {
    let mut session = Session::new();
    let good = "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n def f():\n-    return 1\n+    return 9\n \n";
    let check = session.call("apply_patch", json!({"patch": good, "check": true}));
    assert!(check.updates.is_empty() && check.text.starts_with("The patch fits"), "{}", check.text);
    let bad = "--- a/conf/app.ini\n+++ b/conf/app.ini\n@@ -1,2 +1,2 @@\n [b]\n-x = 1\n+x = 2\n";
    let refused = session.error("apply_patch", json!({"patch": format!("{good}{bad}")}));
    assert!(refused.contains("`conf/app.ini`: the lines of 1 of 1 hunks are not there"), "{refused}");
    let check = session.call("apply_patch", json!({"patch": bad, "check": true}));
    assert!(check.text.starts_with("The patch does not fit"), "{}", check.text);
    session.call("apply_patch", json!({"patch": good}));
    assert!(session.text("a.py").unwrap().contains("return 9"));
    assert!(session.error("apply_patch", json!({"patch": "hello"})).contains("there is no patch in the text"));
    let large = session.error("apply_patch", json!({"patch": "x".repeat((2 << 20) + 1)}));
    assert!(large.contains("2097152 are taken"), "{large}");
    let new = |path: &str| json!({"patch": format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")});
    assert!(session.error("apply_patch", new("logo.png")).contains("left out"));
    assert!(session.error("apply_patch", new("../x")).contains("outside the repository"));
}

#[test]
fn set_value_keeps_the_rest() {
    let mut session = Session::new();
    session.call("set_value", json!({"path": "conf/app.json", "key": "retries", "value": 5}));
    assert_eq!(session.text("conf/app.json").unwrap(), "{\n  // how often\n  \"retries\": 5\n}\n");
    let mut error = |path: &str, key: &str| session.error("set_value", json!({"path": path, "key": key, "value": 1}));
    assert!(error("conf/app.ini", "b.x").contains("there is no `b`"));
    assert!(error("a.py", "x").contains("no JSON, YAML, TOML or INI file"));
    assert!(error("conf/none.json", "x").contains("there is no file"));
    assert!(error("conf/app.json", "a[").contains("not well-formed"));
}

#[test]
fn undo_takes_one_call_back() {
    let mut session = Session::new();
    assert!(session.error("undo", json!({})).contains("there is nothing to undo"));
    session.call("write_file", json!({"path": "n.py", "content": "1\n"}));
    session.call("move_file", json!({"source": "n.py", "destination": "m.py"}));
    session.call("append_file", json!({"path": "a.py", "content": "# end\n"}));
    assert!(session.error("undo", json!({"group": 1})).contains("undo these first, newest first: 2"));
    let undone = session.call("undo", json!({"group": 2}));
    assert!(undone.text.contains("Group 2 is undone: m.py, n.py."), "{}", undone.text);
    assert_eq!((session.text("n.py").as_deref(), session.text("m.py")), (Some("1\n"), None));
    session.call("undo", json!({}));
    assert_eq!(session.text("a.py"), base("a.py"));
    for number in 0..11 {
        session.call("append_file", json!({"path": "a.py", "content": format!("{number}\n")}));
    }
    let gone = session.error("undo", json!({"group": 1}));
    assert!(gone.contains("group 1 can no longer be undone; these can: 5, 6"), "{gone}");
}

#[test]
fn a_long_diff_is_cut_for_the_model_and_whole_for_people() {
    let mut session = Session::new();
    let content: String = (0..2000).map(|line| format!("line {line}\n")).collect();
    let output = session.call("write_file", json!({"path": "long.txt", "content": content}));
    assert!(output.text.len() < 8 << 10, "{}", output.text.len());
    assert!(output.text.ends_with("more lines of the diff are not shown; `changes` shows them by file]\n"));
    assert!(output.changed[0].diff.contains("+line 1999\n"));
}

/// A call that may or may not be possible.
fn some_call() -> impl Strategy<Value = (&'static str, Value)> {
    let path = prop::sample::select(vec!["a.py", "dos.txt", "old.txt", "n.py", "d/n.py", "conf/app.json"]);
    let text = prop::sample::select(vec!["", "x\n", "one\r\ntwo\r\n", "no end", "return 1\n\u{e9}\n"]);
    prop_oneof![
        (path.clone(), text.clone()).prop_map(|(path, text)| ("write_file", json!({"path": path, "content": text}))),
        (path.clone(), text.clone()).prop_map(|(path, text)| ("append_file", json!({"path": path, "content": text}))),
        (path.clone(), text).prop_map(|(path, new)| {
            ("edit_file", json!({"path": path, "edits": [{"old": "n", "new": new, "all": true}]}))
        }),
        path.clone().prop_map(|path| ("delete_file", json!({"path": path}))),
        (path.clone(), path.clone()).prop_map(|(from, to)| ("move_file", json!({"source": from, "destination": to}))),
        (path.clone(), path.clone()).prop_map(|(from, to)| ("copy_file", json!({"source": from, "destination": to}))),
        (path, 0..9u32)
            .prop_map(|(path, value)| ("set_value", json!({"path": path, "key": "retries", "value": value}))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever was proposed, undone it is not there: every file has its very text again after each step back.
    #[test]
    fn edits_undone_give_the_very_texts(calls in prop::collection::vec(some_call(), 1..=10)) {
        let mut session = Session::new();
        let mut before = Vec::new();
        for (name, arguments) in calls {
            let (hash, groups) = (session.changes.hash(), session.changes.newest_group());
            // Some calls are refused: there is no such file, or one is there already.
            if session.try_call(name, arguments).is_ok() && session.changes.newest_group() > groups {
                before.push(hash);
            }
        }
        while let Some(hash) = before.pop() {
            session.call("undo", json!({}));
            prop_assert_eq!(session.changes.hash(), hash);
        }
        prop_assert!(session.changes.is_empty());
    }
}

struct Pages(MemoryIndexFiles);

impl IndexSource for Pages {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

#[test]
fn over_an_index_that_is_read_in_pages_an_edit_is_based_on_the_text() {
    let mut files = MemoryIndexFiles::default();
    fixtures::codebase("//- a.py\nx = 1\n").write_directory(&mut files).unwrap();
    let reader = block_on(Reader::open(Rc::new(Pages(files)))).unwrap();
    let mut session = Session { reader, ..Session::new() };
    session.call("append_file", json!({"path": "a.py", "content": "y = 2\n"}));
    let base = session.changes.base(&RepoPath::parse("a.py").unwrap()).unwrap();
    assert_eq!(base, Some(source::ContentHash::of(b"x = 1\n")));
    session.call("edit_file", json!({"path": "a.py", "edits": [{"old": "y = 2\n", "new": ""}]}));
    assert!(session.changes.is_empty(), "the text is the base's again");
}
