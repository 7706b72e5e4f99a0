//! Things with a name and a place: modules, classes, functions, fields.

use crate::{ExprId, ScopeId};
use serde::{Deserialize, Serialize};
use source::Span;

/// Index into [`FileFacts::definitions`](crate::FileFacts::definitions). 0 is the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DefId(pub u32);

impl DefId {
    /// The file's own module.
    pub const MODULE: Self = Self(0);
}

/// What sort of thing a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefinitionKind {
    /// The file itself, or a module or namespace written inside it.
    Module,
    /// A class, struct, record or object type that can be constructed.
    Class,
    /// An interface, trait or protocol.
    Interface,
    /// An enumeration.
    Enum,
    /// A type alias.
    TypeAlias,
    /// A function outside a class.
    Function,
    /// A function inside a class, trait or impl; also a property's getter.
    Method,
    /// What runs when a class is constructed.
    Constructor,
    /// A function without a name (lambda, arrow function, closure). Named after what it is first bound to, if
    /// anything (`const f = () => 1` is a [`Function`](Self::Function) called `f`).
    Lambda,
    /// A module-level or class-level constant or variable worth finding.
    Variable,
    /// A field or attribute of a class.
    Field,
    /// A macro.
    Macro,
    /// A file that is one component (Vue, Svelte, Astro): what others import as its default export.
    Component,
}

impl DefinitionKind {
    /// True for what can be called and has a body of its own.
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Constructor | Self::Lambda | Self::Macro)
    }

    /// True for what groups members under its name.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Interface | Self::Enum | Self::TypeAlias)
    }

    /// The word for people: `class`, `type alias`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::TypeAlias => "type alias",
            Self::Function => "function",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Lambda => "lambda",
            Self::Variable => "variable",
            Self::Field => "field",
            Self::Macro => "macro",
            Self::Component => "component",
        }
    }
}

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// What it is.
    pub kind: DefinitionKind,
    /// Its own name; `<lambda>` where it has none; empty for the file's module.
    pub name: String,
    /// Its dotted name inside the file: `Class.method`, `outer.inner`, `outer.<lambda>`; empty for the file's
    /// module. The module path is put in front by `call-graph`. At most 512 bytes: see [`dotted`].
    pub path: String,
    /// What holds it: the enclosing class, function or module. `None` only for the file's module. A method written
    /// outside its type (Go, Rust impl) has the module here and its type in [`owner`](Self::owner).
    pub parent: Option<DefId>,
    /// The scope in which the name is bound.
    pub scope: ScopeId,
    /// The scope its body opens, where it has one.
    pub body: Option<ScopeId>,
    /// The whole definition with decorators, attributes and doc comment.
    pub span: Span,
    /// The name alone (the keyword for lambdas).
    pub name_span: Span,
    /// The head without the body, on one line, white space folded, at most 300 bytes.
    pub signature: String,
    /// Doc comment or docstring without its markers, at most 2,000 bytes.
    pub doc: Option<String>,
    /// Parameters in order, the receiver included; of a type alias its type parameters.
    pub parameters: Vec<Parameter>,
    /// Declared type of the result.
    pub returns: Option<ExprId>,
    /// Base classes, implemented interfaces, embedded structs, supertraits: in written order.
    pub bases: Vec<ExprId>,
    /// The type a method written outside its type belongs to: `impl Owner`, `func (o *Owner)`.
    pub owner: Option<ExprId>,
    /// In an `impl Interface for Owner` block: the interface.
    pub implements: Option<ExprId>,
    /// Decorators, annotations and attribute macros, as value expressions, outermost first.
    pub decorators: Vec<ExprId>,
    /// Seen from other files: `pub`, `export`, capitalised in Go; Python: no leading underscore.
    pub exported: bool,
    /// Called on the type, not on a value: `@staticmethod`, `@classmethod`, `static`, a Rust function without self.
    pub is_static: bool,
    /// Returns a promise, future or coroutine.
    pub is_async: bool,
    /// Read like a field but runs code: `@property`, `get x()`.
    pub is_property: bool,
    /// Part of a test by its language's convention.
    pub is_test: bool,
}

impl Definition {
    /// A definition in the file's scope with nothing but its kind, name and place: exported, without parent or body.
    pub fn new(kind: DefinitionKind, name: String, span: Span, name_span: Span) -> Self {
        Self {
            kind,
            name,
            path: String::new(),
            parent: None,
            scope: ScopeId::FILE,
            body: None,
            span,
            name_span,
            signature: String::new(),
            doc: None,
            parameters: Vec::new(),
            returns: None,
            bases: Vec::new(),
            owner: None,
            implements: None,
            decorators: Vec::new(),
            exported: true,
            is_static: false,
            is_async: false,
            is_property: false,
            is_test: false,
        }
    }
}

/// Longest dotted name that is made, in bytes, unless a single name is longer.
const MAX_DOTTED: usize = 512;

/// `outer.name`. Of a name that gets too long the front is left out, at a dot: every definition inside would hold it
/// again, and a file of deep nesting and long names would cost the square of its size.
pub fn dotted(outer: &str, name: &str) -> String {
    let room = MAX_DOTTED.saturating_sub(name.len() + 1);
    let kept = match outer.len() <= room {
        true => outer,
        false => outer.match_indices('.').map(|(at, _)| &outer[at + 1..]).find(|rest| rest.len() <= room).unwrap_or(""),
    };
    match (kept.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => kept.to_owned(),
        _ => format!("{kept}.{name}"),
    }
}

/// How arguments reach a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// `self`, `this`, `cls`, a Go receiver.
    Receiver,
    /// By position or name.
    Plain,
    /// By name only.
    KeywordOnly,
    /// The rest, by position: `*args`, `...rest`.
    Rest,
    /// The rest, by name: `**kwargs`.
    KeywordRest,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name; empty for a destructured one (its names are bound by [`Binding`](crate::Binding)s).
    pub name: String,
    /// How it is filled.
    pub kind: ParameterKind,
    /// Declared type.
    pub annotation: Option<ExprId>,
    /// Default value.
    pub default: Option<ExprId>,
}
