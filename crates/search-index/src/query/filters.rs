//! Parts of a query that narrow the search: `kind:function lang:rust path:src/net -path:old -test`.

use facts::DefinitionKind;
use source::Language;

/// What a hit must be. Without any filter everything may be one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    /// One of these; nothing else than definitions is then found.
    pub kinds: Vec<DefinitionKind>,
    /// In one of these.
    pub languages: Vec<Language>,
    /// The path holds one of these, in lower case.
    pub paths: Vec<String>,
    /// The path holds none of these, in lower case.
    pub other_paths: Vec<String>,
    /// No test.
    pub without_tests: bool,
}

impl Filters {
    /// The filters of a text, and the text without them. What looks like a filter and has no known value stays.
    pub fn read(text: &str) -> (Self, String) {
        let mut filters = Self::default();
        let is_left = |piece: &&str| !filters.take(piece);
        let left: Vec<&str> = text.split_whitespace().filter(is_left).collect();
        let is_empty = filters == Self::default();
        (filters, if is_empty { text.to_owned() } else { left.join(" ") })
    }

    /// True without any filter.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn take(&mut self, piece: &str) -> bool {
        if matches!(piece, "-test" | "-tests") {
            self.without_tests = true;
            return true;
        }
        let Some((name, value)) = piece.split_once(':').filter(|(_, value)| !value.is_empty()) else { return false };
        let path = || value.trim_start_matches("./").to_lowercase();
        match name {
            "kind" => {
                let kinds = kinds(&value.to_lowercase());
                self.kinds.extend(kinds);
                !kinds.is_empty()
            }
            "lang" | "language" => {
                let language = language(&value.to_lowercase());
                self.languages.extend(language);
                language.is_some()
            }
            "path" | "file" => {
                self.paths.push(path());
                true
            }
            "-path" | "-file" => {
                self.other_paths.push(path());
                true
            }
            _ => false,
        }
    }

    /// Whether a definition of a kind may be a hit.
    pub fn takes_kind(&self, kind: DefinitionKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Whether hits may lie in a file. `path` is in lower case.
    pub fn takes_file(&self, path: &str, language: Language, is_test: bool) -> bool {
        let holds = |part: &String| path.contains(part.as_str());
        (self.paths.is_empty() || self.paths.iter().any(holds))
            && !self.other_paths.iter().any(holds)
            && (self.languages.is_empty() || self.languages.contains(&language))
            && self.takes_test(is_test)
    }

    /// Whether hits may be tests, of something that is one or not.
    pub fn takes_test(&self, is_test: bool) -> bool {
        !(self.without_tests && is_test)
    }
}

/// The kinds that a word of many languages means; none for another word.
fn kinds(word: &str) -> &'static [DefinitionKind] {
    use DefinitionKind::{
        Class, Component, Constructor, Enum, Field, Function, Interface, Lambda, Macro, Method, Module, TypeAlias,
        Variable,
    };
    match word {
        "function" | "func" | "fn" | "def" => &[Function, Method, Constructor, Lambda],
        "method" => &[Method, Constructor],
        "constructor" => &[Constructor],
        "class" | "struct" => &[Class],
        "interface" | "trait" | "protocol" => &[Interface],
        "enum" => &[Enum],
        "type" => &[Class, Interface, Enum, TypeAlias],
        "alias" => &[TypeAlias],
        "module" | "namespace" | "mod" => &[Module],
        "macro" => &[Macro],
        "component" => &[Component],
        "variable" | "var" | "constant" | "const" => &[Variable],
        "field" | "property" | "attribute" => &[Field],
        _ => &[],
    }
}

/// The language of an id or of the extension of its files.
fn language(word: &str) -> Option<Language> {
    let path = || source::RepoPath::parse(&format!("a.{word}")).ok();
    let by_extension = || path().map(|path| Language::detect(&path)).filter(|language| *language != Language::Other);
    Language::from_id(word).or_else(by_extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_taken_out_of_the_text() {
        let (filters, left) = Filters::read("open session kind:fn lang:py path:src/ -path:old -test");
        assert_eq!(left, "open session");
        assert!(filters.kinds.contains(&DefinitionKind::Method));
        assert!(filters.takes_file("src/a.py", Language::Python, false));
        for (path, language, is_test) in [
            ("lib/a.py", Language::Python, false),
            ("src/a.rs", Language::Rust, false),
            ("src/old.py", Language::Python, false),
            ("src/test_a.py", Language::Python, true),
        ] {
            assert!(!filters.takes_file(path, language, is_test), "{path}");
        }
    }

    #[test]
    fn what_only_looks_like_a_filter_is_text() {
        for text in ["what kind: of thing", "std::fs::read", "kind:strange", "error:  two  spaces", "lang:klingon"] {
            assert_eq!(Filters::read(text), (Filters::default(), text.to_owned()));
        }
    }
}
