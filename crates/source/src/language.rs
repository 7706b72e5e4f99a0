//! Which language a file is in: one table, one line a language.

use crate::RepoPath;
use serde::{Deserialize, Serialize};

macro_rules! languages {
    ($($variant:ident $id:literal $name:literal $parsed:ident [$($ext:literal)*] [$($file:literal)*];)*) => {
        /// The language of a file, by its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Language { $(#[doc = $name] $variant,)* }

        impl Language {
            /// Every language, in table order.
            pub const ALL: &[Language] = &[$(Language::$variant,)*];

            /// A short stable name: `python`, `tsx`. Also the name of the language pack.
            pub fn id(self) -> &'static str { match self { $(Language::$variant => $id,)* } }

            /// The name for people.
            pub fn name(self) -> &'static str { match self { $(Language::$variant => $name,)* } }

            /// True where `syntax` lowers the language to facts; others are indexed as text.
            pub fn is_parsed(self) -> bool { match self { $(Language::$variant => languages!(@ $parsed),)* } }

            fn by_extension(ext: &str) -> Option<Self> {
                match ext { $($($ext => Some(Language::$variant),)*)* _ => None }
            }

            fn by_file_name(name: &str) -> Option<Self> {
                match name { $($($file => Some(Language::$variant),)*)* _ => None }
            }
        }
    };
    (@ parsed) => { true };
    (@ text) => { false };
}

languages! {
    Python "python" "Python" parsed ["py" "pyi" "pyw"] [];
    JavaScript "javascript" "JavaScript" parsed ["js" "mjs" "cjs" "jsx"] [];
    TypeScript "typescript" "TypeScript" parsed ["ts" "mts" "cts"] [];
    Tsx "tsx" "TSX" parsed ["tsx"] [];
    Rust "rust" "Rust" parsed ["rs"] [];
    Go "go" "Go" parsed ["go"] [];
    Java "java" "Java" parsed ["java"] [];
    C "c" "C" parsed ["c" "h"] [];
    Cpp "cpp" "C++" text ["cc" "cpp" "cxx" "hh" "hpp" "hxx" "inl"] [];
    CSharp "c-sharp" "C#" parsed ["cs"] [];
    Ruby "ruby" "Ruby" parsed ["rb" "rake" "gemspec" "ru"] ["Gemfile" "Rakefile"];
    Php "php" "PHP" parsed ["php" "phtml"] [];
    Kotlin "kotlin" "Kotlin" parsed ["kt" "kts"] [];
    Swift "swift" "Swift" text ["swift"] [];
    Scala "scala" "Scala" text ["scala" "sbt"] [];
    Shell "shell" "Shell" text ["sh" "bash" "zsh" "fish"] [];
    Sql "sql" "SQL" text ["sql"] [];
    Html "html" "HTML" text ["html" "htm" "vue" "svelte"] [];
    Css "css" "CSS" text ["css" "scss" "sass" "less"] [];
    Markdown "markdown" "Markdown" text ["md" "mdx" "markdown"] [];
    Prose "prose" "Prose" text ["rst" "txt" "adoc" "org"] ["README" "LICENSE" "NOTICE" "AUTHORS" "CHANGES" "CHANGELOG"];
    Config "config" "Configuration" text ["toml" "yaml" "yml" "json" "jsonc" "json5" "ini" "cfg" "conf" "env" "properties" "xml" "gradle"]
        ["Dockerfile" "Makefile" "Justfile" "CMakeLists.txt" "go.mod" ".gitignore"];
    Other "other" "Other text" text [] [];
}

impl Language {
    /// The language of a file by its name: whole name first, then its last extension.
    pub fn detect(path: &RepoPath) -> Self {
        Self::by_file_name(path.file_name()).or_else(|| Self::by_extension(&path.extension())).unwrap_or(Self::Other)
    }

    /// The language with this [`id`](Self::id).
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.id() == id)
    }

    /// The language that a block of code names: by its id, its name for people or the extension of its files, in letters of
    /// any case.
    pub fn called(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let is_name = |language: &Self| language.name().eq_ignore_ascii_case(&name);
        let named = || Self::ALL.iter().copied().find(is_name);
        Self::from_id(&name).or_else(named).or_else(|| Self::by_extension(&name))
    }

    /// True for running text and documents rather than code.
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Markdown | Self::Prose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_code_names_its_language_in_any_way() {
        for (name, language) in [
            ("python", Language::Python),
            ("py", Language::Python),
            ("Rust", Language::Rust),
            ("C#", Language::CSharp),
            ("jsx", Language::JavaScript),
            ("ts", Language::TypeScript),
        ] {
            assert_eq!(Language::called(name), Some(language), "{name}");
        }
        assert_eq!(["", "mermaid", "Dockerfile"].map(Language::called), [None; 3]);
    }

    #[test]
    fn detects_by_name() {
        let detect = |raw| Language::detect(&RepoPath::parse(raw).unwrap());
        assert_eq!(detect("a/b.PY"), Language::Python);
        assert_eq!(detect("x.d.ts"), Language::TypeScript);
        assert_eq!(detect("Dockerfile"), Language::Config);
        assert_eq!(detect("what.ever"), Language::Other);
        assert!(Language::ALL.iter().all(|l| Language::from_id(l.id()) == Some(*l)));
    }
}
