//! A repository that can be asked: its text, its call graph and its search index under one roof.
//!
//! [`CodebaseBuilder`] takes a snapshot and the facts of its files, in any order, and gives a [`Codebase`]. Every
//! question is a pure function that returns plain data; whatever points at code does so by a
//! [`SpanRef`], which carries the hash of the lines it means and can be checked later ([`Codebase::holds`]).
//! [`storage`] keeps a codebase as bytes beside the snapshot, or as a directory of content-addressed files.
//!
//! Invariant: the same snapshot and facts give the same bytes, in whatever order the facts came and on every host.
//!
//! Start at [`CodebaseBuilder`], then [`Codebase::search`] and [`Codebase::callers`].

mod builder;
mod codebase;
mod dense;
mod error;
mod evidence;
mod export;
mod facts_of;
mod lists;
mod nearest;
pub mod overlay;
mod parsed;
mod questions;
pub mod reader;
mod scope;
pub mod storage;
mod symbol_finder;
mod test_index;
mod unlinked;
mod update;

#[cfg(test)]
mod fixture;

pub use builder::{Beside, BuildError, CodebaseBuilder, Phase, Progress};
pub use call_graph::{Direction, SymbolId};
pub use codebase::Codebase;
pub use dense::{Embeddable, embedded_part, similar_to};
pub use dense_search::{EmbeddedBy, Misfit, NotAVector, Quantised, Row, Table as Vectors};
pub use error::{Cut, FORMAT_VERSION, StorageError};
pub use evidence::{Place, SpanRef};
pub use facts::DefinitionKind;
pub use overlay::{ChangedText, Content, FoundPaths, Now, Overlaid};
pub use paging::{Loaded, PageFault};
pub use parsed::ParsedFiles;
pub use questions::QuestionError;
pub use questions::adding::{Adding, Registrar};
pub use questions::call_path::CallStep;
pub use questions::calls::{CallSite, CallsOf, SymbolCalls, Unresolved};
pub use questions::directory::{DirectoryEntry, EntryKind};
pub use questions::facts::{
    DefaultOf, Defaults, Described, Fact, FactCount, FactKind, FailureOf, Failures, SymbolFacts, Upward,
};
pub use questions::file::FileText;
pub use questions::find::{Found, FoundItem};
pub use questions::find_in_file::{FileMatches, FileSearch};
pub use questions::glance::{Glance, GlanceKind, GlanceLine, GlanceSection, LanguageLine};
pub use questions::grep::{GrepLine, GrepResult};
pub use questions::impact::{Impact, Reached};
pub use questions::meaning::{Candidate, Local, Meaning, Why};
pub use questions::neighbourhood::{Neighbour, Neighbourhood};
pub use questions::outline::OutlineItem;
pub use questions::overview::{LanguageShare, Overview};
pub use questions::parts_map::{MapEdge, MapPart, PartsMap};
pub use questions::pattern::Pattern;
pub use questions::references::{Reference, ReferenceKind, References, Relative, Relatives, Sure};
pub use questions::search::SearchHit;
pub use questions::symbol::{SymbolInfo, SymbolSummary};
pub use questions::symbol_page::SymbolPage;
pub use reader::{Bounded, Bounds, IndexSource, Reader};
pub use scope::{NOTES, Scope};
pub use search_index::{Grep, GrepError, Histories, Similar};
pub use storage::directory::{Chunk, IndexFiles, Manifest, MemoryIndexFiles, PartSize, VectorsFile, Written};
pub use survey::{Family, List};
