//! The public API: what other code may import.

use super::Collected;
use crate::List;
use crate::scan::File;
use facts::{DefId, DefinitionKind, FileFacts};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts.filter(|_| !file.is_aside()) else { return };
    let is_package = file.file_name() == "__init__.py";
    let is_index = is_index(file);
    let internal =
        file.path.split('/').any(|part| part == "internal" || (part.starts_with('_') && part != "__init__.py"));
    if internal {
        return;
    }
    if is_package {
        for import in facts.imports.iter().filter(|import| import.reexport) {
            let name = import.alias.as_ref().filter(|alias| !alias.is_empty()).or(import.item.as_ref());
            let Some(name) = name.filter(|name| !name.starts_with('_') && *name != "*") else { continue };
            let is_own =
                import.level > 0 || file.path.contains(&format!("{}/", import.module.split('.').next().unwrap_or("")));
            // `import typing` in a package's file is not what it offers.
            let is_named = import.item.is_some() && is_own;
            if is_named {
                let from = format!("from {}{}", ".".repeat(import.level as usize), import.module);
                let lines = (import.span.start_line, import.span.end_line);
                let line = line_of(file, lines, name);
                out.push(List::Api, file.entry((line, line), name, &from).about(["package".to_owned()]));
            }
        }
    }
    if is_index {
        reexported(file, facts, out);
        if file.is_script() {
            assigned(file, out);
        }
    }
    for definition in &facts.definitions {
        let is_top = definition.parent == Some(DefId::MODULE) && definition.owner.is_none();
        let is_kind = matches!(
            definition.kind,
            DefinitionKind::Class
                | DefinitionKind::Interface
                | DefinitionKind::Enum
                | DefinitionKind::TypeAlias
                | DefinitionKind::Function
                | DefinitionKind::Macro
        ) || definition.kind == DefinitionKind::Variable && is_index && file.is_script();
        let is_public = definition.exported && !definition.is_test && !definition.name.starts_with('_');
        if !(is_top && is_kind && is_public)
            || (file.language == Language::Go && facts.package.as_deref() == Some("main"))
        {
            continue;
        }
        let place = if is_package || is_index { "package" } else { "module" };
        let entry = file.entry(file.head_lines(definition), &definition.name, &definition.signature);
        out.push(List::Api, entry.about([place.to_owned(), definition.kind.word().to_owned()]));
    }
}

/// The module by which a package of scripts or Rust is imported.
fn is_index(file: &File<'_>) -> bool {
    let stem = file.file_name().split('.').next().unwrap_or("");
    // `immer/src/immer.ts`: called as the folder of the repository is.
    let is_named_so =
        |path: &str| path.split_once('/').is_some_and(|(root, rest)| root == stem && rest.matches('/').count() < 2);
    (file.is_script() && (stem == "index" || is_named_so(file.path))) || file.file_name() == "lib.rs"
}

/// `export { a } from "./a"`, `pub use a::A;`
fn reexported(file: &File<'_>, facts: &FileFacts, out: &mut Collected) {
    for import in facts.imports.iter().filter(|import| import.reexport) {
        let lines = (import.span.start_line, import.span.end_line);
        let name = import.alias.as_ref().filter(|alias| !alias.is_empty()).or(import.item.as_ref());
        let Some(name) = name.filter(|name| !name.starts_with('_')) else { continue };
        let from = format!("from {}", import.module);
        // What a whole module exports is in that module.
        let line = if name == "*" { lines.0 } else { line_of(file, lines, name) };
        out.push(List::Api, file.entry((line, line), name, &from).about(["package".to_owned()]));
    }
}

/// `exports.Command = Command;`
fn assigned(file: &File<'_>, out: &mut Collected) {
    for (line, text) in file.lines() {
        let Some((target, value)) = text.split_once(" = ") else { continue };
        let name = target.strip_prefix("module.exports.").or_else(|| target.strip_prefix("exports."));
        let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        // Functions are definitions of their own.
        let is_defined = file.definitions().iter().any(|definition| definition.name_span.start_line == line);
        if let Some(name) = name.filter(is_name).filter(|_| !is_defined) {
            let value = value.trim_end_matches(';');
            out.push(List::Api, file.entry((line, line), name, value).about(["package".to_owned()]));
        }
    }
}

/// The line of a statement that has the word.
fn line_of(file: &File<'_>, (first, last): (u32, u32), word: &str) -> u32 {
    let has = |text: &str| code_words::identifier::words(text).any(|other| other == word);
    let lines = file.text.lines().skip(first as usize - 1).take((last - first + 1) as usize);
    (first..).zip(lines).find(|(_, text)| has(text)).map_or(first, |(line, _)| line)
}
