use super::*;
use crate::fixture::{built, directory, snapshot_of};
use crate::storage::directory::IndexFiles;
use crate::{Bounds, IndexSource, MemoryIndexFiles, Reader, StorageError};
use expect_test::{Expect, expect};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::rc::Rc;

struct InMemory(MemoryIndexFiles);

impl IndexSource for InMemory {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

const PYTHON: &str = r#"//- app/config.py
import os

DEFAULT_TIMEOUT: int = 30


class Config:
    debug = False

    def load(self, path, silent=False):
        """Reads a file; does not raise OSError."""
        try:
            text = open(path).read()
        except (OSError, ValueError) as error:
            if silent:
                return None
            raise ConfigError(path) from error
        return parse(text)


class FileConfig(Config):
    pass


class ConfigError(Exception):
    pass


def parse(text):
    if not text:
        raise ValueError("nothing to read")
    return os.environ["APP_MODE"]
//- app/__init__.py
from .config import FileConfig
//- tests/test_config.py
from app.config import Config


def make():
    return Config()


def test_load():
    assert make().load("x") is None


def test_parse():
    Config().load("y")
"#;

const OTHERS: &str = r#"//- src/store.rs
pub trait Store: Send {
    fn open(&self, path: &str) -> Result<u32, Error>;
}

pub struct Files {
    retries: u32,
}

impl Default for Files {
    fn default() -> Self {
        Self { retries: 3 }
    }
}

impl Store for Files {
    fn open(&self, path: &str) -> Result<u32, Error> {
        let text = read(path)?;
        if text.is_empty() {
            return Err(Error::Empty);
        }
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) => panic!("no number"),
        }
    }
}
//- go/store.go
package store

type Base struct{}

type Files struct {
	Base
	path string
}

func (f *Files) Open(name string) (int, error) {
	if name == "" {
		return 0, ErrEmpty
	}
	n, err := read(name)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", name, err)
	}
	return n, nil
}
//- web/client.ts
export class Client extends Base implements Closeable {
  retries = 3;
  constructor(private url: string, { timeout = 5000 }: Options = {}) {
    super();
  }
  async get(path: string): Promise<Reply> {
    if (!path) throw new TypeError("no path");
    try {
      return await this.send(path, process.env.TOKEN);
    } catch (error) {
      return Promise.reject(new NetworkError(error));
    }
  }
}
//- java/Store.java
package store;

public class Store extends Base implements AutoCloseable {
    private static final int RETRIES = 3;

    public String read(String path) throws IOException {
        try {
            return open(path);
        } catch (FileNotFoundException | SecurityException e) {
            throw new StoreException("gone", e);
        }
    }
}
"#;

