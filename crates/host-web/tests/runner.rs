//! Running programs in the tab, with interpreters that behave in every way that one can: what is reported of a program, and
//! that it is stopped at its limits.
#![cfg(target_arch = "wasm32")]

use code_runner::{Command, End, FileChange, Job, Ran, RunError, RunLimits, Runner, Stream};
use host_web::runner::BaseFiles;
use host_web::{Interpreters, TabRunner};
use source::RepoPath;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Two files, and one that the import left out.
struct Lamps;

impl BaseFiles for Lamps {
    fn each_text(&self, with: &mut dyn FnMut(&str, &str)) {
        with("lib/lamp.js", "base lamp");
        with("main.js", "base main");
    }

    fn each_left_out(&self, with: &mut dyn FnMut(&str, &str)) {
        with("logo.png", "binary");
    }
}

/// A runner whose interpreter answers the message `job` by this code; `say` posts.
fn runner(code: &str) -> TabRunner<Lamps> {
    let script = format!(
        r#"const say = (message) => self.postMessage(message);
        self.onmessage = ({{ data: job }}) => {{ say({{ started: true }}); {code} }};
        say("ready");"#
    );
    let make = js_sys::Function::new_with_args(
        "text",
        "return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))",
    );
    let url = make.call1(&JsValue::UNDEFINED, &script.into()).unwrap().as_string().unwrap();
    TabRunner::new(Rc::new(Interpreters::new(move |_| url.clone(), || {})), Lamps, Rc::new(|_, _| {}))
}

async fn run(code: &str, command: Command) -> (Result<Ran, RunError>, Vec<(Stream, String)>) {
    run_over(code, command, &[]).await
}

async fn run_over(
    code: &str,
    command: Command,
    changes: &[FileChange],
) -> (Result<Ran, RunError>, Vec<(Stream, String)>) {
    let mut live = Vec::new();
    let mut on = |stream, text: &str| live.push((stream, text.to_owned()));
    let ran = runner(code).run(Job { command: &command, changes }, &mut on).await;
    (ran, live)
}

fn node() -> Command {
    Command::new(["node", "main.js"])
}

#[wasm_bindgen_test]
async fn output_is_reported_while_the_program_runs_and_kept_with_its_streams_apart() {
    let code = r#"
        say({ stream: 0, text: "one " }); say({ stream: 1, text: "bad" }); say({ stream: 0, text: "two" });
        say({ end: "exit", code: 3 });"#;
    let (ran, live) = run(code, node()).await;
    let ran = ran.unwrap();
    assert_eq!((ran.end, ran.stdout.as_str(), ran.stderr.as_str()), (End::Exit(3), "one two", "bad"));
    let words: Vec<_> = live.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(words, ["one ", "bad", "two"]);
}

#[wasm_bindgen_test]
async fn the_program_gets_its_words_its_bounds_and_the_files_with_the_changes() {
    let code = r#"
        const { argv, folder, stdin, paths, texts, leftOut, output } = job;
        say({ stream: 0, text: JSON.stringify({ argv, folder, stdin, paths, texts, leftOut, output }) });
        say({ end: "exit", code: 0 });"#;
    let command = Command { folder: "lib".to_owned(), stdin: "typed".to_owned(), ..Command::new(["node", "-e", "1"]) };
    let change =
        |path: &str, text: Option<&str>| FileChange { path: RepoPath::parse(path).unwrap(), text: text.map(Arc::from) };
    let changes = [change("lib/new.js", Some("new")), change("main.js", None)];
    let (ran, _) = run_over(code, command, &changes).await;
    assert_eq!(
        ran.unwrap().stdout,
        r#"{"argv":["-e","1"],"folder":"lib","stdin":"typed","paths":["lib/lamp.js","lib/new.js"],"texts":["base lamp","new"],"leftOut":[["logo.png","binary"]],"output":1048576}"#
    );
}

#[wasm_bindgen_test]
async fn a_program_that_never_ends_is_stopped_and_what_it_wrote_is_kept() {
    let limits = RunLimits { time_ms: 300, ..RunLimits::default() };
    let (ran, _) = run(r#"say({ stream: 0, text: "so far" }); for (;;);"#, Command { limits, ..node() }).await;
    let ran = ran.unwrap();
    assert_eq!((ran.end, ran.stdout.as_str()), (End::TimedOut(300), "so far"));
    assert_eq!(ran.end.to_string(), "stopped after its 0.3 s");
}

#[wasm_bindgen_test]
async fn output_is_cut_at_its_limit_in_whole_characters() {
    let limits = RunLimits { output_bytes: 5, ..RunLimits::default() };
    let flood = r#"for (;;) say({ stream: 0, text: "éé" });"#;
    let (ran, live) = run(flood, Command { limits, ..node() }).await;
    let ran = ran.unwrap();
    assert_eq!((ran.end, ran.stdout.as_str()), (End::TooMuchOutput(5), "éé"));
    assert_eq!(live[0].1, "éé");
}

#[wasm_bindgen_test]
async fn an_interpreter_reports_its_own_limits() {
    let (ran, _) = run(r#"say({ end: "memory" });"#, node()).await;
    assert_eq!(ran.unwrap().end.to_string(), "stopped at its 512 MB of memory");
    let (ran, _) = run(r#"say({ end: "output" });"#, node()).await;
    assert_eq!(ran.unwrap().end.to_string(), "stopped at its 1024 kB of output");
}

#[wasm_bindgen_test]
async fn an_interpreter_that_fails_is_an_error_and_no_result() {
    for (code, why) in [
        (r#"say({ end: "failed", why: "out of luck" });"#, "the interpreter failed: out of luck"),
        ("throw new Error('broken');", "the interpreter failed: Uncaught Error: broken"),
        ("say({ odd: 1 });", "the interpreter failed: it sent a message that is not known"),
    ] {
        let (ran, _) = run(code, node()).await;
        assert_eq!(ran, Err(RunError::Failed(why.to_owned())));
    }
}

#[wasm_bindgen_test]
async fn each_program_has_an_interpreter_of_its_own() {
    let runner = runner(
        "self.count = (self.count ?? 0) + 1; say({ stream: 0, text: `${self.count}` }); say({ end: 'exit', code: 0 });",
    );
    for _ in 0..3 {
        let ran = runner.run(Job { command: &node(), changes: &[] }, &mut |_, _| {}).await.unwrap();
        assert_eq!(ran.stdout, "1");
    }
}

#[wasm_bindgen_test]
async fn what_cannot_run_here_is_refused_before_anything_is_loaded() {
    let make = Command::new(["make"]);
    let (ran, _) = run("say({ end: 'exit', code: 0 });", make).await;
    let why = ran.unwrap_err().to_string();
    assert!(why.starts_with("`make` does not run here: a browser tab has `python` and `node`"), "{why}");
    for folder in ["../up", "/root", "nowhere"] {
        let (ran, _) = run("say({ end: 'exit', code: 0 });", Command { folder: folder.to_owned(), ..node() }).await;
        assert_eq!(ran, Err(RunError::Folder(folder.to_owned())));
    }
}
