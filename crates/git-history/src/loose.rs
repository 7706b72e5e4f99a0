//! Objects in files of their own.

use crate::blocks::Blocks;
use crate::object::{Kind, Object};
use crate::{GitError, ObjectId, zlib};
use limits::git::OBJECT_BYTES;

/// Longest "commit 123456\0".
const HEAD: usize = 32;

/// The path of a loose object.
pub fn path(id: ObjectId) -> String {
    let name = id.to_string();
    format!("objects/{}/{}", &name[..2], &name[2..])
}

/// Reads a loose object; `None` where there is none of this name.
pub async fn read(blocks: &Blocks, id: ObjectId) -> Result<Option<Object>, GitError> {
    let path = path(id);
    // Compressed data can be a little longer than what it holds.
    let Some(packed) = blocks.whole(&path, OBJECT_BYTES + OBJECT_BYTES / 64).await? else { return Ok(None) };
    let damaged = |why: &str| GitError::damaged(format!("`{path}`"), why);
    let start = zlib::beginning(&packed, HEAD).ok_or_else(|| damaged("it cannot be unpacked"))?;
    let (kind, size, head) = header(&start).ok_or_else(|| damaged("it does not begin as an object does"))?;
    if size > OBJECT_BYTES {
        return Err(GitError::TooLarge { what: format!("the object {id}"), bytes: size, limit: OBJECT_BYTES });
    }
    let mut data = zlib::all(&packed, head + size as usize).ok_or_else(|| damaged("its size is not what it says"))?;
    data.drain(..head);
    Object { kind, data: data.into() }.checked(id).map(Some)
}

/// Kind, size, and how long the header is.
fn header(start: &[u8]) -> Option<(Kind, u64, usize)> {
    let end = start.iter().position(|byte| *byte == 0)?;
    let blank = start[..end].iter().position(|byte| *byte == b' ')?;
    let size = std::str::from_utf8(&start[blank + 1..end]).ok()?.parse().ok()?;
    Some((Kind::of_word(&start[..blank])?, size, end + 1))
}
