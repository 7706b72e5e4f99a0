//! Complete lists of what a repository has: its routes, commands, settings, error types, tests, dependencies and so on.
//!
//! [`List`] is the table of lists: what each is called, the words by which questions mean it, and what code alone cannot
//! say of it. [`SurveyBuilder`] takes each file once, its text with its [`FileFacts`](facts::FileFacts) where it has some,
//! in any order; every list has one file in `lists` that collects it. The [`Survey`] that comes out is plain data, a page
//! for each list, so that a reader loads only the lists that are asked for. [`ask`] narrows a page and counts.
//!
//! Invariant: the same files give the same survey. Everything in an entry is as the code writes it.

mod builder;
mod collected;
mod doers;
mod entry;
mod family;
mod family_base;
mod family_of_file;
mod family_of_methods;
mod family_row;
mod file_row;
mod group;
mod header;
mod list;
mod list_languages;
mod lists;
mod main_types;
mod manifest;
mod meant;
mod members;
mod mentions;
mod naming;
mod narrowing;
mod noun;
mod overview;
mod part;
mod parts;
mod query;
mod scan;
mod sorts;
mod tests_of;
mod valued;
mod worded;

#[cfg(test)]
mod member_tests;
#[cfg(test)]
mod option_tests;
#[cfg(test)]
mod overview_tests;
#[cfg(test)]
mod script_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod topic_tests;

pub use builder::{FileSurvey, SurveyBuilder};
pub use doers::{DOERS_OF, doers};
pub use entry::{Entry, MemberKind, Survey};
pub use family::{WEAK, family};
pub use family_of_file::OF_MODULE;
pub use family_row::{Family, METHODS_OF};
pub use file_row::FileRow;
pub use group::Members;
pub use header::Header;
pub use list::{Claims, LISTS, List, ListRow};
pub use main_types::{MOST as MAIN_TYPES, MainType, steps};
pub use members::{entries_named, members, members_ending, members_of_noun, returning};
pub use naming::Paths;
pub use narrowing::Narrowing;
pub use noun::{REGISTERING, has_all, means, phrases};
pub use overview::Section;
pub use part::{Part, Whole, part};
pub use parts::{Parts, is_manifest};
pub use query::{Answer, Item, ask};
pub use sorts::{SORTS_ALONE, sorts, sorts_of};
pub use valued::{VALUED, valued};
