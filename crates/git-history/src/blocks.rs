//! Files read in blocks, which are kept.

use crate::cache::ByteCache;
use crate::{GitError, GitFiles};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of a block: a pack's commits lie together, so one read serves many.
const BLOCK: u64 = 128 << 10;
/// Bytes of blocks that are kept.
const KEPT: usize = 24 << 20;

pub struct Blocks {
    pub files: Rc<dyn GitFiles>,
    /// A number for each path, which is shorter than a path as a key.
    numbers: RefCell<FxHashMap<String, u32>>,
    kept: RefCell<ByteCache<(u32, u64)>>,
}

/// The rest of a block from some place on.
pub struct Part {
    block: Rc<[u8]>,
    from: usize,
}

impl Part {
    /// Empty at the file's end.
    pub fn bytes(&self) -> &[u8] {
        &self.block[self.from..]
    }
}

impl Blocks {
    pub fn new(files: Rc<dyn GitFiles>) -> Self {
        Self { files, numbers: RefCell::default(), kept: RefCell::new(ByteCache::new(KEPT)) }
    }

    fn number(&self, path: &str) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len() as u32;
        *numbers.entry(path.to_owned()).or_insert(next)
    }

    /// The bytes of a file from `at` to the end of a block.
    pub async fn part(&self, path: &str, at: u64) -> Result<Part, GitError> {
        let key = (self.number(path), at / BLOCK);
        let known = self.kept.borrow_mut().get(key);
        let block = match known {
            Some((block, ())) => block,
            None => {
                let read = self.files.read(path, key.1 * BLOCK, BLOCK as usize).await?;
                let read = read.ok_or_else(|| GitError::damaged(path, "the file is gone"))?;
                let block: Rc<[u8]> = read.into();
                self.kept.borrow_mut().insert(key, Rc::clone(&block), ());
                block
            }
        };
        let from = ((at % BLOCK) as usize).min(block.len());
        Ok(Part { block, from })
    }

    /// Exactly `count` bytes of a file.
    pub async fn exact(&self, path: &str, at: u64, count: usize) -> Result<Vec<u8>, GitError> {
        let mut bytes = Vec::with_capacity(count);
        while bytes.len() < count {
            let part = self.part(path, at + bytes.len() as u64).await?;
            let rest = part.bytes();
            if rest.is_empty() {
                return Err(GitError::damaged(path, "it ends early"));
            }
            bytes.extend_from_slice(&rest[..rest.len().min(count - bytes.len())]);
        }
        Ok(bytes)
    }

    /// A whole file, which may have at most `most` bytes; `None` where there is no such file. Not kept.
    pub async fn whole(&self, path: &str, most: u64) -> Result<Option<Vec<u8>>, GitError> {
        let Some(bytes) = self.files.size(path).await? else { return Ok(None) };
        if bytes > most {
            return Err(GitError::TooLarge { what: format!("`{path}`"), bytes, limit: most });
        }
        Ok(self.files.read(path, 0, bytes as usize).await?)
    }
}
