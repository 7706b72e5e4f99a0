//! What languages of schemas call what they define.

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

impl Language {
    /// What a language of schemas calls a definition with this head: "table", "message"; `None` for other languages.
    pub fn schema_word(self, head: &str) -> Option<&str> {
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
