//! What a node may hold, and how values move between nodes.

use crate::modules::NamespaceId;
use crate::program::{Def, Name};
use crate::rule::Rule;
use facts::LiteralKind;

/// A place values flow through: a variable, a member, a parameter, a result, an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Node(pub u32);

/// A container that some expression makes, or the one of a rest parameter or a generator's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Container(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    Function(Def),
    /// A class, interface or enum itself.
    Class(Def),
    /// The name of a type that is written by others: beside what that type is without its arguments.
    Alias(Def),
    /// A value of a class.
    Instance(Def),
    Namespace(NamespaceId),
    Container(Container),
    /// A method of the language's own containers, on this container.
    ContainerMethod(Container, Name),
    /// A method that a wrapper around a value of this class has: `Option::unwrap`, `Promise.then`. Declared types see
    /// through such wrappers, so that the class itself is asked for it.
    WrapperMethod(Def, Name),
    /// What makes a bound function of this one: `f.bind`.
    Binder(Def),
    /// The receiver seen as the next base of this class; `true` for the class itself in static methods.
    Super(Def, bool),
    /// From outside the repository; the number names the module.
    External(u32),
    /// Of the language itself, by name.
    Builtin(Name),
    /// Functions or classes that a node has not taken, because it or all crowded nodes together had taken as many as they may: the
    /// others that are known there are not all.
    Others,
}

/// What happens to each value that reaches a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// It also reaches `to`, believed at most as far as `rule`.
    Copy { to: Node, rule: Rule },
    /// It also reaches `to` unless it is an instance where the declared type of `to` is known: for parameters with one.
    CopyUntyped { to: Node, rule: Rule },
    /// As `Copy`, out of a member: a property gives its getter's result, noted for `to`.
    CopyMember { to: Node, rule: Rule },
    /// As `Copy`, out of a decorator: of what was decorated by it, nothing but `own`.
    CopyDecorated { to: Node, rule: Rule, decorator: Def, own: Def },
    /// As `CopyMember`, where a field is read that shares its name with a method.
    CopyField { to: Node, rule: Rule },
    /// It is a type; a value of it reaches `to`.
    Instance { to: Node, rule: Rule },
    /// The same of a type that is used with arguments, by the number of that use.
    InstanceOfUse { of: u32, to: Node, rule: Rule },
    /// It also reaches `to`, but not that it is an alias.
    CopyPlain { to: Node },
    /// It is a type; a value of it reaches `to` if the repository defines it.
    OwnInstance { to: Node, rule: Rule },
    /// Its member `name` reaches `to`.
    Load { name: Name, to: Node },
    /// The same of what is read and not called: a field comes before a method of that name.
    LoadField { name: Name, to: Node },
    /// Its members whose names begin so reach `to`.
    LoadPrefix { prefix: Name, to: Node },
    /// `from` reaches its member `name`.
    Store { name: Name, from: Node },
    /// `from` reaches its field at this place.
    StoreAt { index: i64, from: Node },
    /// Its element at a key reaches `to`; `None` is any.
    LoadKey { key: Option<Key>, to: Node },
    /// What it holds is under the same keys in the container of this rest parameter.
    Spread { to: Node },
    /// `from` becomes its element.
    StoreKey { key: Option<Key>, from: Node },
    /// It is called.
    Call { file: u32, call: facts::CallId },
    /// It is called without a call in the source: by a container's method with an element.
    Feed { element: Node, result: Option<Node> },
    /// It is called by the language's own code with `argument` at this place.
    FeedAt { place: u32, argument: Node },
    /// It has the members of a class that a call makes, which is `class` and whose values are in `own`.
    ClassBody { class: Node, own: Node },
}

/// A constant key of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    Text(Name),
    Index(i64),
}

/// A getter read through an attribute, found while solving.
#[derive(Debug, Clone, Copy)]
pub struct PropertyRead {
    /// The reading expression's node.
    pub node: Node,
    pub getter: Def,
    /// Of the receiver.
    pub rule: Rule,
}

/// The name of constants of a kind among what is the language's own: one that no program can write.
pub(super) fn literal_name(kind: LiteralKind) -> &'static str {
    match kind {
        LiteralKind::Text => "<text>",
        LiteralKind::Number => "<number>",
        LiteralKind::Boolean => "<boolean>",
        LiteralKind::Null => "<null>",
    }
}

/// The kind whose constants have this name.
pub(crate) fn literal_kind(name: &str) -> Option<LiteralKind> {
    let kinds = [LiteralKind::Text, LiteralKind::Number, LiteralKind::Boolean, LiteralKind::Null];
    kinds.into_iter().find(|kind| literal_name(*kind) == name)
}
