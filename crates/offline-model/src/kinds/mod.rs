//! The kinds of questions, one a file, in one table: how a question of a kind is recognised, what must be found for it, and
//! how it is answered.

mod add;
mod callees;
mod callers;
mod compare;
mod default;
mod definition;
mod exports;
mod fails;
mod history;
mod judgement;
mod list_all;
mod members;
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
use crate::asked::Question;
pub use crate::kind::Kind;
use crate::known::Known;
use model::{Finding, Step};

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
    &members::RULES,
    &callers::RULES,
    &callees::RULES,
    &definition::WHERE,
    &definition::WHAT,
    &definition::HOW,
    &place::FOLDER,
    &place::FILE,
    &exports::RULES,
    &overview::RULES,
    &list_all::RULES,
    &add::RULES,
    &package::RULES,
    &history::RULES,
    &topic::RULES,
];

impl Kind {
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
