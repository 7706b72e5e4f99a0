//! What of the text of definitions is read in which language: one table, for those who read it and for those who say that
//! nothing was found.

use crate::Language;

/// Something that the text of a definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// What is raised, or returned as an error, and what is caught.
    Errors,
    /// Defaults of parameters and fields, values of constants.
    Values,
    /// Declared types.
    Types,
    /// Base types in the head of a type, and so the subtypes of another.
    Bases,
    /// Settings and environment variables.
    Settings,
}

use Reading::{Bases, Errors, Settings, Types, Values};

/// Everything.
const ALL: &[Reading] = &[Errors, Values, Types, Bases, Settings];

impl Language {
    /// What is read of the text of its definitions. Members, calls and mentions are found in every language that
    /// [is parsed](Self::is_parsed).
    pub fn readings(self) -> &'static [Reading] {
        match self {
            Self::Python | Self::JavaScript | Self::TypeScript | Self::Tsx | Self::Rust | Self::Go => ALL,
            Self::Java | Self::CSharp | Self::Kotlin | Self::Ruby | Self::Php => ALL,
            Self::C | Self::Cpp | Self::Swift | Self::Scala | Self::Shell | Self::Lua | Self::Dart => &[],
            Self::Elixir | Self::Zig => &[],
            Self::GraphQl | Self::Protobuf | Self::Hcl | Self::Sql => &[],
            Self::Html | Self::Css | Self::Markdown | Self::Prose | Self::Config | Self::Other => &[],
        }
    }

    /// Whether this is read in the language.
    pub fn is_read_for(self, reading: Reading) -> bool {
        self.readings().contains(&reading)
    }
}
