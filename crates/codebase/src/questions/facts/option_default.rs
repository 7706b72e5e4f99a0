//! Defaults that are given to what makes an option: `Arg::new("port").default_value("80")`, `number().default(5)`,
//! `#[arg(default_value_t = 5)]`, `flag.Int("port", 80, "..")`.

use super::masked::{closing, is_word, pieces};
use super::plain_value::is_plain;
use std::ops::Range;

/// Calls of a chain that set a default.
#[rustfmt::skip]
const SETTERS: &[&str] = &[
    "default", "default_value", "default_value_t", "default_value_os", "default_values", "default_values_t", "defaultValue",
    "defaultTo", "with_default", "withDefault", "set_default", "setDefault",
];
/// Calls whose first argument names what the calls behind them are about.
const NAMES: &[&str] = &["new", "with_name", "long", "option", "argument", "arg", "flag", "opt", "key"];
/// Attributes of Rust that make a field an option of the command line.
const ATTRIBUTES: &[&str] = &["arg", "clap", "structopt"];
/// Longest first, for one is the beginning of another.
const KEYS: &[&str] = &["default_values_t", "default_value_os_t", "default_value_t", "default_values", "default_value"];
/// Longest `pub(in ..)`, in bytes.
const VISIBILITY: usize = 40;
/// Types that packages of flags have functions for.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Uint", "Uint8", "Uint16", "Uint32", "Uint64", "Float32", "Float64", "String",
    "Duration", "StringSlice", "StringArray", "IntSlice",
];

/// What the first call that sets a default is given, in the chain of calls that goes on at a byte.
pub fn in_chain(masked: &str, at: usize) -> Option<Range<usize>> {
    let mut at = at;
    loop {
        let rest = masked[at..].trim_start();
        let behind = ["->", "?.", "."].iter().find_map(|mark| rest.strip_prefix(mark))?;
        let name = &behind[..behind.bytes().take_while(|byte| is_word(*byte)).count()];
        at = masked.len() - behind.len() + name.len();
        if !masked[at..].starts_with('(') {
            if name.is_empty() {
                return None;
            }
            continue;
        }
        let end = closing(masked, at);
        if SETTERS.contains(&name) {
            let first = pieces(masked, at + 1, end.saturating_sub(1).max(at + 1), false).into_iter().next();
            return first.map(|(from, to)| from..to);
        }
        at = end;
    }
}

/// The same for an expression that begins at a byte: `number().positive().default(5)`.
pub fn in_expression(masked: &str, from: usize) -> Option<Range<usize>> {
    let rest = masked[from..].trim_start();
    let name = rest.bytes().take_while(|byte| is_word(*byte)).count();
    let at = masked.len() - rest.len() + name;
    let is_call = masked[at..].starts_with('(');
    let behind = if is_call { closing(masked, at) } else { at };
    // `require("x").default(y)` is what a module exports.
    let is_module = matches!(&rest[..name], "require" | "import");
    (name > 0 && !is_module).then(|| in_chain(masked, behind)).flatten()
}

/// The same behind the call whose first argument begins at a byte, and names an option: `Arg::new("port")`.
pub fn behind_name(masked: &str, from: usize) -> Option<Range<usize>> {
    let (open, called) = call_before(masked, from)?;
    NAMES.contains(&called).then(|| in_chain(masked, closing(masked, open))).flatten()
}

/// What a call is given behind the name of an option and its description: `.option('-p, --port <n>', 'The port', 80)`.
pub fn behind_description(masked: &str, text: &str, from: usize) -> Option<Range<usize>> {
    let (open, called) = call_before(masked, from)?;
    if !matches!(called, "option" | "requiredOption") {
        return None;
    }
    let end = closing(masked, open).saturating_sub(1).max(open + 1);
    let given = pieces(masked, open + 1, end, false);
    // What reads the value may be in between.
    let mut behind = given.into_iter().skip(2).take(2);
    behind.find(|(from, to)| is_plain(text[*from..*to].trim())).map(|(from, to)| from..to)
}

