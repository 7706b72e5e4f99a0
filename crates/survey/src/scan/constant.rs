//! Values that code writes down: a literal, or the name of a constant that has one.

use super::{File, last_segment, literal, places};

/// The literal right behind; `None` where there is something else.
pub fn literal_behind(rest: &str) -> Option<String> {
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let end = rest[1..].find(quote)? + 2;
    literal(&rest[..end])
}

/// The literal that a constant of the same file has, where one is named right behind and closes the argument:
/// `getenv(DEBUG_VARIABLE)`.
pub fn value_of_constant(file: &File<'_>, rest: &str) -> Option<String> {
    let rest = rest.trim_start().trim_start_matches('&');
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))).unwrap_or(rest.len());
    let name = last_segment(&rest[..end]);
    if !rest[end..].trim_start().starts_with([')', ',', ']']) || name.is_empty() {
        return None;
    }
    let mut values = places(&file.code, name).filter_map(|at| {
        let before = file.code[..at].chars().next_back();
        let behind = &file.code[at + name.len()..];
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if is_word(before) || is_word(behind.chars().next()) {
            return None;
        }
        // `NAME = "X"`, `NAME: &str = "X"`, `NAME string = "X"`, `NAME := "X"`
        let line = behind.lines().next()?;
        let (declared, value) = line.split_once('=')?;
        let is_declared = declared.chars().all(|c| c.is_alphanumeric() || " :&'_".contains(c));
        if is_declared && !value.starts_with('=') { literal_behind(value) } else { None }
    });
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}
