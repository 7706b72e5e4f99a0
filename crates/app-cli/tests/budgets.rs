//! Budgets and models by profile on the command line, with a server on this machine that speaks Chat Completions.

#[path = "support/model_server.rs"]
mod model_server;

use model_server::serve;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

/// A run of `plan-react`: the plan, a step, the judgement, the answer. Each call is charged with 10,000 tokens.
const REPLIES: [&str; 4] =
    [r#"["Find pay"]"#, "found", r#"{"decision": "FINISH", "reason": "enough"}"#, "It pays the bill."];

struct Place {
    root: PathBuf,
    url: String,
    /// The models of the requests so far.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-budgets-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("shop")).unwrap();
        std::fs::write(root.join("shop/pay.py"), "def pay(bill):\n    return bill\n").unwrap();
        let (url, asked) = serve(REPLIES.map(str::to_owned).to_vec());
        Self { root, url, asked }
    }

    fn quarry(&self, arguments: &[&str]) -> (Output, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.root).env("QUARRY_RUNS", self.root.join("runs"));
        command.env_remove("QUARRY_MODELS").env_remove("QUARRY_API_KEY").stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        (output, said)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn newest_run(&self) -> String {
        let (output, _) = self.quarry(&["runs", "--json"]);
        let runs: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        runs.to_string().split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

#[test]
fn a_run_pauses_at_80_percent_of_its_tokens_and_is_resumed_with_more() {
    let place = Place::new("tokens");
    let ask = ["ask", "shop", "What does pay do?", "--base-url", &place.url, "--model", "m", "--max-tokens", "25000"];
    let (output, said) = place.quarry(&ask);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("The run has used 20000 of its 25000 tokens."), "{said}");
    let run = place.newest_run();
    assert!(said.contains(&format!("quarry resume {run}")), "{said}");
    // Shown again, it says why it is paused.
    let (_, shown) = place.quarry(&["replay", &run]);
    assert!(shown.contains("The run has used 20000 of its 25000 tokens."), "{shown}");

    let (_, said) = place.quarry(&["resume", &run]);
    assert!(said.contains("the run's budget of 25000 tokens is used up"), "{said}");
    assert_eq!(place.asked().len(), 3);
    let (output, said) = place.quarry(&["resume", &run, "--max-tokens", "90000"]);
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("It pays the bill."));
}

#[test]
fn a_file_that_is_named_gives_each_kind_of_work_its_model_and_a_repository_alone_does_not() {
    let place = Place::new("models");
    let tables = format!(
        "[models.default]\nmodel = 'small'\nbase_url = '{}'\n[models.plan]\nmodel = 'large'\n\
         [prices.small]\ninput = 1.0\noutput = 1.0\n",
        place.url
    );
    std::fs::write(place.root.join("shop/quarry.toml"), tables).unwrap();
    // The repository's own file has no say: the offline model answers, and no server is asked.
    let (output, said) = place.quarry(&["ask", "shop", "What does pay do?"]);
    assert!(output.status.success(), "{said}");
    assert_eq!(place.asked(), Vec::<String>::new());

    let named = ["ask", "shop", "What does pay do?", "--models", "shop/quarry.toml"];
    let (_, said) = place.quarry(&[named.as_slice(), &["--max-cost", "1"]].concat());
    assert!(said.contains("--max-cost needs the prices of large"), "{said}");
    let (output, said) = place.quarry(&named);
    assert!(output.status.success(), "{said}");
    assert_eq!(place.asked(), ["large", "small", "small", "small"]);
}
