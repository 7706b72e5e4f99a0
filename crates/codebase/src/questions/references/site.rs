//! How the code around a name uses it.

use super::super::facts::masked::{Family, is_word};
use super::ReferenceKind;
use call_graph::Symbol;
use facts::DefinitionKind;

/// The code around a name: its line up to the name, and what follows.
#[derive(Debug, Clone, Copy)]
pub struct Around<'t> {
    pub before: &'t str,
    pub after: &'t str,
    pub family: Option<Family>,
}

impl<'t> Around<'t> {
    /// The code around the name at a byte. `code`: without comments and strings.
    pub fn of(code: &'t str, at: usize, name: &str, family: Option<Family>) -> Self {
        let start = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
        Self { before: &code[start..at], after: &code[at + name.len()..], family }
    }

    /// What the place does with the symbol; `None` where it is the name of an argument or key, which means something else.
    pub fn kind(&self, symbol: &Symbol) -> Option<ReferenceKind> {
        let value = matches!(symbol.kind, DefinitionKind::Field | DefinitionKind::Variable);
        if !value && self.names_argument() {
            return None;
        }
        Some(match () {
            () if self.is_called() => ReferenceKind::Call,
            () if symbol.kind.is_type() && self.is_type() => ReferenceKind::Type,
            () if self.is_written(value) => ReferenceKind::Write,
            () => ReferenceKind::Read,
        })
    }

    /// Whether it is a member of something: `x.name`, `x->name`, `x::name`.
    pub fn is_member(&self) -> bool {
        self.before.ends_with(['.', ':']) && !self.before.ends_with("..") && !self.before.ends_with(" :")
            || self.before.ends_with("->") && self.family == Some(Family::Java)
    }

    /// Whether it is a member of the object itself: `self.name`, `this.name`, `Self::name`.
    pub fn is_of_receiver(&self) -> bool {
        const RECEIVERS: &[&str] =
            &["self.", "cls.", "this.", "Self::", "this->", "self::", "static::", "$this->", "@"];
        RECEIVERS.iter().any(|receiver| {
            self.before.strip_suffix(receiver).is_some_and(|rest| !rest.bytes().next_back().is_some_and(is_word))
        })
    }

    /// `f(name=1)`, `{ name: 1 }`, where the symbol is no field.
    pub fn names_argument(&self) -> bool {
        let after = self.after.trim_start();
        let is_first = self.before.trim_end().is_empty() || self.before.trim_end().ends_with(['(', ',', '{']);
        match self.family {
            Some(Family::Python) => {
                is_first && !self.before.trim().is_empty() && after.starts_with('=') && !after.starts_with("==")
            }
            Some(Family::Ecmascript) => is_first && after.starts_with(':') && !self.before.trim_end().ends_with('('),
            // The field of a literal: `Order { name: 1 }`, `Order{name: 1}`.
            Some(Family::Rust | Family::Go) => {
                is_first && after.starts_with(':') && !after.starts_with("::") && !after.starts_with(":=")
            }
            _ => false,
        }
    }

    fn is_called(&self) -> bool {
        let after = self.after.strip_prefix('!').unwrap_or(self.after);
        let is_decorator = self.before.trim_start() == "@";
        let is_new = self.before.trim_end().ends_with("new");
        if after.starts_with('(') || is_decorator || is_new {
            return true;
        }
        // `name::<T>(..)`, `name<T>(..)`: one pair of brackets, without an operator in it.
        let generic = after.strip_prefix("::").unwrap_or(after).strip_prefix('<');
        generic.is_some_and(|rest| {
            let end = rest.find(['>', ';', '\n', '=', '&']).unwrap_or(rest.len());
            rest[end..].starts_with(">(")
        })
    }

    fn is_type(&self) -> bool {
        let (before, after) = (self.before.trim_end(), self.after.trim_start_matches(' '));
        const SIGNS: &[&str] = &["->", ":", "<", "&", "|", "as", "extends", "implements", "impl", "dyn", "for", "mut"];
        let is_word_sign = |sign: &&&str| {
            let rest = before.strip_suffix(**sign);
            let whole =
                |rest: &str| !sign.starts_with(char::is_alphabetic) || !rest.bytes().next_back().is_some_and(is_word);
            rest.is_some_and(whole)
        };
        if SIGNS.iter().any(|sign| is_word_sign(&sign)) && !before.ends_with("::") {
            return true;
        }
        match self.family {
            // A base: `class A(Base)`.
            Some(Family::Python) => before.trim_start().starts_with("class ") && before.contains('('),
            Some(Family::Ruby) => before.trim_start().starts_with("class ") && before.contains('<'),
            Some(Family::Ecmascript) | None => false,
            Some(Family::Rust) => !after.starts_with("::") && !after.starts_with('.'),
            Some(Family::Go | Family::Java | Family::Kotlin | Family::Php) => !after.starts_with('.'),
        }
    }

    /// `declared`: a type may be between the name and the value.
    fn is_written(&self, declared: bool) -> bool {
        let after = self.after.trim_start_matches(' ');
        let assigns = |text: &str| text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>");
        const OPERATORS: &[&str] =
            &["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", ":=", "??=", "||=", "<<=", ">>=", "++", "--"];
        if assigns(after) || OPERATORS.iter().any(|operator| after.starts_with(operator)) {
            return true;
        }
        let line = after.lines().next().unwrap_or("");
        let typed = declared && self.family != Some(Family::Go) && line.starts_with(':') && !line.starts_with("::");
        typed
            && (line.contains(" = ")
                || !matches!(self.family, Some(Family::Python | Family::Ruby))
                    && self.before.trim_end().ends_with(['{', ',']))
    }
}
