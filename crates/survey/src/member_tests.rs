//! Groups that no list has a name for, over small repositories.

use crate::tests::Repository;
use crate::{List, ask, family};
use source::FileId;

impl Repository {
    /// What is said of a phrase, and the names.
    pub fn members(&self, of: &str) -> String {
        let found = crate::members(of, self.survey.page(List::Members), &|file| self.path(file));
        found.map_or_else(String::new, |found| {
            let names: Vec<&str> = found.items.iter().map(|item| item.entry.name.as_str()).collect();
            format!("{}: {}", found.said, names.join(" "))
        })
    }

    /// The families of a noun.
    pub fn families(&self, of: &str) -> Vec<crate::Family> {
        let files: Vec<FileId> = (0..self.paths.len() as u32).map(FileId).collect();
        family(of, &|list| self.survey.page(list), &files, &|file| self.path(file))
    }

    /// The names in the first family of a noun.
    pub fn family(&self, of: &str) -> Vec<String> {
        self.families(of)
            .into_iter()
            .next()
            .map_or(Vec::new(), |first| first.members.into_iter().map(|entry| entry.name).collect())
    }

    pub fn names(&self, list: List, of: Option<&str>) -> Vec<String> {
        let imports = self.survey.page(List::Imports);
        let answer = ask(list, self.survey.page(list), imports, &|file| self.path(file), of, 99, 0);
        answer.items.into_iter().map(|item| item.entry.name).collect()
    }
}

const CHOICES: &str = r#"
//- levels.go
package log

type Level uint32

func ParseLevel(text string) Level {
	switch strings.ToLower(text) {
	case "panic":
		return PanicLevel
	case "warn", "warning":
		return WarnLevel
	}
	return 0
}

const (
	PanicLevel Level = iota
	WarnLevel
)

// Default key names of the fields
const (
	format        = 3
	FieldKeyMsg   = "msg"
	FieldKeyLevel = "level"
	FieldKeyTime  = "time"

	FieldKeyOwnError = "error"
)
//- parse.rs
pub fn write_template(tag: &str) {
    match tag {
        "name" => name(),
        "about" | "long-about" => match kind() {
            Kind::Long => long(),
            _ => short(),
        },
        "usage" => usage(),
        _ => {}
    }
}
//- hooks.js
class Program {
  hook(event, listener) {
    const allowedValues = ['before', 'after'];
    if (!allowedValues.includes(event)) throw new Error(event);
    switch (options.from) {
      case 'node':
        break;
      case 'user':
        break;
      case 'eval':
        break;
    }
  }
}
//- types.ts
export type HookEvent = 'before' | 'after';
export type Source = Loose<'default' | 'env', string> | undefined;
export type Either = Before | After;
//- delta.py
class Delta:
    DAYS = "days"
    HOURS = "hours"

    def __init__(self, precision):
        units = (self.DAYS, self.HOURS)
        if precision not in units:
            raise ValueError(precision)
        if precision in ("a", "b", "c"):
            return


class Time:
    FUNCS = {"iso": 1, "rfc": 2, "timestamp": 3}

    def load(self, data_format):
        return self.FUNCS.get(data_format)
"#;

#[test]
fn what_a_function_chooses_among_is_a_group() {
    let repository = Repository::new(CHOICES);
    let said = |of: &str| repository.members(of);
    assert_eq!(
        said("strings of ParseLevel"),
        "`ParseLevel` names 3 values for `strings.ToLower(text)`: panic warn warning"
    );
    assert_eq!(
        said("tags of write_template"),
        "`write_template` names 4 values for `tag`: name about long-about usage"
    );
    // Of several things chosen by, that which the noun names.
    assert_eq!(said("allowed values of hook"), "`hook` names 2 values for `allowedValues`: after before");
    assert_eq!(said("units of Delta"), "`Delta` names 2 values for `units`: DAYS HOURS");
    assert_eq!(said("values of from options"), "`hook` names 3 values for `options.from`: node user eval");
}

#[test]
fn a_union_of_texts_has_variants() {
    let repository = Repository::new(CHOICES);
    assert_eq!(repository.members("variants of HookEvent"), "`HookEvent` has 2 variants: after before");
    assert_eq!(repository.members("sources"), "`Source` has 2 variants: default env");
    assert_eq!(repository.members("variants of Either"), "");
}

