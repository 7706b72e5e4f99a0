//! A repository at rest: a pack of text, and a table that says what is in it.
//!
//! A host writes the pack first and the table last, so the table is the commit marker: a pack without a table is a
//! broken-off import and can be deleted. Table: magic, format version, hash of the body, body (postcard). The body
//! names the pack by length and hash, so a table never goes with another pack. Languages are not stored: they follow
//! from the paths. Behind the table the body lists the files that had a byte order mark; earlier versions neither wrote that
//! list nor read on behind the table.

use crate::decode::line_count;
use crate::{ContentHash, FileEntry, Language, RepoPath, Skipped, Snapshot};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"quarry-t";

/// The format of the table. Raised with every change that an older reader would misread.
pub const VERSION: u32 = 1;

/// Why a stored repository could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Not a table at all.
    #[error("this is not a stored repository")]
    NotATable,
    /// Written by a later Quarry.
    #[error(
        "the repository was stored by a newer Quarry (format {0}, this one reads {VERSION}); reload the page or update"
    )]
    Newer(u32),
    /// Written by an earlier Quarry whose format is no longer read.
    #[error("the repository was stored by an older Quarry (format {0}); open the folder or archive again")]
    Older(u32),
    /// What was read contradicts itself.
    #[error("the stored repository is damaged ({0}); open the folder or archive again")]
    Damaged(&'static str),
}

#[derive(Serialize, Deserialize)]
struct Table<Files, Skips> {
    name: String,
    pack_len: u64,
    pack_hash: ContentHash,
    files: Files,
    skipped: Skips,
}

#[derive(Serialize, Deserialize)]
struct Row {
    path: RepoPath,
    hash: ContentHash,
    len: u32,
    lines: u32,
    decoded_from: Option<String>,
}

/// The table of a snapshot; its pack is [`Snapshot::pack`] as it is.
pub fn encode_table(snapshot: &Snapshot) -> Vec<u8> {
    let rows = snapshot.files.iter().map(|file| Row {
        path: file.path.clone(),
        hash: file.hash,
        len: file.len,
        lines: file.lines,
        decoded_from: file.decoded_from.clone(),
    });
    let table = Table {
        name: snapshot.name.clone(),
        pack_len: snapshot.pack.len() as u64,
        pack_hash: ContentHash::of(snapshot.pack.as_bytes()),
        files: rows.collect::<Vec<_>>(),
        skipped: &snapshot.skipped[..],
    };
    let marked: Vec<u32> =
        (0..).zip(snapshot.files.iter()).filter(|(_, file)| file.stripped_bom).map(|(at, _)| at).collect();
    let body = postcard::to_stdvec(&(table, marked)).expect("plain data of known length is written to memory");
    [&MAGIC[..], &VERSION.to_le_bytes(), &ContentHash::of(&body).0, &body].concat()
}

/// The snapshot of a table and its pack. Everything is checked: hashes, order of paths, UTF-8 at file boundaries.
pub fn decode(table: &[u8], pack: Vec<u8>) -> Result<Snapshot, StoreError> {
    let (table, rest): (Table<Vec<Row>, Vec<Skipped>>, _) =
        postcard::take_from_bytes(body(table)?).map_err(|_| StoreError::Damaged("its table cannot be read"))?;
    if table.pack_len != pack.len() as u64 {
        return Err(StoreError::Damaged("its text is not complete"));
    }
    if table.pack_hash != ContentHash::of(&pack) {
        return Err(StoreError::Damaged("its text was changed"));
    }
    let pack = String::from_utf8(pack).map_err(|_| StoreError::Damaged("its text is not UTF-8"))?;
    let mut files = place(table.files, &pack)?;
    for at in marked(rest)? {
        let file = files.get_mut(at as usize).ok_or(StoreError::Damaged("it marks a file that it does not have"))?;
        file.stripped_bom = true;
    }
    Ok(Snapshot { name: table.name, files: files.into(), pack: Arc::new(pack), skipped: table.skipped.into() })
}

/// The numbers of the files that had a byte order mark; none in a table of an earlier version.
fn marked(rest: &[u8]) -> Result<Vec<u32>, StoreError> {
    if rest.is_empty() {
        return Ok(Vec::new());
    }
    postcard::from_bytes(rest).map_err(|_| StoreError::Damaged("its list of marked files cannot be read"))
}

/// What a table says of its repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The repository's name.
    pub name: String,
    /// Its files, in the order of their paths.
    pub paths: Vec<RepoPath>,
    /// Length of its pack, the text of all files.
    pub bytes: u64,
}

/// What a table lists, without the pack: for a list of repositories, and to compare them.
pub fn contents(table: &[u8]) -> Result<Contents, StoreError> {
    let table: Table<Vec<Row>, Vec<Skipped>> =
        postcard::from_bytes(body(table)?).map_err(|_| StoreError::Damaged("its table cannot be read"))?;
    let paths = table.files.into_iter().map(|row| row.path).collect();
    Ok(Contents { name: table.name, paths, bytes: table.pack_len })
}

fn body(table: &[u8]) -> Result<&[u8], StoreError> {
    let rest = table.strip_prefix(&MAGIC).ok_or(StoreError::NotATable)?;
    let (version, rest) = rest.split_first_chunk().ok_or(StoreError::Damaged("its table is cut off"))?;
    match u32::from_le_bytes(*version) {
        VERSION => {}
        version if version > VERSION => return Err(StoreError::Newer(version)),
        version => return Err(StoreError::Older(version)),
    }
    let (hash, body) = rest.split_first_chunk().ok_or(StoreError::Damaged("its table is cut off"))?;
    if ContentHash::of(body) != ContentHash(*hash) {
        return Err(StoreError::Damaged("its table was changed"));
    }
    Ok(body)
}

