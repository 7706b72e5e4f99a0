//! Commands of a command line.

use super::{Collected, go_commands};
use crate::List;
use crate::scan::{Argument, File, last_segment};
use facts::{Call, CallKind, Definition, DefinitionKind};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for definition in file.definitions() {
        decorated(file, definition, out);
    }
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        called(file, call, callee, out);
    }
    match file.language {
        Language::Go => go_commands::collect(file, out),
        Language::Python => management(file, out),
        _ => {}
    }
}

/// `@click.command("name")`, `@cli.command()`, `@app.command`, picocli's `@Command(name = "x")`, a clap enum.
fn decorated(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    if definition.decorators.is_empty() && file.language != Language::Rust && file.language != Language::Java {
        return;
    }
    for decorator in file.decorators_of(definition) {
        let lines = (decorator.line, definition.name_span.start_line);
        match (file.language, decorator.last_name()) {
            (Language::Python, last @ ("command" | "group")) if definition.kind.is_callable() => {
                // Typer's callback and test markers have other names.
                let given = decorator.first_literal().or_else(|| decorator.named("name").and_then(Argument::literal));
                let name = given.unwrap_or_else(|| definition.name.trim_matches('_').replace('_', "-"));
                let what = if last == "group" { "group, " } else { "" };
                let handler = file.qualified(definition);
                let entry = file.entry(lines, &name, &format!("{what}{handler}"));
                out.push(List::Commands, entry.about([handler]));
            }
            (Language::Java, "Command") if definition.kind.is_type() => {
                let name = decorator.named("name").and_then(Argument::literal);
                let entry = file.entry(lines, name.as_deref().unwrap_or(&definition.name), &definition.name);
                out.push(List::Commands, entry);
            }
            (Language::Rust, "derive")
                if definition.kind == DefinitionKind::Enum
                    && decorator.inside.split(',').any(|name| last_segment(name.trim()) == "Subcommand") =>
            {
                variants(file, definition, out);
            }
            _ => {}
        }
    }
}

/// The variants of a clap enum, from the code between its braces.
fn variants(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    let (start, end) = (definition.name_span.end as usize, definition.span.end as usize);
    let Some(body) = file.code.get(start..end) else { return };
    let Some(open) = body.find('{') else { return };
    let close = body.rfind('}').unwrap_or(body.len()).max(open + 1);
    let inside = &body[open + 1..close];
    for part in crate::scan::split(inside) {
        let offset = part.as_ptr() as usize - file.code.as_ptr() as usize;
        let Some((at, name)) = variant_name(part) else { continue };
        let line = file.line_at(offset + at);
        let renamed = part[..at].split("name").nth(1).and_then(|rest| rest.split('"').nth(1));
        let name = renamed.map_or_else(|| kebab(name), str::to_owned);
        let handler = format!("{}::{}", definition.name, &part[at..at + variant_length(&part[at..])]);
        out.push(List::Commands, file.entry((line, line), &name, &handler).about([handler.clone()]));
    }
}

/// Where a variant's own name is, behind its attributes.
fn variant_name(part: &str) -> Option<(usize, &str)> {
    let mut at = 0;
    loop {
        let rest = &part[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("#[") {
            let mut depth = 0usize;
            let end = trimmed.char_indices().find(|(_, c)| {
                depth = match c {
                    '[' => depth + 1,
                    ']' => depth - 1,
                    _ => depth,
                };
                *c == ']' && depth == 0
            });
            at += end?.0 + 1;
        } else {
            let length = variant_length(trimmed);
            return (length > 0).then(|| (at, &part[at..at + length]));
        }
    }
}

fn variant_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
}

fn kebab(name: &str) -> String {
    code_words::identifier::parts(name).map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// `add_parser("x")`, `.command("x")`, `Command::new("x")`.
fn called(file: &File<'_>, call: &Call, callee: &str, out: &mut Collected) {
    let last = last_segment(callee);
    let name = || file.arguments_of(call).first().and_then(Argument::literal);
    let found = match file.language {
        Language::Python if last == "add_parser" => name(),
        Language::JavaScript | Language::TypeScript | Language::Tsx if last == "command" && callee.contains('.') => {
            name()
        }
        Language::Rust if is_clap(callee) && file.code.contains("clap") && !starts_programs(file) => name(),
        Language::Rust if callee.ends_with("Command.new") && is_described(file, call) => name(),
        _ => None,
    };
    let Some(name) = found.filter(|name| !name.is_empty()) else { return };
    let line = file.facts.map_or(call.span.start_line, |facts| facts.line_of_call(call));
    let detail = file.arguments_of(call).get(1).and_then(Argument::literal).unwrap_or_default();
    let help =
        || file.arguments_of(call).iter().find(|a| a.name.as_deref() == Some("help")).and_then(Argument::literal);
    let detail = if file.language == Language::Python { help().unwrap_or_default() } else { detail };
    out.push(List::Commands, file.entry((line, line), &name, &detail));
}

/// Whether the chain of calls that begins with this one gives what only a command of clap has: then it is one, whatever
/// name it was imported by and from where, as through a prelude of the repository's own.
fn is_described(file: &File<'_>, new: &Call) -> bool {
    const ONLY_CLAP: &[&str] =
        &["about", "long_about", "subcommand", "visible_alias", "arg_required_else_help", "after_help"];
    let chain = file.calls().filter(|(call, _)| call.span.start == new.span.start);
    chain.map(|(_, callee)| last_segment(callee)).any(|name| ONLY_CLAP.contains(&name))
}

/// Whether `Command` is that of a process: `use std::process::Command`, `use tokio::process::{Child, Command}`.
fn starts_programs(file: &File<'_>) -> bool {
    let imported = |(at, _): (usize, &str)| {
        let behind = &file.code[at + "process::".len()..];
        let list =
            behind.strip_prefix('{').and_then(|inside| inside.split_once('}')).map_or(behind, |(inside, _)| inside);
        let names = if behind.starts_with('{') { list } else { behind.split([';', ' ', '(']).next().unwrap_or("") };
        code_words::identifier::words(names).any(|word| word == "Command")
    };
    file.code.match_indices("process::").any(imported)
}

fn is_clap(callee: &str) -> bool {
    ["Command.new", "SubCommand.with_name", "App.new"]
        .iter()
        .any(|end| callee == *end || callee.ends_with(&format!(".{end}")))
}

/// Django's `management/commands/name.py`.
fn management(file: &File<'_>, out: &mut Collected) {
    let stem = file.file_name().trim_end_matches(".py");
    if file.path.contains("management/commands/") && !stem.starts_with('_') {
        let class = file.definitions().iter().find(|d| d.name == "Command");
        let lines = class.map_or((1, 1), |class| file.head_lines(class));
        out.push(List::Commands, file.entry(lines, stem, "Command"));
    }
}
