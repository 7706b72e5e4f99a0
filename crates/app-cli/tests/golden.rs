//! The runs of `tests/golden/runs.json` natively. The same runs in a browser (`tests/e2e/golden.test.mjs`) and in workerd
//! (`tests/edge/golden.test.mjs`) have to give the same events.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Deserialize)]
struct Golden {
    runs: Vec<Asked>,
    rule: Rule,
}

#[derive(Deserialize)]
struct Asked {
    agent: String,
    question: String,
    mode: Option<String>,
    /// The person's answer to a call that waits for them.
    decline: Option<String>,
}

/// What of the events is compared. Numbers of single precision are written alike by one host, so none are rounded here.
#[derive(Deserialize)]
struct Rule {
    /// Events with all of these fields.
    left_out: Vec<Map<String, Value>>,
    /// Fields of the others.
    taken_out: Vec<String>,
}

impl Rule {
    fn comparable(&self, events: Vec<Map<String, Value>>) -> Vec<Map<String, Value>> {
        let fits = |event: &Map<String, Value>, pattern: &Map<String, Value>| {
            pattern.iter().all(|(name, value)| event.get(name) == Some(value))
        };
        let is_left_out = |event: &Map<String, Value>| self.left_out.iter().any(|pattern| fits(event, pattern));
        let mut kept: Vec<_> = events.into_iter().filter(|event| !is_left_out(event)).collect();
        kept.iter_mut().for_each(|event| event.retain(|name, _| !self.taken_out.contains(name)));
        kept
    }
}

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// A folder for the runs of this test, gone afterwards.
struct Runs(PathBuf);

impl Runs {
    /// The events that a command of `quarry` prints.
    #[track_caller]
    fn events(&self, arguments: &[&str]) -> Vec<Map<String, Value>> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).env("QUARRY_RUNS", self.0.join("runs")).env("XDG_STATE_HOME", self.0.join("state"));
        let output = command.output().unwrap();
        let events = String::from_utf8(output.stdout).unwrap();
        let lines: Result<Vec<_>, _> = events.lines().map(serde_json::from_str).collect();
        let lines = lines.unwrap_or_else(|why| panic!("{why}: {events}"));
        assert!(!lines.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        lines
    }

    fn asked(&self, asked: &Asked) -> Vec<Map<String, Value>> {
        let shop = tests_folder().join("fixtures/shop");
        let mut ask = vec!["ask", shop.to_str().unwrap(), &asked.question, "--agent", &asked.agent, "--json"];
        match asked.mode.as_deref() {
            None => {}
            Some("look_only") => ask.extend(["--mode", "look"]),
            Some("ask_before_edits") => ask.extend(["--mode", "ask"]),
            Some(other) => panic!("no run is asked for in the mode {other}"),
        }
        let mut events = self.events(&ask);
        if let Some(why) = &asked.decline {
            let run = events[0]["run"].as_str().unwrap().to_owned();
            events.extend(self.events(&["resume", &run, "--decline", why, "--json"]));
        }
        events
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_same_runs_give_the_same_events_natively() {
    let folder = tests_folder().join("golden");
    let golden: Golden = serde_json::from_str(&fs::read_to_string(folder.join("runs.json")).unwrap()).unwrap();
    let runs = Runs(std::env::temp_dir().join(format!("quarry-golden-{}", std::process::id())));
    for kind in agent::AgentKind::ALL {
        assert!(golden.runs.iter().any(|asked| asked.agent == kind.name()), "no run asks {}", kind.name());
    }
    for asked in &golden.runs {
        let events = golden.rule.comparable(runs.asked(asked));
        let found: String = events.iter().map(|event| Value::Object(event.clone()).to_string() + "\n").collect();
        let file = folder.join(format!("{}.ndjson", asked.agent));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap();
        let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        assert_eq!(differs, None, "{} differs", asked.agent);
        assert_eq!(found.lines().count(), expected.lines().count(), "{} has other events", asked.agent);
        assert!(found.contains(r#""type":"answered""#), "{} ends with an answer", asked.agent);
    }
}
