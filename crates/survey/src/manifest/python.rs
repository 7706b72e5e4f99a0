//! `pyproject.toml`, `setup.cfg`, `setup.py`, `requirements.txt`, `tox.ini`

use super::toml_lines::{lines, one_line, strings, text};
use super::{Manifest, Row};

pub fn pyproject(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    for line in lines(source) {
        match (line.table.as_str(), line.key.as_str()) {
            ("project" | "tool.poetry", "name") => {
                manifest.name = text(&line.value).map(|name| Row::new(name, "", line.line));
            }
            ("project" | "tool.poetry", "description") => {
                manifest.description = text(&line.value).map(|said| Row::new("description", said, line.line));
            }
            ("project", "dependencies") => {
                let rows = strings(&line.value).into_iter();
                manifest.dependencies.extend(rows.map(|(text, below)| requirement(&text, "", line.line + below)));
            }
            ("project.optional-dependencies" | "dependency-groups", group) => {
                let kind = format!("group {group} ");
                if line.table == "project.optional-dependencies" {
                    manifest.features.push(Row::new(group, one_line(&line.value), line.line));
                }
                let rows = strings(&line.value).into_iter().filter(|(text, _)| !text.starts_with(['.', '{']));
                manifest.dependencies.extend(rows.map(|(text, below)| requirement(&text, &kind, line.line + below)));
            }
            (table, name)
                if name != "python"
                    && (table == "tool.poetry.dependencies" || table.ends_with("group.dev.dependencies")) =>
            {
                manifest.dependencies.push(Row::new(name, line.value.replace(['"', '\n'], ""), line.line));
            }
            ("tool.poetry.extras", name) => {
                manifest.features.push(Row::new(name, one_line(&line.value), line.line));
            }
            ("project.scripts" | "project.gui-scripts" | "tool.poetry.scripts", name) => {
                manifest.entry_points.extend(text(&line.value).map(|target| Row::new(name, target, line.line)));
            }
            (table, name) if table.starts_with("project.entry-points") => {
                let group = table.trim_start_matches("project.entry-points.");
                let target = text(&line.value).unwrap_or_default();
                manifest.entry_points.push(Row::new(name, format!("{target} ({group})"), line.line));
            }
            ("tool.poe.tasks" | "tool.pdm.scripts" | "tool.hatch.envs.default.scripts", name) => {
                let tool = match line.table.as_str() {
                    "tool.poe.tasks" => "poe",
                    "tool.pdm.scripts" => "pdm run",
                    _ => "hatch run",
                };
                manifest.scripts.push(Row::new(format!("{tool} {name}"), line.value.replace('\n', " "), line.line));
            }
            (table, "commands") if table.starts_with("tool.tox.env.") => {
                let name = table.trim_start_matches("tool.tox.env.");
                let row = Row::new(format!("tox run -e {name}"), line.value.replace('\n', " "), line.line);
                manifest.scripts.push(row);
            }
            ("tool.tox.env_run_base", "commands") => {
                manifest.scripts.push(Row::new("tox", line.value.replace('\n', " "), line.line));
            }
            _ => {}
        }
    }
    manifest
}

/// `name[extra]>=1; marker` as name and the rest.
fn requirement(text: &str, kind: &str, line: u32) -> Row {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))).unwrap_or(text.len());
    Row::new(&text[..end], format!("{kind}{}", &text[end..]).trim(), line)
}

pub fn requirements(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    for (line, text) in (1..).zip(source.lines()) {
        let text = text.split('#').next().unwrap_or("").trim();
        if text.starts_with(|c: char| c.is_alphanumeric()) && !text.contains("://") {
            manifest.dependencies.push(requirement(text, "", line));
        }
    }
    manifest
}

