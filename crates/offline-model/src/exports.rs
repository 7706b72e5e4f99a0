//! What a file of JavaScript or TypeScript gives to others: its own exports, and those that it hands on from other files.
//!
//! Read line by line from the text, for `export ...`, `module.exports = ...` and `exports.name = ...`. What is computed
//! (a loop that sets exports) is not seen.

use crate::answer::place::read;
use crate::asked::Question;
use crate::known::Known;
use crate::words::Word;
use model::Step;
use protocol::Evidence;

/// Endings of the files that are read.
const ENDINGS: &[&str] = &[".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"];
/// Most files that are read for what they hand on.
const FOLLOWED: usize = 4;

/// Names that a file gives to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Its line within the text, from 0.
    pub line: usize,
    /// Empty where it is all of another file.
    pub names: Vec<String>,
    /// The module that they are of, as written.
    pub from: Option<String>,
}

/// The file whose exports are asked for: "which functions does index.js export?", "list the exports of src/api.ts".
pub fn asked(words: &[Word]) -> Option<String> {
    let opens =
        matches!(words.first()?.lower.as_str(), "what" | "which" | "what's" | "whats" | "list" | "show" | "exports");
    let is_about = |word: &Word| !word.marked && matches!(word.lower.as_str(), "export" | "exports" | "exported");
    let is_script = |word: &&Word| word.is_path() && ENDINGS.iter().any(|ending| word.text.ends_with(ending));
    if !opens || !words.iter().any(is_about) {
        return None;
    }
    words.iter().find(is_script).map(|word| word.text.clone())
}

/// The step that is missing: the file, then the files of which it hands on everything.
pub fn missing(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let Some(path) = question.paths.first() else { return Vec::new() };
    let Some(file) = read(known, path).next() else { return vec![Step::Read(path.clone())] };
    let open = followed(file).into_iter().find(|path| !known.steps().contains(&Step::Read(path.clone())));
    open.map(Step::Read).into_iter().collect()
}

/// The files of the repository of which a file hands on everything.
fn followed(file: &Evidence) -> Vec<String> {
    let all = exports(&file.excerpt).into_iter().filter(|export| export.names.is_empty());
    all.filter_map(|export| resolved(&file.path, &export.from?)).take(FOLLOWED).collect()
}

/// The path of a module that is named from a file: `./lib/store` from `src/index.js` is `src/lib/store.js`. None for a
/// package.
pub fn resolved(from: &str, module: &str) -> Option<String> {
    if !module.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            other => parts.push(other),
        }
    }
    let path = parts.join("/");
    let ending = ENDINGS.iter().find(|ending| from.ends_with(**ending))?;
    let has_ending = ENDINGS.iter().any(|ending| path.ends_with(ending));
    Some(if has_ending { path } else { path + ending })
}

/// All exports of a text, in order.
pub fn exports(text: &str) -> Vec<Export> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        let statement = || statement(&lines[at..]);
        let export = if let Some(rest) = line.strip_prefix("export ") {
            exported(rest.trim(), &statement())
        } else {
            assigned(line, &statement())
        };
        found.extend(export.map(|(names, from)| Export { line: at, names, from }));
    }
    found
}

/// The lines from the first one on until its brackets are closed.
fn statement(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines.iter().take(200) {
        text += line.trim();
        text.push(' ');
        if text.matches('{').count() <= text.matches('}').count() {
            break;
        }
    }
    text
}

type Names = (Vec<String>, Option<String>);

/// Behind the word `export`.
fn exported(rest: &str, statement: &str) -> Option<Names> {
    let from = || quoted(statement.rsplit_once(" from ")?.1);
    if let Some(all) = rest.strip_prefix('*') {
        let name = all.trim().strip_prefix("as ").and_then(|name| name.split_whitespace().next()).map(str::to_owned);
        return Some((name.into_iter().collect(), from()));
    }
    let list = rest.strip_prefix("type ").unwrap_or(rest);
    if list.starts_with('{') {
        let inside = statement.split_once('{')?.1.split_once('}')?.0;
        return Some((inside.split(',').filter_map(listed).collect(), from()));
    }
    if let Some(value) = rest.strip_prefix("default ") {
        let name = declared(value).map_or_else(|| "default".to_owned(), |name| format!("default ({name})"));
        return Some((vec![name], None));
    }
    Some((vec![declared(rest)?], None))
}

