//! Options that a comment documents one by one: `@param {Boolean} [options.autoPong=true] ...` of JSDoc.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::scan::File;
use facts::{DefId, Definition};

/// Fewer are no group.
const LEAST: usize = 2;
/// Farthest that what is documented begins below the last of its options, in lines.
const FARTHEST: u32 = 40;

struct Documented<'a> {
    line: u32,
    object: &'a str,
    name: &'a str,
    detail: &'a str,
}

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.is_test() || !file.is_script() {
        return;
    }
    let options: Vec<Documented<'_>> =
        file.comments.iter().filter_map(|(line, text)| documented(*line, text)).collect();
    let owner_of = |option: &Documented<'_>| {
        let below = file.definitions().iter().skip(1).filter(|definition| {
            let line = definition.name_span.start_line;
            definition.kind.is_callable() && line > option.line && line - option.line < FARTHEST
        });
        below.min_by_key(|definition| definition.name_span.start_line)
    };
    for of_one in options.chunk_by(|a, b| {
        a.object == b.object && owner_of(a).map(|it| it.name_span.start) == owner_of(b).map(|it| it.name_span.start)
    }) {
        let Some(owner) = owner_of(&of_one[0]).filter(|_| of_one.len() >= LEAST) else { continue };
        let label = label(file, owner);
        for option in of_one {
            let lines = (option.line, option.line);
            let row = entry(file, lines, option.name, option.detail, label, MemberKind::Key);
            out.push(List::Members, row.about([option.object.to_owned()]));
        }
    }
}

/// Of a constructor its type, else its own name.
fn label<'a>(file: &File<'a>, owner: &'a Definition) -> &'a str {
    let parent = owner.parent.filter(|parent| *parent != DefId::MODULE).and_then(|parent| file.definition(parent));
    let of_type = parent.filter(|parent| parent.kind.is_type() && owner.name == "constructor");
    of_type.map_or(&owner.name, |parent| &parent.name)
}

/// `@param {Number} [options.maxPayload=104857600] The maximum size`: the object, the option, and what is said of it.
fn documented(line: u32, text: &str) -> Option<Documented<'_>> {
    let (_, rest) = text.split_once("@param")?;
    let rest = without_type(rest.trim_start())?.trim_start();
    let (name, said) = match rest.strip_prefix('[') {
        Some(inside) => inside.split_once(']')?,
        None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
    };
    let name = name.split('=').next().unwrap_or(name).trim();
    let (object, name) = name.rsplit_once('.')?;
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    (is_name(object) && is_name(name)).then(|| Documented {
        line,
        object,
        name,
        detail: said.trim_start_matches([' ', '-']),
    })
}

/// What follows a type in braces; `None` where it is not closed on this line.
fn without_type(text: &str) -> Option<&str> {
    if !text.starts_with('{') {
        return Some(text);
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_read_from_its_line() {
        let read = |text: &str| documented(1, text).map(|it| format!("{} {} {}", it.object, it.name, it.detail));
        let line = " * @param {Boolean} [options.autoPong=true] Specifies whether or not to answer";
        assert_eq!(read(line).as_deref(), Some("options autoPong Specifies whether or not to answer"));
        assert_eq!(read("@param {{a: 1}} opts.port - the port").as_deref(), Some("opts port the port"));
        for other in ["@param {String} name The name", "@param {Object options.x", "options.x is used", "@param a..b c"]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
