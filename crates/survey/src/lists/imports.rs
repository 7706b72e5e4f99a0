//! Imports: the module of each as it is named from outside, and what is taken from it.

use super::Collected;
use crate::List;
use crate::scan::File;
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts else { return };
    let mut last: Option<(u32, String)> = None;
    for import in &facts.imports {
        let module = module(file, &import.module, import.level);
        let line = import.span.start_line;
        let item = import.item.clone().filter(|item| item != "*" && item != "default");
        // `from m import a, b` is one statement.
        if let (Some((at, before)), Some(item)) = (&last, &item)
            && *at == line
            && *before == module
        {
            let page = &mut out.pages[List::Imports as usize];
            if let Some(entry) = page.last_mut() {
                *entry = entry.clone().about([item.clone()]);
            }
            continue;
        }
        let entry = file.entry((line, line), &module, file.path).about(item);
        out.push(List::Imports, entry);
        last = Some((line, module));
    }
}

/// Relative imports are named by their place.
fn module(file: &File<'_>, module: &str, level: u32) -> String {
    match file.language {
        Language::Python if level > 0 => {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for _ in 1..level {
                parts.pop();
            }
            if matches!(parts.first(), Some(&("src" | "lib"))) {
                parts.remove(0);
            }
            parts.extend(module.split('.').filter(|part| !part.is_empty()));
            parts.join(".")
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx if module.starts_with('.') => {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in module.split('/') {
                match part {
                    "." | "" => {}
                    ".." => {
                        parts.pop();
                    }
                    part => parts.push(part),
                }
            }
            let path = parts.join("/");
            let stem = path
                .rsplit_once('.')
                .filter(|(_, ending)| matches!(*ending, "js" | "ts" | "mjs" | "cjs" | "tsx" | "jsx"));
            stem.map_or(path.clone(), |(stem, _)| stem.to_owned())
        }
        _ => module.to_owned(),
    }
}