fn lines(codebase: &Codebase, name: &str) -> String {
    let described = codebase.describe(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut out = String::new();
    for of in described.of {
        out += &format!("{}\n", of.symbol.qualified_name);
        for fact in &of.facts {
            let about = if fact.of == of.symbol.qualified_name { String::new() } else { format!("{} ", fact.of) };
            out += &format!("  {:?} {about}{} @ {}\n", fact.kind, fact.object, fact.span.place());
        }
        for count in &of.counts {
            out += &format!("  {count:?}\n");
        }
    }
    out
}

fn check(codebase: &Codebase, name: &str, expected: Expect) {
    expected.assert_eq(&lines(codebase, name));
}

#[test]
fn states_what_a_python_function_and_class_do() {
    let codebase = built(snapshot_of(PYTHON));
    check(
        &codebase,
        "Config.load",
        expect![[r#"
        app.config.Config.load
          Default silent = False @ app/config.py:9
          Raises ConfigError @ app/config.py:13-16
          Raises app.config.parse ValueError @ app/config.py:29-30
          Catches OSError @ app/config.py:13
          Catches ValueError @ app/config.py:13
          TestedBy tests.test_config.test_load @ tests/test_config.py:8
          TestedBy tests.test_config.test_parse @ tests/test_config.py:12
    "#]],
    );
    check(
        &codebase,
        "Config",
        expect![[r#"
        app.config.Config
          ExtendedBy app.config.FileConfig @ app/config.py:20
          Member debug @ app/config.py:7
          Member load @ app/config.py:9
          Default debug = False @ app/config.py:7
          Raises app.config.Config.load ConfigError @ app/config.py:13-16
          Catches app.config.Config.load OSError @ app/config.py:13
          Catches app.config.Config.load ValueError @ app/config.py:13
          TestedBy tests.test_config.test_parse @ tests/test_config.py:12
          TestedBy tests.test_config.test_load @ tests/test_config.py:8
          UsedBy tests.test_config @ tests/test_config.py:1
    "#]],
    );
    check(
        &codebase,
        "parse",
        expect![[r#"
        app.config.parse
          Raises ValueError @ app/config.py:29-30
          Reads APP_MODE @ app/config.py:31
          TestedBy tests.test_config.test_parse @ tests/test_config.py:12
          TestedBy tests.test_config.test_load @ tests/test_config.py:8
    "#]],
    );
    check(
        &codebase,
        "DEFAULT_TIMEOUT",
        expect![[r#"
        app.config.DEFAULT_TIMEOUT
          Value 30 @ app/config.py:3
          Type int @ app/config.py:3
    "#]],
    );
}

#[test]
fn reads_rust_go_typescript_and_java() {
    let codebase = built(snapshot_of(OTHERS));
    for (name, expected) in [
        (
            "store.Store",
            expect![[r#"
            store.Store
              Extends Base @ java/Store.java:3
              Extends AutoCloseable @ java/Store.java:3
              Member RETRIES @ java/Store.java:4
              Member read @ java/Store.java:6
              Default RETRIES = 3 @ java/Store.java:4
              Raises store.Store.read IOException @ java/Store.java:6
              Raises store.Store.read StoreException @ java/Store.java:9-10
              Catches store.Store.read FileNotFoundException @ java/Store.java:9
              Catches store.Store.read SecurityException @ java/Store.java:9
        "#]],
        ),
        (
            "store.Files",
            expect![[r#"
                src.store.Files
                  Extends Default @ src/store.rs:9
                  Extends Store @ src/store.rs:15
                  Member retries @ src/store.rs:6
                  Member default @ src/store.rs:10
                  Member open @ src/store.rs:16
                  Default retries = 3 @ src/store.rs:11
                  Raises src.store.Files.open read(..)? @ src/store.rs:17
                  Raises src.store.Files.open Error::Empty @ src/store.rs:18-19
                  Raises src.store.Files.open panic! @ src/store.rs:21-23
                  Catches src.store.Files.open Err(_) @ src/store.rs:23
                  UsedBy src.store @ src/store.rs:9
                  UsedBy src.store @ src/store.rs:15
            "#]],
        ),
        (
            "Files.Open",
            expect![[r#"
            go.Files.Open
              Type (int, error) @ go/store.go:10
              Raises ErrEmpty @ go/store.go:11-12
              Raises fmt.Errorf("open %s: %w", name, err) @ go/store.go:15-16
        "#]],
        ),
        (
            "Client",
            expect![[r#"
            web.client.Client
              Extends Base @ web/client.ts:1
              Extends Closeable @ web/client.ts:1
              Member retries @ web/client.ts:2
              Member constructor @ web/client.ts:3
              Member url @ web/client.ts:3
              Member get @ web/client.ts:6
              Default retries = 3 @ web/client.ts:2
              Default timeout = 5000 @ web/client.ts:3
              Raises web.client.Client.get TypeError @ web/client.ts:7
              Raises web.client.Client.get NetworkError @ web/client.ts:10-11
              Catches web.client.Client.get every error @ web/client.ts:10
              Reads web.client.Client.get TOKEN @ web/client.ts:9
        "#]],
        ),
    ] {
        check(&codebase, name, expected);
    }
}

#[test]
fn finds_defaults_by_words() {
    let codebase = built(snapshot_of(&format!("{PYTHON}{OTHERS}//- app.toml\n[server]\nread-timeout = 10\n")));
    let defaults = |words: &str| {
        let found = codebase.defaults(words).unwrap();
        let rows = found.places.iter().map(|place| format!("{} {}\n", place.fact.span.place(), place.fact.object));
        rows.collect::<String>()
    };
    expect![[r#"
        app/config.py:3 DEFAULT_TIMEOUT = 30
        web/client.ts:3 timeout = 5000
        app.toml:2 read-timeout = 10
    "#]]
    .assert_eq(&defaults("timeout"));
    expect![[r#"
        app.toml:2 read-timeout = 10
    "#]]
    .assert_eq(&defaults("read timeout"));
    expect![[r#"
        src/store.rs:11 retries = 3
        web/client.ts:2 retries = 3
        java/Store.java:4 RETRIES = 3
    "#]]
    .assert_eq(&defaults("retries"));
    assert_eq!(defaults("nonsense"), "");
}

/// Values given elsewhere than where a name is declared.
const GIVEN: &str = r#"//- lib/options.js
const schema = { bodyLimit: { type: 'integer', default: 1024 * 1024 } };
function retryer(config) {
  const retry = config.retry ?? (isServer() ? 0 : 3);
  if (retry > config.mostRetries) retry = 1;
  return retry;
}
//- cmd/command.go
package cmd

const defaultPrefix = false

var EnablePrefix = defaultPrefix

func (c *Command) suggest() {
	if c.Distance <= 0 {
		c.Distance = 2
	}
}
//- src/builder.rs
impl Builder {
    pub fn new(kind: Kind) -> Builder {
        Builder { max_threads: 512, kind }
    }
    pub fn capacity(&self) -> usize {
        self.cache_capacity.unwrap_or(2 * (1 << 20))
    }
    pub fn grow(&mut self) {
        self.max_threads = 9;
    }
}
//- app/client.py
POOL_SIZE = 10

class Client:
    def __init__(self, pool_maxsize=POOL_SIZE, timeout=None):
        self.timeout = timeout or 5

@click.option("--port", "-p", default=5000, help="The port.")
def run(port):
    pass
//- app/cli.py
parser = ArgumentParser()
parser.add_argument(
    "--retry-wait", type=float,
    default=0.5,
    help="Seconds between two tries.",
)
"#;

#[test]
fn finds_what_is_taken_where_nothing_was_given() {
    let codebase = built(snapshot_of(GIVEN));
    let defaults = |words: &str| {
        let found = codebase.defaults(words).unwrap();
        let rows = found.places.iter().map(|place| &place.fact).chain(&found.constants);
        rows.map(|fact| format!("{} {}: {}\n", fact.span.place(), fact.of, fact.object)).collect::<String>()
    };
    expect![[r#"
        lib/options.js:1 lib.options.schema: bodyLimit = 1024 * 1024
    "#]]
    .assert_eq(&defaults("body limit"));
    expect![[r#"
        lib/options.js:3 lib.options.retryer: retry = config.retry ?? (isServer() ? 0 : 3)
        app/cli.py:3-4 app.cli: retry-wait = 0.5
    "#]]
    .assert_eq(&defaults("retries"));
    expect![[r#"
        cmd/command.go:8-9 cmd.Command.suggest: Distance = 2
    "#]]
    .assert_eq(&defaults("distance"));
    expect![[r#"
        src/builder.rs:3 src.builder.Builder.new: max_threads = 512
    "#]]
    .assert_eq(&defaults("maximum threads in Builder"));
    expect![[r#"
        src/builder.rs:6 src.builder.Builder.capacity: cache_capacity = 2 * (1 << 20)
    "#]]
    .assert_eq(&defaults("cache capacity"));
    expect![[r#"
        app/client.py:1 app.client.POOL_SIZE: POOL_SIZE = 10
        app/client.py:4 app.client.Client.__init__: pool_maxsize = POOL_SIZE
        app/client.py:1 app.client.POOL_SIZE: 10
    "#]]
    .assert_eq(&defaults("pool size of Client"));
    expect![[r#"
        app/client.py:5 app.client.Client: timeout = 5
        app/client.py:4 app.client.Client.__init__: timeout = None
    "#]]
    .assert_eq(&defaults("timeout"));
    expect![[r#"
        app/client.py:7 app.client.run: port = 5000
    "#]]
    .assert_eq(&defaults("port"));
    expect![[r#"
        app/cli.py:3-4 app.cli: retry-wait = 0.5
    "#]]
    .assert_eq(&defaults("retry wait"));
    expect![[r#"
        cmd/command.go:5 cmd.EnablePrefix: EnablePrefix = defaultPrefix
        cmd/command.go:3 cmd.defaultPrefix: false
    "#]]
    .assert_eq(&defaults("enable prefix"));
}

#[test]
fn what_a_package_exports_is_found_by_its_name() {
    let codebase = built(snapshot_of(PYTHON));
    assert_eq!(codebase.describe("app.FileConfig").unwrap().of[0].symbol.qualified_name, "app.config.FileConfig");
    assert!(codebase.describe("other.FileConfig").is_err());
}

#[test]
fn an_index_in_pages_states_the_same_of_the_symbol_itself() {
    let codebase = built(snapshot_of(PYTHON));
    let open = || block_on(Reader::open(Rc::new(InMemory(directory(&codebase))))).unwrap();
    let reader = open();
    for name in ["Config.load", "Config", "parse"] {
        let whole = codebase.describe(name).unwrap();
        let paged = block_on(reader.ask(|codebase| codebase.describe(name))).unwrap().unwrap();
        let facts = |described: &Described| described.of[0].facts.clone();
        assert_eq!(facts(&paged), facts(&whole), "{name}");
    }
    // With little to read it ends, and does not fail.
    let reader = open().with_bounds(Bounds { pages: 2, bytes: 1_000_000 });
    let bounded = block_on(reader.ask_bounded(|codebase| codebase.describe("Config.load").is_ok())).unwrap();
    assert!(bounded.cut.is_some() || bounded.answer);
}

const CHECKS: &str = r#"//- src/Spec.java
package spec;

public class Spec {
    public Spec build() {
        checkArgument(!constants.isEmpty(),
            "at least one constant is required for %s", name);
        checkState(open);
        return new Spec(this);
    }

    static void checkArgument(boolean condition, String format, Object... args) {
        if (!condition) throw new IllegalArgumentException(format);
    }
}
//- src/server.js
const errors = [
  "The value is frozen and cannot be changed",
  function (op) { return `Unknown operation of a patch: ${op}` },
];

function upgrade(request, socket) {
  if (!matches(request)) {
    abort(socket, 400);
    return;
  }
  const error = createError(RangeError, 'Max payload size exceeded', 1009);
  callback(error);
  log.error("this is only written down");
  if (request.frozen) die(7, request);
}
"#;

#[test]
fn checks_with_a_message_and_statuses_of_failure_are_errors() {
    let codebase = built(snapshot_of(CHECKS));
    let raised = |name: &str| {
        let lines = lines(&codebase, name);
        let raised = lines.lines().filter(|line| line.trim().starts_with("Raises "));
        raised.map(|line| format!("{}\n", line.trim())).collect::<String>()
    };
    expect![[r#"
        Raises checkArgument(.., "at least one constant is required for %s") @ src/Spec.java:5-6
        Raises spec.Spec.checkArgument IllegalArgumentException @ src/Spec.java:12
    "#]]
    .assert_eq(&raised("Spec.build"));
    expect![[r#"
        Raises abort(socket, 400) @ src/server.js:7-8
        Raises createError(RangeError, 'Max payload size exceeded') @ src/server.js:11
        Raises die(7) @ src/server.js:14
    "#]]
    .assert_eq(&raised("upgrade"));
}

#[test]
fn messages_in_a_table_are_found_by_their_words() {
    let codebase = built(snapshot_of(CHECKS));
    let first = |words: &str| {
        let found = codebase.failures(words).unwrap().places.into_iter().next();
        found.map(|place| format!("{} {} @ {}", place.fact.of, place.fact.object, place.fact.span.place()))
    };
    let expected = "src.server.errors The value is frozen and cannot be changed @ src/server.js:2";
    assert_eq!(first("frozen value changed").as_deref(), Some(expected));
    let expected = "src.server.errors Unknown operation of a patch: ${op} @ src/server.js:3";
    assert_eq!(first("unknown patch operation").as_deref(), Some(expected));
}

#[test]
fn a_parameter_of_the_name_is_no_mention() {
    let files = "//- a.py\ndef limit():\n    return 1\n\ndef take(limit):\n    return limit\n\nRULES = [limit]\n";
    let codebase = built(snapshot_of(files));
    check(
        &codebase,
        "limit",
        expect![[r#"
        a.limit
          UsedBy a.RULES @ a.py:7
    "#]],
    );
}
