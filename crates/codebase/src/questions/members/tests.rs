use survey::List;

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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(OPTIONS));
    let names = |of: &str| -> Vec<String> {
        let found = codebase.survey(List::Members, Some(of), 9, 0).unwrap();
        found.items.into_iter().map(|item| item.entry.name).collect()
    };
    assert_eq!(names("options of Logger.configure"), ["silent", "level", "transports"]);
    assert_eq!(names("options of NewStore"), ["WithTimeout", "ReadOnly"]);
    assert_eq!(names("options of connect"), ["port", "timeout"]);
    assert!(names("options of disconnect").is_empty());
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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(HTTP));
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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(PROCESSORS));
    let said = |of: &str| codebase.survey(List::Members, Some(of), 9, 0).unwrap().said.unwrap_or_default();
    assert_eq!(said("processors"), "4 public functions and types of `processors.py`");
    assert_eq!(said("default processors"), "`DEFAULT_PROCESSORS` has 3 elements");
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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(VALIDATORS));
    let said = |of: &str| codebase.survey(List::Members, Some(of), 9, 0).unwrap().said.unwrap_or_default();
    assert_eq!(said("validators"), "5 public functions and types of `validators.py`");
    assert_eq!(said("validation attrs"), "`DateInput.validation_attrs` has 4 elements");
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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(FORMATTERS));
    let said = |of: &str| codebase.survey(List::Members, Some(of), 9, 0).unwrap().said.unwrap_or_default();
    assert_eq!(said("formatters"), "4 types that extend or implement `FormatterInterface`");
    assert_eq!(said("formats"), "3 constants in `console.php` begin with `FORMAT_`");
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
    let codebase = crate::fixture::built(crate::fixture::snapshot_of(SETTINGS));
    let names = |of: &str| -> Vec<String> {
        let found = codebase.survey(List::Members, Some(of), 9, 0).unwrap();
        found.items.into_iter().map(|item| item.entry.name).collect()
    };
    assert_eq!(names("sorts alone of values"), ["Nil", "Boolean", "Table"]);
    assert_eq!(names("sorts alone of errors"), ["Frozen", "NotFound"]);
    assert!(names("sorts alone of parsers").is_empty());
}