#[test]
fn a_word_more_may_say_which_variants_are_meant() {
    let repository = Repository::new(CHOICES);
    assert_eq!(repository.members("log levels"), "`Level` has 2 variants: PanicLevel WarnLevel");
    assert_eq!(repository.members("lifecycle events of hook"), "`HookEvent` has 2 variants: after before");
    assert_eq!(repository.members("lifecycle log levels"), "");
}

#[test]
fn a_table_is_known_by_its_owner_and_by_what_it_is_indexed_by() {
    let repository = Repository::new(CHOICES);
    assert_eq!(repository.members("data formats of Time"), "`Time.FUNCS` has 3 keys: iso rfc timestamp");
}

#[test]
fn constants_of_one_block_that_begin_alike_are_a_group() {
    let repository = Repository::new(CHOICES);
    assert_eq!(
        repository.members("default field keys"),
        "`FieldKey` has 4 elements: FieldKeyMsg FieldKeyLevel FieldKeyTime FieldKeyOwnError"
    );
}

const TYPES: &str = r#"
//- fields.py
class Field: ...
class Text(Field): ...
class Email(Text): ...
class Number(Field): ...
class Whole(Number): ...
//- hooks.go
package hooks

type Hook interface {
	Levels() []int
	Fire(entry int) error
}

type Writer struct{ Out int }

func (w *Writer) Levels() []int        { return nil }
func (w *Writer) Fire(entry int) error { return nil }
func (w *Writer) styleTitle() string   { return "" }
func (w *Writer) styleUsage() string   { return "" }

type Half struct{}

func (h *Half) Levels() []int { return nil }
//- plugins/mail/mail.go
package mail

func Send() {}
//- plugins/file/file.go
package file

func Write() {}
//- lib/error.js
class ParseError extends Error {}
//- types/index.d.ts
export class ParseError extends Error {}
"#;

#[test]
fn a_family_has_what_extends_its_members() {
    assert_eq!(Repository::new(TYPES).family("field"), ["Text", "Number", "Email", "Whole"]);
}

#[test]
fn folders_in_a_folder_are_a_family() {
    assert_eq!(Repository::new(TYPES).family("plugin"), ["file", "mail"]);
}

#[test]
fn a_type_of_go_implements_what_it_has_the_methods_of() {
    assert_eq!(Repository::new(TYPES).names(List::Subtypes, Some("Hook")), ["Writer"]);
}

#[test]
fn what_a_file_of_declarations_says_again_is_listed_once() {
    assert_eq!(Repository::new(TYPES).names(List::Errors, None), ["ParseError"]);
}

#[test]
fn methods_with_a_word_in_their_names() {
    let repository = Repository::new(TYPES);
    assert_eq!(
        repository.members("style methods of Writer"),
        "`Writer` has 2 methods with \"style\" in the name: styleTitle styleUsage"
    );
    // Where none has the word, all of them.
    assert!(repository.members("odd methods of Writer").starts_with("`Writer` has 4 methods:"));
    assert!(repository.members("options of Writer").starts_with("`Writer` has 1 field: Out"));
}

const CONFIGURED: &str = r#"
//- Cargo.toml
[package]
name = "tool"

[features]
default = ["std", "color"]
std = []
color = ["dep:anstream"]

[dependencies.anstream]
version = "1"
optional = true

[dependencies]
strsim = { version = "1", optional = true }
clap = "4"
//- tox.ini
[tox]
envlist = lint
[testenv:lint]
commands = ruff
[testenv:docs]
commands = sphinx
//- package.json
{
  "name": "tool",
  "devDependencies": {
    "jest": "^29",
    "eslint": "^9"
  }
}
"#;

#[test]
fn tables_of_configuration_files_are_groups() {
    let repository = Repository::new(CONFIGURED);
    assert_eq!(repository.members("cargo features"), "`features` has 3 keys: default std color");
    assert_eq!(repository.members("features of default"), "`default` has 2 elements: color std");
    assert_eq!(repository.members("optional dependencies"), "`optional dependencies` has 2 keys: anstream strsim");
    assert_eq!(repository.members("tox environments"), "`tox environments` has 2 keys: lint docs");
    assert_eq!(repository.members("dev dependencies"), "`dev dependencies` has 2 keys: jest eslint");
}

