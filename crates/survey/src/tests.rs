//! Lists over small repositories.

use crate::{List, Survey, SurveyBuilder, ask, family};
use expect_test::{Expect, expect};
use source::{FileId, Language, RepoPath};

/// The lists of a repository written as a string.
pub struct Repository {
    pub paths: Vec<String>,
    pub survey: Survey,
}

impl Repository {
    pub fn new(fixture: &str) -> Self {
        let mut files = fixtures::files(fixture);
        files.sort();
        let mut builder = SurveyBuilder::new();
        for (at, (path, text)) in files.iter().enumerate() {
            let language = Language::detect(&RepoPath::parse(path).unwrap());
            let facts = syntax::parse(language, text);
            builder.add(FileId(at as u32), path, language, text, facts.as_ref());
        }
        Self { paths: files.into_iter().map(|(path, _)| path).collect(), survey: builder.finish() }
    }

    pub fn path(&self, file: FileId) -> &str {
        &self.paths[file.0 as usize]
    }

    pub fn ask(&self, list: List, of: Option<&str>) -> String {
        let imports = self.survey.page(List::Imports);
        let answer = ask(list, self.survey.page(list), imports, &|file| self.path(file), of, 99, 0);
        let mut out = format!("{}\n", answer.header);
        for item in &answer.items {
            let e = &item.entry;
            let lines = if e.start_line == e.end_line {
                e.start_line.to_string()
            } else {
                format!("{}-{}", e.start_line, e.end_line)
            };
            let places = if item.places > 1 { format!(" x{}", item.places) } else { String::new() };
            out += &format!("{}:{lines} {} | {}{places}\n", self.path(e.file), e.name, e.detail);
        }
        answer.notes.iter().for_each(|note| out += &format!("note: {note}\n"));
        if !answer.nearest.is_empty() {
            out += &format!("nearest: {}\n", answer.nearest.join(", "));
        }
        out
    }
}

fn check(fixture: &str, list: List, of: Option<&str>, expected: Expect) {
    expected.assert_eq(&Repository::new(fixture).ask(list, of));
}

const WEB: &str = r#"
//- app/views.py
import os
from flask import Flask, request
from .errors import NotFound

app = Flask(__name__)
DEBUG = os.environ.get("APP_DEBUG", "0")


# TODO: paginate
@app.route("/users/<int:id>", methods=["GET", "POST"])
@login_required
def user(id):
    """os.environ["IN_A_DOCSTRING"] is not read."""
    key = os.getenv(request.args["key"])
    raise NotFound(id)


@app.get("/")
def index():
    return app.config["TITLE"]


app.add_url_rule("/about", "about", view_func=about)
//- app/errors.py
class AppError(Exception):
    pass


class NotFound(AppError):
    pass


class Session:
    pass
//- tests/test_views.py
from app.views import user

def test_user():
    # FIXME flaky
    assert user(1)

@app.route("/fake")
def fake(): pass
//- server.js
const express = require('express');
const app = express();
app.get('/health', (req, res) => res.send(process.env.REGION));
app.post('/items', create);
axios.get('/remote', options);
console.log("process.env.NOT_READ is said, not read");
//- src/main.rs
use axum::{Router, routing::get};
fn main() {
    let app = Router::new().route("/", get(root)).route("/x", get(a).post(b));
    std::env::var("PORT").unwrap();
}
//- main.go
package main
var ErrGone = errors.New("gone")
type Fault struct{}
func (f *Fault) Error() string { return "" }
func main() {
    r.GET("/ping", pong)
    os.Getenv("HOST")
}
//- Api.java
@RestController
@RequestMapping("/api")
class Api {
    @GetMapping("/orders/{id}")
    Order order(String id) { return null; }
}
"#;

