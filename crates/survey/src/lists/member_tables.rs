//! Tables of configuration and data files: the keys of each table of TOML, the texts of its arrays, the sections of INI files, kinds
//! of dependencies (optional ones, those for development), and the outermost keys of JSON files that lie beside code.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::manifest::toml_lines::{Line, lines, strings};
use crate::scan::File;
use code_words::path::is_generated;
use std::collections::BTreeMap;

/// Fewer texts are no group.
const LEAST: usize = 2;

type Group = Vec<(u32, String, String, MemberKind)>;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let name = file.file_name();
    if file.is_test() || is_generated(file.path) || name.contains("lock") {
        return;
    }
    let groups = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("toml") => of_toml(file.text),
        Some("ini" | "cfg") => of_ini(file),
        Some("json") if name == "package.json" => of_npm(file.text),
        Some("json") if file.path.contains('/') => of_json(file),
        _ => return,
    };
    // `[features]` and `[package.metadata.docs.rs] features = [..]` are two: the deeper one keeps its whole name.
    let depth = |label: &str| label.matches('.').count();
    let mut least: BTreeMap<String, usize> = BTreeMap::new();
    for label in groups.keys() {
        let own = least.entry(last(label).to_owned()).or_insert(usize::MAX);
        *own = depth(label).min(*own);
    }
    for (label, members) in groups {
        if members.len() > limits::index::LISTED_GROUP {
            continue;
        }
        let is_outer = least.get(last(&label)) == Some(&depth(&label));
        let label_of = if is_outer { last(&label) } else { label.as_str() };
        for (line, name, detail, kind) in members {
            let detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
            out.push(List::Members, entry(file, (line, line), &name, &detail, label_of, kind).about([label.clone()]));
        }
    }
}

fn last(label: &str) -> &str {
    label.rsplit('.').next().unwrap_or(label)
}

/// Keys by table, texts by the key of their array, optional dependencies of Cargo.
fn of_toml(text: &str) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for Line { table, key, value, line } in lines(text) {
        let texts = strings(&value);
        let is_array = value.trim_start().starts_with('[');
        if is_array && texts.len() >= LEAST {
            let of = format!("{table}.{key}");
            let rows = texts.into_iter().map(|(text, below)| (line + below, text, String::new(), MemberKind::Element));
            groups.entry(of).or_default().extend(rows);
        }
        let is_dependencies = |of: &str| of == "dependencies" || of.ends_with(".dependencies");
        let single = table.rsplit_once('.').filter(|(of, _)| is_dependencies(of));
        if (key == "optional" && value.trim() == "true" && single.is_some())
            || (is_dependencies(&table) && value.replace(' ', "").contains("optional=true"))
        {
            let name = single.map_or(key.as_str(), |(_, name)| name).to_owned();
            let row = (line, name, "optional".to_owned(), MemberKind::Key);
            groups.entry("optional dependencies".to_owned()).or_default().push(row);
        }
        if !table.is_empty() {
            groups.entry(table).or_default().push((line, key, value, MemberKind::Key));
        }
    }
    groups
}

/// The sections of a file, and the keys of each.
fn of_ini(file: &File<'_>) -> BTreeMap<String, Group> {
    let (mut groups, mut section): (BTreeMap<String, Group>, Option<String>) = (BTreeMap::new(), None);
    let sections = format!("sections of {}", file.file_name());
    for (line, text) in (1..).zip(file.text.lines()) {
        if let Some(name) = text.strip_prefix('[').and_then(|text| text.split_once(']')).map(|(name, _)| name) {
            let row = (line, name.to_owned(), String::new(), MemberKind::Key);
            groups.entry(sections.clone()).or_default().push(row);
            section = Some(name.to_owned());
            if let Some(name) = name.strip_prefix("testenv:") {
                let row = (line, name.to_owned(), String::new(), MemberKind::Key);
                groups.entry("tox environments".to_owned()).or_default().push(row);
            }
        } else if let Some(section) = &section
            && let Some((key, value)) = text.split_once('=')
            && text.starts_with(char::is_alphabetic)
        {
            let row = (line, key.trim().to_owned(), value.trim().to_owned(), MemberKind::Key);
            groups.entry(section.clone()).or_default().push(row);
        }
    }
    groups
}

/// The keys of the outermost object, under the file's name: the services of `well-known/services.json`.
fn of_json(file: &File<'_>) -> BTreeMap<String, Group> {
    let stem = file.file_name().split('.').next().unwrap_or_default();
    let keys = outermost_keys(file.text);
    let is_group = keys.len() >= LEAST && !stem.is_empty();
    let rows = keys.into_iter().map(|(line, key, value)| (line, key, value, MemberKind::Key));
    if is_group { BTreeMap::from([(stem.to_owned(), rows.collect())]) } else { BTreeMap::new() }
}

/// The keys of a JSON object with their lines and what follows on them; none of what is no object.
fn outermost_keys(text: &str) -> Vec<(u32, String, String)> {
    let (mut found, mut depth, mut line) = (Vec::new(), 0usize, 1u32);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\n' => line += 1,
            '[' if depth == 0 => return Vec::new(),
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '"' => {
                let mut is_escaped = false;
                let is_end = |c: char| {
                    let ends = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    ends
                };
                let Some(end) = text[at + 1..].find(is_end).map(|end| at + 1 + end) else { return found };
                while chars.offset() <= end && chars.next().is_some() {}
                let rest = text[end + 1..].trim_start();
                if let Some(value) = rest.strip_prefix(':').filter(|_| depth == 1) {
                    // What goes on below says nothing here.
                    let value = value.lines().next().unwrap_or_default().trim().trim_end_matches(',');
                    let value = if matches!(value, "{" | "[") { "" } else { value };
                    found.push((line, text[at + 1..end].to_owned(), value.to_owned()));
                }
            }
            _ => {}
        }
    }
    found
}

/// Dependencies for development and optional ones.
fn of_npm(text: &str) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let Ok(json) = serde_json::from_str::<serde_json::Value>(text) else { return groups };
    for (key, label) in [
        ("devDependencies", "dev dependencies"),
        ("peerDependencies", "peer dependencies"),
        ("optionalDependencies", "optional dependencies"),
        ("engines", "engines"),
    ] {
        let Some(of) = json[key].as_object() else { continue };
        let start = (1u32..).zip(text.lines()).skip_while(|(_, line)| !line.contains(&format!("\"{key}\"")));
        let inside: Vec<(u32, &str)> = start.collect();
        for (name, version) in of {
            let quoted = format!("\"{name}\"");
            let line = inside.iter().find(|(_, line)| line.contains(&quoted)).map_or(1, |(line, _)| *line);
            let row = (line, name.clone(), version.as_str().unwrap_or("").to_owned(), MemberKind::Key);
            groups.entry(label.to_owned()).or_default().push(row);
        }
    }
    groups
}