const SOCKETS: &str = r#"
//- sockets/package.json
{ "name": "sockets" }
//- sockets/src/sockets.ts
import { Server } from "./server";
export { Server, Sender as sender } from "./internal";
export const open: Opener = Server.open;
//- sockets/src/server.js
class SocketServer extends EventEmitter {
  /**
   * Create a server.
   *
   * @param {Object} options Configuration options
   * @param {Boolean} [options.autoPong=true] Whether it answers pings
   * @param {Number} [options.maxPayload=104857600] The largest message
   */
  constructor(options) {
    fail(new RangeError('SOCK_ERR_OPCODE'));
    fail(new RangeError('SOCK_ERR_MASK'), 'SOCK_ERR_MASK');
    fail(new RangeError('SOCK_ERR_LENGTH'));
  }
}
//- sockets/Cargo.toml
[package.metadata.docs.rs]
features = ["full", "nightly"]

[features]
default = ["tls"]
tls = []
http = []
//- sockets/console.py
import os
_environ = os.environ

def width():
    return _environ.get("COLUMNS")
//- sockets/wsgi.py
def app(_environ):
    return _environ.get("PATH_INFO")
"#;

#[test]
fn documented_options_codes_and_features_are_groups() {
    let repository = Repository::new(SOCKETS);
    assert_eq!(repository.members("options of server"), "`SocketServer` has 2 keys: autoPong maxPayload");
    let codes = "`SOCK_ERR` has 3 elements: SOCK_ERR_OPCODE SOCK_ERR_MASK SOCK_ERR_LENGTH";
    assert_eq!(repository.members("error codes"), codes);
    assert_eq!(repository.members("cargo features"), "`features` has 3 keys: default tls http");
}

#[test]
fn what_a_module_named_like_its_package_exports_is_the_public_api() {
    assert_eq!(Repository::new(SOCKETS).names(List::Api, None), ["width", "Server", "sender", "open", "app"]);
}

#[test]
fn an_environment_that_a_name_holds_is_read() {
    assert_eq!(Repository::new(SOCKETS).names(List::Environment, None), ["COLUMNS"]);
}

const GENERAL: &str = r#"
//- src/parser_block.js
const _rules = [
  // name, source, what it ends
  ['table', tableRule, ['paragraph']],
  ['code', codeRule],
  ['fence', fenceRule, ['list']],
];
//- src/defaults.rs
pub fn get_builtin_filters() -> BTreeMap<String, Filter> {
    let mut rv = BTreeMap::new();
    rv.insert("lower".into(), filters::lower);
    rv.insert("upper".to_string(), filters::upper);
    rv.insert("title".into(), filters::title);
    rv
}
//- src/filters.rs
pub fn lower(text: &str) -> String { text.to_lowercase() }
pub fn upper(text: &str) -> String { text.to_uppercase() }
pub fn title(text: &str) -> String { text.to_owned() }
//- src/events.py
EVENT_ADDED = 1
EVENT_REMOVED = 2
EVENT_PAUSED = 4
WIDTH = 3
//- src/file.js
class File {
  close() {
    this.emit('flush');
    this.emit('closed');
    other.emit('data');
  }
}
//- src/error.rs
pub enum ErrorKind { BadSyntax, NotFound, OutOfFuel }
//- src/transports.d.ts
export interface HttpTransportOptions { host?: string; port?: number; path?: string; }
export interface FileTransportOptions { filename?: string; }
//- src/reader.go
package reader

type Reader struct{ values map[string]string }

func (r *Reader) GetString(key string) string { return "" }
func (r *Reader) GetBool(key string) bool { return true }
func (r *Reader) GetInt(key string) int { return 0 }
func (r *Reader) Reset() {}
//- src/processors.py
class JsonRenderer:
    pass

def add_level(event):
    return event

def add_name(event):
    return event

def _hidden(event):
    return event
"#;

#[test]
fn a_noun_means_a_table_constants_that_begin_alike_or_what_is_sent() {
    let repository = Repository::new(GENERAL);
    let members = |of: &str| repository.members(of);
    assert_eq!(members("block rules"), "`_rules` has 3 elements: table code fence");
    let filters = members("filters");
    assert!(filters.ends_with(": lower upper title"), "{filters}");
    assert_eq!(
        members("events"),
        "3 constants in `src/events.py` begin with `EVENT_`: EVENT_ADDED EVENT_REMOVED EVENT_PAUSED"
    );
    assert_eq!(members("events of File"), "2 names are given in calls of `File.emit` in `src/file.js`: flush closed");
}

