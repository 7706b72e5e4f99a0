//! `quarry memory`: what agents and the person stored, listed and changed.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-cli-memory-{name}-{}", std::process::id()));
        for repository in ["shop", "till"] {
            std::fs::create_dir_all(root.join(repository)).unwrap();
            std::fs::write(root.join(repository).join("pay.py"), "def pay(bill):\n    return bill\n").unwrap();
        }
        Self(root)
    }

    fn quarry(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.0).env("QUARRY_RUNS", self.0.join("runs")).stdin(Stdio::null());
        command.env_remove("QUARRY_MODELS").output().unwrap()
    }

    /// What a command that succeeds writes to stdout.
    #[track_caller]
    fn out(&self, arguments: &[&str]) -> String {
        let output = self.quarry(arguments);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(output.stderr));
        text(output.stdout).trim_end().to_owned()
    }

    /// What a command that fails says.
    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.quarry(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap().trim().to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn values_are_set_listed_shown_and_deleted_by_scope() {
    let at = Place::new("values");
    assert_eq!(at.out(&["memory", "list", "shop"]), "Nothing is remembered.");
    at.out(&["memory", "set", "shop", "tests", "make check"]);
    at.out(&["memory", "set", "shop", "style", "terse\nplain", "--scope", "person"]);
    assert_eq!(
        at.out(&["memory", "list", "shop"]),
        "person        style  terse plain  (written by you, 0 s ago)\nrepository    tests  make check  (written by you, 0 s ago)"
    );
    let listed = at.out(&["memory", "list", "till"]);
    assert!(listed.contains("style") && !listed.contains("tests"), "another repository: {listed}");
    assert_eq!(at.out(&["memory", "show", "till", "style", "--scope", "person"]), "terse\nplain");
    let json: Value = serde_json::from_str(&at.out(&["memory", "list", "shop", "--json"])).unwrap();
    assert_eq!(
        (&json[1]["scope"], &json[1]["key"], &json[1]["source"]["type"]),
        (&"repository".into(), &"tests".into(), &"person".into())
    );
    assert!(json[1]["stored_at"].as_f64().unwrap() > 1.6e12);
    at.out(&["memory", "delete", "shop", "tests"]);
    let gone = at.refused(&["memory", "delete", "shop", "tests"]);
    assert_eq!(gone, "quarry: nothing is stored under `tests` for the repository; `quarry memory list` lists the keys");
    at.refused(&["memory", "show", "shop", "tests"]);
    let which = at.refused(&["memory", "clear", "shop"]);
    assert_eq!(which, "quarry: name what is to be deleted: --scope person, repository or conversation");
    at.out(&["memory", "clear", "shop", "--scope", "person"]);
    assert_eq!(at.out(&["memory", "list", "shop"]), "Nothing is remembered.");
}

#[test]
fn what_an_agent_stored_names_its_run_and_a_conversation_ends_with_clear() {
    let at = Place::new("conversation");
    at.out(&["ask", "shop", "Where is pay defined?", "--agent", "tool-router"]);
    let runs: Value = serde_json::from_str(&at.out(&["runs", "--json"])).unwrap();
    let first = runs[0]["id"].as_str().unwrap().to_owned();
    at.out(&["ask", "shop", "And who calls it?", "--agent", "tool-router", "--after", &first]);
    let runs: Value = serde_json::from_str(&at.out(&["runs", "--json"])).unwrap();
    let second = runs.as_array().unwrap().iter().filter_map(|run| run["id"].as_str()).find(|id| **id != first).unwrap();
    let turns = at.0.join("runs/memory").join(format!("turns-{first}.json"));
    let kept: Value = serde_json::from_slice(&std::fs::read(&turns).unwrap()).unwrap();
    let questions: Vec<_> = kept["kept"]["qa"].as_array().unwrap().iter().map(|it| it["q"].as_str().unwrap()).collect();
    assert_eq!(questions, ["Where is pay defined?", "And who calls it?"]);
    // The second run names the same conversation as the first.
    at.out(&["memory", "set", "shop", "note", "x", "--scope", "conversation", "--run", second]);
    let json: Value = serde_json::from_str(&at.out(&["memory", "list", "shop", "--run", &first, "--json"])).unwrap();
    assert_eq!((&json[0]["scope"], &json[0]["key"]), (&"conversation".into(), &"note".into()));
    let about = at.refused(&["memory", "list", "till", "--run", &first]);
    assert!(about.contains("is about"), "{about}");
    at.refused(&["memory", "list", "shop", "--scope", "conversation"]);
    at.out(&["memory", "clear", "shop", "--scope", "conversation", "--run", second]);
    assert!(!turns.exists());
    assert_eq!(at.out(&["memory", "list", "shop", "--run", &first]), "Nothing is remembered.");
}

#[test]
fn what_a_conversation_keeps_goes_with_its_last_run() {
    let at = Place::new("last-run");
    let ids = || {
        let runs: Value = serde_json::from_str(&at.out(&["runs", "--json"])).unwrap();
        runs.as_array().unwrap().iter().map(|run| run["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    at.out(&["ask", "shop", "Where is pay defined?", "--agent", "tool-router"]);
    let [first] = ids().try_into().unwrap();
    at.out(&["ask", "shop", "And who calls it?", "--agent", "tool-router", "--after", &first]);
    let second = ids().into_iter().find(|id| *id != first).unwrap();
    at.out(&["memory", "set", "shop", "note", "x", "--scope", "conversation", "--run", &second]);
    at.out(&["memory", "set", "shop", "tests", "x"]);
    let files = || {
        let named = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let names = std::fs::read_dir(at.0.join("runs/memory")).unwrap().map(named);
        names.filter(|name| name.contains(first.as_str())).count()
    };
    at.out(&["runs", "rm", &first]);
    assert_eq!(files(), 2, "the second run still has them");
    at.out(&["runs", "rm", &second]);
    assert_eq!(files(), 0);
    assert!(at.out(&["memory", "list", "shop"]).contains("tests"), "values of the repository stay");
}

#[test]
fn a_damaged_memory_is_said_and_cleared_by_hand_alone() {
    let at = Place::new("damaged");
    at.out(&["memory", "set", "shop", "style", "terse", "--scope", "person"]);
    std::fs::write(at.0.join("runs/memory/person.json"), "{ half").unwrap();
    let said = at.refused(&["memory", "list", "shop"]);
    assert!(said.contains("person.json is damaged ("), "{said}");
    at.refused(&["memory", "set", "shop", "style", "terse", "--scope", "person"]);
    at.out(&["memory", "clear", "shop", "--scope", "person"]);
    assert_eq!(at.out(&["memory", "list", "shop"]), "Nothing is remembered.");
}
