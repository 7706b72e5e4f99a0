//! Objects as git stores them.

use crate::{GitError, ObjectId};
use sha1::{Digest, Sha1};
use std::rc::Rc;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A commit.
    Commit,
    /// A folder.
    Tree,
    /// The content of a file.
    Blob,
    /// A tag with a message.
    Tag,
}

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
            Self::Tag => "tag",
        }
    }

    pub(crate) fn of_word(word: &[u8]) -> Option<Self> {
        [Self::Commit, Self::Tree, Self::Blob, Self::Tag].into_iter().find(|kind| kind.word().as_bytes() == word)
    }
}

/// An object whose content has the name it is stored under.
#[derive(Debug, Clone)]
pub struct Object {
    pub kind: Kind,
    pub data: Rc<[u8]>,
}

impl Object {
    /// Compares the content with the name. Git's own programs also refuse contents made to collide; here they are taken.
    pub fn checked(self, id: ObjectId) -> Result<Self, GitError> {
        let mut hash = Sha1::new();
        hash.update(format!("{} {}\0", self.kind.word(), self.data.len()));
        hash.update(&self.data);
        if ObjectId::from_bytes(hash.finalize().into()) == id {
            Ok(self)
        } else {
            Err(GitError::damaged(format!("the object {id}"), "its content does not have this hash"))
        }
    }
}
