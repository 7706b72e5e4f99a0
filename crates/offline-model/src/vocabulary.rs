//! The words that the rules look for, as questions in English have them.
//!
//! Each list was collected from the questions of this crate's tests and of `tests/eval`, and grows with questions that
//! are misunderstood. Stop words are those of [`code_words::stop_words`].

use code_words::everyday::says_little;
use code_words::stop_words::{is_generic, is_stop_word};

/// What symbols are called in questions: the word beside one may be a name. The kinds of the languages read here.
#[rustfmt::skip]
pub const NOUNS: &[&str] = &[
    "function", "method", "class", "module", "struct", "trait", "interface", "enum", "type", "symbol", "constant",
    "variable", "macro", "decorator", "constructor", "component",
];
/// What folders are called.
#[rustfmt::skip]
pub const FOLDER_NOUNS: &[&str] = &[
    "folder", "directory", "dir", "subfolder",
];
/// Words before a noun that say which kind of it is meant, and name none: "the temporary folder", "a test class".
#[rustfmt::skip]
pub const DESCRIBING: &[&str] = &[
    "abstract", "actual", "base", "callback", "certain", "child", "concrete", "current", "custom", "default", "derived", "empty", "error",
    "destination", "existing", "factory", "first", "generic", "given", "helper", "home", "inner", "input", "internal", "last", "local", "main", "missing", "nested", "new",
    "next", "old", "other", "outer", "parent", "plain", "previous", "private", "protected", "public", "remote", "root", "same", "second", "single",
    "static", "super", "target", "temp", "temporary", "test", "unknown", "user", "utility", "whole", "working", "wrong", "wrapper",
];
/// Verbs after which "that" and "this" refer to a symbol, and before which a noun may be followed by a name. Those of the
/// patterns in [`grammar`](crate::grammar).
#[rustfmt::skip]
pub const VERBS: &[&str] = &[
    "call", "calls", "called", "do", "does", "work", "works", "defined", "use", "uses", "used", "reach", "get", "is",
    "located", "live", "return", "implemented",
];
/// Left out before a sentence is compared with the patterns: its shape is the same without them.
#[rustfmt::skip]
pub const FILLERS: &[&str] = &[
    "the", "a", "an", "please", "exactly", "actually", "really", "all", "any", "both", "eventually", "finally",
    "ever", "directly", "indirectly", "first", "also", "then", "function", "functions", "method", "methods", "class",
    "classes", "module", "modules", "struct", "trait", "interface", "enum", "type", "symbol", "constant", "variable",
    "macro", "decorator", "constructor", "component", "code", "named",
];
/// Left out at the end of a sentence for the same reason.
#[rustfmt::skip]
pub const TAIL: &[&str] = &[
    "in", "this", "the", "code", "codebase", "repo", "repository", "project", "here", "from", "please", "again",
    "anywhere", "currently", "package", "library",
];
/// A question about one of these and nothing else is about the repository.
#[rustfmt::skip]
pub const ABOUT_ALL: &[&str] = &[
    "repository", "repo", "project", "codebase", "overview", "architecture", "structure", "library", "package", "app",
    "application", "program",
];
/// Words that begin a clause.
#[rustfmt::skip]
pub const CLAUSE: &[&str] = &[
    "and", "but", "or", "so", "then", "when", "where", "why", "how", "what", "who", "which", "if", "while", "because",
    "once", "after", "before", "whether",
];
/// After these comes a verb rather than a noun.
#[rustfmt::skip]
pub const BEFORE_VERB: &[&str] = &[
    "i", "you", "we", "me", "us", "they", "it", "to", "that", "this", "not", "please", "let",
];
/// Words of politeness.
#[rustfmt::skip]
pub const POLITE: &[&str] = &[
    "thanks", "thank", "ok", "okay", "great", "good", "nice", "cool", "yes", "no", "right", "sure", "hi", "hello",
    "well", "now",
];
/// After "is it": the pronoun refers to nothing ("is it possible to").
#[rustfmt::skip]
pub const IMPERSONAL: &[&str] = &[
    "possible", "true", "correct", "right", "safe", "ok", "okay", "fine", "necessary", "needed", "better", "worth",
    "allowed", "easy", "hard", "clear", "intended",
];
/// Words after which a plain word before them may be a name: "where is dispatch in the code".
#[rustfmt::skip]
pub const PREPOSITIONS: &[&str] = &[
    "in", "from", "of", "inside", "within", "on", "at", "and", "or", "for", "with", "when", "by", "to", "if", "while",
    "during",
];
/// Endings of files that people name in questions.
#[rustfmt::skip]
pub const EXTENSIONS: &[&str] = &[
    "py", "pyi", "rs", "ts", "tsx", "js", "jsx", "mjs", "cjs", "go", "java", "c", "h", "cc", "cpp", "hpp", "cs", "rb",
    "php", "kt", "swift", "scala", "sh", "sql", "html", "css", "scss", "md", "mdx", "rst", "txt", "toml", "yaml",
    "yml", "json", "ini", "cfg", "xml", "lock", "gradle", "vue", "svelte", "astro", "dart",
    "ex", "exs", "zig",
];
/// Languages, products and systems whose names are written as code writes its names: in a question they are words of its topic.
/// Not here are those that code has as types of its own: `WebSocket`.
#[rustfmt::skip]
pub const PRODUCTS: &[&str] = &[
    "ActionScript", "ActiveMQ", "AsciiDoc", "BigQuery", "ChatGPT", "ClickHouse", "CoffeeScript", "CouchDB", "DuckDB", "DynamoDB",
    "ElasticSearch", "FreeBSD", "GitHub", "GitLab", "GraphQL", "InfluxDB", "IntelliJ", "JavaScript", "LaTeX", "LibreSSL", "LinkedIn",
    "MariaDB", "MongoDB", "MySQL", "NetBSD", "NodeJS", "NumPy", "OpenAI", "OpenAPI", "OpenBSD", "OpenGL", "OpenSSH", "OpenSSL",
    "PostgreSQL", "PowerShell", "PyPI", "PyTorch", "RabbitMQ", "RethinkDB", "StackOverflow", "TensorFlow", "TypeScript",
    "WebAssembly", "WordPress", "YouTube", "ZeroMQ", "gRPC", "iOS", "jQuery", "macOS",
];
/// Words of programming: a request with one is about code, though the repository may not have it.
#[rustfmt::skip]
pub const CODE_WORDS: &[&str] = &[
    "api", "argument", "async", "bug", "build", "call", "caller", "callers", "class", "code", "commit", "compile",
    "config", "constant", "crash", "debug", "decorator", "dependency", "docstring", "endpoint", "enum", "error",
    "exception", "file", "folder", "function", "git", "implement", "import", "interface", "lint", "macro", "method",
    "module", "package", "parameter", "parse", "parser", "refactor", "rename", "return", "struct", "symbol", "test",
    "syntax", "tests", "trait", "type", "variable",
];
/// Words of greetings, with those of politeness.
#[rustfmt::skip]
pub const GREETINGS: &[&str] = &[
    "hi", "hello", "hey", "morning", "evening", "afternoon", "bye", "goodbye", "thanks", "thank", "welcome", "there",
];

/// Not what any question may have, whatever it is about.
pub fn carries_meaning(term: &str) -> bool {
    let lower = term.to_lowercase();
    let is_short = lower.chars().count() < 3 && lower == term;
    !is_short
        && !is_stop_word(&lower)
        && !is_generic(&lower)
        && !ABOUT_ALL.contains(&lower.as_str())
        && !says_little(&lower)
}
