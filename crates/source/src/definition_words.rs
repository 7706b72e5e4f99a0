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

/// What Java writes for it is no word that people say.
const ANNOTATION_OF_JAVA: &str = "@interface";
const ANNOTATION: &str = "annotation";

/// Words of heads that are what people of the language call the type.
#[rustfmt::skip]
const TYPES: &[(&[Language], &[&str])] = &[
    (&[Language::Rust], &["struct", "trait", "union"]),
    (&[Language::Go, Language::Zig], &["struct", "union"]),
    (&[Language::C, Language::Cpp], &["struct", "union"]),
    (&[Language::CSharp], &["struct", "record"]),
    (&[Language::Java], &["record", ANNOTATION_OF_JAVA]),
    (&[Language::Swift], &["struct", "protocol", "actor"]),
    (&[Language::Kotlin], &["object", ANNOTATION]),
    (&[Language::Scala], &["trait", "object"]),
    (&[Language::Php], &["trait"]),
    (&[Language::Ruby], &["module"]),
    (&[Language::Dart], &["mixin"]),
];

/// Words in the head of a value that never changes, in front of its name.
#[rustfmt::skip]
const CONSTANTS: &[(&[Language], &[&[&str]])] = &[
    (&[Language::Go, Language::Rust, Language::Php, Language::CSharp, Language::Dart], &[&["const"]]),
    (&[Language::Java], &[&["static", "final"]]),
    (&[Language::Kotlin], &[&["const", "val"]]),
    (&[Language::C], &[&["const"]]),
    (&[Language::Cpp], &[&["const"], &["constexpr"]]),
];

impl Language {
    /// Whether a variable or field of this name and head is what people of the language call a constant. The head of one in a group
    /// of Go's has no word for it in indexes of earlier versions: there only what has no value of its own, or `iota`, is known to be one.
    pub fn is_constant(self, head: &str, name: &str) -> bool {
        let at = |name: &str| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let is_whole = |at: usize| !head[..at].ends_with(is_part) && !head[at + name.len()..].starts_with(is_part);
            head.match_indices(name).map(|(at, _)| at).find(|at| is_whole(*at))
        };
        let Some(at) = at(name).filter(|_| !name.is_empty()) else { return false };
        let value = head[at + name.len()..].split_once('=').map_or("", |(_, value)| value);
        if self == Self::Go && (head == name || value.split(|c: char| !c.is_alphanumeric()).any(|word| word == "iota"))
        {
            return true;
        }
        // A pointer to what is constant can be changed, and so can what comes behind another name's value.
        let before = &head[..at];
        if before.contains(['*', '=']) {
            return false;
        }
        let has = |words: &&[&str]| words.iter().all(|word| before.split_whitespace().any(|own| own == *word));
        CONSTANTS.iter().any(|(languages, sets)| languages.contains(&self) && sets.iter().any(&has))
    }

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
        let word = own.split_whitespace().find_map(|word| known.iter().copied().find(|known| *known == word))?;
        Some(if word == ANNOTATION_OF_JAVA { ANNOTATION } else { word })
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
        assert_eq!(Language::Java.type_word("public @interface Option"), Some("annotation"));
        assert_eq!(Language::Kotlin.type_word("annotation class Fancy(val why: String)"), Some("annotation"));
        assert_eq!(Language::Python.type_word("class struct"), None);
    }

    #[test]
    fn constants_are_what_their_heads_say() {
        assert!(Language::Go.is_constant("const MaxSize = 10", "MaxSize"));
        assert!(Language::Go.is_constant("LevelLow Level = iota + 1", "LevelLow"));
        assert!(Language::Go.is_constant("LevelHigh", "LevelHigh"));
        assert!(!Language::Go.is_constant("var current = MaxSize", "current"));
        assert!(Language::Rust.is_constant("pub const MOST: usize = 3", "MOST"));
        assert!(!Language::Rust.is_constant("pub static NAME: &str = \"const NAME\"", "NAME"));
        assert!(Language::Java.is_constant("public static final int TIMEOUT = 30", "TIMEOUT"));
        assert!(!Language::Java.is_constant("private final String name", "name"));
        assert!(Language::Php.is_constant("public const INNER = 2", "INNER"));
        assert!(Language::C.is_constant("static const int limit = 4", "limit"));
        assert!(!Language::C.is_constant("const char *name", "name"));
        assert!(Language::Cpp.is_constant("constexpr int kMax = 4", "kMax"));
        assert!(!Language::JavaScript.is_constant("const app = express()", "app"));
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
