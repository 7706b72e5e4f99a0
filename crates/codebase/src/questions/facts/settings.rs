//! Settings and environment variables that code reads by name.

use super::FactKind;
use super::errors::Said;
use super::masked::{is_word, on_one_line};
use compact_sort::CompactSort;

/// What is in front of the name of an environment variable.
const ENVIRONMENT: &[&str] = &[
    "os.environ[",
    "os.environ.get(",
    "environ.get(",
    "os.getenv(",
    "process.env.",
    "process.env[",
    "import.meta.env.",
    "env::var(",
    "env::var_os(",
    "env!(",
    "option_env!(",
    "os.Getenv(",
    "os.LookupEnv(",
    "System.getenv(",
    "System.getProperty(",
    "Deno.env.get(",
    "ENV[",
    "ENV.fetch(",
    "getenv(",
    "$_ENV[",
    "$_SERVER[",
    "Environment.GetEnvironmentVariable(",
];
/// What is in front of the name of a setting.
const SETTINGS: &[&str] = &["config[", "config.get(", "settings[", "settings.get(", "settings.", "conf[", "conf.get("];

/// What is read, in the order of the text.
pub fn read(text: &str, masked: &str) -> Vec<Said> {
    let mut found = Vec::new();
    for prefix in ENVIRONMENT.iter().chain(SETTINGS) {
        for (at, _) in masked.match_indices(prefix) {
            if at > 0 && is_word(masked.as_bytes()[at - 1]) {
                continue;
            }
            let from = at + prefix.len();
            if let Some(name) = name_at(text, from, prefix.ends_with('.')) {
                let end = masked[from..].find('\n').map_or(masked.len(), |end| from + end);
                let start = masked[..at].rfind('\n').map_or(0, |newline| newline + 1);
                found.push(Said { kind: FactKind::Reads, object: name, from: start, to: end });
            }
        }
    }
    found.compact_sort_by_key(|said: &Said| (said.from, said.object.clone()));
    found.dedup_by(|a, b| a.from == b.from && a.object == b.object);
    found
}

fn name_at(text: &str, from: usize, plain: bool) -> Option<String> {
    let rest = &text[from..];
    let word = |rest: &str| {
        rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-')).collect::<String>()
    };
    let name = match rest.chars().next()? {
        '"' | '\'' => word(&rest[1..]),
        // Of attributes only those that are written as constants are.
        _ if plain => {
            Some(word(rest)).filter(|name| name.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_'))?
        }
        _ => return None,
    };
    Some(on_one_line(&name, 80)).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_names_of_what_is_read() {
        let text = "x = os.environ[\"HOME\"] or app.config['KEY']\ny = settings.DEBUG + settings.update()\nz = process.env.PORT";
        let masked = super::super::masked::masked(text, super::super::masked::Family::Python);
        let names: Vec<String> = read(text, &masked).into_iter().map(|said| said.object).collect();
        assert_eq!(names, ["HOME", "KEY", "DEBUG", "PORT"]);
    }
}
