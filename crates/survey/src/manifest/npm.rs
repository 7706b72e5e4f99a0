//! `package.json`

use super::{Manifest, Row};
use serde_json::Value;

pub fn read(source: &str) -> Option<Manifest> {
    let json: Value = serde_json::from_str(source).ok()?;
    let at = |section: Option<&str>, key: &str| line_of(source, section, key);
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let mut manifest = Manifest {
        name: text("name").map(|name| Row::new(name, "", at(None, "name"))),
        description: text("description")
            .filter(|said| !said.is_empty())
            .map(|said| Row::new("description", said, at(None, "description"))),
        ..Manifest::default()
    };
    for (section, kind) in [
        ("dependencies", ""),
        ("devDependencies", "for development "),
        ("peerDependencies", "of the user "),
        ("optionalDependencies", "optional "),
    ] {
        for (name, version) in json[section].as_object().into_iter().flatten() {
            let version = version.as_str().unwrap_or("");
            manifest.dependencies.push(Row::new(name, format!("{kind}{version}").trim(), at(Some(section), name)));
        }
    }
    for (name, command) in json["scripts"].as_object().into_iter().flatten() {
        let command = command.as_str().unwrap_or("");
        manifest.scripts.push(Row::new(format!("npm run {name}"), command, at(Some("scripts"), name)));
    }
    for key in ["main", "module", "types", "browser"] {
        manifest.entry_points.extend(text(key).map(|path| Row::new(path, key, at(None, key))));
    }
    match &json["bin"] {
        Value::String(path) => {
            let name = text("name").unwrap_or_else(|| path.clone());
            manifest.entry_points.push(Row::new(name, path.clone(), at(None, "bin")));
        }
        Value::Object(programs) => {
            for (name, path) in programs {
                let path = path.as_str().unwrap_or("");
                manifest.entry_points.push(Row::new(name, path, at(Some("bin"), name)));
            }
        }
        _ => {}
    }
    for (name, target) in json["exports"].as_object().into_iter().flatten() {
        let target = target.as_str().map_or_else(|| "by condition".to_owned(), str::to_owned);
        manifest.entry_points.push(Row::new(format!("exports {name}"), target, at(Some("exports"), name)));
    }
    Some(manifest)
}

/// The line of a key, behind that of its section.
fn line_of(source: &str, section: Option<&str>, key: &str) -> u32 {
    let quoted = |key: &str| format!("\"{key}\"");
    let mut lines = (1u32..).zip(source.lines());
    if let Some(section) = section {
        let wanted = quoted(section);
        let Some((line, text)) = lines.find(|(_, text)| text.trim_start().starts_with(&wanted)) else { return 1 };
        if text.contains(&quoted(key)) && section != key {
            return line;
        }
    }
    let wanted = quoted(key);
    let is_key =
        |text: &str| text.find(&wanted).is_some_and(|at| text[at + wanted.len()..].trim_start().starts_with(':'));
    lines.find(|(_, text)| is_key(text)).map_or(1, |(line, _)| line)
}