#[test]
fn a_noun_means_an_enum_of_kinds_fields_of_options_or_methods_by_their_verb() {
    let repository = Repository::new(GENERAL);
    let members = |of: &str| repository.members(of);
    assert_eq!(members("errors"), "`ErrorKind` has 3 variants: BadSyntax NotFound OutOfFuel");
    assert_eq!(members("options of http transport"), "`HttpTransportOptions` has 3 fields: host path port");
    assert_eq!(members("options of smtp transport"), "");
    assert_eq!(members("getters of Reader"), "`Reader` has 3 methods: GetString GetBool GetInt");
}

#[test]
fn a_family_is_what_a_module_of_the_name_offers_or_an_enum_has() {
    let repository = Repository::new(GENERAL);
    assert_eq!(repository.family("processor"), ["JsonRenderer", "add_level", "add_name"]);
    assert_eq!(repository.family("error kind"), ["BadSyntax", "NotFound", "OutOfFuel"]);
    assert_eq!(repository.family("http transport option"), ["host", "path", "port"]);
    assert!(repository.family("statement").is_empty());
}

const KINDS: &str = r#"
//- src/net.py
import cmd

class Message:
    """A message between nodes."""

class Shell(cmd.Cmd):
    def do_start(self, arg): pass
    def help_start(self): pass
    def do_stop(self, arg): pass
    def help_stop(self): pass
    def do_status(self, arg): pass
    def help_status(self): pass
    def default(self, line): pass

class Transport:
    """Carries messages between nodes."""

class WithZero:
    pass

class TcpTransport(Transport, WithZero):
    def send(self): pass

class UdpTransport(Transport, WithZero):
    def send(self): pass

class LocalTransport(UdpTransport):
    pass
//- src/packing.py
class BasePacker:
    pass

class _ZipPacker:
    def pack(self): pass
    def unpack(self): pass

class _TarPacker:
    def pack(self): pass
    def unpack(self): pass

register_packer_alg(b'none', None)
register_packer_alg(b'zip', _ZipPacker)
register_packer_alg(b'tar', _TarPacker)
"#;

#[test]
fn a_family_is_of_what_is_added_and_not_of_what_stands_behind_it() {
    let repository = Repository::new(KINDS);
    assert!(repository.families("wire frame between nodes").is_empty());
    let families = repository.families("transport");
    assert_eq!(families[0].what, "types that extend or implement `Transport`");
    assert_eq!(families[0].base.as_ref().map(|base| base.name.as_str()), Some("Transport"));
    let pattern = &families[0].members[families[0].pattern].name;
    assert!(pattern != "UdpTransport", "others extend it");
}

#[test]
fn one_that_extends_what_another_package_has_is_no_family_and_methods_with_twins_are() {
    let families = Repository::new(KINDS).families("command");
    let what = "methods of `Shell` that begin with `do_`, most with one that begins with `help_`";
    assert_eq!(families.iter().map(|family| family.what.as_str()).collect::<Vec<_>>(), [what]);
    let names: Vec<&str> = families[0].members.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["do_start", "do_stop", "do_status"]);
}

#[test]
fn a_family_says_how_it_is_called_and_where_a_call_registers_each() {
    let families = Repository::new(KINDS).families("packing");
    assert_eq!(families[0].what, "types named after \"packing\"");
    assert_eq!(families[0].members[families[0].pattern].name, "_ZipPacker");
    let registered: Vec<String> = families[0].registered.iter().map(|e| format!("{}: {}", e.name, e.detail)).collect();
    assert_eq!(registered, ["register_packer_alg: names 2 of them"]);
}

#[test]
fn a_type_that_is_called_by_both_words_goes_before_constants_that_begin_with_one() {
    let repository = Repository::new(
        "//- src/states.py\nclass JobStates:\n    STOPPED = 0\n    RUNNING = 10\n//- src/events.py\nJOB_ADDED = 1\n\
         JOB_LOG = 2\nJOB_GONE = 3\n",
    );
    let states = repository.members("states of job");
    assert!(states.starts_with("`JobStates` has 2 ") && states.ends_with(": STOPPED RUNNING"), "{states}");
    assert_eq!(
        repository.members("events of job"),
        "3 constants in `src/events.py` begin with `JOB_`: JOB_ADDED JOB_LOG JOB_GONE"
    );
}

