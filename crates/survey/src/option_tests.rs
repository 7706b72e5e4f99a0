//! Lists that no name gives away: options that code reads, features of packages, groups that a question calls in other words.

use crate::List;
use crate::tests::Repository;

const TRANSPORTS: &str = r#"
//- Cargo.toml
[package]
name = "mail"

[features]
default = ["tls"]
tls = ["dep:rustls"]

[dependencies]
rustls = { version = "0.23", optional = true }
hyper = { version = "1", optional = true }
serde = "1"

[dev-dependencies.tokio]
version = "1"
features = ["rt", "macros", "net"]
//- pyproject.toml
[project]
name = "mail"

[project.optional-dependencies]
redis = ["redis>=5"]
//- lib/transports/http.js
class Http extends Transport {
  constructor(options = {}) {
    this.host = options.host || 'localhost';
    if (options.batch) this.count = options.batchCount;
    const { auth, path = '/' } = options;
  }
}
//- lib/transports/file.js
class File extends Transport {
  constructor(options) {
    this.name = options.filename;
    this.lazy = options.lazy;
  }
}
//- lib/services/warning-service.js
class WarningService {
  constructor(options) {
    this.cwd = options.cwd;
    this.quiet = options.quiet;
  }
}
//- lib/services/parser-service.js
class ParserService {}
//- lib/services/processor-service.js
class ProcessorService {}
//- lib/states.js
const readyStates = ['connecting', 'open', 'closed'];
const CONFIG_FILENAMES = ['mail.config.js', 'mail.config.ts', 'mail.config.json'];
//- mail/signals.py
"""What is sent."""
engine_started = object()
engine_stopped = object()
mail_sent = object()
//- mail/options.d.ts
export class Schema { obj: object; paths: object; }
export interface SchemaOptions { strict?: boolean; timestamps?: boolean; }
//- mail/mailfilters/spam.py
def run(mail): ...
//- mail/mailfilters/virus.py
def run(mail): ...
//- mail/writers.py
class BaseItemWriter:
    """Writes items."""
class JsonItemWriter(BaseItemWriter):
    pass
class XmlItemWriter(BaseItemWriter):
    def __init__(self, file, **kwargs):
        self.item_element = kwargs.pop("item_element", "item")
        self.root_element = kwargs.pop("root_element", "items")
//- mail/formatter.py
class HelpFormatter(Formatter): ...
class LogFormatter(Formatter): ...
class TopFormatter(Formatter): ...
//- src/clean.rs
use clap::Parser;
use std::process::{Command, Stdio};
fn run() { Command::new("cargo").spawn(); }
//- matcher.go
package mail

import "errors"

type matcher interface {
	Match(name string) bool
}

type MatcherFunc func(string) bool

func (m MatcherFunc) Match(name string) bool { return m(name) }

type names []string

func (n names) Match(name string) bool { return false }

var SkipRouter = errors.New("skip this router")
//- src/ErrorKind.rs
pub enum ErrorKind { InvalidValue, UnknownArgument, TooManyValues }
//- src/broken.rs
impl std::error::Error for Broken {}
impl std::error::Error for Missing {}
//- widgets/core.py
class Input: ...
class TextInput(Input): ...
class ColorInput(Input): ...
class ListWidget: ...
class TableWidget: ...
//- src/parser/error.rs
pub enum MatchesError { Downcast, UnknownArgument }
//- src/csv/MailFormat.java
class MailFormat { enum Predefined { Default, Excel, MySQL } }
//- src/server/http1.rs
pub struct Builder { inner: Config }
impl Builder {
    pub fn half_close(&mut self, on: bool) -> &mut Self { self }
    pub fn keep_alive(&mut self, on: bool) -> &mut Self { self }
    pub fn header_read_timeout(&mut self, read_timeout: impl Into<Option<std::time::Duration>>) -> &mut Self { self }
}
"#;

#[test]
fn features_of_packages_are_those_of_their_manifests_and_of_optional_dependencies() {
    let repository = Repository::new(TRANSPORTS);
    assert_eq!(repository.names(List::Features, None), ["default", "tls", "hyper", "redis"]);
}

#[test]
fn options_that_a_constructor_reads_are_its_members() {
    let repository = Repository::new(TRANSPORTS);
    let http = "`Http` has 5 keys: host batch batchCount auth path";
    assert_eq!(repository.members("options of http transport"), http);
    assert_eq!(repository.members("options of file transport"), "`File` has 2 keys: filename lazy");
}

#[test]
fn options_of_one_service_are_no_list_of_services() {
    let services = Repository::new(TRANSPORTS).members("services in lib/services");
    assert!(!services.contains("keys"), "{services}");
    let repository = Repository::new(TRANSPORTS);
    assert_eq!(repository.members("item writers"), "", "what one of them takes");
    assert_eq!(repository.family("item writer"), ["JsonItemWriter", "XmlItemWriter"]);
}

