//! References in SQL, which are read off the statement around a name: `from users`, `references users`, `u.email` where `u` is
//! an alias of the table.
//!
//! Files do not say which database they belong to: a name is resolved, as possible, where the repository has one definition of
//! it, or where this file has one. Names are compared as they are written, letter by letter.

use super::{ReferenceKind, Sure, Target};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use facts::DefinitionKind;
use paging::Loaded;
use source::FileId;

/// How much a name is believed.
const READ: f32 = 0.9;

/// Words that a table or view follows.
#[rustfmt::skip]
const TABLE: &[&str] = &[
    "from", "join", "into", "update", "table", "references", "on", "view", "only", "exists", "truncate", "using", "copy",
    "analyze", "to", "returns", "setof", "like", "inherits",
];
/// Words that end a list of tables, seen from its end.
#[rustfmt::skip]
const LISTS: &[&str] =
    &["from", "table", "view", "select", "where", "set", "values", "returning", "by", "on", "having", "insert", "using"];
/// Words that the name of something without columns follows.
const THING: &[&str] =
    &["index", "trigger", "sequence", "schema", "exists", "concurrently", "constraint", "event", "key"];

/// A file in which a symbol of SQL is looked for.
pub struct SqlFile<'a> {
    pub codebase: &'a Codebase,
    pub target: &'a Target<'a>,
    pub file: FileId,
    /// The text as [`masked`].
    pub code: &'a str,
}

/// What the name at a byte is; `None` where it is known to mean something else.
pub fn place(file: &SqlFile<'_>, at: usize, symbols: &[(SymbolId, &Symbol)]) -> Loaded<Option<(ReferenceKind, Sure)>> {
    let symbol = file.target.symbol;
    let name = Name::at(file.code, at, symbol.name.len());
    let kind = match symbol.kind {
        DefinitionKind::Field => {
            let Some(table) = table_of(file)? else { return Ok(None) };
            let Some(is_sure) = name.is_column_of(&table) else { return Ok(None) };
            let sure = if is_sure { sure_of(file, &table, symbols)? } else { Some(Sure::SameName) };
            return Ok(sure.map(|sure| (ReferenceKind::Read, sure)));
        }
        DefinitionKind::Class => name.is_table().then(|| name.as_table()),
        DefinitionKind::Function => name.as_function(),
        kind if kind.is_type() => (!name.is_qualified()).then_some(ReferenceKind::Type),
        _ => name.is_thing().then_some(ReferenceKind::Read),
    };
    let Some(kind) = kind else { return Ok(None) };
    Ok(sure_of(file, &symbol.name, symbols)?.map(|sure| (kind, sure)))
}

/// The name of the table that a column is of: also where another file adds the column.
fn table_of(file: &SqlFile<'_>) -> Loaded<Option<String>> {
    let symbol = file.target.symbol;
    if let Some(owner) = file.target.owner {
        return Ok((owner.kind == DefinitionKind::Class).then(|| owner.name.clone()));
    }
    let outer = match symbol.parent {
        Some(parent) => file.codebase.graph().symbol(parent)?.map_or("", |outer| outer.qualified_name.as_str()),
        None => "",
    };
    let own = symbol.qualified_name.strip_prefix(outer).unwrap_or(&symbol.qualified_name).trim_start_matches('.');
    Ok(own.split_once('.').map(|(table, _)| table.to_owned()))
}

/// How sure it is that what is called `defined` here is the symbol, or the table of the column.
fn sure_of(file: &SqlFile<'_>, defined: &str, symbols: &[(SymbolId, &Symbol)]) -> Loaded<Option<Sure>> {
    let target = file.target;
    let is_column = target.symbol.kind == DefinitionKind::Field;
    let own = if is_column { target.owner.map(|owner| owner.span) } else { Some(target.symbol.span) };
    let is_it = |other: &Symbol| other.file == target.symbol.file && Some(other.span) == own;
    let is_alike = |other: &Symbol| {
        other.name == defined && other.language == target.symbol.language && other.kind != DefinitionKind::Field
    };
    let is_of_file = file.file == target.symbol.file;
    let is_another_here = symbols.iter().any(|(_, other)| is_alike(other) && !is_it(other));
    if is_another_here && !is_of_file {
        return Ok(None);
    }
    let mut is_only = true;
    for named in file.codebase.graph().namesakes(defined)? {
        let other = file.codebase.graph().symbol(named.id)?;
        is_only &= !other.is_some_and(|other| is_alike(other) && !is_it(other));
    }
    let rule = if is_of_file { "own file" } else { "only definition" };
    let is_resolved = !is_another_here && (is_of_file || is_only);
    Ok(Some(match is_resolved {
        true => Sure::Resolved { rule, confidence: READ, proven: false },
        false => Sure::SameName,
    }))
}

