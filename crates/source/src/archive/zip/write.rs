//! Writes `.zip` files: every entry stored as it is, without ZIP64.

use super::STORED;
use flate2::Crc;

/// The names are UTF-8.
const UTF_8_NAMES: u16 = 1 << 11;
/// The version of the format, 2.0, which every program reads; in the directory, with Unix as the system that wrote it.
const VERSION: u16 = 20;
const UNIX: u16 = 3 << 8;
/// A regular file that all can read and its owner can write.
const MODE: u32 = 0o100_644 << 16;
/// 1 January 1980, the format's first day: the same files give the same bytes.
const FIRST_DAY: u32 = 0x0021_0000;

/// The files do not fit the format without ZIP64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a zip archive holds at most 65,535 files and 4 GB")]
pub struct ZipTooLarge;

/// An archive of these files: their names, relative and with `/`, and their bytes.
///
/// # Errors
/// More than 65,535 files, a name of more than 65,535 bytes, or more than 4 GB in all.
pub fn write_zip<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Result<Vec<u8>, ZipTooLarge> {
    let (mut archive, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (name, bytes) in files {
        let offset = long(archive.len())?;
        let header = header(name, bytes)?;
        archive.extend_from_slice(b"PK\x03\x04");
        archive.extend_from_slice(&header);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(bytes);

        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&(UNIX | VERSION).to_le_bytes());
        directory.extend_from_slice(&header);
        // No comment, the first disk, no internal attributes.
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&MODE.to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        count = count.checked_add(1).ok_or(ZipTooLarge)?;
    }
    let (start, len) = (long(archive.len())?, long(directory.len())?);
    archive.append(&mut directory);
    archive.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    archive.extend_from_slice(&count.to_le_bytes());
    archive.extend_from_slice(&count.to_le_bytes());
    archive.extend_from_slice(&len.to_le_bytes());
    archive.extend_from_slice(&start.to_le_bytes());
    archive.extend_from_slice(&[0; 2]);
    Ok(archive)
}

/// What the header before an entry and its row in the directory have in common.
fn header(name: &str, bytes: &[u8]) -> Result<Vec<u8>, ZipTooLarge> {
    let mut sum = Crc::new();
    sum.update(bytes);
    let size = long(bytes.len())?;
    let name_len = u16::try_from(name.len()).map_err(|_| ZipTooLarge)?;
    let mut header = Vec::with_capacity(26);
    for short in [VERSION, UTF_8_NAMES, STORED] {
        header.extend_from_slice(&short.to_le_bytes());
    }
    for long in [FIRST_DAY, sum.sum(), size, size] {
        header.extend_from_slice(&long.to_le_bytes());
    }
    // The name, and no extra field.
    for short in [name_len, 0] {
        header.extend_from_slice(&short.to_le_bytes());
    }
    Ok(header)
}

fn long(len: usize) -> Result<u32, ZipTooLarge> {
    u32::try_from(len).map_err(|_| ZipTooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Unpacking};
    use std::io::{Cursor, Read};

    const FILES: [(&str, &[u8]); 4] = [
        ("src/a.py", b"\xef\xbb\xbfx = 1\r\ny = 2"),
        ("src/empty.py", b""),
        ("docs/\u{e4} \u{6587}.md", b"caf\xc3\xa9\n"),
        ("odd.bin", b"PK\x05\x06PK\x01\x02"),
    ];

    #[test]
    fn another_reader_reads_the_very_bytes() {
        let bytes = write_zip(FILES).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
        assert_eq!(archive.len(), FILES.len());
        for (at, (name, expected)) in FILES.into_iter().enumerate() {
            let mut file = archive.by_index(at).unwrap();
            assert_eq!((file.name(), file.unix_mode()), (name, Some(0o100_644)));
            let mut found = Vec::new();
            file.read_to_end(&mut found).unwrap();
            assert_eq!(found, expected, "{name}");
        }
        assert_eq!(write_zip(FILES).unwrap(), bytes);
    }

    #[test]
    fn an_archive_without_files_is_one() {
        let bytes = write_zip([]).unwrap();
        assert_eq!(zip::ZipArchive::new(Cursor::new(bytes)).unwrap().len(), 0);
    }

    #[test]
    fn it_is_imported_as_any_archive() {
        let bytes = write_zip(FILES).unwrap();
        let snapshot = Unpacking::open("changes.zip", bytes, Limits::default()).unwrap().finish().unwrap();
        let file = snapshot.find("src/a.py").unwrap();
        assert_eq!(snapshot.text(file), "x = 1\r\ny = 2");
        assert!(snapshot.file(file).stripped_bom);
    }

    #[test]
    fn more_files_than_fit_are_refused() {
        let names: Vec<String> = (0..=u16::MAX).map(|at| at.to_string()).collect();
        let files = |count: usize| names.iter().take(count).map(|name| (name.as_str(), &b""[..]));
        assert_eq!(write_zip(files(65_536)), Err(ZipTooLarge));
        assert!(write_zip(files(65_535)).is_ok());
    }
}
