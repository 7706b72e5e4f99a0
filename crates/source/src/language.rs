//! Which language a file is in: one table, one line a language.

use crate::{Container, RepoPath};
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
    Cpp "cpp" "C++" parsed ["cc" "cpp" "cxx" "c++" "hh" "hpp" "hxx" "h++" "inl" "ipp" "tpp"] [];
    CSharp "c-sharp" "C#" parsed ["cs"] [];
    Ruby "ruby" "Ruby" parsed ["rb" "rake" "gemspec" "ru"] ["Gemfile" "Rakefile"];
    Php "php" "PHP" parsed ["php" "phtml"] [];
    Kotlin "kotlin" "Kotlin" parsed ["kt" "kts"] [];
    Swift "swift" "Swift" parsed ["swift"] [];
    Scala "scala" "Scala" parsed ["scala" "sbt" "sc"] [];
    Shell "shell" "Shell" parsed ["sh" "bash" "zsh" "ksh" "bats"] [".bashrc" ".bash_profile" ".profile" ".zshrc"];
    Sql "sql" "SQL" parsed ["sql"] [];
    Html "html" "HTML" text ["html" "htm" "vue" "svelte" "astro"] [];
    Css "css" "CSS" text ["css" "scss" "sass" "less"] [];
    Markdown "markdown" "Markdown" text ["md" "mdx" "markdown"] [];
    Prose "prose" "Prose" text ["rst" "txt" "adoc" "org"] ["README" "LICENSE" "NOTICE" "AUTHORS" "CHANGES" "CHANGELOG"];
    Config "config" "Configuration" text ["toml" "yaml" "yml" "json" "jsonc" "json5" "ini" "cfg" "conf" "env" "properties" "xml" "gradle" "zon"]
        ["Dockerfile" "Makefile" "Justfile" "CMakeLists.txt" "go.mod" ".gitignore"];
    Other "other" "Other text" text [] [];
    Lua "lua" "Lua" parsed ["lua" "rockspec"] [];
    GraphQl "graphql" "GraphQL" parsed ["graphql" "graphqls" "gql"] [];
    Protobuf "protobuf" "Protocol Buffers" parsed ["proto"] [];
    Hcl "hcl" "HCL" parsed ["tf" "tofu" "hcl" "tfvars"] [];
    Dart "dart" "Dart" parsed ["dart"] [];
    Elixir "elixir" "Elixir" parsed ["ex" "exs"] [];
    Zig "zig" "Zig" parsed ["zig"] [];
}

impl Language {
    /// The language of a file by its name: whole name first, then its last extension.
    pub fn detect(path: &RepoPath) -> Self {
        Self::by_file_name(path.file_name()).or_else(|| Self::by_extension(&path.extension())).unwrap_or(Self::Other)
    }

    /// The language of a file by its name and, where that is not enough, by its text: headers of C and C++ have the same
    /// ending, and scripts of a shell often none. Of a [`Container`] the language of the code inside.
    pub fn of(path: &RepoPath, text: &str) -> Self {
        if let Some(inside) = Container::of(path).and_then(|container| container.language(text)) {
            return inside;
        }
        match Self::detect(path) {
            Self::C if path.extension() == "h" && is_cpp_header(text) => Self::Cpp,
            Self::Other if is_shell_script(text) => Self::Shell,
            Self::Other if Self::is_manual_page(path.file_name()) && is_roff(text) => Self::Prose,
            named => named,
        }
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

    /// True for JavaScript and TypeScript.
    pub fn is_script(self) -> bool {
        matches!(self, Self::JavaScript | Self::TypeScript | Self::Tsx)
    }

    /// True for languages of schemas and configurations: they declare things and call nothing.
    pub fn is_schema(self) -> bool {
        matches!(self, Self::GraphQl | Self::Protobuf | Self::Hcl | Self::Sql)
    }

    /// True for the name of a manual page: it ends with the section of the manual (`git.1`, `printf.3p`).
    pub fn is_manual_page(name: &str) -> bool {
        let section = name.rsplit_once('.').map_or("", |(_, section)| section);
        let mut chars = section.chars();
        section.len() < 4 && matches!(chars.next(), Some('1'..='9')) && chars.all(|c| c.is_ascii_lowercase())
    }

    /// True for running text and documents rather than code.
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Markdown | Self::Prose)
    }
}

