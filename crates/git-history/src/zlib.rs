//! Unpacks what is compressed, to a size that is known and bounded before.

use crate::GitError;
use crate::blocks::Blocks;
use flate2::{Decompress, FlushDecompress, Status};

/// Unpacks `size` bytes that begin at `at` of a file.
pub async fn inflate(blocks: &Blocks, path: &str, at: u64, size: usize) -> Result<Vec<u8>, GitError> {
    let damaged = |why: &str| GitError::damaged(path, why);
    // One byte more, so that data that goes on beyond its size is seen.
    let mut out = Vec::with_capacity(size + 1);
    let mut zlib = Decompress::new(true);
    let mut at = at;
    loop {
        let part = blocks.part(path, at).await?;
        if part.bytes().is_empty() {
            return Err(damaged("an object ends early"));
        }
        let (read, written) = (zlib.total_in(), out.len());
        let status = zlib.decompress_vec(part.bytes(), &mut out, FlushDecompress::None);
        let status = status.map_err(|error| damaged(&format!("an object cannot be unpacked ({error})")))?;
        if out.len() > size {
            return Err(damaged("an object is longer than it says"));
        }
        let taken = zlib.total_in() - read;
        at += taken;
        match status {
            Status::StreamEnd if out.len() == size => return Ok(out),
            Status::StreamEnd => return Err(damaged("an object is shorter than it says")),
            _ if taken == 0 && out.len() == written => return Err(damaged("an object cannot be unpacked")),
            _ => {}
        }
    }
}

/// Unpacks the beginning of `packed`: at most `most` bytes.
pub fn beginning(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(most);
    // What comes before damage is judged; the rest is unpacked after it.
    Decompress::new(true).decompress_vec(packed, &mut out, FlushDecompress::None).ok()?;
    Some(out)
}

/// Unpacks all of `packed`, which has `size` bytes.
pub fn all(packed: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(size + 1);
    let status = Decompress::new(true).decompress_vec(packed, &mut out, FlushDecompress::Finish).ok()?;
    (status == Status::StreamEnd && out.len() == size).then_some(out)
}
