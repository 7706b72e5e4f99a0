//! The index of a pack: names in order, and where each object is.

use crate::blocks::Blocks;
use crate::{GitError, ObjectId};

/// Where the names begin: after the signature, the version and the table of first bytes.
const NAMES: u64 = 8 + 256 * 4;

#[derive(Debug)]
pub struct Index {
    path: String,
    /// For each first byte of a name, how many names have it or a smaller one.
    up_to: Vec<u32>,
    /// Offsets of 8 bytes at the end, of packs beyond 2 GB.
    large: u64,
}

impl Index {
    pub async fn open(blocks: &Blocks, path: &str) -> Result<Self, GitError> {
        let head = blocks.exact(path, 0, NAMES as usize).await?;
        let damaged = |why: &str| GitError::damaged(format!("`{path}`"), why);
        if !head.starts_with(b"\xfftOc\0\0\0\x02") {
            let old = "its index is not of version 2; `git index-pack` or `git gc` writes a new one";
            return Err(GitError::Unsupported(format!("`{path}`: {old}")));
        }
        let up_to: Vec<u32> = head[8..].as_chunks::<4>().0.iter().map(|bytes| u32::from_be_bytes(*bytes)).collect();
        if !up_to.is_sorted() {
            return Err(damaged("its table is not in order"));
        }
        let least = NAMES + u64::from(up_to[255]) * 28 + 40;
        let size = blocks.files.size(path).await?.ok_or_else(|| damaged("the file is gone"))?;
        let rest = size.checked_sub(least).filter(|rest| rest % 8 == 0);
        let large = rest.ok_or_else(|| damaged("its size does not fit the number of its objects"))? / 8;
        Ok(Self { path: path.to_owned(), up_to, large })
    }

    fn count(&self) -> u64 {
        u64::from(self.up_to[255])
    }

    async fn name(&self, blocks: &Blocks, place: u32) -> Result<[u8; 20], GitError> {
        let bytes = blocks.exact(&self.path, NAMES + u64::from(place) * 20, 20).await?;
        Ok(bytes.try_into().expect("as many bytes as were asked for"))
    }

    /// The first place whose name is not smaller than `from`, which has some of its bytes.
    async fn first_from(&self, blocks: &Blocks, from: &[u8]) -> Result<u32, GitError> {
        let first = usize::from(from[0]);
        let (mut low, mut high) = (if first == 0 { 0 } else { self.up_to[first - 1] }, self.up_to[first]);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.name(blocks, middle).await?.as_slice() < from { low = middle + 1 } else { high = middle }
        }
        Ok(low)
    }

    /// Where the object of this name begins in the pack.
    pub async fn find(&self, blocks: &Blocks, id: ObjectId) -> Result<Option<u64>, GitError> {
        let place = self.first_from(blocks, id.as_bytes()).await?;
        if u64::from(place) >= self.count() || self.name(blocks, place).await? != *id.as_bytes() {
            return Ok(None);
        }
        self.offset(blocks, place).await.map(Some)
    }

    async fn offset(&self, blocks: &Blocks, place: u32) -> Result<u64, GitError> {
        let offsets = NAMES + self.count() * 24;
        let short = blocks.exact(&self.path, offsets + u64::from(place) * 4, 4).await?;
        let short = u32::from_be_bytes(short.try_into().expect("as many bytes as were asked for"));
        if short & 1 << 31 == 0 {
            return Ok(short.into());
        }
        let at = u64::from(short & !(1 << 31));
        if at >= self.large {
            return Err(GitError::damaged(format!("`{}`", self.path), "an offset is not in its table"));
        }
        let long = blocks.exact(&self.path, offsets + self.count() * 4 + at * 8, 8).await?;
        Ok(u64::from_be_bytes(long.try_into().expect("as many bytes as were asked for")))
    }

    /// Names that begin with these hexadecimal digits, at most two of them.
    pub async fn beginning_with(&self, blocks: &Blocks, digits: &str) -> Result<Vec<ObjectId>, GitError> {
        let Some(least) = ObjectId::parse(&format!("{digits:0<40}")) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let from = self.first_from(blocks, least.as_bytes()).await?;
        for place in from..self.up_to[255].min(from.saturating_add(2)) {
            let id = ObjectId::from_bytes(self.name(blocks, place).await?);
            if id.to_string().starts_with(digits) {
                found.push(id);
            }
        }
        Ok(found)
    }
}
