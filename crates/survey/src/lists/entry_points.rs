//! Where programs begin, as the code says; what manifests declare is in `manifest`.

use super::Collected;
use crate::List;
use crate::scan::File;
use facts::{DefId, Definition, DefinitionKind};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    match file.language {
        Language::Python => {
            let guard = file.lines().find(|(_, text)| text.starts_with("if __name__ ==")).map(|(line, _)| line);
            if file.file_name() == "__main__.py" {
                let package = file.path.trim_end_matches("/__main__.py").rsplit('/').next().unwrap_or("");
                let line = guard.unwrap_or(1);
                out.push(List::EntryPoints, file.entry((line, line), &format!("python -m {package}"), file.path));
            } else if let Some(line) = guard {
                out.push(
                    List::EntryPoints,
                    file.entry((line, line), &format!("python {}", file.path), "__main__ guard"),
                );
            }
        }
        Language::Rust => {
            let is_binary = file.path.ends_with("src/main.rs")
                || file.path.contains("src/bin/")
                || file.path.starts_with("examples/")
                || file.path.ends_with("build.rs");
            main_function(file, is_binary && !file.path.ends_with("build.rs"), "main", out);
        }
        Language::Go => {
            let is_main = file.facts.is_some_and(|facts| facts.package.as_deref() == Some("main"));
            main_function(file, is_main, "main", out);
        }
        Language::CSharp => {
            let is_main = |d: &&Definition| d.name == "Main" && d.is_static && d.kind == DefinitionKind::Method;
            if let Some(main) = file.definitions().iter().find(is_main) {
                out.push(List::EntryPoints, file.entry(file.head_lines(main), &file.qualified(main), "main method"));
            }
        }
        Language::C | Language::Cpp => main_function(file, !file.is_test(), "main", out),
        Language::Java => {
            let main = file.definitions().iter().find(|d| {
                d.name == "main" && d.is_static && d.kind == DefinitionKind::Method && d.signature.contains("String")
            });
            if let Some(main) = main {
                out.push(List::EntryPoints, file.entry(file.head_lines(main), &file.qualified(main), "main method"));
            }
        }
        Language::Kotlin => main_function(file, true, "main", out),
        Language::Dart | Language::Zig => main_function(file, !file.is_test(), "main", out),
        Language::Elixir => {
            let is_application =
                file.facts.is_some_and(|facts| facts.imports.iter().any(|i| i.module == "Application"));
            let start = file.definitions().iter().find(|d| is_application && d.name == "start");
            if let Some(start) = start {
                let name = file.qualified(start);
                out.push(List::EntryPoints, file.entry(file.head_lines(start), &name, "application"));
            }
        }
        Language::Scala => {
            let is_main = |d: &&Definition| d.name == "main" && d.is_static && d.kind == DefinitionKind::Method;
            if let Some(main) = file.definitions().iter().find(is_main) {
                out.push(List::EntryPoints, file.entry(file.head_lines(main), &file.qualified(main), "main method"));
            }
        }
        Language::Swift => {
            let is_main =
                |d: &&Definition| d.kind.is_type() && file.decorators_of(d).iter().any(|one| one.last_name() == "main");
            if let Some(main) = file.definitions().iter().find(is_main) {
                out.push(List::EntryPoints, file.entry(file.head_lines(main), &file.qualified(main), "main type"));
            } else if file.file_name() == "main.swift" {
                out.push(List::EntryPoints, file.entry((1, 1), file.path, "top-level code"));
            }
        }
        Language::JavaScript
        | Language::TypeScript
        | Language::Ruby
        | Language::Php
        | Language::Shell
        | Language::Lua
            if file.text.starts_with("#!") =>
        {
            out.push(List::EntryPoints, file.entry((1, 1), file.path, "executable script"));
        }
        Language::Config if file.file_name() == "Dockerfile" => {
            for (line, text) in file.lines() {
                let text = text.trim();
                if text.starts_with("ENTRYPOINT") || text.starts_with("CMD") {
                    out.push(List::EntryPoints, file.entry((line, line), text, file.path));
                }
            }
        }
        _ => {}
    }
}

fn main_function(file: &File<'_>, is_wanted: bool, name: &str, out: &mut Collected) {
    let main = file.definitions().iter().find(|d| d.name == name && d.parent == Some(DefId::MODULE));
    if let Some(main) = main.filter(|main| is_wanted && main.kind == DefinitionKind::Function) {
        out.push(List::EntryPoints, file.entry(file.head_lines(main), "main", file.path));
    }
}
