//! Environment variables that code reads.

use super::Collected;
use crate::List;
use crate::scan::{File, is_in_string, literal_behind, places, value_of_constant};
use source::Language;

/// Code before the name of a variable, and what closes it: quotes are part of the name's literal.
const READS: &[(&str, &[Language])] = &[
    ("os.environ[", &[Language::Python]),
    ("os.environ.get(", &[Language::Python]),
    ("os.environ.pop(", &[Language::Python]),
    ("os.environ.setdefault(", &[Language::Python]),
    ("environ.get(", &[Language::Python]),
    ("environ[", &[Language::Python]),
    // A field or a global that holds it.
    ("_environ.get(", &[Language::Python]),
    ("_environ[", &[Language::Python]),
    ("getenv(", &[Language::Python, Language::Php, Language::C, Language::Cpp, Language::Lua]),
    ("envvar=", &[Language::Python]),
    ("process.env[", SCRIPTS),
    ("Deno.env.get(", SCRIPTS),
    ("env::var(", &[Language::Rust]),
    ("env::var_os(", &[Language::Rust]),
    ("env!(", &[Language::Rust]),
    ("System.getenv(", &[Language::Java, Language::Kotlin, Language::Scala]),
    ("sys.env(", &[Language::Scala]),
    ("sys.env.get(", &[Language::Scala]),
    ("sys.env.getOrElse(", &[Language::Scala]),
    ("os.Getenv(", &[Language::Go]),
    ("os.LookupEnv(", &[Language::Go]),
    ("ENV[", &[Language::Ruby]),
    ("$_ENV[", &[Language::Php]),
    ("GetEnvironmentVariable(", &[Language::CSharp]),
    ("ProcessInfo.processInfo.environment[", &[Language::Swift]),
    ("Platform.environment[", &[Language::Dart]),
    ("String.fromEnvironment(", &[Language::Dart]),
    ("ENV.fetch(", &[Language::Ruby]),
    ("hasEnvVarConstant(", &[Language::Zig]),
    (OWNED, &[Language::Zig]),
    ("posix.getenv(", &[Language::Zig]),
    ("os.getenv(", &[Language::Zig]),
    ("System.get_env(", &[Language::Elixir]),
    ("System.fetch_env(", &[Language::Elixir]),
    ("System.fetch_env!(", &[Language::Elixir]),
];
/// The name is its second argument, behind an allocator.
const OWNED: &str = "getEnvVarOwned(";
const SCRIPTS: &[Language] = &[Language::JavaScript, Language::TypeScript, Language::Tsx];
/// Code before a name that is written as a property.
const PROPERTIES: &[&str] = &["process.env.", "import.meta.env.", "Bun.env."];

/// Whether reading an environment variable is known in the language. Schemas read none.
pub fn is_read_in(language: Language) -> bool {
    language == Language::Shell
        || language.is_schema()
        || READS.iter().any(|(_, languages)| languages.contains(&language))
}

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let mut found: Vec<(usize, Option<String>)> = Vec::new();
    for (before, languages) in READS {
        if !languages.contains(&file.language) {
            continue;
        }
        for at in places(&file.code, before) {
            // Of a bare `environ` the module must say that it is that of the process: WSGI has one too.
            let is_longer = before.starts_with("environ")
                && (file.code[..at].ends_with("os.") || !file.code.contains("from os import"));
            let is_other = before.starts_with("_environ") && !file.code.contains("os.environ");
            let inside_word = before.starts_with(char::is_alphanumeric)
                && file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                && *before != "env!(";
            if is_longer || is_other || inside_word {
                continue;
            }
            let mut rest = &file.code[at + before.len()..];
            if *before == OWNED {
                rest = rest.split_once(',').map_or("", |(_, rest)| rest.trim_start());
            }
            if is_written(before, rest) {
                continue;
            }
            found.push((at, literal_behind(rest).or_else(|| value_of_constant(file, rest))));
        }
    }
    prefixes(file, &mut found);
    if file.is_script() {
        for before in PROPERTIES {
            for at in places(&file.code, before) {
                let rest = &file.code[at + before.len()..];
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                let after = rest[end..].trim_start();
                let is_write = after.starts_with('=') && !after.starts_with("==");
                if end > 0 && !is_write && !is_in_string(&file.code, at) {
                    found.push((at, Some(rest[..end].to_owned())));
                }
            }
        }
    }
    expansions(file, &mut found);
    sample(file, out);
    found.sort();
    for (at, name) in found {
        let line = file.line_at(at);
        let shown = file.shown(line);
        let Some(name) = name else {
            out.push(List::Environment, file.entry((line, line), "", shown));
            continue;
        };
        if is_name(&name) {
            out.push(List::Environment, file.entry((line, line), &name, shown));
        }
    }
}

/// Shell: `${MODE:-fast}`, `${MODE:?}`: the script itself may not have set it, so it comes from outside. Names that the script
/// assigns, and reads of plain `$MODE`, are not taken: most of those are its own.
fn expansions(file: &File<'_>, found: &mut Vec<(usize, Option<String>)>) {
    if file.language != Language::Shell {
        return;
    }
    for at in places(&file.code, "${") {
        let rest = &file.code[at + 2..];
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).unwrap_or(0);
        let (name, behind) = rest.split_at(end);
        let has_default = behind.trim_start_matches(':').starts_with(['-', '=', '?', '+']);
        if end > 1 && has_default && !is_assigned(file, name) {
            found.push((at, Some(name.to_owned())));
        }
    }
}

/// Whether a line gives the name a value that is not its own with a default: `MODE=${MODE:-fast}` does not.
fn is_assigned(file: &File<'_>, name: &str) -> bool {
    file.lines().any(|(_, text)| {
        let text = text.trim_start();
        let text = ["export ", "local ", "readonly "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
        let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        value.is_some_and(|value| !value.trim_start_matches('"').starts_with(&format!("${{{name}")))
    })
}

/// click: `auto_envvar_prefix="APP"` reads a variable for each option.
fn prefixes(file: &File<'_>, found: &mut Vec<(usize, Option<String>)>) {
    const PREFIX: &str = "auto_envvar_prefix=";
    if file.language == Language::Python {
        let prefixes = places(&file.code, PREFIX);
        found.extend(
            prefixes.filter_map(|at| Some((at, Some(literal_behind(&file.code[at + PREFIX.len()..])? + "_*")))),
        );
    }
}

/// `os.environ["X"] = value` writes it.
fn is_written(before: &str, rest: &str) -> bool {
    if !before.ends_with('[') {
        return false;
    }
    let after = rest.split_once(']').map_or("", |(_, after)| after.trim_start());
    after.starts_with('=') && !after.starts_with("==")
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '*'))
}

/// `.env.example`: a line a variable.
fn sample(file: &File<'_>, out: &mut Collected) {
    if !file.file_name().starts_with(".env") {
        return;
    }
    for (line, text) in file.lines() {
        let Some((name, _)) = text.trim().trim_start_matches("export ").split_once('=') else { continue };
        if is_name(name.trim()) {
            out.push(List::Environment, file.entry((line, line), name.trim(), "a sample of the environment"));
        }
    }
}
