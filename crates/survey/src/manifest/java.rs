//! `pom.xml`, `build.gradle`

use super::{Manifest, Row};
use crate::scan::literal;

pub fn pom(source: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let (mut inside, mut group) = (false, String::new());
    for (line, text) in (1..).zip(source.lines()) {
        let text = text.trim();
        let value = |tag: &str| {
            let inner = text.strip_prefix(&format!("<{tag}>"))?;
            inner.split("</").next().map(str::to_owned)
        };
        inside = (inside || text.starts_with("<dependency>")) && !text.starts_with("</dependency>");
        if let Some(name) = value("groupId").filter(|_| inside) {
            group = name;
        } else if let Some(name) = value("artifactId") {
            match inside {
                true => manifest.dependencies.push(Row::new(format!("{group}:{name}"), "", line)),
                false if manifest.name.is_none() => manifest.name = Some(Row::new(name, "", line)),
                false => {}
            }
        } else if let Some(said) = value("description").filter(|_| manifest.description.is_none()) {
            manifest.description = Some(Row::new("description", said, line));
        }
    }
    manifest
}

pub fn gradle(source: &str) -> Manifest {
    const KINDS: &[&str] = &["implementation", "api", "testImplementation", "compileOnly", "runtimeOnly", "kapt"];
    let mut manifest = Manifest::default();
    for (line, text) in (1..).zip(source.lines()) {
        let text = text.trim();
        let Some(kind) = KINDS.iter().find(|kind| text.starts_with(**kind)) else { continue };
        let value = text[kind.len()..].trim().trim_matches(['(', ')']);
        if let Some(name) = literal(value) {
            let (name, version) = match name.match_indices(':').nth(1) {
                Some((at, _)) => (name[..at].to_owned(), name[at + 1..].to_owned()),
                None => (name, String::new()),
            };
            manifest.dependencies.push(Row::new(name, format!("{kind} {version}").trim(), line));
        }
    }
    manifest
}