#[test]
fn routes_of_many_frameworks() {
    check(
        WEB,
        List::Routes,
        None,
        expect![[r#"
        routes: 10, in examples 0, in tests 1; listed 1 to 11
        Api.java:4-5 GET /api/orders/{id} | Api.order
        app/views.py:10-12 GET,POST /users/<int:id> | user
        app/views.py:18-19 GET / | index
        app/views.py:23 ANY /about | about
        main.go:6 GET /ping | pong
        server.js:3 GET /health | inline function
        server.js:4 POST /items | create
        src/main.rs:3 GET / | root
        src/main.rs:3 GET /x | a
        src/main.rs:3 POST /x | b
        tests/test_views.py:7-8 GET /fake | fake
        note: Prefixes under which a router is mounted elsewhere are not joined to its paths.
    "#]],
    );
}

#[test]
fn environment_variables_are_counted_once_and_computed_names_are_said() {
    check(
        WEB,
        List::Environment,
        None,
        expect![[r#"
        environment: 4, in examples 0, in tests 0; listed 1 to 4
        app/views.py:6 APP_DEBUG | DEBUG = os.environ.get("APP_DEBUG", "0")
        main.go:7 HOST | os.Getenv("HOST")
        src/main.rs:4 PORT | std::env::var("PORT").unwrap();
        server.js:3 REGION | app.get('/health', (req, res) => res.send(process.env.REGION));
        note: 1 more place has a name of an environment variable that the code computes: app/views.py:14.
    "#]],
    );
}

#[test]
fn errors_by_their_bases_and_interfaces() {
    check(
        WEB,
        List::Errors,
        None,
        expect![[r#"
            errors: 4, in examples 0, in tests 0; listed 1 to 4
            app/errors.py:1 AppError | class AppError(Exception)
            app/errors.py:5 NotFound | class NotFound(AppError)
            main.go:2 ErrGone | var ErrGone = errors.New("gone")
            main.go:4 Fault | func (f *Fault) Error() string
            note: What the language and other packages raise is not listed.
        "#]],
    );
}

#[test]
fn comments_configuration_and_entry_points() {
    let web = Repository::new(WEB);
    let all =
        [List::Todos, List::Configuration, List::EntryPoints, List::Tests].map(|list| web.ask(list, None)).concat();
    expect![[r#"
        todos: 1, in examples 0, in tests 1; listed 1 to 2
        app/views.py:9 TODO | paginate
        tests/test_views.py:4 FIXME | flaky
        configuration: 1, in examples 0, in tests 0; listed 1 to 1
        app/views.py:20 TITLE | return app.config["TITLE"]
        note: Keys that reach the configuration by computed names are not listed.
        entry_points: 2, in examples 0, in tests 0; listed 1 to 2
        main.go:5 main | main.go
        src/main.rs:2 main | src/main.rs
        tests: 1, in examples 0, in tests 0; listed 1 to 1
        tests/test_views.py:3 test_user | 
    "#]]
    .assert_eq(&all);
}

#[test]
fn subtypes_follow_bases_and_say_what_is_nearest() {
    let web = Repository::new(WEB);
    let all =
        [Some("Exception"), Some("apperror"), Some("SessionError")].map(|of| web.ask(List::Subtypes, of)).concat();
    expect![[r#"
        subtypes of Exception: 2, in examples 0, in tests 0, direct 1; listed 1 to 2
        app/errors.py:1 AppError | class AppError(Exception)
        app/errors.py:5 NotFound | class NotFound(AppError)
        subtypes of apperror: 1, in examples 0, in tests 0; listed 1 to 1
        app/errors.py:5 NotFound | class NotFound(AppError)
        subtypes of SessionError: 0, in examples 0, in tests 0; listed 1 to 0
        nearest: AppError
    "#]]
    .assert_eq(&all);
}

#[test]
fn users_of_a_package_and_tests_of_a_function() {
    let web = Repository::new(WEB);
    let all = [
        web.ask(List::Dependencies, Some("flask")),
        web.ask(List::Imports, Some("app.errors")),
        web.ask(List::Tests, Some("user")),
    ];
    expect![[r#"
        dependencies of flask: 1, in examples 0, in tests 0; listed 1 to 1
        app/views.py:2 flask | app/views.py
        note: No manifest declares `flask`.
        imports of app.errors: 1, in examples 0, in tests 0; listed 1 to 1
        app/views.py:3 app.errors | app/views.py
        tests of user: 1, in examples 0, in tests 0; listed 1 to 1
        tests/test_views.py:3 test_user | 
        note: Tests that reach it only through other code are not listed.
    "#]]
    .assert_eq(&all.concat());
}

const TOOL: &str = r#"
//- Cargo.toml
[package]
name = "tool"
description = "A tool of commands."

[dependencies]
clap = { version = "4", features = ["derive"] }

[[bin]]
name = "tool"
//- README.md
# Tool

[![build](https://x/badge.svg)](https://x)

Tool runs [commands](docs/commands.md) over a folder of many files, each in turn.
//- src/main.rs
mod commands;
use clap::Subcommand;
#[derive(Subcommand)]
enum Command {
    /// Lists it.
    List { all: bool },
    #[command(name = "rm")]
    Remove(String),
}
struct Args {
    #[arg(short, long)]
    dry_run: bool,
    #[arg(
        long = "type",
        short = 't',
        help = "Only entries of this type, [f] or [d]",
        long_help
    )]
    pub(crate) kind: Option<String>,
    #[arg(long_help = "no option")]
    path: String,
}
fn main() {}
//- src/commands/mod.rs
mod list;
mod remove;
//- src/commands/list.rs
use super::super::store::Store;
pub fn run() {}
//- src/commands/remove.rs
use crate::store::Store;
pub fn run() { let all = 1; let b = 2; }
//- src/store/mod.rs
pub trait Backend {}
pub struct Store;
impl Backend for Store {}
#[derive(Debug, thiserror::Error)]
pub enum StoreError { Full }
//- tests/list.rs
#[test]
fn lists() { run(); }
//- Makefile
.PHONY: test
test: build
	cargo test
//- CONTRIBUTING.md
Add a test.
"#;

#[test]
fn commands_options_and_what_rust_declares() {
    let tool = Repository::new(TOOL);
    let lists = [
        List::Commands,
        List::Options,
        List::Errors,
        List::Types,
        List::Dependencies,
        List::Scripts,
        List::EntryPoints,
        List::Api,
    ];
    expect![[r#"
        commands: 2, in examples 0, in tests 0; listed 1 to 2
        src/main.rs:6 list | Command::List
        src/main.rs:8 rm | Command::Remove
        options: 2, in examples 0, in tests 0; listed 1 to 2
        src/main.rs:11-12 --dry-run, -d | dry_run
        src/main.rs:13-19 --type, -t | Only entries of this type, [f] or [d]
        errors: 1, in examples 0, in tests 0; listed 1 to 1
        src/store/mod.rs:4-5 StoreError | pub enum StoreError
        note: What the language and other packages raise is not listed.
        types: 5, in examples 0, in tests 0; listed 1 to 5
        src/main.rs:3-4 Command | enum Command
        src/main.rs:10 Args | struct Args
        src/store/mod.rs:1 Backend | pub trait Backend
        src/store/mod.rs:2 Store | pub struct Store
        src/store/mod.rs:4-5 StoreError | pub enum StoreError
        dependencies: 1, in examples 0, in tests 0; listed 1 to 1
        Cargo.toml:6 clap | { version = "4", features = ["derive"] }
        scripts: 3, in examples 0, in tests 0; listed 1 to 3
        Cargo.toml:2 cargo build | builds it
        Cargo.toml:2 cargo test | runs its tests
        Makefile:2-3 make test | cargo test
        entry_points: 2, in examples 0, in tests 0; listed 1 to 2
        Cargo.toml:9 tool | binary target
        src/main.rs:23 main | src/main.rs
        public_api: 5, in examples 0, in tests 0; listed 1 to 5
        src/commands/list.rs:2 run | pub fn run()
        src/commands/remove.rs:2 run | pub fn run()
        src/store/mod.rs:1 Backend | pub trait Backend
        src/store/mod.rs:2 Store | pub struct Store
        src/store/mod.rs:4-5 StoreError | pub enum StoreError
    "#]]
    .assert_eq(&lists.map(|list| tool.ask(list, None)).concat());
    expect![[r#"
        subtypes of Backend: 1, in examples 0, in tests 0; listed 1 to 1
        src/store/mod.rs:3 Store | impl Backend for Store {}
    "#]]
    .assert_eq(&tool.ask(List::Subtypes, Some("Backend")));
}

const BY_HAND: &str = r#"
//- tool.py
import sys

def main():
    for arg in sys.argv[1:]:
        if arg == "--quiet" or arg == "-q":
            quiet = True
        elif arg in ("-h", "--help"):
            usage()
        elif arg.startswith("--level="):
            level = arg[8:]
        elif "--force" in sys.argv:
            pass
    subprocess.run(["git", "log", "--oneline"])
    if text.startswith("--boundary"):
        return "--"
//- cli.js
for (const arg of process.argv.slice(2)) {
  switch (arg) {
    case '-w':
    case '--watch':
      watch = true;
      break;
    case '--port': port = next(); break;
  }
}
const verbose = process.argv.includes('--verbose');
spawn('node', ['--inspect', file]);
//- src/main.rs
fn main() {
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-n" | "--dry-run" => dry = true,
            "--out" => out = args.next(),
            other => panic!("{other}"),
        }
    }
    Command::new("git").args(["status", "--short"]).arg("--branch");
}
//- main.go
package main

func main() {
	for _, arg := range os.Args[1:] {
		switch arg {
		case "-j", "--json":
			json = true
		}
		if strings.HasPrefix(arg, "--depth=") {
			depth = arg[8:]
		}
	}
	exec.Command("go", "build", "--trimpath")
}
//- src/Main.java
class Main {
    public static void main(String[] args) {
        for (String a : args) {
            if (a.equals("--stop") || "-s".equals(a)) { stop(); }
            switch (a) {
                case "--go" -> go();
            }
        }
    }
}
//- tests/test_tool.py
def test_args(args):
    assert args[0] == "--only-in-a-test"
"#;

#[test]
fn options_that_code_compares_arguments_with_are_listed() {
    check(
        BY_HAND,
        List::Options,
        None,
        expect![[r#"
        options: 13, in examples 0, in tests 1; listed 1 to 14
        main.go:9 --depth | if strings.HasPrefix(arg, "--depth=") {
        tool.py:11 --force | elif "--force" in sys.argv:
        src/Main.java:6 --go | case "--go" -> go();
        tool.py:9 --level | elif arg.startswith("--level="):
        src/main.rs:6 --out | "--out" => out = args.next(),
        cli.js:7 --port | case '--port': port = next(); break;
        tool.py:5 --quiet, -q | if arg == "--quiet" or arg == "-q":
        src/Main.java:4 --stop, -s | if (a.equals("--stop") || "-s".equals(a)) { stop(); }
        cli.js:10 --verbose | const verbose = process.argv.includes('--verbose');
        tool.py:7 -h, --help | elif arg in ("-h", "--help"):
        main.go:6 -j, --json | case "-j", "--json":
        src/main.rs:5 -n, --dry-run | "-n" | "--dry-run" => dry = true,
        cli.js:3 -w, --watch | case '-w':
        tests/test_tool.py:2 --only-in-a-test | assert args[0] == "--only-in-a-test"
    "#]],
    );
}

#[test]
fn an_overview_has_prose_parts_and_how_to_build() {
    let tool = Repository::new(TOOL);
    let page = tool.survey.page(List::Overview);
    let rows: Vec<String> = page
        .iter()
        .map(|e| format!("{}: {} | {} | {}:{}", e.about[0], e.name, e.detail, tool.path(e.file), e.start_line))
        .collect();
    expect![[r#"
        description: tool | A tool of commands. | Cargo.toml:3
        readme: README.md | Tool runs commands over a folder of many files, each in turn. | README.md:5
        part: src/main.rs | defines Args, Command, main (23 lines) | src/main.rs:1
        part: src/commands | defines run (3 files, 6 lines); imports store | src/commands/mod.rs:1
        part: src/store | defines StoreError, Backend, Store (5 lines); imported by 1 part | src/store/mod.rs:1
        entry point: tool | binary target | Cargo.toml:9
        entry point: main | src/main.rs | src/main.rs:23
        script: cargo build | builds it | Cargo.toml:2
        script: cargo test | runs its tests | Cargo.toml:2
        script: make test | cargo test | Makefile:2
        tests: tests | 1 test in 1 file | tests/list.rs:1
        contributing: CONTRIBUTING.md |  | CONTRIBUTING.md:1"#]]
    .assert_eq(&rows.join("\n"));
}

#[test]
fn a_family_has_a_pattern_and_a_place_where_it_is_registered() {
    let tool = Repository::new(TOOL);
    let files: Vec<FileId> = (0..tool.paths.len() as u32).map(FileId).collect();
    let families = family("command", &|list| tool.survey.page(list), &files, &|file| tool.path(file));
    let rows: Vec<String> = families
        .iter()
        .map(|family| {
            let names = |entries: &[crate::Entry]| {
                entries.iter().map(|e| format!("{}@{}", e.name, tool.path(e.file))).collect::<Vec<_>>().join(", ")
            };
            format!(
                "{}: {} | pattern {} | registered {} | tests {}",
                family.what,
                names(&family.members),
                family.members[family.pattern].name,
                names(&family.registered),
                names(&family.tested)
            )
        })
        .collect();
    expect![[r#"
        files of `src/commands`: list.rs@src/commands/list.rs, remove.rs@src/commands/remove.rs | pattern list.rs | registered src/commands/mod.rs@src/commands/mod.rs | tests tests/list.rs@tests/list.rs
        commands: list@src/main.rs, rm@src/main.rs | pattern rm | registered  | tests "#]].assert_eq(&rows.join("\n"));
    assert!(family("serializer", &|list| tool.survey.page(list), &files, &|file| tool.path(file)).is_empty());
}

#[test]
fn the_order_of_files_does_not_matter() {
    let mut files = fixtures::files(WEB);
    files.sort();
    let build = |order: &mut dyn Iterator<Item = usize>| {
        let mut builder = SurveyBuilder::new();
        for at in order {
            let (path, text) = &files[at];
            let language = Language::detect(&RepoPath::parse(path).unwrap());
            builder.add(FileId(at as u32), path, language, text, syntax::parse(language, text).as_ref());
        }
        builder.finish()
    };
    assert_eq!(build(&mut (0..files.len())), build(&mut (0..files.len()).rev()));
}

#[test]
fn a_part_is_a_folder_or_a_file_with_what_is_in_it() {
    let tool = Repository::new(TOOL);
    let files: Vec<crate::FileRow> = (0u32..)
        .zip(&tool.paths)
        .map(|(id, path)| crate::FileRow {
            id: FileId(id),
            path: path.clone(),
            language: Language::detect(&RepoPath::parse(path).unwrap()),
            package: None,
            lines: 1,
        })
        .collect();
    let part = |of: &str| crate::part(of, &|list| tool.survey.page(list), &files);
    assert_eq!(part("tool"), Some(crate::Whole::Repository));
    assert_eq!(part("nothing"), None);
    let Some(crate::Whole::Part(commands)) = part("commands") else { panic!("a folder") };
    let rows: Vec<String> =
        commands.rows.iter().map(|e| format!("{}: {} | {}", e.about[0], e.name, e.detail)).collect();
    expect![[r#"
        description: src/commands | 
        part: src/commands/list.rs | defines run (1 line)
        part: src/commands/mod.rs | 1 line
        part: src/commands/remove.rs | defines run (1 line)
        main type: run | pub fn run()
        main type: run | pub fn run()"#]]
    .assert_eq(&rows.join("\n"));
}

const GROUPS: &str = r#"
//- src/state.rs
pub enum State {
    #[doc(alias = "a, b")]
    Open { since: u64 },
    Closed(Reason),
}

impl State {
    pub fn is_open(&self) -> bool {
        true
    }
}
//- src/hooks.js
const lifecycleHooks = ['onRequest', 'preHandler', 'onSend']
//- src/request.js
defineGetter(req, 'ip', function () {})
defineGetter(req, 'path', function () {})
defineGetter(req, 'fresh', function () {})
"#;

#[test]
fn phrases_mean_groups_of_members() {
    let repository = Repository::new(GROUPS);
    let paths = |file: FileId| repository.path(file);
    let said = |of: &str| {
        let found = crate::members(of, repository.survey.page(List::Members), &paths)?;
        let names: Vec<&str> = found.items.iter().map(|item| item.entry.name.as_str()).collect();
        Some(format!("{}: {}", found.said, names.join(" ")))
    };
    assert_eq!(said("variants of State").as_deref(), Some("`State` has 2 variants: Open Closed"));
    assert_eq!(said("methods of State").as_deref(), Some("`State` has 1 method: is_open"));
    assert_eq!(
        said("lifecycle hooks").as_deref(),
        Some("`lifecycleHooks` has 3 elements: onRequest onSend preHandler")
    );
    let getters = said("getters of req").unwrap_or_default();
    assert!(getters.starts_with("3 names are given") && getters.ends_with(": ip path fresh"), "{getters}");
    assert_eq!(said("body parsers"), None);
}
