//! Which files an index directory is made of.

use super::{IndexSource, vectors};
use crate::StorageError;
use crate::storage::directory::{Head, MANIFEST, Manifest, Table, name_of, parse_manifest, unpack};
use ::source::ContentHash;
use std::collections::{BTreeMap, BTreeSet};

/// The names of all files that a directory's manifest refers to, sorted, itself left out.
///
/// # Errors
/// The error of the source, or what is wrong with the index.
pub async fn chunk_names(source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    chunk_names_of(&parse_manifest(&source.read(MANIFEST).await?)?, source).await
}

/// The same for a manifest that is not in place yet.
///
/// # Errors
/// As for [`chunk_names`].
pub async fn chunk_names_of(manifest: &Manifest, source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    let head = read_head(manifest, source).await?;
    let mut names: Vec<String> = head.chunks().map(|hash| name_of(&hash)).collect();
    names.push(manifest.head.file.clone());
    names.sort();
    names.dedup();
    Ok(names)
}

/// The names of the files of a directory's vectors, sorted; they are not among [`chunk_names`].
///
/// # Errors
/// As for [`chunk_names`].
pub async fn vector_names(source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    let manifest = parse_manifest(&source.read(MANIFEST).await?)?;
    let Some(file) = &manifest.vectors else { return Ok(Vec::new()) };
    let head = vectors::read_head(file, source).await?;
    let mut names: Vec<String> = head.pages().map(|hash| name_of(&hash)).collect();
    names.push(file.file.clone());
    names.sort();
    names.dedup();
    Ok(names)
}

/// Which part of the index each file of a directory belongs to, by name, as reports for people call it. The head is none.
///
/// # Errors
/// As for [`chunk_names`].
pub async fn parts(source: &dyn IndexSource) -> Result<BTreeMap<String, &'static str>, StorageError> {
    let head = read_head(&parse_manifest(&source.read(MANIFEST).await?)?, source).await?;
    let pages = head.pages.iter().chain(head.behind()).zip(Table::ALL);
    Ok(pages.flat_map(|(hashes, table)| hashes.iter().map(move |hash| (name_of(hash), table.name()))).collect())
}

/// Checks an index that is to be published, as far as is possible without reading all of it: its manifest agrees with its
/// head, and with the sum of the lengths of the stored files. `sizes`: their lengths by name.
///
/// # Errors
/// What is wrong with the index, or the error of the source.
pub async fn check(
    manifest: &Manifest,
    source: &dyn IndexSource,
    sizes: &BTreeMap<String, u64>,
) -> Result<(), StorageError> {
    let head = read_head(manifest, source).await?;
    head.snapshot()?;
    let names: BTreeSet<String> =
        head.counted().map(|hash| name_of(&hash)).chain([manifest.head.file.clone()]).collect();
    let sum = |names: &BTreeSet<String>| -> u64 { names.iter().filter_map(|name| sizes.get(name)).sum() };
    let stored = sum(&names);
    // A page that is in two tables counts with the first.
    let mut seen = names.clone();
    let mut bytes = |pages: &[ContentHash]| {
        let own: BTreeSet<String> = pages.iter().map(name_of).filter(|name| seen.insert(name.clone())).collect();
        sum(&own)
    };
    let [lists, summaries, words, lines, calls] = head.behind();
    let behind = [
        ("lists", bytes(lists), manifest.list_bytes),
        ("summaries", bytes(summaries), manifest.summary_bytes),
        ("words", bytes(words), manifest.word_bytes),
        ("tests", bytes(lines) + bytes(calls), manifest.test_bytes),
    ];
    let differs = behind.iter().find(|(_, stored, claimed)| stored != claimed);
    let what = match sizes.get(&manifest.head.file) {
        Some(length) if *length != manifest.head.bytes => {
            "its head has another length than its manifest says".to_owned()
        }
        _ if stored != manifest.index_bytes => {
            format!("its files have {stored} bytes in all, and its manifest says {}", manifest.index_bytes)
        }
        _ if head.rows() > stored.saturating_mul(MOST_ROWS_A_BYTE) => {
            "it names more than its files can hold".to_owned()
        }
        _ => match differs {
            Some((what, ..)) => format!("its {what} have another length than its manifest says"),
            None => return Ok(()),
        },
    };
    Err(StorageError::Damaged(what))
}

/// Deflate unpacks a byte to some thousand at most, and a row takes two at least.
const MOST_ROWS_A_BYTE: u64 = 516;

pub(super) async fn read_head(manifest: &Manifest, source: &dyn IndexSource) -> Result<Head, StorageError> {
    let hash = manifest.head_hash()?;
    let chunk = source.read(&name_of(&hash)).await?;
    let head = Head::read(&unpack(&chunk, &hash, limits::index::HEAD_BYTES)?)?;
    head.check_manifest(manifest)?;
    Ok(head)
}
