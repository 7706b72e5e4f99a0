//! What members are found of what is named.

use crate::Codebase;
use crate::fixture::{built, snapshot_of};
use source::{Limits, RepoPath, Snapshot, SnapshotBuilder};
use survey::List;

fn names(codebase: &Codebase, of: &str) -> Vec<String> {
    let found = codebase.survey(List::Members, Some(of), 9, 0).unwrap();
    found.items.into_iter().map(|item| item.entry.name).collect()
}

fn said(codebase: &Codebase, of: &str) -> String {
    codebase.survey(List::Members, Some(of), 9, 0).unwrap().said.expect("it says what they are")
}

const OPTIONS: &str = r#"//- logger.js
class Logger {
  configure({ silent, level = 'info', transports } = {}) {
    this.level = level;
  }
}
//- store.go
package store

type StoreOption func(*Store)

func NewStore(path string, opts ...StoreOption) *Store {
	return nil
}

// WithTimeout sets how long it waits.
func WithTimeout(seconds int) StoreOption {
	return nil
}

func ReadOnly() StoreOption {
	return nil
}
//- pool.py
def connect(host, port=5432, timeout=30):
    return host
"#;

#[test]
fn the_options_of_a_function_are_what_it_takes() {
    let codebase = built(snapshot_of(OPTIONS));
    assert_eq!(names(&codebase, "options of Logger.configure"), ["silent", "level", "transports"]);
    assert_eq!(names(&codebase, "options of NewStore"), ["WithTimeout", "ReadOnly"]);
    assert_eq!(names(&codebase, "options of connect"), ["port", "timeout"]);
    assert!(names(&codebase, "options of disconnect").is_empty());
}

const HTTP: &str = r#"//- echo.go
package echo

// Errors
var (
	ErrNotFound  = NewHTTPError(404)
	ErrForbidden = NewHTTPError(403)
	ErrTooLarge  = NewHTTPError(413)
	ErrNoRender  = errors.New("renderer not registered")
)

type HTTPError struct {
	Code     int
	Message  string
	Internal error
}
//- compress.go
package echo

func Gzip() MiddlewareFunc {
	return GzipWithLevel(-1)
}

func GzipWithLevel(level int) MiddlewareFunc {
	return nil
}
"#;

#[test]
fn errors_of_a_word_are_those_that_are_made_with_it() {
    let codebase = built(snapshot_of(HTTP));
    let found = codebase.survey(List::Members, Some("HTTP errors of handler"), 9, 0).unwrap();
    let names: Vec<&str> = found.items.iter().map(|item| item.entry.name.as_str()).collect();
    assert_eq!(found.said.as_deref(), Some("3 error types with \"http\" in their definition"));
    assert_eq!(names, ["ErrNotFound", "ErrForbidden", "ErrTooLarge"]);
}

const PROCESSORS: &str = "//- config.py
DEFAULT_PROCESSORS = [add_log_level, merge_contextvars, render]
//- processors.py
def add_log_level(event): return event
def merge_contextvars(event): return event
def render(event): return event
def drop_missing(event): return event
";

#[test]
fn what_is_taken_by_default_is_not_all_there_is() {
    let codebase = built(snapshot_of(PROCESSORS));
    assert_eq!(said(&codebase, "processors"), "4 public functions and types of `processors.py`");
    assert_eq!(said(&codebase, "default processors"), "`DEFAULT_PROCESSORS` has 3 elements");
}