/// True where the first line names a shell as the interpreter.
fn is_shell_script(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    let words = first.strip_prefix("#!").unwrap_or("").split_whitespace();
    let mut names = words.map(|word| word.rsplit('/').next().unwrap_or(word));
    names.find(|name| *name != "env").is_some_and(|name| matches!(name, "sh" | "bash" | "dash" | "ksh" | "zsh"))
}

/// True where a text has the title of a page of the manual, which only comments come before.
fn is_roff(text: &str) -> bool {
    text.lines().take(60).any(|line| line.starts_with(".TH ") || line.starts_with(".Dd "))
}

/// True where the text of a header is C++: what it declares is none of C's, also without what is for C++ alone
/// (`#ifdef __cplusplus`).
fn is_cpp_header(text: &str) -> bool {
    // The open conditions: whether what is in them is for C++ alone.
    let mut conditions: Vec<bool> = Vec::new();
    let mut in_comment = false;
    text.lines().any(|line| {
        let line = line.trim();
        if in_comment || line.starts_with("/*") {
            in_comment = !line.contains("*/");
            return false;
        }
        if let Some(directive) = line.strip_prefix('#') {
            return is_cpp_directive(directive.trim(), &mut conditions);
        }
        !conditions.contains(&true) && is_cpp_line(line.split("//").next().unwrap_or(line).trim())
    })
}

/// Follows conditions. True where an include is of a header that only C++ has.
fn is_cpp_directive(directive: &str, conditions: &mut Vec<bool>) -> bool {
    let (word, rest) =
        directive.split_at(directive.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(directive.len()));
    let rest = rest.trim();
    match word {
        "if" | "ifdef" | "ifndef" => {
            let is_for_cpp = matches!(rest, "__cplusplus" | "defined(__cplusplus)" | "defined __cplusplus");
            conditions.push(is_for_cpp && word != "ifndef");
        }
        "else" | "elif" => {
            if let Some(last) = conditions.last_mut() {
                *last = false;
            }
        }
        "endif" => {
            conditions.pop();
        }
        "include" if !conditions.contains(&true) => {
            let name = rest.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
            return name.is_some_and(|name| !name.contains(['.', '/']));
        }
        _ => {}
    }
    false
}

fn is_cpp_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next().unwrap_or("") {
        "public:" | "private:" | "protected:" | "constexpr" | "virtual" | "explicit" => true,
        "namespace" => line.ends_with('{') || words.count() == 1,
        "template" => line.contains('<'),
        word if word.starts_with("template<") => true,
        "using" => words.next() == Some("namespace") || line.contains('='),
        "class" => line.ends_with(['{', ';']) || words.clone().count() == 1,
        _ => line.contains("std::") && !line.contains('"'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_of_the_language_of_its_text() {
        let of = |text| Language::of(&RepoPath::parse("a/b.h").unwrap(), text);
        for text in [
            "#pragma once\nnamespace a {\nclass B {\npublic:\n  int c();\n};\n}\n",
            "template <typename T> T f(T a);\n",
            "class A;\n",
            "#include <vector>\nvoid f();\n",
            "void f(const std::string &a);\n",
            "#ifdef __cplusplus\nint a;\n#endif\n#ifdef B\nusing c = d;\n#endif\n",
        ] {
            assert_eq!(of(text), Language::Cpp, "{text}");
        }
        for text in [
            "#ifdef __cplusplus\nnamespace a {\n#endif\n/*\n class of things\n*/\nint class_of(int a);\n",
            "#include <stdio.h>\n#include <sys/types.h>\n// std::string\nstruct a;\n",
            "#if defined(__cplusplus)\nextern \"C\" {\n#endif\nint f(void);\n#if defined(__cplusplus)\n}\n#endif\n",
        ] {
            assert_eq!(of(text), Language::C, "{text}");
        }
        assert_eq!(Language::of(&RepoPath::parse("a.c").unwrap(), "class A;"), Language::C);
        let script = |text| Language::of(&RepoPath::parse("bin/tool").unwrap(), text);
        assert_eq!(script("#!/bin/sh -e\n"), Language::Shell);
        assert_eq!(script("#! /usr/bin/env bash\n"), Language::Shell);
        assert_eq!(["#!/usr/bin/env python3\n", "sh", ""].map(script), [Language::Other; 3]);
        let page = |raw| Language::of(&RepoPath::parse(raw).unwrap(), ".ig\nlicence\n..\n.TH tool 1\n");
        assert_eq!(["man/tool.1", "tool.3p"].map(page), [Language::Prose; 2]);
        assert_eq!(["tool.10", "tool.log"].map(page), [Language::Other; 2]);
    }

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
