//! The word for the kind of a definition, as people of its language say it.

use codebase::DefinitionKind;
use source::{Language, RepoPath};

/// What people of the language call a definition with this head: `struct`, `trait`, `table`.
pub fn of(path: &str, kind: DefinitionKind, head: &str) -> String {
    let language = RepoPath::parse(path).map(|path| Language::detect(&path));
    let own = language.ok().and_then(|language| language.definition_word(head, is_in_head(kind)).map(str::to_owned));
    own.unwrap_or_else(|| kind.word().to_owned())
}

/// Whether the head says more of it than its kind.
pub fn is_in_head(kind: DefinitionKind) -> bool {
    matches!(kind, DefinitionKind::Class | DefinitionKind::Interface)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_word_of_their_language() {
        assert_eq!(of("a.rs", DefinitionKind::Class, "pub struct Config<T>"), "struct");
        assert_eq!(of("a.rs", DefinitionKind::Interface, "pub trait Port"), "trait");
        assert_eq!(of("a.py", DefinitionKind::Class, "class Config:"), "class");
        assert_eq!(of("a.rs", DefinitionKind::Function, "fn of_struct(struct_: u8)"), "function");
    }
}