const VALIDATORS: &str = "//- widgets.py
class DateInput:
    validation_attrs = [\"min\", \"max\", \"step\", \"required\"]
//- validators.py
class Length:
    def __call__(self, field): pass
class Email:
    def __call__(self, field): pass
class Regexp:
    def __call__(self, field): pass
class Url:
    def __call__(self, field): pass
class Uuid:
    def __call__(self, field): pass
";

#[test]
fn a_module_that_is_called_so_comes_before_another_form_of_the_word() {
    let codebase = built(snapshot_of(VALIDATORS));
    assert_eq!(said(&codebase, "validators"), "5 public functions and types of `validators.py`");
    assert_eq!(said(&codebase, "validation attrs"), "`DateInput.validation_attrs` has 4 elements");
}

const FORMATTERS: &str = r#"//- console.php
<?php
class Console {
    const FORMAT_HTML = 'html';
    const FORMAT_JS = 'js';
    const FORMAT_UNKNOWN = 'unknown';
}
//- formatters.php
<?php
interface FormatterInterface {}
class LineFormatter implements FormatterInterface {}
class HtmlFormatter implements FormatterInterface {}
class JsonFormatter implements FormatterInterface {}
class FluentdFormatter implements FormatterInterface {}
"#;

#[test]
fn a_formatter_is_no_format() {
    let codebase = built(snapshot_of(FORMATTERS));
    assert_eq!(said(&codebase, "formatters"), "4 types that extend or implement `FormatterInterface`");
    assert_eq!(said(&codebase, "formats"), "3 constants in `console.php` begin with `FORMAT_`");
}

const SETTINGS: &str = r#"//- src/value.rs
pub enum ValueKind {
    Nil,
    Boolean(bool),
    Table(Table),
}
//- src/error.rs
pub enum ConfigError {
    Frozen,
    NotFound(String),
}
//- src/parsers.rs
pub struct JsonParser;
pub struct TomlParser;
"#;

#[test]
fn sorts_of_things_are_the_variants_of_one_enum_or_none() {
    let codebase = built(snapshot_of(SETTINGS));
    assert_eq!(names(&codebase, "sorts alone of values"), ["Nil", "Boolean", "Table"]);
    assert_eq!(names(&codebase, "sorts alone of errors"), ["Frozen", "NotFound"]);
    assert!(names(&codebase, "sorts alone of parsers").is_empty());
}

const FINISHING: &str = r#"//- src/finish.rs
/// Behavior of a progress bar when it is finished.
pub enum ProgressFinish {
    AndLeave,
    AndClear,
    Abandon,
}

/// Behavior of a template.
pub enum Mode {
    Plain,
    Wide,
}
/// Why an entry was removed: the reasons.
pub enum RemovalCause {
    Expired,
    Replaced,
}

pub struct EvictionPolicy { config: u8 }
impl EvictionPolicy {
    pub fn tiny_lfu() -> Self { Self { config: 0 } }
    pub fn lru() -> Self { Self { config: 0 } }
    pub fn is_lru(&self) -> bool { false }
}
pub struct ExpirationPolicy;
//- middleware/lint.py
class LintWarning(Warning): ...

class LintMiddleware: ...
//- middleware/proxy.py
class ProxyMiddleware: ...
//- middleware/cache.py
class CacheMiddleware: ...
"#;

#[test]
fn choices_are_those_of_the_enum_whose_documentation_says_all_of_it() {
    let codebase = built(snapshot_of(FINISHING));
    assert_eq!(names(&codebase, "choices of bar finished"), ["AndLeave", "AndClear", "Abandon"]);
    assert!(names(&codebase, "choices of bar started").is_empty());
    assert_eq!(names(&codebase, "choices of reasons entry removed"), ["Expired", "Replaced"]);
}

#[test]
fn what_a_type_makes_of_itself_are_its_values() {
    let codebase = built(snapshot_of(FINISHING));
    assert_eq!(names(&codebase, "eviction policies"), ["tiny_lfu", "lru"]);
}

#[test]
fn a_file_of_a_family_is_said_to_hold_what_the_family_is_called_by() {
    let codebase = built(snapshot_of(FINISHING));
    let found = codebase.survey(List::Members, Some("middlewares"), 9, 0).unwrap();
    let lint = found.items.iter().find(|item| item.entry.name == "lint.py").map(|item| item.entry.detail.as_str());
    assert_eq!(lint, Some("LintMiddleware, LintWarning"));
}

#[test]
fn a_list_says_which_code_was_not_read() {
    let note = |snapshot: Snapshot| built(snapshot).survey(List::Errors, None, 9, 0).unwrap().notes;
    let limits = Limits { code_file_bytes: 40, ..Limits::default() };
    let mut builder = SnapshotBuilder::new("parser", limits);
    for (path, text) in [("short.py", "x = 1\n"), ("long.py", "class ParseError(Exception):\n    position = 0\n")] {
        // What is too large is refused, and listed.
        let _ = builder.add(RepoPath::parse(path).unwrap(), text.into());
    }
    assert!(note(builder.finish().unwrap()).contains(&"`long.py` was not read (too large).".to_owned()));
    assert!(!note(snapshot_of("//- short.py\nx = 1\n")).iter().any(|note| note.contains("not read")));
}

const OUTPUT: &str = "//- tool/output/formatters/colors.py
class ColorFormatter(FormatterPlugin):
    def format_headers(self, headers): pass
//- tool/output/formatters/headers.py
class HeadersFormatter(FormatterPlugin):
    def format_headers(self, headers): pass
//- tool/output/formatters/json.py
class JSONFormatter(FormatterPlugin):
    def format_body(self, body, mime):
        maybe_json = ['json', 'javascript', 'text']
        if any(token in mime for token in maybe_json):
            return body
//- tool/output/formatters/xml.py
class XMLFormatter(FormatterPlugin):
    def format_body(self, body, mime): pass
//- tool/plugins.py
class FormatterPlugin:
    def format_body(self, body, mime): pass
";

#[test]
fn what_a_value_may_be_in_a_file_of_a_folder_is_no_member_of_it() {
    let codebase = built(snapshot_of(OUTPUT));
    assert_eq!(said(&codebase, "output formatters"), "4 files of `tool/output/formatters`");
}
