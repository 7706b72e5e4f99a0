//! A chunk: bytes, compressed, named by their hash.

use crate::StorageError;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use source::ContentHash;
use std::io::{Read, Write};

/// Of 0 to 9. At 9, chunks of Django take 0.7% fewer bytes and more than twice the time.
const LEVEL: u32 = 5;

/// A page as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    pub(crate) hash: ContentHash,
    pub(crate) bytes: Vec<u8>,
}

impl Chunk {
    /// Compresses a page: the same bytes on every host.
    pub fn of(page: &[u8]) -> Self {
        let mut encoder = DeflateEncoder::new((page.len() as u32).to_le_bytes().to_vec(), Compression::new(LEVEL));
        let bytes = encoder.write_all(page).and_then(|()| encoder.finish()).expect("a `Vec` takes every byte");
        Self { hash: ContentHash::of(&bytes), bytes }
    }
}

/// The file name of a chunk.
pub fn name_of(hash: &ContentHash) -> String {
    format!("{hash}.bin")
}

/// How many bytes a chunk claims to unpack to.
pub fn length_of(chunk: &[u8]) -> Option<u64> {
    chunk.first_chunk().map(|length| u64::from(u32::from_le_bytes(*length)))
}

/// What is inside a chunk, if it is the one of this hash and holds at most so many bytes.
pub fn unpack(chunk: &[u8], hash: &ContentHash, most: u64) -> Result<Vec<u8>, StorageError> {
    let name = || name_of(hash);
    if ContentHash::of(chunk) != *hash {
        return Err(StorageError::Damaged(format!("`{}` was changed", name())));
    }
    let cut = || StorageError::Damaged(format!("`{}` is no chunk of an index", name()));
    let (length, packed) = chunk.split_first_chunk().ok_or_else(cut)?;
    let length = u32::from_le_bytes(*length);
    if u64::from(length) > most {
        let why = format!("`{}` unpacks to {length} bytes; at most {most} are taken", name());
        return Err(StorageError::Damaged(why));
    }
    let mut bytes = Vec::with_capacity(length.min(1 << 20) as usize);
    let read = DeflateDecoder::new(packed).take(u64::from(length) + 1).read_to_end(&mut bytes);
    match read {
        Ok(count) if count == length as usize => Ok(bytes),
        _ => Err(cut()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u64 = 1 << 20;

    #[test]
    fn comes_back_and_damage_is_found() {
        let text = "fn main() {}\n".repeat(500);
        let Chunk { hash, bytes: chunk } = Chunk::of(text.as_bytes());
        assert!(chunk.len() < 200, "it is compressed");
        assert_eq!(unpack(&chunk, &hash, MOST).unwrap(), text.as_bytes());
        assert_eq!(Chunk::of(text.as_bytes()).hash, hash);
        let mut changed = chunk.clone();
        changed[6] ^= 1;
        assert!(unpack(&changed, &hash, MOST).unwrap_err().to_string().contains("was changed"));
        // Bytes that fit their name and still are no chunk.
        for bytes in [&b""[..], &[1, 2], &chunk[..chunk.len() - 1], &[9, 0, 0, 0, 0xFF, 0xFF]] {
            assert!(unpack(bytes, &ContentHash::of(bytes), MOST).unwrap_err().to_string().contains("is no chunk"));
        }
        let mut longer = chunk.clone();
        longer[0] ^= 1;
        assert!(unpack(&longer, &ContentHash::of(&longer), MOST).is_err(), "the length must fit");
    }

    #[test]
    fn nothing_is_unpacked_of_what_is_too_much() {
        let Chunk { hash, bytes: chunk } = Chunk::of(&vec![0; 2 << 20]);
        assert!(chunk.len() < 4096, "a few bytes");
        assert_eq!(length_of(&chunk), Some(2 << 20));
        let why = unpack(&chunk, &hash, MOST).unwrap_err().to_string();
        assert!(why.contains(&name_of(&hash)) && why.contains("unpacks to 2097152 bytes"), "{why}");
        // One that lies about its length is no chunk.
        let mut lies = chunk.clone();
        lies[..4].copy_from_slice(&10u32.to_le_bytes());
        assert!(unpack(&lies, &ContentHash::of(&lies), MOST).unwrap_err().to_string().contains("is no chunk"));
    }
}
