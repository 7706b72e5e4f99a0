//! Options of a command line by the libraries of languages that have few words for them: picocli, JCommander and clikt, optparse and
//! Thor, urfave/cli, Symfony, System.CommandLine, getopt_long and CLI11, ArgumentParser, Dart's `args`, `case` in shell scripts.

use super::Collected;
use crate::List;
use crate::scan::{Argument, File, last_segment, literal, places, split, until_closed};
use code_words::identifier::parts;
use facts::{Call, CallKind};
use source::Language;

/// What marks a row of `struct option` of `getopt_long`.
const GETOPT: &[&str] = &["no_argument", "required_argument", "optional_argument"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    use Language::{C, CSharp, Cpp, Dart, Go, Java, Kotlin, Php, Ruby, Shell, Swift};
    match file.language {
        Java | Kotlin => annotated(file, &["@Option(", "@CommandLine.Option(", "@Parameter("], out),
        Swift => wrapped(file, out),
        Go => of_urfave(file, out),
        C => of_getopt(file, out),
        Cpp => of_getopt(file, out),
        Shell => of_case(file, out),
        _ => {}
    }
    if !matches!(file.language, Kotlin | Ruby | Php | CSharp | Cpp | Dart) {
        return;
    }
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        called(file, call, last_segment(callee), out);
    }
}

fn push(file: &File<'_>, lines: (u32, u32), spelled: Vec<String>, help: Option<String>, out: &mut Collected) {
    let entry = file.entry(lines, &spelled.join(", "), &help.unwrap_or_default());
    out.push(List::Options, entry.about(spelled));
}

fn called(file: &File<'_>, call: &Call, last: &str, out: &mut Collected) {
    let arguments = || file.arguments_of(call);
    let named = |arguments: &[Argument], name: &str| {
        let found = arguments.iter().find(|argument| argument.name.as_deref() == Some(name));
        found.and_then(Argument::literal)
    };
    let line = file.facts.map_or(call.span.start_line, |facts| facts.line_of_call(call));
    let literals = |arguments: &[Argument]| -> Vec<String> {
        arguments.iter().filter(|it| it.name.is_none()).filter_map(Argument::literal).collect()
    };
    let (spelled, help) = match (file.language, last) {
        // `opts.on("-v", "--[no-]verbose", "Says more")`, `option("-v", "--verbose", help = "...")`, `new Option<bool>("--all", "...")`
        (Language::Ruby, "on") | (Language::Kotlin, "option") | (Language::CSharp, "Option") => {
            let arguments = arguments();
            let (spelled, rest): (Vec<String>, Vec<String>) =
                literals(&arguments).into_iter().partition(|text| is_spelling(text));
            let spelled = spelled.iter().map(|text| text.split([' ', '=']).next().unwrap_or(text).to_owned());
            let help = ["help", "description"].iter().find_map(|name| named(&arguments, name));
            (spelled.collect::<Vec<_>>(), help.or_else(|| rest.into_iter().next()))
        }
        // Thor: `option :force, desc: "..."`
        (Language::Ruby, "option" | "method_option" | "class_option") if file.code.contains("Thor") => {
            let code = file.code_of(call);
            let name = code.split_once(':').map_or("", |(_, rest)| rest);
            let name = name.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
            let said = code.split("desc:").nth(1).and_then(|rest| literal(split(rest).first()?));
            (spelled_of(name), said)
        }
        // `$this->addOption('force', 'f', InputOption::VALUE_NONE, 'Writes over')`, `parser.addFlag('force', help: '...')`
        (Language::Php, "addOption") | (Language::Dart, "addOption" | "addFlag" | "addMultiOption") => {
            let arguments = arguments();
            let said = arguments.iter().find_map(|it| literal(it.text.strip_prefix("help:")?));
            let literals = literals(&arguments);
            let Some(name) = literals.first() else { return };
            (spelled_of(name), said.or_else(|| literals.iter().skip(1).find(|text| text.contains(' ')).cloned()))
        }
        // CLI11: `app.add_option("-f,--file", file, "...")`
        (Language::Cpp, "add_option" | "add_flag") => {
            let mut literals = literals(&arguments()).into_iter();
            let names = literals.next().unwrap_or_default();
            let spelled = names.split(',').map(str::trim).filter(|name| is_spelling(name)).map(str::to_owned);
            (spelled.collect(), literals.next())
        }
        _ => return,
    };
    if !spelled.is_empty() {
        push(file, (line, call.span.end_line.max(line)), spelled, help, out);
    }
}

fn is_spelling(text: &str) -> bool {
    text.starts_with('-') && text.trim_start_matches('-').starts_with(|c: char| c.is_alphabetic() || c == '[')
}

