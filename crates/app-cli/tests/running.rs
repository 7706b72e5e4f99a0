//! Programs that agents run: asked about in words, allowed for a run, declined, asked about again after a kill.
#![cfg(target_os = "linux")]

#[path = "support/model_server.rs"]
mod model_server;

use model_server::serve;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

struct Place {
    root: PathBuf,
    url: String,
}

/// A run of `plan-review` with one step, in which this call is made.
fn replies(call: &Value) -> Vec<String> {
    let called = format!("```json\n{}\n```", json!({"tool": "run_command", "args": call}));
    let done = json!({"success": true, "output": "it ran"}).to_string();
    let review = json!({"verdict": "finish", "reason": "done", "fix_suggestion": ""}).to_string();
    vec![json!({"plan": ["Run it"]}).to_string(), called, done, review]
}

impl Place {
    fn new(name: &str, replies: Vec<String>) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-running-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("shop/lib")).unwrap();
        fs::write(root.join("shop/lib/pay.py"), "print('paid', 6 * 7)\nopen('written', 'w').close()\n").unwrap();
        let (url, _) = serve(replies);
        Self { root, url }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.root).env("QUARRY_RUNS", self.root.join("runs"));
        command.env("XDG_STATE_HOME", self.root.join("state"));
        command.env_remove("QUARRY_MODELS").env_remove("QUARRY_API_KEY").env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::null());
        command
    }

    fn quarry(&self, arguments: &[&str]) -> (bool, String) {
        let output = self.command(arguments).output().unwrap();
        (output.status.success(), both(&output))
    }

    fn ask(&self, options: &[&str]) -> (bool, String) {
        let ask = ["ask", "shop", "Run it", "--agent", "plan-review", "--base-url", &self.url, "--model", "m"];
        self.quarry(&[&ask, options].concat())
    }
}

/// What a command has written, the trace first.
fn both(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout))
}

/// The run that a trace is of.
fn run_of(said: &str) -> String {
    let line = said.lines().find(|line| line.starts_with("run ")).unwrap_or_else(|| panic!("{said}"));
    line[4..].split(':').next().unwrap().to_owned()
}

fn pay() -> Value {
    json!({"argv": ["python", "pay.py"], "cwd": "lib"})
}

const QUESTION: &str = "Running something on this machine is asked about: `python pay.py (in lib)`.";

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[test]
fn a_program_is_asked_about_in_words_and_runs_once_allowed() {
    let place = Place::new("asked", replies(&pay()));
    let (ok, said) = place.ask(&[]);
    assert!(!ok && said.contains(QUESTION) && said.contains("waits for approval"), "{said}");
    assert!(!said.contains("paid 42"), "{said}");
    let (ok, said) = place.quarry(&["resume", &run_of(&said), "--approve-all"]);
    assert!(ok, "{said}");
    for line in ["    $ python pay.py (in lib)", "    | paid 42", "    exit code 0 ("] {
        assert_eq!(said.matches(line).count(), 1, "{line}: {said}");
    }
    assert!(!place.root.join("shop/lib/written").exists(), "it wrote to its copy");
}

#[test]
fn what_is_declined_does_not_run() {
    let place = Place::new("declined", replies(&pay()));
    let (_, said) = place.ask(&[]);
    let (_, said) = place.quarry(&["resume", &run_of(&said), "--decline", "not now"]);
    assert!(said.contains("The person did not allow this call, so it did not run. They said: not now"), "{said}");
    assert!(!said.contains("paid 42") && !said.contains("    $ python"), "{said}");
}

#[test]
fn a_run_may_be_allowed_all_programs() {
    let place = Place::new("allowed", replies(&pay()));
    let (ok, said) = place.ask(&["--allow-run"]);
    assert!(ok && said.contains("    | paid 42") && !said.contains("asked about"), "{said}");
    // Shown again, with the end of what it wrote.
    let (_, again) = place.quarry(&["replay", &run_of(&said)]);
    assert_eq!(again.matches("    | paid 42").count(), 1, "{again}");
}

#[test]
fn a_program_that_does_not_run_here_is_refused_without_a_question() {
    let place = Place::new("refused", replies(&json!({"argv": ["curl", "https://docs.rs"]})));
    let (ok, said) = place.ask(&[]);
    assert!(ok, "{said}");
    assert!(said.contains("`curl` does not run here: programs that run are git (version control); "), "{said}");
    assert!(!said.contains("waits for approval"), "{said}");
}

/// A run in which a program has started and works on, and what was said up to there; the program's numbers are at the end.
fn started(place: &Place) -> (Child, String) {
    let ask =
        ["ask", "shop", "Run it", "--agent", "plan-review", "--base-url", &place.url, "--model", "m", "--allow-run"];
    let mut quarry = place.command(&ask).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut said = String::new();
    for line in BufReader::new(quarry.stderr.take().unwrap()).lines() {
        said += &format!("{}\n", line.unwrap());
        if said.contains("| started ") {
            return (quarry, said);
        }
    }
    let status = quarry.wait().unwrap();
    panic!("nothing has started ({status}): {said}");
}

/// A program that starts another and goes on.
fn endless() -> Vec<String> {
    let code = "import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
print('started', os.getpid(), child.pid, flush=True)
time.sleep(600)";
    let mut replies = replies(&json!({"argv": ["python", "-c", code]}));
    replies.insert(2, replies[2].clone());
    replies
}

#[test]
fn a_run_whose_process_is_killed_leaves_no_program_and_asks_again() {
    let place = Place::new("killed", endless());
    let (mut quarry, said) = started(&place);
    quarry.kill().unwrap();
    quarry.wait().unwrap();
    // What it had started itself goes on: nobody was left to end it.
    let mut processes = said.rsplit("| started ").next().unwrap().split_whitespace();
    is_gone(processes.next().unwrap());
    end(processes.next().unwrap(), "-KILL");
    let (ok, asked) = place.quarry(&["resume", &run_of(&said)]);
    assert!(!ok && asked.contains("It may have run already."), "{asked}");
}

#[test]
fn ctrl_c_ends_the_program_with_all_that_it_has_started() {
    let place = Place::new("interrupted", endless());
    let (mut quarry, said) = started(&place);
    end(&quarry.id().to_string(), "-INT");
    assert_eq!(quarry.wait().unwrap().code(), Some(1));
    said.rsplit("| started ").next().unwrap().split_whitespace().for_each(is_gone);
    let (ok, asked) = place.quarry(&["resume", &run_of(&said)]);
    assert!(!ok && asked.contains("It may have run already."), "{asked}");
}

/// Sends a signal to a process.
fn end(process: &str, signal: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}

/// Waits until a process is gone.
fn is_gone(process: &str) {
    let stat = PathBuf::from(format!("/proc/{process}/stat"));
    let lives = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while lives() {
        assert!(std::time::Instant::now() < until, "process {process} still runs");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn a_command_for_checks_is_read_in_words_and_refused_early() {
    let place = Place::new("check", Vec::new());
    let check = |command: &str| place.ask(&["--check", command]);
    let (ok, said) = check("sh -c 'exit 0'");
    assert!(!ok && said.contains("changes can't be checked by that command: `sh` does not run here"), "{said}");
    let (ok, said) = check("python -c 'x");
    assert!(!ok && said.contains("a quote in it is not closed"), "{said}");
    fs::write(place.root.join("shop/quarry.toml"), "check = ['bash', 'run']\n").unwrap();
    let (ok, said) = place.ask(&[]);
    assert!(!ok && said.contains("changes are checked by `bash run`, which quarry.toml names"), "{said}");
}
