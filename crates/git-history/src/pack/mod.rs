//! Packs: many objects in one file, most of them as deltas against others, with an index by name.

mod delta;
mod entry;
mod index;

use crate::blocks::Blocks;
use crate::cache::ByteCache;
use crate::object::{Kind, Object};
use crate::{GitError, ObjectId, zlib};
use entry::Stored;
use index::Index;
use limits::git::{DELTA_BYTES, DELTA_CHAIN, OBJECT_BYTES};
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of unpacked objects that are kept: bases of deltas, and what was read last.
const KEPT: usize = 32 << 20;

/// A pack that is open.
pub struct Pack {
    /// Among the packs of the repository.
    number: u32,
    path: String,
    index: Index,
}

/// Unpacked objects, by pack and place.
pub struct Unpacked(RefCell<ByteCache<(u32, u64), Kind>>);

impl Default for Unpacked {
    fn default() -> Self {
        Self(RefCell::new(ByteCache::new(KEPT)))
    }
}

impl Pack {
    /// Opens the pack beside an index, `objects/pack/NAME.idx`.
    pub async fn open(blocks: &Blocks, index: &str, number: u32) -> Result<Self, GitError> {
        let path = index.strip_suffix(".idx").map(|stem| format!("{stem}.pack")).expect("listed by this ending");
        let head = blocks.exact(&path, 0, 12).await?;
        if !head.starts_with(b"PACK") || !matches!(head[4..8], [0, 0, 0, 2 | 3]) {
            return Err(GitError::Unsupported(format!("`{path}` is no pack of version 2 or 3")));
        }
        Ok(Self { number, index: Index::open(blocks, index).await?, path })
    }

    /// Reads an object; `None` where the pack has none of this name.
    pub async fn read(&self, blocks: &Blocks, kept: &Unpacked, id: ObjectId) -> Result<Option<Object>, GitError> {
        match self.index.find(blocks, id).await? {
            Some(at) => self.object(blocks, kept, at).await?.checked(id).map(Some),
            None => Ok(None),
        }
    }

    /// Names that begin with these hexadecimal digits, at most two of them.
    pub async fn beginning_with(&self, blocks: &Blocks, digits: &str) -> Result<Vec<ObjectId>, GitError> {
        self.index.beginning_with(blocks, digits).await
    }

    async fn object(&self, blocks: &Blocks, kept: &Unpacked, at: u64) -> Result<Object, GitError> {
        let (mut at, mut deltas, mut bytes) = (at, Vec::new(), 0);
        let mut object = loop {
            if let Some((data, kind)) = kept.0.borrow_mut().get((self.number, at)) {
                break Object { kind, data };
            }
            let entry = entry::read(blocks, &self.path, at).await?;
            self.check_size(entry.size, at)?;
            let data = zlib::inflate(blocks, &self.path, entry.data_at, entry.size as usize).await?;
            let base = match entry.stored {
                Stored::Whole(kind) => break self.keep(kept, at, Object { kind, data: data.into() }),
                Stored::DeltaOf(base) => base,
                Stored::DeltaOfNamed(id) => self.base(blocks, id).await?,
            };
            bytes += data.len() as u64;
            deltas.push((at, data));
            if deltas.len() > DELTA_CHAIN || bytes > DELTA_BYTES {
                let why =
                    format!("an object is built of more than {DELTA_CHAIN} deltas or {DELTA_BYTES} bytes of them");
                return Err(self.damaged(&why));
            }
            at = base;
        };
        while let Some((at, delta)) = deltas.pop() {
            let data = delta::apply(&object.data, &delta).map_err(|why| self.damaged(why))?;
            object = self.keep(kept, at, Object { kind: object.kind, data: data.into() });
        }
        Ok(object)
    }

    async fn base(&self, blocks: &Blocks, id: ObjectId) -> Result<u64, GitError> {
        let found = self.index.find(blocks, id).await?;
        found.ok_or_else(|| self.damaged("the base of a delta is not in the pack"))
    }

    fn keep(&self, kept: &Unpacked, at: u64, object: Object) -> Object {
        kept.0.borrow_mut().insert((self.number, at), Rc::clone(&object.data), object.kind);
        object
    }

    fn check_size(&self, bytes: u64, at: u64) -> Result<(), GitError> {
        if bytes <= OBJECT_BYTES {
            return Ok(());
        }
        Err(GitError::TooLarge { what: format!("an object at {at} of `{}`", self.path), bytes, limit: OBJECT_BYTES })
    }

    fn damaged(&self, why: &str) -> GitError {
        GitError::damaged(format!("`{}`", self.path), why)
    }
}
