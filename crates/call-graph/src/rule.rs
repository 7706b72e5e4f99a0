//! The rules by name, each with its confidence. What they do is in `rules`.

use serde::{Deserialize, Serialize};

/// Why an edge is believed. The order is the order of belief among values that flow; see [`Rule::confidence`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The name is bound to the definition in a scope around the call.
    Scope,
    /// The name is imported (through any number of re-exports).
    Import,
    /// A member of the receiver's own class, or of a class or module named outright.
    Member,
    /// A member inherited from a base class, `super()` included.
    Inherited,
    /// A member of a value seen to be constructed: `x = C()`, `self.f = C()`.
    Constructed,
    /// A member of a value whose type is declared.
    Annotation,
    /// A member, or the function itself, came out of another call.
    Returned,
    /// The function was passed as an argument or came out of a closure or decorator.
    Flow,
    /// The function or receiver was an element of a container.
    Container,
    /// A method below the declared one that may run in its place.
    Override,
    /// Calling a class runs its constructor; without one of its own, the class itself is the callee.
    Constructor,
    /// Reading a property runs its getter.
    Property,
    /// Syntax that calls a method: operators, iteration, `with`, calling an instance.
    Implicit,
    /// Handed to code outside the repository that is expected to call it: `map(f, xs)`, `setTimeout(f)`.
    Callback,
    /// The receiver is unknown; exactly one method of that name exists.
    UniqueName,
    /// The receiver is unknown; two or three methods of that name exist.
    Candidates,
}

impl Rule {
    /// Every rule, in order.
    pub const ALL: [Rule; 16] = [
        Self::Scope,
        Self::Import,
        Self::Member,
        Self::Inherited,
        Self::Constructed,
        Self::Annotation,
        Self::Returned,
        Self::Flow,
        Self::Container,
        Self::Override,
        Self::Constructor,
        Self::Property,
        Self::Implicit,
        Self::Callback,
        Self::UniqueName,
        Self::Candidates,
    ];

    /// The least confidence at which an edge counts as proven.
    pub const PROVEN: f32 = 0.9;

    /// What is left of an edge's confidence where several callees exclude each other.
    pub fn share(self) -> f32 {
        match self {
            Self::Flow => 0.35,
            Self::Container => 0.55,
            Self::Constructed | Self::Annotation | Self::Returned => 0.6,
            _ => 0.85,
        }
    }

    /// How sure the rule is when it finds one callee, from 0 to 1. These and the [shares](Self::share) are fitted to what tests of
    /// real projects were seen to call (`cargo xtask eval graph --dynamic`): of edges said to be so sure, so many are right.
    pub fn confidence(self) -> f32 {
        match self {
            Self::Scope => 1.0,
            Self::Import => 0.99,
            Self::Member => 0.98,
            Self::Constructor | Self::Inherited => 0.97,
            Self::Constructed => 0.96,
            Self::Annotation => 0.95,
            Self::Property => 0.93,
            Self::Implicit => 0.92,
            Self::Returned => 0.9,
            Self::Flow => 0.85,
            Self::Container => 0.8,
            Self::Override => 0.4,
            Self::Callback => 0.3,
            Self::UniqueName => 0.5,
            Self::Candidates => 0.3,
        }
    }

    /// True where only the name speaks for the edge.
    pub fn is_name_only(self) -> bool {
        matches!(self, Self::UniqueName | Self::Candidates)
    }

    /// A short stable name: `import`, `unique-name`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Scope => "scope",
            Self::Import => "import",
            Self::Member => "member",
            Self::Inherited => "inherited",
            Self::Constructed => "constructed",
            Self::Annotation => "annotation",
            Self::Returned => "returned",
            Self::Flow => "flow",
            Self::Container => "container",
            Self::Override => "override",
            Self::Constructor => "constructor",
            Self::Property => "property",
            Self::Implicit => "implicit",
            Self::Callback => "callback",
            Self::UniqueName => "unique-name",
            Self::Candidates => "candidates",
        }
    }
}
