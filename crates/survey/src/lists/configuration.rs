//! Keys of a configuration: where code reads one by a literal name, where defaults are listed, fields of settings classes.

use super::Collected;
use crate::List;
use crate::scan::{File, last_segment, literal, places};
use facts::{Definition, DefinitionKind, Expr, Key, Target};
use source::Language;

/// Names of what holds a configuration.
const HOLDERS: &[&str] = &["config", "settings", "conf", "cfg", "configuration", "viper"];
const BASES: &[&str] = &["BaseSettings", "Settings", "BaseConfig"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if !file.language.is_parsed() {
        return;
    }
    reads(file, out);
    defaults(file, out);
    for definition in file.definitions() {
        fields(file, definition, out);
        values(file, definition, out);
    }
}

/// `config["KEY"]`, `config.get("key")`, `settings.KEY`.
fn reads(file: &File<'_>, out: &mut Collected) {
    for holder in HOLDERS {
        for at in places(&file.code, holder) {
            let after = &file.code[at + holder.len()..];
            let is_part = file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_part {
                continue;
            }
            let key = if let Some(inside) = after.strip_prefix('[') {
                quoted(inside)
            } else if let Some(call) = after.strip_prefix('.') {
                method(call, file.language)
            } else {
                None
            };
            if let Some(key) = key {
                let line = file.line_at(at);
                let shown = file.shown(line);
                out.push(List::Configuration, file.entry((line, line), &key, shown));
            }
        }
    }
}

fn method(call: &str, language: Language) -> Option<String> {
    const METHODS: &[&str] = &[
        "get(",
        "getString(",
        "getInt(",
        "getBoolean(",
        "getOrThrow(",
        "get_namespace(",
        "setdefault(",
        "pop(",
        "GetString(",
        "GetInt(",
        "GetBool(",
        "GetDuration(",
        "Get(",
        "has(",
        "get_string(",
        "getProperty(",
    ];
    if let Some(method) = METHODS.iter().find(|method| call.starts_with(**method)) {
        return quoted(&call[method.len()..]);
    }
    let end = call.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')).unwrap_or(call.len());
    let is_key = end > 2 && language == Language::Python && !call[end..].starts_with(|c: char| c.is_alphanumeric());
    is_key.then(|| call[..end].to_owned())
}

fn quoted(inside: &str) -> Option<String> {
    let inside = inside.trim_start();
    let quote = inside.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let end = inside[1..].find(quote)? + 2;
    let key = literal(&inside[..end])?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':'));
    is_key.then_some(key)
}

/// `default_config = {"KEY": value}`
fn defaults(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts else { return };
    for binding in &facts.bindings {
        let Target::Name(name) = &binding.target else { continue };
        let lower = name.to_lowercase();
        let is_defaults = lower.contains("default") && HOLDERS.iter().any(|holder| lower.contains(holder));
        let Some(value) = binding.value.filter(|_| is_defaults) else { continue };
        let mut keys: Vec<&String> = Vec::new();
        let collection = match facts.expr(value) {
            Expr::Collection(items) => Some(items),
            Expr::Call(call) => facts.calls.get(call.0 as usize).and_then(|call| {
                call.arguments.iter().find_map(|argument| match facts.expr(argument.value) {
                    Expr::Collection(items) => Some(items),
                    _ => None,
                })
            }),
            _ => None,
        };
        keys.extend(collection.into_iter().flatten().filter_map(|(key, _)| match key {
            Key::Text(text) => Some(text),
            _ => None,
        }));
        let start = binding.span.start as usize;
        let Some(code) = file.code.get(start..) else { continue };
        for key in keys {
            let at = [format!("\"{key}\""), format!("'{key}'")].iter().find_map(|key| code.find(key.as_str()));
            let line = file.line_at(start + at.unwrap_or(0));
            let shown = file.shown(line);
            out.push(List::Configuration, file.entry((line, line), key, shown));
        }
    }
}

/// Fields of a class of settings.
fn fields(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    let is_field = matches!(definition.kind, DefinitionKind::Field | DefinitionKind::Variable);
    let parent = definition.parent.and_then(|parent| file.definition(parent)).filter(|_| is_field);
    let Some(class) = parent.filter(|parent| parent.kind == DefinitionKind::Class) else { return };
    let is_settings = file.bases_of(class).iter().any(|base| BASES.contains(&last_segment(base)));
    let constant = definition.name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let lower = class.name.to_lowercase();
    let named = file.language == Language::Python
        && constant
        && (lower.ends_with("config") || lower.ends_with("settings"))
        && definition.name.len() > 1;
    if is_settings || named {
        let line = definition.name_span.start_line;
        let shown = file.shown(line);
        out.push(List::Configuration, file.entry((line, line), &definition.name, shown).about([class.name.clone()]));
    }
}

/// `DEBUG = True` at the top of `settings.py` or `config.py`; `@Value("${key}")`.
fn values(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    if matches!(file.language, Language::Java | Language::Kotlin) {
        for decorator in file.decorators_of(definition).iter().filter(|d| d.name == "Value") {
            let key = decorator.first_literal().and_then(|text| {
                let inside = text.strip_prefix("${")?.split(['}', ':']).next()?.to_owned();
                Some(inside)
            });
            if let Some(key) = key {
                out.push(List::Configuration, file.entry((decorator.line, decorator.line), &key, &decorator.inside));
            }
        }
        return;
    }
    let stem = file.file_name().split('.').next().unwrap_or("");
    let of_settings = file.language == Language::Python
        && (matches!(stem, "settings" | "default_settings" | "global_settings") || file.path.contains("/settings/"));
    let is_key = definition.kind == DefinitionKind::Variable
        && definition.parent == Some(facts::DefId::MODULE)
        && definition.name.len() > 1
        && definition.name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if of_settings && is_key {
        let line = definition.name_span.start_line;
        let shown = file.shown(line);
        out.push(List::Configuration, file.entry((line, line), &definition.name, shown));
    }
}
