//! `quarry ask --after`: a question that goes on from an earlier one.

use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// The events of a run, one a line.
    #[track_caller]
    fn ask(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(["ask", "shop", "--json"]).args(arguments).current_dir(&self.0).stdin(Stdio::null());
        let output = command.env("QUARRY_RUNS", self.0.join("runs")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// A field of the last event of a type.
fn field(events: &str, of: &str, name: &str) -> String {
    let mut events = events.lines().rev().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let event = events.find(|event| event["type"] == of).unwrap();
    event[name].as_str().unwrap().to_owned()
}

#[test]
fn it_is_what_the_question_before_was_about() {
    let place = Place(std::env::temp_dir().join(format!("quarry-follow-up-{}", std::process::id())));
    std::fs::create_dir_all(place.0.join("shop")).unwrap();
    let text =
        "def pay(bill):\n    return bill\n\n\ndef close(bill):\n    return pay(bill)\n\n\ndef open():\n    return 0\n";
    std::fs::write(place.0.join("shop/pay.py"), text).unwrap();
    let first = place.ask(&["Where is pay defined?"]);
    let next = place.ask(&["Who calls it?", "--after", &field(&first, "run_started", "run")]);
    let answer = field(&next, "answer", "markdown");
    assert!(answer.contains("calls `pay`") && answer.contains("`close`"), "{answer}");
    // Alone it refers to nothing.
    let alone = field(&place.ask(&["Who calls it?"]), "answer", "markdown");
    assert!(!alone.contains("`close`"), "{alone}");
}

#[test]
fn it_may_be_what_an_earlier_question_was_about() {
    let place = Place(std::env::temp_dir().join(format!("quarry-follow-ups-{}", std::process::id())));
    std::fs::create_dir_all(place.0.join("shop")).unwrap();
    std::fs::write(place.0.join("shop/pay.py"), "def pay(bill):\n    raise ValueError(bill)\n").unwrap();
    let first = place.ask(&["What does pay do?"]);
    // Its answer cites nothing that "it" could refer to.
    let second = place.ask(&["Who calls it?", "--after", &field(&first, "run_started", "run")]);
    let third = place.ask(&["What can fail in it?", "--after", &field(&second, "run_started", "run")]);
    let answer = field(&third, "answer", "markdown");
    assert!(answer.contains("`pay`") && answer.contains("ValueError"), "{answer}");
}
