//! The header of an object in a pack.

use crate::blocks::Blocks;
use crate::object::Kind;
use crate::{GitError, ObjectId};

/// How an object is stored.
#[derive(Debug, PartialEq, Eq)]
pub enum Stored {
    Whole(Kind),
    /// As the difference from the object at this place.
    DeltaOf(u64),
    /// As the difference from this object.
    DeltaOfNamed(ObjectId),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub stored: Stored,
    /// Bytes of the object, or of its delta.
    pub size: u64,
    /// Where the compressed data begins.
    pub data_at: u64,
}

/// Bytes of the longest header: ten of size, and a name.
const LONGEST: usize = 32;

pub async fn read(blocks: &Blocks, path: &str, at: u64) -> Result<Entry, GitError> {
    let mut head = blocks.part(path, at).await?.bytes().iter().copied().take(LONGEST).collect::<Vec<_>>();
    if head.len() < LONGEST {
        // It may go on in the next block; at the end of the file there is none.
        let more = blocks.part(path, at + head.len() as u64).await?;
        head.extend(more.bytes().iter().copied().take(LONGEST - head.len()));
    }
    parse(&head, at).ok_or_else(|| GitError::damaged(format!("`{path}`"), format!("no object begins at {at}")))
}

fn parse(head: &[u8], at: u64) -> Option<Entry> {
    let mut bytes = head.iter().copied();
    let mut byte = bytes.next()?;
    let kind = byte >> 4 & 7;
    let (mut size, mut shift) = (u64::from(byte & 15), 4);
    while byte & 0x80 != 0 {
        byte = bytes.next()?;
        size |= u64::from(byte & 0x7f).checked_shl(shift).filter(|_| shift < 57)?;
        shift += 7;
    }
    let stored = match kind {
        1 => Stored::Whole(Kind::Commit),
        2 => Stored::Whole(Kind::Tree),
        3 => Stored::Whole(Kind::Blob),
        4 => Stored::Whole(Kind::Tag),
        6 => Stored::DeltaOf(at.checked_sub(distance(&mut bytes)?).filter(|base| *base < at)?),
        7 => {
            let name: Vec<u8> = bytes.by_ref().take(20).collect();
            Stored::DeltaOfNamed(ObjectId::from_bytes(name.try_into().ok()?))
        }
        _ => return None,
    };
    Some(Entry { stored, size, data_at: at + (head.len() - bytes.len()) as u64 })
}

/// How far before it the base of a delta is.
fn distance(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut byte = bytes.next()?;
    let mut distance = u64::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        byte = bytes.next()?;
        distance = distance.checked_add(1)?.checked_mul(128)? | u64::from(byte & 0x7f);
    }
    Some(distance)
}
