//! `Cargo.toml`

use super::toml_lines::{lines, one_line, text};
use super::{Manifest, Row};

pub fn read(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut package = None;
    let mut optional: Vec<Row> = Vec::new();
    for line in lines(source) {
        let table = line.table.as_str();
        let is_dependencies = table == "workspace.dependencies"
            || table == "dependencies"
            || table.ends_with("-dependencies")
            || table.ends_with(".dependencies");
        let single = table
            .rsplit_once('.')
            .filter(|(of, _)| *of == "dependencies" || of.ends_with("-dependencies") || of.ends_with(".dependencies"));
        match (table, line.key.as_str()) {
            ("package", "name") => {
                manifest.name = text(&line.value).map(|name| Row::new(name, "", line.line));
                package = Some(line.line);
            }
            ("package", "description") => {
                manifest.description = text(&line.value).map(|said| Row::new("description", said, line.line));
            }
            ("bin", "name") => {
                manifest.entry_points.extend(text(&line.value).map(|name| Row::new(name, "binary target", line.line)));
            }
            ("features", name) => manifest.features.push(Row::new(name, one_line(&line.value), line.line)),
            _ if is_dependencies => {
                let is_optional = line.value.replace(' ', "").contains("optional=true");
                optional.extend(is_optional.then(|| implied(line.key.trim_matches('"'), line.line)));
                let kind = match table {
                    "dependencies" => "",
                    "workspace.dependencies" => "of the workspace ",
                    table if table.contains("dev-") => "for development ",
                    table if table.contains("build-") => "for building ",
                    _ => "",
                };
                let name = line.key.split('.').next().unwrap_or(&line.key).trim_matches('"').to_owned();
                manifest.dependencies.push(Row::new(
                    name,
                    format!("{kind}{}", line.value.replace('\n', " ")).trim(),
                    line.line,
                ));
            }
            _ => {
                if let Some((_, name)) = single
                    && (line.key == "version" || line.key == "path" || line.key == "workspace")
                    && !manifest.dependencies.iter().any(|row| row.name == name)
                {
                    manifest.dependencies.push(Row::new(name, line.value.clone(), line.line));
                }
                if let Some((_, name)) = single
                    && (line.key.as_str(), line.value.as_str()) == ("optional", "true")
                {
                    optional.push(implied(name, line.line));
                }
            }
        }
    }
    if let Some(line) = package {
        manifest.scripts.push(Row::new("cargo build", "builds it", line));
        manifest.scripts.push(Row::new("cargo test", "runs its tests", line));
    }
    // An optional dependency is a feature of its own name, unless a feature names it with `dep:`.
    let is_named = |row: &Row| manifest.features.iter().any(|of| of.detail.contains(&format!("\"dep:{}\"", row.name)));
    optional.retain(|row| !is_named(row) && !manifest.features.iter().any(|of| of.name == row.name));
    manifest.features.extend(optional);
    manifest
}

fn implied(name: &str, line: u32) -> Row {
    Row::new(name, "the optional dependency of this name", line)
}