/// `--dry-run` of `dryRun` and `dry_run`; nothing without a name.
fn spelled_of(name: &str) -> Vec<String> {
    let words: Vec<String> = parts(name).map(str::to_lowercase).collect();
    if words.is_empty() { Vec::new() } else { vec![format!("--{}", words.join("-"))] }
}

/// `@Option(names = {"-f", "--file"}, description = "...")`, `@Parameter(names = "--file", description = "...")`.
fn annotated(file: &File<'_>, openings: &[&str], out: &mut Collected) {
    for opening in openings {
        for at in places(&file.code, opening) {
            let Some(inside) = until_closed(&file.code[at + opening.len()..]) else { continue };
            let settings: Vec<(&str, &str)> =
                split(inside).into_iter().filter_map(|part| part.split_once('=')).map(|(k, v)| (k.trim(), v)).collect();
            let value = |names: &[&str]| settings.iter().find(|(key, _)| names.contains(key)).map(|(_, value)| *value);
            let Some(names) = value(&["names", "name"]) else { continue };
            let names = names.trim().trim_matches(['{', '}', '[', ']']);
            let spelled: Vec<String> =
                split(names).into_iter().filter_map(literal).filter(|name| is_spelling(name)).collect();
            if !spelled.is_empty() {
                let lines = (file.line_at(at), file.line_at(at + opening.len() + inside.len()));
                push(file, lines, spelled, value(&["description"]).and_then(literal), out);
            }
        }
    }
}

/// `@Option(help: "...") var count: Int`, `@Flag var verbose = false`.
fn wrapped(file: &File<'_>, out: &mut Collected) {
    if !file.code.contains("ArgumentParser") {
        return;
    }
    for opening in ["@Option", "@Flag"] {
        for at in places(&file.code, opening) {
            let rest = &file.code[at + opening.len()..];
            let inside = rest.strip_prefix('(').and_then(until_closed);
            let behind = inside.map_or(rest, |inside| &rest[inside.len() + 2..]);
            let declared = behind.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
            let Some((_, name)) = declared.split_once("var ") else { continue };
            let declared_at = at + opening.len() + rest.find(declared).unwrap_or(0);
            let name = name.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
            let help = inside.and_then(|inside| {
                split(inside).into_iter().find_map(|part| literal(part.trim().strip_prefix("help:")?))
            });
            push(file, (file.line_at(at), file.line_at(declared_at)), spelled_of(name), help, out);
        }
    }
}

/// `&cli.StringFlag{Name: "lang", Aliases: []string{"l"}, Usage: "..."}`
fn of_urfave(file: &File<'_>, out: &mut Collected) {
    for at in places(&file.code, "Flag{") {
        let before = file.code[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '.')).next().unwrap_or("");
        let Some(inside) = until_closed(&file.code[at + "Flag{".len()..]).filter(|_| before.starts_with("cli.")) else {
            continue;
        };
        let value = |key: &str| {
            split(inside).into_iter().find_map(|part| part.trim().strip_prefix(key)?.trim_start().strip_prefix(':'))
        };
        let Some(name) = value("Name").and_then(literal) else { continue };
        let lines = (file.line_at(at), file.line_at(at + "Flag{".len() + inside.len()));
        push(file, lines, vec![format!("--{name}")], value("Usage").and_then(literal), out);
    }
}

/// `{"verbose", no_argument, 0, 'v'},`
fn of_getopt(file: &File<'_>, out: &mut Collected) {
    if !GETOPT.iter().any(|word| file.code.contains(word)) {
        return;
    }
    for (line, text) in file.lines() {
        let Some(inside) = text.trim_start().strip_prefix('{').and_then(until_closed) else { continue };
        let parts = split(inside);
        let Some(name) = parts.first().and_then(|name| literal(name)) else { continue };
        if !parts.get(1).is_some_and(|takes| GETOPT.contains(&takes.trim())) {
            continue;
        }
        let mut spelled = vec![format!("--{name}")];
        spelled.extend(parts.get(3).and_then(|letter| literal(letter)).map(|letter| format!("-{letter}")));
        push(file, (line, line), spelled, None, out);
    }
}

/// `-v|--verbose)` of a `case`.
fn of_case(file: &File<'_>, out: &mut Collected) {
    for (line, text) in file.lines() {
        let Some((patterns, _)) = text.trim_start().trim_start_matches('(').split_once(')') else { continue };
        let spelled: Vec<String> =
            patterns.split('|').map(|it| it.trim().trim_matches(['"', '\'']).to_owned()).collect();
        let is_one = |name: &String| {
            let letters = name.trim_start_matches('-').trim_end_matches(['*', '=', '?']);
            is_spelling(name) && letters.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        };
        if spelled.iter().all(is_one) {
            let names = spelled.iter().map(|name| name.trim_end_matches(['*', '=', '?']).to_owned()).collect();
            push(file, (line, line), names, None, out);
        }
    }
}
