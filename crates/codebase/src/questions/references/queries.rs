//! Tables in queries that are written as texts of other languages: `execute("SELECT a FROM users")`.
//!
//! A text counts as a query where it begins as a statement does. It is read as far as it is written in one piece: of one that
//! is put together, pieces that name a table behind a word in capitals (`"FROM users"`) are read by themselves.

use super::found::Found;
use super::sql::{self, Name};
use super::{Sure, Target, visible};
use crate::Codebase;
use crate::questions::facts::masked::{masked, places_by_line};
use call_graph::Symbol;
use facts::DefinitionKind;
use paging::Loaded;
use source::{FileId, Language};

/// How much a name in a query is believed: no code says which database the query goes to.
const QUERY: f32 = 0.7;

/// Most bytes of a text before and behind a name that are looked at.
const LONGEST: usize = 8 * 1024;

/// What statements begin with.
const STATEMENTS: &[&str] = &[
    "select", "insert", "update", "delete", "with", "replace", "merge", "truncate", "create", "alter", "drop", "copy",
];
/// What pieces of a statement begin with, written in capitals.
const PIECES: &[&str] = &["FROM", "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "INTO", "WHERE", "UNION"];
/// What a table follows in a query.
const BEFORE: &[&str] = &["from", "join", "into", "update", "table", "truncate", "only", "using"];

/// Whether files of a language are read for queries that name a symbol: a table or view.
pub fn may_hold(language: Language, symbol: &Symbol) -> bool {
    let is_table = symbol.language == Language::Sql && symbol.kind == DefinitionKind::Class;
    is_table && !language.is_schema() && language.is_parsed() && visible::family_of(language).is_some()
}

/// Adds the places where queries of a file name the table.
pub fn add(codebase: &Codebase, target: &Target<'_>, file: FileId, code: &str, found: &mut Vec<Found>) -> Loaded<()> {
    let Some(family) = visible::family_of(codebase.snapshot().file(file).language) else { return Ok(()) };
    let name = &target.symbol.name;
    let bare = masked(code, family);
    let is_only = is_only_table(codebase, target)?;
    for (at, line) in places_by_line(code, name) {
        let Some((query, at)) = query_around(code, &bare, at) else { continue };
        let query = sql::masked(query);
        let named = Name::at(&query, at, name.len());
        // "Update orders first" is no statement.
        let is_prose = named.follows(&["update"]) && !named.goes_on_with("set");
        if !named.is_table() || !named.follows(BEFORE) || is_prose {
            continue;
        }
        let sure = match is_only {
            true => Sure::Resolved { rule: "query", confidence: QUERY, proven: false },
            false => Sure::SameName,
        };
        found.push(Found { file, line, kind: named.as_table(), sure });
    }
    Ok(())
}

/// Whether nothing else in the repository's SQL has its name, columns apart.
fn is_only_table(codebase: &Codebase, target: &Target<'_>) -> Loaded<bool> {
    let mut count = 0;
    for named in codebase.graph().namesakes(&target.symbol.name)? {
        let other = codebase.graph().symbol(named.id)?;
        let is_it = |other: &&Symbol| other.language == Language::Sql && other.kind != DefinitionKind::Field;
        count += usize::from(other.filter(is_it).is_some_and(|other| other.name == target.symbol.name));
    }
    Ok(count == 1)
}

/// The text of the code around a byte that is a query or a piece of one, and the place in it. `bare`: the code without
/// comments and what is inside of texts, of the same length.
fn query_around<'t>(code: &'t str, bare: &str, at: usize) -> Option<(&'t str, usize)> {
    let is_inside = |at: &usize| bare.as_bytes()[*at] == b' ' || bare.as_bytes()[*at] == b'\n';
    if bare.as_bytes()[at] != b' ' {
        return None;
    }
    // What is inside of a text is blank, and its quote is not; a comment is blank with its marks.
    let start = (at.saturating_sub(LONGEST)..at).rev().find(|before| !is_inside(before))? + 1;
    if !matches!(bare.as_bytes()[start - 1], b'"' | b'\'' | b'`') {
        return None;
    }
    let end =
        (at..code.len().min(at + LONGEST)).find(|after| !is_inside(after)).unwrap_or(code.len().min(at + LONGEST));
    let query = code.get(start..end)?;
    let first = query.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    let is_query = sql::is_any(first, STATEMENTS) || PIECES.contains(&first);
    is_query.then_some((query, at - start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::facts::masked::Family;

    fn query<'t>(code: &'t str, name: &str) -> Option<&'t str> {
        let at = code.find(name).unwrap();
        query_around(code, &masked(code, Family::Python), at).map(|(query, _)| query)
    }

    #[test]
    fn a_query_is_a_text_that_begins_as_a_statement() {
        assert_eq!(query("a(\"select b from t\")", "t\""), Some("select b from t"));
        assert_eq!(query("a(\"\"\"\n  DELETE FROM t\n\"\"\")", "t\n"), Some("\n  DELETE FROM t\n"));
        assert_eq!(query("a('b ' 'FROM t')", "t'"), Some("FROM t"));
        for code in ["a('taken from t')", "# select b from t", "a = from_(t)", "'a'  # from t", "\"from t\""] {
            let at = code.rfind('t').unwrap();
            assert_eq!(query_around(code, &masked(code, Family::Python), at), None, "{code}");
        }
    }
}
