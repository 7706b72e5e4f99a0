//! The kinds of questions, one a file, in one table: how a question of a kind is recognised, what must be found for it, and
//! how it is answered.

mod add;
mod callees;
mod callers;
mod compare;
mod default;
mod definition;
mod fails;
mod history;
mod judgement;
mod list_all;
mod overview;
mod package;
mod place;
mod reach;
mod tests_of;
mod topic;
mod type_of;
mod used;
mod when;

use crate::answer::MarkdownBuilder;
use crate::known::Known;
use crate::question::Question;
use model::{Finding, Step};

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
    /// What errors a symbol raises and catches.
    Fails,
    /// What happens on a condition.
    When,
    /// Writing, an opinion or bugs: what only a language model can do.
    Judgement,
    /// Anything about a topic in free words.
    Explain,
}

/// All that is known of a kind.
pub struct Rules {
    pub kind: Kind,
    /// The sentences that ask it, in the language of [`grammar`](crate::grammar). None where it is recognised otherwise.
    pub patterns: &'static [&'static str],
    /// The steps that are still missing to answer; empty where nothing more is needed, or nothing more can be found.
    pub missing: fn(&Question, &Known<'_>, &[Finding]) -> Vec<Step>,
    /// Writes the answer; false, and nothing written, where nothing found answers it.
    pub write: fn(&mut MarkdownBuilder, &Question, &Known<'_>, &[Finding]) -> bool,
}

/// In the order in which their patterns are tried.
pub const TABLE: &[&Rules] = &[
    &judgement::RULES,
    &compare::RULES,
    &reach::RULES,
    &used::RULES,
    &when::RULES,
    &default::RULES,
    &tests_of::RULES,
    &fails::RULES,
    &type_of::RULES,
    &callers::RULES,
    &callees::RULES,
    &definition::WHERE,
    &definition::WHAT,
    &definition::HOW,
    &place::FOLDER,
    &place::FILE,
    &overview::RULES,
    &list_all::RULES,
    &add::RULES,
    &package::RULES,
    &history::RULES,
    &topic::RULES,
];

impl Kind {
    /// Whether it is about symbols by their names, so that it is one of two questions in one.
    pub fn is_exact(self) -> bool {
        use Kind::{Callees, Callers, Compare, Default, Fails, Reach, TestsOf, TypeOf, Used, What, Where};
        matches!(self, Where | What | Callers | Callees | Reach | Compare | Default | TestsOf | Used | TypeOf | Fails)
            || self == Self::How
    }

    /// Its row of the table.
    pub fn rules(self) -> &'static Rules {
        TABLE.iter().find(|rules| rules.kind == self).unwrap_or(&&topic::RULES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row() {
        for (i, rules) in TABLE.iter().enumerate() {
            assert!(TABLE[..i].iter().all(|other| other.kind != rules.kind), "{:?} has two", rules.kind);
            assert_eq!(rules.kind.rules().kind, rules.kind);
        }
    }
}