#[test]
fn functions_and_lists_of_go_implement_what_they_have_the_methods_of() {
    let repository = Repository::new(TRANSPORTS);
    assert_eq!(repository.names(List::Subtypes, Some("matcher")), ["MatcherFunc", "names"]);
    assert_eq!(repository.names(List::Errors, None), ["SkipRouter", "ErrorKind", "Broken", "Missing"]);
}

#[test]
fn a_group_may_be_asked_for_in_other_words() {
    let repository = Repository::new(TRANSPORTS);
    for (asked, found) in [
        ("config file names", "`CONFIG_FILENAMES` has 3 elements: mail.config.js mail.config.json mail.config.ts"),
        ("error kinds of parsing", "`ErrorKind` has 3 variants: InvalidValue TooManyValues UnknownArgument"),
        ("signals", "`signals` has 3 elements: engine_started engine_stopped mail_sent"),
        ("options of schema", "`SchemaOptions` has 2 fields: strict timestamps"),
        ("predefined formats", "`Predefined` has 3 variants: Default Excel MySQL"),
        ("options of HTTP/1 server builder", "`Builder` has 3 methods: half_close keep_alive header_read_timeout"),
    ] {
        assert_eq!(repository.members(asked), found, "{asked}");
    }
    // One line of a manifest is no list, an error of parsing no parser, and a part goes without saying.
    assert_eq!(repository.members("matches"), "");
    assert_eq!(repository.members("options of schema section"), "`SchemaOptions` has 2 fields: strict timestamps");
    let states = crate::members_of_noun("states of connection", repository.survey.page(List::Members), &|file| {
        repository.path(file)
    });
    assert_eq!(states.map(|found| found.items.len()), Some(3));
}

#[test]
fn a_new_one_is_like_those_that_the_whole_phrase_names() {
    let repository = Repository::new(TRANSPORTS);
    assert_eq!(repository.family("error kind"), ["InvalidValue", "TooManyValues", "UnknownArgument"]);
    assert_eq!(repository.family("input widget"), ["TextInput", "ColorInput"]);
    assert_eq!(repository.family("mail filter"), ["spam.py", "virus.py"]);
    // A formatter is no format.
    assert!(repository.family("export format").is_empty());
}

#[test]
fn a_program_that_is_started_is_no_command_of_this_one() {
    assert!(Repository::new(TRANSPORTS).names(List::Commands, None).is_empty());
}

const HELP: &str = r#"
//- cmd.js
import minimist from "minimist";
const argv = minimist(process.argv.slice(2), {
  string: ["input", "port"],
  boolean: ["quiet"],
  default: { quiet: false },
});
//- lib/help.js
export function help() {
  return `Usage: site

     --input=.
       Files of templates

     --port
       Serves on this port

     --dry-run
       Writes nothing
`;
}
//- check.js
import { parseArgs } from "node:util";
const { values } = parseArgs({ options: { strict: { type: "boolean", short: "s" }, depth: { type: "string" } } });
//- release.sh
deploy \
  --force \
  --region eu \
  --retries 3 \
  --quiet
"#;

#[test]
fn options_are_those_of_parsers_of_objects_and_of_help_texts() {
    let repository = Repository::new(HELP);
    let mut names = repository.names(List::Options, None);
    names.sort();
    assert_eq!(names, ["--depth", "--dry-run", "--input", "--port", "--quiet", "--strict"]);
}

const FRAMEWORKS: &str = r#"
//- src/cli.rs
use clap::{Arg, ArgAction, Command};
fn build() -> Command {
    Command::new("bench")
        .arg(
            Arg::new("warmup")
                .long("warmup")
                .short('w')
                .action(ArgAction::Set)
                .help(
                    "Run it first, \
                     to fill caches.",
                ),
        )
        .arg(Arg::new("runs").long("runs").help("How often."))
}
#[test]
fn reads_arguments() {
    let options = build().get_matches_from(vec![
        "bench",
        "--scan",
        "--step",
        "--name",
    ]);
}
//- Tool.java
class Tool {
    @Option(names = {"-o", "--out"}, description = "Where to write.")
    File out;
    @Parameter(names = "--level", description = "How much.")
    int level;
    @Parameter(name = "limit")
    int limit;
}
//- tool.rb
OptionParser.new do |opts|
  opts.on("-v", "--verbose", "Says more") { |v| options[:verbose] = v }
end
//- tasks.rb
class Tasks < Thor
  option :dry_run, desc: "Writes nothing"
  def clean; end
end
//- main.go
package main