/// A name with the statement around it.
pub struct Name<'t> {
    before: &'t str,
    after: &'t str,
}

impl<'t> Name<'t> {
    pub fn at(code: &'t str, at: usize, length: usize) -> Self {
        let quotes = ['"', '`', '[', ']'];
        let before = code[..at].trim_end_matches(quotes);
        let after = code[at + length..].trim_start_matches(quotes);
        let start = before.rfind(';').map_or(0, |end| end + 1);
        Self { before: &before[start..], after: &after[..after.find(';').unwrap_or(after.len())] }
    }

    fn is_qualified(&self) -> bool {
        self.before.ends_with('.')
    }

    /// What is written in front of the dot before the name, and what is before that.
    fn qualifier(&self) -> Option<(&'t str, &'t str)> {
        let front = self.before.strip_suffix('.')?;
        let outer = front.trim_end_matches(|c: char| is_part(c) || "\"`[]".contains(c));
        Some((front[outer.len()..].trim_matches(['"', '`', '[', ']']), outer))
    }

    pub fn is_table(&self) -> bool {
        // Behind a dot it is a column, unless that follows a schema where a table is expected.
        let before = self.qualifier().map_or(self.before, |(_, outer)| outer);
        if !self.is_qualified() && self.after.starts_with('.') {
            return true;
        }
        let mut words = words_back(before);
        match before.trim_end().chars().last() {
            Some(',') => {
                words.find(|word| is_any(word, LISTS)).is_some_and(|word| is_any(word, &["from", "table", "view"]))
            }
            Some('(') => false,
            _ => words.next().is_some_and(|word| is_any(word, TABLE)),
        }
    }

    /// Whether this word is in the rest of the statement.
    pub fn goes_on_with(&self, word: &str) -> bool {
        words(self.after).any(|other| other.eq_ignore_ascii_case(word))
    }

    /// Whether one of these words is the last before it.
    pub fn follows(&self, before: &[&str]) -> bool {
        let text = self.qualifier().map_or(self.before, |(_, outer)| outer);
        let is_listed = text.trim_end().ends_with(',');
        is_listed || words_back(text).next().is_some_and(|word| is_any(word, before))
    }

    /// Whether a statement changes the rows of the table here, or else reads them or refers to it.
    pub fn as_table(&self) -> ReferenceKind {
        let mut back = words_back(self.qualifier().map_or(self.before, |(_, outer)| outer));
        let (last, before) = (back.next().unwrap_or(""), back.next().unwrap_or(""));
        let last = if is_any(last, &["only", "table"]) && is_any(before, &["from", "into", "update", "truncate"]) {
            before
        } else {
            last
        };
        let is_written = match last {
            word if is_any(word, &["into", "truncate"]) => true,
            // `for update`, `on update`: what follows is no table that is changed.
            word if is_any(word, &["update"]) => !is_any(before, &["for", "on", "key"]),
            word if is_any(word, &["from"]) => is_any(before, &["delete"]),
            word if is_any(word, &["copy"]) => words(self.after).any(|word| is_any(word, &["from"])),
            _ => false,
        };
        if is_written { ReferenceKind::Write } else { ReferenceKind::Read }
    }

    fn as_function(&self) -> Option<ReferenceKind> {
        let mut words = words_back(self.qualifier().map_or(self.before, |(_, outer)| outer));
        let (last, before) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let is_named = is_any(last, &["function", "procedure", "routine", "exists"]);
        match self.after.trim_start().starts_with('(') {
            _ if is_named && !is_any(before, &["execute"]) => Some(ReferenceKind::Read),
            true => Some(ReferenceKind::Call),
            false => is_any(last, &["call", "function", "procedure"]).then_some(ReferenceKind::Call),
        }
    }

