//! The registry: one file and one line a language.

use crate::LanguageSupport;
use source::Language;

#[cfg(feature = "bash")]
pub mod bash;
#[cfg(any(feature = "c", feature = "cpp"))]
pub mod c_family;
#[cfg(any(
    feature = "javascript",
    feature = "typescript",
    feature = "go",
    feature = "java",
    feature = "c",
    feature = "cpp",
    feature = "csharp",
    feature = "kotlin",
    feature = "php",
    feature = "dart",
    feature = "zig"
))]
mod c_like;
#[cfg(any(
    feature = "javascript",
    feature = "typescript",
    feature = "go",
    feature = "java",
    feature = "c",
    feature = "cpp",
    feature = "csharp",
    feature = "kotlin",
    feature = "php",
    feature = "ruby",
    feature = "bash",
    feature = "swift",
    feature = "scala",
    feature = "lua",
    feature = "protobuf",
    feature = "hcl",
    feature = "dart",
    feature = "elixir",
    feature = "zig",
    feature = "sql"
))]
mod comments;
#[cfg(feature = "csharp")]
pub mod csharp;
#[cfg(feature = "dart")]
pub mod dart;
#[cfg(any(feature = "javascript", feature = "typescript"))]
pub mod ecmascript;
#[cfg(feature = "elixir")]
pub mod elixir;
#[cfg(feature = "go")]
pub mod go;
#[cfg(feature = "graphql")]
pub mod graphql;
#[cfg(feature = "hcl")]
pub mod hcl;
#[cfg(feature = "java")]
pub mod java;
#[cfg(feature = "kotlin")]
pub mod kotlin;
#[cfg(feature = "lua")]
pub mod lua;
#[cfg(feature = "php")]
pub mod php;
#[cfg(feature = "protobuf")]
pub mod protobuf;
#[cfg(feature = "python")]
pub mod python;
#[cfg(test)]
pub(crate) mod render;
#[cfg(feature = "ruby")]
pub mod ruby;
#[cfg(feature = "rust")]
pub mod rust;
#[cfg(feature = "scala")]
pub mod scala;
#[cfg(any(feature = "graphql", feature = "protobuf", feature = "hcl", feature = "sql"))]
mod schema;
#[cfg(feature = "sql")]
pub mod sql;
#[cfg(feature = "swift")]
pub mod swift;
#[cfg(any(
    feature = "java",
    feature = "kotlin",
    feature = "swift",
    feature = "scala",
    feature = "lua",
    feature = "dart",
    feature = "elixir"
))]
mod uncommented;
#[cfg(feature = "zig")]
pub mod zig;

/// The support for a language in this build.
pub fn support(language: Language) -> Option<&'static dyn LanguageSupport> {
    match language {
        #[cfg(feature = "python")]
        Language::Python => Some(&python::Python),
        #[cfg(feature = "go")]
        Language::Go => Some(&go::Go),
        #[cfg(feature = "java")]
        Language::Java => Some(&java::Java),
        #[cfg(feature = "javascript")]
        Language::JavaScript => Some(&ecmascript::JAVASCRIPT),
        #[cfg(feature = "typescript")]
        Language::TypeScript => Some(&ecmascript::TYPESCRIPT),
        #[cfg(feature = "typescript")]
        Language::Tsx => Some(&ecmascript::TSX),
        #[cfg(feature = "kotlin")]
        Language::Kotlin => Some(&kotlin::Kotlin),
        #[cfg(feature = "php")]
        Language::Php => Some(&php::Php),
        #[cfg(feature = "ruby")]
        Language::Ruby => Some(&ruby::Ruby),
        #[cfg(feature = "rust")]
        Language::Rust => Some(&rust::Rust),
        #[cfg(feature = "scala")]
        Language::Scala => Some(&scala::Scala),
        #[cfg(feature = "dart")]
        Language::Dart => Some(&dart::Dart),
        #[cfg(feature = "elixir")]
        Language::Elixir => Some(&elixir::Elixir),
        #[cfg(feature = "lua")]
        Language::Lua => Some(&lua::Lua),
        #[cfg(feature = "graphql")]
        Language::GraphQl => Some(&graphql::GraphQl),
        #[cfg(feature = "hcl")]
        Language::Hcl => Some(&hcl::Hcl),
        #[cfg(feature = "protobuf")]
        Language::Protobuf => Some(&protobuf::Protobuf),
        #[cfg(feature = "sql")]
        Language::Sql => Some(&sql::Sql),
        #[cfg(feature = "zig")]
        Language::Zig => Some(&zig::Zig),
        #[cfg(feature = "swift")]
        Language::Swift => Some(&swift::Swift),
        #[cfg(feature = "c")]
        Language::C => Some(&c_family::C),
        #[cfg(feature = "bash")]
        Language::Shell => Some(&bash::Bash),
        #[cfg(feature = "cpp")]
        Language::Cpp => Some(&c_family::CPP),
        #[cfg(feature = "csharp")]
        Language::CSharp => Some(&csharp::CSharp),
        _ => None,
    }
}
