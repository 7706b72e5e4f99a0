//! A repository's git data, read from bytes that a host hands over: commits, histories of files and lines, differences.
//!
//! [`Repository`] reads through the port [`GitFiles`], in blocks and only what a question needs: HEAD, branches and tags,
//! loose objects, packs with an index of version 2. The key decision is that nothing of it is trusted: each object is
//! bounded before it is unpacked ([`limits::git`]) and its SHA-1 compared with its name, so a commit that is cited by its
//! hash is that commit. An object that is missing is an error that names it ([`GitError::NotHere`]) or the end of a history that
//! says so ([`End::NotHere`]), never an empty answer.
//!
//! Left out: repositories of SHA-256 objects and of the `reftable` format (refused with a sentence), what submodules hold, texts
//! that are elsewhere (Git LFS: its pointer files are shown as they are), alternates (objects that another repository
//! lends), grafts and replacements, `.mailmap`, signatures. Of shallow and partial clones what is there is read.
//!
//! The objects are parsed by this crate, not by gix: `gix-pack` reads whole packs that are mapped into memory, and
//! `gix-object` adds 54 KB (gzip) to wasm for what is `object` here.
//!
//! Start at [`Repository`].

mod blame;
mod blocks;
mod cache;
mod commit;
mod counts;
mod differences;
mod error;
mod files;
mod history;
mod id;
mod kept;
mod loose;
mod memory;
mod names;
mod object;
mod origin;
mod pack;
mod refs;
mod renames;
mod repository;
mod subjects;
mod tree;
mod work_tree;
mod zlib;

pub use blame::{Blame, Piece, Present};
pub use commit::{Commit, Person, Time};
pub use counts::ChangeCounts;
pub use differences::{Change, ChangeKind, Content, Differences, Sides};
pub use error::GitError;
pub use files::{FileError, FileFuture, GitFiles};
pub use history::{End, History, Logged, Query};
pub use id::ObjectId;
pub use kept::{Kept, KeptFiles, LeftOut, Wanted, wanted};
pub use memory::MemoryGitFiles;
pub use object::Kind;
pub use origin::origin;
pub use refs::Head;
pub use repository::Repository;
pub use subjects::{Subject, Subjects};
pub use work_tree::{Prepared, WorkTree, WorkTreeError, WorkTreeFuture};
