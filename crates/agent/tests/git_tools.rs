//! The tools over git, with repositories that git made: what they show, that commits are verified as lines are, and what the
//! model of rules answers from them.

#![allow(clippy::disallowed_methods)] // Tests make folders.

mod support;

use agent::policy::Effect;
use agent::tools::ActingServices;
use agent::{Agent, AgentKind, CodebaseVerifier, Controls, RunEnd, StoredRun, Toolbox, Verifier};
use codebase::Reader;
use fixtures::{SHOP, codebase, files};
use futures::executor::block_on;
use git_history::{Repository, WorkTree};
use host_native::git::{DiskGitFiles, GitWorkTree};
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Event, Evidence, SpanCheck};
use serde_json::{Value, json};
use state_graph::{CheckpointStore, MemoryStore};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;
use support::{question, ticks};

/// The fixture `shop` in a folder, with three commits.
struct Shop {
    folder: PathBuf,
    reader: Reader,
}

impl Drop for Shop {
    fn drop(&mut self) {
        // What is left is in the system's folder for such files.
        drop(fs::remove_dir_all(&self.folder));
    }
}

impl Shop {
    fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quarry-git-tools-{}-{test}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        let shop = Self { folder, reader: Reader::whole(Rc::new(codebase(SHOP))) };
        for (path, text) in files(SHOP) {
            let text = if path == PRICING { text.replace("total", "sum") } else { text };
            shop.write(&path, &text);
        }
        shop.git(&["init", "-q", "-b", "main"], 0);
        shop.commit("Start the shop", 1);
        shop.write(PRICING, &text_of(PRICING));
        shop.commit("Call it a total\n\nThe accountants call the sum of all items a total.", 2);
        shop.write("notes.txt", "nothing\n");
        shop.commit("Add notes", 3);
        shop
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn commit(&self, message: &str, hour: u32) {
        self.git(&["add", "-A"], hour);
        self.git(&["commit", "-q", "-m", message], hour);
    }