const WRITTEN: &str = r#"
//- src/codes.ts
export const ERROR_CODES_BY_KEY = {
  /** Invalid JSON was received. */
  PARSE_ERROR: -32700,
  NOT_FOUND: -32004, // 404
  TIMEOUT: -32008,
} as const;

export const STATUS_OF = {
  NOT_FOUND: 404,
  TIMEOUT: 408,
  CONFLICT: 409,
} satisfies Record<Code, number>;
//- src/Logger.php
<?php
class Logger {
    protected static $levels = [
        self::DEBUG => 'DEBUG',
        self::INFO  => 'INFO',
        self::ERROR => 'ERROR',
    ];
}
//- src/events.py
EVENT_TYPE_MOVED = "moved"
EVENT_TYPE_DELETED = "deleted"
EVENT_TYPE_OPENED = "opened"
//- pyproject.toml
[project]
classifiers = ["Framework :: Any", "Topic :: Internet", "Typing :: Typed"]
//- src/base32.py
ENCODE_TABLE = ["A", "B", "C"]
//- src/tricks.py
def on_any(event):
    if event.event_type in {"opened", "closed"}:
        return True
//- lib/well-known/services.json
{
    "1und1": { "host": "smtp.1und1.de", "port": 465 },
    "Say \"hi\"": { "host": "{" },
    "AOL": {
        "domains": ["aol.com"]
    }
}
//- data/rows.json
[{ "a": 1, "b": 2, "c": 3 }]
"#;

#[test]
fn tables_that_are_asserted_keyed_by_constants_or_written_as_data_are_groups() {
    let repository = Repository::new(WRITTEN);
    assert_eq!(repository.members("error codes"), "`ERROR_CODES_BY_KEY` has 3 keys: PARSE_ERROR NOT_FOUND TIMEOUT");
    assert_eq!(repository.members("keys of STATUS_OF"), "`STATUS_OF` has 3 keys: NOT_FOUND TIMEOUT CONFLICT");
    assert_eq!(repository.members("log levels"), "`Logger.levels` has 3 keys: self::DEBUG self::INFO self::ERROR");
    assert_eq!(
        repository.members("event types"),
        "3 constants in `src/events.py` begin with `EVENT_TYPE_`: EVENT_TYPE_MOVED EVENT_TYPE_DELETED EVENT_TYPE_OPENED"
    );
    assert_eq!(
        (repository.members("response classes"), repository.members("phonetic encoders")),
        (String::new(), String::new())
    );
    assert_eq!(repository.members("well-known services"), "`services` has 3 keys: 1und1 Say \\\"hi\\\" AOL");
    assert_eq!(repository.members("rows"), "");
    let of =
        |name: &str| crate::entries_named(name, repository.survey.page(List::Members), &|file| repository.path(file));
    let (said, items) = of("NOT_FOUND").unwrap();
    let names: Vec<String> =
        items.into_iter().map(|item| format!("{} {}", item.entry.name, item.entry.detail)).collect();
    assert_eq!(said, "`NOT_FOUND` is in 2 tables and lists");
    assert_eq!(names, ["ERROR_CODES_BY_KEY.NOT_FOUND -32004", "STATUS_OF.NOT_FOUND 404"]);
    assert_eq!(of("CONFLICT").unwrap().0, "`CONFLICT` is a key of `STATUS_OF`");
    assert!(of("not_found").is_none());
}

