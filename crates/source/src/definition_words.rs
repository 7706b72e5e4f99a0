//! What languages call what they define, where that is another word than that of its kind: a struct, a trait, a table.

use crate::Language;

/// Words that heads of the other languages of schemas begin with.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "check", "directive", "enum", "fragment", "input", "interface", "message", "module", "mutation", "output", "provider", "query",
    "resource", "rpc", "scalar", "service", "subscription", "type", "union", "variable",
];
/// What statements of SQL make, as the word behind `create` and what may come between them.
const MADE_BY_SQL: &[&str] =
    &["event", "function", "index", "procedure", "schema", "sequence", "table", "trigger", "type", "view"];

/// Words of heads that are what people of the language call the type.
#[rustfmt::skip]
const TYPES: &[(&[Language], &[&str])] = &[
    (&[Language::Rust], &["struct", "trait", "union"]),
    (&[Language::Go, Language::Zig], &["struct", "union"]),
    (&[Language::C, Language::Cpp], &["struct", "union"]),
    (&[Language::CSharp], &["struct", "record"]),
    (&[Language::Java], &["record"]),
    (&[Language::Swift], &["struct", "protocol", "actor"]),
    (&[Language::Kotlin], &["object"]),
    (&[Language::Scala], &["trait", "object"]),
    (&[Language::Php], &["trait"]),
    (&[Language::Ruby], &["module"]),
    (&[Language::Dart], &["mixin"]),
];

impl Language {
    /// What the language calls a definition with this head: "struct", "trait", "table"; `None` where the word of its kind is its
    /// own.
    pub fn definition_word(self, head: &str, is_type: bool) -> Option<&str> {
        self.schema_word(head).or_else(|| self.type_word(head).filter(|_| is_type))
    }

    fn type_word(self, head: &str) -> Option<&'static str> {
        let (_, known) = TYPES.iter().find(|(languages, _)| languages.contains(&self))?;
        // What stands behind the name says nothing of the type itself. `pub(crate)` has brackets before it.
        let head = match head.strip_prefix("pub(") {
            Some(rest) => rest.split_once(')').map_or(rest, |(_, behind)| behind),
            None => head,
        };
        let own = head.split(['(', '{', ':', '<', ';']).next().unwrap_or(head);
        own.split_whitespace().find_map(|word| known.iter().copied().find(|known| *known == word))
    }

    fn schema_word(self, head: &str) -> Option<&str> {
        if !self.is_schema() {
            return None;
        }
        if self == Self::Sql {
            let mut words = head.split_whitespace();
            let is_made = words.next().is_some_and(|first| first.eq_ignore_ascii_case("create"));
            let is_of = |word: &str| MADE_BY_SQL.iter().copied().find(|known| word.eq_ignore_ascii_case(known));
            return if is_made { words.take(5).find_map(is_of) } else { Some("column") };
        }
        let word = head.split_whitespace().next()?;
        if word == "data" { Some("data source") } else { WORDS.contains(&word).then_some(word) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_as_in_their_language() {
        assert_eq!(Language::Rust.type_word("pub struct Config<T: Into<u8>>"), Some("struct"));
        assert_eq!(Language::Rust.type_word("pub(crate) unsafe trait Port: Send {"), Some("trait"));
        assert_eq!(Language::Rust.type_word("pub enum Mode"), None);
        assert_eq!(Language::Go.type_word("type Router struct"), Some("struct"));
        assert_eq!(Language::Swift.type_word("public protocol Port: AnyObject"), Some("protocol"));
        assert_eq!(Language::Python.type_word("class struct"), None);
    }

    #[test]
    fn heads_of_schemas_say_what_they_define() {
        let sql = |head| Language::Sql.schema_word(head);
        assert_eq!(sql("CREATE TABLE IF NOT EXISTS a"), Some("table"));
        assert_eq!(sql("create or replace view a"), Some("view"));
        assert_eq!(sql("a integer not null"), Some("column"));
        assert_eq!(Language::Protobuf.schema_word("message A"), Some("message"));
        assert_eq!(Language::Hcl.schema_word("data \"a\" \"b\""), Some("data source"));
        assert_eq!(Language::Python.schema_word("class table"), None);
    }
}
