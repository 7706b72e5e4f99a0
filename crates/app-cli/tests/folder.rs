//! `quarry ask --in FOLDER`: a question that is limited to a folder.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    fn new(name: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("quarry-folder-{name}-{}", std::process::id())));
        let files = [
            ("net/http.py", "def open_socket(port):\n    return port\n"),
            ("base/disk.py", "def open_disk(name):\n    return name\n"),
            ("app.py", "from net.http import open_socket\n\n\ndef main():\n    open_socket(1)\n"),
        ];
        for (path, text) in files {
            let path = place.0.join("repository").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        place
    }

    fn quarry(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.0).env("QUARRY_RUNS", self.0.join("runs")).stdin(Stdio::null());
        command.output().unwrap()
    }

    /// What is printed of an answer.
    #[track_caller]
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.quarry(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

#[test]
fn a_question_is_limited_to_a_folder_of_a_repository_or_an_index() {
    let place = Place::new("ask");
    place.said(&["index", "repository", "--out", "index"]);
    for of in ["repository", "index"] {
        let ask = |question: &str| place.said(&["ask", of, question, "--in", "./net/"]);
        let found = ask("Where is open_socket defined?");
        assert!(found.starts_with("In `net`: `open_socket`") && found.contains("net/http.py:1"), "{of}: {found}");
        let absent = ask("Where is open_disk defined?");
        assert!(absent.contains("limited to this folder") && !absent.contains("base/disk.py:1"), "{of}: {absent}");
        let callers = ask("Who calls open_socket?");
        assert!(callers.contains("app.py:5"), "a caller outside of the folder: {of}: {callers}");
    }
    // The same question without a limit.
    assert!(place.said(&["ask", "repository", "Where is open_disk defined?"]).contains("base/disk.py:1"));
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let place = Place::new("absent");
    let output = place.quarry(&["ask", "repository", "Where is open_socket defined?", "--in", "src/net"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no folder `src/net`; did you mean `net`?"), "{said}");
}

#[test]
fn a_run_keeps_its_folder_when_it_is_forked() {
    let place = Place::new("fork");
    let events = place.said(&["ask", "repository", "Where is open_socket defined?", "--in", "net", "--json"]);
    let run = events.split("\"run\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    assert!(events.contains("\"type\":\"limited\"") && events.contains("\"folder\":\"net\""), "{events}");
    let forked = place.said(&["fork", &run, "--checkpoint", "0", "--question", "Where is open_disk defined?"]);
    assert!(forked.contains("limited to this folder"), "{forked}");
}
