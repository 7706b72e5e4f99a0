//! What each agent is shown with, asked of the sample, which is this checkout, without a language model: every demo ends well.

use agent::AgentKind;
use protocol::{Event, Mode};
use std::path::{Path, PathBuf};
use std::process::Command;

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// What a command of `quarry` wrote to stdout.
    #[track_caller]
    fn quarry(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).env("QUARRY_RUNS", self.0.join("runs")).env("XDG_STATE_HOME", self.0.join("state"));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn events(lines: &str) -> Vec<Event> {
    let event = |line: &str| serde_json::from_str::<protocol::TimedEvent>(line).unwrap().event;
    lines.lines().map(event).collect()
}

/// How many citations the answer has, none of which was taken out, and its text.
#[track_caller]
fn answer(events: &[Event]) -> (usize, &str) {
    let answer = events.iter().rev().find_map(|event| match event {
        Event::Answer { markdown, citations, dropped: 0 } => Some((citations.len(), markdown.as_str())),
        _ => None,
    });
    answer.expect("there is an answer, and every citation of it holds")
}

#[test]
fn every_demo_ends_well_on_the_sample() {
    let place = Place(std::env::temp_dir().join(format!("quarry-demos-{}", std::process::id())));
    std::fs::create_dir_all(&place.0).unwrap();
    let (sources, index) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), place.0.join("index"));
    let index = index.to_str().unwrap();
    place.quarry(&["index", sources.to_str().unwrap(), "--out", index]);
    let said = place.quarry(&["agents"]);
    for kind in AgentKind::ALL {
        let (name, demo) = (kind.name(), kind.demo());
        assert!(said.contains(&format!("'{}' --agent {name}", demo.request)), "{said}");
        // Nobody is here to be asked; where that is the difference, the page asks.
        let mode = if demo.mode == Mode::LookOnly { "look" } else { "edit" };
        let events = events(&place.quarry(&["ask", index, &demo.request, "--agent", name, "--mode", mode, "--json"]));
        let (cited, text) = answer(&events);
        assert!(cited > 0, "{name}: {text}");
        match kind {
            AgentKind::PlanReact => {
                assert!(text.contains(" reaches ") && text.contains("(proven, ") && cited > 2, "{text}")
            }
            AgentKind::ThreePhase => {
                let routed = |event: &Event| matches!(event, Event::Routed { tools, .. } if tools == &["read_file"]);
                assert!(events.iter().any(routed), "its words are read by a rule: {text}");
            }
            AgentKind::IntentRouter => {
                let read = |event: &Event| matches!(event, Event::Classified { kind, .. } if kind == "read");
                assert!(events.iter().any(read) && text.contains("step"), "{text}");
            }
            AgentKind::PlanReview => {
                assert!(text.starts_with("**Done: "), "{text}");
                let changed = events.iter().filter(|event| matches!(event, Event::Changed { .. })).count();
                assert!(changed >= 3 && text.contains("no syntax errors"), "{changed} files: {text}");
            }
            AgentKind::ToolRouter => {
                // How many of them are of use changes with every sentence of this checkout.
                let graded = |event: &Event| matches!(event, Event::Graded { relevant, .. } if *relevant > 0);
                assert!(events.iter().any(graded), "what was found is judged: {text}");
            }
        }
    }
}