/// `createStore as create` is `create`.
fn listed(entry: &str) -> Option<String> {
    let entry = entry.trim().trim_start_matches("type ");
    let name = entry.rsplit(" as ").next()?.trim();
    is_name(name).then(|| name.to_owned())
}

/// The name that a declaration gives.
fn declared(text: &str) -> Option<String> {
    const WORDS: &[&str] = &[
        "async",
        "function",
        "function*",
        "class",
        "const",
        "let",
        "var",
        "type",
        "interface",
        "enum",
        "abstract",
        "declare",
        "namespace",
        "*",
    ];
    let mut words = text.split_whitespace().skip_while(|word| WORDS.contains(word));
    let name = words.next()?.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).next()?;
    (is_name(name) && !matches!(name, "new" | "extends")).then(|| name.to_owned())
}

/// `module.exports = ...`, `exports.name = ...`
fn assigned(line: &str, statement: &str) -> Option<Names> {
    let behind = line.strip_prefix("module.exports").or_else(|| line.strip_prefix("exports"))?;
    if let Some(member) = behind.strip_prefix('.') {
        let (name, value) = member.split_once('=')?;
        return (is_name(name.trim()) && !value.starts_with('=')).then(|| (vec![name.trim().to_owned()], None));
    }
    let value = behind.trim_start().strip_prefix('=').filter(|value| !value.starts_with('='))?;
    let value = value.trim().trim_start_matches("module.exports").trim_start_matches([' ', '=']);
    if let Some(module) = value.strip_prefix("require(") {
        return Some((Vec::new(), quoted(module)));
    }
    if value.starts_with('{') {
        let inside = statement.split_once('{')?.1;
        let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
        let key = |entry: &str| {
            let key = entry.split([':', '(']).next()?.trim().trim_matches(['\'', '"']);
            is_name(key).then(|| key.to_owned())
        };
        return Some((top_level(inside).iter().filter_map(|entry| key(entry)).collect(), None));
    }
    Some((vec![format!("the module itself ({})", declared(value)?)], None))
}

/// The parts between commas outside of brackets.
fn top_level(inside: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0usize, vec![String::new()]);
    for c in inside.chars() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}

fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().find(|c| matches!(c, '\'' | '"'))?;
    text.split(quote).nth(1).map(str::to_owned)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        && !text.starts_with(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_of_all_forms_are_read() {
        let text = "export { createStore, destroy as destroyStore,\n  type Options } from './lib/store.js';\n\
                    export * from './lib/router';\nexport * as log from 'log';\nexport { default as Logger } from './log.js';\n\
                    export async function load() {}\nexport default class App {}\nexport const LIMIT = 3;\n\
                    exports = module.exports = createThing;\nexports.helper = helper;\nmodule.exports = require('./lib/cjs');\n\
                    module.exports = {\n  parse,\n  'write': (a, b) => b,\n  close() {}\n};\nif (exports == 1) {}\nexport function* walk() {}\n";
        let shown = |export: Export| {
            format!("{}: {} < {}", export.line, export.names.join(" "), export.from.unwrap_or_default())
        };
        assert_eq!(
            exports(text).into_iter().map(shown).collect::<Vec<_>>(),
            [
                "0: createStore destroyStore Options < ./lib/store.js",
                "2:  < ./lib/router",
                "3: log < log",
                "4: Logger < ./log.js",
                "5: load < ",
                "6: default (App) < ",
                "7: LIMIT < ",
                "8: the module itself (createThing) < ",
                "9: helper < ",
                "10:  < ./lib/cjs",
                "11: parse write close < ",
                "17: walk < ",
            ]
        );
    }

    #[test]
    fn modules_are_files_beside_the_one_that_names_them() {
        assert_eq!(resolved("src/index.ts", "./lib/store").as_deref(), Some("src/lib/store.ts"));
        assert_eq!(resolved("index.js", "../up.js"), None);
        assert_eq!(resolved("a/b/index.js", "../c.mjs").as_deref(), Some("a/c.mjs"));
        assert_eq!(resolved("index.js", "react"), None);
    }

    #[test]
    fn questions_for_the_exports_of_a_file_are_read() {
        let asked = |question: &str| asked(&crate::words::split(question));
        assert_eq!(asked("Which functions does index.js export?").as_deref(), Some("index.js"));
        assert_eq!(asked("list the exports of src/api.ts").as_deref(), Some("src/api.ts"));
        for other in ["What does index.js do?", "how is the export of a.js made", "what does session.py export?"] {
            assert_eq!(asked(other), None, "{other}");
        }
    }
}