/// What a flag of Go is given behind its name: `flag.Int("port", 80, "The port")`, `flags.IntVarP(&port, "port", "p", 80, "")`.
pub fn flag(masked: &str, from: usize) -> Option<Range<usize>> {
    let head = masked[..from].trim_end_matches(['"', '`']).trim_end();
    let before_pointer = |head: &str| {
        let head = head.strip_suffix(',')?;
        let pointed = head.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '&'));
        head[pointed.len()..].starts_with('&').then_some(pointed.len())
    };
    let pointer = before_pointer(head);
    let head = pointer.map_or(head, |at| head[..at].trim_end()).strip_suffix('(')?;
    let (owner, called) = head.rsplit_once('.')?;
    let (called, is_short) = called.strip_suffix('P').map_or((called, false), |called| (called, true));
    let sort = if pointer.is_some() { called.strip_suffix("Var")? } else { called };
    // `flag`, `flags`, `cmd.Flags()`, `fs`, `flagSet`
    if !owner.trim_end_matches("()").ends_with(['g', 's', 't']) || !FLAGS.contains(&sort) {
        return None;
    }
    let end = closing(masked, head.len()).saturating_sub(1).max(head.len() + 1);
    let given = pieces(masked, head.len() + 1, end, false);
    let at = 1 + usize::from(pointer.is_some()) + usize::from(is_short);
    // Its description is last.
    (given.len() == at + 2).then(|| given[at].0..given[at].1)
}

/// Where an attribute above a field of Rust begins, and the default that it sets.
pub fn in_attributes(masked: &str, from: usize) -> Option<(usize, Range<usize>)> {
    let mut head = masked[..from].trim_end();
    let visible =
        head.strip_suffix(')').and_then(|before| before.rfind("pub(")).filter(|at| head.len() - at < VISIBILITY);
    let visible = visible.map(|at| &head[..at]);
    head = visible.or_else(|| head.strip_suffix("pub")).unwrap_or(head).trim_end();
    while head.ends_with(']') {
        let open = head.rfind("#[")?;
        let attribute = &head[open + 2..];
        let name = attribute.split('(').next().unwrap_or("").trim();
        if ATTRIBUTES.contains(&name) {
            let paren = open + 2 + attribute.find('(')?;
            let end = closing(masked, paren).saturating_sub(1).max(paren + 1);
            let found = pieces(masked, paren + 1, end, false).into_iter().find_map(|(from, to)| {
                let piece = &masked[from..to];
                let key = KEYS.iter().find_map(|key| piece.trim_start().strip_prefix(key))?;
                let value = key.trim_start().strip_prefix('=')?.trim_start();
                Some(to - value.len()..to)
            });
            if let Some(value) = found {
                return Some((open, value));
            }
        }
        head = head[..open].trim_end();
    }
    None
}

/// Whether a function reads a value by its key, or sets what is read where there is none, by its name: `get`, `saneget`, `get_or`,
/// `getOrDefault`, `getInt`, `SetDefault`.
pub fn is_getter(called: &str) -> bool {
    const ENDINGS: &[&str] =
        &["get", "getor", "getordefault", "getdefault", "getorelse", "getwithdefault", "setdefault"];
    const OTHERS: &[&str] = &["target", "widget", "budget", "gadget", "forget"];
    const TYPED: &[&str] =
        &["getint", "getinteger", "getlong", "getfloat", "getdouble", "getbool", "getboolean", "getproperty"];
    let plain = called.to_lowercase().replace('_', "");
    let is_other = OTHERS.iter().any(|other| plain.ends_with(other));
    !is_other && ENDINGS.iter().any(|ending| plain.ends_with(ending)) || TYPED.contains(&plain.as_str())
}

/// The bracket that opens the call whose first argument begins at a byte, and the name that is called.
fn call_before(masked: &str, from: usize) -> Option<(usize, &str)> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '&');
    let head = masked[..from].trim_end_matches(['"', '\'', '`', ' ', '\n', ',', '-']).trim_end_matches(is_of_name);
    let head = head.trim_end().strip_suffix('(')?;
    let called = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
    (!called.is_empty()).then_some((head.len(), called))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_read_a_value_are_known_by_their_names() {
        assert!(["get", "saneget", "get_or", "getOrDefault", "getdefault", "getInt"].into_iter().all(is_getter));
        assert!(!["target", "Widget", "set", "getter_of", "getOrder", "gets"].into_iter().any(is_getter));
    }
}
