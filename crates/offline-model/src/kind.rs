//! The kinds of questions; what is known of each is in [`kinds`](crate::kinds).

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Where,
    /// What a symbol is or does.
    What,
    How,
    Callers,
    Callees,
    /// How the first symbol reaches the second.
    Reach,
    /// What is in a folder.
    List,
    /// What is in a file.
    File,
    /// What a file of JavaScript or TypeScript exports.
    Exports,
    /// What the repository is.
    Overview,
    /// All there is of something.
    ListAll,
    /// How a new one of something is added.
    Add,
    /// What imports a package or a module.
    Package,
    /// When something was changed, by whom and why.
    History,
    /// How two symbols differ.
    Compare,
    /// What value something has by default, and where it is set.
    Default,
    /// Which tests reach a symbol.
    TestsOf,
    /// Whether anything uses a symbol.
    Used,
    /// What a function takes and returns, what type a value has.
    TypeOf,
    /// What methods and fields a type has.
    Members,
    /// What errors a symbol raises and catches.
    Fails,
    /// What happens on a condition.
    When,
    /// Writing, an opinion or bugs: what only a language model can do.
    Judgement,
    /// Anything about a topic in free words.
    Explain,
}

impl Kind {
    /// Whether it is about symbols by their names, so that it is one of two questions in one.
    pub fn is_exact(self) -> bool {
        use Kind::{Callees, Callers, Compare, Default, Fails, Members, Reach, TestsOf, TypeOf, Used, What, Where};
        matches!(
            self,
            Members | Where | What | Callers | Callees | Reach | Compare | Default | TestsOf | Used | TypeOf | Fails
        ) || self == Self::How
    }
}
