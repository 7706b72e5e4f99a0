//! What is bound to what, what is called, what is returned.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::{DefId, ExprId, ImportId, Key, ScopeId};
use serde::{Deserialize, Serialize};
use source::Span;

/// What a binding writes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A name of the binding's scope.
    Name(String),
    /// `base.name = ..`, `self.name = ..`.
    Attribute {
        /// The object that is written to.
        base: ExprId,
        name: String,
    },
    /// `base[key] = ..`, `base.append(..)` is a call and not lowered here.
    Subscript {
        base: ExprId,
        /// The key, where it is constant.
        key: Key,
    },
}

/// Why a name has the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BindingKind {
    Definition(DefId),
    Import(ImportId),
    /// A parameter of a definition, by index.
    Parameter(DefId, u32),
    /// An assignment, declaration, `with`, `for`, `except`, pattern.
    Assignment,
}

/// `target := value`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Where the target is looked up; a declaration binds here.
    pub scope: ScopeId,
    pub target: Target,
    pub kind: BindingKind,
    /// The value, where there is one. In destructuring each name has its `Subscript`, `Attribute` or `Element`.
    pub value: Option<ExprId>,
    /// Declared type.
    pub annotation: Option<ExprId>,
    pub span: Span,
}

/// What a call is, in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// `f(..)`.
    Call,
    /// `new T(..)`, `T { .. }` in Go and Rust does not call and is a [`Cast`](crate::Expr::Cast).
    New,
    /// `@f` on a definition: the definition is passed to it.
    Decorator,
    /// `f!(..)`.
    Macro,
    /// JSX: `<Component .. />`.
    Element,
    /// Implied by syntax: an operator, iteration, `with`. Its callee is an [`Attribute`](crate::Expr::Attribute)
    /// with the method's name.
    Implicit,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// Its name, where given by name.
    pub name: Option<String>,
    pub value: ExprId,
    /// `*xs`, `...xs`, `**kw`.
    pub spread: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The function, method or class called.
    pub callee: ExprId,
    pub arguments: Vec<Argument>,
    /// Where it is.
    pub scope: ScopeId,
    /// The innermost definition in whose body it is: the caller. Default values and decorators belong to the
    /// definition around.
    pub caller: DefId,
    pub kind: CallKind,
    /// The whole call; [`FileFacts::line_of_call`](crate::FileFacts::line_of_call) is the line of its callee's name.
    pub span: Span,
}

/// How a value leaves a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnKind {
    /// `return x`, a tail expression, an arrow's expression body.
    Return,
    /// `yield x`: an element of what the function returns.
    Yield,
    /// `raise x`, `throw x`.
    Throw,
}

/// A value that leaves a function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Return {
    pub definition: DefId,
    /// What leaves it.
    pub value: ExprId,
    pub kind: ReturnKind,
}
