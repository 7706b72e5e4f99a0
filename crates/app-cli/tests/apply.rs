//! A run proposes changes; they are looked at, and written to the folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Place(PathBuf);

impl Place {
    fn new(test: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("quarry-apply-{}-{test}", std::process::id())));
        fs::create_dir_all(place.0.join("shop")).unwrap();
        fs::write(place.file("notes.md"), "\u{feff}# Notes\r\n\r\nOne.\r\n").unwrap();
        fs::write(place.file("app.py"), "def pay():\n    return 1\n").unwrap();
        place
    }

    fn file(&self, path: &str) -> PathBuf {
        self.0.join("shop").join(path)
    }

    /// Whether a command of `quarry` ended well, and what it wrote to stdout and stderr.
    fn quarry(&self, arguments: &[&str]) -> (bool, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).env("QUARRY_RUNS", self.0.join("runs")).env("XDG_STATE_HOME", self.0.join("state"));
        let output = command.env_remove("RUST_BACKTRACE").output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    /// A run that has proposed to append a line to `notes.md`.
    #[track_caller]
    fn proposed(&self) -> String {
        let shop = self.file("");
        let goal = "append \"Two.\" to notes.md";
        let ask = ["ask", shop.to_str().unwrap(), goal, "--agent", "plan-review", "--mode", "edit", "--json"];
        let (ok, events, notes) = self.quarry(&ask);
        assert!(ok, "{events}{notes}");
        assert!(events.contains(r#""type":"changed""#), "{events}");
        let started: serde_json::Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
        started["run"].as_str().unwrap().to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_proposed_change_is_shown_checked_and_written_once() {
    let place = Place::new("once");
    let before = read(&place.file("notes.md"));
    let run = place.proposed();
    assert_eq!(read(&place.file("notes.md")), before, "a run writes nothing by itself");

    let (ok, diff, _) = place.quarry(&["diff", &run]);
    assert!(ok && diff.contains("+++ b/notes.md\n") && diff.contains("+Two."), "{diff}");
    let (ok, said, _) = place.quarry(&["apply", &run, "--check"]);
    assert!(ok && said == "changed  notes.md\nthese changes can be applied\n", "{said}");
    assert_eq!(read(&place.file("notes.md")), before);

    let (ok, said, notes) = place.quarry(&["apply", &run]);
    assert!(ok && said == "changed  notes.md\napplied\n", "{said}{notes}");
    assert_eq!(read(&place.file("notes.md")), "\u{feff}# Notes\r\n\r\nOne.\r\nTwo.\r\n");
    for arguments in [&["apply", &run][..], &["apply", &run, "--check"]] {
        assert_eq!(place.quarry(arguments), (true, "there is nothing to apply\n".to_owned(), String::new()));
    }
    let (ok, diff, said) = place.quarry(&["diff", &run]);
    assert!(ok && diff.is_empty() && said.contains("proposes no changes"), "{said}");
    assert_eq!(fs::read_dir(place.file("")).unwrap().count(), 2, "nothing else is left in the folder");
}

#[test]
fn a_run_is_shown_with_the_counts_of_what_it_proposes() {
    let place = Place::new("counts");
    let run = place.proposed();
    let shown = |arguments: &[&str]| place.quarry(&[&["runs", "show", &run], arguments].concat()).1;
    let text = shown(&[]);
    assert!(text.contains("proposes    1 file, +1 -0\n            notes.md  +1 -0\n"), "{text}");
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["changes"].take();
    let counted = serde_json::json!({"path": "notes.md", "status": "modified", "added": 1, "removed": 0});
    let expected = serde_json::json!({"files": [counted], "not_counted": null, "conflicts": []});
    assert_eq!(json(&shown(&["--json"])), expected);

    fs::write(place.file("notes.md"), "mine\n").unwrap();
    let text = shown(&[]);
    assert!(text.contains("`notes.md` has changed") && text.contains("counted against what is there now"), "{text}");

    // Elsewhere the files are known and their lines are not: that is no "+0 -0".
    let (ok, _, notes) = place.quarry(&["apply", &run, "--check"]);
    assert!(!ok, "{notes}");
    fs::rename(place.file(""), place.0.join("elsewhere")).unwrap();
    let text = shown(&[]);
    assert!(text.contains("proposes    1 file; lines are not counted: "), "{text}");
    let uncounted = json(&shown(&["--json"]));
    assert!(uncounted["files"][0]["added"].is_null() && uncounted["not_counted"].is_string(), "{uncounted}");
}

#[test]
fn a_file_that_changed_meanwhile_is_named_and_nothing_is_written() {
    let place = Place::new("conflict");
    let run = place.proposed();
    fs::write(place.file("notes.md"), "mine\n").unwrap();
    for arguments in [&["apply", &run, "--check"][..], &["apply", &run]] {
        let (ok, _, said) = place.quarry(arguments);
        assert!(!ok && said.contains("nothing was written: `notes.md` has changed since the run read it"), "{said}");
        assert_eq!(read(&place.file("notes.md")), "mine\n");
    }
}
