//! `go.mod`

use super::{Manifest, Row};

pub fn read(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut inside = false;
    for (line, raw) in (1..).zip(source.lines()) {
        let text = raw.split("//").next().unwrap_or("").trim();
        let detail = if raw.contains("// indirect") { "indirect " } else { "" };
        if let Some(name) = text.strip_prefix("module ") {
            manifest.name = Some(Row::new(name.trim(), "", line));
            manifest.scripts.push(Row::new("go build ./...", "builds it", line));
            manifest.scripts.push(Row::new("go test ./...", "runs its tests", line));
        } else if text.starts_with("require (") {
            inside = true;
        } else if text == ")" {
            inside = false;
        } else if let Some((name, version)) =
            text.strip_prefix("require ").or(inside.then_some(text)).and_then(|t| t.trim().split_once(' '))
        {
            manifest.dependencies.push(Row::new(name, format!("{detail}{version}"), line));
        }
    }
    manifest
}