fn place(rows: Vec<Row>, pack: &str) -> Result<Vec<FileEntry>, StoreError> {
    if !rows.is_sorted_by(|a, b| a.path < b.path) {
        return Err(StoreError::Damaged("its files are out of order"));
    }
    let mut offset = 0;
    let files = rows.into_iter().map(|row| {
        let end = offset + row.len as usize;
        let text = pack.get(offset..end).ok_or(StoreError::Damaged("a file's text is not where the table says"))?;
        if line_count(text) != row.lines {
            return Err(StoreError::Damaged("a file has not as many lines as the table says"));
        }
        let start = std::mem::replace(&mut offset, end) as u64;
        Ok(FileEntry {
            language: Language::of(&row.path, text),
            path: row.path,
            hash: row.hash,
            offset: start,
            len: row.len,
            lines: row.lines,
            decoded_from: row.decoded_from,
            stripped_bom: false,
        })
    });
    let files = files.collect::<Result<Vec<_>, _>>()?;
    if offset == pack.len() { Ok(files) } else { Err(StoreError::Damaged("its text is longer than the table says")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, SkipReason, SnapshotBuilder};

    fn sample() -> Snapshot {
        let mut builder = SnapshotBuilder::new("sample", Limits::default());
        for (path, bytes) in [
            ("b.py", "x = 1\n".as_bytes()),
            ("a/é.txt", b"caf\xe9"),
            ("marked.cs", b"\xef\xbb\xbfclass A {}\r\n"),
            ("logo.png", b"x"),
        ] {
            if let Ok(path) = builder.wants(path, bytes.len() as u64) {
                builder.add(path, bytes.to_vec()).unwrap();
            }
        }
        builder.skip("gone.rs", SkipReason::Unreadable { why: "no permission".into() });
        builder.finish().unwrap()
    }

    fn error(table: &[u8], pack: &[u8]) -> String {
        decode(table, pack.to_vec()).unwrap_err().to_string()
    }

    fn bytes(snapshot: &Snapshot) -> Vec<u8> {
        snapshot.pack.as_bytes().to_vec()
    }

    #[test]
    fn opens_what_it_stored() {
        let snapshot = sample();
        let table = encode_table(&snapshot);
        let opened = decode(&table, bytes(&snapshot)).unwrap();
        assert_eq!(
            (&opened.name, &opened.files, &opened.skipped),
            (&snapshot.name, &snapshot.files, &snapshot.skipped)
        );
        assert_eq!(opened.id(), snapshot.id());
        assert_eq!(opened.text(opened.find("a/é.txt").unwrap()), "café");
        assert_eq!(encode_table(&opened), table);
        let paths = snapshot.files.iter().map(|file| file.path.clone()).collect();
        let known = Contents { name: "sample".to_owned(), paths, bytes: snapshot.pack.len() as u64 };
        assert_eq!(contents(&table), Ok(known));
    }

    #[test]
    fn a_byte_order_mark_is_stored_and_unknown_in_a_table_of_an_earlier_version() {
        let snapshot = sample();
        let table = encode_table(&snapshot);
        let marked = |table: &[u8]| {
            let opened = decode(table, bytes(&snapshot)).unwrap();
            opened.files.iter().filter(|file| file.stripped_bom).map(|file| file.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(marked(&table), ["marked.cs"]);
        // The list is the body's end: one number, and how many there are.
        let body = &table[8 + 4 + 16..table.len() - 2];
        let earlier = [&MAGIC[..], &VERSION.to_le_bytes(), &ContentHash::of(body).0, body].concat();
        assert_eq!(marked(&earlier), [""; 0]);
        let wrong = [body, &[1, 99][..]].concat();
        let wrong = [&MAGIC[..], &VERSION.to_le_bytes(), &ContentHash::of(&wrong).0, &wrong].concat();
        assert!(error(&wrong, &bytes(&snapshot)).contains("marks a file that it does not have"));
    }

    #[test]
    fn distinguishes_damage_from_another_version() {
        let snapshot = sample();
        let (table, pack) = (encode_table(&snapshot), bytes(&snapshot));
        assert_eq!(error(b"{}", &pack), "this is not a stored repository");
        let mut newer = table.clone();
        newer[8] = 9;
        assert_eq!(decode(&newer, pack.clone()).unwrap_err(), StoreError::Newer(9));
        assert!(error(&table[..table.len() - 1], &pack).contains("its table was changed"));
        assert!(error(&table[..20], &pack).contains("its table is cut off"));
        assert!(error(&table, &pack[1..]).contains("its text is not complete"));
        let mut changed = pack.clone();
        changed[0] ^= 1;
        assert!(error(&table, &changed).contains("its text was changed"));
    }

    #[test]
    fn no_damage_makes_it_panic() {
        let snapshot = sample();
        let table = encode_table(&snapshot);
        for at in 0..table.len() {
            let mut broken = table.clone();
            broken[at] ^= 0x40;
            assert!(decode(&broken, bytes(&snapshot)).is_err());
            assert!(decode(&table[..at], bytes(&snapshot)).is_err());
        }
    }
}