pub fn setup_cfg(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let (mut table, mut key) = (String::new(), String::new());
    for (line, raw) in (1..).zip(source.lines()) {
        let trimmed = raw.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[') {
            table = name.trim_end_matches(']').to_owned();
            key.clear();
            continue;
        }
        let is_below = raw.starts_with([' ', '\t']);
        let value = if is_below {
            trimmed
        } else {
            let (name, value) = trimmed.split_once('=').unwrap_or((trimmed, ""));
            key = name.trim().to_owned();
            value.trim()
        };
        match (table.as_str(), key.as_str()) {
            _ if value.is_empty() => {}
            ("metadata", "name") => manifest.name = Some(Row::new(value, "", line)),
            ("metadata", "description") => manifest.description = Some(Row::new("description", value, line)),
            ("options", "install_requires") => manifest.dependencies.push(requirement(value, "", line)),
            ("options.extras_require", group) => {
                manifest.dependencies.push(requirement(value, &format!("group {group} "), line));
                match manifest.features.iter_mut().find(|row| row.name == group) {
                    Some(row) => row.detail = format!("{}, {value}", row.detail),
                    None => manifest.features.push(Row::new(group, value, line)),
                }
            }
            ("options.entry_points", "console_scripts") => {
                let (name, target) = value.split_once('=').unwrap_or((value, ""));
                manifest.entry_points.push(Row::new(name.trim(), target.trim(), line));
            }
            _ => {}
        }
    }
    manifest
}

/// The literals of a call of `setup`.
pub fn setup_py(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let line_of = |at: usize| source[..at].bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
    let value = |key: &str| {
        let at = source.find(&format!("{key}="))?;
        Some((at, &source[at + key.len() + 1..]))
    };
    let single = |key: &str| {
        let (at, rest) = value(key)?;
        Some((text(rest)?, line_of(at)))
    };
    manifest.name = single("name").map(|(name, line)| Row::new(name, "", line));
    manifest.description = single("description").map(|(said, line)| Row::new("description", said, line));
    for (key, target) in [("install_requires", 0), ("console_scripts", 1), ("scripts", 2)] {
        let is_argument = |at: &usize| source[..*at].ends_with([' ', '\t', '\n', '(', ',']);
        let start = match target {
            0 => value(key),
            1 => source.find(key).map(|at| (at, &source[at + key.len() + 1..])),
            _ => value(key).filter(|(at, _)| is_argument(at)),
        };
        let Some((at, rest)) = start else { continue };
        // `install_requires=requires`: the list is a variable of the file.
        let variable: &str = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let assigned = [format!("{variable} = ["), format!("{variable}=[")];
        let assigned = assigned.iter().filter(|_| target == 0 && !variable.is_empty());
        let found = assigned.filter_map(|text| source.find(text.as_str()).map(|at| (at, text.len() - 1))).next();
        let (at, rest) = found.map_or((at, rest), |(at, open)| (at + open, &source[at + open..]));
        let Some(open) =
            rest.find('[').filter(|open| rest[..*open].trim_matches([':', ' ', '"', '\'', '=']).is_empty())
        else {
            continue;
        };
        let end = open + list_end(&rest[open..]);
        let first = line_of(at) + rest[..open].matches('\n').count() as u32;
        for (text, below) in strings(&rest[open..end]) {
            match target {
                0 => manifest.dependencies.push(requirement(&text, "", first + below)),
                1 => {
                    let (name, target) = text.split_once('=').unwrap_or((&text, ""));
                    manifest.entry_points.push(Row::new(name.trim(), target.trim(), first + below));
                }
                _ => manifest.entry_points.push(Row::new(text, "script", first + below)),
            }
        }
    }
    manifest
}

/// Where the list ends that a text starts with; brackets in strings and comments are none.
fn list_end(text: &str) -> usize {
    let (mut depth, mut quote, mut is_comment) = (0, None, false);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match (c, quote) {
            ('\n', _) => is_comment = false,
            _ if is_comment => {}
            ('\\', Some(_)) => drop(chars.next()),
            (_, Some(open)) => quote = quote.filter(|_| c != open),
            ('#', None) => is_comment = true,
            ('"' | '\'', None) => quote = Some(c),
            ('[', None) => depth += 1,
            (']', None) if depth == 1 => return at,
            (']', None) => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Environments of tox.
pub fn tox(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    for (line, text) in (1..).zip(source.lines()) {
        if let Some(name) = text.trim().strip_prefix("[testenv").and_then(|rest| rest.strip_suffix(']')) {
            let name = name.trim_start_matches(':');
            let shown = if name.is_empty() { "tox".to_owned() } else { format!("tox run -e {name}") };
            manifest.scripts.push(Row::new(shown, "", line));
        }
    }
    manifest
}