    fn is_thing(&self) -> bool {
        let before = self.qualifier().map_or(self.before, |(_, outer)| outer);
        let is_schema = !self.is_qualified() && self.after.starts_with('.');
        is_schema || words_back(before).next().is_some_and(|word| is_any(word, THING))
    }

    /// Whether it may be a column of a table: surely so behind the table's name or alias; `None` where it is not.
    fn is_column_of(&self, table: &str) -> Option<bool> {
        if self.after.trim_start().starts_with('(') {
            return None;
        }
        if let Some((qualifier, _)) = self.qualifier() {
            let is_it = qualifier == table || self.is_alias(qualifier, table);
            return is_it.then_some(true);
        }
        let has = |text: &str| words(text).any(|word| word == table);
        (has(self.before) || has(self.after)).then_some(false)
    }

    /// `users u`, `users as u`
    fn is_alias(&self, alias: &str, table: &str) -> bool {
        [self.before, self.after].into_iter().any(|text| {
            let all: Vec<&str> = words(text).collect();
            let after = |at: usize| all.get(at).copied().unwrap_or("");
            let given =
                |at: usize| if after(at + 1).eq_ignore_ascii_case("as") { after(at + 2) } else { after(at + 1) };
            all.iter().enumerate().any(|(at, word)| *word == table && given(at) == alias)
        })
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

pub fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| word.eq_ignore_ascii_case(one))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty())
}

fn words_back(text: &str) -> impl Iterator<Item = &str> {
    text.rsplit(|c: char| !is_part(c)).filter(|word| !word.is_empty())
}

/// The text with spaces in place of comments and of what is inside texts. Quoted names stay, and so do bodies between `$$`.
pub fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let line = || rest.find('\n').unwrap_or(rest.len());
        let (keep, end) = match first {
            '-' if rest.starts_with("--") => (0, line()),
            '/' if rest.starts_with("/*") => (0, rest.find("*/").map_or(rest.len(), |end| end + 2)),
            '\'' => (1, rest[1..].find('\'').map_or(rest.len(), |end| end + 1)),
            _ => (first.len_utf8(), first.len_utf8()),
        };
        out.push_str(&rest[..keep]);
        out.extend(rest[keep..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        // The quote that ends a text begins none.
        let closing = usize::from(first == '\'' && end < rest.len());
        out.push_str(&rest[end..end + closing]);
        rest = &rest[end + closing..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_are_blanked_and_names_are_not() {
        let text = "a 'b''ü' \"c\" -- d\n/* e\n*/ $$ f $$ 'g";
        let code = masked(text);
        assert_eq!(code.len(), text.len());
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "'", "''", "'", "\"c\"", "$$", "f", "$$", "'"]);
    }

    fn name<'t>(code: &'t str, name: &str) -> Name<'t> {
        Name::at(code, code.find(name).unwrap(), name.len())
    }

    #[test]
    fn a_table_is_where_statements_name_one() {
        for code in [
            "select 1 from X",
            "select a, b from c, X",
            "join app.\"X\" on",
            "insert into X (a)",
            "a int references X(b)",
            "drop table if exists X",
            "drop view a, X",
            "where X.id = 1",
            "create index a on X (b)",
        ] {
            assert!(name(code, "X").is_table(), "{code}");
        }
        for code in ["select X from a", "select a, X from b", "insert into a (X)", "where a.X = 1", "from a; X"] {
            assert!(!name(code, "X").is_table(), "{code}");
        }
    }

    #[test]
    fn a_column_is_of_the_table_that_stands_before_it() {
        let of = |code: &str| name(code, "X").is_column_of("t");
        assert_eq!(of("select t.X from t"), Some(true));
        assert_eq!(of("select u.X from t as u"), Some(true));
        assert_eq!(of("select u.X from s u join t v"), None);
        assert_eq!(of("update t set X = 1"), Some(false));
        assert_eq!(of("update s set X = 1"), None);
        assert_eq!(of("select X(a) from t"), None);
    }
}
