//! Locales: translations by the names of their files and folders.

use super::Collected;
use crate::List;
use crate::scan::File;

const FOLDERS: &[&str] = &["locale", "locales", "i18n", "lang", "langs", "translations", "l10n", "_locales", "intl"];
const ENDINGS: &[&str] =
    &["po", "json", "yml", "yaml", "ts", "js", "properties", "ftl", "xliff", "xlf", "php", "toml", "arb", "strings"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let parts: Vec<&str> = file.path.split('/').collect();
    let (name, ending) = file.file_name().rsplit_once('.').unwrap_or((file.file_name(), ""));
    let Some(at) = parts.iter().position(|part| FOLDERS.contains(&part.to_lowercase().as_str())) else { return };
    if !ENDINGS.contains(&ending) || at + 1 >= parts.len() {
        return;
    }
    let after = parts[at + 1];
    let of_folder = if at + 2 < parts.len() { after } else { name };
    let own = [of_folder, name.rsplit(['.', '_']).next().unwrap_or(name)].into_iter().find(|code| is_locale(code));
    if let Some(code) = own {
        out.push(List::Locales, file.entry((1, 1), code, file.path));
    }
}

/// `de`, `pt_BR`, `zh-Hans`, `zh-Hant-TW`.
fn is_locale(code: &str) -> bool {
    let mut parts = code.split(['_', '-']);
    let language = parts.next().unwrap_or("");
    let is_language = (2..=3).contains(&language.len()) && language.chars().all(|c| c.is_ascii_lowercase());
    let not_words =
        !matches!(language, "src" | "lib" | "app" | "api" | "log" | "map" | "key" | "dev" | "all" | "index");
    is_language
        && not_words
        && parts.all(|part| (2..=4).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric()))
}
