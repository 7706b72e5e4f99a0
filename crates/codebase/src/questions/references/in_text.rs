//! Symbols that are named by a text: settings by their constant (`settings["RETRY_TIMES"]`), classes and functions by their
//! dotted path (`"shop.orders.Order"`). What looks such a text up is not known, so these places are possible ones.

use super::found::Found;
use super::{ReferenceKind, Sure, Target};
use crate::Codebase;
use crate::questions::facts::masked::{is_word, places_by_line};
use facts::{DefId, DefinitionKind};
use paging::Loaded;
use source::FileId;

/// How much a text is believed that is the name of a constant.
const KEY: f32 = 0.6;
/// How much a dotted path is believed.
const PATH: f32 = 0.8;
/// Letters that a constant's name has at least, to be meant by a text.
const SHORTEST: usize = 4;
/// What looks names up in another object, the first argument.
const READERS: &[&str] = &["getattr", "hasattr", "constant", "defined"];
/// What is no setting of the code's own: variables of the process's environment.
const ENVIRONMENT: &[&str] = &["environ", "getenv", "process.env", "env::var", "$_env", "$_server"];

/// How a symbol is named in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// By its name, where it is a constant of the top level that is defined once.
    AsKey,
    /// By its qualified name.
    AsPath,
}

/// Adds the places of a file where a text names the symbol. `code`: the text without comments and what is inside of texts, of
/// the same length.
pub fn add(
    codebase: &Codebase,
    target: &Target<'_>,
    file: FileId,
    (text, code): (&str, &str),
    found: &mut Vec<Found>,
) -> Loaded<()> {
    let Some(named) = named(codebase, target)? else { return Ok(()) };
    let symbol = target.symbol;
    for (at, line) in places_by_line(text, &symbol.name) {
        let Some((start, written)) = whole_text(text, code, at) else { continue };
        let (kind, rule, confidence) = match named {
            Named::AsKey if written == symbol.name && looks_up(&text[..start - 1]) => {
                (ReferenceKind::Read, "name as text", KEY)
            }
            Named::AsPath if written.replace(':', ".") == symbol.qualified_name => {
                (ReferenceKind::Read, "dotted path", PATH)
            }
            _ => continue,
        };
        found.push(Found { file, line, kind, sure: Sure::Resolved { rule, confidence, proven: false } });
    }
    Ok(())
}

fn named(codebase: &Codebase, target: &Target<'_>) -> Loaded<Option<Named>> {
    let symbol = target.symbol;
    if symbol.kind.is_type() || symbol.kind == DefinitionKind::Function {
        return Ok(symbol.qualified_name.contains('.').then_some(Named::AsPath));
    }
    let is_of_constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_constant = symbol.name.len() >= SHORTEST
        && symbol.name.starts_with(|c: char| c.is_ascii_uppercase())
        && symbol.name.chars().all(is_of_constant);
    if symbol.kind != DefinitionKind::Variable || !is_constant || !target.namesakes.is_empty() {
        return Ok(None);
    }
    let is_top = match symbol.parent {
        Some(parent) => codebase.graph().symbol(parent)?.is_some_and(|parent| parent.def == DefId::MODULE),
        None => false,
    };
    Ok(is_top.then_some(Named::AsKey))
}

/// The text in quotes around a byte, where it is one piece on its line, and its first byte.
fn whole_text<'t>(text: &'t str, code: &str, at: usize) -> Option<(usize, &'t str)> {
    let is_part = |byte: &u8| is_word(*byte) || matches!(byte, b'.' | b':');
    let start = at - text.as_bytes()[..at].iter().rev().take_while(|byte| is_part(byte)).count();
    let end = at + text.as_bytes()[at..].iter().take_while(|byte| is_part(byte)).count();
    let quote = code.as_bytes().get(start.checked_sub(1)?)?;
    let is_text = matches!(quote, b'"' | b'\'' | b'`') && code.as_bytes().get(end) == Some(quote);
    (is_text && code.as_bytes()[at] == b' ').then(|| (start, &text[start..end]))
}

/// Whether a text behind this is a subscript, or what a call looks up: its first argument, that of `getattr` its second.
fn looks_up(before: &str) -> bool {
    let before = before.trim_end();
    let line = before.rsplit('\n').next().unwrap_or(before);
    let lower = line.to_lowercase();
    let opened = match before.as_bytes().last() {
        Some(b'[' | b'(') => line[..line.len() - 1].trim_end(),
        Some(b',') => {
            let Some((callee, first)) = line[..line.len() - 1].rsplit_once('(') else { return false };
            let is_reader = READERS.iter().any(|reader| callee.ends_with(reader));
            return is_reader && !first.contains([',', ')']);
        }
        _ => return false,
    };
    let is_read = opened.bytes().next_back().is_some_and(|byte| is_word(byte) || matches!(byte, b']' | b')' | b'?'));
    is_read && !ENVIRONMENT.iter().any(|name| lower.contains(name)) && !line.trim_start().starts_with("ENV[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_looked_up_as_a_subscript_or_first_argument() {
        for before in ["a = settings[", "settings.getint(", "x(\n    ", "get(getattr(settings, ", "options.get(  "] {
            assert!(looks_up(before), "{before}");
        }
        for before in ["a = [", "(", "f(a, ", "a = ", "os.environ[", "os.getenv(", "process.env[", "{"] {
            assert!(!looks_up(before), "{before}");
        }
    }
}