const SORTS: &str = r#"
//- src/transaction.rs
pub struct Transaction {
    behavior: TransactionBehavior,
}
pub enum TransactionBehavior {
    Deferred,
    Immediate,
    Exclusive,
}
//- src/value.rs
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
}
//- src/error.rs
pub(crate) enum Kind {
    Builder,
    Request,
}
//- src/connection.rs
pub struct Connection {}
impl Connection {
    pub fn commit_hook(&self) {}
    pub fn rollback_hook(&self) {}
    pub fn update_hook(&self) {}
    pub fn close(&self) {}
    pub fn add_limit(&self) {}
    pub fn get_limit(&self) {}
    pub fn remove_limit(&self) {}
}
//- metrics/MetricsTracker.java
public abstract class MetricsTracker {}
//- metrics/IMetricsTracker.java
public interface IMetricsTracker {}
//- metrics/PoolStats.java
public class PoolStats {}
//- metrics/dropwizard/CodaHale.java
class CodaHale extends MetricsTracker {}
//- metrics/prometheus/Prometheus.java
class Prometheus extends MetricsTracker {}
"#;

#[test]
fn sorts_of_something_are_the_variants_that_say_them() {
    let repository = Repository::new(SORTS);
    let behaviors = "`TransactionBehavior` has 3 variants: Deferred Immediate Exclusive";
    assert_eq!(repository.members("ways of transaction"), behaviors);
    assert_eq!(repository.members("kinds of transaction"), behaviors);
    assert_eq!(repository.members("kinds of value"), "`Value` has 3 variants: Null Integer Text");
    assert_eq!(repository.members("kinds of error"), "`Kind` has 2 variants: Builder Request");
    assert_eq!(repository.members("kinds of connection"), "");
}

#[test]
fn names_that_end_in_a_noun_and_folders_beside_their_base_are_members() {
    let repository = Repository::new(SORTS);
    let page = repository.survey.page(List::Members);
    let ending = |noun: &str| crate::members_ending(noun, page, &|file| repository.path(file)).map(|found| found.said);
    assert_eq!(ending("hooks").as_deref(), Some("`Connection` has 3 methods whose names end in \"hooks\""));
    assert_eq!(
        ending("hooks of a connection").as_deref(),
        Some("`Connection` has 3 methods whose names end in \"hooks\"")
    );
    assert_eq!((ending("timeouts"), ending("hooks of the parser"), ending("limits")), (None, None, None));
    assert_eq!(repository.family("metrics"), ["dropwizard", "prometheus"]);
}

#[test]
fn forms_in_which_something_is_done_are_the_keys_of_what_does_it() {
    let repository = Repository::new(
        r#"
//- settings.py
FEED_EXPORTERS_BASE = {
    "json": "feeds.exporters.JsonItemExporter",
    "csv": "feeds.exporters.CsvItemExporter",
    "xml": "feeds.exporters.XmlItemExporter",
}
EXPORTER_SIZES = {"json": 1, "csv": 2, "xml": 3, "raw": 4}
EXPORTER_NAMES = {"json": "one", "csv": "two", "xml": "three", "raw": "four"}
//- codec.go
package codec

var decoders = map[string]func(in io.Reader, out any) error{"json": decodeJSON, "toml": decodeTOML, "yaml": decodeYAML}
"#,
    );
    let doers = |verb: &str| {
        let found = crate::doers(verb, repository.survey.page(List::Members), &|file| repository.path(file));
        found.map_or_else(String::new, |found| found.said)
    };
    assert_eq!(doers("exported"), "`FEED_EXPORTERS_BASE` has 3 keys");
    assert_eq!(doers("decode"), "`decoders` has 3 keys");
    assert_eq!(doers("imported"), "");
    assert_eq!(repository.members("decoders"), "`decoders` has 3 keys: json toml yaml");
}

#[test]
fn what_has_a_number_as_its_value_is_found_by_it() {
    let repository = Repository::new(
        r#"
//- settings.py
RETRY_HTTP_CODES = [500, 502, 503, 504]
LIMITS = {"rows": 503, "columns": 12, "cells": 5}
HTTP_OK = 200
HTTP_GONE = 410
HTTP_UNAVAILABLE = 503
//- Code.java
class Code {
    static final int UNAVAILABLE = 0x1F7;
    static final int OTHER = 5030;
}
"#,
    );
    let valued = |number: &str| {
        let found = crate::valued(number, repository.survey.page(List::Members), &|file| repository.path(file));
        let mut names: Vec<String> = found.into_iter().map(|item| item.entry.name).collect();
        names.sort();
        names
    };
    assert_eq!(valued("503"), ["HTTP_UNAVAILABLE", "RETRY_HTTP_CODES", "UNAVAILABLE", "rows"]);
    assert!(valued("7").is_empty() && valued("many").is_empty());
}
