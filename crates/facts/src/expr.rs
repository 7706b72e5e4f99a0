//! The arena of values.

use crate::{DefId, ScopeId};
use serde::{Deserialize, Serialize};

/// Index into [`FileFacts::exprs`](crate::FileFacts::exprs).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExprId(pub u32);

/// Index into [`FileFacts::calls`](crate::FileFacts::calls).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub u32);

/// A constant key of a container or subscript.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// `["x"]`, `{x: ..}`.
    Text(String),
    /// `[3]`; also positions in a list or tuple.
    Index(i64),
    /// Not a constant.
    Unknown,
    /// In a literal: all that another object or map has, under its keys, as in `{...x}` and `{**x}`.
    Spread,
}

/// The type a literal has, where that type has methods worth resolving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LiteralKind {
    /// Text, template strings included.
    Text,
    /// An integer or a float.
    Number,
    /// `true`, `False`; also what comparisons give.
    Boolean,
    /// `None`, `null`, `undefined`, `nil`, unit.
    Null,
}

/// One value. Children have smaller indices than their parents, but for a [`Function`](Self::Function)'s body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A name, looked up from `scope` outwards. Also the first segment of a path (`crate`, `super`, `Self` stay
    /// names, and mean what the language says).
    Name {
        /// As written.
        name: String,
        /// Where it is read.
        scope: ScopeId,
        /// The line of the name, from 1; of what implies it, where it is not written.
        line: u32,
    },
    /// The receiver: `self`, `this`, a Go receiver's name; the value of the class that holds `definition`.
    Receiver {
        /// The method whose receiver it is.
        definition: DefId,
    },
    /// `super()`, `super.x`'s base: the receiver seen as its next base class.
    Super {
        /// The method in which it is written.
        definition: DefId,
    },
    /// `base.name`, `base::name`, `base->name`; also a qualified type.
    Attribute {
        /// Left side.
        base: ExprId,
        /// Right side.
        name: String,
        /// The line of the name, from 1; of what implies it (an operator, a loop), where it is not written.
        line: u32,
    },
    /// Any member of `base` whose name begins so: `getattr(base, "visit_" + name)`.
    Members {
        /// What has them.
        base: ExprId,
        /// The constant that their names begin with; not empty.
        prefix: String,
    },
    /// `base[key]`.
    Subscript {
        /// The container.
        base: ExprId,
        /// The key, where it is constant.
        key: Key,
    },
    /// The result of a call (awaiting it included where [`Await`](Self::Await) wraps it).
    Call(CallId),
    /// The value of a function, class or lambda definition, as an expression.
    Function(DefId),
    /// Elements of a list, tuple, set, dict, object or struct literal. A spread element has key `Unknown`.
    Collection(Vec<(Key, ExprId)>),
    /// One of several: conditional expressions, `a or b`, `a ?? b`, match arms, union types.
    Either(Vec<ExprId>),
    /// An element of an iterable, as bound by a loop or comprehension.
    Element(ExprId),
    /// The awaited or unwrapped value: `await x`, `x?`, `&x`, `*x`, a parenthesised cast keeps its type in `Cast`.
    Await(ExprId),
    /// A value whose type is written: casts, `x as T`, struct literals `T { .. }` without a call.
    Cast {
        /// What is seen as another type.
        value: ExprId,
        /// That type.
        to: ExprId,
    },
    /// A generic type with its arguments: `list[T]`, `Vec<T>`, `Promise<T>`. The arguments matter for elements.
    Generic {
        /// The type without arguments.
        base: ExprId,
        /// Its arguments in order.
        arguments: Vec<ExprId>,
    },
    /// A constant; only the type of it matters.
    Literal(LiteralKind),
    /// Nothing worth following.
    Unknown,
}