var flags = []cli.Flag{
	&cli.StringFlag{Name: "lang", Aliases: []string{"l"}, Usage: "language of the texts"},
}
//- Sync.php
<?php
class Sync extends Command {
    protected function configure() { $this->addOption('force', 'f', InputOption::VALUE_NONE, 'Writes over all'); }
}
//- main.c
#include <getopt.h>
static struct option longs[] = {
    {"quiet", no_argument, 0, 'q'},
    {"color", optional_argument, &color, 1},
    {0, 0, 0, 0},
};
//- Serve.kt
class Serve : CliktCommand() {
    val host by option("--host", help = "Where it listens")
}
//- Program.cs
class Program {
    static void Main() { var all = new Option<bool>("--all", "Takes all"); }
}
//- app.cpp
#include <CLI/CLI.hpp>
int main() { CLI::App app; app.add_option("-i,--input", input, "What is read"); }
//- Repeat.swift
import ArgumentParser
struct Repeat: ParsableCommand {
    @Option(help: "How often") var maxCount: Int
    @Flag var loud = false
}
//- bin/main.dart
void main() {
  parser.addFlag('strict', help: 'Stops at once');
}
//- run.sh
case "$1" in
  -h|--help) usage ;;
  --jobs=*) jobs="${1#*=}" ;;
  *) break ;;
esac
"#;

#[test]
fn options_are_those_of_the_libraries_of_each_language() {
    let repository = Repository::new(FRAMEWORKS);
    let listed = repository.ask(List::Options, None);
    expect_test::expect![[r#"
        options: 18, in examples 0, in tests 0; listed 1 to 18
        Program.cs:2 --all | Takes all
        main.c:4 --color | 
        tasks.rb:2 --dry-run | Writes nothing
        Sync.php:3 --force | Writes over all
        Serve.kt:2 --host | Where it listens
        run.sh:3 --jobs | 
        main.go:4 --lang | language of the texts
        Tool.java:4 --level | How much.
        Repeat.swift:4 --loud | 
        Repeat.swift:3 --max-count | How often
        main.c:3 --quiet, -q | 
        src/cli.rs:14 --runs | How often.
        bin/main.dart:2 --strict | Stops at once
        src/cli.rs:5-12 --warmup, -w | Run it first, to fill caches.
        run.sh:2 -h, --help | 
        app.cpp:2 -i, --input | What is read
        Tool.java:2 -o, --out | Where to write.
        tool.rb:2 -v, --verbose | Says more
    "#]]
    .assert_eq(&listed);
    assert_eq!(repository.names(List::Options, Some("-o")), ["-o, --out"]);
    assert!(repository.names(List::Options, Some("--run")).is_empty());
}

#[test]
fn the_lines_of_an_option_hold_its_name_and_commands_of_clap_are_known_by_their_chain() {
    let repository = Repository::new(
        r#"
//- cli/definition.py
network.add_argument(
    '--proxy',
    default=[],
    short_help='Where requests go through.',
)
//- src/prelude.rs
pub use clap::{arg, ArgMatches, Command};
//- src/build.rs
use super::prelude::*;
pub fn command() -> Command {
    Command::new("build")
        .about("Builds a book")
        .arg(arg!(-d --dest <dir>))
}
//- src/init.rs
use clap::Command as ClapCommand;
use std::process::Command;
pub fn command() -> ClapCommand {
    ClapCommand::new("init").about("Makes a book")
}
fn user() {
    Command::new("git").args(["config", "user.name"]).output();
}
"#,
    );
    let options = repository.ask(List::Options, Some("--proxy"));
    assert!(options.contains("cli/definition.py:1-5 --proxy | Where requests go through."), "{options}");
    let mut commands = repository.names(List::Commands, None);
    commands.sort();
    assert_eq!(commands, ["build", "init"]);
}

#[test]
fn commands_of_go_are_values_with_a_name_and_what_they_run() {
    let repository = Repository::new(
        "//- cmd/commands.go\npackage cmd\n\nfunc init() {\n\tRegisterCommand(Command{\n\t\tName:  \"start\",\n\
         \t\tFunc:  cmdStart,\n\t\tShort: \"Starts the process\",\n\t\tFlags: func() []Flag { return []Flag{{Name: \"config\"}} }(),\n\t})\n\
         \tRegisterCommand(Command{Name: \"stop\", Func: cmdStop})\n}\n\
         //- cli/main.go\npackage main\n\nvar root = &cobra.Command{\n\tUse:   \"app\",\n\tShort: `Runs {it}`,\n}\n\
         var all = []cli.Command{{Name: \"add\", Action: add}, {Name: \"rm\", Action: remove}}\n\
         var no = SubCommand{Name: \"other\", Run: nil}\nvar plain = Command{Name: \"without\"}\n",
    );
    let listed = repository.ask(List::Commands, None);
    assert!(listed.contains("cmd/commands.go:5 start | Starts the process"), "{listed}");
    assert!(listed.contains("cli/main.go:4 app | Runs {it}"), "{listed}");
    let mut commands = repository.names(List::Commands, None);
    commands.sort();
    assert_eq!(commands, ["add", "app", "rm", "start", "stop"]);
}
