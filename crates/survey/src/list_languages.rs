//! From which languages a list is collected: what an empty list does not mean.

use crate::List;
use crate::lists::reads_environment;
use source::Language;

impl List {
    /// Whether what is listed is looked up in the language. True where the language has no such thing: C has no subtypes.
    pub fn is_looked_up_in(self, language: Language) -> bool {
        use Language::{
            C, CSharp, Cpp, Dart, Go, Java, JavaScript, Kotlin, Lua, Php, Python, Ruby, Rust, Shell, Swift, Tsx,
            TypeScript,
        };
        let has_frameworks = matches!(language, Python | JavaScript | TypeScript | Tsx | Rust | Go | Java);
        match self {
            Self::Environment => reads_environment(language),
            Self::Routes => has_frameworks || matches!(language, Kotlin | C | Lua | Shell),
            Self::Commands => has_frameworks,
            Self::Options => {
                has_frameworks || matches!(language, Kotlin | C | Cpp | CSharp | Ruby | Php | Swift | Dart | Shell)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_that_is_parsed_has_its_reads_of_the_environment() {
        let unread: Vec<_> =
            Language::ALL.iter().filter(|it| it.is_parsed() && !List::Environment.is_looked_up_in(**it)).collect();
        assert!(unread.is_empty(), "{unread:?}");
        assert!(!List::Routes.is_looked_up_in(Language::Ruby) && !List::Options.is_looked_up_in(Language::Scala));
    }
}