    fn git(&self, arguments: &[&str], hour: u32) -> String {
        let date = format!("2024-05-01T0{hour}:00:00 +0200");
        let output = Command::new("git")
            .args(["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org"])
            .args(arguments)
            .current_dir(fs::create_dir_all(&self.folder).map(|()| &self.folder).unwrap())
            .envs([
                ("GIT_AUTHOR_DATE", date.as_str()),
                ("GIT_COMMITTER_DATE", &date),
                ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ])
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    fn services(&self) -> ActingServices {
        let files = DiskGitFiles::of(&self.folder).unwrap().unwrap();
        let git: Rc<dyn WorkTree> = Rc::new(GitWorkTree::new(&files));
        let history = block_on(Repository::open(files)).unwrap().map(Rc::new);
        ActingServices { history, git: Some(git), ..ActingServices::default() }
    }

    fn call(&self, name: &str, arguments: Value) -> Result<agent::ToolOutput, agent::ToolError> {
        let services = self.services();
        let tools = Toolbox::history(&self.reader, &services).and(&Toolbox::acting(&self.reader, &services));
        block_on(tools.call(name, &arguments))
    }

    fn verify(&self, evidence: &[Evidence]) -> Vec<bool> {
        let verifier = CodebaseVerifier::new(&self.reader).with_history(self.services().history);
        block_on(verifier.recheck(&evidence.iter().collect::<Vec<_>>())).unwrap()
    }

    /// The answer of the model of rules, and the commits it cites.
    fn ask(&self, agent: AgentKind, text: &str, services: ActingServices) -> (String, Vec<String>) {
        let store: Rc<dyn CheckpointStore> = Rc::new(MemoryStore::default());
        let model = OfflineModel::new();
        let worker = Agent::over(&self.reader, &model, ticks(), Rc::new(NoWait), Rc::clone(&store));
        let worker = worker.acting_with(&self.reader, services);
        let options = AskOptions { agent: agent.name().to_owned(), ..AskOptions::default() };
        let asked = question(text, options);
        let run = asked.run.clone();
        let end = block_on(worker.ask(asked, &Controls::default(), |_| {})).unwrap();
        let RunEnd::Answered(answer) = end else { panic!("{end:?}") };
        // What is stored is verified again, and holds.
        let mut events = StoredRun::read(&block_on(store.read(&run)).unwrap().unwrap()).unwrap().events();
        block_on(agent::recheck(&mut events, &*worker.verifier)).unwrap();
        let checks = events.iter().filter_map(|event| match &event.event {
            Event::Answer { citations, .. } => Some(citations.iter().all(|it| it.check == SpanCheck::Verified)),
            _ => None,
        });
        assert_eq!(checks.collect::<Vec<_>>(), [true]);
        let commits = answer.citations.iter().filter_map(|it| it.commit.as_ref().map(|commit| commit.subject.clone()));
        (answer.markdown, commits.collect())
    }
}

const PRICING: &str = "shop/pricing.py";

fn text_of(path: &str) -> String {
    files(SHOP).into_iter().find(|(known, _)| known == path).expect("in the fixture").1
}

#[test]
fn a_log_lists_commits_that_are_verified() {
    let shop = Shop::new("log");
    let all = shop.call("git_log", json!({})).unwrap();
    assert_eq!(all.summary, "3 commits");
    assert!(all.text.contains("  2024-05-01 03:00 +0200  Ada Lovelace  Add notes\n"), "{}", all.text);
    let one = shop.call("git_log", json!({ "path": "./shop/pricing.py", "max_count": 1 })).unwrap();
    assert!(one.text.starts_with("1 commit that changed `shop/pricing.py`, newest first:\n[["), "{}", one.text);
    assert!(one.text.ends_with("There are older ones; ask for more with max_count, or from an older commit with rev."));
    assert_eq!(shop.verify(&all.evidence), [true; 3]);
    let found = &one.evidence[0];
    assert_eq!(
        (found.path.as_str(), found.place().as_str()),
        (PRICING, &*format!("commit {}", found.commit().unwrap().short()))
    );
    assert_eq!(found.excerpt, "Call it a total\n\nThe accountants call the sum of all items a total.");
    for error in [json!({ "path": "../x" }), json!({ "rev": "nothing" }), json!({ "path": "gone.py" })] {
        shop.call("git_log", error).unwrap_err();
    }
}

#[test]
fn a_forged_commit_does_not_hold() {
    let shop = Shop::new("forged");
    let found = shop.call("git_log", json!({ "path": PRICING })).unwrap().evidence.remove(0);
    let forged = |change: fn(&mut Evidence)| {
        let mut forged = found.clone();
        change(&mut forged);
        forged
    };
    let relation = |evidence: &mut Evidence, change: fn(&mut protocol::CommitInfo)| {
        if let protocol::Relation::Commit { commit } = &mut evidence.relation {
            change(commit);
        }
    };
    let forgeries = [
        forged(|it| it.excerpt = "Another message".to_owned()),
        forged(|it| it.path = "notes.txt".to_owned()),
        forged(|it| it.id = "0123456789".to_owned()),
        {
            let mut it = found.clone();
            relation(&mut it, |commit| commit.author = "Eve".to_owned());
            it
        },
        {
            let mut it = found.clone();
            relation(&mut it, |commit| commit.date = "1999-01-01 00:00 +0000".to_owned());
            it
        },
        {
            let mut it = found.clone();
            relation(&mut it, |commit| commit.hash = "0".repeat(40));
            it
        },
    ];
    assert_eq!(shop.verify(&forgeries), [false; 6]);
    assert_eq!(shop.verify(&[found]), [true]);
    // Without git data nothing is known of commits.
    let all = shop.call("git_log", json!({})).unwrap().evidence;
    let without = CodebaseVerifier::new(&shop.reader);
    assert_eq!(block_on(without.recheck(&all.iter().collect::<Vec<_>>())).unwrap(), [false; 3]);
}

#[test]
fn a_commit_is_shown_with_its_difference() {
    let shop = Shop::new("show");
    let shown = shop.call("git_show", json!({ "rev": "HEAD~1" })).unwrap().text;
    for part in
        ["Call it a total\n", "    The accountants call", "1 file:\n  shop/pricing.py  modified  +", "\n-", "\n+"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let first = shop.call("git_show", json!({ "rev": "HEAD~2", "path": "shop/pricing.py" })).unwrap().text;
    assert!(
        first.contains("The first commit of its history") && first.contains("  shop/pricing.py  added  +"),
        "{first}"
    );
    let between = shop.call("git_diff", json!({ "from": "HEAD~2", "to": "HEAD" })).unwrap().text;
    assert!(between.contains("2 files:\n  notes.txt  added  +1 -0\n  shop/pricing.py  modified"), "{between}");
    let now = shop.call("git_diff", json!({ "from": "HEAD~2", "path": PRICING })).unwrap().text;
    assert!(now.contains("to the files as they are now:\n  shop/pricing.py  +"), "{now}");
    let same = shop.call("git_diff", json!({ "path": PRICING })).unwrap().text;
    assert!(same.ends_with("No difference.\n"), "{same}");
    shop.call("git_diff", json!({})).unwrap_err();
}

#[test]
fn lines_lead_to_the_commits_that_wrote_them() {
    let shop = Shop::new("blame");
    let text = text_of(PRICING);
    let line = text.lines().position(|line| line.contains("total")).unwrap() as u32 + 1;
    let blame = shop.call("git_blame", json!({ "path": PRICING, "start_line": line })).unwrap();
    assert!(
        blame.text.contains(&format!("line {line}: [[")) && blame.text.contains("Call it a total"),
        "{}",
        blame.text
    );
    assert!(blame.text.contains(&format!("{line:>6} | ")), "{}", blame.text);
    let all = shop.call("git_blame", json!({ "path": PRICING })).unwrap();
    let subjects: Vec<_> = all.evidence.iter().map(|it| it.commit().unwrap().subject.as_str()).collect();
    assert_eq!(subjects, ["Call it a total", "Start the shop"]);
    assert_eq!(shop.verify(&all.evidence), [true; 2]);
}

#[test]
fn git_itself_is_asked_and_what_writes_is_said_to() {
    let shop = Shop::new("itself");
    shop.write("notes.txt", "something\n");
    assert_eq!(shop.call("git_status", json!({})).unwrap().text, "## main\n M notes.txt");
    assert_eq!(shop.call("git_remote_list", json!({})).unwrap().text, "There are no remotes.");
    assert!(shop.call("git_branch_list", json!({})).unwrap().text.contains("* main"));
    shop.call("git_checkout", json!({ "branch": "side" })).unwrap_err();
    assert!(shop.call("git_add", json!({ "paths": ["notes.txt"] })).unwrap().text.contains("notes.txt | 2 +-"));
    let services = shop.services();
    let tools = Toolbox::acting(&shop.reader, &services);
    for (name, writes) in [
        ("git_status", false),
        ("git_branch_list", false),
        ("git_remote_list", false),
        ("git_add", true),
        ("git_commit", true),
        ("git_checkout", true),
        ("git_prepare_pr", true),
    ] {
        let effect = tools.get(name).unwrap().effect(&Value::Null);
        assert_eq!(effect, if writes { Effect::GitWrite } else { Effect::Read }, "{name}");
    }
}

#[test]
fn without_git_data_the_tools_are_not_there() {
    let shop = Shop::new("absent");
    let none = ActingServices::default();
    assert_eq!(Toolbox::history(&shop.reader, &none).specs(), []);
    let names: Vec<_> = Toolbox::acting(&shop.reader, &none).specs().into_iter().map(|spec| spec.name).collect();
    assert!(!names.iter().any(|name| name.starts_with("git_")), "{names:?}");
    for agent in [AgentKind::PlanReact, AgentKind::ToolRouter] {
        let (answer, commits) = shop.ask(agent, "When was shop/pricing.py changed?", none.clone());
        assert!(answer.starts_with("The history of this repository cannot be read here"), "{answer}");
        assert_eq!(commits, [""; 0]);
    }
}

#[test]
fn questions_about_history_are_answered_with_commits() {
    let shop = Shop::new("questions");
    let second = shop.git(&["rev-parse", "HEAD~1"], 4);
    for agent in [AgentKind::PlanReact, AgentKind::ToolRouter] {
        let (answer, commits) = shop.ask(agent, "When was shop/pricing.py changed?", shop.services());
        let start = "`shop/pricing.py` was last changed by Ada Lovelace on 2024-05-01 02:00 +0200, with the commit";
        assert!(answer.starts_with(start), "{answer}");
        assert_eq!(commits, ["Call it a total", "Start the shop"], "{answer}");

        let (answer, commits) = shop.ask(agent, "Why was `total_price` changed?", shop.services());
        assert!(answer.contains("The accountants call the sum of all items a total."), "{answer}");
        assert_eq!(commits[0], "Call it a total", "{answer}");

        let (answer, commits) = shop.ask(agent, &format!("What changed in {}?", &second[..8]), shop.services());
        assert!(answer.contains("It changed 1 file:\n\n- `shop/pricing.py` modified, +"), "{answer}");
        assert_eq!(commits, ["Call it a total"]);

        let (answer, commits) = shop.ask(agent, "Who wrote line 1 of shop/pricing.py?", shop.services());
        assert!(answer.starts_with("Line 1 of `shop/pricing.py` was last changed by Ada Lovelace"), "{answer}");
        assert_eq!(commits.len(), 1);

        let (answer, commits) = shop.ask(agent, "When was nowhere.py changed?", shop.services());
        assert!(answer.starts_with("The history has no answer: "), "{answer}");
        assert_eq!(commits, [""; 0]);
    }
}

#[test]
fn a_secret_of_an_earlier_text_is_masked_where_only_a_part_of_it_is_shown() {
    let shop = Shop::new("secret");
    let row = |n: u8| format!("{}Qx{n}", "MIIEvQ1BADANBgkqhkiG9w0BAQEFAASCBKcw".repeat(2));
    let key = |last: u8| {
        let rows: String = (1..=8).chain([last]).map(|n| format!("{}\n", row(n))).collect();
        format!("-----BEGIN PRIVATE KEY-----\n{rows}-----END PRIVATE KEY-----\n")
    };
    shop.write("deploy.pem", &key(9));
    shop.commit("Add a key", 4);
    shop.write("deploy.pem", &key(10));
    shop.commit("Another key", 5);
    for (name, arguments) in
        [("git_show", json!({ "rev": "HEAD" })), ("git_diff", json!({ "from": "HEAD~1", "to": "HEAD" }))]
    {
        let shown = shop.call(name, arguments).unwrap();
        assert!(shown.text.contains("deploy.pem  modified  +1 -1"), "{}", shown.text);
        assert!(shown.text.contains("[masked: private key]") && !shown.text.contains("MIIEvQ"), "{}", shown.text);
    }
}

#[test]
fn a_run_that_is_limited_to_a_folder_sees_its_commits_alone() {
    let mut shop = Shop::new("limited");
    shop.reader = Reader::whole(fixtures::codebase(SHOP)).with_scope("shop").unwrap();
    let log = shop.call("git_log", json!({})).unwrap();
    assert!(log.text.contains("that changed `shop`") && !log.text.contains("Add notes"), "{}", log.text);
    let error = shop.call("git_log", json!({ "path": "notes.txt" })).unwrap_err().to_string();
    assert!(error.contains("`notes.txt` is outside of `shop`"), "{error}");
    assert!(shop.call("git_log", json!({ "path": PRICING })).is_ok());
}
